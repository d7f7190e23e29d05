"""What is ahead: who would win and what it would be made of, or how the runs went; after the end the result."""

from collections.abc import Sequence

from companion.core.messages import say
from companion.core.receipts import Receipt
from companion.core.views import Cell, Column, TableRow, TableView
from companion.report.result import status_of
from companion.report.spans import Line, folded_spans
from companion.report.tables import drawn_table
from companion.report.words import money
from companion.tui.draw.tables import Known, frame_of
from companion.tui.models.table import TableModel

SHEET_ROWS = 6
"""So many runs of the sheet; all of them stand on the page of all tables."""


_FINAL = "final-"
"""How the kinds of receipts begin that the end of the game writes."""


def projection_lines(model: TableModel, room: int) -> list[Line]:
    """After the end what came of it; nothing while money is hidden."""
    session = model.session
    if session.record.hides_money:
        return []
    leading = model.speaker.say(status_of(session)) if session.is_over else _leading(model)
    lines = folded_spans(leading, room, "title") if leading else []
    if session.is_over:
        receipts = [one for _, one in session.record.receipts() if one.kind.startswith(_FINAL)]
    else:
        receipts = list(session.game.final_receipts(session.game.public_state(session.state)))
    table = _sources(model, receipts) if receipts else _sheet(model)
    if table is None:
        return lines
    frame = frame_of(model, room, True, Known())
    return [*lines, *drawn_table(table, model.speaker, model.letters, room, frame)[0]]


def _leading(model: TableModel) -> str:
    """Who would be first, and by how much; or who shares the first place, if not all do."""
    ranking = model.session.record.public_projection()
    first = tuple(name for name, _, rank in ranking if rank == 1)
    best = max(score for _, score, _ in ranking)
    if len(first) == len(ranking):
        return ""
    if len(first) > 1:
        return model.speaker.say(say("screen.leads-tied", players=first, score=money(best)))
    second = max((score for _, score, rank in ranking if rank > 1), default=0)
    return model.speaker.say(say("screen.leads", player=first[0], by=money(best - second), score=money(best)))


def _sources(model: TableModel, receipts: Sequence[Receipt]) -> TableView | None:
    """What the final scoring would add for each player, by what it is paid for; after it with what was there before."""
    session, seats = model.session, model.session.table.seats
    sums: dict[str, dict[str, int]] = {}
    for receipt in receipts:
        for row in () if receipt.is_restated else receipt.rows:
            kind = sums.setdefault(receipt.kind, dict.fromkeys(seats, 0))
            kind[row.player] += row.amount
    rows = tuple(
        TableRow(kind, (Cell(model.speaker.name(kind.removeprefix(_FINAL))), *_cells(found)))
        for kind, found in sums.items()
        if any(found.values())
    )
    if session.is_over:
        scores = session.game.scores(session.state)
        before = {name: scores[name] - sum(found[name] for found in sums.values()) for name in seats}
        totals = {name: scores[name] for name in seats}
        first = TableRow("before", (Cell(say("screen.before-the-end")), *_cells(before)))
        rows = (first, *rows, TableRow("total", (Cell(say("screen.in-all")), *_cells(totals))))
    columns = (Column(None, is_right=False, least=8), *(Column(None, owner=name) for name in seats))
    title = say("screen.final-scoring" if session.is_over else "screen.end-adds")
    return TableView("sources", title, columns, rows) if rows else None


def _cells(found: dict[str, int]) -> tuple[Cell, ...]:
    return tuple(Cell(amount, owner=name) for name, amount in found.items())


def _sheet(model: TableModel) -> TableView | None:
    """The last lines of the game's ledger, where it keeps one."""
    sheets = model.session.game.sheets(model.session.opening, model.session.steps)
    return sheets[0]._replace(rows=sheets[0].rows[-SHEET_ROWS:]) if sheets else None
