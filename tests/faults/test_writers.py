"""Five programs enter into one session at once, one is killed, a sixth follows: none lost, none doubled, one list.

What a kill or a power cut leaves of any other change is tried in `test_power_cuts`, at every call to the disk. Here are
real processes, locks and disks.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from companion.core.errors import Refusal
from companion.session import Library, Session
from companion.storage.errors import FileError
from tests.support import PATIENCE, SHIPPED, THREE, counted, header, often, shown

pytest.importorskip("fcntl", reason="the programs are made by fork")

WRITERS, SHARE = 4, 20
"""Programs that enter to their end, and the entries of each."""
FORK: Any = get_context("fork")


def seen(session: Session) -> str:
    blocks = [sorted(block.items()) for block in session.record.blocks]
    return f"{shown(session)} {blocks}"


def enter(session: Session, entry: dict[str, Any]) -> int:
    """Save an entry, again and again while others are quicker; return how often they were."""
    overtaken = 0
    while True:
        try:
            session.enter(entry)
            return overtaken
        except (FileError, Refusal):
            overtaken += 1
            session.follow()


def write(
    path: Path, writer: int, numbers: Iterator[int], meetings: tuple[Barrier, Barrier], told: Connection
) -> None:
    """Save entries and tell of each; then tell what all entries give."""
    session, (begun, is_killed) = Library(folders=tuple(SHIPPED)).open(path), meetings
    overtaken = 0
    begun.wait(PATIENCE)  # all see the same list, to which only one may add the first entry
    for number in numbers:
        if number == SHARE // 2 and writer < WRITERS:
            is_killed.wait(PATIENCE)
        reason = f"{writer} {number}"
        overtaken += enter(
            session, {"player": THREE[number % 3], "amount": 1, "reason": reason, "do": "adjust"}
        )
        told.send(reason)
        session.follow()
    while sum(block["reason"][0] != str(WRITERS) for block in session.record.blocks) < SHARE * WRITERS:
        sleep(0.01)
        session.follow()
    told.send((overtaken, seen(session)))
    session.close()


class Program:
    """One that was forked, and what it has told."""

    def __init__(self, path: Path, writer: int, meetings: tuple[Barrier, Barrier]) -> None:
        self.told: list[Any] = []
        self._ours, theirs = FORK.Pipe(duplex=False)
        numbers = iter(range(SHARE)) if writer < WRITERS else count()
        self.process = FORK.Process(target=write, args=(path, writer, numbers, meetings, theirs))
        self.process.start()
        theirs.close()

    def hear(self, most: int) -> None:
        """Hear so many things, or all until its end."""
        with suppress(EOFError):
            while len(self.told) < most:
                assert self._ours.poll(PATIENCE), "a program tells nothing and doesn't end"
                self.told.append(self._ours.recv())


@pytest.mark.parametrize("killed_after", range(1, often(2, 26)))
def test_of_programs_that_enter_at_once_no_entry_is_lost_or_doubled_though_one_is_killed(
    killed_after: int, tmp_path: Path
) -> None:
    path = tmp_path / "session.toml"
    library = Library(folders=tuple(SHIPPED))
    library.create(path, header())
    meetings = FORK.Barrier(WRITERS + 1), FORK.Barrier(WRITERS + 1)
    *writers, killed = (Program(path, writer, meetings) for writer in range(WRITERS + 1))
    follower = library.open(path)
    killed.hear(killed_after)
    killed.process.kill()
    killed.hear(10**9)
    meetings[1].wait(PATIENCE)
    for number in range(1, SHARE + 1):
        for writer in writers:
            writer.hear(number)
        follower.follow()
        assert follower.record.entry_count >= number * WRITERS + len(killed.told)
    for writer in writers:
        writer.hear(SHARE + 1)
        writer.process.join(PATIENCE)
    saved = [block["reason"] for block in follower.record.blocks]
    told = [reason for writer in writers for reason in writer.told[:SHARE]]
    others = [one for one in saved if one[0] == str(WRITERS)]
    assert sorted(one for one in saved if one not in others) == sorted(told)
    assert len(told) == SHARE * WRITERS
    assert others[: len(killed.told)] == killed.told, (
        "what was acknowledged before the kill is lost or doubled"
    )
    assert len(others) <= len(killed.told) + 1, "an entry of the killed program is doubled"
    overtaken, results = zip(*(writer.told[SHARE] for writer in writers), strict=True)
    assert {*results} == {seen(follower)}
    assert sum(overtaken) >= WRITERS - 1, "nobody was quicker than somebody else"
    counted("kills")[""] += 1
    counted("entries")[""] += len(saved)
    counted("times overtaken")[""] += sum(overtaken)
