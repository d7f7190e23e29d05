"""Tables, clock and reminders of a state of Dampfross."""

from collections.abc import Callable, Iterable, Sequence

from companion.core.game import Game, Outcome, Steps, Views
from companion.core.messages import Message, say
from companion.core.views import (
    Cell,
    Clock,
    Column,
    Gauge,
    Milestone,
    Players,
    Reminder,
    TableView,
    Term,
    TurnLeft,
    Urgency,
    plain_cells,
    player_columns,
    row_of,
    table_of,
)
from companion.games.actions import Action
from companion.games.dampfross.departing import Depart
from companion.games.dampfross.fares import changes_of, charges_of, payments
from companion.games.dampfross.racing import proposals
from companion.games.dampfross.ruleset import number_of
from companion.games.dampfross.sheets import run_sheets
from companion.games.dampfross.state import Charge, Run, State

NEAR_RUNS = 3
NEAR_UNITS = 30
"""The end is near if at most this many runs or units are left. One run can bring 30 units."""
NEAR_NUMBERS = 6
"""The end of building is near if at most this many numbers are not connected."""
MOST_TURNS = 30
"""Most turns in the table of a race, for the width of a screen."""


class DampfrossViews(Views[State]):
    def tables(self, state: State) -> list[TableView]:
        views = []
        if state.run is not None and any(train.rolls or train.length for train in state.run.trains):
            views.append(_race(state.run))
        views.append(_holdings(state))
        if state.options.end in state.ruleset.runs:
            title = say("dampfross.table-grid")
            views.append(_grid(state, "grid", title, lambda number: max(0, state.uses_left(number) or 0)))
        if state.connected:
            title = say("dampfross.table-connected")
            first = {number: Players(tuple(who)) for number, who in state.reached_numbers.items() if who}
            grid = _grid(state, "connected", title, lambda number: first.get(number, 0))
            views += [grid._replace(is_restated=True), _cities(state)]
        return views

    def clock(self, state: State) -> Clock:
        rule = state.ruleset.runs.get(state.options.end)
        if rule is not None:
            what, whole, near = say("dampfross.runs-missing"), rule.runs, NEAR_RUNS
            left = max(0, rule.runs - state.runs_done)
            text = say("dampfross.gauge-runs", left=left, of=rule.runs)
            early = say("dampfross.ended-runs", done=state.runs_done, of=rule.runs)
        else:
            what, whole, near = say("dampfross.score"), state.target, NEAR_UNITS
            best = max(state.accounts[name] for name in state.staying)
            left = max(0, state.target - best)
            text = say("dampfross.gauge-units", target=state.target, best=best)
            early = say("dampfross.ended-units", target=state.target, best=best)
        gauge = Gauge(what, left, whole, 0, state.phase == "operating" and left <= near, text, rule is None)
        up, turn = state.up, None
        if up is not None:
            turns, order = len(state.waiting), len(state.order)
            what = say("dampfross.turns-of-round", round=state.round)
            text = say("dampfross.round", round=state.round, left=turns, of=order)
            turn = TurnLeft(up, what, turns, order, said=text)
        if state.is_over:
            gauge = gauge._replace(said=early, grows=True, is_near_end=False)
        gauges = () if state.is_over and (not left or state.is_out_of_cities) else (gauge,)
        return Clock(gauges, turn, _next(self.game, state))

    def reminders(self, state: State) -> list[Reminder]:
        if state.is_over:
            return []
        if state.phase == "building":
            return _end_of_building(state)
        notices: list[Reminder] = []
        if self.clock(state).gauges[0].is_near_end:
            rule, accounts = state.ruleset.runs.get(state.options.end), state.accounts
            best = max(state.staying, key=lambda name: accounts[name])
            text = say("dampfross.reminds-target", player=best, missing=state.target - accounts[best])
            if rule is not None:
                text = say("dampfross.reminds-runs", left=rule.runs - state.runs_done)
            notices.append(Reminder(text, Urgency.SOON))
        for name, left in state.may_build.items():
            held = state.accounts[name]
            if held < left and name in state.staying:  # else the table of holdings says all
                text = say("dampfross.reminds-expand-short", player=name, left=left, account=held)
                notices.append(Reminder(text, Urgency.NOTE))
        return notices

    def snapshot(self, state: State) -> dict[str, object]:
        run = None if state.run is None else state.run._asdict()
        if run is not None:
            run["trains"] = [list(train.players) for train in run["trains"]]
            del run["charges"]
        return {
            "phase": state.phase,
            "round": state.round,
            "turn": {"player": state.up, "order": list(state.order)},
            "runs_done": state.runs_done,
            "run": run,
            "accounts": state.accounts,
            "cities": {
                str(number): {"name": state.name_of(number), "first": list(first)}
                for number, first in sorted(state.reached_numbers.items())
            },
            "ferries": {ferry.name: ferry.owner for ferry in state.ferries.values()},
            "may_build": {name: state.may_build.get(name, 0) for name in state.players},
            "used": {str(number): state.used[number] for number in sorted(state.used)},
        }

    def chapter(self, state: State, verb: str) -> Message | None:
        """Return the round or run. An entry between two runs belongs to the earlier run."""
        if state.phase == "building":
            return say("words.round", round=state.round)
        is_running = verb == "depart" or state.run is not None
        run = state.runs_done + 1 if is_running else max(1, state.runs_done)
        return say("dampfross.milestone.run", run=run) if state.phase == "operating" else None

    def milestones(self, before: State, after: State) -> Sequence[Milestone]:
        if after.runs_done > before.runs_done:
            run = after.runs_done
            return (Milestone(say("dampfross.milestone.run", run=run), str(run)),)
        is_built = before.phase == "building" != after.phase
        building = say("dampfross.sheet-building")
        return (Milestone(building, building),) if is_built else ()

    def workings(self, state: State, action: Action) -> Sequence[TableView]:
        """Return the calculation of a departure's fares, or the unconnected numbers when building ends."""
        if action.do == "end-building" and state.phase == "building":
            return unconnected_table(state)
        if not isinstance(action, Depart) or action.runners_violations(state):
            return ()
        charges = charges_of(state, action.trains)
        return [_payment_table(state, charges)] if len(charges) > 1 else ()  # the text says a single one

    def sheets(self, opening: Outcome[State], steps: Steps) -> Iterable[TableView]:
        return run_sheets(opening, steps)

    def run_sheet(self, opening: Outcome[State], steps: Steps) -> Sequence[TableView]:
        """Add the numbers not connected, as far as entered, and those used."""
        state, views = steps[-1].outcome.state if steps else opening.state, [*self.sheets(opening, steps)]
        if state.connected or state.phase == "building":
            views += unconnected_table(state)
        if state.phase == "building":
            return views
        title = say("dampfross.table-used")
        return [*views, _grid(state, "used", title, lambda number: state.used.get(number, 0))]


