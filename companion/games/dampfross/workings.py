"""The working behind a departure: who uses how many fields of whom, halves of joint trains, and the net."""

from collections.abc import Sequence

from companion.core.messages import say
from companion.core.views import Cell, Column, Row, Table
from companion.games.dampfross.departures import Charges, Departing
from companion.games.dampfross.state import State

_MONEY = 1


def fare_tables(state: State, trains: Sequence[Departing], charges: Charges) -> list[Table]:
    if not charges.charges:
        return []
    return [_fields(state, trains), _owed(state, charges)]


def _fields(state: State, trains: Sequence[Departing]) -> Table:
    """Each train's use of each owner's lines and ferries, as it was seen on the map."""
    owners = [name for name in state.players if any(name in _owners(train) for train in trains)]
    columns = (
        Column(None, is_right=False, least=6),
        *(Column(say("dampfross.working-fields"), owner=name) for name in owners),
    )
    rows = []
    for train, fares, ferries in trains:
        used = [sum(fields for owner, fields in fares if owner == name) for name in owners]
        times = [sum(count for owner, count in ferries if owner == name) for name in owners]
        label = " + ".join(train.players)
        rows.append(Row(label, (Cell(label), *_cells(used, owners))))
        if any(times):
            ferried = say("dampfross.working-ferries", train=label)
            rows.append(Row(f"{label} ferries", (Cell(ferried), *_cells(times, owners))))
    return Table("fields", say("dampfross.working-gross"), columns, tuple(rows))


def _cells(counts: Sequence[int], owners: Sequence[str]) -> list[Cell]:
    return [Cell(count, owner=name) for count, name in zip(counts, owners, strict=True)]


def _owners(train: Departing) -> set[str]:
    return {owner for owner, _ in (*train.fares, *train.ferries)}


def _owed(state: State, charges: Charges) -> Table:
    """What each owes each after partners shared, what is set off, and what is paid in the end."""
    paying = [
        name for name in state.players if any(name in (one.payer, one.owner) for one in charges.charges)
    ]
    columns = (
        Column(None, is_right=False, least=6),
        *(Column(say("dampfross.working-owed"), owner=name) for name in paying),
        Column(say("dampfross.working-ferry")),
        Column(say("dampfross.working-net")),
    )
    rows = []
    for payer in paying:
        owed = [
            sum(
                one.amount
                for one in charges.charges
                if (one.kind, one.payer, one.owner) == ("fare", payer, owner)
            )
            for owner in paying
        ]
        ferry = sum(
            _change(one.payer, one.owner, payer) * one.amount
            for one in charges.charges
            if one.kind == "ferry"
        )
        net = sum(_change(one.first, one.second, payer) * one.net for one in charges.pairings) + ferry
        cells = [one if one.owner != payer else Cell(owner=payer) for one in _cells(owed, paying)]
        rows.append(Row(payer, (Cell(payer, owner=payer), *cells, Cell(ferry), Cell(net))))
    return Table("owed", say("dampfross.working-shares"), columns, tuple(rows))


def _change(payer: str, owner: str, who: str) -> int:
    return -_MONEY if who == payer else _MONEY if who == owner else 0
