"""Columns of any table, set side by side: their widths, what gives way, what is in view, and the lines they make."""

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import NamedTuple

from companion.report.spans import Line, Span, plain, span_width, strip
from companion.report.text_width import clip_text, ending, width

LEAST_NAME = 4
"""Letters of a name after its player's letter; if there is no room for so many, the letter stands alone."""
CUT = "…"


class Strip(NamedTuple):
    head: Line
    cells: Sequence[Line]
    """Empty lines for cells without a text; a text with only such cells to its right may run over them."""
    wish: int
    bounds: Sequence[int] = ()
    """Widths down to which the column is narrowed, step by step, while the table is too wide."""
    is_right: bool = False
    gap: str = ""
    group: str = ""
    """Neighbours of one group stand below its name."""
    above: Line = ()


def natural(cells: Sequence[Line], is_right: bool = False, gap: str = "  ") -> Strip:
    wish = max(map(span_width, cells))
    return Strip((), cells, wish, (wish,), is_right, gap)


def groups_of(strips: Sequence[Strip]) -> list[list[int]]:
    """Indexes of the columns of each group; of a single column that has none."""
    return [list(run) for _, run in groupby(range(len(strips)), key=lambda at: strips[at].group or at)]


def span(strips: Sequence[Strip], widths: Sequence[int], places: Sequence[int]) -> int:
    return sum([widths[at] for at in places]) + sum([len(strips[at].gap) for at in places[1:]])


class Grid(NamedTuple):
    strips: list[Strip]
    widths: list[int]

    @property
    def width(self) -> int:
        return span(self.strips, self.widths, range(len(self.strips)))

    def lines(self) -> list[Line]:
        return [*head_lines(self.strips, self.widths), *row_lines(self.strips, self.widths)]


def fit(strips: Sequence[Strip], room: int | None = None) -> Grid:
    grid = Grid([*strips], [strip.wish for strip in strips])
    if room is not None:
        excess = grid.width - room
        for bounds in zip(*(strip.bounds for strip in strips), strict=True):
            excess = shrink(grid.widths, bounds, excess)
    return grid


def shrink(widths: list[int], bounds: Sequence[int], excess: int) -> int:
    """Narrow the widest columns that are above their bounds, in place; return the excess that is left."""
    while excess > 0:
        givers = [at for at, bound in enumerate(bounds) if widths[at] > bound]
        if not givers:
            break
        widths[max(givers, key=widths.__getitem__)] -= 1
        excess -= 1
    return excess


def parts_of(strips: Sequence[Strip], room: int) -> list[list[int]]:
    """Divide columns into parts that fit below each other; each begins with the first column and splits no group."""
    (first,), *groups = groups_of(strips)
    parts = [[first]]
    for group in groups:
        wider = fit([strips[at] for at in (*parts[-1], *group)], room)
        if len(parts[-1]) > 1 and wider.width > room:
            parts.append([first])
        parts[-1] += group
    return parts


def window(widths: Sequence[int], marked: int, room: int) -> range:
    """Return the columns in view: as far left as possible with the marked column, and as many as fit."""
    first, end = 0, marked + 1
    while first < marked and sum(widths[first:end]) > room:
        first += 1
    while end < len(widths) and sum(widths[first : end + 1]) <= room:
        end += 1
    return range(first, end)


def head_lines(strips: Sequence[Strip], widths: Sequence[int]) -> list[Line]:
    if not any(column.head or column.above for column in strips):
        return []
    groups = groups_of(strips)
    is_double = any(strips[at].head for own in groups if strips[own[0]].above for at in own)
    names: list[Span] = []
    heads: list[Span] = []
    for own in groups:
        first, room = strips[own[0]], span(strips, widths, own)
        name = [Span(first.gap, "rule"), *fill(first.above, room)]
        if first.above and first.above[0].look.startswith("chip:"):
            name = [*name[1:], name[0]]  # a chip begins with a blank of its own
        names += name
        if first.above and not is_double:
            heads += name
            continue
        for at in own:
            heads += [Span(strips[at].gap, "rule"), *fill(strips[at].head, widths[at], strips[at].is_right)]
    return [strip(names), strip(heads)][not is_double :]


def row_lines(strips: Sequence[Strip], widths: Sequence[int]) -> list[Line]:
    return [_row(strips, widths, cells) for cells in zip(*(column.cells for column in strips), strict=True)]


def _row(strips: Sequence[Strip], widths: Sequence[int], cells: Sequence[Line]) -> Line:
    last = max((at for at, cell in enumerate(cells) if cell), default=0)
    parts: list[Span] = []
    for at, (column, room, cell) in enumerate(zip(strips, widths, cells[: last + 1], strict=False)):
        if at == last and not column.is_right:  # over the empty cells at its right
            room = span(strips, widths, range(at, len(strips)))
        if column.gap:
            parts.append(Span(column.gap, "rule"))
        parts += fill(cell, room, column.is_right)
    return tuple(parts) if parts and parts[-1].target else strip(parts)


def fill(cell: Line, room: int, is_right: bool = False) -> Line:
    """Cut a cell to its width, or fill it with blanks; blanks are marked only if the cell is."""
    missing = room - span_width(cell)
    if missing < 0:
        cell = cut_cell(cell, room)
        missing = room - span_width(cell)
    if not missing:
        return cell
    _, look, target = cell[-1] if cell else Span("")
    blank = Span(" " * missing, look if look == "chosen" else "", target)
    return (blank, *cell) if is_right else (*cell, blank)


def cut_cell(cell: Line, room: int) -> Line:
    """Cut the last text of a cell; leave out a name after a letter if too little would be left of it."""
    *before, last = cell
    left = room - span_width(before)
    if last.look == "chosen":  # people type at its end
        return (*before, last._replace(text=CUT + ending(last.text, left - 1)))
    if before and last.look.startswith("player:") and left < min(width(last.text), LEAST_NAME):
        kept = " " if left and last.text.endswith(" ") else ""  # for the mark after the digits
        return (*before, last._replace(text=kept))
    return (*before, last._replace(text=clip_text(last.text.rstrip(), left)))


def text_lines(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    strips = [
        natural([(Span(text),) for text in column], is_right=at in right, gap="  " if at else "")
        for at, column in enumerate(zip(*rows, strict=True))
    ]
    return [plain(line) for line in row_lines(*fit(strips))]