def _next(game: Game[State], state: State) -> Message | None:
    if state.phase != "operating":
        return None
    if (run := state.run) is not None:
        rolls = state.next_to_roll if any(train.length for train in run.trains) else None
        if rolls is not None and not proposals(game, state):
            return say("dampfross.next-roll", number=run.number, player=rolls)
        return say("dampfross.next-arrival", number=run.number)
    if state.is_out_of_cities:
        return say("dampfross.one-city-left")
    number, start = state.runs_done + 1, state.chained_start
    is_special = state.is_special_due
    if start is None:
        return say("dampfross.next-special" if is_special else "dampfross.next-run", number=number)
    key = "dampfross.next-special-chained" if is_special else "dampfross.next-run-chained"
    return say(key, number=number, start=state.label_of(start))


def _end_of_building(state: State) -> list[Reminder]:
    """Remind of the end of building. Until all are connected, only the players know which numbers share a city."""
    left, since, last = state.numbers_left, state.one_left, state.last_round
    count, rounds = len(state.ruleset.numbers.all()), state.ruleset.building.last_rounds
    if not left:
        return [Reminder(say("dampfross.reminds-all", count=count), Urgency.NOW)]
    notices = []
    if last is not None and state.round > last:
        text = say("dampfross.reminds-rounds-over", since=since, rounds=rounds)
        notices.append(Reminder(text, Urgency.NOW))
    elif last is not None:
        text = say("dampfross.reminds-one-left", since=since, last=last)
        notices.append(Reminder(text, Urgency.SOON))
    if len(left) <= NEAR_NUMBERS:
        missing = tuple(state.label_of(number) for number in left)
        text = say("dampfross.reminds-numbers", connected=count - len(left), count=count, left=missing)
        notices.append(Reminder(text, Urgency.NOTE))
    return notices


def unconnected_table(state: State) -> list[TableView]:
    """Return the table of numbers that no network has reached; empty if all are reached."""
    left, count = state.numbers_left, len(state.ruleset.numbers.all())
    title = say("dampfross.table-unconnected", connected=count - len(left), count=count)
    grid = _grid(state, "unconnected", title, lambda number: number if number in left else None)
    return [grid] if left else []


