"""The ledger as referees of the postal game print it: one line a run, building apart, totals and balances."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.core.game import Outcome
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.replay import Step
from companion.core.views import Cell, Column, Row, Table
from companion.games.dampfross.actions import Depart
from companion.games.dampfross.state import State, accounts, run_label

_PRIZE, _PAID, _GOT, _BUILT = range(4)
_COLUMNS = ("prize", "paid", "received", "built")


class _Line(NamedTuple):
    label: Message
    changes: dict[str, list[int]]
    """For each player: prize, paid, received, building and all else."""
    state: State


def run_sheets(opening: Outcome[State], steps: Sequence[Step[State, Any]]) -> list[Table]:
    """One line for the building phase, one for each run with what was built after it, then the totals."""
    lines = [_Line(say("dampfross.sheet-building"), _nobody(opening.state), opening.state)]
    for step in steps:
        before, state = lines[-1].state, step.outcome.state
        if isinstance(step.item.action, Depart):
            action = step.item.action
            label = run_label(action.start, action.goal, action.special)
            number = before.runs_done + 1
            lines.append(_Line(say("dampfross.sheet-run", number=number, run=label), _nobody(state), before))
        line = lines[-1]
        _count(line.changes, accounts(before), accounts(state), step.outcome.receipts)
        lines[-1] = line._replace(state=state)
    return [_table(opening.state, lines)]


def _nobody(state: State) -> dict[str, list[int]]:
    return {name: [0, 0, 0, 0] for name in state.players}


def _count(
    changes: dict[str, list[int]], before: dict[str, int], after: dict[str, int], receipts: Sequence[Receipt]
) -> None:
    """Prizes and fares by their receipts; whatever else changed an account counts as building."""
    rest = {name: after[name] - before[name] for name in after}
    for receipt in receipts:
        for row in receipt.rows:
            is_use = receipt.kind == "ferry" and len(receipt.rows) > 1
            if receipt.kind == "prize":
                changes[row.player][_PRIZE] += row.amount
            elif receipt.kind == "fares" or is_use:
                changes[row.player][_PAID if row.amount < 0 else _GOT] += row.amount
            else:
                continue
            rest[row.player] -= row.amount
    for name, amount in rest.items():
        changes[name][_BUILT] += amount


def _table(state: State, lines: Sequence[_Line]) -> Table:
    columns: list[Column] = [Column(None, is_right=False, least=8)]
    for name in state.players:
        columns += [Column(say(f"dampfross.sheet-{key}"), owner=name) for key in (*_COLUMNS, "balance")]
    begin = accounts(state)
    rows = [_row("forward", say("dampfross.sheet-forward"), {name: [0] * 4 for name in begin}, begin)]
    totals = _nobody(state)
    for number, line in enumerate(lines):
        rows.append(_row(str(number), line.label, line.changes, accounts(line.state)))
        for name, figures in line.changes.items():
            totals[name] = [sum(pair) for pair in zip(totals[name], figures, strict=True)]
    rows.append(_row("totals", say("dampfross.sheet-totals"), totals, accounts(lines[-1].state)))
    return Table("runs", say("dampfross.sheet"), tuple(columns), tuple(rows))


def _row(key: str, label: Message, changes: dict[str, list[int]], held: dict[str, int]) -> Row:
    cells = [Cell(label)]
    for name, figures in changes.items():
        cells += [Cell(figure, owner=name) for figure in (*figures, held[name])]
    return Row(key, tuple(cells))
