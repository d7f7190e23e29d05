"""Tables, clock and reminders as plain text that keeps to a width."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.core.messages import Message, say
from companion.core.views import Clock, Gauge, Mark, Reminder, TableView, Urgency
from companion.report.columns import Grid, parts_of
from companion.report.spans import Line, cut, folded_spans, plain, span_width
from companion.report.table_text import MARKS, ColumnFrame, Letters, TableText
from companion.report.text_width import fold_text, width
from companion.report.words import Speaker

if TYPE_CHECKING:
    from companion.report.entries import Sentence

URGENCIES = {Urgency.NOTE: "-", Urgency.SOON: "!", Urgency.NOW: "!!"}


def table_lines(table: TableView, speaker: Speaker, most: int) -> list[str]:
    drawn, missing = draw_table(TableText(table, speaker, None), most)
    hint = f"({speaker.phrase('show.left-out', what=missing)})" if missing else ""
    return [*map(plain, drawn), *fold_text(hint, most).splitlines()]


def sentence_texts(sentence: "Sentence", speaker: Speaker, most: int) -> list[str]:
    return [sentence.text] if sentence.table is None else table_lines(sentence.table, speaker, most)


@lru_cache(maxsize=500)
def draw_table(
    worded: TableText, most: int, frame: ColumnFrame | None = None, cuts: bool = True, shortens: bool = True
) -> tuple[list[Line], tuple[str, ...]]:
    """Draw a table; also name the columns left out. Unless it `cuts`, only headings and optional columns give way."""
    if not worded.table.rows:
        return [], ()
    for places, grid in _grids(worded, most, frame, cuts, shortens):
        if max(map(span_width, lines := grid.lines())) <= most:
            return _with_title(worded, places, lines, most)
    everything = range(len(worded.table.columns))
    return _with_title(worded, everything, [cut(line, most) for line in lines], most) if cuts else ([], ())


def _grids(
    worded: TableText, most: int, frame: ColumnFrame | None, cuts: bool, shortens: bool
) -> Iterator[tuple[list[int], Grid]]:
    """Yield the ways to set a table, best first: in the frame, alone, then with ever fewer columns."""
    if frame is not None:
        for places in _fewer(worded.table, is_optional=True):
            if grid := worded.in_frame(places, frame)[0]:
                yield places, grid
    for places in _fewer(worded.table, is_optional=not cuts):
        yield places, worded.own_width(places, None)
        if not shortens:
            return
        yield places, worded.own_width(places, most if cuts else 1, cuts)


def _fewer(table: TableView, is_optional: bool) -> Iterator[list[int]]:
    """Yield all columns, then without the least important ones step by step, then without the last ones."""
    places = list(range(len(table.columns)))
    while places:
        yield places
        highest = max(table.columns[at].priority for at in places)
        if is_optional and not highest:
            return
        places = [at for at in places if table.columns[at].priority < highest] if highest else places[:-1]


def _with_title(
    worded: TableText, places: Sequence[int], lines: list[Line], most: int
) -> tuple[list[Line], tuple[str, ...]]:
    table, speaker = worded.table, worded.speaker
    missing = [column for at, column in enumerate(table.columns) if at not in places]
    names = dict.fromkeys(
        speaker.text(column.owner or "" if column.label is None else column.label) for column in missing
    )
    has_title = table.title and table.columns[0].label is not None
    title = folded_spans(worded.heading(speaker.text(table.title)), most, "title") if has_title else []
    return [*title, *lines], tuple(names)


def stacked_table(table: TableView, speaker: Speaker, letters: Letters, most: int) -> list[Line]:
    grid = TableText(table, speaker, letters).own_width(range(len(table.columns)), 1, cuts=False)
    tables = (with_columns(table, part) for part in parts_of(grid.strips, most))
    drawn = [draw_table(TableText(part, speaker, letters), most)[0] for part in tables]
    return [line for lines in drawn for line in ((), *lines)][1:]


def with_columns(table: TableView, places: Sequence[int]) -> TableView:
    rows = (row._replace(cells=tuple(row.cells[at] for at in places)) for row in table.rows)
    return table._replace(columns=tuple(table.columns[at] for at in places), rows=tuple(rows))


def in_seat_order(table: TableView, seats: Sequence[str]) -> TableView:
    owned = [(seats.index(column.owner), at) for at, column in enumerate(table.columns) if column.owner]
    if owned == sorted(owned):
        return table
    in_turn = (at for _, at in sorted(owned))
    places = [next(in_turn) if column.owner else at for at, column in enumerate(table.columns)]
    return with_columns(table, places)


def has_players(table: TableView) -> bool:
    return any(column.owner for column in table.columns)


@lru_cache(maxsize=500)
def frame_needs(worded: TableText, frame: ColumnFrame) -> tuple[int, int]:
    return worded.in_frame(range(len(worded.table.columns)), frame)[1]


@lru_cache(maxsize=500)
def least_width(worded: TableText, only_needed: bool) -> int:
    """The least width that cuts neither headings nor short cells, for all columns or only the needed ones."""
    columns = enumerate(worded.table.columns)
    places = [at for at, column in columns if not (only_needed and column.priority)]
    return worded.own_width(places, 1, cuts=False).width


def marks_legend(tables: Iterable[TableView]) -> list[Message]:
    """What the signs of majorities mean, if there are any."""
    cells = (cell for table in tables if table.legend is None for row in table.rows for cell in row.cells)
    has_any = any(cell.mark is not Mark.NONE for cell in cells)
    return [say("show.marks", majority=MARKS[Mark.MAJORITY], tie=MARKS[Mark.TIE])] if has_any else []


def legend_lines(tables: Iterable[TableView], speaker: Speaker, most: int) -> list[str]:
    held = tuple(tables)
    messages = [*(table.legend for table in held if table.legend is not None), *marks_legend(held)]
    return [line for message in messages for line in fold_text(speaker.say(message), most).splitlines()]


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
    if (at := next((at for at, gauge in enumerate(clock.gauges) if gauge.said is None), None)) is not None:
        gauges[at] = speaker.phrase("show.left", gauge=gauges[at])
    current = gauges[0]
    for gauge in gauges[1:]:
        longer = f"{current} | {gauge}"
        if width(longer) > most:
            lines.append(current)
            longer = f"  {gauge}"
        current = longer
    return [part for line in (*lines, current) for part in fold_text(line, most).splitlines()]


def reminder_lines(reminders: Iterable[Reminder], speaker: Speaker, most: int) -> list[str]:
    lines = []
    for reminder in reminders:
        first, *further = fold_text(speaker.say(reminder.text), most - 3).splitlines()
        lines += [f"{URGENCIES[reminder.urgency]:2} {first}", *(f"   {line.strip()}" for line in further)]
    return lines


def gauge_text(gauge: Gauge, speaker: Speaker) -> str:
    what, key = speaker.text(gauge.what, short=True), "show.gauge-ends" if gauge.ends_at else "show.gauge"
    usual = say(key, what=what, left=gauge.left, of=gauge.of, ends_at=gauge.ends_at)
    text = speaker.say(gauge.said or usual)
    return f"! {text}" if gauge.is_near_end else text
