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
from companion.core.views import Cell, Column, Source, TableRow, TableView
from companion.games.dampfross.actions import Depart
from companion.games.dampfross.state import State, run_name

_BUILDING = ("premium", "build-fees", "expansion")
_CHANGES_HANDS = ("dampfross.pays", "dampfross.set-off")
"""Steps of a receipt that say who pays whom."""
SHEET_KINDS = ("prize", "paid", "received", "building")
"""What moves the accounts."""
_COLUMNS = (*SHEET_KINDS, "other")
"""How the figures of a line are headed; the last one only where there is any."""


class _Figures(NamedTuple):
    """What made a player's balance; all of it adds up to the change."""

    prize: int = 0
    paid: int = 0
    """Fares and ferries, negative."""
    received: int = 0
    building: int = 0
    other: int = 0
    """Adjustments and recounts."""


class _Line(NamedTuple):
    label: Message
    figures: Mapping[str, _Figures]
    balances: Mapping[str, int]


def run_sheets(
    game: AnyGame, opening: Outcome[State], steps: Sequence[Step[State, Any]]
) -> Iterator[TableView]:
    """Balances after building and after each run, and for each player how they came about."""
    players = opening.state.players
    lines = _lines(opening.state, steps)
    begun = opening.state.accounts
    yield _balances(players, begun, lines)
    for name in players:
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
            run = run_name(action)
            label = say("dampfross.sheet-run", number=before.runs_done + 1, run=run)
            since, booked = before, Counter()
        for receipt in step.outcome.receipts:
            for kind, amounts in figures_of(receipt).items():
                for name, amount in amounts.items():
                    booked[name, kind] += amount
        before = step.outcome.state
    return [*lines, _line(label, since, before, booked)]


def _line(label: Message, since: State, until: State, booked: Mapping[tuple[str, str], int]) -> _Line:
    """What was booked to the accounts between two states, by player and what it was for."""
    begun, reached = since.accounts, until.accounts
    figures = {}
    for name, account in reached.items():
        found = [booked[name, kind] for kind in SHEET_KINDS]
        figures[name] = _Figures(*found)._replace(other=account - begun[name] - sum(found))
    return _Line(label, figures, reached)


def figures_of(receipt: Receipt) -> dict[str, dict[str, int]]:
    """What a receipt did to the accounts, by what it was for: a fare or the use of a ferry is paid and received."""
    if receipt.kind in ("prize", *_BUILDING):
        return {"prize" if receipt.kind == "prize" else "building": receipt.amounts}
    if receipt.kind == "ferry" and not receipt.steps:  # it is bought
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
    for place, key in enumerate(_COLUMNS):
        amounts = {name: sum(line.figures[name][place] for line in lines) for name in begun}
        label = say("dampfross.source-other" if key == "other" else f"dampfross.sheet.{key}")
        found += [Source(label, amounts)] if any(amounts.values()) else []
    return found


def _balances(players: Sequence[str], begun: Mapping[str, int], lines: Sequence[_Line]) -> TableView:
    columns = (
        Column(None, is_right=False, least=8),
        *(Column(None, owner=name, least=3) for name in players),
        Column(say("dampfross.sheet-sum")),
    )
    labelled = [(say("dampfross.sheet-forward"), begun), *((line.label, line.balances) for line in lines)]
    rows = tuple(
        TableRow(
            str(number),
            (
                Cell(label),
                *(Cell(held[name], owner=name) for name in players),
                Cell(sum(held[name] for name in players)),
            ),
        )
        for number, (label, held) in enumerate(labelled)
    )
    return TableView("balances", say("dampfross.sheet"), columns, rows)


def _account(name: str, begun: int, lines: Sequence[_Line]) -> TableView:
    """One player's ledger: each line's figures and the balance carried forward, totals below."""
    totals = _Figures(*map(sum, zip(*(line.figures[name] for line in lines), strict=True)))
    keys = _COLUMNS if any(line.figures[name].other for line in lines) else _COLUMNS[:-1]
    columns = (
        Column(None, is_right=False, least=8),
        *(Column(say(f"dampfross.sheet-{key}")) for key in (*keys, "balance")),
    )
    rows = [_row("0", say("dampfross.sheet-forward"), (None,) * len(keys), begun)]
    for number, line in enumerate(lines, 1):
        rows.append(_row(str(number), line.label, line.figures[name][: len(keys)], line.balances[name]))
    balance = lines[-1].balances[name]
    rows.append(_row("totals", say("dampfross.sheet-totals"), totals[: len(keys)], balance))
    return TableView(f"account {name}", say("dampfross.sheet-of", player=name), columns, tuple(rows))


def _row(key: str, label: Message, figures: Sequence[int | None], balance: int) -> TableRow:
    return TableRow(key, (Cell(label), *(Cell(figure) for figure in figures), Cell(balance)))
