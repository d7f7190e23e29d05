"""The final sheet: who won and what every score is made of; each figure opens what is behind it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Protocol

from textual import events, on
from textual.binding import BindingType

from companion.core.messages import say
from companion.core.scoresheet import Behind, ScoreRow, ScoreSheet
from companion.core.views import SheetLine
from companion.draw.evening import evening_below
from companion.draw.sheet import Grid, Place, behind_rows, headline
from companion.pages.commands import (
    BEHIND,
    FINAL,
    FROM_TABLE,
    PAGE,
    Command,
    Commands,
)
from companion.report.sheet import final_sheet
from companion.report.spans import Line, Span, folded_spans, spread, wrapped
from companion.tui.draw.command_hints import command_spans
from companion.tui.keymap import bindings_of
from companion.tui.models.renaming import Correct
from companion.tui.models.table import TableModel
from companion.tui.screens.history import ReceiptPage
from companion.tui.screens.listing import ListPage
from companion.tui.screens.page import SCROLLBAR, Page
from companion.tui.widgets.lines import Lines

CHIPS, TOTAL = 1, 2
"""Rows of the sheet that are always in view."""
_MOVES = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
    "home": (-1000, 0),
    "end": (1000, 0),
    "pageup": (-10, 0),
    "pagedown": (10, 0),
}


Found = tuple[str, tuple[Behind, ...]]
"""What is behind a figure, and what that is called."""


class Table(Protocol):
    """What the sheet needs of the screen below it."""

    model: TableModel

    def correct(self, command: Callable[[TableModel], None]) -> None: ...


def _of_table(action: str) -> Callable[["FinalPage"], None]:
    def run(page: "FinalPage") -> None:
        getattr(page.table, f"action_{action}")()

    return run


class BehindPage(ListPage):
    """What adds up to one figure; Enter opens the whole entry."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(BEHIND)
    OWN_COMMANDS: ClassVar[Commands] = (*BEHIND, *PAGE)
    HINTS: ClassVar[Commands] = (*BEHIND, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("behind", "list-arrows")

    def __init__(self, model: TableModel, find: Callable[[], Found], name: str, correct: Correct) -> None:
        title, self._found = find()
        super().__init__(title, model.speaker.say(say("sheet.nothing-behind")))
        self._model, self._find, self._who, self._correct = model, find, name, correct

    def show_news(self) -> None:
        self._heading, self._found = self._find()
        self.redraw()

    def rows(self, width: int) -> list[list[Line]]:
        return behind_rows(self._model, self._found, self._who, width)

    def foot(self, lines: Sequence[Line]) -> None:
        total = sum(one.amounts.get(self._who, 0) for one in self._found)
        label = Span(self._model.speaker.say(say("sheet.in-all")), "strong")
        room = max(1, self.size.width - 2 - SCROLLBAR)
        summed = spread([label], [Span(self._model.speaker.signed(total), "strong")], room)
        super().foot([summed, *lines] if len(self._found) > 1 else lines)

    def hinted(self) -> list[Command]:
        has_entry = any(one.number for one in self._found)
        return [one for one in super().hinted() if has_entry or one not in BEHIND]

    def action_open_entry(self) -> None:
        number = self._found[self.place].number if self._found else None
        if number:
            self.app.push_screen(ReceiptPage(self._model, number, self._correct))

    action_open = action_open_entry


class FinalPage(Page):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of((*FINAL, *FROM_TABLE))
    OWN_COMMANDS: ClassVar[Commands] = (*FINAL, *FROM_TABLE, *PAGE)
    HINTS: ClassVar[Commands] = (*FINAL, *FROM_TABLE, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("final", "figure-arrows")

    action_evening = _of_table("evening")
    action_export = _of_table("export")
    action_copy_summary = _of_table("copy_summary")
    action_run_sheet = _of_table("run_sheet")

    def __init__(self, table: Table) -> None:
        super().__init__("", lambda width: [])
        self.table, self._model = table, table.model
        self._mark = Place()
        self._sheet: ScoreSheet | None = None
        self._drawn: tuple[object, list[Line]] = None, []

    def redraw(self) -> None:
        if not self.is_mounted or self.size.width < 1:
            return
        model, width = self._model, max(1, self.size.width - 2)
        hints = wrapped(command_spans(self.hinted(), self.host.keys, model.speaker), width, indent=0)
        found = final_sheet(model.session)
        if found is None:
            hidden, self._sheet = model.speaker.say(say("sheet.hidden")), None
            self.head(folded_spans(model.speaker.say(say("sheet.title")), width, "title"))
            self._content.show(folded_spans(hidden, width - SCROLLBAR), self.host.palette)
            self.foot(hints)
            return
        head = headline(model, width)
        room = self.size.height - len(head) - 1 - CHIPS - TOTAL - 1 - len(hints)
        whole = found.without_nothing()
        sheet = self._sheet = whole if len(whole.rows) <= room else found.folded()
        grid, rows = self._grid(sheet), min(room, len(sheet.rows))
        self.head([*head, grid.out_of_view(width), *grid.head()])
        self.show_block("content", grid.rows(), rows)
        free = room - rows + 1
        below = self._evening(width, free)
        self.foot([*grid.total(), *below, *[()] * (free - len(below)), *hints])

    def _evening(self, width: int, free: int) -> list[Line]:
        """Worked out once for each size, not for every move over the sheet."""
        key = self._model.session.record, width, free
        if self._drawn[0] != key:
            self._drawn = key, evening_below(self._model, width, free)
        return self._drawn[1]

    def _grid(self, sheet: ScoreSheet) -> Grid:
        row, column = self._mark
        self._mark = Place(max(0, min(row, len(sheet.rows))), max(0, min(column, len(sheet.players) - 1)))
        return Grid(self._model, sheet, max(1, self.size.width - 2 - SCROLLBAR), self._mark)

    def hinted(self) -> list[Command]:
        session = self._model.session
        has_runs = bool(session.game.run_sheet(session.opening, session.steps))
        is_open = not session.record.hides_money
        return [
            one
            for one in self.HINTS
            if (one.is_hinted or one in FROM_TABLE)
            and (one not in FINAL or is_open)
            and (one.action != "run_sheet" or has_runs)
        ]

    def on_key(self, event: events.Key) -> None:
        if event.key in _MOVES and self._sheet is not None:
            event.stop()
            event.prevent_default()
            down, right = _MOVES[event.key]
            self._go(Place(self._mark.row + down, self._mark.column + right))

    def _go(self, mark: Place) -> None:
        self._mark = mark
        self.redraw()
        if self._sheet is not None and self._mark.row < len(self._sheet.rows):
            self.show_line(self._mark.row)

    @on(Lines.Pointed)
    def _figure_pointed(self, event: Lines.Pointed) -> None:
        what, _, value = event.target.partition(":")
        if what == "figure":
            event.stop()
            row, _, column = value.partition("/")
            self._go(Place(int(row), int(column)))
            self.action_open_figure()

    def action_open_figure(self) -> None:
        """What is behind the figure; where a player has no part in it, what others have."""
        if self._sheet is not None:
            name, rows = self._sheet.players[self._mark.column], self._sheet.rows
            line = rows[self._mark.row].line if self._mark.row < len(rows) else None
            find = partial(self._behind, name, line)
            self.app.push_screen(BehindPage(self._model, find, name, self.table.correct))

    def _behind(self, name: str, line: SheetLine | None) -> Found:
        """What is behind a figure now, and what that is called; without a line behind the total."""
        said, rows = self._model.speaker.say, () if self._sheet is None else self._sheet.rows
        if line is None:
            label, amount = said(say("sheet.total")), sum(row.amount(name) for row in rows)
            found = tuple(one for row in rows for one in row.behind_of(name) if one.amounts[name])
        else:
            row = next((one for one in rows if one.line.key == line.key), ScoreRow(line, ()))
            label, amount = self._model.speaker.text(line.label), row.amount(name)
            found = row.behind_of(name) or row.behind
        return said(say("sheet.behind", player=name, line=label, amount=amount)), found
