"""Tables of cells, one of which may be marked; as many columns as fit around it."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.pages.page import CellTable
from companion.report.columns import CUT, Strip, fit, head_lines, parts_of, row_lines, whole_span, window
from companion.report.layout import fold_text
from companion.report.spans import Line, Span, folded_spans

LEAST = 4
MORE = f" {CUT}"
"""Shown after the headings if further columns are out of view."""


class CellBlock(NamedTuple):
    heads: list[Line]
    rows: list[list[Line]]
    is_marked: bool


def cell_blocks(table: CellTable, room: int) -> list[CellBlock]:
    """Draw a table; columns that don't fit are below the others or out of view."""
    labels, *columns = table.columns
    most = max(LEAST, room - labels.wish - len(columns[0].gap + MORE))
    strips = [
        labels._replace(bounds=(labels.wish,)),
        *(one._replace(wish=min(most, one.wish)) for one in columns),
    ]
    parts = parts_of(strips, room) if table.is_folded else [[*range(len(strips))]]
    mark = table.mark[1] + 1 if table.mark else -1
    return [
        _block([strips[at] for at in part], part.index(mark) if mark in part else 0, room) for part in parts
    ]


def cell_lines(table: CellTable, width: int) -> tuple[list[Line], tuple[int, int] | None]:
    """Draw a table below its caption; return also the lines of the marked cell with its heads, as (first, end)."""
    lines = folded_spans(table.caption, width, "title") if table.caption else []
    marked, head = None, 0
    for block in cell_blocks(table, width):
        lines += block.heads
        for at, row in enumerate(block.rows):
            lines += row
            if block.is_marked and table.mark is not None and at == table.mark[0]:
                marked = head, len(lines)
        head = len(lines)
    return lines, marked


def _block(strips: list[Strip], mark: int, room: int) -> CellBlock:
    """Draw row labels and columns, or those columns in view if not all fit; column 0 is marked if none is."""
    widths = fit(strips, room)
    if whole_span(strips, widths) > room:
        wide = [len(one.gap) + width for one, width in zip(strips[1:], widths[1:], strict=True)]
        seen = window(wide, max(0, mark - 1), room - widths[0] - len(MORE))
        blank, shown = [()] * len(strips[0].cells), strips[seen.start + 1 : seen.stop + 1]
        sizes = widths[seen.start + 1 : seen.stop + 1]
        if seen.start:
            shown[0] = shown[0]._replace(gap=shown[0].gap[1:])
            shown, sizes = [Strip((Span(CUT, "muted"),), blank, 1), *shown], [1, *sizes]
        if seen.stop < len(wide):
            shown, sizes = [*shown, Strip((Span(MORE, "muted"),), blank, 1)], [*sizes, len(MORE)]
        strips, widths = [strips[0], *shown], [widths[0], *sizes]
    return CellBlock(head_lines(strips, widths), _rows(strips, widths), mark > 0)


def _rows(strips: Sequence[Strip], widths: Sequence[int]) -> list[list[Line]]:
    """Draw rows of cells. In a table of one column, a cell takes as many lines as it needs."""
    if len(strips) > 2:
        return [[line] for line in row_lines(strips, widths)]
    (labels, column), found = strips, list[list[Line]]()
    for label, (cell,) in zip(labels.cells, column.cells, strict=True):
        texts = fold_text(cell.text, widths[1]).split("\n")
        cells = [(cell._replace(text=text),) for text in texts]
        own = labels._replace(cells=[label, *[()] * (len(texts) - 1)]), column._replace(cells=cells)
        found.append(row_lines(own, widths))
    return found
