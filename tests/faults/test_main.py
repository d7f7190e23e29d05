"""The documented commands run, each for a few cases."""

import subprocess
import sys

import pytest

from tests.faults.__main__ import PARTS
from tests.support import ROOT
from tests.web.browsing import chromium

FEW = {"faulty_disk": 2, "kills": 4, "cuts": 1, "writers": 4, "fuzz": 100, "events": 3, "phones": 2}


@pytest.mark.parametrize("part", PARTS)
def test_each_part_runs_by_the_documented_command(part: str) -> None:
    if part == "kills":
        pytest.importorskip("pty", reason="Windows has neither forks nor such terminals")
    if part == "phones":
        pytest.importorskip("playwright", reason="needs playwright")
        if not chromium():
            pytest.skip("needs a Chromium")
    command = [sys.executable, "-m", "tests.faults", "--count", str(FEW[part]), "--seed", "510210", part]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    assert f"{part}: seed 510210" in ended.stdout
