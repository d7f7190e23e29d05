"""Reasons against an action of Dampfross; the form says the same of each answer."""

from collections.abc import Iterable, Mapping, Sequence

from companion.core.errors import Violation, one_violation
from companion.core.forms import LONGEST_LIST
from companion.core.game import left_violations
from companion.core.messages import say
from companion.core.names import fold
from companion.core.payouts import WHOLE
from companion.games.dampfross.actions import Arrive, Build, Depart, Expand, Fee, JointBuild
from companion.games.dampfross.fares import charges_of, pairings
from companion.games.dampfross.ruleset import FACES, DampfrossRuleset
from companion.games.dampfross.state import Pairing, Phase, State
from companion.games.ruleset import is_plain_number


def points_of(ruleset: DampfrossRuleset, track: Mapping[str, int]) -> int:
    return sum(ruleset.segments[kind].points * count for kind, count in track.items())


def points_in(ruleset: DampfrossRuleset, rolls: Sequence[int]) -> int | None:
    """Points to build with: one's own roll, or a part of two together; None where the players checked them."""
    if len(rolls) < 2:
        return rolls[0] if rolls else None
    return WHOLE.divide(ruleset.joint.numerator * sum(rolls), ruleset.joint.denominator)


def roll_bounds(state: State) -> dict[str, int]:
    dice = state.options.build_dice
    return {"low": dice, "high": len(FACES) * dice}


def fee_of(ruleset: DampfrossRuleset, fee: Fee) -> int:
    rates = ruleset.fees
    return fee.joins * rates.join + fee.crossings * rates.crossing + fee.halves * rates.half


# Answers


def partner_violations(state: State, name: str, before: Sequence[str], field: str) -> list[Violation]:
    """Against one of two who build jointly; `before` are those named before."""
    found = left_violations(state, name, field)
    if name in before:
        found += one_violation("dampfross.joint-alone", field, final=True, player=name)
    if name in state.done:
        found += one_violation("dampfross.turn-over", field, player=name)
    up = state.up
    if before and up is not None and up not in (*before, name):
        found += one_violation("table.not-up", field, player=before[0], up=up)
    return found


def _roll(state: State, roll: int, common: int | None, field: str) -> list[Violation]:
    bounds = roll_bounds(state)
    if not bounds["low"] <= roll <= bounds["high"]:
        return one_violation("dampfross.roll-range", field, roll=roll, low=bounds["low"], high=bounds["high"])
    if state.options.common_roll and common not in (None, roll):
        return one_violation("dampfross.common-roll", field, roll=roll, common=common)
    return []


def _segments(state: State, track: Mapping[str, int]) -> list[Violation]:
    found, known = list[Violation](), tuple(state.ruleset.segments)
    for kind in (one for one in track if one not in known):
        found += one_violation(
            "dampfross.unknown-segment", f"track.{kind}", final=True, kind=kind, known=known
        )
    return found


def number_violations(ruleset: DampfrossRuleset, number: int | str, field: str) -> list[Violation]:
    """A number that is the key of a table is a plain text, so that no city is listed twice."""
    is_plain = number >= 0 if isinstance(number, int) else is_plain_number(number)
    if is_plain and ruleset.is_number(int(number)):
        return []
    low, high = ruleset.numbers.low, ruleset.numbers.high
    return one_violation("dampfross.no-number", field, final=True, number=number, low=low, high=high)


def city_violations(state: State, number: int, before: Sequence[int], field: str) -> list[Violation]:
    """Against a city as first connected; `before` are those before it in its entry."""
    found = number_violations(state.ruleset, number, field)
    if number in state.connected or number in before:
        key = "dampfross.connected-already" if number in state.connected else "dampfross.told-twice"
        found += one_violation(key, field, city=state.label_of(number))
    elif (other := connected_as(state, number, before)) is not None:
        found += one_violation("dampfross.second-number", field, city=state.name_of(number), other=other)
    return found


def connected_as(state: State, number: int, before: Sequence[int]) -> int | None:
    """Another number, with the same name, by which the city is connected."""
    name = state.name_of(number)
    if name is None:
        return None
    others = (one for one in (*state.connected, *before) if one != number)
    return next((one for one in others if fold(state.name_of(one) or "") == fold(name)), None)


def fee_violations(to: str, builders: Iterable[object], field: str) -> list[Violation]:
    return _to_oneself("dampfross.fee-to-oneself", to, field) if to in builders else []


def _to_oneself(key: str, player: str, field: str) -> list[Violation]:
    """Against paying oneself, for which no ruling can have a reason."""
    return [Violation(say(key, player=player), field, final=True, was_ruled=True)]


