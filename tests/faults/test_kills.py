"""Programs killed on the real disk: what they told is there, at most the entry in flight is missing."""

from pathlib import Path
from random import Random

import pytest

pytest.importorskip("pty", reason="Windows has neither forks nor such terminals")

from tests.faults.kills import kill_at_calls, kill_at_random, kill_in_terminal


@pytest.mark.parametrize("is_torn", [False, True], ids=["new", "torn"])
def test_a_program_killed_at_any_call_has_told_nothing_that_is_lost(tmp_path: Path, is_torn: bool) -> None:
    assert kill_at_calls(tmp_path, is_torn, is_every_way=False) > 10


def test_a_program_killed_at_random_instants_has_told_nothing_that_is_lost(tmp_path: Path) -> None:
    told, _ = kill_at_random(tmp_path, 15, seed=15)
    assert told > 15


def test_an_app_killed_in_its_terminal_has_shown_nothing_as_saved_that_is_lost(tmp_path: Path) -> None:
    kill_in_terminal(tmp_path, Random(1), most=3)
