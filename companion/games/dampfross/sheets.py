"""The ledger as referees of the postal game print it: one line a run, building apart, totals and balances.

Balances stand side by side in one table. What they are made of has a small table for each player, since all of it in
one would have five columns a player and could be read on no page.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.game import Outcome
from companion.core.ledger import Holder, Posting, player
from companion.core.messages import Message, say
from companion.core.replay import Step
from companion.core.views import Cell, Column, Source, TableRow, TableView
from companion.games.dampfross.actions import Arrive, Build, BuyFerry, Depart, Expand, JointBuild
from companion.games.dampfross.state import UNITS, State, accounts, run_name

_BUILDING = (Build, JointBuild, BuyFerry, Expand)
_RUNNING = (Depart, Arrive)
_COLUMNS = ("prize", "paid", "received", "building", "other")
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


def run_sheets(opening: Outcome[State], steps: Sequence[Step[State, Any]]) -> list[TableView]:
    """Balances after building and after each run, and for each player how they came about."""
    players = opening.state.players
    lines = _lines(opening.state, steps)
    begun = accounts(opening.state)
    return [_balances(players, begun, lines), *(_account(name, begun[name], lines) for name in players)]


def _lines(opening: State, steps: Sequence[Step[State, Any]]) -> list[_Line]:
    """One for the building phase, one for each run with what was built after it."""
    nothing = dict.fromkeys(opening.players, _Figures())
    lines = [_Line(say("dampfross.sheet-building"), nothing, accounts(opening))]
    runs_done = opening.runs_done
    for step in steps:
        action, after = step.action, step.outcome.state
        if isinstance(action, Depart):
            run = run_name(action.start, action.goal, action.special)
            label = say("dampfross.sheet-run", number=runs_done + 1, run=run)
            lines.append(_Line(label, nothing, lines[-1].balances))
        figures = {
            name: _added(before, _figures(name, action, step.outcome.postings))
            for name, before in lines[-1].figures.items()
        }
        lines[-1] = _Line(lines[-1].label, figures, accounts(after))
        runs_done = after.runs_done
    return lines


def _figures(name: str, action: object, postings: Sequence[Posting]) -> _Figures:
    """What one entry did to a player's account, by what it was for."""
    own = player(name)
    moved = [one for one in postings if one.unit == UNITS and own in (one.source, one.target)]
    got = sum(one.amount for one in moved if one.target == own)
    given = sum(one.amount for one in moved if one.source == own)
    if isinstance(action, _BUILDING):
        return _Figures(building=got - given)
    if not isinstance(action, _RUNNING):
        return _Figures(other=got - given)
    prize = sum(one.amount for one in moved if not _is_player(one.source))
    return _Figures(prize=prize, paid=-given, received=got - prize)


def _is_player(holder: Holder) -> bool:
    return holder[0] == player("")[0]


def _added(one: _Figures, other: _Figures) -> _Figures:
    return _Figures(*(sum(pair) for pair in zip(one, other, strict=True)))


def account_sources(opening: Outcome[State], steps: Sequence[Step[State, Any]]) -> list[Source]:
    """What the accounts are made of: what was there at the start, and the totals of the run sheets."""
    lines, begun = _lines(opening.state, steps), accounts(opening.state)
    found = [Source(say("dampfross.source-start"), begun)]
    for place, key in enumerate(_COLUMNS):
        amounts = {name: sum(line.figures[name][place] for line in lines) for name in begun}
        found += [Source(say(f"dampfross.source-{key}"), amounts)] if any(amounts.values()) else []
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
    totals = _Figures()
    for line in lines:
        totals = _added(totals, line.figures[name])
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
