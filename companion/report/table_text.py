"""A table in words: its columns as strips, at their own width or with the players' columns in a frame."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.views import Cell, Column, Mark, Players, TableView, Term
from companion.report.columns import Grid, Strip, fill, fit, groups_of, span
from companion.report.spans import Line, Span, span_width
from companion.report.text_width import clip_text, width
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
"""Least width of an optional column's heading; the column is left out rather than narrower."""
SHORT_NAME, USUAL_NAME, LONGEST_NAME = 5, 6, 12
"""Widths of a player's name: in a cell without letters, and at most as a label."""
BAR = " | "


class ColumnFrame(NamedTuple):
    lead: int
    """Width before the players' columns."""
    block: int
    figure: int
    """Width of a score and the mark after it."""
    players: int
    is_short: bool = False
    has_names: bool = False
    """Whether tables name the players; else their names are above, with the scores."""

    @property
    def width(self) -> int:
        return self.lead + self.players * (self.block + 1)


class ColumnText(NamedTuple):
    label: str
    """With a blank at its end above figures with marks; empty if only the owner is named."""
    cells: Sequence[Line]
    widths: Sequence[int]
    figures: int


class TableText:
    """A table in the words of a speaker, with players' letters if given. Texts are worked out once."""

    def __init__(self, table: TableView, speaker: Speaker, letters: Letters | None = None) -> None:
        self.table, self.speaker, self.letters = table, speaker, letters
        self._words: dict[bool, list[ColumnText]] = {}

    def heading(self, text: str) -> str:
        return capitalise(text) if self.letters else text

    # Words

    def words(self, is_short: bool) -> list[ColumnText]:
        if is_short not in self._words:
            by_column = zip(*(row.cells for row in self.table.rows), strict=True)
            self._words[is_short] = [
                self._column(column, cells, is_short)
                for column, cells in zip(self.table.columns, by_column, strict=True)
            ]
        return self._words[is_short]

    def _column(self, column: Column, cells: Sequence[Cell], is_short: bool) -> ColumnText:
        lines = [self._cell(cell, column, is_short) for cell in cells]
        lines = self._with_squares(lines) if column is self.table.columns[0] else lines
        widths = [*map(span_width, lines)]
        pairs = zip(cells, widths, strict=True)
        figures = max(column.least, 1, *(wide for cell, wide in pairs if isinstance(cell.value, int)))
        text = self.speaker.text(self.table.title if column.label is None else column.label, is_short)
        has_blank = column.owner and not text.endswith(".")  # for the mark after the digits
        label = "" if column.owner and column.label is None else self.heading(text + " " * bool(has_blank))
        return ColumnText(label, lines, widths, figures)

    def _cell(self, cell: Cell, column: Column, is_short: bool) -> Line:
        value, letters, is_label = cell.value, self.letters, column is self.table.columns[0]
        if value is None:
            return ()
        if is_label and letters and isinstance(value, str) and value == cell.owner:
            return chip(letters.get(value, value[:1]), value)
        if value == 0:
            text = QUIET_NOTHING if letters else NOTHING
        elif isinstance(value, Players):
            names = [letters[name] if letters else clip_text(name, SHORT_NAME) for name in value.names]
            text = ("" if letters else "+").join(names)
        else:
            text = self.speaker.text(value, is_short)
            text = self.heading(text) if is_label and not isinstance(value, str) else text
        is_figure = cell.mark is not Mark.NONE or column.owner
        return (Span(text + MARKS[cell.mark] if is_figure else text, _look(cell)),)

    def _with_squares(self, labels: list[Line]) -> list[Line]:
        values = [row.cells[0].value for row in self.table.rows if self.letters]
        hues = [self.speaker.piece_colour(label.key) if isinstance(label, Term) else None for label in values]
        if not any(hues):
            return labels
        squares = [
            () if hue is None else (Span(SQUARES.get(hue, "■"), f"square:{hue}"), Span(" ")) for hue in hues
        ]
        return [(*square, *label) for square, label in zip(squares, labels, strict=True)]

    def _name(self, owner: str) -> Line:
        look, letter = player_look(owner), self.letters[owner] if self.letters else ""
        return (Span(letter, look), Span(f" {owner}", look)) if letter else (Span(owner, look),)

    # Columns

    def strips(self, places: Sequence[int], is_short: bool, frame: ColumnFrame | None = None) -> list[Strip]:
        """Put columns into words; in a frame, players are named only by their chips."""
        columns = [self.table.columns[at] for at in places]
        words = [self.words(is_short)[at] for at in places]
        running = _running(words, columns)
        has_labels = any(column.owner and column.label is not None for column in columns)
        strips = list[Strip]()
        for place, (column, (label, cells, widths, figures)) in enumerate(zip(columns, words, strict=True)):
            own = [wide for row, wide in enumerate(widths) if running[row] != place]
            content, owner = max([figures, *own]), column.owner
            if frame and not place and any(isinstance(row.cells[0].value, str) for row in self.table.rows):
                content = min(content, LONGEST_NAME)
            head: Line = (Span(label, "title" if self.letters and not place else "heading"),) if label else ()
            above: Line = ()
            if owner:
                head = head or self._lone_head(owner, frame)
                above = self._above(owner, has_labels, frame)
            gap = _gap(columns[place - 1], column, has_labels, is_short, frame) if place else ""
            wish, bounds = max(content, width(label)), _bounds(column, label, content, figures)
            strips.append(Strip(head, cells, wish, bounds, column.is_right, gap, owner or "", above))
        return strips

    def _lone_head(self, owner: str, frame: ColumnFrame | None) -> Line:
        """The heading of a player's column without a label; empty in a frame."""
        if frame:
            return ()
        *letter, name = self._name(owner)
        return (*letter, name._replace(text=f"{name.text} "))

    def _above(self, owner: str, has_labels: bool, frame: ColumnFrame | None) -> Line:
        """The player's name above the column's heading; empty if it isn't named there."""
        if not (frame.has_names if frame else has_labels):
            return ()
        return chip(self.letters[owner], owner) if frame and self.letters else self._name(owner)

    def own_width(self, places: Sequence[int], room: int | None, cuts: bool = True) -> Grid:
        """Widths for a table alone; in a given one, names give way first, headings and texts only if it `cuts`."""
        strips = self.strips(places, room is not None)
        for own in groups_of(strips):
            first = strips[own[0]]
            if first.group:  # wide enough for the name
                needed = span_width(self._name(first.group)) + 1
                missing = needed - span(strips, [strip.wish for strip in strips], own)
                strips[own[0]] = first._replace(wish=first.wish + max(0, missing))
        grid = fit([strip._replace(bounds=strip.bounds[: 3 if cuts else 1]) for strip in strips], room)
        if not self.letters:
            _tell_apart(grid)
        return grid

    def in_frame(self, places: Sequence[int], frame: ColumnFrame) -> tuple[Grid | None, tuple[int, int]]:
        """Set a table into a frame; None if it doesn't fit. Return also what it needs of lead and block."""
        grid = fit(self.strips(places, frame.is_short, frame))
        strips, widths = grid
        owned = [own for own in groups_of(strips) if strips[own[0]].group]
        needs = _needs(grid, owned)
        give = max(0, widths[0] - self.table.columns[places[0]].least)
        if needs[0] - give > frame.lead or needs[1] > frame.block:
            return None, needs
        if frame.is_short:
            self._spell_out(grid, places, owned, frame)
            needs = _needs(grid, owned)
        widths[0] += frame.lead - needs[0]
        if frame.is_short:
            pairs = zip(strips[0].cells, self.words(False)[places[0]].cells, strict=True)
            labels = [whole if span_width(whole) <= widths[0] else short for short, whole in pairs]
            strips[0] = strips[0]._replace(cells=labels)
        for own in reversed(owned):
            spare = frame.block - span(strips, widths, own)
            wider = min(spare, max(0, frame.figure - widths[own[0]]))
            widths[own[0]] += wider
            if spare > wider:  # an empty column
                blank = Strip((), [()] * len(self.table.rows), 0, group=strips[own[0]].group)
                strips.insert(own[-1] + 1, blank)
                widths.insert(own[-1] + 1, spare - wider)
        return grid, needs

    def _spell_out(
        self, grid: Grid, places: Sequence[int], owned: list[list[int]], frame: ColumnFrame
    ) -> None:
        """Use long headings one by one from the left, the same for every player, while they fit in the frame."""
        strips, widths = grid
        lead, tail = range(owned[0][0]), range(owned[-1][-1] + 1, len(strips))
        most = span(strips, widths, tail)
        for same in (*zip(lead), *zip(*owned, strict=True), *zip(tail)):
            before, heads = widths.copy(), {at: self.words(False)[places[at]].label for at in same}
            for at, head in heads.items():
                widths[at] = max(widths[at], width(head))
            needs = _needs(grid, owned)
            if needs[0] > frame.lead or needs[1] > frame.block or span(strips, widths, tail) > most:
                widths[:] = before
                continue
            for at, head in heads.items():
                strips[at] = strips[at]._replace(
                    head=tuple(part._replace(text=head) for part in strips[at].head)
                )


