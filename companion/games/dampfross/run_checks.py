"""Reasons against departures, the race and arrivals of Dampfross; the form says the same of each answer."""

from collections.abc import Iterable, Sequence

from companion.core.errors import Violation
from companion.core.messages import say
from companion.games.dampfross.actions import Arrive, Depart, RaceRoll
from companion.games.dampfross.checks import number_violations, phase_violations, run_violations
from companion.games.dampfross.departures import (
    chained_start,
    charges_of,
    is_special_due,
    targets_of,
    uses_left,
)
from companion.games.dampfross.fares import Pairing
from companion.games.dampfross.ruleset import DampfrossRuleset
from companion.games.dampfross.state import State, ferries_of, label_of, train_of
from companion.games.models import LONGEST_LIST

# Answers


def _used_up(ruleset: DampfrossRuleset, state: State, number: int, field: str) -> list[Violation]:
    left = uses_left(ruleset, state, number)
    if left is None or left > 0:
        return []
    return [Violation(say("dampfross.used-up", city=label_of(state, number)), field=field)]


def start_violations(ruleset: DampfrossRuleset, state: State, start: int) -> list[Violation]:
    """A chained start was counted as the goal before it, so it is never used up."""
    found = number_violations(ruleset, start, "start")
    chained = chained_start(state)
    if found or start == chained:
        return found
    if chained is not None:
        found.append(Violation(say("dampfross.not-chained", city=label_of(state, chained)), field="start"))
    return found + _used_up(ruleset, state, start, "start")


def goal_violations(ruleset: DampfrossRuleset, state: State, goal: int, start: int | None) -> list[Violation]:
    found = number_violations(ruleset, goal, "goal")
    if found:
        return found
    if goal == start:
        found.append(Violation(say("dampfross.start-is-goal", city=label_of(state, goal)), field="goal"))
    found += _used_up(ruleset, state, goal, "goal")
    if is_special_due(ruleset, state):
        found.append(Violation(say("dampfross.special-due"), field="goal"))
    return found


def special_violations(ruleset: DampfrossRuleset, state: State, target: str) -> list[Violation]:
    known = targets_of(ruleset, state)
    if known and target not in known:
        message = say("dampfross.unknown-target", target=target, known=known)
        return [Violation(message, field="special", final=True)]
    if is_special_due(ruleset, state) is not False:
        return []
    key = "dampfross.special-not-due" if state.options.special_runs else "dampfross.no-special-runs"
    return [Violation(say(key), field="special")]


def runner_violations(name: str, running: Iterable[str], field: str) -> list[Violation]:
    """Against somebody in a train; `running` are all who run before."""
    if name not in running:
        return []
    return [Violation(say("dampfross.runs-twice", player=name), field=field, final=True)]


def owner_violations(to: str, players: Sequence[str], field: str) -> list[Violation]:
    """Against somebody whom a train of these players pays."""
    if to not in players:
        return []
    key = "dampfross.pays-oneself" if len(players) == 1 else "dampfross.pays-partner"
    return [Violation(say(key, player=to), field=field)]


def ferry_owner_violations(state: State, to: str, players: Sequence[str], field: str) -> list[Violation]:
    found = owner_violations(to, players, field)
    if not ferries_of(state, to):
        found.append(Violation(say("dampfross.owns-no-ferry", player=to), field=field))
    return found


def arriving_violations(state: State, name: str, field: str) -> list[Violation]:
    """Against somebody who is said to run in the run under way."""
    if state.run is None or train_of(state, name) is not None:
        return []
    return [Violation(say("dampfross.runs-not", player=name), field=field, final=True)]


def place_violations(
    state: State, name: str, before: Iterable[str], tied: Iterable[str], field: str
) -> list[Violation]:
    """Against a place of somebody; `before` are all who have an earlier one, `tied` those named in the same one."""
    train = train_of(state, name)
    if train is not None and name in tied:
        return [Violation(say("dampfross.tied-alone", player=name), field=field, final=True)]
    if train is None or not any(other in train.players for other in before):
        return arriving_violations(state, name, field)
    return [Violation(say("dampfross.arrives-twice", player=name), field=field, final=True)]


def racer_violations(state: State, who: str) -> list[Violation]:
    train = train_of(state, who)
    if train is not None and len(train.rolls) >= LONGEST_LIST:
        return [
            Violation(say("dampfross.rolled-enough", player=who, most=LONGEST_LIST), field="by", final=True)
        ]
    if train is None or train.length is None or sum(train.rolls) < train.length:
        return arriving_violations(state, who, "by")
    return [Violation(say("dampfross.arrived-already", player=who), field="by")]


# Actions


def departing_violations(state: State) -> list[Violation]:
    return phase_violations(state, "operating") + run_violations(state, final=True)