def track_violations(state: State, points: int | None, track: Mapping[str, int]) -> list[Violation]:
    """Against more track than the points allow; nothing where the players checked them."""
    needed = points_of(state.ruleset, track)
    if points is None or needed <= points:
        return []
    return one_violation("dampfross.too-many-points", "track", needed=needed, points=points)


def cost_violations(state: State, who: str, track: Mapping[str, int], fees: int) -> list[Violation]:
    cost, allowed = points_of(state.ruleset, track) + fees, state.may_build.get(who, 0)
    if cost <= allowed:
        return []
    field = "track" if track else "fees"
    too_dear = one_violation("dampfross.too-dear", field, player=who, cost=cost, allowed=allowed)
    return income_violations(state, field) or too_dear


def income_violations(state: State, field: str | None = None) -> list[Violation]:
    return [] if any(state.may_build.values()) else one_violation("dampfross.nothing-to-build-with", field)


def ferry_violations(state: State, name: str, field: str) -> list[Violation]:
    sold = state.ferries.get(fold(name))
    if sold is None:
        return more_ferries_violations(state, (name,), field)
    return one_violation("dampfross.ferry-sold", field, final=True, ferry=sold.name, owner=sold.owner)


def more_ferries_violations(state: State, names: Iterable[str], field: str) -> list[Violation]:
    """Against ferries beyond those of the map; a ruling may book one where the map has none at all."""
    rule = state.ruleset.maps.get(state.options.map)
    count = len({*state.ferries, *(fold(name) for name in names)})
    if rule is None or rule.ferries is None or count <= max(rule.ferries, len(state.ferries)):
        return []
    key = "dampfross.no-ferry-left" if rule.ferries else "dampfross.no-ferries"
    return one_violation(key, field, final=rule.ferries > 0, most=rule.ferries)


def buyer_violations(state: State, who: str) -> list[Violation]:
    rule = state.ruleset.maps.get(state.options.map)
    most = None if rule is None else rule.ferries_per_player
    if most is None or state.ferries_of(who) < most:
        return []
    return one_violation("dampfross.ferries-held", "by", player=who, most=most)


# Actions


MOMENTS: Mapping[str, tuple[Phase | None, bool | None]] = {
    "build": ("building", None),
    "joint-build": ("building", None),
    "buy-ferry": (None, False),
    "end-building": ("building", None),
    "depart": ("operating", False),
    "race-roll": (None, True),
    "arrive": (None, True),
    "expand": ("operating", False),
    "join": (None, False),
}
"""The only phase in which an action can be made, and whether only during a run or only while there is none."""


def moment_violations(state: State, verb: str) -> list[Violation]:
    """Reasons against any action of a kind now; no ruling lifts one that would leave a run or a phase undone."""
    phase, during_run = MOMENTS.get(verb, (None, None))
    found: list[Violation] = []
    if phase not in (None, state.phase):
        key = "dampfross.not-building" if phase == "building" else "dampfross.not-operating"
        found += one_violation(key, final=verb == "end-building")
    if during_run and state.run is None:
        found += one_violation("dampfross.no-run", final=True)
    elif during_run is False:
        found += run_violations(state, final=verb == "depart")
    most = state.ruleset.players.most
    if verb == "join" and len(state.players) >= most:
        found += one_violation("dampfross.all-seats-taken", "player", final=True, most=most)
    elif verb == "join" and state.done:
        found += one_violation("dampfross.round-under-way", round=state.round)
    return found


def run_violations(state: State, field: str | None = None, final: bool = False) -> list[Violation]:
    if state.run is None:
        return []
    return one_violation("dampfross.run-under-way", field, final=final, number=state.run.number)


def check_build(state: State, action: Build) -> list[Violation]:
    found = [] if action.roll is None else _roll(state, action.roll, state.common_roll, "roll")
    return _works(state, action, found, "roll")


def check_joint_build(state: State, action: JointBuild) -> list[Violation]:
    found = []
    for place, name in enumerate(action.players):
        found += partner_violations(state, name, action.players[:place], f"players[{place + 1}]")
    for place, roll in enumerate(action.rolls):
        common = state.common_roll or (action.rolls[0] if place else None)
        found += _roll(state, roll, common, f"rolls[{place + 1}]")
    return _works(state, action, found, "rolls")


