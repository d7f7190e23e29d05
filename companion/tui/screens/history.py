"""All entries of the corrected game; any of them opens, and can be corrected in the notation."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import BindingType

from companion.core.messages import say
from companion.report.spans import Line
from companion.tui.commands import HISTORY, PAGE, Commands, bindings_of
from companion.tui.draw.log import entry_line
from companion.tui.draw.receipt import receipt_lines
from companion.tui.models.table import TableModel
from companion.tui.screens.listing import ListPage
from companion.tui.screens.page import Page


def receipt_page(model: TableModel, number: int) -> Page:
    """One entry in full."""
    title = model.speaker.say(say("screen.receipt", number=number))
    return Page(title, lambda width: receipt_lines(model, number, width))


class HistoryPage(ListPage):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(HISTORY)
    OWN_COMMANDS: ClassVar[Commands] = (*HISTORY, *PAGE)
    HINTS: ClassVar[Commands] = (*HISTORY, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("history", "list-arrows")

    def __init__(self, model: TableModel, correct: Callable[[str], None]) -> None:
        super().__init__(
            model.speaker.say(say("screen.history")), model.speaker.say(say("screen.no-history"))
        )
        self._model, self._correct = model, correct
        self._lines = model.step_lines.since()
        self.place = len(self._lines) - 1

    def rows(self, width: int) -> list[list[Line]]:
        steps = zip(self._model.session.steps, self._lines, strict=True)
        return [[entry_line(self._model, step, text, width)] for step, text in steps]

    @property
    def _number(self) -> int | None:
        steps = self._model.session.steps
        return steps[self.place].number if steps else None

    def action_open(self) -> None:
        if self._number is not None:
            self.app.push_screen(receipt_page(self._model, self._number))

    def action_amend(self) -> None:
        if self._number is not None:
            line = self._model.session.notation.line_at(self._number)
            self._leave_for(f"amend {self._number} {line}")

    def action_strike(self) -> None:
        if self._number is not None:
            self._leave_for(f"strike {self._number}")

    def action_insert(self) -> None:
        if self._number is not None:
            self._leave_for(f"insert {self._number} ")

    def _leave_for(self, line: str) -> None:
        """Goes to the line of the notation, with the correction begun."""
        self.dismiss()
        self._correct(line)
