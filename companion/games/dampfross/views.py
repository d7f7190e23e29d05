"""What a screen draws of a state of Dampfross."""

from collections.abc import Callable, Sequence

from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.core.views import (
    Cell,
    Clock,
    Column,
    Gauge,
    Players,
    Reminder,
    TableRow,
    TableView,
    Term,
    TurnLeft,
    Urgency,
    plain_cells,
)
from companion.games.dampfross.actions import DepartingTrain
from companion.games.dampfross.building import numbers_left
from companion.games.dampfross.fares import changes_of, payments
from companion.games.dampfross.ruleset import number_of
from companion.games.dampfross.running import proposals
from companion.games.dampfross.state import Charge, State, Train

NEAR_RUNS = 3
"""The end is near with so many runs left."""
NEAR_UNITS = 30
"""The end is near when so few units are missing: one run can bring them."""

NEAR_NUMBERS = 6
"""The end of building is near when so few numbers are not connected."""

MOST_TURNS = 30
"""Of a race, the last ones; no screen is as wide."""


def tables(game: AnyGame, state: State) -> list[TableView]:
    found = []
    if state.run is not None and any(train.rolls or train.length for train in state.run.trains):
        found.append(_race(state))
    found.append(_holdings(state))
    if state.options.end in state.ruleset.runs:
        title = say("dampfross.table-grid")
        found.append(_grid(state, "grid", title, lambda number: _left(state, number)))
    if state.connected:
        title = say("dampfross.table-connected")
        grid = _grid(state, "connected", title, lambda number: _first(state, number))
        found += [grid._replace(is_restated=True), _cities(state)]
    return found


def clock(game: AnyGame, state: State) -> Clock:
    rule, target = state.ruleset.runs.get(state.options.end), state.ruleset.target_for(len(state.players))
    if rule is not None:
        what, whole, near = say("dampfross.runs-missing"), rule.runs, NEAR_RUNS
        left = max(0, rule.runs - state.runs_done)
    else:
        what, whole, near = say("dampfross.units-missing"), target, NEAR_UNITS
        left = max(0, target - max(state.accounts.values()))
    gauge = Gauge(what, left, whole, ends_at=0, is_near_end=state.phase == "operating" and left <= near)
    up, turn = state.up, None
    if up is not None:
        turns = len(state.players) - len(state.done)
        turn = TurnLeft(up, say("dampfross.turns-of-round", round=state.round), turns, len(state.players))
    return Clock((gauge,), turn, _next(game, state))


def _next(game: AnyGame, state: State) -> Message | None:
    """What the table does next while the trains run."""
    if state.phase != "operating":
        return None
    if (run := state.run) is not None:
        rolls = state.next_to_roll if any(train.length for train in run.trains) else None
        if rolls is not None and not proposals(game, state):
            return say("dampfross.next-roll", number=run.number, player=rolls)
        return say("dampfross.next-arrival", number=run.number)
    number, start = state.runs_done + 1, state.chained_start
    is_special = state.is_special_due
    if start is None:
        return say("dampfross.next-special" if is_special else "dampfross.next-run", number=number)
    key = "dampfross.next-special-chained" if is_special else "dampfross.next-run-chained"
    return say(key, number=number, start=state.label_of(start))


def reminders(game: AnyGame, state: State) -> list[Reminder]:
    found: list[Reminder] = []
    if state.phase == "finished":
        return found
    if state.phase == "building":
        return _end_of_building(state)
    if any(gauge.is_near_end for gauge in clock(game, state).gauges):
        found.append(Reminder(_near(state), Urgency.SOON))
    for name, left in state.may_build.items():
        if left:
            found.append(
                Reminder(say("dampfross.reminds-expand", player=name, left=left), Urgency.NOTE, name)
            )
    return found