def _works(state: State, action: Build | JointBuild, found: list[Violation], rolls: str) -> list[Violation]:
    track = action.track or {}
    unknown = _segments(state, track)
    points = points_in(state.ruleset, action.rolls)
    if track and points is None:
        found += one_violation("form.missing", rolls, final=True, key=rolls)
    found += unknown or track_violations(state, points, track)
    called = state.with_city_names(action.names)
    for place, number in enumerate(action.cities):
        found += city_violations(called, number, action.cities[:place], f"cities[{place + 1}]")
    for written, name in action.names.items():
        found += number_violations(state.ruleset, written, f"names.{written}")
        if name.isdecimal():  # it was meant for the next city
            found += one_violation("dampfross.number-as-name", f"names.{written}", number=written, name=name)
    return found + _fees(action.fees, action.builders)


def _fees(fees: Sequence[Fee], builders: Sequence[str]) -> list[Violation]:
    found = []
    for place, fee in enumerate(fees, 1):
        found += fee_violations(fee.to, builders, f"fees[{place}].to")
    return found


def check_expansion(state: State, action: Expand) -> list[Violation]:
    found = _fees(action.fees, (action.by,))
    fees = sum(fee_of(state.ruleset, fee) for fee in action.fees)
    unknown = _segments(state, action.track)
    return found + (unknown or cost_violations(state, action.by, action.track, fees))


# Answers of a run


def _used_up(state: State, number: int, field: str) -> list[Violation]:
    left = state.uses_left(number)
    is_free = left is None or left > 0
    return [] if is_free else one_violation("dampfross.used-up", field, city=state.label_of(number))


def start_violations(state: State, start: int) -> list[Violation]:
    """A chained start was counted as the goal before it, so it is never used up."""
    found = number_violations(state.ruleset, start, "start")
    chained = state.chained_start
    if found or start == chained:
        return found
    if chained is not None:
        found += one_violation("dampfross.not-chained", "start", city=state.label_of(chained))
    return found + _used_up(state, start, "start")


def is_one_city(state: State, start: int, goal: int) -> bool:
    """Whether a run can't go from one number to the other, as both are of one city."""
    return not state.ruleset.numbers.one_city and state.city_of(start) == state.city_of(goal)


def goal_violations(state: State, goal: int, start: int | None) -> list[Violation]:
    found = number_violations(state.ruleset, goal, "goal")
    if found:
        return found
    if goal == start:
        found += one_violation("dampfross.start-is-goal", "goal", city=state.label_of(goal))
    elif start is not None and is_one_city(state, start, goal):
        numbers = (str(start), str(goal))
        found += one_violation(
            "dampfross.run-in-one-city", "goal", city=state.name_of(start), numbers=numbers
        )
    found += _used_up(state, goal, "goal")
    if state.is_special_due:
        found += one_violation("dampfross.special-due", "goal")
    return found


def special_violations(state: State, target: str) -> list[Violation]:
    known = tuple(dict.fromkeys(row.target for row in state.special_rows))
    if known and target not in known:
        return one_violation("dampfross.unknown-target", "special", final=True, target=target, known=known)
    if state.is_special_due is not False:
        return []
    key = "dampfross.special-not-due" if state.options.special_runs else "dampfross.no-special-runs"
    return one_violation(key, "special")


def runner_violations(state: State, name: str, running: Iterable[str], field: str) -> list[Violation]:
    """Against a player in a train; `running` are those in earlier trains."""
    if name in running:
        return one_violation("dampfross.runs-twice", field, final=True, player=name)
    return left_violations(state, name, field)


def owner_violations(to: str, players: Sequence[str], field: str) -> list[Violation]:
    """Against a player whom a train of these players pays."""
    if to not in players:
        return []
    key = "dampfross.pays-oneself" if len(players) == 1 else "dampfross.pays-partner"
    return _to_oneself(key, to, field)


def ferry_owner_violations(state: State, to: str, players: Sequence[str], field: str) -> list[Violation]:
    found = owner_violations(to, players, field)
    return (
        found if state.ferries_of(to) else found + one_violation("dampfross.owns-no-ferry", field, player=to)
    )


def arriving_violations(state: State, name: str, field: str) -> list[Violation]:
    """Against a player who is not in the current run."""
    if state.run is None or state.train_of(name) is not None:
        return []
    return one_violation("dampfross.runs-not", field, final=True, player=name)


def place_violations(
    state: State, name: str, before: Iterable[str], tied: Iterable[str], field: str
) -> list[Violation]:
    """Against a player's place; `before` have an earlier one, `tied` were named in the same one."""
    train = state.train_of(name)
    if train is not None and name in tied:
        return one_violation("dampfross.tied-alone", field, final=True, player=name)
    if train is None or not any(other in train.players for other in before):
        return arriving_violations(state, name, field)
    return one_violation("dampfross.arrives-twice", field, final=True, player=name)


