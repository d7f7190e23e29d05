"""Five programs enter into one session at once, one is killed, a sixth follows: none lost, none doubled, one list.

What a kill or a power cut leaves of any other change is tried in `faulty_disk`, at every call to the disk. Here are
real processes, locks and disks.
"""

import select
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.session import Session
from tests.faults.child import Child, Reporter, library
from tests.support import PATIENCE, THREE, header, shown

ORDINARY, LONG = 80, 2_000
WRITERS = 4
ENTRIES = 80
"""Entries by those writers in one session: after so many another session is begun, and another program is killed."""


def _seen(session: Session) -> str:
    blocks = [sorted(block.items()) for block in session.record.blocks]
    return sha256(f"{shown(session)} {blocks}".encode()).hexdigest()


def _enter(session: Session, writer: int, number: int, reporter: Reporter) -> None:
    """Save an entry, again and again while others are quicker."""
    reason, is_saved = f"{writer} {number}", False
    while not is_saved:
        with reporter.doing({"reason": reason}):
            session.enter({"player": THREE[number % 3], "amount": writer, "reason": reason, "do": "adjust"})
            is_saved = True
        session.follow()


def _write(
    path: Path, writer: int, share: int, meetings: tuple[Barrier, Barrier], reporter: Reporter
) -> None:
    """Save a share of the entries; then report what all of them give."""
    session = library().open(path)
    begun, is_killed = meetings
    begun.wait(PATIENCE)  # all see the same list, to which only one may add the first entry
    for number in range(share):
        if number == share // 2:
            is_killed.wait(PATIENCE)
        _enter(session, writer, number, reporter)
    while sum(block["amount"] < WRITERS for block in session.record.blocks) < share * WRITERS:
        select.select([], [], [], 0.01)
        session.follow()
    with reporter.doing({"seen": _seen(session)}):
        session.close()


def _write_until_killed(path: Path, begun: Barrier, reporter: Reporter) -> None:
    session = library().open(path)
    begun.wait(PATIENCE)
    for number in count():
        _enter(session, WRITERS, number, reporter)


def write_together(path: Path, entries: int, random: Random) -> int:
    """Return how often a writer was overtaken; raise AssertionError if an entry is lost or doubled."""
    share = entries // WRITERS
    library().create(path, header())
    fork = get_context("fork")
    meetings = fork.Barrier(WRITERS + 1), fork.Barrier(WRITERS + 1)
    children = [
        Child(lambda reporter, writer=writer: _write(path, writer, share, meetings, reporter))  # type: ignore[misc]
        for writer in range(WRITERS)
    ]
    killed = Child(lambda reporter: _write_until_killed(path, meetings[0], reporter))
    follower = library().open(path)
    killed.wait_for(random.randint(1, 3))
    assert killed.kill(random), "it ended by itself"
    meetings[1].wait(PATIENCE)
    for number in range(1, share + 1):
        for child in children:
            child.wait_for(number)
        acknowledged = sum("reason" in deed for child in children for deed in child.deeds.done)
        follower.follow()
        assert follower.record.entry_count >= acknowledged + len(killed.deeds.done)
    assert not any(child.was_killed() for child in children)
    saved = [block["reason"] for block in follower.record.blocks]
    told = [deed["reason"] for child in children for deed in child.deeds.done[:-1]]
    assert sorted(one for one in saved if one[0] != str(WRITERS)) == sorted(told)
    assert len(told) == share * WRITERS
    others = [one for one in saved if one[0] == str(WRITERS)]
    acknowledged_or_begun = [deed["reason"] for deed in killed.deeds.all]
    assert others == acknowledged_or_begun[: len(others)], (
        "an entry of the killed program is doubled or out of order"
    )
    assert len(others) >= len(killed.deeds.done), "an entry that was acknowledged before the kill is lost"
    assert {child.deeds.done[-1]["seen"] for child in children} == {_seen(follower)}
    overtaken = sum(child.deeds.refused for child in children)
    assert overtaken >= WRITERS - 1, f"only {overtaken} times overtaken"
    return overtaken


def run(count: int, seed: int) -> Iterator[str]:
    random, sessions, overtaken = Random(seed), max(1, count // ENTRIES), 0
    each = min(max(count, 2 * WRITERS), ENTRIES)
    for _ in range(sessions):
        with TemporaryDirectory() as folder:
            overtaken += write_together(Path(folder) / "session.toml", each, random)
    yield (
        f"{WRITERS} writers, {sessions * each:,} entries, {sessions} other programs killed: none lost, none doubled; "
        f"{overtaken:,} times overtaken"
    )
