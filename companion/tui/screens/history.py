"""All entries of the corrected game; any of them opens, and can be corrected in the notation."""

from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.binding import BindingType

from companion.core.messages import say
from companion.report.entries import entry_lines
from companion.report.spans import Line, Span
from companion.tui.bindings import bindings_of
from companion.tui.commands import HISTORY, PAGE, Command
from companion.tui.draw.log import entry_line
from companion.tui.model import TableModel
from companion.tui.screens.page import Page
from companion.tui.widgets.lines import Lines


class HistoryPage(Page):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(HISTORY)
    COMMANDS_SHOWN: ClassVar[tuple[Command, ...]] = (*HISTORY, *(one for one in PAGE if one.is_hinted))

    def __init__(self, model: TableModel, correct: Callable[[str], None]) -> None:
        super().__init__(model.speaker.say(say("screen.history")), self._rows, is_at_end=True)
        self._model, self._correct = model, correct
        self._told = entry_lines(model.session, model.covered)
        self._place = max(0, len(self._told) - 1)

    def _rows(self, width: int) -> list[Line]:
        if not self._told:
            return [(Span(self._model.speaker.say(say("screen.nothing-yet")), "muted"),)]
        rows = []
        for place, (step, text) in enumerate(zip(self._model.session.steps, self._told, strict=True)):
            row = entry_line(step.item.number, step.by, text, width)
            if place == self._place:
                row = tuple(span._replace(look="chosen") for span in row)
            rows.append(row)
        return rows

    @property
    def _number(self) -> int | None:
        steps = self._model.session.steps
        return steps[self._place].item.number if steps else None

    def on_key(self, event: events.Key) -> None:
        moves = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -10_000, "end": 10_000}
        if event.key in moves and self._told:
            event.stop()
            event.prevent_default()
            self._place = min(max(0, self._place + moves[event.key]), len(self._told) - 1)
            self.redraw()
            room = self._content.size.height
            top = self._content.scroll_offset.y
            if not top <= self._place < top + room:
                wished = self._place if self._place < top else self._place - room + 1
                self._content.scroll_to(y=wished, animate=False, immediate=True)

    @on(Lines.Pointed)
    async def _pointed(self, event: Lines.Pointed) -> None:
        what, _, value = event.target.partition(":")
        if what == "entry":
            numbers = [step.item.number for step in self._model.session.steps]
            self._place = numbers.index(int(value))
            self.redraw()
            self.action_open()

    def action_open(self) -> None:
        if self._number is not None:
            self.app.open_receipt(self._model, self._number)

    def action_amend(self) -> None:
        self._correct_with("amend {number} {line}")

    def action_strike(self) -> None:
        self._correct_with("strike {number}")

    def action_insert(self) -> None:
        self._correct_with("insert {number} ")

    def _correct_with(self, pattern: str) -> None:
        """Leaves for the line of the notation, with the correction begun."""
        if self._number is None:
            return
        session = self._model.session
        line = session.line_at(self._number, self._model.covered)
        text = pattern.replace("{number}", str(self._number)).replace("{line}", line)
        self.dismiss()
        self._correct(text)
