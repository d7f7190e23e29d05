"""Programs killed while they write to the real disk: at any call or instant, alone and several on one session."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.faults.child import Told
from tests.faults.programs import PROGRAMS, Case
from tests.faults.scripts import BEGUN
from tests.faults.sessions import Found, Sessions, check_none_lost, sessions_in
from tests.support import text_of

ORDINARY, LONG = 16, 2_000
TOGETHER = 0.25
"""Share of the rounds in which two to four programs work on one session."""
ALONE = ("app", "serve")
"""Programs whose figures would count the entries of others too, or that end when their session is moved."""
MOST_ENTRIES, MOST_SESSIONS = 100, 25
"""After which a folder is left for a new one."""


class Room:
    def __init__(self, folder: Path) -> None:
        self.saves = folder / "saves"
        self.saves.mkdir(parents=True)
        for name in ("thursday", "friday"):
            text = text_of([{"note": name, "do": "remark", "at": BEGUN}], created=BEGUN, title=name)
            (self.saves / f"{name}.toml").write_text(text, encoding="utf-8")
        self.known: Sessions = sessions_in(self.saves)

    @property
    def targets(self) -> list[Path]:
        return [path for path in self.known if path.parent == self.saves]

    @property
    def is_full(self) -> bool:
        longest = max(len(one.blocks) for one in self.known.values())
        return longest > MOST_ENTRIES or len(self.known) > MOST_SESSIONS or not self.targets

    def check(self, target: Path, programs: Sequence[Told]) -> None:
        """All that was acknowledged is there, and nothing that no program has begun."""
        before, self.known = self.known, sessions_in(self.saves)
        check_none_lost(before, self.known)
        old = before[target]
        _check_made([one for one in self.known.values() if not _is_of(one, before)], programs)
        _check_copies(old, before, self.known, programs)
        own = [_entries(told, "entry") for told in programs]
        found = [one for one in self.known.values() if one.continues(old)]
        merged = [_merged(one.blocks[len(old.blocks) :], own) for one in found]
        saved = [sum("entry" in deed for deed in told.done) for told in programs]
        assert any(
            counts is not None and all(most <= there for most, there in zip(saved, counts, strict=True))
            for counts in merged
        ), f"{target.name}: acknowledged {saved}, found {merged}"


def _is_of(one: Found, before: Sessions) -> bool:
    return any(one.header == other.header for other in before.values())


def _check_made(fresh: Sequence[Found], programs: Sequence[Told]) -> None:
    """Every new session is there once; one that was being made may be."""
    made = {deed["makes"] for told in programs for deed in told.done if "makes" in deed}
    begun = {told.begun["makes"] for told in programs if told.begun and "makes" in told.begun}
    titles = Counter(one.title for one in fresh)
    assert made <= titles.keys() <= made | begun, f"made {made}, perhaps {begun}, found {titles}"
    assert all(number == 1 for number in titles.values()), f"a session was made twice: {titles}"
    assert not any(one.blocks for one in fresh), "a new session has entries"


def _check_copies(old: Found, before: Sessions, now: Sessions, programs: Sequence[Told]) -> None:
    """Every copy is there, and holds what the session held; a session that was being moved may be in both places."""
    least = len(_files(old, before)) + sum("copies" in deed for told in programs for deed in told.done)
    most = least + sum("copies" in (told.begun or {}) for told in programs)
    assert least <= len(_files(old, now)) <= most, f"{_files(old, now)}: there should be {least} to {most}"
    entries = [_entries(told, "entry") for told in programs]
    entries += [[title] for told in programs for title in _entries(told, "copies")]
    for path, one in now.items():
        bases = [other for other in before.values() if one.continues(other)]
        is_known = any(_merged(one.blocks[len(base.blocks) :], entries) is not None for base in bases)
        assert is_known or not _is_of(one, before), f"{path.name}: an entry is another one"


def _files(old: Found, sessions: Sessions) -> set[int]:
    """The files of a session and its copies, each once however many names it has."""
    return {one.file for one in sessions.values() if one.header == old.header}


def _entries(told: Told, kind: str) -> list[Any]:
    return [deed[kind] for deed in (*told.done, told.begun or {}) if kind in deed]


def _merged(blocks: Sequence[Any], programs: Sequence[Sequence[Any]]) -> list[int] | None:
    """How many entries of each program come one after another in these blocks; None where one is of no program."""
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
        self.kills, self.entries, self.files = Counter[str](), Counter[str](), Counter[str]()
        """Of each program."""
        self.together = 0

    def count(self, name: str, told: Told) -> None:
        entries = sum("entry" in deed for deed in told.done)
        self.entries[name] += entries
        self.files[name] += len(told.done) - entries

    def check(self) -> None:
        """Every second kill came after something was acknowledged."""
        for name, kills in self.kills.items():
            done = self.entries[name] + self.files[name]
            assert 2 * done >= kills, f"{name}: {kills} kills, and only {done} acknowledged"


def kill(folder: Path, wanted: Sequence[str], seed: int) -> Figures:
    """Start and kill these programs, alone or together; AssertionError where something acknowledged is lost."""
    random, figures, numbers = Random(seed), Figures(), count()
    left = list(wanted)
    random.shuffle(left)
    room = Room(folder / "0")
    while left:
        number = next(numbers)
        if room.is_full:
            room = Room(folder / str(number))
        target = random.choice(room.targets)
        together = random.randint(2, 4) if random.random() < TOGETHER else 1
        chosen = [left.pop()]
        for name in left[-1:-together:-1]:
            if name not in ALONE and chosen[0] not in ALONE:
                left.remove(name)
                chosen.append(name)
        try:
            told = _round(room, target, chosen, random, f"{seed}-{number}", figures, left)
            room.check(target, told)
        except BaseException as error:
            error.add_note(f"seed {seed}, round {number}: {chosen} on {target}")
            raise
        for name, one in zip(chosen, told, strict=True):
            figures.count(name, one)
    figures.check()
    return figures


def _round(
    room: Room,
    target: Path,
    chosen: Sequence[str],
    random: Random,
    mark: str,
    figures: Figures,
    left: list[str],
) -> list[Told]:
    """Start some programs at once and kill one after another; who ended before it was killed is started again later."""
    is_alone = len(chosen) == 1
    victims = [
        PROGRAMS[name][1](Case(room.saves, target, f"p{mark}-{at}", is_alone))
        for at, name in enumerate(chosen)
    ]
    waiting = list(zip(chosen, victims, strict=True))
    try:
        while waiting:
            name, victim = waiting[-1]
            victim.wait_for(random.randint(1 - figures.kills[name] % 2, 5))
            waiting.pop()
            if victim.kill(random):
                figures.kills[name] += 1
                figures.together += not is_alone
            else:
                left.insert(0, name)
    finally:
        for _, victim in waiting:
            victim.kill(random)
    return [victim.told for victim in victims]


def shares(number: int) -> list[str]:
    whole = sum(share for share, _ in PROGRAMS.values())
    found = [name for name, (share, _) in PROGRAMS.items() for _ in range(number * share // whole)]
    return [*found, *["enter"] * (number - len(found))]


def run(number: int, seed: int) -> Iterator[str]:
    with TemporaryDirectory() as folder:
        figures = kill(Path(folder), shares(number), seed)
    for name, kills in figures.kills.items():
        yield f"{name}: {kills} kills, {figures.entries[name]} entries and {figures.files[name]} files acknowledged"
    yield f"{figures.kills.total()} kills, {figures.together} of them with others on the same session"
    entries, files = figures.entries.total(), figures.files.total()
    yield f"{entries} entries and {files} changes of files acknowledged: none lost, none another"
