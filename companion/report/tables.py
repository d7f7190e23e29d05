"""Tables, clock and reminders as plain text that keeps to a width."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from companion.core.messages import say
from companion.core.views import Clock, Gauge, Mark, Reminder, TableView, TurnLeft, Urgency
from companion.report.columns import Columns, TextTable, natural_widths
from companion.report.drawing import MARKS, ColumnFrame, Drawing, Letters, TableText, player_look
from companion.report.layout import fold_text, width
from companion.report.spans import Line, Span, cut, folded_spans, plain, span_width, strip
from companion.report.words import Speaker

URGENCIES = {Urgency.NOTE: "-", Urgency.SOON: "!", Urgency.NOW: "!!"}


def table_lines(table: TableView, speaker: Speaker, most: int) -> list[str]:
    """Draw title, heading and rows, then name the columns left out. Return no lines if the table has no rows."""
    drawn, missing = draw_table(TableText(table, speaker, None), most)
    hint = f"({speaker.phrase('show.left-out', what=missing)})" if missing else ""
    return [*map(plain, drawn), *fold_text(hint, most).splitlines()]


def draw_table(
    worded: TableText, most: int, frame: ColumnFrame | None = None, only_needed: bool = False
) -> tuple[list[Line], tuple[str, ...]]:
    """Draw a table; also return the headings of the columns left out."""
    table, speaker = worded.table, worded.speaker
    if not table.rows:
        return [], ()
    title, places = list[Line](), _places(table, only_needed)
    if table.columns[0].label is not None:
        title = folded_spans(worded.as_heading(speaker.text(table.title)), most, "title")
    while True:
        for room in (None, most) if frame is None else (most,):
            drawing = Drawing(worded, places, room, frame=frame)
            if drawing.has_room and max(map(span_width, lines := drawing.lines())) <= most:
                missing = [column for at, column in enumerate(table.columns) if at not in places]
                names = (speaker.text(one.owner or "" if one.label is None else one.label) for one in missing)
                return [*title, *lines], tuple(dict.fromkeys(names))
        if frame is not None and places == _places(table, only_needed=True):
            frame, places = None, _places(table)
            continue
        if highest := max(table.columns[at].priority for at in places):
            places = [at for at in places if table.columns[at].priority < highest]
        else:
            places = places[:-1]
        if not places:
            return [*title, *(cut(line, most) for line in drawing.lines())], ()


def stacked_table(table: TableView, speaker: Speaker, letters: Letters, most: int) -> list[Line]:
    """Draw a table with every column, in parts below each other if they don't fit."""
    head, *places = range(len(table.columns))
    groups = [list(run) for _, run in groupby(places, key=lambda at: table.columns[at].owner or at)]
    parts, worded = [[head]], TableText(table, speaker, letters)
    for group in groups:
        least = Drawing(worded, [*parts[-1], *group], 1, cuts_cells=False).width
        if parts[-1] != [head] and least > most:
            parts.append([head])
        parts[-1] += group
    drawn = [draw_table(TableText(with_columns(table, part), speaker, letters), most)[0] for part in parts]
    return [line for lines in drawn for line in ((), *lines)][1:]


def with_columns(table: TableView, places: Sequence[int]) -> TableView:
    rows = (row._replace(cells=tuple(row.cells[at] for at in places)) for row in table.rows)
    return table._replace(columns=tuple(table.columns[at] for at in places), rows=tuple(rows))


def in_seat_order(table: TableView, seats: Sequence[str]) -> TableView:
    """Put the players' columns into the order of the seats; other columns stay."""
    owned = [(seats.index(column.owner), at) for at, column in enumerate(table.columns) if column.owner]
    if owned == sorted(owned):
        return table
    in_turn = (at for _, at in sorted(owned))
    return with_columns(table, [next(in_turn) if one.owner else at for at, one in enumerate(table.columns)])


def has_players(table: TableView) -> bool:
    return any(column.owner for column in table.columns)


def frame_needs(worded: TableText, frame: ColumnFrame) -> tuple[int, int]:
    """Widths that a table needs in a frame: before the players' columns, and for each player."""
    return Drawing(worded, _places(worded.table), frame=frame).needs


def natural_width(worded: TableText) -> int:
    return max(map(span_width, Drawing(worded, _places(worded.table)).lines()))


