"""What is done with every entry behind many entries, beside the same behind few; a durable append beside a bare one.

Without a screen, on this machine's disk. Booking, undo, redo and a change are counted in CPU time, which the disk takes
none of; appends as they are waited for.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.long_sessions import FIRST
from bench.measuring import Row, cpu_milliseconds, in_turns, milliseconds
from bench.sessions import GAMES, text, written
from companion.core.upgrading import unchanged
from companion.session import Library, Session
from companion.storage.disk import Disk
from companion.storage.saves import open_save
from tests.support import SHIPPED

MANY = 5000
UNDO, REDO = {"do": "undo"}, {"do": "redo"}


def rows() -> Iterator[Row]:
    for game in GAMES:
        yield from _entered(game)
    for entries in (50, 500, MANY):
        yield _appended(entries)


def _change(session: Session, back: int = 10) -> dict[str, object]:
    """Another note on an entry so many back, which leaves all behind it playing."""
    number = session.record.numbers[-back]
    action = {**session.record.blocks[number - 1], "note": f"so it was {session.entry_count}"}
    action.pop("at", None)
    return {"entry": number, "action": action, "do": "amend"}


def _entered(game: str) -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        library = Library(Disk(), tuple(SHIPPED))
        few, some, many = (library.open(written(Path(folder), game, count)) for count in (50, 200, MANY))

        def entering(session: Session, block: Mapping[str, object]) -> Callable[[], float]:
            return partial(cpu_milliseconds, partial(session.enter, block))

        doings = [entering(one, block) for block in (FIRST, UNDO, REDO) for one in (few, some, many)]
        times = in_turns(*doings, lambda: cpu_milliseconds(partial(many.enter, _change(many))))
        for session in (few, some, many):
            session.close()
    (booked, _, booked_late, _, undone, undone_late, _, redone, redone_late, changed) = times
    yield Row(f"Session.enter at {MANY} entries, {game}", "the same at 50", 1.2, booked, booked_late)
    yield Row(f"undo at {MANY} entries, {game}, no screen", "the same at 200", 1.5, undone, undone_late)
    yield Row(f"redo at {MANY} entries, {game}, no screen", "the same at 200", 1.5, redone, redone_late)
    yield Row(f"change of an entry 10 back at {MANY}, {game}", "a booking there", 3, booked_late, changed)


def _appended(entries: int) -> Row:
    with TemporaryDirectory() as folder:
        path, bare = Path(folder, "session.toml"), Path(folder, "bare")
        for one in (path, bare):  # as long as one another: what a disk takes for it may differ
            one.write_text(text("stephensons-rocket", entries))
        save = open_save(Disk(), path, unchanged)
        sizes = [path.stat().st_size]

        def durable() -> float:
            sizes.append(path.stat().st_size)
            return milliseconds(partial(save.append, FIRST, "a comment", list))

        def plain() -> float:
            return milliseconds(partial(_bare_append, bare, path.read_bytes()[sizes[-1] :]))

        ours, floors = in_turns(durable, plain, rounds=41)
        save.close()
    return Row(f"durable append at {entries} entries", "append and fsync of the same bytes", 2, floors, ours)


def _bare_append(path: Path, content: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(file, content)
    os.fsync(file)
    os.close(file)
