"""What is ahead: who would win and what it would be made of, or how the runs went."""

from collections.abc import Sequence

from companion.core.messages import say
from companion.core.receipts import Receipt
from companion.core.views import Cell, Column, TableRow, TableView
from companion.report.spans import Line, folded_spans
from companion.report.tables import drawn_table
from companion.report.words import money
from companion.tui.draw.tables import Known, frame_of
from companion.tui.models.table import TableModel

SHEET_ROWS = 6
"""So many runs of the sheet; all of them stand on the page of all tables."""


def projection_lines(model: TableModel, room: int) -> list[Line]:
    """Nothing after the end, and nothing while money is hidden."""
    session = model.session
    if session.is_over or session.record.hides_money:
        return []
    leading = _leading(model)
    lines = folded_spans(leading, room, "title") if leading else []
    receipts = session.game.final_receipts(session.game.public_state(session.state))
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
    """What the final scoring would add for each player, by what it is paid for."""
    seats = model.session.table.seats
    sums: dict[str, dict[str, int]] = {}
    for receipt in receipts:
        for row in () if receipt.is_restated else receipt.rows:
            kind = sums.setdefault(receipt.kind, dict.fromkeys(seats, 0))
            kind[row.player] += row.amount
    rows = tuple(
        TableRow(kind, (Cell(model.speaker.name(kind.removeprefix("final-"))), *_cells(found)))
        for kind, found in sums.items()
        if any(found.values())
    )
    columns = (Column(None, is_right=False, least=8), *(Column(None, owner=name) for name in seats))
    return TableView("sources", say("screen.end-adds"), columns, rows) if rows else None


def _cells(found: dict[str, int]) -> tuple[Cell, ...]:
    return tuple(Cell(amount, owner=name) for name, amount in found.items())


def _sheet(model: TableModel) -> TableView | None:
    """The last lines of the game's ledger, where it keeps one."""
    sheets = model.session.game.sheets(model.session.opening, model.session.steps)
    return sheets[0]._replace(rows=sheets[0].rows[-SHEET_ROWS:]) if sheets else None
