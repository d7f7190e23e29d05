"""A score sheet on a screen: players across, totals and ranks below, one figure marked."""

from typing import NamedTuple

from companion.core.targets import Target
from companion.core.views import Cell, TableRow, TableView
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
    rows, body, players = table.rows, len(table.rows) - sheet.foot, [head.owner for head in table.columns[1:]]
    row, column = min(mark[0], body if sheet.foot else body - 1), min(mark[1], len(players) - 1)
    if not sheet.foot:
        mark = row, column = max(0, row), column
    elif row < 0:  # nothing is marked yet: Enter opens the winner's total
        row, column = body, players.index(sheet.first[0]) if sheet.first else 0
    labels = [(Span(capitalise(model.speaker.text(line.cells[0].value)), "heading"),) for line in rows]
    strips = [natural(labels, gap="")]
    for at, head in enumerate(table.columns[1:]):
        figures = [
            _figure(model, sheet, line.cells[at + 1], line.key, Target("cell", (place, at)))
            for place, line in enumerate(rows)
        ]
        figures = [
            figure._replace(look=f"player:{head.owner}") if _is_best(line, at + 1) else figure
            for figure, line in zip(figures, rows[:body], strict=False)
        ] + figures[body:]
        if at == column and mark[0] >= 0:
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
    place = (row, column) if mark[0] >= 0 else mark
    return SheetDrawing(heads, drawn[:body], [*rule, *drawn[body:]], place, (owner, rows[row].key))


def _is_best(row: TableRow, at: int) -> bool:
    """Whether a player alone has the most of a row."""
    values = [cell.value for cell in row.cells[1:] if isinstance(cell.value, int)]
    return [value for value in values if value == max(values)] == [row.cells[at].value] != [0]


def _figure(model: SessionDisplay, sheet: SheetBlock, cell: Cell, key: str, target: Target) -> Span:
    text = model.speaker.text(cell.value) if cell.value else QUIET_NOTHING
    if sheet.opens(cell.owner or "", key) is None:
        return Span(text, "muted")
    if key == TOTAL:
        return Span(text, f"majority:{cell.owner}" if cell.owner in sheet.first else "strong", target)
    return Span(text, "" if cell.value else "muted", target)
