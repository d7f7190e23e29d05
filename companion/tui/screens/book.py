"""The copy book: what was learned, where it was used here, and how it is put in order by hand."""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual.binding import BindingType

from companion.core.copybook import Facts, learn
from companion.core.errors import Refusal, refused
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.draw.log import whole_entry
from companion.pages.commands import (
    BOOK,
    PAGE,
    Command,
    Commands,
)
from companion.report.entries import facts_said
from companion.report.spans import Line, Span, folded_line, folded_spans
from companion.session import Session
from companion.session.copybook import checked_name
from companion.session.renaming import Named, display_name, where_used
from companion.storage.errors import FileError
from companion.tui.keymap import (
    bindings_of,
    shown,
)
from companion.tui.models.renaming import Correct, call_otherwise
from companion.tui.models.table import TableModel
from companion.tui.screens.listing import ListPage
from companion.tui.screens.page import Page
from companion.tui.screens.renaming import RenamingPage, TypedPage


class Row(NamedTuple):
    page: str
    key: str
    """Under which the book has it: a name, a number, a letter."""
    facts: Facts

    @property
    def named(self) -> Named:
        return Named(self.page, display_name(self.key, self.facts))

    @property
    def shown(self) -> str:
        name = self.named.name
        return name if name == self.key else f"{self.key} {name}"


def is_told(session: Session, row: Row) -> bool:
    """Whether the table names and colours it by hand."""
    return any((one.page, one.name) == (row.page, row.key) for one in session.game.names_to_tell())


def rows_of(session: Session) -> list[Row]:
    """What the book has, page by page, and what the table may name there."""
    told = learn(session.book, session.game.names_to_tell())
    return [Row(*lesson) for lesson in told.lessons()]


def _answered(action: "Callable[[BookPage], None]") -> "Callable[[BookPage], None]":
    """A command of the page: what speaks against it is said, then the page shows what became of it."""

    def answered(page: "BookPage") -> None:
        page.said = None
        try:
            action(page)
        except (Refusal, FileError) as against:
            page.wish, page.said = None, against.message
        if page.is_current:
            page.redraw()

    return answered


