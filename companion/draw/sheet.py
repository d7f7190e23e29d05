"""A score sheet on a screen: players across, totals and ranks below, one figure marked."""

from typing import NamedTuple

from companion.core.targets import Target
from companion.core.views import Cell, TableView
from companion.draw.cells import part_lines
from companion.pages.page import SheetBlock
from companion.pages.view import SessionDisplay
from companion.report.columns import Strip, natural
from companion.report.score_sheet import TOTAL
from companion.report.spans import Line, Span, span_width
from companion.report.table_text import QUIET_NOTHING, capitalise, chip
from companion.report.text_width import width

LEAST_CHIP = 3


class SheetDrawing(NamedTuple):
    heads: list[Line]
    rows: list[Line]
    foot: list[Line]
    mark: tuple[int, int]
    marked: tuple[str, str]


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
    labels = [(Span(capitalise(model.speaker.text(line.cells[0].value)), "heading"),) for line in rows]
    strips = [natural(labels, gap="")]
    for at, head in enumerate(table.columns[1:]):
        figures = [
            _figure(model, sheet, line.cells[at + 1], line.key, Target("cell", (place, at)))
            for place, line in enumerate(rows)
        ]
        if at == column:
            figures[row] = figures[row]._replace(look="chosen")
        title: Line = (Span(model.speaker.text(head.label), "heading"),)
        title = chip(model.letters[head.owner], head.owner) if head.owner else title
        least = max(LEAST_CHIP, *(width(figure.text) for figure in figures))
        wish = max(span_width(title), least) + 1
        strips.append(Strip(title, [(figure,) for figure in figures], wish, (least,), True, " "))
    heads, lines = part_lines(strips, column + 1, room)
    drawn = [line for cells in lines for line in cells]
    across = max(map(span_width, (*heads, *drawn)))
    rule = [(Span("─" * across, "rule"),)] if sheet.foot else []
    owner = table.columns[column + 1].owner or ""
    return SheetDrawing(heads, drawn[:body], [*rule, *drawn[body:]], (row, column), (owner, rows[row].key))


def _figure(model: SessionDisplay, sheet: SheetBlock, cell: Cell, key: str, target: Target) -> Span:
    text = model.speaker.text(cell.value) if cell.value else QUIET_NOTHING
    if sheet.opens(cell.owner or "", key) is None:
        return Span(text, "muted")
    if key == TOTAL:
        return Span(text, f"majority:{cell.owner}" if cell.owner in sheet.first else "strong", target)
    return Span(text, "" if cell.value else "muted", target)
