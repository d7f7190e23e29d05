"""The table screen's panels: turn, scores, tables, entry and keys. On the right: chart, last entry and log."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.geometry import Size
from textual.widget import Widget

from companion.core.targets import Target
from companion.desk.states import Entering, Idle
from companion.draw.log import last_entry, log_lines
from companion.draw.page import draw_blocks, small_chart_lines
from companion.draw.projection import projection_lines
from companion.draw.scores import score_lines
from companion.draw.tables import TableArea, TableCache, TableLayout
from companion.pages.tables import first_steps
from companion.pages.view import SessionDisplay
from companion.report.drawing import ColumnFrame
from companion.report.spans import Line, Span, rule
from companion.tui.draw.entry import EntryBlock, with_more
from companion.tui.draw.heading import heading_lines
from companion.tui.draw.hints import busy_hints, idle_hints
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
        self.forget()

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
        """Draw again next time: words or colours may have changed."""
        self._drawn_from: tuple[object, ...] = ()

    def update(self) -> None:
        """Draw again if the content has changed."""
        width, lines = self.width, self.lines
        of_session = self.model.saver.version, self.model.session.board_notes
        drawn_from = (width, self.depends_on(), of_session)
        can_wait = self.WAITS and not self.table.is_resting and drawn_from[:2] == self._drawn_from[:2]
        if drawn_from != self._drawn_from and can_wait:
            self.table.has_rest = True
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


LEAST_ENTRY = 5
"""Rows that even the main table leaves to the entry."""
SMALL_ENTRY, WIDE_ENTRY = 8, 3
"""Rows that all other tables leave to the entry."""
CHART_ROWS = 10


def share_rows(
    is_wide: bool,
    body: int,
    wanted: int,
    ahead: int,
    is_busy: bool,
    arrange: Callable[[int, int], TableLayout],
) -> tuple[TableLayout, int]:
    """Divide the rows below the scores; return the tables and the rows of the entry.

    On a small screen the tables stay the same from entry to entry, on a wide one they leave room for what is `ahead`.
    An entry displaces all but the main one.
    """
    least = WIDE_ENTRY if is_wide else SMALL_ENTRY
    room = body - max(least, ahead + 1)
    tables = arrange(room, body - LEAST_ENTRY)
    height = max(tables.height, min(room, tables.height + 1))
    kept = tables.main_height if is_busy or is_wide else height
    return tables, entry_height(body, wanted, height, kept, min(LEAST_ENTRY, least))


def entry_height(body: int, wanted: int, tables: int, stays: int, least: int = LEAST_ENTRY) -> int:
    """Rows of the entry: what the tables leave, or more if needed; `stays` rows of the tables remain."""
    return max(min(least, body), body - tables, min(wanted, body - stays))


class TurnPanel(Panel):
    def depends_on(self) -> object:
        return self.model.acting, self._phones(), self.model.help_key, self.model.is_entering

    def draw(self, width: int) -> Sequence[Line]:
        zone, cache = self.table.host.zone, self.table.tables.cache
        lines = heading_lines(self.model, zone, width, self._phones(), cache)
        self.rows = len(lines)
        return lines

    def _phones(self) -> Line:
        server = self.table.phones.server
        if server is None or server.served is None:
            return ()
        here = sum(guest.is_here for guest in server.served.guests)
        text = self.model.speaker.phrase("phones.mark", count=here)
        return Span(text, "muted", Target("command", "phones")), Span("  ")


class ScoresPanel(Panel):
    """The scores, with the unfinished entry if possible; the number of rows is the same without it."""

    def depends_on(self) -> object:
        return self.model.peeked, (after := self.model.record_after) and after.state, self.table.kind

    def draw(self, width: int) -> Sequence[Line]:
        model, frame, is_wide = self.model, self.table.tables.frame, self.table.kind == "wide"
        lines = score_lines(model, width, frame, None, is_wide)
        if model.record_after is not None:
            then = score_lines(model, width, frame, model.record_after, is_wide)
            lines = [*then, *[()] * (len(lines) - len(then))]
        if is_wide:
            lines = [rule(model.speaker.phrase("screen.view.scores"), "", width), *lines, ()]
        self.take_rows(len(lines))
        return lines


class TablesPanel(Panel):
    """The tables that fit whole beside the entry, and the names of the others."""

    def forget(self) -> None:
        super().forget()
        self.cache = TableCache()
        self._framed: tuple[object, ColumnFrame | None] = (None, None)
        self._shown: object = None
        self._found: dict[tuple[int, int], TableLayout] = {}
        """Layouts by the arguments of `_arrange`."""

    @property
    def frame(self) -> ColumnFrame | None:
        """The players' columns, in the tables and in the scores; None without tables."""
        if self.table.kind == "narrow":
            return None
        area = self._area(self.model)
        given = (area.width, area.is_roomy, self.model.saver.version, self.model.session.board_notes)
        if given != self._framed[0]:
            self._framed = given, area.frame()
        return self._framed[1]

    def _area(self, model: SessionDisplay) -> TableArea:
        return TableArea(model, self.width, self.table.kind == "wide", self.cache)

    def update(self) -> None:
        model, table = self.model, self.table
        body, wanted = table.left.size.height - table.scores.rows, table.entry.wanted_rows()
        is_busy = model.is_busy or bool(model.sayings.shown)
        ahead = len(table.entry.ahead or ())
        if table.kind == "narrow":
            self._tables, entry = TableLayout(), body
        else:
            is_wide = table.kind == "wide"
            self._tables, entry = share_rows(is_wide, body, wanted, ahead, is_busy, self._arrange)
        self.take_rows(body - entry)
        super().update()

    def _arrange(self, room: int, most: int) -> TableLayout:
        """Arrange the tables as they are after the unfinished entry. The main table may take `most` rows."""
        model, seen = self.model, self.model.seen_after
        shown = (self.width, seen.record.state, model.saver.version, model.session.board_notes)
        if shown != self._shown:
            self._shown, self._found = shown, {}
        if (room, most) not in self._found:
            self._found[room, most] = self._area(seen).arrange(room, self.frame, most)
        return self._found[room, most]

    def depends_on(self) -> object:
        return self.rows, self._shown, id(self._tables), self.model.is_busy

    def draw(self, width: int) -> Sequence[Line]:
        is_key_free = not self.model.is_busy  # in an entry the key for all tables is a letter
        return self._area(self.model).draw(self._tables, self.rows, is_key_free)