def least_width(worded: TableText, only_needed: bool) -> int:
    """The least width that cuts neither headings nor short cells, for all columns or only the needed ones."""
    return Drawing(worded, _places(worded.table, only_needed), 1, cuts_cells=False).width


def _places(table: TableView, only_needed: bool = False) -> list[int]:
    return [at for at, column in enumerate(table.columns) if not (only_needed and column.priority)]


def legend_lines(tables: Iterable[TableView], speaker: Speaker, most: int) -> list[str]:
    """Explain the marks, if there are any, and add the tables' own legends."""
    held = tuple(tables)
    said = [table.legend for table in held if table.legend is not None]
    cells = (cell for table in held if table.legend is None for row in table.rows for cell in row.cells)
    if any(cell.mark is not Mark.NONE for cell in cells):
        said.append(say("show.marks", majority=MARKS[Mark.MAJORITY], tie=MARKS[Mark.TIE]))
    return [line for one in said for line in fold_text(speaker.say(one), most).splitlines()]


def clock_lines(clock: Clock, speaker: Speaker, most: int) -> list[str]:
    ahead, turn = speaker.say(clock.next) if clock.next else "", clock.turn
    if turn is not None:
        left = say("show.turn", player=turn.player, left=turn.left, of=turn.of, what=speaker.text(turn.what))
        done = ", ".join(map(speaker.text, turn.done))
        ahead = speaker.phrase("show.turn-done", turn=left, done=done) if done else speaker.say(left)
    lines = fold_text(ahead, most).splitlines()
    if not clock.gauges:
        return lines
    gauges = [gauge_text(gauge, speaker) for gauge in clock.gauges]
    if (at := next((at for at, one in enumerate(clock.gauges) if one.said is None), None)) is not None:
        gauges[at] = speaker.phrase("show.left", gauge=gauges[at])
    current = gauges[0]
    for gauge in gauges[1:]:
        longer = f"{current} | {gauge}"
        if width(longer) > most:
            lines.append(current)
            longer = f"  {gauge}"
        current = longer
    return [part for line in (*lines, current) for part in fold_text(line, most).splitlines()]


def rest_of_turn(turn: TurnLeft, speaker: Speaker) -> tuple[str, str]:
    """The number of actions left in a turn, and the actions done in it."""
    usual = say("screen.turn", left=turn.left, of=turn.of, what=speaker.text(turn.what))
    return speaker.say(turn.said or usual), ", ".join(map(speaker.text, turn.done))


def reminder_lines(reminders: Iterable[Reminder], speaker: Speaker, most: int) -> list[str]:
    lines = []
    for reminder in reminders:
        first, *further = fold_text(speaker.say(reminder.text), most - 3).splitlines()
        lines += [f"{URGENCIES[reminder.urgency]:2} {first}", *(f"   {line.strip()}" for line in further)]
    return lines


def gauge_text(gauge: Gauge, speaker: Speaker) -> str:
    what, key = speaker.text(gauge.what, short=True), "show.gauge-ends" if gauge.ends_at else "show.gauge"
    usual = say(key, what=what, left=gauge.left, of=gauge.of, ends_at=gauge.ends_at)
    said = speaker.say(gauge.said or usual)
    return f"! {said}" if gauge.is_near_end else said


def player_lines(table: TextTable, letters: Letters | None = None, indent: str = "") -> list[Line]:
    """Draw a table with players as row headings, with letters if given; without the total of a single row."""

    def cells(row: Sequence[str], look: str = "", name: str = "") -> list[Line]:
        chip = (
            (Span(f" {letters.get(name, name[:1])} ", f"chip:{name}"), Span(" ")) if name and letters else ()
        )
        first = (*chip, Span(row[0], player_look(name) if name else look))
        return [first, *((Span(cell, look),) for cell in row[1:])]

    rows = [cells(table.head, "heading"), *(cells(row, name=row[0]) for row in table.rows)]
    rows += [cells(table.total, "muted")] if table.total else []
    columns = Columns(natural_widths([[plain(cell) for cell in row] for row in rows]), table.right)
    is_summed = len(table.rows) > 1 or not table.total
    before = (Span(indent),) if indent else ()
    return [(*before, *strip(columns.line(row))) for row in (rows if is_summed else rows[:-1])]
