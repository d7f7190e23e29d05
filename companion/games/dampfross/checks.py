"""What speaks against an action of Dampfross."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.core.errors import Violation
from companion.core.messages import say
from companion.core.names import fold
from companion.core.payouts import WHOLE
from companion.core.table import Names, unknown_player
from companion.games.dampfross.actions import (
    Arrive,
    Build,
    BuyFerry,
    Depart,
    EndBuilding,
    Expand,
    Fee,
    JointBuild,
    RaceRoll,
)
from companion.games.dampfross.departures import charges_of, run_problems, trains_of
from companion.games.dampfross.ruleset import FACES, DampfrossRuleset
from companion.games.dampfross.state import State, label_of, up_in
from companion.games.entries import Action


def violations_of(ruleset: DampfrossRuleset, state: State, action: Action, names: Names) -> list[Violation]:
    check = _CHECKS.get(type(action))
    return [] if check is None else check(ruleset, state, action, names)


def points_of(ruleset: DampfrossRuleset, track: Mapping[str, int]) -> int:
    return sum(ruleset.segments[kind].points * count for kind, count in track.items())


def fee_of(ruleset: DampfrossRuleset, fee: Fee) -> int:
    rates = ruleset.fees
    return fee.joins * rates.join + fee.crossings * rates.crossing + fee.halves * rates.half


def joint_points(ruleset: DampfrossRuleset, rolls: Iterable[int]) -> int:
    """Points that two who build together may use of their rolls."""
    return WHOLE.divide(ruleset.joint.numerator * sum(rolls), ruleset.joint.denominator)


# Building


def _build(ruleset: DampfrossRuleset, state: State, action: Build, names: Names) -> list[Violation]:
    who = names[fold(action.by)]
    found = _phase(state, "building")
    found += _roll(state, action.roll, "roll")
    found += _track(ruleset, action.track, action.roll)
    found += _cities(ruleset, state, action.cities, action.names)
    return found + _fees(action.fees, (who,), names)


def _joint_build(
    ruleset: DampfrossRuleset, state: State, action: JointBuild, names: Names
) -> list[Violation]:
    partners, unknown = _known(action.players, "players", names)
    if unknown:
        return unknown
    found = _phase(state, "building")
    if partners[0] == partners[1]:
        found.append(Violation(say("dampfross.joint-alone", player=partners[0]), field="players", final=True))
    found += _up(state, partners)
    late = [name for name in partners if name in state.done]
    if state.phase == "building" and late:
        found.append(Violation(say("dampfross.turn-over", player=late[0]), field="players"))
    for roll in action.rolls:
        found += _roll(state, roll, "rolls")
    first, second = action.rolls
    if state.options.common_roll and state.common_roll is None and first != second:
        found.append(Violation(say("dampfross.common-roll", roll=second, common=first), field="rolls"))
    found += _track(ruleset, action.track, joint_points(ruleset, action.rolls))
    found += _cities(ruleset, state, action.cities, action.names)
    return found + _fees(action.fees, partners, names)


def _phase(state: State, phase: str) -> list[Violation]:
    if state.phase == phase:
        return []
    return [Violation(say(f"dampfross.not-{phase}"))]


def _up(state: State, who: Sequence[str]) -> list[Violation]:
    up = up_in(state)
    if up is None or up in who:
        return []
    return [Violation(say("table.not-up", player=who[0], up=up), field="by")]


def _roll(state: State, roll: int, field: str) -> list[Violation]:
    dice = state.options.build_dice
    if not dice <= roll <= len(FACES) * dice:
        return [
            Violation(say("dampfross.roll-range", roll=roll, low=dice, high=len(FACES) * dice), field=field)
        ]
    if state.options.common_roll and state.common_roll not in (None, roll):
        message = say("dampfross.common-roll", roll=roll, common=state.common_roll)
        return [Violation(message, field=field)]
    return []


def _track(ruleset: DampfrossRuleset, track: Mapping[str, int], points: int) -> list[Violation]:
    found = _segments(ruleset, track)
    if found:
        return found
    needed = points_of(ruleset, track)
    if needed <= points:
        return []
    return [Violation(say("dampfross.too-many-points", needed=needed, points=points), field="track")]


def _segments(ruleset: DampfrossRuleset, track: Mapping[str, int]) -> list[Violation]:
    known = tuple(ruleset.segments)
    return [
        Violation(say("dampfross.unknown-segment", kind=kind, known=known), field="track", final=True)
        for kind in track
        if kind not in ruleset.segments
    ]


def _cities(
    ruleset: DampfrossRuleset, state: State, cities: Sequence[int], called: Mapping[str, str]
) -> list[Violation]:
    found = [number_problem(ruleset, number, "cities") for number in cities]
    found += [written_number_problem(ruleset, written, "names") for written in called]
    for place, number in enumerate(cities):
        if number in state.connected or number in cities[:place]:
            message = say("dampfross.connected-already", city=label_of(state, number))
            found.append(Violation(message, field="cities"))
    return [violation for violation in found if violation is not None]


def number_problem(ruleset: DampfrossRuleset, number: int, field: str) -> Violation | None:
    return None if ruleset.is_number(number) else _no_number(ruleset, number, field)


def written_number_problem(ruleset: DampfrossRuleset, written: str, field: str) -> Violation | None:
    """The same for a number that is the key of a table, so that no city stands there under two spellings."""
    is_plain = written.isdecimal() and written == str(int(written))
    return None if is_plain and ruleset.is_number(int(written)) else _no_number(ruleset, written, field)


def _no_number(ruleset: DampfrossRuleset, number: object, field: str) -> Violation:
    low, high = ruleset.numbers.low, ruleset.numbers.high
    return Violation(say("dampfross.no-number", number=number, low=low, high=high), field=field, final=True)


def _fees(fees: Sequence[Fee], builders: Sequence[str], names: Names) -> list[Violation]:
    found = []
    for place, fee in enumerate(fees, 1):
        to = names.get(fold(fee.to))
        if to is None:
            found.append(unknown_player(fee.to, f"fees[{place}].to", names.values()))
        elif to in builders:
            found.append(Violation(say("dampfross.fee-to-oneself", player=to), field=f"fees[{place}].to"))
    return found


def _known(players: Sequence[str], field: str, names: Names) -> tuple[tuple[str, ...], list[Violation]]:
    found = [names.get(fold(name)) for name in players]
    unknown = [
        unknown_player(name, field, names.values())
        for name, known in zip(players, found, strict=True)
        if known is None
    ]
    return tuple(name for name in found if name is not None), unknown


def _buy_ferry(ruleset: DampfrossRuleset, state: State, action: BuyFerry, names: Names) -> list[Violation]:
    found: list[Violation] = []
    if state.run is not None:
        found.append(Violation(say("dampfross.run-under-way", number=state.run.number)))
    owned = state.ferries.get(fold(action.ferry))
    if owned is not None:
        message = say("dampfross.ferry-sold", ferry=owned.name, owner=owned.owner)
        found.append(Violation(message, field="ferry", final=True))
    rule = ruleset.maps.get(state.options.map)
    if rule is None:
        return found
    who = names[fold(action.by)]
    held = sum(1 for ferry in state.ferries.values() if ferry.owner == who)
    if rule.ferries_per_player is not None and held >= rule.ferries_per_player:
        message = say("dampfross.ferries-held", player=who, most=rule.ferries_per_player)
        found.append(Violation(message, field="by"))
    if rule.ferries is not None and owned is None and len(state.ferries) >= rule.ferries:
        message = say("dampfross.no-ferry-left", most=rule.ferries)
        found.append(Violation(message, field="ferry", final=True))
    return found


def _end_building(
    ruleset: DampfrossRuleset, state: State, action: EndBuilding, names: Names
) -> list[Violation]:
    return [] if state.phase == "building" else [Violation(say("dampfross.not-building"), final=True)]


# Operating


def _depart(ruleset: DampfrossRuleset, state: State, action: Depart, names: Names) -> list[Violation]:
    found = _phase(state, "operating")
    if state.run is not None:
        found.append(Violation(say("dampfross.run-under-way", number=state.run.number), final=True))
    found += run_problems(ruleset, state, action)
    found += _trains(state, action, names)
    if any(violation.final for violation in found):
        return found
    trains = trains_of(action, names)
    for pairing in charges_of(ruleset, state, trains).pairings:
        if pairing.net > ruleset.fares.most_net:
            message = say(
                "dampfross.over-ten",
                first=pairing.first,
                second=pairing.second,
                owed=pairing.owed,
                back=pairing.back,
                net=pairing.net,
                most=ruleset.fares.most_net,
            )
            found.append(Violation(message, field="trains"))
    return found


def _trains(state: State, action: Depart, names: Names) -> list[Violation]:
    found: list[Violation] = []
    running: list[str] = []
    for place, train in enumerate(action.trains, 1):
        field = f"trains[{place}]"
        players, unknown = _known(train.players, f"{field}.players", names)
        found += unknown
        for name in players:
            if name in running:
                found.append(Violation(say("dampfross.runs-twice", player=name), field=field, final=True))
            running.append(name)
        for fare in train.fares:
            found += _owner(fare.to, players, f"{field}.fares", names)
        for use in train.ferries:
            wrong = _owner(use.to, players, f"{field}.ferries", names)
            owner = names.get(fold(use.to))
            if not wrong and not any(ferry.owner == owner for ferry in state.ferries.values()):
                wrong = [Violation(say("dampfross.owns-no-ferry", player=owner), field=f"{field}.ferries")]
            found += wrong
    return found


def _owner(to: str, players: Sequence[str], field: str, names: Names) -> list[Violation]:
    owner = names.get(fold(to))
    if owner is None:
        return [unknown_player(to, field, names.values())]
    if owner not in players:
        return []
    key = "dampfross.pays-oneself" if len(players) == 1 else "dampfross.pays-partner"
    return [Violation(say(key, player=owner), field=field)]


def _race_roll(ruleset: DampfrossRuleset, state: State, action: RaceRoll, names: Names) -> list[Violation]:
    if state.run is None:
        return [Violation(say("dampfross.no-run"), final=True)]
    who = names[fold(action.by)]
    train = next((train for train in state.run.trains if who in train.players), None)
    if train is None:
        return [Violation(say("dampfross.runs-not", player=who), field="by", final=True)]
    if train.length is not None and sum(train.rolls) >= train.length:
        return [Violation(say("dampfross.arrived-already", player=who), field="by")]
    return []


def _arrive(ruleset: DampfrossRuleset, state: State, action: Arrive, names: Names) -> list[Violation]:
    if state.run is None:
        return [Violation(say("dampfross.no-run"), final=True)]
    if (action.arrivals is None) == (action.places is None):
        return [Violation(say("dampfross.arrivals-or-places"), field="arrivals", final=True)]
    field = "places" if action.arrivals is None else "arrivals"
    named: list[tuple[str, object]] = [(one.player, (one.turn, one.left)) for one in action.arrivals or ()]
    named += [(name, place) for place, tied in enumerate(action.places or ()) for name in tied]
    found: list[Violation] = []
    came: dict[tuple[str, ...], object] = {}
    for player, when in named:
        who = names.get(fold(player))
        if who is None:
            found.append(unknown_player(player, field, names.values()))
            continue
        train = next((train.players for train in state.run.trains if who in train.players), None)
        if train is None:
            found.append(Violation(say("dampfross.runs-not", player=who), field=field, final=True))
        elif came.setdefault(train, when) != when:
            found.append(Violation(say("dampfross.arrives-twice", player=who), field=field, final=True))
    if not found and len(came) < 2:
        found.append(Violation(say("dampfross.two-arrive", count=len(came)), field=field))
    if not found and state.options.exact_tie == "roll-off":
        ranks = places_of(state, action, names)
        for tied in ranks[:2] if len(ranks[0]) == 1 else ranks[:1]:
            if len(tied) > 1:
                tied_names = tuple(name for train in tied for name in train)
                found.append(Violation(say("dampfross.roll-off", players=tied_names), field=field))
    return found


def places_of(state: State, action: Arrive, names: Names) -> list[list[tuple[str, ...]]]:
    """Trains by place, those that are exactly equal together; trains that did not arrive are not among them."""
    assert state.run is not None
    train_of = {name: train.players for train in state.run.trains for name in train.players}
    ranks: dict[object, list[tuple[str, ...]]] = {}
    if action.places is not None:
        for place, tied in enumerate(action.places):
            for name in tied:
                _put(ranks.setdefault(place, []), train_of[names[fold(name)]])
    for one in action.arrivals or ():
        _put(ranks.setdefault((one.turn, -one.left), []), train_of[names[fold(one.player)]])
    return [ranks[when] for when in sorted(ranks, key=_order) if ranks[when]]


def _order(when: Any) -> Any:
    return when


def _put(tied: list[tuple[str, ...]], train: tuple[str, ...]) -> None:
    if train not in tied:
        tied.append(train)


def _expand(ruleset: DampfrossRuleset, state: State, action: Expand, names: Names) -> list[Violation]:
    who = names[fold(action.by)]
    found = _phase(state, "operating")
    if state.run is not None:
        found.append(Violation(say("dampfross.run-under-way", number=state.run.number)))
    found += _fees(action.fees, (who,), names)
    wrong = _segments(ruleset, action.track)
    if wrong:
        return found + wrong
    cost = points_of(ruleset, action.track) + sum(fee_of(ruleset, fee) for fee in action.fees)
    allowed = state.may_build.get(who, 0)
    if cost > allowed:
        found.append(
            Violation(say("dampfross.too-dear", player=who, cost=cost, allowed=allowed), field="track")
        )
    return found


_CHECKS: Mapping[type, Callable[..., list[Violation]]] = {
    Build: _build,
    JointBuild: _joint_build,
    BuyFerry: _buy_ferry,
    EndBuilding: _end_building,
    Depart: _depart,
    RaceRoll: _race_roll,
    Arrive: _arrive,
    Expand: _expand,
}