def running_violations(state: State) -> list[Violation]:
    """Against what belongs to a run under way."""
    return [Violation(say("dampfross.no-run"), final=True)] if state.run is None else []


def check_departure(ruleset: DampfrossRuleset, state: State, action: Depart) -> list[Violation]:
    found = departing_violations(state)
    if (action.goal is None) == (action.special is None):
        found.append(Violation(say("dampfross.goal-or-special"), field="goal", final=True))
    found += start_violations(ruleset, state, action.start)
    if action.goal is not None:
        found += goal_violations(ruleset, state, action.goal, action.start)
    if action.special is not None:
        found += special_violations(ruleset, state, action.special)
    for place, train in enumerate(action.trains, 1):
        for number, fare in enumerate(train.fares, 1):
            found += owner_violations(fare.to, train.players, f"trains[{place}].fares[{number}].to")
        for number, use in enumerate(train.ferries, 1):
            field = f"trains[{place}].ferries[{number}].to"
            found += ferry_owner_violations(state, use.to, train.players, field)
    wrong = runners_violations(action)
    return found + (wrong or _over_most(ruleset, state, action))


def runners_violations(action: Depart) -> list[Violation]:
    """Against those who run in more than one train."""
    found: list[Violation] = []
    running: list[str] = []
    for place, train in enumerate(action.trains, 1):
        for number, name in enumerate(train.players, 1):
            found += runner_violations(name, running, f"trains[{place}].players[{number}]")
            running.append(name)
    return found


def _over_most(ruleset: DampfrossRuleset, state: State, action: Depart) -> list[Violation]:
    most = ruleset.fares.most_net
    return [
        Violation(
            say("dampfross.over-ten", **pairing._asdict(), net=pairing.net, most=most),
            field=_owing(action, pairing),
        )
        for pairing in charges_of(ruleset, state, action).pairings
        if pairing.net > most
    ]


def _owing(action: Depart, pairing: Pairing) -> str:
    """The fare with which one owes another too much: the first one of his train."""
    return next(
        f"trains[{place}].fares[{number}].fields"
        for place, train in enumerate(action.trains, 1)
        if pairing.first in train.players
        for number, fare in enumerate(train.fares, 1)
        if fare.to == pairing.second
    )


def check_race_roll(ruleset: DampfrossRuleset, state: State, action: RaceRoll) -> list[Violation]:
    return running_violations(state)


def check_arrival(ruleset: DampfrossRuleset, state: State, action: Arrive) -> list[Violation]:
    if state.run is None:
        return running_violations(state)
    if (action.arrivals is None) == (action.places is None):
        return [Violation(say("dampfross.arrivals-or-places"), field="arrivals", final=True)]
    field = "places" if action.arrivals is None else "arrivals"
    found = _arrivals(state, action) + _places(state, action)
    if found:
        return found
    ranks = places_of(state, action)
    count = sum(len(tied) for tied in ranks)
    if count < 2:
        found.append(Violation(say("dampfross.two-arrive", count=count), field=field))
    elif state.options.exact_tie == "roll-off":
        for tied in ranks[:2] if len(ranks[0]) == 1 else ranks[:1]:
            if len(tied) > 1:
                players = tuple(name for train in tied for name in train)
                found.append(Violation(say("dampfross.roll-off", players=players), field=field))
    return found


def _arrivals(state: State, action: Arrive) -> list[Violation]:
    found: list[Violation] = []
    came: dict[object, tuple[int, int]] = {}
    for place, one in enumerate(action.arrivals or (), 1):
        found += arriving_violations(state, one.player, f"arrivals[{place}].player")
        when = (one.turn, one.left)
        if came.setdefault(train_of(state, one.player) or one.player, when) != when:
            message = say("dampfross.arrives-twice", player=one.player)
            found.append(Violation(message, field=f"arrivals[{place}].turn", final=True))
    return found


def _places(state: State, action: Arrive) -> list[Violation]:
    found: list[Violation] = []
    before: list[str] = []
    for place, tied in enumerate(action.places or (), 1):
        for number, name in enumerate(tied, 1):
            found += place_violations(state, name, before, tied[: number - 1], f"places[{place}][{number}]")
        before += tied
    return found


def places_of(state: State, action: Arrive) -> list[list[tuple[str, ...]]]:
    """Trains by place, those that are exactly equal together; trains that did not arrive are not among them."""
    named = [((one.turn, -one.left), one.player) for one in action.arrivals or ()]
    named += [((place, 0), name) for place, tied in enumerate(action.places or ()) for name in tied]
    ranks: dict[tuple[int, int], list[tuple[str, ...]]] = {}
    for when, name in named:
        train = train_of(state, name)
        assert train is not None
        tied_trains = ranks.setdefault(when, [])
        if train.players not in tied_trains:
            tied_trains.append(train.players)
    return [ranks[when] for when in sorted(ranks)]
