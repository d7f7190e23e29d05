"""The working behind a departure: who uses how many fields of whom, halves of joint trains, and the net."""

from collections.abc import Sequence

from companion.core.messages import say
from companion.core.views import Cell, Column, TableRow, TableView
from companion.games.dampfross.actions import DepartingTrain
from companion.games.dampfross.fares import Charges
from companion.games.dampfross.state import State


def fare_tables(state: State, trains: Sequence[DepartingTrain], charges: Charges) -> list[TableView]:
    """What each train uses, what its players owe if two share it, and what is paid after setting off."""
    if not charges.charges:
        return []
    concerned = [
        name for name in state.players if any(name in (one.payer, one.owner) for one in charges.charges)
    ]
    tables = [_fields(state, trains)]
    if len(charges.charges) == 1:  # what one train pays one owner, the fields say already
        return tables
    if any(len(one.players) > 1 for one in trains):
        tables.append(_owed(concerned, charges))
    return [*tables, _paid(concerned, charges)]


def _owned(names: Sequence[str]) -> tuple[Column, ...]:
    """The column that names the row, and one for each owner of lines."""
    return (Column(None, is_right=False, least=6), *(Column(None, owner=name, least=3) for name in names))


def _cells(counts: Sequence[int], owners: Sequence[str], but: str | None = None) -> list[Cell]:
    """A count under each owner; nothing where a player meets himself."""
    return [
        Cell(owner=name) if name == but else Cell(count, owner=name)
        for count, name in zip(counts, owners, strict=True)
    ]


def _fields(state: State, trains: Sequence[DepartingTrain]) -> TableView:
    """Each train's use of each owner's lines and ferries, as it was seen on the map."""
    used = {fare.to for train in trains for fare in train.fares}
    used |= {use.to for train in trains for use in train.ferries}
    owners = [name for name in state.players if name in used]
    rows = []
    for train in trains:
        fields = [sum(fare.fields for fare in train.fares if fare.to == name) for name in owners]
        times = [sum(use.times for use in train.ferries if use.to == name) for name in owners]
        label = " + ".join(train.players)
        rows.append(TableRow(label, (Cell(label), *_cells(fields, owners))))
        if any(times):
            ferried = say("dampfross.working-ferries", train=label)
            rows.append(TableRow(f"{label}, ferries", (Cell(ferried), *_cells(times, owners))))
    return TableView("fields", say("dampfross.working-fields"), _owned(owners), tuple(rows))


def _owed(concerned: Sequence[str], charges: Charges) -> TableView:
    """What each owes each in fares, once partners have shared."""
    rows = []
    for payer in concerned:
        owed = [
            sum(
                one.amount
                for one in charges.charges
                if (one.kind, one.payer, one.owner) == ("fare", payer, owner)
            )
            for owner in concerned
        ]
        rows.append(TableRow(payer, (Cell(payer, owner=payer), *_cells(owed, concerned, but=payer))))
    return TableView("owed", say("dampfross.working-owes"), _owned(concerned), tuple(rows))


def _paid(concerned: Sequence[str], charges: Charges) -> TableView:
    """What each pays each in the end, ferries apart, and how the account changes."""
    uses = [one for one in charges.charges if one.kind == "ferry" and one.payer != one.owner]
    rows = []
    for payer in concerned:
        net = [
            sum(one.net for one in charges.pairings if (one.first, one.second) == (payer, owner))
            for owner in concerned
        ]
        ferry = sum(_change(one.payer, one.owner, payer) * one.amount for one in uses)
        total = ferry + sum(_change(one.first, one.second, payer) * one.net for one in charges.pairings)
        cells = (Cell(payer, owner=payer), *_cells(net, concerned, but=payer))
        rows.append(TableRow(payer, (*cells, *([Cell(ferry)] if uses else []), Cell(total))))
    ferries = (Column(say("dampfross.working-ferry")),) if uses else ()
    columns = (*_owned(concerned), *ferries, Column(say("dampfross.working-all")))
    return TableView("paid", say("dampfross.working-pays"), columns, tuple(rows))


def _change(payer: str, owner: str, who: str) -> int:
    """Whether who loses or gains by what one pays another."""
    return -1 if who == payer else 1 if who == owner else 0
