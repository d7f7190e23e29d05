"""Some columns of a table set beside each other: as wide as they like, cut to a width, or where a frame puts them."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from companion.core.views import Cell, Column, Mark, Players, TableRow, TableView
from companion.report.layout import clipped, flush_left, flush_right, width
from companion.report.spans import Line, Span, stripped
from companion.report.words import Speaker

Letters = Mapping[str, str]
"""The letter of each player, as on the keys."""
MARKS = {Mark.NONE: " ", Mark.MAJORITY: "*", Mark.TIE: "="}
NOTHING, QUIET_NOTHING = ".", "·"
"""How a count of zero is drawn, so that what is there stands out; the second one on a screen."""
LONG = 24
"""Texts wider than this are cut as soon as headings are."""
READABLE = 8
"""So much of a heading is kept where tables stand side by side."""
LEAST_HEADING = 4
"""Where less of a heading is left, the column is left out if it may be."""
SHORT_NAME = 5
"""So much of a name tells who it is, where there are no letters."""
LONGEST_NAME = 12
"""So much of a name that the players gave keeps its room before the columns of the players."""


class Frame(NamedTuple):
    """Where the columns of the players stand in every table of a screen."""

    lead: int
    """Columns before the first player's."""
    block: int
    """Columns of each player, with the one for a mark behind the number."""
    is_short: bool
    """Whether words take their short form."""

    def span(self, players: int) -> int:
        """The room up to the end of the last player's columns."""
        return self.lead + len(FIRST_BAR) + players * (self.block + len(BAR)) - len(BAR)


FIRST_BAR, BAR = " | ", "| "
_PARTS = 3
"""What a column is drawn in: what stands before it, blanks, and its text."""


class Worded:
    """A table in the words of a speaker, players by their letters where these are given; worked out only once."""

    def __init__(self, table: TableView, speaker: Speaker, letters: Letters | None = None) -> None:
        self.table, self.speaker, self.letters = table, speaker, letters
        self._texts: dict[bool, list[list[str]]] = {}

    def texts(self, is_short: bool) -> list[list[str]]:
        """The text of every cell, row by row."""
        if is_short not in self._texts:
            columns = self.table.columns
            self._texts[is_short] = [
                [self._text(cell, column, is_short) for cell, column in zip(row.cells, columns, strict=True)]
                for row in self.table.rows
            ]
        return self._texts[is_short]

    def label(self, column: Column, is_short: bool) -> str:
        """A column's own label, with room for the mark behind the digits; an owner's name comes later."""
        if column.label is None and column.owner:
            return ""
        text = self.speaker.text(column.label or self.table.title, is_short)
        return f"{text} " if column.owner else text

    def _text(self, cell: Cell, column: Column, is_short: bool) -> str:
        if cell.value is None:
            return ""
        if isinstance(cell.value, int):
            nothing = QUIET_NOTHING if self.letters else NOTHING
            text = self.speaker.money(cell.value) if cell.value else nothing
        elif isinstance(cell.value, Players):
            letters = self.letters
            names = [letters[name] if letters else clipped(name, SHORT_NAME) for name in cell.value.names]
            text = ("" if letters else "+").join(names)
        else:
            text = self.speaker.text(cell.value, is_short)
        return text + MARKS[cell.mark] if cell.mark is not Mark.NONE or column.owner else text


