"""Columns of a table set side by side: at their own width, cut to a width, or aligned to a frame."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from companion.core.views import Cell, Column, Mark, Players, TableView, Term
from companion.report.columns import fill_cell, shrink
from companion.report.layout import clip_text, flush_left, width
from companion.report.spans import Line, Span, strip
from companion.report.words import Speaker

Letters = Mapping[str, str]
MARKS = {Mark.NONE: " ", Mark.MAJORITY: "*", Mark.TIE: "="}
NOTHING, QUIET_NOTHING = ".", "·"
"""Signs for zero, which should not stand out: in plain text, and on a screen."""
SQUARES = {"": " ", "white": "□"}
"""Squares before coloured things. White is outlined: a light background would hide it."""
LONG = 24
"""Cells wider than this are cut at the same time as headings."""
LEAST_HEADING = 4
"""Least width of a heading; an optional column that would have less is left out."""
SHORT_NAME, USUAL_NAME, LONGEST_NAME, LEAST_NAME = 5, 6, 12, 4
"""Widths of a player's name: in a cell without letters, at most as a label, at least after a chip."""


class ColumnFrame(NamedTuple):
    """Position of the players' columns in every table of a screen."""

    lead: int
    """Width before the players' columns."""
    block: int
    """Width of each player's columns, after a blank."""
    figure: int
    """Width of a score and the mark after it."""
    is_short: bool
    has_names: bool = False
    """Whether tables name the players; else their names are above, with the scores."""

    def span(self, players: int) -> int:
        return self.lead + players * (self.block + 1)


FIRST_BAR, BAR = " | ", "| "


class TableText:
    """A table in the words of a speaker, with players' letters if given. Texts are worked out once."""

    def __init__(self, table: TableView, speaker: Speaker, letters: Letters | None = None) -> None:
        self.table, self.speaker, self.letters = table, speaker, letters
        self._texts: dict[bool, list[list[str]]] = {}

    def texts(self, is_short: bool) -> list[list[str]]:
        if is_short not in self._texts:
            rows = (zip(row.cells, self.table.columns, strict=True) for row in self.table.rows)
            self._texts[is_short] = [[self._text(*pair, is_short) for pair in row] for row in rows]
            for texts, hue in zip(self._texts[is_short], self.row_colours, strict=False):
                texts[0] = texts[0] if hue is None else f"{SQUARES.get(hue, '■')} {texts[0]}"
        return self._texts[is_short]

    @cached_property
    def row_colours(self) -> list[str | None]:
        """Each row's screen colour: empty if its piece has none, None without a piece; [] without colours."""
        labels = [row.cells[0].value for row in self.table.rows if self.letters]
        hues = [self.speaker.piece_colour(one.key) if isinstance(one, Term) else None for one in labels]
        return hues if any(hues) else []

    def label(self, column: Column, is_short: bool) -> str:
        """A column's label, with space for the mark after the digits."""
        if column.label is None and column.owner:
            return ""
        text = self.as_heading(self.speaker.text(column.label or self.table.title, is_short))
        return f"{text} " if column.owner and not text.endswith(".") else text

    def as_heading(self, text: str) -> str:
        """Capitalise a title or label on a screen."""
        return capitalise(text) if self.letters else text

    def _text(self, cell: Cell, column: Column, is_short: bool) -> str:
        if cell.value is None:
            return ""
        if cell.value == 0:
            text = QUIET_NOTHING if self.letters else NOTHING
        elif isinstance(cell.value, Players):
            letters = self.letters
            names = [letters[name] if letters else clip_text(name, SHORT_NAME) for name in cell.value.names]
            text = ("" if letters else "+").join(names)
        else:
            text = self.speaker.text(cell.value, is_short)
            is_label = column is self.table.columns[0]
            text = self.as_heading(text) if is_label and not isinstance(cell.value, str) else text
        return text + MARKS[cell.mark] if cell.mark is not Mark.NONE or column.owner else text


