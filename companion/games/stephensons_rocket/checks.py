"""Reasons against an action of Stephenson's Rocket, and by the same functions against a choice in a form."""

from collections.abc import Iterable
from typing import Any

from companion.core.errors import Violation
from companion.core.messages import say
from companion.core.names import fold
from companion.core.table import clockwise
from companion.games.models import LONGEST_LIST
from companion.games.stephensons_rocket.actions import Extend, Isolate, MoveStation, PlaceStation, TakeToken
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.state import (
    LOOSE,
    OTHER_KIND,
    PILE,
    SUPPLY,
    Kind,
    Line,
    State,
    on_line,
    shares,
    shares_of,
    spelling,
    stations,
    taken_from_city,
    tokens,
    towns_in,
)

# Whole actions


def take_token(game: Any, state: State, action: TakeToken) -> list[Violation]:
    return no_token_violations(game.ruleset, state) or [
        *city_violations(game.ruleset, state, action.city, "city"),
        *commodity_violations(game.ruleset, state, action.commodity, "commodity"),
    ]


def place_station(game: Any, state: State, action: PlaceStation) -> list[Violation]:
    return supply_violations(state, action.by)


def move_station(game: Any, state: State, action: MoveStation) -> list[Violation]:
    if action.leaves is None:
        return none_on_board_violations(state, action.by) or loose_violations(state, action.by, "from")
    return leaving_violations(state, action.by, action.leaves, "from")


def isolate(game: Any, state: State, action: Isolate) -> list[Violation]:
    return isolation_violations(state, action.line, "line")


def extend(game: Any, state: State, action: Extend) -> list[Violation]:
    line, towns, bids = action.line, Naming(game.ruleset, state), Bidding(state, action.line, action.by)
    found = extension_violations(state, action.by, line, "line")
    if line not in state.lines:
        return found
    for kind, field, names in towns_in(action):
        found += towns.add(kind, names, field)
    for number, town in enumerate(action.start_towns, 1):
        found += start_town_violations(state, line, town, f"start_towns[{number}]")
    if action.station is not None:
        found += loose_violations(state, action.station, "station")
    for number, bid in enumerate(action.veto or (), 1):
        is_last = number == len(action.veto or ())
        found += bids.violations(bid.player, bid.shares, f"veto[{number}]", is_last)
        bids.add(bid.player, bid.shares)
    if action.into is not None:
        found += merger_violations(state, line, action.into, "into")
    return found


def verb_violations(game: Any, state: State, verb: str) -> list[Violation]:
    """Reasons against an action of that kind by whoever is up, whatever it says."""
    who = game.up(state)
    if verb == "take-token":
        return no_token_violations(game.ruleset, state)
    if verb == "place-station" and who is not None:
        return supply_violations(state, who)
    if verb == "move-station" and who is not None:
        return none_on_board_violations(state, who)
    by_line: list[list[Violation]] = []
    if verb == "extend" and who is not None:
        by_line = [extension_violations(state, who, line, "line") for line in state.lines]
    if verb == "isolate":
        by_line = [isolation_violations(state, line, "line") for line in state.lines]
    return by_line[0] if by_line and all(by_line) else []


# Lines


def line_name_violations(state: State, name: str, field: str) -> list[Violation]:
    if name in state.lines:
        return []
    message = say("stephensons-rocket.unknown-line", line=name, known=tuple(state.lines))
    return [Violation(message, field=field, final=True)]


def line_violations(state: State, name: str, field: str) -> list[Violation]:
    """A line that never was, or was dissolved."""
    line = state.lines.get(name)
    if line is None or line.status != "merged":
        return line_name_violations(state, name, field)
    message = say("stephensons-rocket.line-merged", line=name, into=line.into)
    return [Violation(message, field=field, final=True)]


def extension_violations(state: State, who: str, line: str, field: str) -> list[Violation]:
    found, turn = line_violations(state, line, field), state.turn
    if turn is not None and line in turn.extended and who == turn.player:
        found.append(Violation(say("stephensons-rocket.extended-twice", line=line), field=field))
    return found


def isolation_violations(state: State, line: str, field: str) -> list[Violation]:
    found = line_violations(state, line, field)
    if line in state.lines and state.lines[line].status == "isolated":
        found.append(Violation(say("stephensons-rocket.isolated-already", line=line), field=field))
    return found


def merger_violations(state: State, line: str, into: str, field: str) -> list[Violation]:
    if into == line:
        return [Violation(say("stephensons-rocket.into-itself", line=line), field=field, final=True)]
    return line_violations(state, into, field)


# Towns and tokens


def start_town_violations(state: State, line: str, town: str, field: str) -> list[Violation]:
    if town not in state.lines:
        return line_name_violations(state, town, field)
    reached = state.lines.get(line, Line()).start_towns
    if town == line or state.lines[town].moved or town in reached:
        return []
    return [Violation(say("stephensons-rocket.start-town-not-left", line=town), field=field)]


class Naming:
    """Towns named one after the other: a name is of one kind, and the board has so many of each."""

    def __init__(self, ruleset: RocketRuleset, state: State) -> None:
        self._towns = set(state.towns)
        board = ruleset.board
        self._most: dict[Kind, int] = {"metropolis": board.metropolises, "railway-town": board.railway_towns}

    def violations(self, kind: Kind, name: str, field: str) -> list[Violation]:
        """Reasons against one more name."""
        folded, other, most = fold(name), OTHER_KIND[kind], self._most[kind]
        if (kind, folded) in self._towns:
            return []
        if (other, folded) in self._towns:
            message = say("stephensons-rocket.two-kinds", town=name, kind=kind, other=other)
        elif sum(known == kind for known, _ in self._towns) >= most:
            message = say("stephensons-rocket.too-many-towns", town=name, kind=kind, most=most)
        else:
            return []
        # a ruling may name more towns than the board has, but not so many that every entry copies thousands
        return [Violation(message, field=field, final=len(self._towns) >= LONGEST_LIST)]

    def add(self, kind: Kind, names: Iterable[str], field: str = "") -> list[Violation]:
        """Names a list of towns and returns their violations."""
        found = []
        for number, name in enumerate(names, 1):
            found += self.violations(kind, name, f"{field}[{number}]")
            self._towns.add((kind, fold(name)))
        return found


