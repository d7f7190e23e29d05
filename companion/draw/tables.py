"""The game's tables on one screen: as many as fit, side by side if possible."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from companion.core.targets import Target
from companion.core.views import TableView, Term
from companion.draw.scores import score_columns
from companion.pages.view import SessionDisplay
from companion.report import tables
from companion.report.drawing import LONGEST_NAME, USUAL_NAME, ColumnFrame, TableText, capitalise
from companion.report.layout import width as text_width
from companion.report.spans import Line, Span, beside, folded_spans, span_width, wrap

GAP = "  "
ROOMY_LEAD, ROOMY_BLOCK = 16, 14
"""Widths before the players' columns, and of each player's, on a roomy screen if possible."""
TRAILING = 7
"""Width that a roomy screen keeps free after the players' columns."""
LEAST_NOTE = 14
"""Least width of the note that names the tables left out."""
T = TypeVar("T")


class TableCache:
    """Cached work on tables that haven't changed: most entries change one or two tables."""

    def __init__(self) -> None:
        self._worded: dict[str, TableText] = {}
        self._found: dict[tuple[object, ...], tuple[TableText, Any]] = {}
        self._shown: tuple[object, list[TableView]] = (None, [])
        self._board_notes: object = None
        self._names: Mapping[str, str] = {}

    def tables_of(self, model: SessionDisplay) -> list[TableView]:
        if self._shown[0] is not model.session.record:
            self._shown = model.session.record, shown_tables(model)
        return self._shown[1]

    def of(self, table: TableView, work: Callable[..., T], model: SessionDisplay, *given: object) -> T:
        """Return `work` applied to the table's text, cached until the table, its letters or the names change."""
        if model.session.board_notes is not self._board_notes:  # names in the board notes may have changed
            board_notes = self._board_notes = model.session.board_notes
            names = {**model.session.record.game.names.colours(board_notes), **model.session.display_names()}
            if names != self._names:
                self._names = names
                self._worded.clear()
        worded, place = self._worded.get(table.key), (table.key, work, *given)
        if worded is None or (worded.table, worded.letters) != (table, model.letters):
            worded = self._worded[table.key] = TableText(table, model.speaker, model.letters)
        if place not in self._found or self._found[place][0] is not worded:
            self._found[place] = worded, work(worded, *given)
        found: T = self._found[place][1]
        return found


class PlacedTable(NamedTuple):
    lines: list[Line]
    row: int
    column: int
    name: str

    @property
    def end(self) -> int:
        return self.row + len(self.lines)


class TableLayout(NamedTuple):
    """The tables in two columns, the main one first, and the names of tables that don't fit."""

    placed: tuple[PlacedTable, ...] = ()
    left_out: tuple[str, ...] = ()
    beside: int = 0
    """The screen column where the right half begins."""

    @property
    def height(self) -> int:
        return max((one.end for one in self.placed), default=0)

    @property
    def main_height(self) -> int:
        return self.placed[0].end if self.placed else 0

    def within(self, room: int) -> "TableLayout":
        """Leave out tables that would be cut; if the main table would be cut, leave out all."""
        kept = tuple(one for one in self.placed if one.end <= room >= self.main_height)
        gone = tuple(one.name for one in self.placed if one not in kept)
        others = tuple(name for name in self.left_out if name.partition(" (")[0] not in gone)
        return TableLayout(kept, (*gone, *others), self.beside if kept else 0)


