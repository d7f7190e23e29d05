"""Tables, clock and reminders as lines of plain text that keep to a width."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from companion.core.messages import say
from companion.core.views import (
    Cell,
    Clock,
    Column,
    Gauge,
    Mark,
    Reminder,
    TableRow,
    TableView,
    TurnLeft,
    Urgency,
)
from companion.report.layout import clipped, columns, flush_left, flush_right, folded, width
from companion.report.spans import Line, Span, cut, folded_spans, plain, span_width, stripped
from companion.report.words import Speaker

Letters = Mapping[str, str]
"""The letter of each player, as on the keys."""
MARKS = {Mark.NONE: " ", Mark.MAJORITY: "*", Mark.TIE: "="}
NOTHING = "."
"""How a count of zero is drawn, so that what is there stands out."""
LONG = 24
"""Texts wider than this are cut as soon as headings are."""
READABLE = 8
"""So much of a heading is kept where tables stand side by side."""
URGENCIES = {Urgency.NOTE: "-", Urgency.SOON: "!", Urgency.NOW: "!!"}


def table_lines(table: TableView, speaker: Speaker, most: int) -> list[str]:
    """Title, heading and rows, no line wider than `most`; what found no room is named below.

    A table without rows is not drawn at all.
    """
    return [plain(line) for line in table_spans(table, speaker, None, most)]


def table_spans(table: TableView, speaker: Speaker, letters: Letters | None, most: int) -> list[Line]:
    """The same with the look of each part; players are called by their letters too where those are given."""
    if not table.rows:
        return []
    is_headed_by_title = table.columns[0].label is None
    title = [] if is_headed_by_title else folded_spans(speaker.text(table.title), most, "title")
    places = list(range(len(table.columns)))
    while True:
        for room in (None, most):
            lines = _Drawing(table, places, speaker, room, letters).lines()
            if max(map(span_width, lines)) <= most:
                return [*title, *lines, *_left_out(table, places, speaker, most)]
        places = _fewer(table.columns, places)
        if not places:
            return [*title, *(cut(line, most) for line in lines)]


def natural_width(table: TableView, speaker: Speaker, letters: Letters) -> int:
    """How wide a table is with nothing cut and no short form."""
    drawing = _Drawing(table, list(range(len(table.columns))), speaker, None, letters)
    return max(map(span_width, drawing.lines()))


def least_width(table: TableView, speaker: Speaker, letters: Letters, only_needed: bool) -> int:
    """In how little room the columns of a table can be drawn with no cell cut that is not very long.

    All of them, or only those that are never left out.
    """
    places = [at for at, column in enumerate(table.columns) if not (only_needed and column.priority)]
    drawing = _Drawing(table, places, speaker, 1, letters, cuts_cells=False)
    return max(map(span_width, drawing.lines()))


def legend_lines(tables: Iterable[TableView], speaker: Speaker, most: int) -> list[str]:
    """What the marks mean, where there are any."""
    cells = (cell for table in tables for row in table.rows for cell in row.cells)
    if all(cell.mark is Mark.NONE for cell in cells):
        return []
    majority, tie = MARKS[Mark.MAJORITY], MARKS[Mark.TIE]
    return folded(speaker.say(say("show.marks", majority=majority, tie=tie)), most).splitlines()


def clock_lines(clock: Clock, speaker: Speaker, most: int) -> list[str]:
    """What is left of the turn, and what of the game."""
    ahead = _turn(clock.turn, speaker) if clock.turn else speaker.say(clock.next) if clock.next else ""
    lines = folded(ahead, most).splitlines()
    if not clock.gauges:
        return lines
    gauges = [gauge_text(gauge, speaker) for gauge in clock.gauges]
    current = speaker.say(say("show.left", gauge=gauges[0]))
    for gauge in gauges[1:]:
        longer = f"{current} | {gauge}"
        if width(longer) > most:
            lines.append(current)
            longer = f"  {gauge}"
        current = longer
    return [part for line in (*lines, current) for part in folded(line, most).splitlines()]


def reminder_lines(reminders: Iterable[Reminder], speaker: Speaker, most: int) -> list[str]:
    """One after the other, with a sign of how urgent each is."""
    lines = []
    for reminder in reminders:
        first, *further = folded(speaker.say(reminder.text), most - 3).splitlines()
        lines += [f"{URGENCIES[reminder.urgency]:2} {first}", *(f"   {line.strip()}" for line in further)]
    return lines


def _turn(turn: TurnLeft, speaker: Speaker) -> str:
    left = say("show.turn", player=turn.player, left=turn.left, of=turn.of, what=speaker.text(turn.what))
    if not turn.done:
        return speaker.say(left)
    done = ", ".join(speaker.text(text) for text in turn.done)
    return speaker.say(say("show.turn-done", turn=left, done=done))


def gauge_text(gauge: Gauge, speaker: Speaker) -> str:
    """How much is left of one thing, with a sign where that may end the game soon."""
    what, warning = speaker.text(gauge.what, short=True), "! " if gauge.is_near_end else ""
    if gauge.ends_at:
        message = say("show.gauge-ends", what=what, left=gauge.left, of=gauge.of, ends_at=gauge.ends_at)
    else:
        message = say("show.gauge", what=what, left=gauge.left, of=gauge.of)
    return f"{warning}{speaker.say(message)}"


def _fewer(columns: Sequence[Column], places: list[int]) -> list[int]:
    """The columns without those of the highest priority; where all must stay, without the last one."""
    highest = max(columns[place].priority for place in places)
    if highest:
        return [place for place in places if columns[place].priority < highest]
    return places[:-1]


def _left_out(table: TableView, places: list[int], speaker: Speaker, most: int) -> list[Line]:
    missing = [column for place, column in enumerate(table.columns) if place not in places]
    if not missing:
        return []
    labels = [
        column.owner or "" if column.label is None else speaker.text(column.label) for column in missing
    ]
    hint = speaker.say(say("show.left-out", what=tuple(dict.fromkeys(labels))))
    return folded_spans(f"({hint})", most, "muted")


class _Drawing:
    """Some columns of a table: as wide as they like, or in short forms and cut to a width."""

    def __init__(
        self,
        table: TableView,
        places: list[int],
        speaker: Speaker,
        most: int | None = None,
        letters: Letters | None = None,
        cuts_cells: bool = True,
    ) -> None:
        self._title = table.title
        self._columns = [table.columns[place] for place in places]
        self._rows = [TableRow(row.key, tuple(row.cells[place] for place in places)) for row in table.rows]
        self._speaker = speaker
        self._is_short = most is not None
        self._letters = letters
        self._texts = [[self._text(cell, at) for at, cell in enumerate(row.cells)] for row in self._rows]
        self._has_groups = any(column.owner and column.label is not None for column in self._columns)
        self._widths = [self._wished_width(place) for place in range(len(places))]
        self._make_room_for_names()
        if most is not None:
            self._shrink(most, cuts_cells)
        self._names = self._distinct_names()

    def lines(self) -> list[Line]:
        lines = [self._owners()] if self._has_groups else []
        everything = range(len(self._columns))
        headings = [self._heading(place) for place in everything]
        lines.append(self._joined(headings, [self._heading_look(place) for place in everything]))
        lines += [self._row(row, texts) for row, texts in zip(self._rows, self._texts, strict=True)]
        return [stripped(line) for line in lines]

    def _wished_width(self, place: int) -> int:
        return max(self._content_width(place), width(self._label(place)))

    def _content_width(self, place: int) -> int:
        """What the cells take, whatever stands above them."""
        cells = zip(self._rows, self._texts, strict=True)
        texts = [texts[place] for row, texts in cells if not self._runs_over(row, place)]
        return max(self._columns[place].least, *map(width, texts), 1)

    def _number_width(self, place: int) -> int:
        """What a column must have in any case: numbers are never cut."""
        cells = zip(self._rows, self._texts, strict=True)
        numbers = [texts[place] for row, texts in cells if _is_number(row.cells[place])]
        return max(self._columns[place].least, *map(width, numbers), 1)

    def _make_room_for_names(self) -> None:
        """Widens the columns of an owner where his name is wider than they are."""
        for owner, places in self._groups():
            if owner is not None:
                self._widths[places[0]] += max(0, width(self._called(owner)) + 1 - self._span(places))

    def _called(self, owner: str) -> str:
        return f"{self._letters[owner]} {owner}" if self._letters else owner

    def _shrink(self, most: int, cuts_cells: bool = True) -> None:
        """Takes from the widest column that can give; headings are cut before cells are, if not very long."""
        everything = range(len(self._widths))
        excess = self._span(everything) - most
        numbers = [self._number_width(place) for place in everything]
        cells = [min(self._content_width(place), max(LONG, numbers[place])) for place in everything]
        if not cuts_cells:
            cells = [max(cell, self._readable_heading(place)) for place, cell in enumerate(cells)]
        for least in (cells, numbers) if cuts_cells else (cells,):
            while excess > 0:
                givers = [place for place in everything if self._widths[place] > least[place]]
                if not givers:
                    break
                self._widths[max(givers, key=self._widths.__getitem__)] -= 1
                excess -= 1

    def _readable_heading(self, place: int) -> int:
        """The room in which a heading can still be understood."""
        return min(width(self._label(place).rstrip()), READABLE)

    def _groups(self) -> list[tuple[str | None, list[int]]]:
        """Neighbouring columns of one owner."""
        runs = groupby(range(len(self._columns)), key=lambda place: self._columns[place].owner)
        return [(owner, list(places)) for owner, places in runs]

    def _span(self, places: Sequence[int]) -> int:
        """The room of neighbouring columns, with what stands between them."""
        between = sum(width(self._separator(place)) for place in places[1:])
        return between + sum(self._widths[place] for place in places)

    def _distinct_names(self) -> dict[str, str]:
        """Owners' names, cut to the room there is, and told apart by their seat if need be."""
        rooms = {owner: self._span(places) for owner, places in self._groups() if owner}
        if self._letters:
            return {owner: _lettered(self._letters[owner], owner, room) for owner, room in rooms.items()}
        names = {owner: clipped(owner, room) for owner, room in rooms.items()}
        stems = {owner: name.removesuffix(".") for owner, name in names.items() if name != owner}
        if not any(
            other != owner and other.startswith(stem) for owner, stem in stems.items() for other in names
        ):
            return names
        return {owner: f"{clipped(owner, rooms[owner] - 1)}{seat}" for seat, owner in enumerate(rooms, 1)}

    def _owners(self) -> list[Span]:
        parts = []
        for owner, places in self._groups():
            name = flush_left(self._names[owner] if owner else "", self._span(places))
            parts += [self._bar(places[0]), Span(name, player_look(owner))]
        return parts

    def _label(self, place: int) -> str:
        """A column's own label, with room for the mark behind the digits; an owner's name comes later."""
        column = self._columns[place]
        if column.label is None and column.owner:
            return ""
        text = self._speaker.text(column.label or self._title, self._is_short)
        return f"{text} " if column.owner else text

    def _heading(self, place: int) -> str:
        column, room = self._columns[place], self._widths[place]
        if column.label is None and column.owner:
            name = self._names[column.owner]
            return f"{name} " if width(name) < room else name
        label = self._label(place)
        return label if width(label) <= room else clipped(label.rstrip(), room)

    def _heading_look(self, place: int) -> str:
        column = self._columns[place]
        return player_look(column.owner) if column.owner and column.label is None else "heading"

    def _text(self, cell: Cell, place: int) -> str:
        if cell.value is None:
            return ""
        if isinstance(cell.value, int):
            text = f"{cell.value:,}" if cell.value else NOTHING
        else:
            text = self._speaker.text(cell.value, self._is_short)
        is_marked = self._columns[place].owner or cell.mark is not Mark.NONE
        return f"{text}{MARKS[cell.mark]}" if is_marked else text

    def _row(self, row: TableRow, texts: list[str]) -> list[Span]:
        looks = [_look(cell) for cell in row.cells]
        for place in range(len(texts)):
            if self._runs_over(row, place):
                room = self._span(range(place, len(texts)))
                running = [self._bar(place), Span(clipped(texts[place], room), "muted" if place else "")]
                return [*self._joined(texts[:place], looks), *running]
        return self._joined(texts, looks)

    def _joined(self, texts: Sequence[str], looks: Sequence[str]) -> list[Span]:
        parts = []
        for place, text in enumerate(texts):
            fill = flush_right if self._columns[place].is_right else flush_left
            room = self._widths[place]
            parts += [self._bar(place), Span(fill(clipped(text, room), room), looks[place])]
        return parts

    def _bar(self, place: int) -> Span:
        return Span(self._separator(place), "rule")

    def _separator(self, place: int) -> str:
        """What stands before a column: a bar between the columns of two owners, else a gap."""
        if place == 0:
            return ""
        owner, before = self._columns[place].owner, self._columns[place - 1].owner
        if self._has_groups and owner != before:
            return "| " if before else " | "
        return " " if before else "  "

    def _runs_over(self, row: TableRow, place: int) -> bool:
        """Whether a text may run over the rest of its row, which is empty."""
        rest = row.cells[place + 1 :]
        is_text = row.cells[place].value is not None and not _is_number(row.cells[place])
        is_at_left = not self._columns[place].is_right
        return is_text and is_at_left and bool(rest) and all(cell.value is None for cell in rest)


def _look(cell: Cell) -> str:
    if cell.mark is not Mark.NONE:
        return str(cell.mark.value)
    return "muted" if cell.value == 0 and _is_number(cell) else ""


def _lettered(letter: str, name: str, room: int) -> str:
    """A player's letter, and as much of his name as there is room for."""
    whole = f"{letter} {name}"
    if width(whole) <= room:
        return whole
    return clipped(whole, room) if room > width(letter) + 3 else letter


def player_rows(
    rows: Sequence[tuple[str | None, Sequence[str]]], right: frozenset[int], indent: str = "", gap: str = "  "
) -> list[Line]:
    """Rows set in columns, each headed by a player in his colour; a row of nobody is a heading."""
    texts = columns([cells for _, cells in rows], right, gap)
    lines: list[Line] = []
    for (name, cells), text in zip(rows, texts, strict=True):
        parts = (
            (Span(cells[0], player_look(name)), Span(text[len(cells[0]) :]))
            if name
            else (Span(text, "heading"),)
        )
        lines.append((Span(indent), *parts) if indent else parts)
    return lines


def player_look(name: str | None) -> str:
    return f"player:{name}" if name else "heading"


def _is_number(cell: Cell) -> bool:
    return isinstance(cell.value, int)