class Drawing:
    """Draws columns at their own width; with `most`, in short forms and cut to that width; or in a frame."""

    def __init__(
        self,
        worded: TableText,
        places: list[int],
        most: int | None = None,
        cuts_cells: bool = True,
        frame: ColumnFrame | None = None,
    ) -> None:
        table, is_short = worded.table, frame.is_short if frame else most is not None
        self._columns = [table.columns[at] for at in places]
        self._rows = [[row.cells[at] for at in places] for row in table.rows]
        self._texts = [[texts[at] for at in places] for texts in worded.texts(is_short)]
        self._hues = worded.row_colours or [""] * len(table.rows)
        self._is_short, self._letters, self._frame = is_short, worded.letters, frame
        self._running = [self._runs_over(row) for row in self._rows]
        self._has_groups = any(column.owner and column.label is not None for column in self._columns)
        self._bars = [Span(self._separator(place), "rule") for place in range(len(places))]
        self._labels = [worded.label(column, is_short) for column in self._columns]
        runs = groupby(range(len(places)), key=lambda place: self._columns[place].owner)
        self._groups = [(owner, list(own)) for owner, own in runs]
        self._contents: list[int] = []
        """The width of each column's cells, without its heading."""
        for place, column in enumerate(self._columns):
            rows = zip(self._running, self._texts, strict=True)
            cells = (width(texts[place]) for running, texts in rows if running != place)
            self._contents.append(max(column.least, *cells, 1))
        self._widths = [self._wished_width(place) for place in range(len(places))]
        self._after: dict[int, str] = {}
        self.needs = (0, 0)
        """Widths needed before the players' columns and for each player; (0, 0) without a frame."""
        if frame is not None:  # widen columns to the frame, if they fit at all
            owned = [own for owner, own in self._groups if owner]
            lead = self._span(range(owned[0][0]))
            self.needs = lead, max(map(self._span, owned))
            if self.has_room:
                self._spell_out(worded, frame, owned)
                self.needs = self._span(range(owned[0][0])), max(map(self._span, owned))
                self._widths[0] += frame.lead - self.needs[0]
                for own in owned:
                    spare = frame.block - self._span(own)
                    wider = min(spare, max(0, frame.figure - self._widths[own[0]]))
                    self._widths[own[0]] += wider
                    self._after[own[-1]] = " " * (spare - wider)
                for texts, whole in zip(self._texts, worded.texts(is_short=False), strict=True):
                    texts[0] = whole[places[0]] if width(whole[places[0]]) <= self._widths[0] else texts[0]
        else:
            for owner, own in self._groups:
                if owner is not None:  # widen the group so that the name isn't cut
                    name = f"{self._letters[owner]} {owner}" if self._letters else owner
                    self._widths[own[0]] += max(0, width(name) + 1 - self._span(own))
            if most is not None:
                self._shrink(most, cuts_cells)

    def _spell_out(self, worded: TableText, frame: ColumnFrame, owned: list[list[int]]) -> None:
        """Use long headings one by one from the left, the same for every player, while they fit in the frame."""
        lead, tail = range(owned[0][0]), range(owned[-1][-1] + 1, len(self._columns))
        most = self._span(tail)
        for same in (*zip(lead), *zip(*owned, strict=True), *zip(tail)):
            before = self._widths.copy(), self._labels.copy()
            for place in same:
                self._labels[place] = worded.label(self._columns[place], is_short=False)
                self._widths[place] = max(self._widths[place], width(self._labels[place]))
            is_wide = self._span(lead) > frame.lead or max(map(self._span, owned)) > frame.block
            if is_wide or self._span(tail) > most:
                self._widths, self._labels = before

    def lines(self) -> list[Line]:
        lines, heads = list[list[Span]](), list[Span]()
        if self._has_groups and (self._frame is None or self._frame.has_names):
            lines = [[span for owner, places in self._groups for span in self._owner_spans(owner, places)]]
        for place, column in enumerate(self._columns):
            owner = column.owner if column.label is None else None
            is_chip = self._frame and self._frame.has_names and owner
            look = "title" if place == 0 and self._frame else player_look(owner)
            cell = self._cell(place, self._heading(place), look)
            heads += self._owner_spans(owner, [place]) if is_chip else cell
        lines.append(heads)
        lines += map(self._row, self._rows, self._texts, self._running, self._hues)
        return [strip([span for span in line if span.text]) for line in lines]

    @property
    def has_room(self) -> bool:
        """Whether the frame is wide enough; without a frame, whether optional headings are readable."""
        frame = self._frame
        if frame is not None:
            lead = self.needs[0] - max(0, self._wished_width(0) - self._columns[0].least)
            return lead <= frame.lead and self.needs[1] <= frame.block
        optional = [place for place, column in enumerate(self._columns) if column.priority]
        return all(self._widths[place] >= self._heading_width(place, LEAST_HEADING) for place in optional)

    @property
    def width(self) -> int:
        return self._span(range(len(self._widths)))

    def _heading_width(self, place: int, most: int) -> int:
        return min(width(self._labels[place].rstrip()), most)

    def _wished_width(self, place: int) -> int:
        content = self._contents[place]
        if self._frame and place == 0 and any(isinstance(cells[0].value, str) for cells in self._rows):
            content = min(content, LONGEST_NAME)
        return max(content, width(self._labels[place]))

    def _shrink(self, most: int, cuts_cells: bool) -> None:
        """Narrow the widest columns: names, then if `cuts_cells` headings and long cells, then texts."""
        excess = self.width - most
        numbers, cells, headed = list[int](), list[int](), list[int]()
        for place, column in enumerate(self._columns):
            rows = zip(self._rows, self._texts, strict=True)
            figures = [width(texts[place]) for row, texts in rows if isinstance(row[place].value, int)]
            numbers.append(max(column.least, *figures, 1))
            whole = width(self._labels[place].rstrip())  # the same for every player
            least = LEAST_HEADING if column.priority else 0
            heading = whole if column.owner else self._heading_width(place, least)
            cells.append(max(heading, min(self._contents[place], max(LONG, numbers[place]))))
            headed.append(max(cells[place], whole))
        for bounds in (headed, cells, numbers) if cuts_cells else (headed,):
            excess = shrink(self._widths, bounds, excess)

    def _span(self, places: Sequence[int]) -> int:
        """The width of neighbouring columns with their separators."""
        between = sum([len(self._bars[place].text) for place in places[1:]])
        return between + sum([self._widths[place] for place in places])

    @cached_property
    def _names(self) -> dict[str, str]:
        """Owners' names cut to their width; numbered by seat if they would look alike."""
        rooms = {owner: self._span(places) for owner, places in self._groups if owner}
        names = {}
        for owner, room in rooms.items():
            letter = self._letters[owner] if self._letters else ""
            whole = f"{letter} {owner}".lstrip()
            is_told = not letter or width(whole) <= room or room > width(letter) + 3
            names[owner] = clip_text(whole, room) if is_told else letter
        if self._letters:
            return names
        stems = {owner: name.removesuffix(".") for owner, name in names.items() if name != owner}
        pairs = ((other, stem) for owner, stem in stems.items() for other in names if other != owner)
        if not any(other.startswith(stem) for other, stem in pairs):
            return names
        return {owner: f"{clip_text(owner, rooms[owner] - 1)}{seat}" for seat, owner in enumerate(rooms, 1)}

    def _owner_spans(self, owner: str | None, places: Sequence[int]) -> list[Span]:
        """Draw an owner's name above these columns, or blanks if they have no owner."""
        if owner and self._letters and self._frame:
            return [*chip(self._letters[owner], owner, self._frame.block), Span(" ")]
        name = flush_left(self._names[owner] if owner else "", self._span(places))
        return [self._bars[places[0]], Span(name, player_look(owner))]

    def _heading(self, place: int) -> str:
        column, room = self._columns[place], self._widths[place]
        if column.label is None and column.owner:
            if self._frame is not None:
                return ""
            name = self._names[column.owner]
            return f"{name} " if width(name) < room else name
        label = self._labels[place]
        return label if width(label) <= room else clip_text(label.rstrip(), room)

    def _row(self, row: Sequence[Cell], texts: list[str], running: int | None, hue: str | None) -> list[Span]:
        parts = []
        for place, text in enumerate(texts[:running]):
            parts += self._cell(place, text, _look(row[place]))
        if hue:
            label = parts[1]
            parts[1:2] = [Span(label.text[:1], f"square:{hue}"), Span(label.text[1:], label.look)]
        if running is not None:
            text = clip_text(texts[running], self._span(range(running, len(texts))))
            parts += [self._bars[running], Span(text, "muted" if running else "")]
        return parts

    def _cell(self, place: int, text: str, look: str) -> list[Span]:
        room = self._widths[place]
        cell = fill_cell([Span(clip_text(text, room), look)], room, self._columns[place].is_right)
        return [self._bars[place], *cell, Span(self._after.get(place, ""))]

    def _separator(self, place: int) -> str:
        """The text before a column: a bar between two owners, else a gap."""
        if place == 0:
            return ""
        owner, before = self._columns[place].owner, self._columns[place - 1].owner
        if self._frame and owner != before:
            return " " if owner else "  "
        if self._has_groups and owner != before:
            return BAR if before else FIRST_BAR
        is_figures = self._columns[place].is_right or self._columns[place - 1].is_right
        is_narrow = self._is_short and (self._frame or is_figures)
        return " " if before or is_narrow else "  "

    def _runs_over(self, row: Sequence[Cell]) -> int | None:
        """The column whose text may run over the rest of its row, which is empty; None if there is none."""
        last = max((at for at, cell in enumerate(row) if cell.value is not None), default=-1)
        is_text = 0 <= last < len(row) - 1 and not isinstance(row[last].value, int)
        return last if is_text and not self._columns[last].is_right else None


