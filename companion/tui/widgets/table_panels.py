"""The table screen's panels: turn, scores, tables, entry and keys. On the right: chart, last entry and log."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from textual import events
from textual.geometry import Size
from textual.widget import Widget

from companion.desk.states import Entering, Typing
from companion.draw.log import last_entry, log_lines
from companion.draw.page import draw_blocks as drawn_blocks
from companion.draw.page import small_chart_lines
from companion.draw.projection import projection_lines
from companion.draw.scores import score_lines
from companion.draw.tables import TableArea, TableCache, TableLayout
from companion.pages.view import SessionDisplay
from companion.pages.what_if import comparison
from companion.report.drawing import ColumnFrame
from companion.report.spans import Line, rule
from companion.tui.draw.entry import EntryBlock, with_more
from companion.tui.draw.heading import heading_lines, phones_spans
from companion.tui.draw.hints import busy_hints, idle_hints
from companion.tui.screens.layout import Kind
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


LEAST_ENTRY = 5
"""Rows that even the main table leaves to the entry."""
ENTRY_ROWS = {"narrow": 5, "small": 8, "wide": 3}
"""Rows that all other tables leave to the entry."""
EVENING_ROWS = 10


Need = Literal["none", "some", "all"]
"""Which tables the entry may displace: none, some (all but the main one), all."""


def share_rows(
    kind: Kind, body: int, wanted: int, ahead: int, need: Need, arrange: Callable[[int, int], TableLayout]
) -> tuple[TableLayout, int]:
    """Divide the rows below the scores; return the tables and the rows of the entry.

    On a narrow screen the tables get what the entry leaves. On a small one they stay the same from entry to entry, on a
    wide one they leave room for what is `ahead`. A preview comes before all tables.
    """
    is_narrow = kind == "narrow"
    room = body - max(ENTRY_ROWS[kind], {"narrow": wanted + 1, "small": 0, "wide": ahead + 1}[kind])
    tables = arrange(room, 0 if is_narrow else body - LEAST_ENTRY)
    if need == "all" and not is_narrow and tables.height + wanted > body:
        room = max(0, body - wanted)
        tables = arrange(room, 0)
    height = max(tables.height, min(room, tables.height + 1))
    kept = {"all": 0, "some": tables.main_height, "none": height if kind == "small" else tables.main_height}
    least = min(LEAST_ENTRY, ENTRY_ROWS[kind])
    return tables, entry_height(body, wanted, height, 0 if is_narrow else kept[need], least)


def entry_height(body: int, wanted: int, tables: int, stays: int, least: int = LEAST_ENTRY) -> int:
    """Rows of the entry: what the tables leave, or more if needed; `stays` rows of the tables remain."""
    return max(min(least, body), body - tables, min(wanted, body - stays))


class TurnPanel(Panel):
    def depends_on(self) -> object:
        return self.model.acting, self._phones(), self.model.help_key

    def draw(self, width: int) -> Sequence[Line]:
        zone, cache = self.table.host.zone, self.table.tables.cache
        lines = heading_lines(self.model, zone, width, self._phones(), cache)
        self.rows = len(lines)
        return lines

    def _phones(self) -> Line:
        return phones_spans(self.table.phones.server, self.model)


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
        """Layouts by the arguments of `_arrange`. If a preview needs many rows, `share_rows` asks for two layouts."""

    @property
    def frame(self) -> ColumnFrame | None:
        """The players' columns, in the tables and in the scores."""
        area = self._area(self.model)
        given = (area.width, area.is_roomy, self.model.version, self.model.session.board_notes)
        if given != self._framed[0]:
            self._framed = given, area.frame()
        return self._framed[1]

    def _area(self, model: SessionDisplay) -> TableArea:
        return TableArea(model, self.width, self.table.kind == "wide", self.cache)

    def update(self) -> None:
        model, table = self.model, self.table
        body, wanted = table.left.size.height - table.scores.rows, table.entry.wanted_rows()
        need: Need = "some" if model.is_busy or model.messages else "none"
        if model.preview is not None or not (model.is_busy or model.record.steps):
            need = "all"
        ahead = len(table.entry.ahead or ())
        self._tables, entry = share_rows(table.kind, body, wanted, ahead, need, self._arrange)
        self.take_rows(body - entry)
        super().update()

    def _arrange(self, room: int, most: int) -> TableLayout:
        """Arrange the tables as they are after the unfinished entry. The main table may take `most` rows."""
        model, seen = self.model, self.model.seen_after
        shown = (self.width, seen.record.state, model.version, model.session.board_notes)
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
        """Rows the panel needs, including the notation line."""
        self._look_ahead()
        self.block = EntryBlock(self.model, self.width, self.ahead)
        self._lines = self.block.lines()
        wanted = len(self._lines) + self.table.line_rows
        self.grown = max(wanted, self.grown) if self.model.is_busy else 0
        return max(wanted, self.grown)

    def update(self) -> None:
        table, model, width, lines = self.table, self.model, self.width, self._lines
        self.rows = table.left.size.height - table.scores.rows - table.tables.rows - table.line_rows
        spare = self.rows - len(lines)
        if spare > 0 and isinstance(model.state, Entering | Typing):
            fuller = self.block.lines(spare)
            lines = fuller if len(fuller) <= self.rows else lines
        self._drawn_from = (width,)
        self.show(with_more(model, lines, self.rows, width), table.host.palette)

    def _look_ahead(self) -> None:
        model, width = self.model, self.width
        given = (width, model.version, model.session.board_notes)
        if self.table.kind != "wide":
            self.ahead, self._ahead_of = None, ()
        elif self._ahead_of[:1] == (width,) and given != self._ahead_of and not self.table.is_resting:
            self.table.draw_rest()
        elif given != self._ahead_of:
            self.ahead, self._ahead_of = projection_lines(model, width, self.table.tables.cache), given