class BookPage(ListPage):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(BOOK)
    OWN_COMMANDS: ClassVar[Commands] = (*BOOK, *PAGE)
    HINTS: ClassVar[Commands] = (*BOOK, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("book", "list-arrows")

    def __init__(self, model: TableModel, correct: Correct) -> None:
        title, nothing = (model.speaker.say(say(key)) for key in ("screen.book", "screen.no-book"))
        super().__init__(title, nothing)
        self._model, self._session, self._correct = model, model.session, correct
        self.said: Message | None = None
        """What the last key came to, or what it asks."""
        self.wish: tuple[str, Row] | None = None
        """What is to be merged with another one, or forgotten."""

    def on_screen_resume(self) -> None:
        self.redraw()

    def show_news(self) -> None:
        """What was to be done with a row is asked again: the mark may stand on another one."""
        self.wish = self.said = None
        self.redraw()

    # What is shown

    def hinted(self) -> list[Command]:
        """Without what cannot be done here; while something is to be merged, only that."""
        if self.wish is not None and self.wish[0] == "merge":
            return [BOOK[0]._replace(action="merge"), *(one for one in PAGE if one.is_hinted)]
        left_out = {"book.colour"} if not self._session.game.names_to_tell() else set()
        if self._is_read_only:
            left_out = {one.id for one in BOOK if one.id != "book.open"}
        return [one for one in super().hinted() if one.id not in left_out]

    @property
    def _is_read_only(self) -> bool:
        return self._session.is_read_only or not self._session.copybook.is_kept

    def head(self, lines: Sequence[Line]) -> None:
        width = max(1, self.size.width - 2)
        more = [] if self.said is None else folded_spans(self._model.speaker.say(self.said), width, "warn")
        super().head([*lines, *more])

    def rows(self, width: int) -> list[list[Line]]:
        used, found, before = where_used(self._session.record), list[list[Line]](), ""
        for row in rows_of(self._session):
            lines = folded_line(self._spans(row, used.get(row.named.key, ())), width)
            if row.page != before:
                kind, _, part = row.page.partition("/")
                key = "screen.book-part" if part else "screen.book-kind"
                lines = [(Span(self._model.speaker.say(say(key, kind=kind, part=part)), "heading"),), *lines]
            found.append(lines)
            before = row.page
        return found

    def _spans(self, row: Row, numbers: Sequence[int]) -> list[Span]:
        """What it is called, what is known of it, and which entries hold it."""
        told = facts_said(self._session.game.engine, row.facts, self._model.speaker)
        places = tuple(self._session.record.places_of(numbers)) if numbers else ()
        used = [self._model.speaker.say(say("screen.book-used", places=places))] if places else []
        more = "".join(f" · {one}" for one in (*told, *used))
        return [Span(f"  {row.shown}", "strong"), Span(more)]

    # What can be done

    def _marked(self) -> Row:
        """The row that is marked; Refusal where there is none."""
        found = rows_of(self._session)
        if not found:
            raise refused("screen.no-book")
        return found[self.place]

    def _changed(self) -> Row:
        """The same, to be changed; Refusal where that cannot be."""
        if self._is_read_only:
            raise refused("copybook.look-only")
        return self._marked()

    def _renamed(self) -> Row:
        """The same, to be called otherwise; Refusal for what the ruleset itself calls so."""
        row = self._changed()
        printed = self._session.game.printed(self._session.state)
        own = (*printed, *self._session.game.names_to_tell())
        is_own = any((one.page, fold(one.name)) == (row.page, fold(row.key)) for one in own)
        if is_own and row.named.key not in where_used(self._session.record):
            raise refused("screen.book-printed", name=row.shown)
        return row

    def mark(self, place: int) -> None:
        if self.wish is not None and self.wish[0] == "forget":
            self.wish = self.said = None
        super().mark(place)

    @_answered
    def action_open(self) -> None:
        if self.wish is not None and self.wish[0] == "merge":
            self._merge(self.wish[1])
        else:
            row = self._marked()
            self.app.push_screen(Page(row.shown, lambda width: self._details(row, width)))

    def _details(self, row: Row, width: int) -> list[Line]:
        """All that is known of it, and every entry that holds it."""
        numbers = dict.fromkeys(where_used(self._session.record).get(row.named.key, []))
        lines = folded_line(self._spans(row, list(numbers)), width)
        for step, text in zip(self._session.steps, self._model.step_lines.since(), strict=True):
            lines += whole_entry(self._model, step, text, width) if step.number in numbers else []
        return lines

    @_answered
    def action_rename(self) -> None:
        if is_told(self._session, self._changed()):
            self.app.push_screen(NotePage(self._model, self._changed(), "name"))
        else:
            self.app.push_screen(RenamingPage(self._model, [self._renamed().named], self._correct))

    @_answered
    def action_colour(self) -> None:
        row = self._changed()
        if not is_told(self._session, row):
            raise refused("screen.book-no-colour", name=row.shown)
        self.app.push_screen(NotePage(self._model, row, "colour"))

    @_answered
    def action_merge(self) -> None:
        if self.wish is not None and self.wish[0] == "merge":
            self._merge(self.wish[1])
        else:
            row = self._renamed()
            key = "screen.book-same-name" if "name" in row.facts else "screen.book-merge"
            self.wish, self.said = ("merge", row), say(key, name=row.shown)

    def _merge(self, row: Row) -> None:
        other = self._marked()
        if other.page != row.page:
            raise refused("screen.book-other-kind", name=row.shown, kind=row.named.kind)
        if other == row:
            raise refused("copybook.merged-with-itself", name=row.shown)
        self.wish = None
        call_otherwise(self._model, row.named, other.named.name, self._correct)

    @_answered
    def action_forget(self) -> None:
        row = self._changed()
        if self.wish == ("forget", row):
            self.wish = None
            self._session.copybook.forget(row.page, row.key)
            self._model.version += 1
            self.said = say("screen.book-forgotten", name=row.shown)
        else:
            key = shown(self.host.keys["book.forget"], self.host.speaker)
            self.wish, self.said = ("forget", row), say("screen.book-forget", name=row.shown, key=key)

    @_answered
    def action_close(self) -> None:
        if self.wish is None:
            self.dismiss()
        self.wish = None


class NotePage(TypedPage):
    """What is printed and no entry says: the name or the colour of something."""

    def __init__(self, model: TableModel, row: Row, fact: str) -> None:
        key = {"name": "screen.note-name", "colour": "screen.note-colour"}[fact]
        super().__init__(model.speaker, say(key, name=row.key))
        self.model, self._row, self._fact = model, row, fact

    def taken(self, typed: str) -> None:
        told = {self._fact: checked_name(typed)}
        self.model.session.copybook.note(self._row.page, self._row.key, told)
        self.model.version += 1
        self.dismiss()