def _look(cell: Cell) -> str:
    if cell.mark is not Mark.NONE:
        return f"{cell.mark.value}:{cell.owner}" if cell.owner else str(cell.mark.value)
    if isinstance(cell.value, Players) and len(cell.value.names) == 1:
        return player_look(cell.value.names[0])
    if isinstance(cell.value, str) and cell.owner:
        return player_look(cell.owner)
    return "muted" if isinstance(cell.value, int) and cell.value == 0 else ""


def chip(letter: str, name: str, room: int, sign: str = " ", gap: str = " ") -> list[Span]:
    """A player as a block with the letter on it, then as much of the name as fits after a gap."""
    block = f"{sign}{letter} "
    left = room - width(block)
    rest = f"{gap}{clip_text(name, left - len(gap))}" if left > min(width(name), LEAST_NAME) else ""
    return [Span(block, f"chip:{name}"), Span(flush_left(rest, left), player_look(name))]


def capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


def with_player(text: str, name: str | None) -> Line:
    """Write a sentence with a player's name in the player's colour."""
    before, found, after = text.partition(name or "\n")
    spans = (Span(before), Span(found, player_look(name)), Span(after))
    return tuple(span for span in spans if span.text)


def player_look(name: str | None) -> str:
    return f"player:{name}" if name else "heading"