def _end_of_building(state: State) -> list[Reminder]:
    """When the table may end building: it knows which numbers share a city, so this reminds and no more."""
    left, since = numbers_left(state), state.one_left
    count, rounds = len(state.ruleset.numbers.all()), state.ruleset.building.last_rounds
    if not left:
        return [Reminder(say("dampfross.reminds-all", count=count), Urgency.NOW)]
    found = []
    if since is not None and state.round > since + rounds:
        text = say("dampfross.reminds-rounds-over", since=since, rounds=rounds)
        found.append(Reminder(text, Urgency.NOW))
    elif since is not None:
        text = say("dampfross.reminds-one-left", since=since, last=since + rounds)
        found.append(Reminder(text, Urgency.SOON))
    if len(left) <= NEAR_NUMBERS:
        missing = tuple(state.label_of(number) for number in left)
        text = say("dampfross.reminds-numbers", connected=count - len(left), count=count, left=missing)
        found.append(Reminder(text, Urgency.NOTE))
    return found


def unconnected(state: State) -> list[TableView]:
    """Before building ends: the numbers that no network has reached."""
    left, count = numbers_left(state), len(state.ruleset.numbers.all())
    title = say("dampfross.table-unconnected", connected=count - len(left), count=count)
    grid = _grid(state, "unconnected", title, lambda number: number if number in left else None)
    return [grid] if left else []


def numbers(state: State) -> list[TableView]:
    """Which numbers are still to be reached, as far as that was kept, and how often each was start or goal."""
    known = unconnected(state) if state.connected or state.phase == "building" else []
    used = _grid(state, "used", say("dampfross.table-used"), lambda number: state.used.get(number, 0))
    return [*known, *([] if state.phase == "building" else [used])]


def _near(state: State) -> Message:
    rule = state.ruleset.runs.get(state.options.end)
    if rule is not None:
        return say("dampfross.reminds-runs", left=rule.runs - state.runs_done)
    held = state.accounts
    best = max(state.players, key=lambda name: held[name])
    missing = state.ruleset.target_for(len(state.players)) - held[best]
    return say("dampfross.reminds-target", player=best, missing=missing)


def _holdings(state: State) -> TableView:
    """Cities connected first, ferries, and what each may build with; the money stands in the standings."""
    cities = {name: sum(name in first for first in state.connected.values()) for name in state.players}
    ferries = {name: state.ferries_of(name) for name in state.players}
    rows = [TableRow("cities", (Cell(Term("cities")), *plain_cells(cities)))]
    if state.ferries:
        rows.append(TableRow("ferries", (Cell(Term("ferries")), *plain_cells(ferries))))
    if state.phase == "operating":
        may = {name: state.may_build.get(name, 0) for name in state.players}
        rows.append(TableRow("may-build", (Cell(say("dampfross.may-build")), *plain_cells(may))))
    if state.phase == "building":
        order = {name: state.order.index(name) + 1 for name in state.players}
        rows.append(TableRow("order", (Cell(say("dampfross.order")), *plain_cells(order))))
    columns = _owned(state.players)
    return TableView("holdings", say("dampfross.table-holdings"), columns, tuple(rows))


def _race(state: State) -> TableView:
    """The worksheet of a race: how long each route is, what was rolled turn by turn, what is still to go."""
    assert state.run is not None
    turns = max((len(train.rolls) for train in state.run.trains), default=0)
    columns = (
        Column(None, is_right=False, least=6),
        Column(say("dampfross.race-length")),
        *(
            Column(say("dampfross.race-turn", turn=turn), priority=turns - turn + 1)
            for turn in range(1, turns + 1)[-MOST_TURNS:]
        ),
        Column(say("dampfross.race-to-go")),
        Column(say("dampfross.race-left")),
    )
    rows = tuple(TableRow(" + ".join(train.players), _train(train, turns)) for train in state.run.trains)
    return TableView("race", say("dampfross.table-race", number=state.run.number), columns, rows)


def _train(train: Train, turns: int) -> tuple[Cell, ...]:
    done = sum(train.rolls)
    rolls = [Cell(roll) for roll in train.rolls] + [Cell()] * (turns - len(train.rolls))
    to_go, left = Cell(), Cell()
    if train.length is not None:
        to_go = Cell(max(0, train.length - done))
        left = Cell(done - train.length) if done >= train.length else Cell()
    return (Cell(" + ".join(train.players)), Cell(train.length), *rolls[-MOST_TURNS:], to_go, left)


def _left(state: State, number: int) -> int | None:
    """How often a number may still be start or goal."""
    left = state.uses_left(number)
    return None if left is None else max(0, left)