class Drawing:
    """As wide as they like, in short forms and cut to a width, or in a frame."""

    def __init__(
        self,
        worded: Worded,
        places: list[int],
        most: int | None = None,
        cuts_cells: bool = True,
        frame: Frame | None = None,
    ) -> None:
        table, is_short = worded.table, frame.is_short if frame else most is not None
        self._columns = [table.columns[place] for place in places]
        self._rows: Sequence[TableRow] = table.rows
        self._texts = worded.texts(is_short)
        if places != list(range(len(table.columns))):
            self._rows = [TableRow(row.key, tuple([row.cells[at] for at in places])) for row in table.rows]
            self._texts = [[texts[at] for at in places] for texts in self._texts]
        self._is_short, self._letters, self._frame = is_short, worded.letters, frame
        self._running = [self._runs_over(row) for row in self._rows]
        self._has_groups = any(column.owner and column.label is not None for column in self._columns)
        self._separators = [self._separator(place) for place in range(len(places))]
        # on a screen the colours of the players part their columns
        bars = [one.replace("|", " ") if frame else one for one in self._separators]
        self._bars = [Span(one, "rule") for one in bars]
        self._labels = [worded.label(column, is_short) for column in self._columns]
        self._contents: list[int] = []
        """What the cells of each column take, whatever stands above them."""
        for place, column in enumerate(self._columns):
            cells = zip(self._running, self._texts, strict=True)
            wide = (width(texts[place]) for running, texts in cells if running != place)
            self._contents.append(max(column.least, *wide, 1))
        self._widths = [self._wished_width(place) for place in range(len(places))]
        self.needs = (0, 0)
        """Before the columns of the players, and for those of each; known where there is a frame."""
        if frame is not None:
            self._set_in(frame)
        else:
            for owner, own in self._groups():
                if owner is not None:  # no name is cut where there is room for it
                    name = f"{self._letters[owner]} {owner}" if self._letters else owner
                    self._widths[own[0]] += max(0, width(name) + 1 - self._span(own))
            if most is not None:
                self._shrink(most, cuts_cells)

    def lines(self) -> list[Line]:
        lines = [self._owners()] if self._has_groups else []
        everything = range(len(self._columns))
        headings = [self._heading(place) for place in everything]
        looks = [player_look(one.owner if one.label is None else None) for one in self._columns]
        heads = self._joined(headings, looks)
        for place in reversed(everything):
            if self._frame and self._columns[place].owner and self._columns[place].label is None:
                heads[_PARTS * place : _PARTS * (place + 1)] = self._chip([place])
        lines.append(heads)
        lines += [self._row(*row) for row in zip(self._rows, self._texts, self._running, strict=True)]
        return [stripped([span for span in line if span.text]) for line in lines]

    def _set_in(self, frame: Frame) -> None:
        """Widens columns to where the frame has them, if they have room there at all."""
        owned = [places for owner, places in self._groups() if owner]
        lead = range(owned[0][0])
        self.needs = self._span(lead), max(map(self._span, owned))
        if self.has_room:
            self._widths[0] += frame.lead - self._span(lead)
            for places in owned:
                self._widths[places[0]] += frame.block - self._span(places)

    @property
    def has_room(self) -> bool:
        """Whether the frame is wide enough; without one, whether headings of what may be left out can be read."""
        frame = self._frame
        if frame is not None:
            lead = self.needs[0] - max(0, self._wished_width(0) - self._columns[0].least)
            return lead <= frame.lead and self.needs[1] <= frame.block
        return all(
            self._widths[place] >= self._heading_width(place, LEAST_HEADING)
            for place, column in enumerate(self._columns)
            if column.priority
        )

    def _heading_width(self, place: int, most: int) -> int:
        return min(width(self._labels[place].rstrip()), most)

    def _wished_width(self, place: int) -> int:
        content = self._contents[place]
        if self._frame and place == 0 and any(isinstance(row.cells[0].value, str) for row in self._rows):
            content = min(content, LONGEST_NAME)
        return max(content, width(self._labels[place]))

    def _number_width(self, place: int) -> int:
        """What a column must have in any case: numbers are never cut."""
        cells = zip(self._rows, self._texts, strict=True)
        numbers = [texts[place] for row, texts in cells if _is_number(row.cells[place])]
        return max(self._columns[place].least, *map(width, numbers), 1)

    def _shrink(self, most: int, cuts_cells: bool) -> None:
        """Takes from the widest column that can give; headings are cut before cells are, if not very long."""
        everything = range(len(self._widths))
        excess = self._span(everything) - most
        numbers = [self._number_width(place) for place in everything]
        cells = [min(self._contents[place], max(LONG, numbers[place])) for place in everything]
        for place, column in enumerate(self._columns):
            if column.priority and not column.owner:
                cells[place] = max(cells[place], self._heading_width(place, LEAST_HEADING))
        if not cuts_cells:
            cells = [max(cell, self._heading_width(place, READABLE)) for place, cell in enumerate(cells)]
        for least in (cells, numbers) if cuts_cells else (cells,):
            while excess > 0:
                givers = [place for place in everything if self._widths[place] > least[place]]
                if not givers:
                    break
                self._widths[max(givers, key=self._widths.__getitem__)] -= 1
                excess -= 1

    def _groups(self) -> list[tuple[str | None, list[int]]]:
        """Neighbouring columns of one owner."""
        runs = groupby(range(len(self._columns)), key=lambda place: self._columns[place].owner)
        return [(owner, list(places)) for owner, places in runs]

    def _span(self, places: Sequence[int]) -> int:
        """The room of neighbouring columns, with what stands between them."""
        between = sum([len(self._separators[place]) for place in places[1:]])
        return between + sum([self._widths[place] for place in places])

    @cached_property
    def _names(self) -> dict[str, str]:
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
            bar = self._bars[places[0]]
            parts += self._chip(places) if self._frame and owner else [bar, Span(name, player_look(owner))]
        return parts

    def _chip(self, places: Sequence[int]) -> list[Span]:
        """A player at the head of his columns in a frame."""
        owner = self._columns[places[0]].owner
        assert owner is not None
        assert self._letters is not None
        bar = self._bars[places[0]]._replace(text=" " * len(self._separators[places[0]].rstrip()))
        return [bar, *chip(self._letters[owner], owner, self._span(places) + 1)]

    def _heading(self, place: int) -> str:
        column, room = self._columns[place], self._widths[place]
        if column.label is None and column.owner:
            name = self._names[column.owner]
            return f"{name} " if width(name) < room else name
        label = self._labels[place]
        return label if width(label) <= room else clipped(label.rstrip(), room)

    def _row(self, row: TableRow, texts: list[str], running: int | None) -> list[Span]:
        looks = [_look(cell) for cell in row.cells]
        if running is None:
            return self._joined(texts, looks)
        text = clipped(texts[running], self._span(range(running, len(texts))))
        rest = [self._bars[running], Span(text, "muted" if running else "")]
        return [*self._joined(texts[:running], looks), *rest]

    def _joined(self, texts: Sequence[str], looks: Sequence[str]) -> list[Span]:
        parts = []
        for place, text in enumerate(texts):
            fill = flush_right if self._columns[place].is_right else flush_left
            room = self._widths[place]
            whole = fill(clipped(text, room), room)
            is_filled = looks[place].startswith(("majority:", "tie:"))
            before = whole[: len(whole) - len(whole.lstrip())] if is_filled else ""
            parts += [self._bars[place], Span(before), Span(whole[len(before) :], looks[place])]
        return parts

    def _separator(self, place: int) -> str:
        """What stands before a column: a bar between the columns of two owners, else a gap."""
        if place == 0:
            return ""
        owner, before = self._columns[place].owner, self._columns[place - 1].owner
        if (self._has_groups or self._frame) and owner != before:
            return BAR if before else FIRST_BAR
        is_narrow = self._is_short and (self._frame or self._columns[place - 1].is_right)
        return " " if before or is_narrow else "  "

    def _runs_over(self, row: TableRow) -> int | None:
        """Where a text stands that may run over the rest of its row, which is empty."""
        last = max((at for at, cell in enumerate(row.cells) if cell.value is not None), default=-1)
        if last < 0 or last == len(row.cells) - 1 or _is_number(row.cells[last]):
            return None
        return None if self._columns[last].is_right else last


def _look(cell: Cell) -> str:
    if cell.mark is not Mark.NONE:
        return f"{cell.mark.value}:{cell.owner}" if cell.owner else str(cell.mark.value)
    if isinstance(cell.value, Players) and len(cell.value.names) == 1:
        return player_look(cell.value.names[0])
    if isinstance(cell.value, str) and cell.owner:
        return player_look(cell.owner)
    return "muted" if cell.value == 0 and _is_number(cell) else ""


def _lettered(letter: str, name: str, room: int) -> str:
    """A player's letter, and as much of his name as there is room for."""
    whole = f"{letter} {name}"
    if width(whole) <= room:
        return whole
    return clipped(whole, room) if room > width(letter) + 3 else letter


def chip(letter: str, name: str, room: int, sign: str = " ") -> list[Span]:
    """A player as a filled block with the letter on it, then as much of the name as there is room for."""
    block = f"{sign}{letter} "
    rest = flush_left(clipped(name, room - width(block)), room - width(block))
    return [Span(block, f"chip:{name}"), Span(rest, player_look(name))]


def player_look(name: str | None) -> str:
    return f"player:{name}" if name else "heading"


def _is_number(cell: Cell) -> bool:
    return isinstance(cell.value, int)
