"""The sheet on a wide table: the last rows of the game's own sheet, or the score sheet after the end."""

from companion.core.game import Outcome
from companion.core.views import TableView
from companion.draw.tables import TableArea, TableCache
from companion.pages.view import SessionDisplay
from companion.report.drawing import TableText
from companion.report.spans import Line, folded_spans
from companion.report.standings import final_sheet, sheet_table
from companion.report.tables import draw_table

RECENT_STEPS = 300
"""Last steps of a long game that usually fill the last rows of the sheet."""
SHEET_ROWS = 6
"""How many last rows of the game's own sheet are shown; the page of all tables shows the rest."""


def projection_lines(model: SessionDisplay, room: int, cache: TableCache | None = None) -> list[Line]:
    """Draw the sheet; while money is hidden, only a note."""
    record = model.record
    if record.hides_money:
        return folded_spans(model.speaker.phrase("screen.ahead-hidden"), room, "muted")
    table: TableView | None = None
    if not record.game.pays_at_end:  # the last rows of the game's own sheet, if it keeps one
        steps, sheets = record.steps, record.game.views.sheets
        if len(steps) > RECENT_STEPS:
            before = Outcome(steps[-RECENT_STEPS - 1].outcome.state)
            table = next(iter(sheets(before, steps[-RECENT_STEPS:])), None)
        if table is None or len(table.rows) < SHEET_ROWS + 2:  # the first two rows sum up earlier steps
            table = next(iter(sheets(record.opening, steps)), None)
        table = table._replace(rows=table.rows[-SHEET_ROWS:]) if table else None
    elif record.is_over and (sheet := final_sheet(model.session)) is not None:
        table = sheet_table(sheet.fold_groups())
    if table is None:
        return []
    frame = TableArea(model, room, True, cache or TableCache()).frame()
    return draw_table(TableText(table, model.speaker, model.letters), room, frame)[0]
