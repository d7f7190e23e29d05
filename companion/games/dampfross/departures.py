"""A departure read: what its trains owe whom, and which run is due."""

from companion.core.messages import Message, say
from companion.games.dampfross.actions import Depart
from companion.games.dampfross.fares import Charge, Charges, Cost, pairings, shared_charges
from companion.games.dampfross.ruleset import DampfrossRuleset, SpecialRow
from companion.games.dampfross.state import State, accounts


def charges_of(ruleset: DampfrossRuleset, state: State, action: Depart) -> Charges:
    """What everybody owes, halves of joint trains worked out; fares first, then ferries."""
    is_shared = any(len(train.players) > 1 for train in action.trains)
    held = accounts(state) if is_shared else {}
    found: list[Charge] = []
    a_field, a_use = ruleset.fares.field, ruleset.ferries.use
    for train in action.trains:
        costs = [Cost("fare", fare.to, fare.fields * a_field) for fare in train.fares]
        costs += [Cost("ferry", use.to, use.times * a_use) for use in train.ferries]
        if costs:
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


def target_of(ruleset: DampfrossRuleset, state: State, target: str) -> Message:
    """A special target as players read it, with the places among which each train may pick."""
    row = next((row for row in special_rows(ruleset, state) if row.target == target), None)
    places = () if row is None else ruleset.places_of(row)
    return say("dampfross.target-places" if places else "dampfross.target", target=target, places=places)


def targets_of(ruleset: DampfrossRuleset, state: State) -> tuple[str, ...]:
    """Targets of special runs on this map."""
    return tuple(dict.fromkeys(row.target for row in special_rows(ruleset, state)))


def special_rows(ruleset: DampfrossRuleset, state: State) -> tuple[SpecialRow, ...]:
    """The table of special runs of this map; nothing where the map is the players' own."""
    rule = ruleset.maps.get(state.options.map)
    return () if rule is None or rule.special is None else rule.special.rows
