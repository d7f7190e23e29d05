"""Programs killed at any moment while they write to the real disk.

What a kill leaves of any other change (corrections, new, archived and renamed sessions) is tried in `faulty_disk`, at
every call. Here are real processes, locks and disks, and what the app and a phone show as saved.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.faults.child import Deeds
from tests.faults.programs import PROGRAMS, Case, pads_folder
from tests.faults.scripts import BEGUN
from tests.faults.sessions import check_none_lost, sessions_in
from tests.support import text_of

ORDINARY, LONG = 16, 2_000
ROUNDS = 8
"""Kills on one session, so that it stays short."""


class Figures:
    def __init__(self) -> None:
        self.kills, self.done = Counter[str](), Counter[str]()


def kill(folder: Path, wanted: Sequence[str], seed: int) -> Figures:
    """Start and kill one program after another; raise AssertionError if something acknowledged is lost."""
    random, figures = Random(seed), Figures()
    for number, name in enumerate(wanted):
        target = folder / str(number // ROUNDS) / "saves" / "thursday.toml"
        if number % ROUNDS == 0:
            target.parent.mkdir(parents=True)
            target.write_text(text_of(created=BEGUN), encoding="utf-8")
        before = sessions_in(target.parent)
        program = PROGRAMS[name](Case(target.parent, target, f"p{seed}-{number}"))
        try:
            program.wait_for(random.randint(1, 5))
        finally:
            was_killed = program.kill(random)
        assert was_killed, f"seed {seed}, {number}: {name} ended by itself"
        now = sessions_in(target.parent)
        check_none_lost(before, now)
        if name == "pads":
            check_pads(target.parent, program.deeds)
        else:
            check_saved(now[target].blocks[len(before[target].blocks) :], program.deeds)
        figures.kills[name] += 1
        figures.done[name] += len(program.deeds.done)
    return figures


def check_saved(blocks: Sequence[dict[str, object]], deeds: Deeds) -> None:
    """Check that everything acknowledged is in the file, perhaps the entry that was begun, and nothing else."""
    assert len(deeds.done) <= len(blocks) <= len(deeds.all), f"acknowledged {deeds.done}, found {blocks}"
    for entry, block in zip(deeds.all, blocks, strict=False):
        assert entry.items() <= block.items()


def check_pads(saves: Path, deeds: Deeds) -> None:
    """Check that every pad that was acknowledged is there, also what an edit replaced, and each is whole."""
    found = {
        path: tomllib.loads(path.read_text("utf-8"))["names"] for path in pads_folder(saves).glob("[!.]*")
    }
    assert {one["names"] for one in deeds.done} <= {*found.values()}
    pads = [names for path, names in found.items() if path.suffix == ".toml"]  # not what an edit replaced
    assert len({*pads}) == len(pads), "a pad is there twice"


def run(count: int, seed: int) -> Iterator[str]:
    with TemporaryDirectory() as folder:
        figures = kill(Path(folder), [*islice(cycle(PROGRAMS), count)], seed)
    assert all(figures.done[name] for name in figures.kills), figures.done
    for name, kills in figures.kills.items():
        yield f"{name}: {kills} kills, {figures.done[name]} entries or pads acknowledged"
