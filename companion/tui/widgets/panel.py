"""A part of the table screen: draws itself from the model when what it shows has changed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.geometry import Size
from textual.widget import Widget

from companion.report.spans import Line
from companion.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from companion.tui.models.table import TableModel
    from companion.tui.screens.table import TableScreen


class Panel(Lines):
    WAITS: ClassVar[bool] = False
    """Whether a change of the session is drawn only when all else is on the screen."""

    def __init__(self, table: "TableScreen", name: str, column: Widget | None = None) -> None:
        super().__init__(name)
        self.table = table
        self._column = column or self
        """It is as wide as this one, also while it has no rows and no place on the screen."""
        self.rows = -1
        """Rows that it takes; where CSS gives it the rest, those it is drawn for."""
        self._drawn_from: tuple[object, ...] = ()

    @property
    def model(self) -> "TableModel":
        return self.table.model

    @property
    def width(self) -> int:
        return self._column.size.width

    def given(self) -> object:
        """Return what the drawing depends on beside the session and the width."""
        return None

    def draw(self, width: int) -> Sequence[Line]:
        """Return the lines that it shows."""
        return ()

    def forget(self) -> None:
        """Draw again next time, even what is the same but for words, keys and colours."""
        self._drawn_from = ()

    def update(self) -> None:
        """Draw again if anything that is shown has changed."""
        width, lines = self.width, self.lines
        of_session = self.model.version, self.model.session.board_notes
        drawn_from = (width, self.given(), of_session)
        can_wait = self.WAITS and not self.table.is_resting and drawn_from[:2] == self._drawn_from[:2]
        if drawn_from != self._drawn_from and can_wait:
            self.table.draw_rest()
        elif drawn_from != self._drawn_from:
            self._drawn_from, lines = drawn_from, tuple(self.draw(width))
        self.show(lines, self.table.host.palette)

    def take_rows(self, rows: int) -> None:
        if rows != self.rows:
            self.rows, self.display = rows, rows > 0
            self.styles.height = rows

    def on_resize(self, event: events.Resize) -> None:
        if self._drawn_from[:1] != (self.width,) or self.size.height != self.rows:
            self.table.redraw_soon()

    def _grow(self, size: Size) -> None:
        """Textual would lay out the screen again, but no panel's rows depend on how many lines it has to scroll."""
        self.set_reactive(Panel.virtual_size, size)
        self.scroll_y = self.scroll_y  # which may be too far down now

    @property
    def allow_vertical_scroll(self) -> bool:
        """It has no scrollbar that could tell."""
        return self.max_scroll_y > 0
