"""What `python -m tests.faults` does, a few times: pulled plugs, cuts, programs at once, bad files and any keys."""

import subprocess
import sys

import pytest

from tests.faults.__main__ import PARTS
from tests.faults.faulty_disk import FAULTS, fail_call, play
from tests.faults.scripts import SCRIPTS
from tests.support import ROOT
from tests.web.browsing import chromium

FEWER = {"events": ("--count", "3"), "phones": ("--count", "2")}
"""What takes seconds for each case is tried less often than the command does by itself."""
CORRECTED = next(script for script in SCRIPTS if script.name == "a correction of whistle-stop")


@pytest.mark.parametrize("part", PARTS)
def test_each_part_holds_what_is_promised_and_runs_by_the_documented_command(part: str) -> None:
    if part == "writers":
        pytest.importorskip("fcntl", reason="the programs are made by fork")
    if part == "phones":
        pytest.importorskip("playwright", reason="needs playwright")
        if not chromium():
            pytest.skip("needs a Chromium")
    command = [sys.executable, "-m", "tests.faults", "--seed", "510210", *FEWER.get(part, ()), part]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    assert f"{part}: seed 510210" in ended.stdout


def test_an_entry_that_could_neither_be_synced_nor_cut_off_again_is_not_saved() -> None:
    """As on a disk that turns read-only at the first error: the rest of the entry can be seen, and isn't safe."""
    played = play(CORRECTED, 0)
    syncs = [number for number, name in enumerate(played.calls) if name == "fsync"]
    assert len(syncs) == len(CORRECTED.steps) - 2, "one for each entry"
    for number in syncs:
        fail_call(CORRECTED, played, number, FAULTS["an I/O error"], lasting=True)


def test_a_write_that_takes_only_half_is_finished() -> None:
    played = play(CORRECTED, 0)
    fail_call(CORRECTED, played, played.calls.index("write"), FAULTS["a short write"], lasting=False)
