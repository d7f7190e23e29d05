"""Rename something in every entry: choose the wrong name, type the new one, see what changes."""

from functools import partial

from companion.core.errors import Refusal, refusal
from companion.core.messages import Message, say
from companion.core.names import tidy
from companion.desk.desk import Desk
from companion.games.models import PLAYER
from companion.pages.effects import OPEN_ROWS, AskLine, AtDesk, CallHere, Effect, link
from companion.pages.page import CHOOSING, Page, Row, RowList
from companion.pages.view import SessionView
from companion.report.spans import Span
from companion.session import Session, renaming
from companion.session.board_notes import checked_name
from companion.session.renaming import NotedName


def page(view: SessionView, number: int) -> Page:
    rows = []
    for key, named in zip(CHOOSING, renaming.names_in(view.record, number), strict=False):
        kind = "screen.rename-player" if named.page == PLAYER else "screen.rename-thing"
        count = len(_used_places(view.session, named))
        label = view.word(kind, name=named.name, kind=named.kind, count=count)
        then = CallHere(lambda: None, closes=True)
        rows.append(Row((Span(label),), key, ask_name(view.session, named, then), (Span(f"{key} ", "key"),)))
    title, helps = view.word("screen.rename-which"), ("listing", "typed-enter", "list-arrows")
    return Page(title, [RowList(rows)], OPEN_ROWS, help=helps, digits=len(rows))


def ask_new_name(view: SessionView, number: int) -> Effect | None:
    """Ask for a new name for something an entry names, first which if several; None if it names nothing."""
    names = renaming.names_in(view.record, number)
    if len(names) > 1:
        return link("rename", number=number)
    return ask_name(view.session, names[0]) if names else None


def ask_name(session: Session, named: NotedName, then: Effect | None = None) -> AskLine:
    """Ask for a new name; `then` follows if only the board notes change."""

    def take(typed: str) -> Effect | None:
        return rename_effect(session, named, typed) or then

    return AskLine(say("screen.rename", name=named.name), take, partial(_changes, session, named), named.name)


def rename_effect(session: Session, named: NotedName, typed: str) -> AtDesk | None:
    """Return the correction to offer, None if only notes changed. Raise Refusal or FileError if it fails."""
    new = checked_name(typed)
    if session.is_read_only:
        raise refusal("save.read-only-entry")
    if new == named.name:
        raise refusal("screen.rename-same", name=new)
    block = renaming.rename_block(session.record, named, new)
    if block is None:
        renaming.rename_in_notes(session.session_notes, named, new)
        return None
    against = session.preview(block)
    if named.page == PLAYER and against.violations and against.tried is None:
        raise Refusal(*against.violations)
    count = len(_used_places(session, named))
    return AtDesk(lambda desk: desk.offer(block, lambda: _mend(desk, named, new, count)))


def _used_places(session: Session, named: NotedName) -> tuple[int, ...]:
    return tuple(map(session.record.visible_number, renaming.where_used(session.record).get(named.key, ())))


def _changes(session: Session, named: NotedName, typed: str) -> list[Message]:
    places, found = _used_places(session, named), []
    if renaming.is_in_position(session.record, named):
        found.append(say("screen.rename-in-position"))
    elif places:
        found.append(say("screen.rename-used", places=places, count=len(places)))
    elif named.page != PLAYER:
        found.append(say("screen.rename-book-only"))
    new = NotedName(named.page, tidy(typed))
    is_other = named.page != PLAYER and new.key != named.key
    if is_other and renaming.is_known(session.record, session.board_notes, new):
        is_numbered = renaming.is_numbered(session.board_notes, named)
        key = "screen.rename-same-name" if is_numbered else "screen.rename-joins"
        found.append(say(key, name=new.name))
    return found


def _mend(desk: Desk, named: NotedName, new: str, count: int) -> None:
    """Report the renaming and rename in the board notes; report it if these can't be written."""
    key = "screen.renamed-player" if named.page == PLAYER else "screen.renamed"
    desk.tell([say(key, name=named.name, new=new, count=count)], "good")
    if named.page == PLAYER:
        return
    notes = desk.session.session_notes
    if unwritten := notes.rename_with(desk.record.entry_count, named.page, named.name, new):
        desk.tell([unwritten])
