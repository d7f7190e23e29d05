"""Something to be called otherwise: what that would do, said before it is done; then offered at the table."""

from collections.abc import Callable

from companion.core.errors import Refusal, refused
from companion.core.messages import Message, say
from companion.core.names import tidy
from companion.desk.desk import Desk
from companion.games.models import PLAYER
from companion.session.copybook import checked_name
from companion.session.renaming import (
    Named,
    begins_with,
    is_known,
    is_numbered,
    mend,
    renaming,
    where_used,
)
from companion.storage.errors import FileError
from companion.tui.models.table import TableModel

Correct = Callable[[Callable[[Desk], None]], None]
"""Goes back to the table and does something there."""


def used_places(model: TableModel, named: Named) -> tuple[int, ...]:
    """The entries that hold a name, as a screen counts them."""
    record = model.session.record
    return tuple(record.places_of(where_used(record).get(named.key, ())))


def label(model: TableModel, named: Named) -> Message:
    """What it is and how often it was entered."""
    count = len(used_places(model, named))
    key = "screen.rename-player" if named.page == PLAYER else "screen.rename-thing"
    return say(key, name=named.name, kind=named.kind, count=count)


def foreseen(model: TableModel, named: Named, typed: str) -> list[Message]:
    """Where the name stands, and what becomes of it under the new one."""
    session, places = model.session, used_places(model, named)
    found = []
    if begins_with(session.record, named):
        found.append(say("screen.rename-in-position"))
    elif places:
        found.append(say("screen.rename-used", places=places, count=len(places)))
    elif named.page != PLAYER:
        found.append(say("screen.rename-book-only"))
    new = Named(named.page, tidy(typed))
    if named.page != PLAYER and new.key != named.key and is_known(session.record, session.book, new):
        key = "screen.rename-same-name" if is_numbered(session.book, named) else "screen.rename-joins"
        found.append(say(key, name=new.name))
    return found


def call_otherwise(model: TableModel, named: Named, typed: str, correct: Correct) -> None:
    """Goes to the table and offers the correction there; where no entry is concerned, only the book is changed.

    Refusal or FileError leave everything as it was.
    """
    session, new = model.session, checked_name(typed)
    if session.is_read_only:
        raise refused("save.read-only-entry")
    if new == named.name:
        raise refused("screen.rename-same", name=new)
    block = renaming(session.record, named, new)
    if block is None:
        mend(session.copybook, named, new)
        model.version += 1
    else:
        against = session.preview(block)
        if named.page == PLAYER and against.violations and against.tried is None:
            raise Refusal(*against.violations)
        count = len(used_places(model, named))
        correct(lambda table: table.offer(block, lambda: _mend(table, named, new, count)))


def _mend(model: Desk, named: Named, new: str, count: int) -> None:
    """Says what was renamed, and mends the copy book; what keeps that from being mended takes nothing back."""
    key = "screen.renamed-player" if named.page == PLAYER else "screen.renamed"
    model.tell([say(key, name=named.name, new=new, count=count)], "good")
    if named.page == PLAYER or not model.session.copybook.is_kept:
        return
    try:
        mend(model.session.copybook, named, new)
        model.version += 1
    except (Refusal, FileError) as against:
        model.tell([say("screen.rename-not-in-book", name=named.name, reason=against.message)])
