"""All entries of the corrected game with the table as it was after each; any of them opens, and can be corrected."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from companion.core.messages import say
from companion.draw.receipt import receipt_lines
from companion.draw.scores import score_lines
from companion.draw.tables import Known, arranged, drawn, every_table, frame_of
from companion.pages.commands import (
    ENTRIES,
    HISTORY,
    PAGE,
    Command,
    Commands,
)
from companion.report.drawing import player_look
from companion.report.spans import Line, Span, cut, folded_spans, rule, span_width, stripped
from companion.session.renaming import names_in
from companion.tui.draw.heading import clock_spans
from companion.tui.keymap import (
    bindings_of,
    keys_in,
)
from companion.tui.models.history import HistoryModel, Row
from companion.tui.models.renaming import Correct
from companion.tui.models.table import TableModel
from companion.tui.screens.layout import layout_of
from companion.tui.screens.listing import ListPage
from companion.tui.screens.page import Page
from companion.tui.screens.renaming import RenamingPage
from companion.tui.widgets.lines import Lines

GAP = 2


def history_rows(history: HistoryModel, width: int) -> list[list[Line]]:
    """Each entry in one line: when, which, who, what, and what it moved; above it the part of the game it begins."""
    said = history.table.speaker.say
    found: list[list[Line]] = []
    chapter = None
    for row in history.rows:
        lines: list[Line] = []
        if row.chapter is not None and row.chapter != chapter:
            lines = [cut([Span(said(row.chapter), "heading")], width)]
        found.append([*lines, _row(history.table, row, width)])
        chapter = row.chapter
    return found


def _row(model: TableModel, row: Row, width: int) -> Line:
    left = [Span(f"{row.time:5} " if row.time and width >= 60 else "", "muted")]
    left += [Span(f"{row.place:3} " if row.place else "", "muted")]
    left += [Span(f"{row.by} ", player_look(row.by))] if row.by is not None else []
    left += [Span(row.text, "notation")]
    right = [Span(f" ({model.speaker.say(say('screen.ruled'))})", "warn")] if row.is_ruled else []
    for name, gain in row.gains.items():
        letter = model.letters.get(name, "?") if name in model.letters else name
        right += [Span(f" {letter} ", player_look(name)), Span(model.speaker.signed(gain))]
    room = width - span_width(right) - GAP
    if room < width // 3:  # what is entered comes before what it moved
        right, room = [], width
    text = stripped(cut(left, room))
    return (*text, Span(" " * (width - span_width(text) - span_width(right))), *right)


def beside_lines(model: TableModel, place: int, width: int, height: int, known: Known) -> list[Line]:
    """Scores and tables of a game as it was; nothing can be entered there."""
    title = model.speaker.say(say("screen.as-of", number=place))
    head = [rule(title, model.speaker.say(say("screen.look-only")) if width >= 50 else "", width)]
    head += clock_spans(model, width)
    frame = frame_of(model, width, False, known)
    lines = [*head, *score_lines(model, width, frame)]
    room = height - len(lines)
    tables = arranged(model, width, room, False, known, frame)
    return [*lines, *drawn(model, tables, width, room)] if room > 0 else lines


def nothing_found(history: HistoryModel, width: int) -> list[Line]:
    key = "screen.nothing-found" if history.words else "screen.no-abandoned"
    key = key if history.words or history.is_abandoned else "screen.no-history"
    return folded_spans(history.table.speaker.say(say(key, words=history.words)), width, "muted")


_FOR_UNDONE = ("history.open", "history.change", "history.abandoned", "page.close")


class ReceiptPage(Page):
    """One entry in full; it can be corrected from here."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(ENTRIES)
    OWN_COMMANDS: ClassVar[Commands] = (*ENTRIES, *PAGE)
    HINTS: ClassVar[Commands] = (*ENTRIES, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("receipt", "page-arrows")

    def __init__(self, model: TableModel, number: int, correct: Correct) -> None:
        super().__init__("", self._lines)
        self._model, self._number, self._correct = model, number, correct

    def redraw(self) -> None:
        place = self._model.session.record.place_of(self._number)
        self._heading = (
            self._model.speaker.say(say("screen.receipt", number=place)) if place else self._heading
        )
        super().redraw()

    def _lines(self, width: int) -> list[Line]:
        gone = self._model.speaker.say(say("followed.gone"))
        return receipt_lines(self._model, self._number, width) or folded_spans(gone, width, "bad")

    def action_rename(self) -> None:
        names = names_in(self._model.session.record, self._number)
        if names:
            self.app.push_screen(RenamingPage(self._model, names, self._correct))

    def action_change_entry(self) -> None:
        self._correct(lambda model: model.change(self._number))

    def action_strike(self) -> None:
        self._correct(lambda model: model.strike(self._number))

    def action_insert(self) -> None:
        self._correct(lambda model: model.insert_before(self._number))


class HistoryPage(ListPage):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(HISTORY)
    OWN_COMMANDS: ClassVar[Commands] = (*HISTORY, *PAGE)
    HINTS: ClassVar[Commands] = (*HISTORY, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("history", "list-arrows")

    def __init__(self, model: TableModel, correct: Correct, marked: int | None = None) -> None:
        super().__init__("")
        self._model, self._correct, self._first_marked = model, correct, marked
        self._is_finding = False
        self._known = Known()
        self._here = marked
        """The entry that was marked when this was drawn."""
        self._drawn: tuple[object, ...] = ()
        """For what the rows were drawn."""
        self._beside: tuple[tuple[object, ...], list[Line]] = (), []
        """The table as it was at the marked entry, and for what it was drawn."""

    def on_mount(self) -> None:
        self.history = HistoryModel(self._model, self.host.zone)
        numbers = [row.number for row in self.history.rows]
        is_there = self._first_marked in numbers
        self.place = numbers.index(self._first_marked or 0) if is_there else len(numbers) - 1
        super().on_mount()

    def compose(self) -> ComposeResult:
        yield Lines("title")
        with Container(id="history"):
            content = Lines("content")
            content.can_focus = True
            yield content
            yield Lines("beside")
        yield Lines("hints")

    @property
    def marked_number(self) -> int | None:
        return None if self._row is None else self._row.number

    @property
    def _row(self) -> Row | None:
        rows = self.history.rows
        return rows[self.place] if rows and self.place < len(rows) else None

    def rows(self, width: int) -> list[list[Line]]:
        across, history, table = self._list_width, self.history, self._model
        room = width if across is None else across - 3
        wanted = (table.version, table.speaker, history.words, history.is_abandoned, room)
        if wanted != self._drawn:
            self._drawn, rows = wanted, history_rows(history, room)
            return rows
        return self._rows

    # Drawing

    def draw_anew(self) -> None:
        self._known = Known()
        super().draw_anew()

    def redraw(self) -> None:
        if not self.is_mounted or self.size.width < 1:
            return
        said = self._model.speaker.say
        self._heading = said(say("screen.abandoned" if self.history.is_abandoned else "screen.history"))
        if self._is_finding or self.history.words:
            cursor = "▏" if self._is_finding else ""
            self._heading = said(say("screen.finding", what=self._heading, words=self.history.words + cursor))
        super().redraw()
        if not self.history.rows:
            self._content.show(nothing_found(self.history, self.size.width - 3), self.host.palette)
        self._draw_beside()
        self._here = self.marked_number

    def show_news(self) -> None:
        self._list_again(self._here)

    @property
    def _list_width(self) -> int | None:
        """Columns of the list, where the table stands at its side; None where it stands below."""
        layout = layout_of(*self.size)
        return self.size.width // 2 if layout.kind == "wide" else None

    def _draw_beside(self) -> None:
        both, content, beside = (self.query_one(f"#{name}") for name in ("history", "content", "beside"))
        across, row = self._list_width, self._row
        assert isinstance(beside, Lines)
        room = max(1, self.size.height - 4)
        beside.display = row is not None and row.place > 0
        both.styles.layout = "horizontal" if across else "vertical"
        content.styles.width = across or "1fr"
        content.styles.height = "1fr" if across or not beside.display else max(4, room * 2 // 5)
        if row is None or not row.place:
            return
        width = (self.size.width - across if across else self.size.width) - 4
        height = room if across else room - max(4, room * 2 // 5)
        model = self._model
        wanted = (model.version, model.speaker, row.until, row.place, width, height, self._known)
        if wanted != self._beside[0]:
            past = model.as_of(row.until)
            self._beside = wanted, beside_lines(past, row.place, width, height, self._known)
        beside.show(self._beside[1], self.host.palette)

    # Keys

    def on_key(self, event: events.Key) -> None:
        if not self._is_finding and (event.character or event.key) in keys_in(self.host.keys["history.find"]):
            self.action_find()  # at once, for what is typed behind it is what is looked for
            event.stop()
            event.prevent_default()
            return
        if not self._is_finding:
            super().on_key(event)
            return
        history, letter = self.history, event.character
        marked = self.marked_number
        if event.key in ("enter", "up", "down"):
            self._is_finding = False
        elif event.key == "escape":
            self._is_finding, history.words = False, ""
        elif event.key == "backspace":
            history.words = history.words[:-1]
        elif letter is not None and letter.isprintable():
            history.words += letter
        event.stop()
        event.prevent_default()
        self._list_again(marked)

    def _list_again(self, number: int | None) -> None:
        """Other rows; the mark stays at its entry, or goes to the last one."""
        numbers = [row.number for row in self.history.rows]
        self.mark(numbers.index(number) if number in numbers else len(numbers) - 1)
        self.call_after_refresh(self.keep_in_view)

    def action_find(self) -> None:
        marked = self.marked_number
        self._is_finding, self.history.words = True, ""
        self._list_again(marked)

    def action_abandoned(self) -> None:
        """Those that were undone for good, or again those that stand."""
        self.history.is_abandoned = not self.history.is_abandoned
        self._list_again(None)

    def hinted(self) -> list[Command]:
        """Only what does something now."""
        if self._is_finding:
            return []
        if not self.history.rows:
            return [one for one in super().hinted() if one.id in ("history.abandoned", "page.close")]
        if self.history.is_abandoned:
            return [one for one in super().hinted() if one.id in _FOR_UNDONE]
        return super().hinted()

    def action_tables(self) -> None:
        """All tables as they were."""
        row = self._row
        if row is not None and row.place:
            past = self._model.as_of(row.until)
            title = past.speaker.say(say("screen.tables-as-of", number=row.place))
            self.app.push_screen(Page(title, lambda width: every_table(past, width)))

    def action_close(self) -> None:
        if self.history.words or self.history.is_abandoned:
            marked = self.marked_number
            self.history.words, self.history.is_abandoned = "", False
            self._list_again(marked)
        else:
            super().action_close()

    def action_open(self) -> None:
        row = self._row
        if row is not None and row.place:
            self.app.push_screen(ReceiptPage(self._model, row.number, self._correct))
        elif row is not None:
            self._correct(lambda model: model.enter_again(row.number))

    def action_change_entry(self) -> None:
        row = self._row
        if row is not None:
            number = row.number
            is_there = row.place > 0
            self._correct(lambda model: model.change(number) if is_there else model.enter_again(number))

    def action_strike(self) -> None:
        row = self._row
        if row is not None and row.place:
            self._correct(lambda model: model.strike(row.number))

    def action_rename(self) -> None:
        row = self._row
        names = names_in(self._model.session.record, row.number) if row is not None and row.place else []
        if names:
            self.app.push_screen(RenamingPage(self._model, names, self._correct))

    def action_insert(self) -> None:
        row = self._row
        if row is not None and row.place:
            self._correct(lambda model: model.insert_before(row.number))
