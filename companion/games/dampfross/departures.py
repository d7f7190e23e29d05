"""A departure read: its kind, its trains, and what they owe whom."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.errors import Violation
from companion.core.messages import say
from companion.core.names import fold
from companion.core.table import Names
from companion.games.dampfross.actions import Depart
from companion.games.dampfross.fares import Charge, Cost, Pairing, pairings, shared_charges
from companion.games.dampfross.ruleset import DampfrossRuleset
from companion.games.dampfross.state import State, Train, accounts, label_of


class Departing(NamedTuple):
    """A train before departure, its players by their present names."""

    train: Train
    fares: tuple[tuple[str, int], ...]
    """Owner and fields."""
    ferries: tuple[tuple[str, int], ...]
    """Owner and times."""


class Charges(NamedTuple):
    charges: tuple[Charge, ...]
    pairings: tuple[Pairing, ...]


def trains_of(action: Depart, names: Names) -> list[Departing]:
    return [
        Departing(
            Train(tuple(names[fold(name)] for name in train.players), train.length),
            tuple((names[fold(fare.to)], fare.fields) for fare in train.fares),
            tuple((names[fold(use.to)], use.times) for use in train.ferries),
        )
        for train in action.trains
    ]


def is_understood(action: Depart, names: Names) -> bool:
    """Whether everybody in a departure sits at the table, and runs in one train only."""
    running = [fold(name) for train in action.trains for name in train.players]
    owners = [fold(fare.to) for train in action.trains for fare in train.fares]
    owners += [fold(use.to) for train in action.trains for use in train.ferries]
    return all(name in names for name in (*running, *owners)) and len(
        {names[name] for name in running}
    ) == len(running)


def charges_of(ruleset: DampfrossRuleset, state: State, trains: Sequence[Departing]) -> Charges:
    """What everybody owes, halves of joint trains worked out; fares first, then ferries."""
    held = accounts(state)
    found: list[Charge] = []
    for train, fares, ferries in trains:
        costs = [Cost("fare", owner, fields * ruleset.fares.field) for owner, fields in fares]
        costs += [Cost("ferry", owner, times * ruleset.ferries.use) for owner, times in ferries]
        found += shared_charges(train.players, costs, held)
    return Charges(tuple(found), tuple(pairings(found, state.players)))


def is_special_due(ruleset: DampfrossRuleset, state: State) -> bool | None:
    """Whether the next run is a special one; None where the map does not say."""
    if not state.options.special_runs:
        return False
    rule = ruleset.maps.get(state.options.map)
    if rule is None or rule.special is None:
        return None
    return (state.runs_done + 1) % rule.special.every == 0


def chained_start(state: State) -> int | None:
    """The number that the next run must start from, where runs are chained."""
    return state.last_goal if state.options.chain_runs else None


def uses_left(ruleset: DampfrossRuleset, state: State, number: int) -> int | None:
    """How often a number may still be start or goal; None where that is not limited."""
    rule = ruleset.runs.get(state.options.end)
    return None if rule is None else rule.uses - state.used.get(number, 0)


def run_problems(ruleset: DampfrossRuleset, state: State, action: Depart) -> list[Violation]:
    """What speaks against start, goal and kind of a run."""
    if (action.goal is None) == (action.special is None):
        return [Violation(say("dampfross.goal-or-special"), field="goal", final=True)]
    numbers = [(action.start, "start")] + ([] if action.goal is None else [(action.goal, "goal")])
    low, high = ruleset.numbers.low, ruleset.numbers.high
    found = [
        Violation(say("dampfross.no-number", number=number, low=low, high=high), field=field, final=True)
        for number, field in numbers
        if not ruleset.is_number(number)
    ]
    if found:
        return found
    if action.start == action.goal:
        found.append(
            Violation(say("dampfross.start-is-goal", city=label_of(state, action.start)), field="goal")
        )
    chained = chained_start(state)
    if chained is not None and action.start != chained:
        message = say("dampfross.not-chained", city=label_of(state, chained))
        found.append(Violation(message, field="start"))
    for number, field in numbers:
        left = uses_left(ruleset, state, number)
        is_chained = field == "start" and number == chained
        if left is not None and left <= 0 and not is_chained:
            message = say("dampfross.used-up", city=label_of(state, number))
            found.append(Violation(message, field=field))
    return found + _kind(ruleset, state, action)


def _kind(ruleset: DampfrossRuleset, state: State, action: Depart) -> list[Violation]:
    due = is_special_due(ruleset, state)
    if action.special is None:
        return [Violation(say("dampfross.special-due"), field="goal")] if due else []
    known = targets_of(ruleset, state)
    if known and action.special not in known:
        message = say("dampfross.unknown-target", target=action.special, known=known)
        return [Violation(message, field="special", final=True)]
    if not state.options.special_runs:
        return [Violation(say("dampfross.no-special-runs"), field="special")]
    return [Violation(say("dampfross.special-not-due"), field="special")] if due is False else []


def targets_of(ruleset: DampfrossRuleset, state: State) -> tuple[str, ...]:
    """Targets of special runs on this map; none where the map is the players' own."""
    rule = ruleset.maps.get(state.options.map)
    if rule is None or rule.special is None:
        return ()
    return tuple(dict.fromkeys(row.target for row in rule.special.rows))