def _needs(grid: Grid, owned: list[list[int]]) -> tuple[int, int]:
    return span(*grid, range(owned[0][0])), max(span(*grid, own) for own in owned)


def _bounds(column: Column, label: str, content: int, figures: int) -> tuple[int, int, int]:
    """Widths that a column keeps while names give way, then headings and long cells, then texts."""
    heading = width(label.rstrip())  # the same for every player
    least = min(heading, LEAST_HEADING) if column.priority or column.owner else 0
    cells = max(heading if column.owner else least, min(content, max(LONG, figures)))
    return max(cells, heading), cells, max(figures, least)


def _gap(before: Column, column: Column, has_labels: bool, is_short: bool, frame: ColumnFrame | None) -> str:
    if column.owner != before.owner:
        if frame:
            return " " if column.owner else "  "
        if has_labels:
            return BAR.lstrip() if before.owner else BAR
    is_narrow = is_short and (frame or column.is_right or before.is_right)
    return " " if before.owner or is_narrow else "  "


def _running(words: Sequence[ColumnText], columns: Sequence[Column]) -> list[int]:
    """The column in each row whose text may run over the rest of the row, which is empty; -1 if none."""
    running = []
    for cells in zip(*(column.cells for column in words), strict=True):
        last = max((at for at, cell in enumerate(cells) if cell), default=-1)
        running.append(last if last < len(cells) - 1 and not columns[last].is_right else -1)
    return running