def racer_violations(state: State, who: str) -> list[Violation]:
    train = state.train_of(who)
    if train is not None and len(train.rolls) >= LONGEST_LIST:
        return one_violation("dampfross.rolled-enough", "by", final=True, player=who, most=LONGEST_LIST)
    if train is None or train.length is None or sum(train.rolls) < train.length:
        return arriving_violations(state, who, "by")
    return one_violation("dampfross.arrived-already", "by", player=who)


# Actions of a run


def check_departure(state: State, action: Depart) -> list[Violation]:
    found = []
    if (action.goal is None) == (action.special is None):
        found += one_violation("dampfross.goal-or-special", "goal", final=True)
    found += start_violations(state, action.start)
    if action.goal is not None:
        found += goal_violations(state, action.goal, action.start)
    if action.special is not None:
        found += special_violations(state, action.special)
    for place, train in enumerate(action.trains, 1):
        for number, fare in enumerate(train.fares, 1):
            found += owner_violations(fare.to, train.players, f"trains[{place}].fares[{number}].to")
        for number, use in enumerate(train.ferries, 1):
            field = f"trains[{place}].ferries[{number}].to"
            found += ferry_owner_violations(state, use.to, train.players, field)
    if runners := runners_violations(state, action):
        return found + runners
    most = state.ruleset.fares.most_net
    for pairing in pairings(charges_of(state, action), state.players):
        if pairing.net > most:
            values = {**pairing._asdict(), "net": pairing.net, "most": most}
            key = "dampfross.over-ten" if pairing.back else "dampfross.over-ten-alone"
            found += one_violation(key, _owing(action, pairing), **values)
    return found


def runners_violations(state: State, action: Depart) -> list[Violation]:
    """Against those who run in more than one train, or left."""
    found: list[Violation] = []
    running: list[str] = []
    for place, train in enumerate(action.trains, 1):
        for number, name in enumerate(train.players, 1):
            found += runner_violations(state, name, running, f"trains[{place}].players[{number}]")
            running.append(name)
    return found


def _owing(action: Depart, pairing: Pairing) -> str:
    """The fare with which one owes another too much: the first one of his train."""
    return next(
        f"trains[{place}].fares[{number}].fields"
        for place, train in enumerate(action.trains, 1)
        if pairing.first in train.players
        for number, fare in enumerate(train.fares, 1)
        if fare.to == pairing.second
    )


def check_arrival(state: State, action: Arrive) -> list[Violation]:
    if state.run is None:
        return []
    if (action.arrivals is None) == (action.places is None):
        return one_violation("dampfross.arrivals-or-places", "arrivals", final=True)
    field, found = "places" if action.arrivals is None else "arrivals", list[Violation]()
    came: dict[object, tuple[int, int]] = {}
    for place, one in enumerate(action.arrivals or (), 1):
        found += arriving_violations(state, one.player, f"arrivals[{place}].player")
        when = (one.turn, one.left)
        if came.setdefault(state.train_of(one.player) or one.player, when) != when:
            at = f"arrivals[{place}].turn"
            found += one_violation("dampfross.arrives-twice", at, final=True, player=one.player)
    before: list[str] = []
    for place, tied in enumerate(action.places or (), 1):
        for number, name in enumerate(tied, 1):
            found += place_violations(state, name, before, tied[: number - 1], f"places[{place}][{number}]")
        before += tied
    if found:
        return found
    ranks = places_of(state, action)
    count = sum(len(tied) for tied in ranks)
    if count < 2:
        return one_violation("dampfross.two-arrive", field, count=count)
    if state.options.exact_tie == "roll-off":
        for trains in ranks[:2] if len(ranks[0]) == 1 else ranks[:1]:
            if len(trains) > 1:
                players = tuple(name for train in trains for name in train)
                found += one_violation("dampfross.roll-off", field, players=players)
    return found


def places_of(state: State, action: Arrive) -> list[list[tuple[str, ...]]]:
    """Trains by place, those that are exactly equal together; trains that did not arrive are not among them."""
    named = [((one.turn, -one.left), one.player) for one in action.arrivals or ()]
    named += [((place, 0), name) for place, tied in enumerate(action.places or ()) for name in tied]
    ranks: dict[tuple[int, int], list[tuple[str, ...]]] = {}
    for when, name in named:
        train = state.train_of(name)
        assert train is not None
        tied_trains = ranks.setdefault(when, [])
        if train.players not in tied_trains:
            tied_trains.append(train.players)
    return [ranks[when] for when in sorted(ranks)]
