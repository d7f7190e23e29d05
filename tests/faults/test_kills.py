"""Programs killed on the real disk: what they acknowledged is there, and at most the entry being written is missing.

`python -m tests.faults --long kills` kills 2,000.
"""

from pathlib import Path

import pytest

pytest.importorskip("pty", reason="Windows has neither forks nor such terminals")

from tests.faults.kills import kill
from tests.faults.programs import PROGRAMS


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_killed_program_loses_nothing_that_it_has_shown_as_saved(tmp_path: Path, name: str) -> None:
    """The second one finds the locks and drafts that the first left behind."""
    assert kill(tmp_path, [name, name], seed=1).kills[name] == 2
