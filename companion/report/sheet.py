"""The score sheet of a session, for every text and screen."""

from typing import NamedTuple

from companion.core.messages import Message, say
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


class Result(NamedTuple):
    """Who is first, as a sentence without the score."""

    text: Message
    first: tuple[str, ...]
    score: int
    tie: Message | None = None
    """What decided between those with the same score."""
    note: Message | None = None
    """What is taken for granted before the end."""


def result_of(session: Session) -> Result:
    """Who won; before the end who would have most, from what everybody may see."""
    game, state, ranking = session.game, session.state, session.record.public_projection()
    best = ranking[0][1]
    if not session.is_over:
        first = tuple(name for name, _, rank in ranking if rank == 1)
        return Result(say("sheet.would-lead", players=first), first, best, None, game.projection_note(state))
    winners = game.winners(state)
    text = say("sheet.wins" if len(winners) == 1 else "sheet.share", players=winners)
    return Result(text, winners, best, game.tie(state))