class TableArea(NamedTuple):
    """The part of a screen for a session's tables. If `is_roomy`, no table is shortened."""

    model: SessionDisplay
    width: int
    is_roomy: bool
    cache: TableCache

    def frame(self, has_names: bool = False) -> ColumnFrame | None:
        """Return the frame of the players' columns; None if no table has any or if they don't fit."""
        model, width, is_roomy, cache = self
        held = [table for table in cache.tables_of(model) if tables.has_players(table)]
        if not held:
            return None
        count = len(model.session.record.table.seats)
        longest = max(map(text_width, model.session.record.table.seats))
        names = min(LONGEST_NAME, longest) + len(" A  ")
        least = min(USUAL_NAME, longest) + len(" A ")
        others = held[1:2] or [table for table in cache.tables_of(model) if table != held[0]]
        rooms, either = [0], (False, True)
        if is_roomy or not others:
            rooms = [TRAILING]
        else:  # keep room for another table, with all columns or only needed ones
            rooms = [
                min(cache.of(one, tables.least_width, model, needed) for one in others) for needed in either
            ]
        note = 0 if is_roomy else LEAST_NOTE
        wishes = [(is_short, names, kept) for is_short in either for kept in rooms]
        wishes += [] if is_roomy else [(True, least, kept) for kept in rooms]
        wishes += [
            (False, names, note),
            (True, names, note),
            (True, least, note),
            (True, least, 0),
            (True, 0, 0),
        ]
        long, short, figure, ranked = score_columns(model)

        def needs(frame: ColumnFrame) -> tuple[int, int]:
            found = [cache.of(table, tables.frame_needs, model, frame) for table in held]
            return max(lead for lead, _ in found), max(block for _, block in found)

        for is_short, named, kept in wishes:
            lead, block = needs(ColumnFrame(0, 0, 0, is_short))
            lead = max(short if is_short else long, lead)
            ranks = ranked if named == names else figure + 1  # for a raised digit
            block = max(ranks, named, block)
            taken = ColumnFrame(lead, block, figure, is_short).span(count)
            spare = width - taken - (kept + len(GAP) if kept else 0)
            if spare >= 0:
                if is_short:  # long headings as far as there is room, the players' first
                    spare += len(GAP) if is_roomy and kept else 0  # nothing is beside
                    longer = needs(ColumnFrame(lead, block + spare // count, figure, True))[1]
                    block, spare = max(block, longer), spare - max(0, longer - block) * count
                    longer = needs(ColumnFrame(lead + spare, block, figure, True))[0]
                    lead, spare = max(lead, longer), spare - max(0, longer - lead)
                best = max(names, ROOMY_BLOCK) if is_roomy else names
                wider = max(0, min(best - block, spare // count))
                more = min(spare - wider * count, ROOMY_LEAD - lead) if is_roomy else 0
                return ColumnFrame(lead + max(0, more), block + wider, figure, is_short, has_names)
        return None

    def arrange(self, height: int, frame: ColumnFrame | None, most: int = 0) -> TableLayout:
        """Arrange as many whole tables as fit; the main one may take up to `most` rows."""
        found = self._pack(height, frame, most)
        has_note = not found.left_out or self._note(found, height)[0]
        return found if has_note else self._pack(height - 1, frame, most)

    def _pack(self, height: int, frame: ColumnFrame | None, most: int) -> TableLayout:
        model, width, _, cache = self
        placed: list[PlacedTable] = []
        left_out: list[str] = []
        ends = [0, 0]
        split = widest = 0
        for table in cache.tables_of(model):
            name = capitalise(model.speaker.text(table.title))
            is_framed = frame is not None and tables.has_players(table)
            top, side = (ends[0] + bool(placed), 0), (ends[1] + bool(ends[1]), split)
            low, tight = (max(ends) + 1, 0), (ends[1], split)
            spots = [top, side, low, tight] if is_framed else [side, top, low, tight]
            spots = spots if placed else [top]
            for row, column in spots:
                is_beside_others = not column and ends[1] >= row > 0
                room = split - len(GAP) if is_beside_others else width - column
                room_below = height if placed else max(height, most)
                if row + len(table.rows) >= room_below:
                    continue  # the heading takes a row too
                given = frame if is_framed and not column else None
                wish = self._wish(table, room, given) if placed else (room, False)
                if wish is None:
                    continue
                lines, missing = cache.of(table, tables.draw_table, model, wish[0], given, wish[1])
                if row + len(lines) > room_below:
                    continue
                placed.append(PlacedTable(lines, row, column, name))
                left_out += [f"{name} ({', '.join(missing)})"] if missing else []
                height = max(height, len(lines))
                ends[1 if column else 0] = row + len(lines)
                across = given.span(len(model.session.record.table.seats)) if given else 0
                wide = max(across, *map(span_width, lines)) + len(GAP)
                widest = max(widest, wide)
                has_players = tables.has_players(table)
                if row and not (column or ends[1] or has_players):
                    split, ends[1] = wide, row - 1  # the next table may go beside this one
                elif not column and not ends[1]:  # a main table without players grows wider from turn to turn
                    split = max(split, wide) if len(placed) > 1 or has_players else width
                elif not column and wide > split:
                    ends[1] = ends[0]
                break
            else:
                left_out.append(name)
        is_shared = split == width or any(one.column for one in placed)
        return TableLayout(tuple(placed), tuple(left_out), split if is_shared else widest)

    def _wish(self, table: TableView, room: int, frame: ColumnFrame | None) -> tuple[int, bool] | None:
        """Return a table's width and whether optional columns are dropped; None if it doesn't fit."""
        model, cache = self.model, self.cache
        if frame is not None:
            return (room, False) if frame.span(len(model.session.record.table.seats)) <= room else None
        wish, only_needed = cache.of(table, tables.natural_width, model), False
        for only_needed in () if self.is_roomy or wish <= room else (False, True):
            wish = cache.of(table, tables.least_width, model, only_needed)
            if wish <= room:
                break
        return (wish, only_needed) if wish <= room else None

    def draw(self, layout: TableLayout, room: int, has_note: bool = True) -> list[Line]:
        """Draw the tables that fit as a whole; name the others and their key beside or below, if `has_note`."""
        seen = layout.within(room)
        left: list[Line] = []
        right: list[Line] = []
        for one in seen.placed:
            lines = right if one.column else left
            lines += [()] * (one.row - len(lines))
            lines += one.lines
        note, is_beside = self._note(seen, room) if has_note else ([], False)
        if is_beside:
            is_tight = len(right) + 1 >= max(room, seen.height)
            right += note if is_tight or not right else [(), *note]
        lines = beside(left, right, seen.beside)
        return lines if is_beside else [*lines, *note]

    def _note(self, seen: TableLayout, room: int) -> tuple[list[Line], bool]:
        """Draw a row with the key of all tables and what they add, if it fits; also return whether it goes beside."""
        end = max((one.end for one in seen.placed if one.column), default=0)
        at_side = (True, self.width - seen.beside, max(room, seen.height) - end)
        said = self.model.speaker.phrase
        opens = f"{self.model.key('table.tables')} {said('screen.label.tables')}"
        for text in (f"{opens}: {', '.join((*seen.left_out, said('again.tab')))}", opens):
            for is_beside, columns, rows in (at_side, (False, self.width, room - seen.height)):
                note = (
                    folded_spans(text, columns, "muted", Target("command", "tables"))
                    if columns >= LEAST_NOTE
                    else []
                )
                if len(note) == 1 <= rows:
                    return note, is_beside
        return [], False


def shown_tables(model: SessionDisplay) -> list[TableView]:
    """Tables with rows, players in the order of the seats, as in the scores above."""
    session = model.session
    found = session.record.game.views.tables(session.record.state)
    return [tables.in_seat_order(table, session.record.table.seats) for table in found if table.rows]


def sheets_of(model: SessionDisplay) -> list[TableView]:
    session = model.session
    if session.record.hides_money:
        return []
    game, opening, steps = session.record.game, session.record.opening, session.record.steps
    return list(game.views.run_sheet(opening, steps) or game.views.sheets(opening, steps))


def every_table(model: SessionDisplay, width: int) -> list[Line]:
    """Draw all tables one below the other, then the game's sheets and the legend."""
    frame, sheets = TableArea(model, width, True, TableCache()).frame(has_names=True), sheets_of(model)
    lines: list[Line] = []
    for table in (*shown_tables(model), *sheets):
        given = frame if tables.has_players(table) and table not in sheets else None
        drawn, missing = tables.draw_table(TableText(table, model.speaker, model.letters), width, given)
        if given is None or missing:
            drawn = tables.stacked_table(table, model.speaker, model.letters, width)
        lines += [*([()] if lines else []), *drawn]
    return [*lines, (), *legend_lines(model, width)]


def legend_lines(model: SessionDisplay, width: int) -> list[Line]:
    shown, speaker = shown_tables(model), model.speaker
    texts = tables.legend_lines(shown, speaker, width)
    cells = [row.cells[0].value for table in shown for row in table.rows]
    labels = [column.label for table in shown for column in table.columns]
    gauges = [gauge.what for gauge in model.session.record.clock.gauges]
    words = dict.fromkeys(text for text in (*labels, *cells, *gauges) if isinstance(text, Term))
    pairs = [(speaker.text(word, short=True), speaker.text(word)) for word in words]
    told = [pair for pair in pairs if pair[0] != pair[1]]
    groups = [(Span(f"{short} ", "strong"), Span(f"{whole}   ", "muted")) for short, whole in told]
    lines = [line for text in texts for line in folded_spans(text, width, "muted")]
    return lines + (wrap(groups, width, indent=0) if groups else [])
