"""Several programs may have one session open, and each may enter: none lost, none doubled."""

import sys
from pathlib import Path

import pytest

from tests.faults.writers import ORDINARY, write_together


@pytest.mark.skipif(sys.platform == "win32", reason="the programs are made by fork")
def test_four_programs_enter_at_once_and_a_fifth_follows(tmp_path: Path) -> None:
    """`python -m tests.faults --long writers` has 2,000 entries."""
    assert f"{ORDINARY} entries" in write_together(tmp_path / "session.toml", ORDINARY)
