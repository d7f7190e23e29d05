"""Tables of cells, one of which may be marked; as many columns as fit around it."""

from collections.abc import Sequence

from companion.pages.page import CellTable
from companion.report.columns import CUT, Strip, fit, head_lines, parts_of, row_lines, window
from companion.report.spans import Line, Span, folded_spans
from companion.report.text_width import fold_text

LEAST = 4
MORE = f" {CUT}"


def cell_lines(table: CellTable, width: int) -> tuple[list[Line], tuple[int, int] | None]:
    """Draw a table below its caption; return also the lines of the marked cell with its heads, as (first, end)."""
    lines = folded_spans(table.caption, width, "title") if table.caption else []
    labels, *columns = table.columns
    most = max(LEAST, width - labels.wish - len(columns[0].gap + MORE))
    strips = [labels, *(column._replace(wish=min(most, column.wish)) for column in columns)]
    row, column = (table.mark[0], table.mark[1] + 1) if table.mark else (-1, -1)
    marked, head = None, 0
    for part in parts_of(strips, width) if table.is_folded else [[*range(len(strips))]]:
        is_here = column in part
        heads, rows = part_lines([strips[at] for at in part], part.index(column) if is_here else 0, width)
        lines += heads
        for at, cells in enumerate(rows):
            lines += cells
            if is_here and at == row:
                marked = head, len(lines)
        head = len(lines)
    return lines, marked


def part_lines(strips: list[Strip], mark: int, room: int) -> tuple[list[Line], list[list[Line]]]:
    """Draw labels and columns in view; column 0 is marked if none is. Return headings, and the lines of each row."""
    grid = fit(strips, room)
    strips, widths = grid
    if grid.width > room:
        wide = [len(strip.gap) + width for strip, width in zip(strips[1:], widths[1:], strict=True)]
        seen = window(wide, max(0, mark - 1), room - widths[0] - len(MORE))
        blank, shown = [()] * len(strips[0].cells), strips[seen.start + 1 : seen.stop + 1]
        sizes = widths[seen.start + 1 : seen.stop + 1]
        if seen.start:
            shown[0] = shown[0]._replace(gap=shown[0].gap[1:])
            shown, sizes = [Strip((Span(CUT, "muted"),), blank, 1), *shown], [1, *sizes]
        if seen.stop < len(wide):
            shown, sizes = [*shown, Strip((Span(MORE, "muted"),), blank, 1)], [*sizes, len(MORE)]
        strips, widths = [strips[0], *shown], [widths[0], *sizes]
    return head_lines(strips, widths), _rows(strips, widths)


def _rows(strips: Sequence[Strip], widths: Sequence[int]) -> list[list[Line]]:
    """Draw rows of cells. In a table of one column, a cell takes as many lines as it needs."""
    if len(strips) > 2:
        return [[line] for line in row_lines(strips, widths)]
    (labels, column), rows = strips, list[list[Line]]()
    for label, (cell,) in zip(labels.cells, column.cells, strict=True):
        texts = fold_text(cell.text, widths[1]).split("\n")
        cells = [(cell._replace(text=text),) for text in texts]
        own = labels._replace(cells=[label, *[()] * (len(texts) - 1)]), column._replace(cells=cells)
        rows.append(row_lines(own, widths))
    return rows
