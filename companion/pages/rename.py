"""Rename something in every entry: choose the wrong name, type the new one, see what changes."""

from functools import partial

from companion.core.errors import refusal
from companion.core.messages import Message, say
from companion.core.names import tidy
from companion.desk.states import RenameInNotes
from companion.pages.effects import OPEN_ROW, AskLine, AtDesk, CallHere, Effect, RunCommand, link
from companion.pages.page import CHOOSING, Page, Row, RowList
from companion.pages.session_view import SessionView
from companion.report.spans import Span
from companion.session import Session, renaming
from companion.session.board_notes import checked_name
from companion.session.renaming import NotedName


def page(view: SessionView, number: int) -> Page:
    rows = []
    for key, named in zip(CHOOSING, renaming.names_in(view.record, number), strict=False):
        count = len(_used_places(view.session, named))
        label = view.word("screen.rename-thing", name=named.name, kind=named.kind, count=count)
        then = CallHere(lambda: None, closes=True)
        rows.append(Row((Span(label),), key, ask_name(view.session, named, then), (Span(f"{key} ", "key"),)))
    return Page(view.word("screen.rename-which"), [RowList(rows)], [OPEN_ROW], digits=len(rows))


def ask_new_name(view: SessionView, number: int) -> Effect:
    """Ask for a new name for something an entry names, first which if several; players have their own page."""
    names = renaming.names_in(view.record, number)
    if len(names) > 1:
        return link("rename", number=number)
    return ask_name(view.session, names[0]) if names else RunCommand("table.players")


def ask_name(session: Session, named: NotedName, then: Effect | None = None) -> AskLine:
    """Ask for a new name; `then` follows if only the board notes change."""

    def take(typed: str) -> Effect | None:
        return rename_effect(session, named, typed) or then

    return AskLine(say("screen.rename", name=named.name), take, partial(_changes, session, named), named.name)


def rename_effect(session: Session, named: NotedName, typed: str) -> AtDesk | None:
    """Return the correction to offer, None if only notes changed. Raise Refusal or FileError if it fails."""
    new = checked_name(typed)
    if new == named.name:
        raise refusal("screen.rename-same", name=new)
    block = renaming.rename_block(session.record, named, new)
    if block is None:
        renaming.rename_in_notes(session.session_notes, named, new)
        return None
    if session.is_read_only:
        raise refusal("save.read-only-entry")
    return AtDesk(lambda desk: desk.offer(block, RenameInNotes(named, new)))


def _used_places(session: Session, named: NotedName) -> tuple[int, ...]:
    return tuple(map(session.record.visible_number, renaming.where_used(session.record).get(named.key, ())))


def _changes(session: Session, named: NotedName, typed: str) -> list[Message]:
    places, messages = _used_places(session, named), []
    if renaming.is_in_position(session.record, named):
        messages.append(say("screen.rename-in-position"))
    elif places:
        messages.append(say("screen.rename-used", places=places, count=len(places)))
    else:
        messages.append(say("screen.rename-board-notes-only"))
    new = NotedName(named.page, tidy(typed))
    if new.key != named.key and renaming.is_known(session.record, session.board_notes, new):
        is_numbered = renaming.is_numbered(session.board_notes, named)
        key = "screen.rename-same-name" if is_numbered else "screen.rename-joins"
        messages.append(say(key, name=new.name))
    return messages
