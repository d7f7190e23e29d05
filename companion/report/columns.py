"""Columns of a table, wherever it is drawn: their widths, and rows set into them."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from companion.report.layout import width
from companion.report.spans import Line, Span, plain, span_width


class TextTable(NamedTuple):
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Collection[int] = ()
    players: int | None = None
    total: Sequence[str] = ()
    order: Sequence[int] = ()
    """The order of columns in HTML, if it differs."""


class Columns(NamedTuple):
    widths: Sequence[int]
    right: Collection[int] = ()
    gap: str = "  "

    def line(self, cells: Sequence[Sequence[Span]]) -> Line:
        parts: list[Span] = []
        for at, cell in enumerate(cells):
            parts += [Span(self.gap)] if at else []
            parts += fill_cell(cell, self.widths[at], at in self.right)
        return tuple(parts)

    def text(self, cells: Sequence[str]) -> str:
        return plain(self.line([(Span(cell),) for cell in cells]))


def fill_cell(cell: Sequence[Span], room: int, is_right: bool) -> Sequence[Span]:
    """Fill a cell with blanks up to its width; blanks are marked only if the cell is."""
    _, look, target = cell[-1]
    blank = Span(" " * (room - span_width(cell)), look if look == "chosen" else "", target)
    return (blank, *cell) if is_right else (*cell, blank)


def natural_widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(width, cells)) for cells in zip(*rows, strict=True)]


def shrink(widths: list[int], bounds: Sequence[int], excess: int) -> int:
    """Narrow the widest columns that are above their bounds, in place; return the excess that is left."""
    while excess > 0:
        givers = [at for at, bound in enumerate(bounds) if widths[at] > bound]
        if not givers:
            break
        widths[max(givers, key=widths.__getitem__)] -= 1
        excess -= 1
    return excess


def window(widths: Sequence[int], marked: int, room: int) -> range:
    """Return the columns in view: as far left as possible with the marked column, and as many as fit."""
    first, end = 0, marked + 1
    while first < marked and sum(widths[first:end]) > room:
        first += 1
    while end < len(widths) and sum(widths[first : end + 1]) <= room:
        end += 1
    return range(first, end)


def text_lines(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    columns = Columns(natural_widths(rows), right)
    return [columns.text(row).rstrip() for row in rows]
