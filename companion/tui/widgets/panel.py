"""A part of the table screen, redrawn from the model when its content has changed."""

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
    """Whether to draw a change of the session only after all other panels."""

    def __init__(self, table: "TableScreen", name: str, column: Widget | None = None) -> None:
        super().__init__(name)
        self.table = table
        self._column = column or self
        """The column that sets the width, even while the panel is hidden."""
        self.rows = -1
        """Rows that the panel takes, or is drawn for if CSS gives it the rest."""
        self._drawn_from: tuple[object, ...] = ()

    @property
    def model(self) -> "TableModel":
        return self.table.model

    @property
    def width(self) -> int:
        return self._column.size.width

    def depends_on(self) -> object:
        """Return what the drawing depends on besides the session and the width."""
        return None

    def draw(self, width: int) -> Sequence[Line]:
        return ()

    def forget(self) -> None:
        """Draw again next time: words, keys or colours may have changed."""
        self._drawn_from = ()

    def update(self) -> None:
        """Draw again if the content has changed."""
        width, lines = self.width, self.lines
        of_session = self.model.version, self.model.session.board_notes
        drawn_from = (width, self.depends_on(), of_session)
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
        """Avoid a new layout of the screen: a panel's rows don't depend on the lines it can scroll."""
        self.set_reactive(Panel.virtual_size, size)
        self.scroll_y = self.scroll_y  # clamp it: it may be too far down now

    @property
    def allow_vertical_scroll(self) -> bool:
        """Whether the panel can scroll; Textual asks the scrollbar, and a panel has none."""
        return self.max_scroll_y > 0
