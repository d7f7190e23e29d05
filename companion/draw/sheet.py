"""A score sheet on a screen: players across, totals and ranks below, one figure marked."""

from typing import NamedTuple

from companion.core.views import Cell, TableView
from companion.draw.cells import cell_blocks
from companion.pages.page import CellColumn, CellTable, SheetBlock
from companion.pages.view import SessionDisplay
from companion.report.drawing import QUIET_NOTHING, capitalise, chip
from companion.report.layout import width
from companion.report.spans import Line, Span, span_width
from companion.report.standings import TOTAL

LETTER = 4
"""Columns of a player's chip and the blank after it."""


class SheetDrawing(NamedTuple):
    heads: list[Line]
    rows: list[Line]
    foot: list[Line]
    mark: tuple[int, int]
    """The marked row and column, limited to the sheet."""
    marked: tuple[str, str]
    """The player and the line key of the marked figure."""
    line: int
    """Index in `rows` of the last line of the marked row."""


def draw_sheet(
    model: SessionDisplay, sheet: SheetBlock, room: int, height: int = 1000, mark: tuple[int, int] = (0, 0)
) -> SheetDrawing:
    """Draw the whole sheet; the folded one if there is one and the whole is too long for `height`."""
    found = _draw_rows(model, sheet, sheet.whole, room, mark)
    is_too_long = len(found.heads) + len(found.rows) + len(found.foot) > height
    return (
        found
        if sheet.folded is None or not is_too_long
        else _draw_rows(model, sheet, sheet.folded, room, mark)
    )


def _draw_rows(
    model: SessionDisplay, sheet: SheetBlock, table: TableView, room: int, mark: tuple[int, int]
) -> SheetDrawing:
    view, names = table.rows, [column.owner for column in table.columns if column.owner]
    body = len(view) - sheet.foot
    row, column = min(mark[0], body if sheet.foot else body - 1), min(mark[1], len(names) - 1)
    labels = [Span(capitalise(model.speaker.text(one.cells[0].value)), "heading") for one in view]
    cells = [
        [_figure(model, sheet, cell, one.key, f"cell:{at}/{to}") for to, cell in enumerate(one.cells[1:])]
        for at, one in enumerate(view)
    ]
    cells[row][column] = cells[row][column]._replace(look="chosen")
    columns = []
    for name, texts in zip(names, zip(*cells, strict=True), strict=True):
        head = tuple(chip(model.letters[name], name, width(name) + LETTER))
        figures = [width(one.text) for one in texts]
        columns.append(CellColumn(head, max(span_width(head), *figures) + 1, max(LETTER - 1, *figures)))
    cell_table = CellTable(columns, labels, cells, (row, column), gap=1)
    [(heads, rows, _)] = cell_blocks(cell_table, room)
    above, foot = ([line for one in part for line in one] for part in (rows[:body], rows[body:]))
    rule = [(Span("─" * span_width(heads[0]), "rule"),)] if foot else []
    line = sum(map(len, rows[: row + 1])) - 1
    return SheetDrawing(heads, above, [*rule, *foot], (row, column), (names[column], view[row].key), line)


def _figure(model: SessionDisplay, sheet: SheetBlock, cell: Cell, key: str, target: str) -> Span:
    text = model.speaker.text(cell.value) if cell.value else QUIET_NOTHING
    if sheet.opens(cell.owner or "", key) is None:
        return Span(text, "muted")
    if key == TOTAL:
        return Span(text, f"majority:{cell.owner}" if cell.owner in sheet.first else "strong", target)
    return Span(text, "" if cell.value else "muted", target)
