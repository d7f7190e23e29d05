"""What is done with every entry in a session of many entries, beside the same in one of few.

    python -m bench.growing [entries]

Booking, undo, redo, and the change of an entry ten back; and a durable append beside a bare append + fsync of the same
bytes. Floor and ours are measured in turns, so that a noisy machine disturbs both alike.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from companion.games.registry import engines
from companion.session import Library, Session
from companion.storage.disk import RealDisk
from companion.storage.saves import open_save
from tests.random_play.long import FIRST, long_text
from tests.support import SHIPPED

ROUNDS = 15
MANY = 5_000
UNDO, REDO = {"do": "undo"}, {"do": "redo"}


class Row(NamedTuple):
    """One bar: pairs of seconds, first what it is compared with, then ours."""

    name: str
    bar: float
    pairs: list[tuple[float, float]]

    @property
    def ratio(self) -> float:
        return statistics.median(ours / floor for floor, ours in self.pairs)


def cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def opened(game: str, entries: int, folder: Path) -> Session:
    """A session on this machine's disk; the time that the disk itself takes is nobody's CPU time."""
    patch.stopall()  # tests read small files only once
    path = folder / f"{game}-{entries}.toml"
    path.write_text(long_text(game, entries))
    return Library(RealDisk(), tuple(SHIPPED)).open(path)


def _change(session: Session, back: int = 10) -> dict[str, object]:
    """Another note on an entry so many back, which leaves all behind it playing."""
    number = session.record.numbers[-back]
    action = {**session.record.blocks[number - 1], "note": f"so it was {session.entry_count}"}
    action.pop("at", None)
    return {"entry": number, "action": action, "do": "amend"}


def rows(game: str, entries: int = MANY, rounds: int = ROUNDS) -> list[Row]:
    """What is done without a screen."""
    bookings, undone, redone, changes = (list[tuple[float, float]]() for _ in range(4))
    with TemporaryDirectory() as folder:
        few, some, many = (opened(game, count, Path(folder)) for count in (50, 200, entries))
        for _ in range(rounds):
            booked = cpu(partial(many.enter, FIRST))
            bookings.append((cpu(partial(few.enter, FIRST)), booked))
            undone.append((cpu(partial(some.enter, UNDO)), cpu(partial(many.enter, UNDO))))
            redone.append((cpu(partial(some.enter, REDO)), cpu(partial(many.enter, REDO))))
            changes.append((booked, cpu(partial(many.enter, _change(many)))))
        for session in (few, some, many):
            session.close()
    return [
        Row(f"{game}: enter at {entries}, beside 50", 1.2, bookings),
        Row(f"{game}: undo at {entries}, beside 200", 1.5, undone),
        Row(f"{game}: redo at {entries}, beside 200", 1.5, redone),
        Row(f"{game}: change of an entry 10 back at {entries}, beside a booking", 3, changes),
    ]


def append_rows(rounds: int = ROUNDS) -> list[Row]:
    """A durable append on this machine's disk, beside a bare append and fsync of the same bytes."""
    found = []
    for entries in (50, 500, MANY):
        with TemporaryDirectory() as folder:
            path, bare = Path(folder, "session.toml"), Path(folder, "bare")
            for one in (path, bare):  # as long as the other: some disks take longer over a long file
                one.write_text(long_text("stephensons-rocket", entries))
            save = open_save(RealDisk(), path)
            pairs = []
            for _ in range(rounds):
                before = path.stat().st_size
                ours = seconds(partial(save.append, FIRST, "a comment", list))
                content = path.read_bytes()[before:]
                pairs.append((seconds(partial(_bare_append, bare, content)), ours))
            save.close()
            found.append(Row(f"durable append at {entries}", 2, pairs))
    return found


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _bare_append(path: Path, content: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(file, content)
    os.fsync(file)
    os.close(file)


def main(entries: int) -> None:
    for row in (*append_rows(), *(row for game in engines() for row in rows(game, entries))):
        print(f"{row.name}: {row.ratio:.2f} x (bar {row.bar})", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MANY)
