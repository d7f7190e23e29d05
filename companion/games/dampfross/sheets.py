"""The ledger as referees of the postal game print it: one line a run, building apart, totals and balances.

Balances stand side by side in one table. What they are made of has a small table for each player, since all of it in
one would have five columns a player and could be read on no page.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.game import AnyGame, Outcome
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.replay import Step
from companion.core.views import Cell, Column, Source, TableRow, TableView, plain_cells
from companion.games.dampfross.actions import Depart
from companion.games.dampfross.state import State, run_name

_BUILDING = ("build-fees", "expansion")
_CHANGES_HANDS = ("dampfross.pays", "dampfross.set-off")
"""Steps of a receipt that say who pays whom."""
SHEET_KINDS = ("prize", "paid", "received", "premium", "building")
"""What moves the accounts."""
_COLUMNS = (*SHEET_KINDS, "other")
"""How the figures of a line are headed; the last one, adjustments and recounts, only where there is any."""


class _Line(NamedTuple):
    label: Message
    figures: Mapping[str, Mapping[str, int]]
    """By player and column: they add up to the change of the balance."""
    balances: Mapping[str, int]


def run_sheets(
    game: AnyGame, opening: Outcome[State], steps: Sequence[Step[State, Any]]
) -> Iterator[TableView]:
    """Balances after building and after each run, and for each player how they came about."""
    lines, begun = _lines(opening.state, steps), opening.state.accounts
    yield _balances(begun, lines)
    for name in begun:
        yield _account(name, begun[name], lines)


def _lines(opening: State, steps: Sequence[Step[State, Any]]) -> list[_Line]:
    """One for the building phase, one for each run with what was built after it."""
    lines: list[_Line] = []
    label, since, before = say("dampfross.sheet-building"), opening, opening
    booked = Counter[tuple[str, str]]()
    for step in steps:
        action = step.action
        if isinstance(action, Depart):
            lines.append(_line(label, since, before, booked))
            label = say("dampfross.sheet-run", number=before.runs_done + 1, run=run_name(action))
            since, booked = before, Counter()
        for receipt in step.outcome.receipts:
            for kind, amounts in figures_of(receipt).items():
                for name, amount in amounts.items():
                    booked[name, kind] += amount
        before = step.outcome.state
    return [*lines, _line(label, since, before, booked)]


def _line(label: Message, since: State, until: State, booked: Mapping[tuple[str, str], int]) -> _Line:
    """The changes of the accounts between two states, by player and kind."""
    begun, reached, figures = since.accounts, until.accounts, {}
    for name, account in reached.items():
        found = {kind: booked[name, kind] for kind in SHEET_KINDS}
        figures[name] = {**found, "other": account - begun[name] - sum(found.values())}
    return _Line(label, figures, reached)


def figures_of(receipt: Receipt) -> dict[str, dict[str, int]]:
    """What a receipt did to the accounts, by what it was for: a fare or the use of a ferry is paid and received."""
    if receipt.kind in ("prize", "premium"):
        return {receipt.kind: receipt.amounts}
    if receipt.kind in _BUILDING or (receipt.kind == "ferry" and not receipt.steps):  # it is bought
        return {"building": receipt.amounts}
    paid, received = dict[str, int](), dict[str, int]()
    for step in receipt.steps:
        said: Mapping[str, Any] = step.values
        if step.key in _CHANGES_HANDS and said["payer"] != said["owner"]:
            paid[said["payer"]] = paid.get(said["payer"], 0) - said["amount"]
            received[said["owner"]] = received.get(said["owner"], 0) + said["amount"]
    return {"paid": paid, "received": received} if receipt.kind in ("fares", "ferry") else {}


def account_sources(
    game: AnyGame, opening: Outcome[State], steps: Sequence[Step[State, Any]]
) -> list[Source]:
    """What the accounts are made of: what was there at the start, and the totals of the run sheets."""
    lines, begun = _lines(opening.state, steps), opening.state.accounts
    found = [Source(say("dampfross.source-start"), begun)]
    for key in _COLUMNS:
        amounts = {name: sum(line.figures[name][key] for line in lines) for name in begun}
        label = say("dampfross.source-other" if key == "other" else f"dampfross.sheet.{key}")
        found += [Source(label, amounts)] if any(amounts.values()) else []
    return found


def _balances(begun: Mapping[str, int], lines: Sequence[_Line]) -> TableView:
    columns = (
        Column(None, is_right=False, least=8),
        *(Column(None, owner=name, least=3) for name in begun),
        Column(say("dampfross.sheet-sum")),
    )
    labelled = [(say("dampfross.sheet-forward"), begun), *((line.label, line.balances) for line in lines)]
    rows = tuple(
        TableRow(str(number), (Cell(label), *plain_cells(held), Cell(sum(held.values()))))
        for number, (label, held) in enumerate(labelled)
    )
    return TableView("balances", say("dampfross.sheet"), columns, rows)


def _account(name: str, begun: int, lines: Sequence[_Line]) -> TableView:
    """One player's ledger: each line's figures and the balance carried forward, totals below."""
    totals = {key: sum(line.figures[name][key] for line in lines) for key in _COLUMNS}
    keys = _COLUMNS if any(line.figures[name]["other"] for line in lines) else SHEET_KINDS
    columns = (
        Column(None, is_right=False, least=8),
        *(Column(say(f"dampfross.sheet-{key}")) for key in (*keys, "balance")),
    )

    def row(key: str, label: Message, figures: Mapping[str, int], balance: int) -> TableRow:
        return TableRow(key, (Cell(label), *(Cell(figures.get(key)) for key in keys), Cell(balance)))

    rows = [row("0", say("dampfross.sheet-forward"), {}, begun)]
    for number, line in enumerate(lines, 1):
        rows.append(row(str(number), line.label, line.figures[name], line.balances[name]))
    rows.append(row("totals", say("dampfross.sheet-totals"), totals, lines[-1].balances[name]))
    return TableView(f"account {name}", say("dampfross.sheet-of", player=name), columns, tuple(rows))