class ChartPanel(Panel):
    """A small chart of the scores; in a what-if the comparison with the game."""

    WAITS = True

    def depends_on(self) -> object:
        return self.table.what_if.is_behind

    def draw(self, width: int) -> Sequence[Line]:
        model = self.model
        if model.what_if is not None:
            lines = drawn_blocks(comparison(model, model.what_if), model, width).lines
        else:
            lines = small_chart_lines(model, width, EVENING_ROWS)
        self.take_rows(len(lines))
        return lines


class LastEntryPanel(Panel):
    def depends_on(self) -> object:
        return self.table.right.size.height, self.table.evening.rows

    def draw(self, width: int) -> Sequence[Line]:
        model, lines = self.model, list[Line]()
        if model.record.steps:
            last = last_entry(model, width)
            lines = [*last.title, *last.why, *last.also, ()]
        self.take_rows(min(len(lines), self.table.right.size.height - self.table.evening.rows))
        return with_more(model, lines, self.rows, width)


class LogPanel(Panel):
    WAITS = True

    def depends_on(self) -> object:
        return self.table.right.size.height - self.table.evening.rows - self.table.last.rows

    def draw(self, width: int) -> Sequence[Line]:
        model = self.model
        self.rows = self.table.right.size.height - self.table.evening.rows - self.table.last.rows
        lines = log_lines(model, width, max(0, self.rows - 1))
        return [rule(model.speaker.phrase("screen.log"), "", width), *lines] if lines else []


class KeysPanel(Panel):
    def depends_on(self) -> object:
        if self.model.is_busy:
            return object()  # every key of an entry may change them
        return self.model.acting, self.model.aim and self.model.aim.place

    def draw(self, width: int) -> Sequence[Line]:
        self.rows = 2 if self.table.kind == "narrow" else 1
        model, rows, block = self.model, self.rows, self.table.entry.block
        return busy_hints(model, width, rows, block) if model.is_busy else idle_hints(model, width, rows)
