"""The game as of the marked entry, beside the history or below it.

Its drawing is imported when it is first shown: every page has this widget, the start page too.
"""

from typing import TYPE_CHECKING

from companion.pages.page import AsOf
from companion.pages.view import SessionView
from companion.tui.palette import Palette
from companion.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from companion.draw.tables import TableCache


class GameAsOf(Lines):
    _known: "TableCache | None" = None

    def forget(self) -> None:
        self._known = None

    def show_game(self, view: SessionView, moment: AsOf, width: int, height: int, palette: Palette) -> None:
        from companion.draw.tables import TableCache
        from companion.tui.draw.heading import as_of_lines

        self._known = self._known or TableCache()
        self.show(as_of_lines(view.as_of(moment.steps), moment.place, width, height, self._known), palette)
