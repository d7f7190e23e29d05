"""The game as it was after the entry that is marked, beside the history or below it.

What draws it is imported when it is first shown: every page has this widget, the start page too.
"""

from typing import TYPE_CHECKING

from companion.pages.page import AsOf
from companion.pages.view import SessionView
from companion.tui.palette import Palette
from companion.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from companion.draw.tables import Known


class GameAsOf(Lines):
    _known: "tuple[Known, Known] | None" = None
    """Tables of the game as it was, and as it is."""

    def forget(self) -> None:
        self._known = None

    def height_below(self, view: SessionView, width: int, room: int) -> int:
        from companion.tui.draw.heading import as_of_height

        return as_of_height(view, width, room, self._tables()[1])

    def show_game(self, view: SessionView, moment: AsOf, width: int, height: int, palette: Palette) -> None:
        from companion.tui.draw.heading import as_of_lines

        lines = as_of_lines(view.as_of(moment.steps), moment.place, width, height, self._tables()[0])
        self.show(lines, palette)

    def _tables(self) -> "tuple[Known, Known]":
        from companion.draw.tables import Known

        self._known = self._known or (Known(), Known())
        return self._known
