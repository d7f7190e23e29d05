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
from companion.core.views import Cell, Column, Source, TableRow, TableView, player_columns, row_of, table_of
from companion.games.dampfross.running import Depart
from companion.games.dampfross.state import State

_BUILDING = ("build-fees", "expansion")
_CHANGES_HANDS = ("dampfross.pays", "dampfross.set-off")
"""Steps of a receipt that say who pays whom."""
SHEET_KINDS = ("prize", "paid", "received", "premium", "building")
"""What moves the accounts."""
_COLUMNS = (*SHEET_KINDS, "other")
"""How the figures of a line are headed; the last one, adjustments and recounts, only where there is any."""
_SOURCES = (
    ("sheet.prize", "prize"),
    ("source-fares", "paid", "received"),
    ("sheet.premium", "premium"),
    ("sheet.building", "building"),
    ("source-other", "other"),
)
"""What an account is made of: a label, and its columns."""


class _Line(NamedTuple):
    label: Message
    figures: Mapping[str, Mapping[str, int]]
    """By player and column: they add up to the change of the balance."""
    balances: Mapping[str, int]


Steps = Sequence[Step[State, Any]]


def run_sheets(game: AnyGame, opening: Outcome[State], steps: Steps) -> Iterator[TableView]:
    """Balances after building and after each run, and for each player how they came about."""
    begun = _begun(opening.state, steps)
    lines = _lines(begun, opening.state, steps)
    yield _balances(opening.state.accounts, [*begun], lines)
    for name in begun:
        yield _account(name, begun[name], [line for line in lines if name in line.balances])


def _begun(opening: State, steps: Steps) -> Mapping[str, int]:
    """What everybody began with, newcomers when they joined; in the order of the seats."""
    found, players = opening.accounts, opening.players
    for step in steps:
        if step.outcome.state.players != players:
            players = step.outcome.state.players
            found = {name: found.get(name, held) for name, held in step.outcome.state.accounts.items()}
    return found


def _lines(begun: Mapping[str, int], opening: State, steps: Steps) -> list[_Line]:
    """One for the building phase, one for each run with what was built after it."""
    lines: list[_Line] = []
    label, since, before = say("dampfross.sheet-building"), begun, opening
    booked = Counter[tuple[str, str]]()
    for step in steps:
        action = step.action
        if isinstance(action, Depart):
            lines.append(_line(label, since, before, booked))
            run = action.run(before.runs_done + 1)
            label = say("dampfross.sheet-run", number=run.number, run=run.name)
            since, booked = {**begun, **before.accounts}, Counter()
        for receipt in step.outcome.receipts:
            for kind, amounts in figures_of(receipt).items():
                for name, amount in amounts.items():
                    booked[name, kind] += amount
        before = step.outcome.state
    return [*lines, _line(label, since, before, booked)]


def _line(
    label: Message, since: Mapping[str, int], until: State, booked: Mapping[tuple[str, str], int]
) -> _Line:
    reached, figures = until.accounts, {}
    for name, account in reached.items():
        found = {kind: booked[name, kind] for kind in SHEET_KINDS}
        figures[name] = {**found, "other": account - since[name] - sum(found.values())}
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


def part_of(game: AnyGame, receipt: Receipt, player: str, amount: int) -> Message:
    """Of fares only what that player pays, or is paid."""
    role = "payer" if amount < 0 else "owner"
    own = [step for step in receipt.steps if step.key in _CHANGES_HANDS and step.values[role] == player]
    return receipt.text._replace(values={**receipt.text.values, "how": own}) if own else receipt.text


def account_sources(game: AnyGame, opening: Outcome[State], steps: Steps) -> list[Source]:
    """What the accounts are made of: what was there at the start, and the totals of the run sheets."""
    begun = _begun(opening.state, steps)
    lines = _lines(begun, opening.state, steps)
    found = [Source(say("dampfross.source-start"), begun)]
    for label, *keys in _SOURCES:
        amounts = {
            name: sum(line.figures[name][key] for line in lines if name in line.figures for key in keys)
            for name in begun
        }
        found += [Source(say(f"dampfross.{label}"), amounts)] if any(amounts.values()) else []
    return found


def _balances(begun: Mapping[str, int], names: Sequence[str], lines: Sequence[_Line]) -> TableView:
    columns = (*player_columns(names, least=3), Column(say("dampfross.sheet-sum")))
    balances = [(say("dampfross.sheet-forward"), begun), *((line.label, line.balances) for line in lines)]
    rows = []
    for number, (label, held) in enumerate(balances):
        cells = [Cell(held.get(name), owner=name) for name in names]
        rows.append(row_of(str(number), label, *cells, Cell(sum(held.values()))))
    return table_of("balances", say("dampfross.sheet"), columns, rows, least=8)


def _account(name: str, begun: int, lines: Sequence[_Line]) -> TableView:
    """One player's ledger: each line's figures and the balance carried forward, totals below."""
    totals = {key: sum(line.figures[name][key] for line in lines) for key in _COLUMNS}
    keys = _COLUMNS if any(line.figures[name]["other"] for line in lines) else SHEET_KINDS
    columns = [Column(say(f"dampfross.sheet-{key}")) for key in keys]
    columns.append(Column(say("dampfross.sheet-balance"), is_main=True))

    def row(key: str, label: Message, figures: Mapping[str, int], balance: int) -> TableRow:
        return row_of(key, label, *(Cell(figures.get(key)) for key in keys), Cell(balance))

    rows = [row("0", say("dampfross.sheet-forward"), {}, begun)]
    for number, line in enumerate(lines, 1):
        rows.append(row(str(number), line.label, line.figures[name], line.balances[name]))
    rows.append(row("totals", say("dampfross.sheet-totals"), totals, lines[-1].balances[name]))
    return table_of(f"account {name}", say("dampfross.sheet-of", player=name), columns, rows, least=8)
