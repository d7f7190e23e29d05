"""The score sheet as one table, which screens, phones and reports draw. A column without an owner may be in it too."""

from collections.abc import Mapping, Sequence

from companion.core.messages import say
from companion.core.score_sheet import ScoreSheet, score_sheet
from companion.core.views import Cell, Source, TableView, plain_cells, player_columns, row_of, table_of
from companion.session import Session

TOTAL, RANK = "total", "rank"


def final_sheet(session: Session) -> ScoreSheet | None:
    """The final score sheet, projected before the end; None while money is hidden."""
    record = session.record
    if record.hides_money:
        return None
    is_placed = record.config.position is not None
    return score_sheet(record.game, record.opening, record.steps, record.roster.seats, is_placed)


def sheet_table(
    sheet: ScoreSheet, ranks: Mapping[str, str] | None = None, further: Sequence[Source] = ()
) -> TableView:
    names, rows = sheet.players, []
    lines = [(row.line.key, row.line.label, row.amount) for row in sheet.rows]
    for key, label, amount in (*lines, (TOTAL, say("sheet.total"), sheet.total)):
        rows.append(row_of(key, label, *plain_cells({name: amount(name) for name in names})))
    if ranks is not None:
        rows.append(row_of(RANK, say("show.rank"), *(Cell(ranks[name], owner=name) for name in names)))
    for at, source in enumerate(further):
        amounts = {name: source.amounts[name] for name in names}
        rows.append(row_of(str(at), source.what, *plain_cells(amounts)))
    return table_of("score-sheet", say("screen.label.final"), player_columns(names, 1), rows, least=9)
