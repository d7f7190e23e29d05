"""What speaks against an action of Stephenson's Rocket."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.core.errors import Violation
from companion.core.messages import say
from companion.core.names import fold
from companion.core.table import Names, unknown_player
from companion.games.entries import Action
from companion.games.stephensons_rocket.actions import (
    Extend,
    Isolate,
    MoveStation,
    PlaceStation,
    TakeToken,
)
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.state import (
    LOOSE,
    PILE,
    SUPPLY,
    Kind,
    State,
    on_line,
    shares,
    shares_of,
    spelling,
    stations,
    taken_from_city,
    tokens,
)

OTHER_KIND: Mapping[Kind, Kind] = {"metropolis": "railway-town", "railway-town": "metropolis"}


def violations_of(ruleset: RocketRuleset, state: State, action: Action, names: Names) -> list[Violation]:
    check = _CHECKS.get(type(action))
    return [] if check is None else check(ruleset, state, action, names)


def unknown_line(ruleset: RocketRuleset, line: str, where: str) -> Violation:
    message = say("stephensons-rocket.unknown-line", line=line, known=tuple(ruleset.lines))
    return Violation(message, field=where, final=True)


def unknown_commodity(ruleset: RocketRuleset, commodity: str) -> Violation:
    known = tuple(ruleset.commodities)
    message = say("stephensons-rocket.unknown-commodity", commodity=commodity, known=known)
    return Violation(message, field="commodity", final=True)


def town_violations(
    ruleset: RocketRuleset, state: State, entered: Iterable[tuple[Kind, str, str]]
) -> list[Violation]:
    """Names of two kinds, and more towns than the board has; `entered` is kind, name and field."""
    found: list[Violation] = []
    towns = dict(state.towns)
    room = {"metropolis": ruleset.board.metropolises, "railway-town": ruleset.board.railway_towns}
    for kind, name, field in entered:
        key = (kind, fold(name))
        if key in towns:
            continue
        if (OTHER_KIND[kind], fold(name)) in towns:
            message = say("stephensons-rocket.two-kinds", town=name, kind=kind, other=OTHER_KIND[kind])
            found.append(Violation(message, field=field))
        elif sum(1 for known, _ in towns if known == kind) >= room[kind]:
            message = say("stephensons-rocket.too-many-towns", town=name, kind=kind, most=room[kind])
            found.append(Violation(message, field=field))
        towns[key] = name
    return found


def _take_token(ruleset: RocketRuleset, state: State, action: TakeToken, names: Names) -> list[Violation]:
    if action.commodity not in ruleset.commodities:
        return [unknown_commodity(ruleset, action.commodity)]
    found = town_violations(ruleset, state, [("metropolis", action.city, "city")])
    city = spelling(state.towns, "metropolis", action.city)
    most = ruleset.pieces.tokens_per_metropolis
    if taken_from_city(state.ledger, city, tuple(ruleset.commodities)) >= most:
        message = say("stephensons-rocket.city-empty", city=city, most=most)
        found.append(Violation(message, field="city", final=True))
    if not state.ledger.of(tokens(action.commodity), SUPPLY):
        message = say(
            "stephensons-rocket.commodity-empty",
            commodity=action.commodity,
            most=ruleset.pieces.tokens_per_commodity,
        )
        found.append(Violation(message, field="commodity", final=True))
    return found


def _place_station(
    ruleset: RocketRuleset, state: State, action: PlaceStation, names: Names
) -> list[Violation]:
    owner = names[fold(action.by)]
    if state.ledger.of(stations(owner), SUPPLY):
        return []
    return [Violation(say("stephensons-rocket.no-station-left", player=owner), final=True)]


def _move_station(ruleset: RocketRuleset, state: State, action: MoveStation, names: Names) -> list[Violation]:
    line, owner = action.leaves, names[fold(action.by)]
    if line is None:
        if not state.ledger.of(stations(owner), LOOSE):
            return [
                Violation(say("stephensons-rocket.no-loose-station", player=owner), field="from", final=True)
            ]
        return []
    if line not in state.lines:
        return [unknown_line(ruleset, line, "from")]
    if state.lines[line].status == "merged":
        message = say("stephensons-rocket.station-on-survivor", line=line, into=survivor_of(state, line))
        return [Violation(message, field="from", final=True)]
    if not state.ledger.of(stations(owner), on_line(line)):
        message = say("stephensons-rocket.no-station-on-line", player=owner, line=line)
        return [Violation(message, field="from", final=True)]
    return []


def _isolate(ruleset: RocketRuleset, state: State, action: Isolate, names: Names) -> list[Violation]:
    gone = _not_in_play(ruleset, state, action.line, "line")
    if gone:
        return gone
    if state.lines[action.line].status == "isolated":
        return [Violation(say("stephensons-rocket.isolated-already", line=action.line), field="line")]
    return []


def _extend(ruleset: RocketRuleset, state: State, action: Extend, names: Names) -> list[Violation]:
    gone = _not_in_play(ruleset, state, action.line, "line")
    if gone:
        return gone
    found: list[Violation] = []
    turn = state.turn
    if turn is not None and action.line in turn.extended and names[fold(action.by)] == turn.player:
        found.append(Violation(say("stephensons-rocket.extended-twice", line=action.line), field="line"))
    if action.metropolises or action.railway_towns:
        entered: list[tuple[Kind, str, str]] = [
            *(("metropolis", name, "metropolises") for name in action.metropolises),
            *(("railway-town", name, "railway_towns") for name in action.railway_towns),
        ]
        found += town_violations(ruleset, state, entered)
    for town in action.start_towns:
        found += _start_town(ruleset, state, action.line, town)
    if action.station is not None:
        found += _station(state, action.station, names)
    if action.veto:
        found += _veto(state, action, names)
    if action.into is not None:
        found += _into(ruleset, state, action.line, action.into)
    return found


def _start_town(ruleset: RocketRuleset, state: State, line: str, town: str) -> list[Violation]:
    if town not in state.lines:
        return [unknown_line(ruleset, town, "start_towns")]
    if town == line or state.lines[town].moved or town in state.lines[line].start_towns:
        return []
    return [Violation(say("stephensons-rocket.start-town-not-left", line=town), field="start_towns")]


def _station(state: State, owner: str, names: Names) -> list[Violation]:
    who = names.get(fold(owner))
    if who is None:
        return [unknown_player(owner, "station", names.values())]
    if not state.ledger.of(stations(who), LOOSE):
        return [
            Violation(say("stephensons-rocket.no-loose-station", player=who), field="station", final=True)
        ]
    return []


def _into(ruleset: RocketRuleset, state: State, line: str, into: str) -> list[Violation]:
    if into == line:
        return [Violation(say("stephensons-rocket.into-itself", line=line), field="into", final=True)]
    return _not_in_play(ruleset, state, into, "into")


def _not_in_play(ruleset: RocketRuleset, state: State, name: str, field: str) -> list[Violation]:
    """A line that never was, or was dissolved."""
    line = state.lines.get(name)
    if line is None:
        return [unknown_line(ruleset, name, field)]
    if line.status == "merged":
        message = say("stephensons-rocket.line-merged", line=name, into=line.into)
        return [Violation(message, field=field, final=True)]
    return []


def survivor_of(state: State, line: str) -> str:
    """The line that is left of a chain of mergers."""
    while (into := state.lines[line].into) is not None:
        line = into
    return line


def gains_share(state: State, line: str) -> bool:
    return state.lines[line].status == "running" and state.ledger.of(shares(line), PILE) > 0


def _veto(state: State, action: Extend, names: Names) -> list[Violation]:
    assert action.veto
    mover = names[fold(action.by)]
    held = shares_of(state.ledger, action.line, state.players)
    if gains_share(state, action.line):
        held[mover] += 1
    found: list[Violation] = []
    seat = seat_after(state.players, mover)
    highest = last_seat = 0
    for number, bid in enumerate(action.veto, 1):
        field = f"veto[{number}]"
        who = names.get(fold(bid.player))
        if who is None:
            found.append(unknown_player(bid.player, field, names.values()))
            continue
        if seat(who) <= last_seat:
            found.append(Violation(say("stephensons-rocket.veto-order", player=who), field=field))
        if not held[who]:
            message = say("stephensons-rocket.veto-no-share", player=who, line=action.line)
            found.append(Violation(message, field=field, final=bid is action.veto[-1]))
        elif bid.shares > held[who]:
            message = say(
                "stephensons-rocket.veto-too-many",
                player=who,
                bid=bid.shares,
                held=held[who],
                line=action.line,
            )
            found.append(Violation(message, field=field, final=bid is action.veto[-1]))
        least = highest if who == mover and highest else highest + 1
        if bid.shares < least:
            message = say("stephensons-rocket.veto-too-low", player=who, bid=bid.shares, least=least)
            found.append(Violation(message, field=field))
        last_seat, highest = seat(who), max(highest, bid.shares)
    return found


def seat_after(players: tuple[str, ...], mover: str) -> Callable[[str], int]:
    """How many seats clockwise from the mover somebody sits; the mover himself comes last."""
    here, number = players.index(mover), len(players)
    return lambda name: (players.index(name) - here - 1) % number + 1


_CHECKS: Mapping[type, Callable[[RocketRuleset, State, Any, Names], list[Violation]]] = {
    TakeToken: _take_token,
    PlaceStation: _place_station,
    MoveStation: _move_station,
    Extend: _extend,
    Isolate: _isolate,
}
