"""The evening: everybody's score from the first entry to the last, drawn or as figures, and its story."""

from typing import ClassVar

from textual.binding import BindingType

from companion.core.messages import say
from companion.draw.evening import evening_page
from companion.pages.commands import (
    EVENING,
    PAGE,
    Commands,
)
from companion.report.spans import Line
from companion.tui.keymap import bindings_of
from companion.tui.models.table import TableModel
from companion.tui.screens.page import Page

PAGE_ROWS = 4
"""Taken by title, keys and what is between them."""


class EveningPage(Page):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(EVENING)
    OWN_COMMANDS: ClassVar[Commands] = (*EVENING, *PAGE)
    HINTS: ClassVar[Commands] = (*EVENING, *PAGE)

    def __init__(self, model: TableModel) -> None:
        super().__init__(model.speaker.say(say("evening.title")), self._lines)
        self._model, self._as_figures = model, False

    def _lines(self, width: int) -> list[Line]:
        return evening_page(self._model, width, self.size.height - PAGE_ROWS, self._as_figures)

    def action_figures(self) -> None:
        self._as_figures = not self._as_figures
        self.redraw()
