"""Programs killed while they write to the real disk: at any moment, alone and several on one session.

What a kill leaves of every other change (new, imported, copied, renamed sessions) is tried in `faulty_disk`, at
every call. Here are real processes, locks and disks, and what the app and a phone show as saved.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.faults.child import Deeds
from tests.faults.programs import PROGRAMS, Case
from tests.faults.scripts import BEGUN
from tests.faults.sessions import check_none_lost, sessions_in
from tests.support import text_of

ORDINARY, LONG = 16, 2_000
TOGETHER = 0.25
"""Share of the rounds in which two to four programs work on one session."""
ALONE = ("app", "serve")
"""Programs that would count the entries of others too, or that end when their session is moved."""
OFTEN = ("enter", "corrections, undo and redo") * 3
ROUNDS = 8
"""Rounds in one folder, so that sessions stay short."""


class Room:
    def __init__(self, folder: Path) -> None:
        self.saves = folder / "saves"
        self.saves.mkdir(parents=True)
        for name in ("thursday", "friday"):
            text = text_of([{"note": name, "do": "remark", "at": BEGUN}], created=BEGUN, title=name)
            (self.saves / f"{name}.toml").write_text(text, encoding="utf-8")
        self.known = sessions_in(self.saves)

    @property
    def targets(self) -> list[Path]:
        return [path for path in self.known if path.parent == self.saves]

    def check(self, target: Path, programs: Sequence[Deeds]) -> None:
        """Check that everything acknowledged is in the file, and nothing that no program has begun."""
        before, self.known = self.known, sessions_in(self.saves)
        check_none_lost(before, self.known)
        assert {one.title for one in self.known.values()} == {one.title for one in before.values()}
        old = before[target]
        begun = [[one for one in deeds.all if one] for deeds in programs]
        saved = [sum(map(bool, deeds.done)) for deeds in programs]
        found = [one.blocks[len(old.blocks) :] for one in self.known.values() if one.continues(old)]
        counts = [_counts(blocks, begun) for blocks in found]
        assert any(
            one is not None and all(least <= there for least, there in zip(saved, one, strict=True))
            for one in counts
        ), f"{target.name}: acknowledged {saved}, found {counts}"


def _counts(blocks: Sequence[Any], programs: Sequence[Sequence[Any]]) -> list[int] | None:
    """Count the entries of each program, which must come in its order; None if a block is of no program."""
    taken = [0] * len(programs)
    for block in blocks:
        for at, entries in enumerate(programs):
            if taken[at] < len(entries) and entries[taken[at]].items() <= block.items():
                taken[at] += 1
                break
        else:
            return None
    return taken


class Figures:
    def __init__(self) -> None:
        self.kills, self.done = Counter[str](), Counter[str]()
        self.together = 0


def kill(folder: Path, wanted: Sequence[str], seed: int) -> Figures:
    """Start and kill these programs, alone or together; AssertionError if something acknowledged is lost."""
    random, figures, left, rounds = Random(seed), Figures(), list(wanted), 0
    random.shuffle(left)
    while left:
        if rounds % ROUNDS == 0:
            room = Room(folder / str(rounds))
        target = random.choice(room.targets)
        together = random.randint(2, 4) if random.random() < TOGETHER else 1
        chosen = [left.pop()]
        for name in left[-1:-together:-1]:
            if name not in ALONE and chosen[0] not in ALONE:
                left.remove(name)
                chosen.append(name)
        try:
            left[:0] = _round(room, target, chosen, random, f"{seed}-{rounds}", figures)
        except BaseException as error:
            error.add_note(f"seed {seed}, round {rounds}: {chosen} on {target}")
            raise
        rounds += 1 if room.targets else ROUNDS - rounds % ROUNDS
    for name, kills in figures.kills.items():
        assert 2 * figures.done[name] >= kills, f"{name}: {kills} kills, {figures.done[name]} acknowledged"
    return figures


def _round(
    room: Room, target: Path, chosen: Sequence[str], random: Random, mark: str, figures: Figures
) -> list[str]:
    """Start some programs at once, kill one after another and check; return those that ended before."""
    is_alone = len(chosen) == 1
    victims = [
        PROGRAMS[name](Case(room.saves, target, f"p{mark}-{at}", is_alone)) for at, name in enumerate(chosen)
    ]
    waiting, ended = list(zip(chosen, victims, strict=True)), list[str]()
    try:
        while waiting:
            name, victim = waiting[-1]
            victim.wait_for(random.randint(1 - figures.kills[name] % 2, 5))
            waiting.pop()
            if victim.kill(random):
                figures.kills[name] += 1
                figures.together += not is_alone
            else:
                ended.append(name)
            figures.done[name] += len(victim.deeds.done)
    finally:
        for _, victim in waiting:
            victim.kill(random)
    room.check(target, [victim.deeds for victim in victims])
    return ended


def run(count: int, seed: int) -> Iterator[str]:
    with TemporaryDirectory() as folder:
        figures = kill(Path(folder), [*islice(cycle((*PROGRAMS, *OFTEN)), count)], seed)
    for name, kills in figures.kills.items():
        yield f"{name}: {kills} kills, {figures.done[name]} entries or moves acknowledged"
    yield f"{figures.kills.total()} kills, {figures.together} of them with others on the same session"
