"""A score sheet on a screen: players across, totals and ranks below, one figure marked."""

from typing import NamedTuple

from companion.core.targets import Target
from companion.core.views import Cell, TableView
from companion.draw.cells import cell_blocks
from companion.pages.page import CellTable, SheetBlock
from companion.pages.view import SessionDisplay
from companion.report.columns import Strip, natural
from companion.report.drawing import QUIET_NOTHING, capitalise, chip
from companion.report.layout import width
from companion.report.spans import Line, Span, span_width
from companion.report.standings import TOTAL

LEAST_CHIP = 3
"""Width of a player's letter on its chip."""


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
    whole = _draw_rows(model, sheet, sheet.whole, room, mark)
    is_too_long = len(whole.heads) + len(whole.rows) + len(whole.foot) > height
    return _draw_rows(model, sheet, sheet.folded, room, mark) if sheet.folded and is_too_long else whole


def _draw_rows(
    model: SessionDisplay, sheet: SheetBlock, table: TableView, room: int, mark: tuple[int, int]
) -> SheetDrawing:
    rows, body = table.rows, len(table.rows) - sheet.foot
    row, column = min(mark[0], body if sheet.foot else body - 1), min(mark[1], len(table.columns) - 2)
    labels = [(Span(capitalise(model.speaker.text(one.cells[0].value)), "heading"),) for one in rows]
    strips = [natural(labels, gap="")]
    for at, head in enumerate(table.columns[1:]):
        figures = [
            _figure(model, sheet, one.cells[at + 1], one.key, Target("cell", (to, at)))
            for to, one in enumerate(rows)
        ]
        if at == column:
            figures[row] = figures[row]._replace(look="chosen")
        least = max(LEAST_CHIP, *(width(one.text) for one in figures))
        title: Line = (Span(model.speaker.text(head.label), "heading"),)
        title = chip(model.letters[head.owner], head.owner) if head.owner else title
        wish = max(span_width(title), least) + 1
        strips.append(Strip(title, [(one,) for one in figures], wish, (least,), True, " "))
    [(heads, lines, _)] = cell_blocks(CellTable(strips, (row, column)), room)
    above, foot = ([line for one in part for line in one] for part in (lines[:body], lines[body:]))
    across = max(map(span_width, (*heads, *above, *foot)))
    rule = [(Span("─" * across, "rule"),)] if foot else []
    line = sum(map(len, lines[: row + 1])) - 1
    owner = table.columns[column + 1].owner or ""
    return SheetDrawing(heads, above, [*rule, *foot], (row, column), (owner, rows[row].key), line)


def _figure(model: SessionDisplay, sheet: SheetBlock, cell: Cell, key: str, target: Target) -> Span:
    text = model.speaker.text(cell.value) if cell.value else QUIET_NOTHING
    if sheet.opens(cell.owner or "", key) is None:
        return Span(text, "muted")
    if key == TOTAL:
        return Span(text, f"majority:{cell.owner}" if cell.owner in sheet.first else "strong", target)
    return Span(text, "" if cell.value else "muted", target)
