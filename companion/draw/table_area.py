"""The game's tables on one screen: as many as fit, side by side if possible."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from companion.core.targets import Target
from companion.core.views import TableView, Term
from companion.draw.scores import score_columns
from companion.pages.view import SessionDisplay
from companion.report import table_lines
from companion.report.score_sheet import final_sheet, sheet_table
from companion.report.spans import Line, Span, beside, folded_spans, on_plane, span_width, wrap
from companion.report.table_lines import draw_table, frame_needs, least_width
from companion.report.table_text import LONGEST_NAME, USUAL_NAME, ColumnFrame, TableText, capitalise
from companion.report.text_width import width as text_width

GAP = "  "
ROOMY_LEAD, ROOMY_BLOCK = 16, 14
"""Widths before the players' columns, and of each player's, on a roomy screen if possible."""
TRAILING = 7
"""Width that a roomy screen keeps free after the players' columns."""
SHEET_ROWS = 6
"""How many last rows of the game's own sheet are shown; the page of all tables shows the rest."""


class TableCache:
    """Tables in words: most entries change one or two of them."""

    def __init__(self) -> None:
        self._texts: dict[str, TableText] = {}
        self._names: object = None
        self._record: object = None
        self._board_notes: object = None

    def texts(self, model: SessionDisplay) -> list[TableText]:
        session, letters = model.session, model.letters
        if session.record is not self._record or session.board_notes is not self._board_notes:
            self._record, self._board_notes = session.record, session.board_notes
            colours = session.record.game.names.colours(session.board_notes)
            names = {**colours, **session.display_names()}
            known = self._texts if names == self._names else {}
            self._texts, self._names = {}, names
            for table in shown_tables(model):
                text = known.get(table.key)
                if text is None or (text.table, text.letters) != (table, letters):
                    text = TableText(table, model.speaker, letters)
                self._texts[table.key] = text
        return list(self._texts.values())


class PlacedTable(NamedTuple):
    lines: list[Line]
    row: int
    column: int
    name: str

    @property
    def end(self) -> int:
        return self.row + len(self.lines)


class LeftOut(NamedTuple):
    name: str
    columns: tuple[str, ...] = ()
    """The columns that are left out; none if it is the whole table."""


