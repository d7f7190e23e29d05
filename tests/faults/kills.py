"""Programs killed while they write to the real disk: at every call of the system, at random instants, in a terminal."""

import os
import re
import select
import shutil
import signal
import tempfile
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from companion.session import Session
from tests.faults.child import WHEN, Killer, book, ended, entries, forked, heard, library, play
from tests.faults.scripts import BEGUN, CLOSE, GOING_ON, ROCKET, TORN, Step, enter, opening
from tests.support import ANTON, header, text_of
from tests.tui.terminal import Terminal

LONGEST = 64
"""Entries after which a killed session is left for a new one."""


def checked(path: Path, expected: Sequence[Any], least: int, most: int) -> Session:
    """The session opens with all that was told, and nothing that was never entered; it can be gone on with."""
    session = library().read(path)
    blocks = list(session.record.blocks)
    assert session.failure is None, session.failure
    assert least <= len(blocks) <= most, f"{least} told, {len(blocks)} there"
    assert blocks == list(expected[: len(blocks)]), "an entry is another one"
    return session


def kill_at_calls(folder: Path, is_torn: bool, is_every_way: bool) -> int:
    """Kills at a call by its number, before it, in the middle of a write, or after it, in turn; how many kills.

    At every call in every way, or at every other call in one of them.
    """
    kills = 0
    path = folder / "thursday.toml"

    def make(evening: Any) -> None:
        evening.library.create(path, header(created=BEGUN))

    blocks = GOING_ON if is_torn else ROCKET if is_every_way else ROCKET[:3]
    steps = [] if is_torn else [Step("make", make)]
    steps = [*steps, opening(path), *map(enter, blocks), CLOSE]
    at = [{**block, "at": BEGUN} for block in blocks]
    expected = [{"by": ANTON, "do": "pass"}, *at] if is_torn else at
    first, head = len(expected) - len(blocks), len(steps) - len(blocks) - 1
    for turn in range(len(WHEN) if is_every_way else 1):
        for number in count(step=1 if is_every_way else 2):
            when = WHEN[(turn + number) % len(WHEN)]
            _empty(folder)
            if is_torn:
                path.write_bytes(TORN)
            with forked(lambda told: play(steps, told), Killer(number, when)) as (child, pipe):
                told, killed_by = ended(child, pipe)
            if not killed_by:
                break
            kills += 1
            assert killed_by == signal.SIGKILL
            if not path.exists():
                assert told == 0
                continue
            booked = first + min(max(told - head, 0), len(blocks))
            session = checked(path, expected, booked, min(booked + 1, len(expected)))
            there = session.entry_count
            again = library().open(path)
            assert not again.notices, again.notices
            again.enter({"note": "we go on", "do": "remark"})
            again.close()
            assert library().read(path).entry_count == there + 1
    return kills


def _empty(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()


def kill_at_random(folder: Path, kills: int, seed: int) -> tuple[int, int]:
    """Kills at random instants, each program going on where the one before was killed; entries told, and torn ends."""
    random, told, torn = Random(seed), 0, 0
    expected = [block for block, _ in zip(entries(0), range(LONGEST * 3), strict=False)]
    path, there = Path(), LONGEST
    for number in range(kills):
        if there >= LONGEST:
            path, there = folder / f"{number}.toml", 0
            path.write_text(text_of((), created=BEGUN), encoding="utf-8")
        with forked(lambda pipe, path=path: book(path, pipe)) as (child, pipe):  # type: ignore[misc]
            wanted, seen = random.randint(0, 8), 0
            while seen < wanted:
                more = heard(pipe, wanted - seen)
                assert more, "it ended before it was killed"
                seen += more
            select.select([], [], [], random.random() * (0.004 if wanted else 0.03))
            os.kill(child, signal.SIGKILL)
            more, _ = ended(child, pipe)
        session = checked(path, expected, there + seen + more, there + seen + more + 1)
        there, told, torn = session.entry_count, told + seen + more, torn + (session.torn is not None)
    return told, torn


_NUMBER = re.compile(r"#(\d+) saved")


def kill_in_terminal(folder: Path, random: Random, most: int = 6) -> tuple[int, int]:
    """Kills the app in a terminal while an entry is on its way; how many were shown, and how many there are."""
    path = folder / "friday.toml"
    shutil.rmtree(folder / "drafts", ignore_errors=True)  # what the one killed before had on its way
    path.write_text(text_of((), created=BEGUN), encoding="utf-8")
    wanted = random.randint(0, most)
    with Terminal(folder, path.name) as terminal:
        terminal.wait_for("Anton", "help")
        for number in range(wanted + 1):
            terminal.wait_until(lambda done=number: _shown(terminal) == done, f"#{number} never came")  # type: ignore[misc]
            terminal.press(":", f"adjust Anton {100 + number} slip", "enter")
        select.select([], [], [], random.random() * 0.15)
        terminal.kill()
        terminal.read_rest()
        shown = _shown(terminal)
    session = library().read(path)
    amounts = [block.get("amount") for block in session.record.blocks]
    assert session.failure is None
    assert amounts == [100 + number for number in range(len(amounts))], "an entry is another one"
    assert shown <= len(amounts) <= wanted + 1, (
        f"#{shown} stood on the screen, {len(amounts)} are in the file"
    )
    return shown, len(amounts)


def _shown(terminal: Terminal) -> int:
    """How many entries the screen says are saved."""
    found = _NUMBER.search(terminal.display[0])
    return int(found[1]) if found else 0


def run(is_long: bool) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "calls").mkdir()
        kills = sum(kill_at_calls(folder / "calls", is_torn, is_long) for is_torn in (False, True))
        yield f"{kills} kills at calls of the system by their number: nothing told was lost"
        (folder / "random").mkdir()
        number = 10_000 if is_long else 40
        told, torn = kill_at_random(folder / "random", number, 15)
        yield f"{number} kills at random instants: {told} entries told, none lost, none another; {torn} torn ends"
        (folder / "app").mkdir()
        random, number = Random(16), 200 if is_long else 2
        found = [kill_in_terminal(folder / "app", random) for _ in range(number)]
        shown, there = sum(one for one, _ in found), sum(one for _, one in found)
        yield f"{number} kills of the app in a terminal: {shown} entries shown as saved, {there} in the files"