def _grid(
    state: State, key: str, title: Message, of_number: Callable[[int], Players | int | None]
) -> TableView:
    """The numbers as the dice give them, each with its text."""
    digits = range(state.ruleset.numbers.low, state.ruleset.numbers.high + 1)
    columns = (Column(None, is_right=False), *(Column(str(number_of(tens, 0))) for tens in digits))
    rows = []
    for ones in digits:
        numbers = [number_of(tens, ones) for tens in digits]
        cells = (Cell(of_number(number), name=str(number)) for number in numbers)
        rows.append(TableRow(str(ones), (Cell(str(ones)), *cells)))
    return TableView(key, title, columns, tuple(rows))


def _cities(state: State) -> TableView:
    columns = (
        Column(None, is_right=False, least=6),
        Column(say("dampfross.first"), is_right=False, least=6),
    )
    rows = tuple(
        TableRow(
            str(number), (Cell(state.label_of(number)), Cell(", ".join(state.connected[number]) or None))
        )
        for number in sorted(state.connected)
    )
    return TableView("cities", Term("cities"), columns, rows)


def _first(state: State, number: int) -> Players | int:
    """Who connected a number first; 0 where nobody did."""
    return Players(tuple(state.connected[number])) if state.connected.get(number) else 0


def snapshot(game: AnyGame, state: State) -> dict[str, object]:
    return {
        "phase": state.phase,
        "round": state.round,
        "turn": {"player": state.up, "order": list(state.order)},
        "runs_done": state.runs_done,
        "run": _run(state),
        "accounts": state.accounts,
        "cities": {
            str(number): {"name": state.names.get(number), "first": list(state.connected[number])}
            for number in sorted(state.connected)
        },
        "ferries": {ferry.name: ferry.owner for ferry in state.ferries.values()},
        "may_build": {name: state.may_build.get(name, 0) for name in state.players},
        "used": {str(number): state.used[number] for number in sorted(state.used)},
    }


def _run(state: State) -> dict[str, object] | None:
    run = state.run
    if run is None:
        return None
    return {
        "number": run.number,
        "start": run.start,
        "goal": run.goal,
        "special": run.special,
        "trains": [list(train.players) for train in run.trains],
    }


# The working behind a departure: who uses how many fields of whom, halves of joint trains, and the net


def fare_tables(state: State, trains: Sequence[DepartingTrain], charges: Sequence[Charge]) -> list[TableView]:
    """What each train uses, what its players owe if two share it, and what is paid after setting off."""
    if not charges:
        return []
    concerned = [name for name in state.players if any(name in (one.payer, one.owner) for one in charges)]
    tables = [_fields(state, trains)]
    if len(charges) == 1:  # what one train pays one owner, the fields say already
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


def _owed(concerned: Sequence[str], charges: Sequence[Charge]) -> TableView:
    """What each owes each in fares, once partners have shared."""
    rows = []
    for payer in concerned:
        owed = [
            sum(one.amount for one in charges if (one.kind, one.payer, one.owner) == ("fare", payer, owner))
            for owner in concerned
        ]
        rows.append(TableRow(payer, (Cell(payer, owner=payer), *_cells(owed, concerned, but=payer))))
    return TableView("owed", say("dampfross.working-owes"), _owned(concerned), tuple(rows))


def _paid(concerned: Sequence[str], charges: Sequence[Charge]) -> TableView:
    """What each pays each in the end, ferries apart, and how the account changes."""
    paid = payments(charges, concerned)
    uses = [one for one in paid if one.kind == "ferry"]
    totals, ferries_paid = changes_of(paid, concerned), changes_of(uses, concerned)
    rows = []
    for payer in concerned:
        net = [
            sum(one.amount for one in paid if (one.kind, one.payer, one.owner) == ("fare", payer, owner))
            for owner in concerned
        ]
        cells = (Cell(payer, owner=payer), *_cells(net, concerned, but=payer))
        rows.append(
            TableRow(payer, (*cells, *([Cell(ferries_paid[payer])] if uses else []), Cell(totals[payer])))
        )
    ferries = (Column(say("dampfross.working-ferry")),) if uses else ()
    columns = (*_owned(concerned), *ferries, Column(say("dampfross.working-all")))
    return TableView("paid", say("dampfross.working-pays"), columns, tuple(rows))