class TableLayout(NamedTuple):
    """The tables in two columns, the main one first, and what doesn't fit."""

    placed: tuple[PlacedTable, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    beside: int = 0

    @property
    def height(self) -> int:
        return max((table.end for table in self.placed), default=0)

    @property
    def main_height(self) -> int:
        return self.placed[0].end if self.placed else 0

    def within(self, room: int) -> "TableLayout":
        """Leave out tables that would be cut; if the main table would be cut, leave out all."""
        kept = tuple(table for table in self.placed if table.end <= room >= self.main_height)
        gone = tuple(LeftOut(table.name) for table in self.placed if table not in kept)
        others = tuple(left_out for left_out in self.left_out if LeftOut(left_out.name) not in gone)
        return TableLayout(kept, (*gone, *others), self.beside if kept else 0)


class Spot(NamedTuple):
    row: int
    column: int


@dataclass
class Columns:
    """Two columns of tables: the rows taken in each, and where the right one begins."""

    width: int
    gap: int
    """Blank rows above a table, unless it is the first or nothing else fits."""
    left: int = 0
    right: int = 0
    split: int = 0
    """0 as long as nothing is placed."""
    widest: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether the first table has the whole width."""
        return self.split == self.width

    def spots(self, rather_left: bool) -> list[Spot]:
        """Places for the next table, the best first; at last one without a blank row above it."""
        left = Spot(self.left + (self.gap if self.left else 0), 0)
        right = Spot(self.right + (self.gap if self.right else 0), self.split)
        both = [left, right] if rather_left else [right, left]
        return [*both, Spot(self.right, self.split)]

    def room(self, spot: Spot) -> int:
        is_beside = not spot.column and 0 < spot.row < self.right + self.gap
        return self.split - len(GAP) if is_beside else self.width - spot.column

    def take(self, spot: Spot, height: int, width: int, keeps_width: bool) -> None:
        """Take a place; a table that doesn't keep its width grows wider from turn to turn."""
        if spot.column:
            self.right = spot.row + height
            return
        is_first, self.left = not self.left, spot.row + height
        self.widest = max(self.widest, width)
        if self.right:
            self.right = self.left if width > self.split else self.right  # the rest goes below it
        elif keeps_width:
            self.split = max(self.split, width)
        elif is_first:
            self.split = self.width
        else:
            self.split, self.right = width, spot.row - self.gap  # the next table may go beside this one


class TableArea(NamedTuple):
    """The part of a screen for a session's tables. If `is_roomy`, no table is shortened."""

    model: SessionDisplay
    width: int
    is_roomy: bool
    cache: TableCache

    def frame(self) -> ColumnFrame | None:
        """The players' columns, if they fit. Names, then headings give way to tables beside."""
        texts = self.cache.texts(self.model)
        owned = [text for text in texts if table_lines.has_players(text.table)]
        if not owned:
            return None
        longest = max(map(text_width, self.model.record.roster.seats))
        whole, cut = min(LONGEST_NAME, longest) + len(" A  "), min(USUAL_NAME, longest) + len(" A ")
        ways = [(False, whole), (True, whole), (True, cut)]
        others = owned[1:2] or [text for text in texts if text is not owned[0]]
        if self.is_roomy or not others:
            wishes = [*product(ways[:2], [TRAILING])]
        else:
            least = [min(least_width(text, is_needed) for text in others) for is_needed in (False, True)]
            wishes = [*product(ways, least)]
        # longer names stand whole only where nothing else gives way
        full, free = longest + len(" A  "), wishes[0][1]
        wishes += [*product(ways, [0]), ((True, 0), 0)]
        frames = (self._frame(owned, is_short, name, whole, free) for (is_short, name), free in wishes)
        return self._frame(owned, False, full, full, free) or next(filter(None, frames), None)

    def _frame(
        self, owned: Sequence[TableText], is_short: bool, name: int, whole: int, free: int
    ) -> ColumnFrame | None:
        """Return the frame with names of this width that leaves a width free; None if there is none."""
        players = len(self.model.record.roster.seats)
        long, short, figure, ranked = score_columns(self.model)

        def needs(lead: int, block: int) -> tuple[int, int]:
            """Widths that the tables need if they may have these."""
            leads, blocks = zip(
                *(frame_needs(text, ColumnFrame(lead, block, figure, players, is_short)) for text in owned),
                strict=True,
            )
            return max(leads), max(blocks)

        lead, block = needs(0, 0)
        lead = max(short if is_short else long, lead)
        block = max(ranked if name == whole else figure + 1, name, block)  # or a raised digit
        spare = self.width - lead - players * (block + 1) - (free + len(GAP) if free else 0)
        if spare < 0:
            return None
        if is_short:  # long headings as far as there is room, the players' first
            spare += len(GAP) if free and self.is_roomy else 0  # nothing is beside
            more = max(0, needs(lead, block + spare // players)[1] - block)
            block, spare = block + more, spare - more * players
            more = max(0, needs(lead + spare, block)[0] - lead)
            lead, spare = lead + more, spare - more
        best = max(whole, ROOMY_BLOCK) if self.is_roomy else whole
        more = max(0, min(best - block, spare // players))
        if self.is_roomy:
            lead += max(0, min(spare - more * players, ROOMY_LEAD - lead))
        return ColumnFrame(lead, block + more, figure, players, is_short)

    def arrange(self, height: int, frame: ColumnFrame | None, most: int = 0) -> TableLayout:
        """Show as many tables as possible: with blank rows between them, without, or rather beside one another."""
        ways = [(1, True)] * self.is_roomy + [(0, True), (0, False)]
        best = TableLayout()
        for way in ways:
            layout = self._pack(height, frame, most, *way)
            best = layout if len(layout.placed) > len(best.placed) else best
            if len(best.placed) == len(self.cache.texts(self.model)):
                break
        return best

    def _pack(
        self, height: int, frame: ColumnFrame | None, most: int, gap: int, rather_below: bool
    ) -> TableLayout:
        """Set tables into two columns: those in the frame rather at the left, others rather at the right."""
        placed: list[PlacedTable] = []
        left_out: list[LeftOut] = []
        columns = Columns(self.width, gap)
        for text in self.cache.texts(self.model):
            name = capitalise(self.model.speaker.text(text.table.title))
            has_players, is_main = table_lines.has_players(text.table), not placed
            framed = frame if has_players else None
            for spot in columns.spots(rather_left=framed is not None and rather_below):
                lines, missing = self._draw(
                    text, columns.room(spot), None if spot.column else framed, is_main
                )
                if lines and spot.row + len(lines) <= (max(height, most) if is_main else height):
                    break
            else:
                left_out.append(LeftOut(name))
                continue
            placed.append(PlacedTable(lines, *spot, name))
            left_out += [LeftOut(name, missing)] if missing else []
            height = max(height, len(lines))
            wide = max(framed.width if framed else 0, *map(span_width, lines)) + len(GAP)
            columns.take(spot, len(lines), wide, keeps_width=has_players)
        is_shared = columns.is_whole or any(table.column for table in placed)
        return TableLayout(tuple(placed), tuple(left_out), columns.split if is_shared else columns.widest)

    def _draw(
        self, text: TableText, room: int, frame: ColumnFrame | None, is_main: bool
    ) -> tuple[list[Line], tuple[str, ...]]:
        if frame is not None and frame.width > room:
            return [], ()
        if frame is not None or is_main:
            return draw_table(text, room, frame)
        return draw_table(text, room, cuts=False, shortens=not self.is_roomy)

    def draw(self, layout: TableLayout, room: int) -> list[Line]:
        """Draw the tables that fit. Their headings stand on a plane, unless that would run through another table."""
        seen = layout.within(room)
        left: list[Line] = []
        right: list[Line] = []
        for table in seen.placed:
            lines = right if table.column else left
            lines += [()] * (table.row - len(lines))
            lines += table.lines
        inner = {row for table in seen.placed for row in range(table.row + 1, table.end)}
        heads = {table.row for table in seen.placed} - inner
        drawn = beside(left, right, seen.beside)
        return [on_plane(line) if at in heads else line for at, line in enumerate(drawn)]

    def note(self, layout: TableLayout, room: int, width: int) -> Span:
        """Say which key shows the tables that aren't shown, and their names if there is room for all."""
        phrase = self.model.speaker.phrase
        opens = f"{self.model.key('table.tables')} {phrase('screen.label.tables')}"
        left_out = layout.within(room).left_out
        names = [f"{name} ({', '.join(columns)})" if columns else name for name, columns in left_out]
        text = f"{opens}: {', '.join((*names, phrase('again.tab')))}"
        return Span(text if text_width(text) <= width else opens, "muted", Target("command", "tables"))


def shown_tables(model: SessionDisplay) -> list[TableView]:
    session = model.session
    found = session.record.game.views.tables(session.record.state)
    return [table_lines.in_seat_order(table, session.record.roster.seats) for table in found if table.rows]


def sheets_of(model: SessionDisplay) -> list[TableView]:
    session = model.session
    if session.record.hides_money:
        return []
    game, opening, steps = session.record.game, session.record.opening, session.record.steps
    return list(game.views.run_sheet(opening, steps) or game.views.sheets(opening, steps))


def every_table(model: SessionDisplay, width: int) -> list[Line]:
    frame, sheets = TableArea(model, width, True, TableCache()).frame(), sheets_of(model)
    frame = frame and frame._replace(has_names=True)
    lines: list[Line] = []
    for table in (*shown_tables(model), *sheets):
        given = frame if table_lines.has_players(table) and table not in sheets else None
        drawn, missing = draw_table(TableText(table, model.speaker, model.letters), width, given)
        if given is None or missing:
            drawn = table_lines.stacked_table(table, model.speaker, model.letters, width)
        lines += [*([()] if lines else []), *drawn]
    return [*lines, (), *legend_lines(model, width)]


def legend_lines(model: SessionDisplay, width: int) -> list[Line]:
    shown, speaker = shown_tables(model), model.speaker
    texts = table_lines.legend_lines(shown, speaker, width)
    cells = [row.cells[0].value for table in shown for row in table.rows]
    labels = [column.label for table in shown for column in table.columns]
    gauges = [gauge.what for gauge in model.session.record.clock.gauges]
    words = dict.fromkeys(text for text in (*labels, *cells, *gauges) if isinstance(text, Term))
    pairs = [(speaker.text(word, short=True), speaker.text(word)) for word in words]
    shortened = [pair for pair in pairs if pair[0] != pair[1]]
    groups = [(Span(f"{short} ", "strong"), Span(f"{whole}   ", "muted")) for short, whole in shortened]
    lines = [line for text in texts for line in folded_spans(text, width, "muted")]
    return lines + (wrap(groups, width, indent=0) if groups else [])


def projection_lines(model: SessionDisplay, room: int, cache: TableCache | None = None) -> list[Line]:
    """Draw the last rows of the game's own sheet, after the end the score sheet; while money is hidden, only a note."""
    record = model.record
    if record.hides_money:
        return folded_spans(model.speaker.phrase("screen.ahead-hidden"), room, "muted")
    table: TableView | None = None
    if not record.game.pays_at_end:  # the last rows of the game's own sheet, if it keeps one
        table = next(iter(record.game.views.sheets(record.opening, record.steps)), None)
        table = table and table._replace(rows=table.rows[-SHEET_ROWS:])
    elif record.is_over and (sheet := final_sheet(model.session)) is not None:
        table = sheet_table(sheet.fold_groups())
    if table is None:
        return []
    frame = TableArea(model, room, True, cache or TableCache()).frame()
    return draw_table(TableText(table, model.speaker, model.letters), room, frame)[0]