def _tell_apart(grid: Grid) -> None:
    """Number names by their seats if some would look alike when cut."""
    strips = grid.strips
    owned = [
        (own, strips[own[0]].group, span(*grid, own)) for own in groups_of(strips) if strips[own[0]].group
    ]
    cut = {name: clip_text(name, room).removesuffix(".") for _, name, room in owned}
    stems = [(name, stem) for name, stem in cut.items() if stem != name]
    if not any(other != name and cut[other].startswith(stem) for name, stem in stems for other in cut):
        return
    for seat, (own, name, room) in enumerate(owned, 1):
        numbered = (Span(f"{clip_text(name, room - 1)}{seat}", player_look(name)),)
        first = strips[own[0]]
        strips[own[0]] = first._replace(above=numbered) if first.above else first._replace(head=numbered)


def _look(cell: Cell) -> str:
    if cell.mark is not Mark.NONE:
        return f"{cell.mark.value}:{cell.owner}" if cell.owner else str(cell.mark.value)
    if isinstance(cell.value, Players) and len(cell.value.names) == 1:
        return player_look(cell.value.names[0])
    if isinstance(cell.value, str) and cell.owner:
        return player_look(cell.owner)
    return "muted" if isinstance(cell.value, int) and cell.value == 0 else ""


def chip(letter: str, name: str, room: int | None = None, sign: str = " ", gap: str = " ") -> Line:
    spans = Span(f"{sign}{letter} ", f"chip:{name}"), Span(gap + name, player_look(name))
    return spans if room is None else fill(spans, room)


def capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


def with_player(text: str, name: str | None) -> Line:
    before, player, after = text.partition(name or "\n")
    spans = (Span(before), Span(player, player_look(name)), Span(after))
    return tuple(span for span in spans if span.text)


def player_look(name: str | None) -> str:
    return f"player:{name}" if name else "heading"