class EntryPanel(Panel, can_focus=True):
    """The unfinished entry; between two entries the projection on a wide screen, else the last entry."""

    def forget(self) -> None:
        super().forget()
        self.grown = 0
        """Rows taken since the entry was begun: an unfinished entry never shrinks."""
        self.ahead: list[Line] | None = None
        """The projection; None unless the screen is wide."""
        self._ahead_of: tuple[object, ...] = ()

    def wanted_rows(self) -> int:
        self._look_ahead()
        self.block = EntryBlock(self.model, self.width, self.ahead)
        self._lines = self.block.lines()
        self.grown = max(len(self._lines), self.grown) if self.model.is_busy else 0
        return max(len(self._lines), self.grown)

    def update(self) -> None:
        table, model, width, lines = self.table, self.model, self.width, self._lines
        self.rows = table.left.size.height - table.scores.rows - table.tables.rows
        spare = self.rows - len(lines)
        if spare > 0 and isinstance(model.state, Entering | Idle):
            fuller = self.block.lines(spare)
            lines = fuller if len(fuller) <= self.rows else lines
        self._drawn_from = (width,)
        self.show(with_more(model, lines, self.rows, width), table.host.palette)

    def _look_ahead(self) -> None:
        model, width = self.model, self.width
        given = (width, model.saver.version, model.session.board_notes)
        if self.table.kind != "wide":
            self.ahead, self._ahead_of = None, ()
        elif self._ahead_of[:1] == (width,) and given != self._ahead_of and not self.table.is_resting:
            self.table.has_rest = True
        elif given != self._ahead_of:
            self.ahead, self._ahead_of = projection_lines(model, width, self.table.tables.cache), given


class ChartPanel(Panel):
    WAITS = True

    def draw(self, width: int) -> Sequence[Line]:
        lines = small_chart_lines(self.model, width, CHART_ROWS)
        self.take_rows(len(lines))
        return lines


class LastEntryPanel(Panel):
    def depends_on(self) -> object:
        return self.table.right.size.height, self.table.chart.rows

    def draw(self, width: int) -> Sequence[Line]:
        model, lines = self.model, list[Line]()
        if model.record.steps:
            last = last_entry(model, width)
            lines = [*last.title, *last.why, *last.also, ()]
        elif steps := first_steps(model):
            title = rule(model.speaker.phrase("again.tab"), "", width)
            lines = [title, *draw_blocks(steps, model, width).lines]
        self.take_rows(min(len(lines), self.table.right.size.height - self.table.chart.rows))
        return with_more(model, lines, self.rows, width)


class LogPanel(Panel):
    WAITS = True

    def depends_on(self) -> object:
        return self.table.right.size.height - self.table.chart.rows - self.table.last.rows

    def draw(self, width: int) -> Sequence[Line]:
        model = self.model
        self.rows = self.table.right.size.height - self.table.chart.rows - self.table.last.rows
        lines = log_lines(model, width, max(0, self.rows - 1))
        return [rule(model.speaker.phrase("screen.log"), "", width), *lines] if lines else []


class KeysPanel(Panel):
    def depends_on(self) -> object:
        if self.model.is_busy:
            return object()  # every key of an entry may change them
        return self.model.acting, self.model.aim and self.model.aim.place

    def draw(self, width: int) -> Sequence[Line]:
        model, block = self.model, self.table.entry.block
        lines = busy_hints(model, width, block) if model.is_busy else idle_hints(model, width)
        self.take_rows(len(lines))
        return lines
