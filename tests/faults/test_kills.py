"""Programs killed on the real disk: what they acknowledged is there, and at most the entry being written is missing.

`python -m tests.faults --long kills` kills 2,000.
"""

from pathlib import Path

import pytest

pytest.importorskip("pty", reason="Windows has neither forks nor such terminals")

from tests.faults.kills import ALONE, OFTEN, kill
from tests.faults.programs import PROGRAMS


def test_a_killed_command_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    wanted = [*(name for name in PROGRAMS if name not in ALONE), *OFTEN]
    assert kill(tmp_path, wanted, seed=6).kills.total() == len(wanted)


@pytest.mark.parametrize("name", ALONE)
def test_a_killed_program_loses_nothing_that_it_has_shown_as_saved(tmp_path: Path, name: str) -> None:
    assert kill(tmp_path, [name], seed=1).kills[name] == 1
