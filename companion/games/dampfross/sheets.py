"""The run sheet of the postal game: one line for the building phase, and one for each run.

One table shows all balances. A table for each player shows what makes up the balance: one table for
everything would be too wide for a page.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core.game import AnyGame, Outcome, Steps
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.roster import clockwise
from companion.core.views import Cell, Column, TableRow, TableView, player_columns, row_of, table_of
from companion.games.dampfross.departing import Depart
from companion.games.dampfross.state import State

_BUILDING = ("build-fees", "expansion")
_PAYMENTS = ("dampfross.pays", "dampfross.set-off")
"""Keys of steps that say who pays whom."""
SHEET_KINDS = ("prize", "paid", "received", "premium", "building")
_COLUMNS = (*SHEET_KINDS, "other")
"""Columns of a player's table. The last, adjustments and recounts, is left out if empty."""


@dataclass
class _Line:
    label: Message
    since: Mapping[str, int]
    """Balances before the line."""
    balances: Mapping[str, int]
    receipts: Sequence[Receipt]

    @cached_property
    def figures(self) -> Mapping[str, Mapping[str, int]]:
        """Figures by player and column, which add up to the change of the balance; the table's panel needs none."""
        moved, figures = Counter[tuple[str, str]](), {}
        for receipt in self.receipts:
            for kind, amounts in figures_of(receipt).items():
                for name, amount in amounts.items():
                    moved[name, kind] += amount
        for name, account in self.balances.items():
            sums = {kind: moved[name, kind] for kind in SHEET_KINDS}
            figures[name] = {**sums, "other": account - self.since[name] - sum(sums.values())}
        return figures


def run_sheets(opening: Outcome[State], steps: Steps) -> Iterator[TableView]:
    """Yield the table of balances, then the table of each player."""
    begun = _start_balances(opening.state, steps)
    lines = _lines(begun, opening.state, steps)
    last = steps[-1].outcome.state if steps else opening.state
    names = clockwise(last.seats, last.starts)
    yield _balances(opening.state.accounts, names, lines)
    for name in names:
        yield _account(name, begun[name], [line for line in lines if name in line.balances])


def _start_balances(opening: State, steps: Steps) -> Mapping[str, int]:
    """Return the first balance of each player, in the order of the players at the end."""
    balances, players = opening.accounts, opening.players
    for step in steps:
        if step.outcome.state.players != players:
            players = step.outcome.state.players
            balances = {name: balances.get(name, held) for name, held in step.outcome.state.accounts.items()}
    return balances


def _lines(begun: Mapping[str, int], opening: State, steps: Steps) -> list[_Line]:
    """Return a line for the building phase, and one for each run with the expansions after it."""
    lines: list[_Line] = []
    label, since, before = say("dampfross.sheet-building"), begun, opening
    receipts = list[Receipt]()
    for step in steps:
        action = step.action
        if isinstance(action, Depart):
            lines.append(_Line(label, since, before.accounts, receipts))
            run = action.run(before.runs_done + 1)
            label = say("dampfross.sheet-run", number=run.number, run=run.name)
            since, receipts = {**begun, **before.accounts}, []
        receipts += step.outcome.receipts
        before = step.outcome.state
    return [*lines, _Line(label, since, before.accounts, receipts)]


def figures_of(receipt: Receipt) -> dict[str, dict[str, int]]:
    """Return how a receipt changes the accounts, by column of the run sheet and player."""
    if receipt.kind in ("prize", "premium"):
        return {receipt.kind: receipt.amounts}
    if receipt.kind in _BUILDING or (receipt.kind == "ferry" and not receipt.steps):  # a ferry is bought
        return {"building": receipt.amounts}
    paid, received = dict[str, int](), dict[str, int]()
    for step in receipt.steps:
        values: Mapping[str, Any] = step.values
        if step.key in _PAYMENTS and values["payer"] != values["owner"]:
            paid[values["payer"]] = paid.get(values["payer"], 0) - values["amount"]
            received[values["owner"]] = received.get(values["owner"], 0) + values["amount"]
    return {"paid": paid, "received": received} if receipt.kind in ("fares", "ferry") else {}


def part_of(game: AnyGame, receipt: Receipt, player: str, amount: int) -> Message:
    """Return a receipt's text; for fares, only the payments that this player makes or receives."""
    role = "payer" if amount < 0 else "owner"
    own = [step for step in receipt.steps if step.key in _PAYMENTS and step.values[role] == player]
    return receipt.text._replace(values={**receipt.text.values, "how": own}) if own else receipt.text


def _balances(begun: Mapping[str, int], names: Sequence[str], lines: Sequence[_Line]) -> TableView:
    columns = (*player_columns(names, least=3), Column(say("sheet.total")))
    balances = [(say("sheet.start"), begun), *((line.label, line.balances) for line in lines)]
    rows = []
    for number, (label, held) in enumerate(balances):
        cells = [Cell(held.get(name), owner=name) for name in names]
        rows.append(row_of(str(number), label, *cells, Cell(sum(held.values()))))
    return table_of("balances", say("dampfross.sheet"), columns, rows, least=8)


def _account(name: str, begun: int, lines: Sequence[_Line]) -> TableView:
    """Return a player's table: figures and balance of each line, and totals."""
    totals = {key: sum(line.figures[name][key] for line in lines) for key in _COLUMNS}
    keys = _COLUMNS if any(line.figures[name]["other"] for line in lines) else SHEET_KINDS
    columns = [Column(say(f"dampfross.sheet-{key}")) for key in keys]
    columns.append(Column(say("dampfross.sheet-balance"), is_main=True))

    def row(key: str, label: Message, figures: Mapping[str, int], balance: int) -> TableRow:
        return row_of(key, label, *(Cell(figures.get(key)) for key in keys), Cell(balance))

    rows = [row("0", say("sheet.start"), {}, begun)]
    for number, line in enumerate(lines, 1):
        rows.append(row(str(number), line.label, line.figures[name], line.balances[name]))
    rows.append(row("totals", say("dampfross.sheet-totals"), totals, lines[-1].balances[name]))
    return table_of(f"account {name}", say("dampfross.sheet-of", player=name), columns, rows, least=8)
