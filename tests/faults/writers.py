"""Four programs enter into one session at once, a fifth follows: none lost, none doubled, all see the same list."""

import select
from collections.abc import Iterator
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.session import Session
from tests.faults.child import Child, Reporter
from tests.faults.sessions import library
from tests.support import PATIENCE, THREE, header, shown

ORDINARY, LONG = 80, 2_000
WRITERS = 4


def _seen(session: Session) -> str:
    blocks = [sorted(block.items()) for block in session.record.blocks]
    return sha256(f"{shown(session)} {blocks}".encode()).hexdigest()


def _write(path: Path, writer: int, share: int, all_here: Barrier, reporter: Reporter) -> None:
    """Save some entries, each again and again while others are quicker; then report what all of them give."""
    session, saved = library().open(path), 0
    all_here.wait(PATIENCE)  # all see the same list, to which only one may add the first entry
    while saved < share:
        reason = f"{writer} {saved}"
        with reporter.doing({"reason": reason}):
            session.enter({"player": THREE[saved % 3], "amount": writer, "reason": reason, "do": "adjust"})
            saved += 1
        session.follow()
    while session.record.entry_count < share * WRITERS:
        select.select([], [], [], 0.01)
        session.follow()
    with reporter.doing({"seen": _seen(session)}):
        session.close()


def write_together(path: Path, entries: int) -> str:
    """Return the figures of one run; raise AssertionError if an entry is lost, doubled or seen differently."""
    share = entries // WRITERS
    assert share > 0, f"{entries} entries are too few for {WRITERS} writers"
    library().create(path, header())
    all_here = get_context("fork").Barrier(WRITERS)
    children = [
        Child(lambda reporter, writer=writer: _write(path, writer, share, all_here, reporter))  # type: ignore[misc]
        for writer in range(WRITERS)
    ]
    follower = library().open(path)
    for number in range(1, share + 1):
        for child in children:
            child.wait_for(number)
        acknowledged = sum("reason" in deed for child in children for deed in child.deeds.done)
        follower.follow()
        assert follower.record.entry_count >= acknowledged, (
            f"{follower.record.entry_count} seen of {acknowledged}"
        )
    assert not any(child.was_killed() for child in children)
    told = [deed["reason"] for child in children for deed in child.deeds.done[:-1]]
    assert sorted(block["reason"] for block in follower.record.blocks) == sorted(told)
    assert {child.deeds.done[-1]["seen"] for child in children} == {_seen(follower)}
    overtaken = sum(child.deeds.refused for child in children)
    assert len(told) == share * WRITERS
    assert overtaken >= WRITERS - 1, f"only {overtaken} times overtaken"
    return f"{WRITERS} writers, {len(told)} entries: none lost, none doubled; {overtaken} times overtaken"


def run(count: int, seed: int) -> Iterator[str]:
    with TemporaryDirectory() as folder:
        yield write_together(Path(folder) / "session.toml", count)
