"""What a comparison of two versions stands on: CPU time of another process, its verdict, and that nothing stays."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.against import checkout, report, side_by_side
from bench.measuring import Row
from bench.screens import Cost
from tests.support import ROOT


def rows(what: str, floors: list[float], ours: list[float]) -> tuple[Row, Row]:
    row = Row(what, "v1", 1.1, floors, ours)
    return row, row


def test_a_report_names_what_is_more_than_a_tenth_slower() -> None:
    """Ratios of pairs: 1.1, 1.2 and 1.6 have 1.2 in the middle, and 1.15 and 1.4 as quartiles; 1.1 isn't more."""
    slow, even = rows("slow", [10, 100, 1000], [16, 120, 1100]), rows("even", [10, 10], [11, 11])
    told = list(report("v1", [slow, even]))
    assert told[2:4] == [
        "| slow | 100 | 120 | 1.20 (1.15 to 1.40) | 1.20 (1.15 to 1.40) | slower |",
        "| even | 10.0 | 11.0 | 1.10 (1.10 to 1.10) | 1.10 (1.10 to 1.10) |  |",
    ]
    assert told[-2:] == [
        "1 of 2 rows are more than a tenth slower in CPU time:",
        "- slow: 1.20 (1.15 to 1.40)",
    ]


def test_a_ratio_is_the_working_tree_by_the_other_version_in_every_round(tmp_path: Path) -> None:
    """The other version takes 2 ms and 4 ms, the working tree 3 ms and 5 ms, whichever is pressed first."""

    def costs(tree: Path) -> Iterator[tuple[str, Cost]]:
        yield "a key", Cost(2, 4) if tree == tmp_path else Cost(3, 5)

    [(cpu, wall)] = side_by_side("v1", "", costs, tmp_path)
    assert len(cpu.ratios) > 1
    assert {*cpu.ratios} == {1.5}
    assert {*wall.ratios} == {1.25}


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs a clone")
def test_a_checkout_can_run_and_goes_also_after_ctrl_c() -> None:
    seen = []

    def break_off() -> None:
        with checkout("HEAD") as tree:
            seen.append(tree)
            assert (tree / "companion/words/en.mo").exists()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert not seen[0].exists()
    listed = subprocess.run(("git", "worktree", "list"), cwd=ROOT, capture_output=True, text=True, check=True)
    assert str(seen[0]) not in listed.stdout
