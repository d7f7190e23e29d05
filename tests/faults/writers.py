"""Four programs enter into one session at once, a fifth follows: none lost, none doubled, all see the same list."""

import json
import multiprocessing
from collections.abc import Iterable
from hashlib import sha256
from multiprocessing.connection import Connection, wait
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from companion.session import Library, Session
from companion.storage.errors import FileError, Overtaken
from tests.support import PATIENCE, header, shown

ORDINARY, LONG = 160, 2_000
WRITERS = 4
PLAYERS = ("Anton", "Beate", "Claus")


class Seen(NamedTuple):
    """What one program has at the end."""

    entries: int
    digest: str
    overtaken: int = 0


def seen(session: Session, overtaken: int = 0) -> Seen:
    text = json.dumps([shown(session), [str(sorted(one.items())) for one in blocks_of(session)]])
    return Seen(session.entry_count, sha256(text.encode()).hexdigest(), overtaken)


def blocks_of(session: Session) -> list[dict[str, Any]]:
    return [dict(block) for block in session.record.blocks]


def entry_of(writer: int, number: int) -> dict[str, Any]:
    """Money that cannot be booked twice unnoticed, under a reason that nobody else has."""
    player = PLAYERS[(writer + number) % len(PLAYERS)]
    return {"player": player, "amount": 1000 + writer, "reason": f"{writer} {number}", "do": "adjust"}


def write(path: Path, writer: int, count: int, start: Any, booked: Connection, done: Connection) -> None:
    session, overtaken = Library().open(path), 0
    start.wait(PATIENCE)
    for number in range(count):
        while True:
            session.follow()
            try:
                session.enter(entry_of(writer, number))
                break
            except Overtaken:
                overtaken += 1
            except FileError as fault:
                if (
                    fault.message.key != "save.busy"
                ):  # then the machine has much to do: anybody would try again
                    raise
        booked.send_bytes(b".")
    booked.send_bytes(b"")
    done.recv()
    session.follow()
    done.send(seen(session, overtaken))


def follow(path: Path, sources: list[Connection], done: Connection) -> None:
    """Whatever was acknowledged is there when the file is looked at next."""
    session, acknowledged = Library().open(path), 0
    while sources:
        ready = wait(sources, PATIENCE)
        assert ready, "nobody books any more, and not all are done"
        for source in ready:
            assert isinstance(source, Connection)
            if source.recv_bytes():
                acknowledged += 1
            else:
                sources.remove(source)
        session.follow()
        assert session.entry_count >= acknowledged, f"{session.entry_count} seen, {acknowledged} acknowledged"
    done.send(seen(session))


def received(end: Connection, programs: Iterable[Any]) -> Any:
    """What a program says, as long as none of them has failed."""
    while not end.poll(0.5):
        assert not any(one.exitcode for one in programs), "a program ended with a fault of its own"
    return end.recv()


def write_together(path: Path, entries: int) -> str:
    """Figures of one run; AssertionError where an entry is lost, doubled, or seen otherwise."""
    Library().create(path, header(PLAYERS))
    processes, began = multiprocessing.get_context("fork"), monotonic()
    start, share = processes.Barrier(WRITERS), entries // WRITERS
    pipes, ends, children = [processes.Pipe(False) for _ in range(WRITERS)], list[Connection](), []
    for writer, (_, booked) in enumerate(pipes):
        ours, theirs = processes.Pipe()
        ends.append(ours)
        children.append(processes.Process(target=write, args=(path, writer, share, start, booked, theirs)))
    ours, theirs = processes.Pipe()
    ends.append(ours)
    children.append(processes.Process(target=follow, args=(path, [source for source, _ in pipes], theirs)))
    for child in children:
        child.start()
    try:
        follower = received(ends[-1], children)
        for end in ends[:-1]:
            end.send("all is written")
        found = [*(received(end, children) for end in ends[:-1]), follower]
        for child in children:
            child.join(PATIENCE)
    finally:
        for child in children:
            child.kill()
            child.join()
    there = Library().read(path)
    reasons = sorted(block["reason"] for block in blocks_of(there))
    assert reasons == sorted(f"{writer} {number}" for writer in range(WRITERS) for number in range(share))
    assert {(one.entries, one.digest) for one in found} == {seen(there)[:2]}
    overtaken, took = sum(one.overtaken for one in found), monotonic() - began
    figures = f"{WRITERS} writers, {there.entry_count} entries, none lost, none doubled"
    return f"{figures}, {overtaken} times overtaken, {took:.0f} s"


def run(count: int, seed: int) -> Iterable[str]:
    with TemporaryDirectory() as folder:
        yield write_together(Path(folder) / "session.toml", count)
