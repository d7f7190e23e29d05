"""The table screen's panels: turn, scores, tables, entry and keys. On the right: the chart and the latest entries."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from rich.text import Text
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from companion.core.names import clean
from companion.core.targets import Target
from companion.desk.states import Entering, Idle
from companion.draw.log import last_entry, log_lines
from companion.draw.scores import score_lines
from companion.draw.table_area import TableArea, TableCache, TableLayout, projection_lines
from companion.draw.terminal import ENDLESS, draw_blocks, small_chart_lines
from companion.pages.server_process import PhoneServer
from companion.pages.tables import first_steps
from companion.pages.view import SessionDisplay
from companion.report.payments import last_gains
from companion.report.spans import Line, Span, Titled, joined, titled
from companion.report.table_text import ColumnFrame
from companion.tui.draw.entry import EntryBlock, with_more
from companion.tui.draw.heading import heading_lines
from companion.tui.draw.hints import busy_hints, idle_hints
from companion.tui.models.table import TableModel
from companion.tui.palette import Palette
from companion.tui.screens.app_screen import AppScreen
from companion.tui.widgets.lines import Lines

T = TypeVar("T")


def _content(spans: Line, palette: Palette) -> Content:
    styled = ((clean(span.text), palette.style(span.look)) for span in spans)
    return Content.from_rich_text(Text.assemble(*styled))


class Panel(Lines):
    """Lines with a title: in a border if CSS gives the panel one, else in the first row."""

    def __init__(self, name: str, column: Widget | None = None) -> None:
        super().__init__(name)
        self._column = column
        """The column that sets the width, even while the panel is hidden."""
        self.rows = self.height = -1
        """Rows for the lines, and with the border."""
        self._edges: tuple[Line, Line] = (), ()
        """The title and what stands at its other end, in the border."""
        self._edged_with: Palette | None = None

    @property
    def width(self) -> int:
        return self.size.width if self._column is None else self._column.size.width - self.gutter.width

    def take_height(self, height: int) -> None:
        self.rows = max(0, height - self.gutter.height)
        if height != self.height:
            self.height, self.display = height, height > 0
            self.styles.height = height

    def height_of(self, block: Titled) -> int:
        """Rows that the panel needs with its title or its border; none if it has nothing to show."""
        has_title = bool(block.title.text)
        return len(block.body) + (self.gutter.height or has_title) if block.body or has_title else 0

    def fit(self, block: Titled, most: int = ENDLESS) -> None:
        self.take_height(min(most, self.height_of(block)))

    def show_titled(self, block: Titled, palette: Palette) -> None:
        if not self.gutter.height:
            self.show(block.lines(self.width), palette)
            return
        self.show(block.body, palette)
        edges = (block.title,), joined(block.ends)
        if edges != self._edges or palette is not self._edged_with:
            self._edges, self._edged_with = edges, palette
            self.border_title, self.border_subtitle = (_content(spans, palette) for spans in edges)

    def target_at(self, x: int, y: int) -> Target | None:
        if self.gutter.height and y in (0, self.outer_size.height - 1):
            return next((span.target for span in self._edges[y > 0] if span.target), None)
        return super().target_at(x - self.gutter.left, y - self.gutter.top)

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
SMALL_ENTRY = 3
"""Rows that all other tables leave to the entry on a small screen."""
CHART_ROWS = 9
BESIDE_NOTE = 40
"""Columns that the title of the last entry may take of the row in which it says what leads to other tables."""


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
        self.chart, self.log = Panel("chart", self.right), Panel("log", self.right)
        self.forget()

    def forget(self) -> None:
        self.cache = TableCache()
        self._kept: dict[str, tuple[object, object, Any]] = {}
        """All that was made, with the session it shows and what else it depends on."""
        self._is_late = self._has_rest = False
        """Whether everything urgent is on the screen, and whether the rest waits for that."""
        self.grown = 0
        """Rows the entry has taken since it was begun: an unfinished entry never shrinks."""
        self._version = self._model.saver.version
        """The session's version at the last key."""
        self._drawn_for: tuple[Size, ...] = ()
        self._score_rows = 0
        """Rows of the scores while nothing is entered."""

    def draw(self, is_late: bool) -> bool:
        """Draw what has changed; return whether some of it waits until everything else is on the screen."""
        self._is_late, self._has_rest, self._drawn_for = is_late, False, self._sizes
        self._keep("top", self._scroll_to_top, self._model.entry, self._model.is_busy)
        self._draw_turn()
        self._draw_scores()
        self._draw_tables_and_entry()
        self._draw_keys()
        if self._is_wide:
            self._draw_at_right()
        return self._has_rest

    @property
    def _sizes(self) -> tuple[Size, ...]:
        return self.turn.size, self.left.size, self.right.size

    @property
    def fit(self) -> bool:
        """Whether the columns still have the sizes for which the panels were drawn."""
        return self._drawn_for == self._sizes

    @property
    def _is_fresh(self) -> bool:
        """Whether something was saved since the last key: what it pays and why stays in sight until the next."""
        return self._version != self._model.saver.version

    def take_key(self) -> bool:
        """Take note of a key; return whether what was saved before it is still shown."""
        was_fresh, self._version = self._is_fresh, self._model.saver.version
        return was_fresh

    def _scroll_to_top(self) -> None:
        self.entry.scroll_to_top()
        self.log.scroll_to_top()

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

    def _draw(
        self, panel: Panel, draw: Callable[[int], Titled], *given: object, can_wait: bool = False
    ) -> Titled:
        """Draw a panel, unless nothing it depends on has changed; return what it shows."""
        width = panel.width
        block = self._keep(str(panel.id), partial(draw, width), width, *given, can_wait=can_wait)
        panel.show_titled(block, self._screen.host.palette)
        return block

    def _draw_turn(self) -> None:
        model, zone, phones = self._model, self._screen.host.zone, self._phones()
        given = model.acting, phones, model.help_key, model.is_entering

        def draw(width: int) -> Titled:
            return titled("", heading_lines(model, zone, width, phones, self.cache))

        self.turn.fit(self._draw(self.turn, draw, *given))

    def _phones(self) -> Line:
        phones = self._served_by()
        if phones is None or phones.served is None:
            return ()
        here = sum(guest.is_here for guest in phones.served.guests)
        text = self._model.speaker.phrase("phones.mark", count=here)
        return Span(text, "muted", Target("command", "phones")), Span("  ")

    def _draw_scores(self) -> None:
        """Draw the scores with the unfinished entry, or with what was just paid; a row is kept free for that."""
        model, frame, is_wide, after = self._model, self._frame, self._is_wide, self._model.record_after
        paid = last_gains(model.session) if self._is_fresh and not model.record.hides_money else {}

        def draw(width: int) -> Titled:
            lines = score_lines(model, width, frame, after, is_wide, paid)
            if after is None and not paid:
                self._score_rows = len(lines)
            rows = self._score_rows + bool(frame)
            title = model.speaker.phrase("screen.label.scores") if is_wide else ""
            return titled(title, [*lines, *[()] * (rows - len(lines))])

        given = model.peeked, after and after.state, self._screen.kind, bool(paid)
        self.scores.fit(self._draw(self.scores, draw, *given))

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
        block, edges = self.block.draw(), self.entry.gutter.height or 1
        wanted = self.entry.height_of(block)
        self.grown = max(wanted, self.grown) if model.is_busy else 0
        body, seen = self.left.size.height - self.scores.height, self._area(model.seen_after)
        tables, height = self._share_rows(
            seen, body, max(wanted, self.grown), len(ahead) + edges if ahead else 0
        )
        self.tables.take_height(body - height)
        note = self._draw_tables(tables)
        self.entry.take_height(height)
        rows = height - edges
        if rows != len(block.body) and isinstance(model.state, Entering | Idle):
            fitted = self.block.draw(rows - len(block.body))
            block = fitted if rows < len(block.body) or len(fitted.body) <= rows else block
        block = block if self._is_wide else block._replace(ends=[*block.ends, *note])
        self.entry.set_class(model.is_busy, "here")
        self.entry.show_titled(with_more(model, block, rows), self._screen.host.palette)

    def _draw_tables(self, tables: TableLayout) -> Sequence[Span]:
        """Draw the tables that fit; return what leads to the others, unless its key is a letter of an entry."""
        model, rows, is_busy = self._model, self.tables.rows, self._model.is_busy

        def draw(width: int) -> Titled:
            area, title = self._area(model), model.speaker.phrase("screen.label.tables")
            note = [] if is_busy else [area.note(tables, rows, width - BESIDE_NOTE * (not self._is_wide))]
            return titled(title if self._is_wide else "", area.draw(tables, rows), note)

        return self._draw(self.tables, draw, model.seen_after.record.state, id(tables), rows, is_busy).ends

    def _share_rows(self, area: TableArea, body: int, wanted: int, ahead: int) -> tuple[TableLayout, int]:
        """Divide the rows below the scores; return the tables as they are after the entry, and the entry's height.

        On a small screen the tables stay the same from entry to entry, on a wide one they leave room for what is
        `ahead`. An entry displaces all but the main one.
        """
        if self._screen.kind == "narrow":
            return TableLayout(), body
        edges, least = self.tables.gutter.height, 0 if self._is_wide else SMALL_ENTRY
        room, most = body - edges - max(least, ahead), body - edges - LEAST_ENTRY
        arrange = partial(area.arrange, room, self._frame, most)
        tables = self._keep("layout", arrange, area.width, area.model.record.state, room, most)
        height, main = ((rows + edges if rows else 0) for rows in (tables.height, tables.main_height))
        gives_way = self._model.is_busy or self._model.sayings.shown or self._is_wide or self._is_fresh
        kept = main if gives_way else height
        return tables, entry_height(body, wanted, height, kept, min(LEAST_ENTRY, least)) if wanted else 0

    def _draw_keys(self) -> None:
        model, is_busy = self._model, self._model.is_busy

        def draw(width: int) -> Titled:
            return titled("", busy_hints(model, width, self.block) if is_busy else idle_hints(model, width))

        changes = object() if is_busy else None  # at every key of an entry
        self.keys.fit(self._draw(self.keys, draw, changes, model.acting, model.aim and model.aim.place))

    # Beside them

    def _draw_at_right(self) -> None:
        model, height = self._model, self.right.size.height

        def chart(width: int) -> Titled:
            lines = small_chart_lines(model, width, CHART_ROWS)
            return titled(model.speaker.phrase("screen.label.chart") if lines else "", lines)

        self.chart.fit(self._draw(self.chart, chart, can_wait=True))
        height -= self.chart.height
        rows = height - self.log.gutter.height
        self.log.fit(self._draw(self.log, partial(self._latest, rows), rows), height)

    def _latest(self, rows: int, width: int) -> Titled:
        """The last entry and those before it, or before the first one what comes first."""
        model = self._model
        if model.record.steps:
            last = last_entry(model, width)
            lines = [*last.rest, *last.why, *last.also]
            lines += [()] if lines else []
            lines += log_lines(model, width, rows - len(lines))
            return with_more(model, Titled(last.title, lines), rows)
        if steps := first_steps(model):
            block = titled(model.speaker.phrase("again.tab"), draw_blocks(steps, model, width).lines)
            return with_more(model, block, rows)
        return titled("", [])
