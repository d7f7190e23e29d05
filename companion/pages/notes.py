"""The board notes: what was learned, where it is used here, and how to edit it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from companion.core.board_notes import BoardNotes, Facts, Lesson, learn
from companion.core.errors import refusal
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.pages.effects import AskLine, CallHere, Effect, Open, PageCommand, ReplacePage, link
from companion.pages.entry import headlines
from companion.pages.page import Page, Row, RowList
from companion.pages.rename import ask_name, rename_effect
from companion.pages.view import SessionView
from companion.report.entries import fact_sentences
from companion.report.spans import Key, Paragraph, Span
from companion.session import Session
from companion.session.board_notes import checked_name
from companion.session.record import Record
from companion.session.renaming import NotedName, display_name, where_used

HELP = ("book", "list-arrows")


class BoardNote(NamedTuple):
    page: str
    name: str
    facts: Facts

    @property
    def key(self) -> str:
        return f"{self.page}:{self.name}"

    @property
    def noted_name(self) -> NotedName:
        return NotedName(self.page, display_name(self.name, self.facts))

    @property
    def title(self) -> str:
        name = self.noted_name.name
        return name if name == self.name else f"{self.name} {name}"


def page(view: SessionView, merge: str = "", note: str = "") -> Page:
    """All board notes, or one `note`. With `merge`, opening another note merges the two."""
    session = view.session
    told = session.record.game.colourable_pieces()
    by_hand = {one.page for one in told}
    lessons = learn(BoardNotes(), (*told, *session.board_notes.lessons())).lessons()
    in_order = sorted(lessons, key=lambda one: one.page in by_hand)  # colourable pieces last
    notes = {one.key: one for one in (BoardNote(*lesson) for lesson in in_order)}
    merged, used, rows = notes.get(merge), where_used(session.record), list[Row]()
    if note in notes:
        entries = headlines(view, used.get(notes[note].noted_name.key, ()))
        return Page(_title(view, notes[note]), [_text(view, notes[note], used), *entries])
    for key, one in notes.items():
        kind, _, part = one.page.partition("/")
        heading = view.word("screen.book-part" if part else "screen.book-kind", kind=kind, part=part)
        opens = CallHere(partial(_merge, session, merged, one)) if merged else link("notes", note=key)
        rows.append(Row(_text(view, one, used).line, key, opens, heading=heading))
    blocks = [RowList(rows)] if rows else [view.text("screen.no-book", "muted")]
    title = view.word("screen.book")
    if merged is None:
        return Page(title, blocks, _commands(view, notes), help=HELP)
    question = "screen.book-same-name" if "name" in merged.facts else "screen.book-merge"
    asked = view.text(question, "warn", name=merged.title)
    commands = [PageCommand("book.open", Open(), label="book.merge")]
    commands += [PageCommand("book.merge", Open(), is_hinted=False)]
    return Page(title, blocks, commands, [asked], help=HELP, back=link("notes"))


def _text(view: SessionView, one: BoardNote, used: Mapping[tuple[str, str], list[int]]) -> Paragraph:
    told = fact_sentences(view.record.game.engine, one.facts, view.speaker)
    places = tuple(map(view.record.visible_number, used.get(one.noted_name.key, ())))
    told = [*told, view.word("screen.book-used", places=places)] if places else told
    return Paragraph((Span(f"  {_title(view, one)}", "strong"), Span("".join(f" · {part}" for part in told))))


def _title(view: SessionView, one: BoardNote) -> str:
    return one.title if "name" in one.facts else view.speaker.name(one.name)


def _commands(view: SessionView, notes: Mapping[str, BoardNote]) -> list[PageCommand]:
    """Offer every command, so that an unusable one says why; hint only at usable ones."""
    session = view.session
    is_read_only = session.is_read_only or not session.session_notes.is_kept

    def changing(command: str, change: Callable[[SessionView, BoardNote], Effect]) -> PageCommand:
        def effect(key: Key) -> Effect:
            if is_read_only:
                raise refusal("copybook.look-only")
            if not notes:
                raise refusal("screen.no-book")
            return change(view, notes[str(key)])

        can_be = command != "book.colour" or bool(session.record.game.colourable_pieces())
        return PageCommand(command, effect, can_be and not is_read_only)

    changes = {"rename": _rename, "merge": _choose_other, "forget": _forget, "colour": _colour}
    return [PageCommand("book.open", Open()), *(changing(f"book.{key}", one) for key, one in changes.items())]


def _rename(view: SessionView, one: BoardNote) -> Effect:
    if _is_among(view.record.game.nameable_pieces(), one):
        return AskLine(say("screen.note-name", name=one.name), partial(_note, view.session, one, "name"))
    _check_not_printed(view.record, one)
    return ask_name(view.session, one.noted_name)


def _colour(view: SessionView, one: BoardNote) -> Effect:
    if not _is_among(view.record.game.colourable_pieces(), one):
        raise refusal("screen.book-no-colour", name=one.title)
    return AskLine(say("screen.note-colour", name=one.name), partial(_note, view.session, one, "colour"))


def _is_among(told: Sequence[Lesson], one: BoardNote) -> bool:
    return any((other.page, other.name) == (one.page, one.name) for other in told)


def _check_not_printed(record: Record, one: BoardNote) -> None:
    """Raise Refusal if the ruleset prints this name and no entry uses it."""
    printed = (*record.game.printed_names(record.state), *record.game.colourable_pieces())
    is_printed = any((own.page, fold(own.name)) == (one.page, fold(one.name)) for own in printed)
    if is_printed and one.noted_name.key not in where_used(record):
        raise refusal("screen.book-printed", name=one.title)


def _note(session: Session, one: BoardNote, fact: str, typed: str) -> None:
    session.session_notes.note(one.page, one.name, {fact: checked_name(typed)})


def _choose_other(view: SessionView, one: BoardNote) -> Effect:
    _check_not_printed(view.record, one)
    return ReplacePage(link("notes", merge=one.key))


def _merge(session: Session, one: BoardNote, other: BoardNote) -> Effect:
    if other.page != one.page:
        raise refusal("screen.book-other-kind", name=one.title, kind=one.noted_name.kind)
    if other == one:
        raise refusal("copybook.merged-with-itself", name=one.title)
    return rename_effect(session, one.noted_name, other.noted_name.name) or ReplacePage(link("notes"))


def _forget(view: SessionView, one: BoardNote) -> Effect:
    def forget() -> Message:
        view.session.session_notes.forget(one.page, one.name)
        return say("screen.book-forgotten", name=one.title)

    return CallHere(forget, say("screen.book-forget", name=one.title, key=view.key("book.forget")))
