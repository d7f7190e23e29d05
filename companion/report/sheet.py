"""The score sheet of a session, for every text and screen."""

from companion.core.messages import say
from companion.core.scoresheet import ScoreSheet, score_sheet
from companion.core.views import Cell, Column, TableRow, TableView
from companion.session import Session


def final_sheet(session: Session) -> ScoreSheet | None:
    """What the scores are made of, after the end or if it came now; None while money is hidden."""
    if session.record.hides_money:
        return None
    return score_sheet(session.game, session.opening, session.steps, session.table.seats)


def sheet_table(sheet: ScoreSheet) -> TableView:
    """Players across, the total below; a sheet that is folded before has fewer rows."""
    names = sheet.players
    columns = (Column(None, is_right=False, least=9), *(Column(None, owner=name) for name in names))
    rows = [(row.line.key, row.line.label, row.amount) for row in sheet.rows]
    rows.append(("total", say("sheet.total"), sheet.total))
    drawn = (
        TableRow(key, (Cell(label), *(Cell(amount(name), owner=name) for name in names)))
        for key, label, amount in rows
    )
    return TableView("score-sheet", say("sheet.title"), columns, tuple(drawn))
