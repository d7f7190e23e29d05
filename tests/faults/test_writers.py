"""Several programs may have one session open, and each may enter: none lost, none doubled."""

import sys
from pathlib import Path

import pytest

from tests.faults.writers import write_together


@pytest.mark.skipif(sys.platform == "win32", reason="the programs are made by fork")
def test_four_programs_enter_at_once_and_a_fifth_follows(tmp_path: Path) -> None:
    """500 entries; `python -m tests.faults writers` has 2,000."""
    assert "500 entries" in write_together(tmp_path / "session.toml", 500)
