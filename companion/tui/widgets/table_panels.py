"""The table screen's panels: turn, scores, tables, entry and keys. On the right: chart, last entry and log."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from textual.containers import Vertical
from textual.geometry import Size
from textual.widget import Widget

from companion.core.targets import Target
from companion.desk.states import Entering, Idle
from companion.draw.log import last_entry, log_lines
from companion.draw.scores import score_lines
from companion.draw.table_area import TableArea, TableCache, TableLayout, projection_lines
from companion.draw.terminal import draw_blocks, small_chart_lines
from companion.pages.server_process import PhoneServer
from companion.pages.tables import first_steps
from companion.pages.view import SessionDisplay
from companion.report.spans import Line, Span, rule
from companion.report.table_text import ColumnFrame
from companion.tui.draw.entry import EntryBlock, with_more
from companion.tui.draw.heading import heading_lines
from companion.tui.draw.hints import busy_hints, idle_hints
from companion.tui.models.table import TableModel
from companion.tui.screens.app_screen import AppScreen
from companion.tui.widgets.lines import Lines

T = TypeVar("T")


class Panel(Lines):
    def __init__(self, name: str, column: Widget | None = None) -> None:
        super().__init__(name)
        self._column = column or self
        """The column that sets the width, even while the panel is hidden."""
        self.rows = -1
        """Rows that the panel takes, or is drawn for if CSS gives it the rest."""
        self.drawn_width = -1

    @property
    def width(self) -> int:
        return self._column.size.width

    @property
    def fits(self) -> bool:
        return self.drawn_width == self.width and self.rows == self.size.height

    def take_rows(self, rows: int) -> None:
        if rows != self.rows:
            self.rows, self.display = rows, rows > 0
            self.styles.height = rows

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


def entry_height(body: int, wanted: int, tables: int, stays: int, least: int = LEAST_ENTRY) -> int:
    """Rows of the entry: what the tables leave, or more if needed; `stays` rows of the tables remain."""
    return max(min(least, body), body - tables, min(wanted, body - stays))


class TablePanels:
    """The panels of a table screen. What they show is made again when something it depends on has changed."""

    def __init__(
        self, screen: AppScreen, model: TableModel, phones: Callable[[], PhoneServer | None]
    ) -> None:
        self._screen, self._model, self._served_by = screen, model, phones
        self.left, self.right = Vertical(id="left"), Vertical(id="right")
        self.turn, self.keys = Panel("turn"), Panel("keys")
        self.scores, self.tables = Panel("scores", self.left), Panel("tables", self.left)
        self.entry = Panel("entry", self.left)
        self.entry.can_focus = True
        self.chart, self.last = Panel("chart", self.right), Panel("last", self.right)
        self.log = Panel("log", self.right)
        self.forget()

    def forget(self) -> None:
        self.cache = TableCache()
        self._kept: dict[str, tuple[object, object, Any]] = {}
        """All that was made, with the session it shows and what else it depends on."""
        self._is_late = self._has_rest = False
        """Whether everything urgent is on the screen, and whether the rest waits for that."""
        self.grown = 0
        """Rows the entry has taken since it was begun: an unfinished entry never shrinks."""

    def draw(self, is_late: bool) -> bool:
        """Draw what has changed; return whether some of it waits until everything else is on the screen."""
        self._is_late, self._has_rest = is_late, False
        self._keep("top", self._scroll_to_top, self._model.entry, self._model.is_busy)
        self._draw_turn()
        self._draw_scores()
        self._draw_tables_and_entry()
        self._draw_keys()
        if self._is_wide:
            self._draw_at_right()
        return self._has_rest

    def _scroll_to_top(self) -> None:
        self.entry.scroll_to_top()
        self.last.scroll_to_top()

    @property
    def _is_wide(self) -> bool:
        return self._screen.kind == "wide"

    def _keep(self, name: str, make: Callable[[], T], *given: object, can_wait: bool = False) -> T:
        """Make something, or return what was made from the same; news of the session may have to wait."""
        session = self._model.saver.version, self._model.session.board_notes
        made_of, seen, made = self._kept.get(name, ((), None, None))
        is_same = made_of == given
        if is_same and seen != session and can_wait and not self._is_late:
            self._has_rest = True
        elif not is_same or seen != session:
            made = make()
            self._kept[name] = given, session, made
        kept: T = made
        return kept

    def _show(self, panel: Panel, lines: Sequence[Line]) -> None:
        panel.drawn_width = panel.width
        panel.show(lines, self._screen.host.palette)

    def _draw(
        self, panel: Panel, draw: Callable[[int], list[Line]], *given: object, can_wait: bool = False
    ) -> int:
        """Draw a panel, unless nothing it depends on has changed; return its number of lines."""
        width = panel.width
        lines = self._keep(str(panel.id), partial(draw, width), width, *given, can_wait=can_wait)
        self._show(panel, lines)
        return len(lines)

    def _draw_turn(self) -> None:
        model, zone, phones = self._model, self._screen.host.zone, self._phones()
        given = model.acting, phones, model.help_key, model.is_entering
        self.turn.rows = self._draw(
            self.turn, lambda width: heading_lines(model, zone, width, phones, self.cache), *given
        )

    def _phones(self) -> Line:
        phones = self._served_by()
        if phones is None or phones.served is None:
            return ()
        here = sum(guest.is_here for guest in phones.served.guests)
        text = self._model.speaker.phrase("phones.mark", count=here)
        return Span(text, "muted", Target("command", "phones")), Span("  ")

    def _draw_scores(self) -> None:
        """Draw the scores, with the unfinished entry if possible; the number of rows is the same without it."""
        model, frame, is_wide, after = self._model, self._frame, self._is_wide, self._model.record_after

        def draw(width: int) -> list[Line]:
            lines = score_lines(model, width, frame, None, is_wide)
            if after is not None:
                then = score_lines(model, width, frame, after, is_wide)
                lines = [*then, *[()] * (len(lines) - len(then))]
            title = rule(model.speaker.phrase("screen.view.scores"), "", width)
            return [title, *lines, ()] if is_wide else lines

        given = model.peeked, after and after.state, self._screen.kind
        self.scores.take_rows(self._draw(self.scores, draw, *given))

    # Tables and entry

    def _area(self, model: SessionDisplay) -> TableArea:
        return TableArea(model, self.tables.width, self._is_wide, self.cache)

    @property
    def _frame(self) -> ColumnFrame | None:
        if self._screen.kind == "narrow":
            return None
        area = self._area(self._model)
        return self._keep("frame", area.frame, area.width, area.is_roomy)

    def _draw_tables_and_entry(self) -> None:
        model, width, ahead = self._model, self.entry.width, None
        if self._is_wide:
            draw_ahead = partial(projection_lines, model, width, self.cache)
            ahead = self._keep("ahead", draw_ahead, width, can_wait=True)
        self.block = EntryBlock(model, width, ahead)
        lines = self.block.lines()
        self.grown = max(len(lines), self.grown) if model.is_busy else 0
        body, seen = self.left.size.height - self.scores.rows, self._area(model.seen_after)
        tables, rows = self._share_rows(seen, body, max(len(lines), self.grown), len(ahead or ()))
        self.tables.take_rows(body - rows)
        is_key_free = not model.is_busy  # in an entry the key for all tables is a letter
        draw = partial(self._area(model).draw, tables, body - rows, is_key_free)
        self._draw(
            self.tables, lambda _: draw(), seen.model.record.state, id(tables), body - rows, is_key_free
        )
        self.entry.rows = rows
        if rows != len(lines) and isinstance(model.state, Entering | Idle):
            fitted = self.block.lines(rows - len(lines))
            lines = fitted if len(fitted) <= max(rows, len(lines)) else lines
        self._show(self.entry, with_more(model, lines, rows, width))

    def _share_rows(self, area: TableArea, body: int, wanted: int, ahead: int) -> tuple[TableLayout, int]:
        """Divide the rows below the scores; return the tables as they are after the entry, and the rows of the entry.

        On a small screen the tables stay the same from entry to entry, on a wide one they leave room for what is
        `ahead`. An entry displaces all but the main one.
        """
        if self._screen.kind == "narrow":
            return TableLayout(), body
        least = WIDE_ENTRY if self._is_wide else SMALL_ENTRY
        room, most = body - max(least, ahead + 1), body - LEAST_ENTRY
        arrange = partial(area.arrange, room, self._frame, most)
        tables = self._keep("layout", arrange, area.width, area.model.record.state, room, most)
        height = max(tables.height, min(room, tables.height + 1))
        gives_way = self._model.is_busy or self._model.sayings.shown or self._is_wide
        kept = tables.main_height if gives_way else height
        return tables, entry_height(body, wanted, height, kept, min(LEAST_ENTRY, least))

    def _draw_keys(self) -> None:
        model = self._model
        if model.is_busy:  # every key of an entry may change them
            rows = self._draw(self.keys, lambda width: busy_hints(model, width, self.block), object())
        else:
            given = model.acting, model.aim and model.aim.place
            rows = self._draw(self.keys, partial(idle_hints, model), *given)
        self.keys.take_rows(rows)

    # Beside them

    def _draw_at_right(self) -> None:
        model, height = self._model, self.right.size.height
        rows = self._draw(
            self.chart, lambda width: small_chart_lines(model, width, CHART_ROWS), can_wait=True
        )
        self.chart.take_rows(rows)
        self._draw(self.last, self._last_lines, height, self.chart.rows)
        rows = self.log.rows = height - self.chart.rows - self.last.rows
        self._draw(self.log, partial(self._log_lines, rows), rows, can_wait=True)

    def _last_lines(self, width: int) -> list[Line]:
        model, lines = self._model, list[Line]()
        if model.record.steps:
            last = last_entry(model, width)
            lines = [*last.title, *last.why, *last.also, ()]
        elif steps := first_steps(model):
            title = rule(model.speaker.phrase("again.tab"), "", width)
            lines = [title, *draw_blocks(steps, model, width).lines]
        self.last.take_rows(min(len(lines), self.right.size.height - self.chart.rows))
        return with_more(model, lines, self.last.rows, width)

    def _log_lines(self, rows: int, width: int) -> list[Line]:
        lines = log_lines(self._model, width, max(0, rows - 1))
        return [rule(self._model.speaker.phrase("screen.log"), "", width), *lines] if lines else []