def city_violations(ruleset: RocketRuleset, state: State, name: str, field: str) -> list[Violation]:
    """Reasons against a token of a metropolis."""
    found = Naming(ruleset, state).violations("metropolis", name, field)
    city, most = spelling(state.towns, "metropolis", name), ruleset.pieces.tokens_per_metropolis
    if taken_from_city(state.ledger, city, tuple(ruleset.commodities)) >= most:
        message = say("stephensons-rocket.city-empty", city=city, most=most)
        found.append(Violation(message, field=field, final=True))
    return found


def no_token_violations(ruleset: RocketRuleset, state: State) -> list[Violation]:
    """Reasons against a token of any kind."""
    if any(state.ledger.of(tokens(name), SUPPLY) for name in ruleset.commodities):
        return []
    return [Violation(say("stephensons-rocket.no-token-left"), final=True)]


def commodity_name_violations(ruleset: RocketRuleset, name: str, field: str) -> list[Violation]:
    if name in ruleset.commodities:
        return []
    known = tuple(ruleset.commodities)
    message = say("stephensons-rocket.unknown-commodity", commodity=name, known=known)
    return [Violation(message, field=field, final=True)]


def commodity_violations(ruleset: RocketRuleset, state: State, name: str, field: str) -> list[Violation]:
    if name not in ruleset.commodities or state.ledger.of(tokens(name), SUPPLY):
        return commodity_name_violations(ruleset, name, field)
    most = ruleset.pieces.tokens_per_commodity
    message = say("stephensons-rocket.commodity-empty", commodity=name, most=most)
    return [Violation(message, field=field, final=True)]


# Stations


def supply_violations(state: State, owner: str) -> list[Violation]:
    if state.ledger.of(stations(owner), SUPPLY):
        return []
    return [Violation(say("stephensons-rocket.no-station-left", player=owner), final=True)]


def none_on_board_violations(state: State, owner: str) -> list[Violation]:
    """Reasons against moving any station of a player."""
    if any(place == LOOSE or place[0] == "line" for place in state.ledger.holders(stations(owner))):
        return []
    return [Violation(say("stephensons-rocket.no-station-on-board", player=owner), field="from", final=True)]


def loose_violations(state: State, owner: str, field: str) -> list[Violation]:
    if state.ledger.of(stations(owner), LOOSE):
        return []
    message = say("stephensons-rocket.no-loose-station", player=owner)
    return [Violation(message, field=field, final=True)]


def leaving_violations(state: State, owner: str, line: str, field: str) -> list[Violation]:
    """Reasons against a station that leaves a line."""
    if line not in state.lines:
        return line_name_violations(state, line, field)
    if state.lines[line].status == "merged":
        message = say("stephensons-rocket.station-on-survivor", line=line, into=_survivor_of(state, line))
    elif not state.ledger.of(stations(owner), on_line(line)):
        message = say("stephensons-rocket.no-station-on-line", player=owner, line=line)
    else:
        return []
    return [Violation(message, field=field, final=True)]


def _survivor_of(state: State, line: str) -> str:
    """The line that is left of a chain of mergers."""
    while (into := state.lines[line].into) is not None:
        line = into
    return line


# Vetoes


def gains_share(state: State, line: str) -> bool:
    return state.lines[line].status == "running" and state.ledger.of(shares(line), PILE) > 0


class Bidding:
    """The bids of a veto, one after the other, once round the table from the left of the mover."""

    def __init__(self, state: State, line: str, mover: str) -> None:
        self._line, self._mover = line, mover
        self.order = (*clockwise(state.players, mover)[1:], mover)
        self.held = shares_of(state.ledger, line, state.players)
        if line in state.lines and gains_share(state, line):
            self.held[mover] += 1
        self._passed: set[str] = set()
        """Whose turn to bid is over."""
        self._highest = 0

    def add(self, who: str, count: int) -> None:
        """Takes a bid, whatever its violations."""
        self._passed = set(self.order[: self.order.index(who) + 1])
        self._highest = max(self._highest, count)

    def least(self, who: str) -> int:
        """What somebody must bid; the mover need only equal the others."""
        return self._highest + (who != self._mover or not self._highest)

    def violations(self, who: str, count: int, field: str, is_last: bool = True) -> list[Violation]:
        """Reasons against the next bid; the last one is paid, so no ruling lifts what is not there."""
        found, held, least = [], self.held[who], self.least(who)
        if who in self._passed:
            message = say("stephensons-rocket.veto-order", player=who)
            found.append(Violation(message, field=f"{field}.player"))
        if not held:
            message = say("stephensons-rocket.veto-no-share", player=who, line=self._line)
            found.append(Violation(message, field=f"{field}.player", final=is_last))
        elif count > held:
            values = {"player": who, "bid": count, "held": held, "line": self._line}
            message = say("stephensons-rocket.veto-too-many", **values)
            found.append(Violation(message, field=f"{field}.shares", final=is_last))
        if count < least:
            message = say("stephensons-rocket.veto-too-low", player=who, bid=count, least=least)
            found.append(Violation(message, field=f"{field}.shares"))
        return found
