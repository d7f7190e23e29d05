"""Several programs may have one session open, and each may enter: none lost, none doubled."""

import sys
from pathlib import Path

import pytest

from tests.faults.writers import write_together


@pytest.mark.skipif(sys.platform == "win32", reason="the programs are made by fork")
@pytest.mark.parametrize("evening", range(4))
def test_four_programs_enter_at_once_and_a_fifth_follows(tmp_path: Path, evening: int) -> None:
    """2,000 entries in four sessions; `python -m tests.faults writers` has them all in one."""
    assert "500 entries" in write_together(tmp_path / f"session-{evening}.toml", 500)
