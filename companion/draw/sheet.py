"""A score sheet on a screen: players across, totals and ranks below, one figure marked."""

from typing import NamedTuple

from companion.core.score_sheet import ScoreSheet
from companion.core.views import Cell
from companion.draw.cells import CellColumn, CellTable, cell_blocks
from companion.pages.page import SheetBlock
from companion.pages.score_sheet import TOTAL
from companion.pages.view import SessionDisplay
from companion.report.drawing import QUIET_NOTHING, capitalise, chip
from companion.report.layout import width
from companion.report.spans import Line, Span, span_width
from companion.report.standings import RANK, sheet_table

FOOT = 2
"""Rows always in view: totals and ranks."""
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
    """Draw the sheet without empty lines; with one line for each group if it is too long for `height`."""
    found = _draw_rows(model, sheet, sheet.whole.without_empty_lines(), room, mark)
    is_too_long = len(found.heads) + len(found.rows) + len(found.foot) > height
    return _draw_rows(model, sheet, sheet.whole.fold_groups(), room, mark) if is_too_long else found


def _draw_rows(
    model: SessionDisplay, sheet: SheetBlock, whole: ScoreSheet, room: int, mark: tuple[int, int]
) -> SheetDrawing:
    """Draw these lines; labels go above the figures if not all players fit beside them."""
    view, names = sheet_table(whole, sheet.ranks).rows, whole.players
    row, column = min(mark[0], len(view) - FOOT), min(mark[1], len(names) - 1)
    labels = [Span(capitalise(model.speaker.text(one.cells[0].value)), "heading") for one in view]
    cells = [
        [_figure(model, sheet, cell, one.key, f"cell:{at}/{to}") for to, cell in enumerate(one.cells[1:])]
        for at, one in enumerate(view)
    ]
    cells[row][column] = cells[row][column]._replace(look="chosen")
    columns = []
    for name, texts in zip(names, zip(*cells, strict=True), strict=True):
        head = tuple(chip(model.letters[name], name, width(name) + LETTER))
        *figures, rank = (width(one.text) for one in texts)
        columns.append(CellColumn(head, max(span_width(head), rank, *figures) + 1, max(LETTER - 1, *figures)))
    needed = max(width(one.text) for one in labels) + sum(one.least + 1 for one in columns)
    table = CellTable(columns, labels, cells, (row, column), False, needed > room, gap=1)
    [(heads, rows, _)] = cell_blocks(table, room)
    body, foot = ([line for one in part for line in one] for part in (rows[:-FOOT], rows[-FOOT:]))
    rule = (Span("─" * span_width(heads[0]), "rule"),)
    line = sum(map(len, rows[: row + 1])) - 1
    return SheetDrawing(heads, body, [rule, *foot], (row, column), (names[column], view[row].key), line)


def _figure(model: SessionDisplay, sheet: SheetBlock, cell: Cell, key: str, target: str) -> Span:
    text = model.speaker.text(cell.value)
    if key == RANK:
        return Span(text, "muted")
    if key == TOTAL:
        return Span(text, f"majority:{cell.owner}" if cell.owner in sheet.first else "strong", target)
    return Span(text, "", target) if cell.value else Span(QUIET_NOTHING, "muted", target)