def _holdings(state: State) -> TableView:
    """Return the table of what the players have, except money, which is in the standings."""
    firsts = {(state.city_of(number), name) for number, first in state.connected.items() for name in first}
    cities = {name: sum(name == who for _, who in firsts) for name in state.players}
    ferries = {name: state.ferries_of(name) for name in state.players}
    rows = [row_of("cities", Term("cities"), *plain_cells(cities))]
    if state.ferries:
        rows.append(row_of("ferries", Term("ferries"), *plain_cells(ferries)))
    if state.phase == "operating":
        may = {name: state.may_build.get(name, 0) for name in state.players}
        rows.append(row_of("may-build", say("dampfross.may-build"), *plain_cells(may)))
    if state.phase == "building":
        order = dict.fromkeys(state.players, 0) | {name: n for n, name in enumerate(state.order, 1)}
        rows.append(row_of("order", say("dampfross.order"), *plain_cells(order)))
    title, columns = say("table.holdings"), player_columns(state.players, least=3)
    return table_of("holdings", title, columns, rows, least=10)


def _race(run: Run) -> TableView:
    turns, rows = max((len(train.rolls) for train in run.trains), default=0), []
    for train in run.trains:
        rolls = [Cell(roll) for roll in train.rolls] + [Cell()] * (turns - len(train.rolls))
        over = None if train.length is None else sum(train.rolls) - train.length
        to_go = Cell() if over is None else Cell(max(0, -over))
        left = Cell() if over is None or over < 0 else Cell(over)
        cells = (Cell(train.length), *rolls[-MOST_TURNS:], to_go, left)
        rows.append(row_of(train.label, train.label, *cells))
    columns = (
        Column(say("dampfross.race-length")),
        *(
            Column(say("dampfross.race-turn", turn=turn), priority=turns - turn + 1)
            for turn in range(1, turns + 1)[-MOST_TURNS:]
        ),
        Column(say("dampfross.race-to-go"), is_main=True),
        Column(say("dampfross.race-left")),
    )
    return table_of("race", say("dampfross.table-race", number=run.number), columns, rows, least=6)


def _grid(state: State, key: str, title: Message, shown: Callable[[int], Players | int | None]) -> TableView:
    """Return a table of all city numbers: tens in columns, ones in rows."""
    digits = range(state.ruleset.numbers.low, state.ruleset.numbers.high + 1)
    columns = [Column(str(number_of(tens, 0))) for tens in digits]
    rows = []
    for ones in digits:
        numbers = [number_of(tens, ones) for tens in digits]
        cells = (Cell(shown(number), name=str(number)) for number in numbers)
        rows.append(row_of(str(ones), str(ones), *cells))
    return table_of(key, title, columns, rows)


def _cities(state: State) -> TableView:
    first, reached = Column(say("dampfross.first"), is_right=False, least=6), state.reached_numbers
    rows = (
        row_of(str(own[0]), state.label_of(*own), Cell(", ".join(reached[own[0]]) or None))
        for own in state.by_city(reached)
    )
    return table_of("cities", Term("cities"), [first], rows, least=6)


def _fare_cells(payer: str, owners: Sequence[str], charges: Sequence[Charge]) -> list[Cell]:
    """Return a cell for each owner with the fares that a player pays; the player's own cell is empty."""
    owed = dict.fromkeys(owners, 0)
    for kind, who, owner, amount in charges:
        if (kind, who) == ("fare", payer):
            owed[owner] += amount
    return [Cell(None if name == payer else count, owner=name) for name, count in owed.items()]


def _payment_table(state: State, charges: Sequence[Charge]) -> TableView:
    """Return the payments between players, ferries in their own column, and each account's change."""
    named = {name for charge in charges for name in (charge.payer, charge.owner)}
    concerned = [name for name in state.players if name in named]
    paid = payments(charges, concerned)
    uses = [charge for charge in paid if charge.kind == "ferry"]
    totals, ferries_paid = changes_of(paid, concerned), changes_of(uses, concerned)
    rows = []
    for payer in concerned:
        ferries = [Cell(ferries_paid[payer])] if uses else []
        cells = (*_fare_cells(payer, concerned, paid), *ferries, Cell(totals[payer]))
        rows.append(row_of(payer, payer, *cells, owner=payer))
    columns = [*player_columns(concerned, least=3)]
    columns += [Column(say("dampfross.working-ferry"))] if uses else []
    columns.append(Column(say("dampfross.working-in-all"), is_main=True))
    return table_of("paid", say("dampfross.working-pays"), columns, rows, least=6)
