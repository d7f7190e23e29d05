"""Reasons against an action of Stephenson's Rocket, and by the same functions against a choice in a form."""

from collections.abc import Iterable
from typing import Any

from companion.core.errors import Violation, one_violation
from companion.core.forms import LONGEST_LIST
from companion.core.game import left_violations
from companion.core.names import fold
from companion.core.table import clockwise
from companion.games.stephensons_rocket import units
from companion.games.stephensons_rocket.actions import Extend, MoveStation, TakeToken
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.state import OTHER_KIND, Kind, Line, State, spelling, towns_in

# Whole actions


def take_token(game: Any, state: State, action: TakeToken) -> list[Violation]:
    return no_token_violations(game.ruleset, state) or [
        *city_violations(game.ruleset, state, action.city, "city"),
        *commodity_violations(game.ruleset, state, action.commodity, "commodity"),
    ]


def move_station(game: Any, state: State, action: MoveStation) -> list[Violation]:
    if action.leaves is None:
        return none_on_board_violations(state, action.by) or loose_violations(state, action.by, "from")
    return leaving_violations(state, action.by, action.leaves, "from")


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
    """Reasons against any action of that kind by the player who is up."""
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
    return one_violation(
        "stephensons-rocket.unknown-line", field, final=True, line=name, known=tuple(state.lines)
    )


def line_violations(state: State, name: str, field: str) -> list[Violation]:
    """Against a line that does not exist, or was dissolved."""
    line = state.lines.get(name)
    if line is None or line.status != "merged":
        return line_name_violations(state, name, field)
    return one_violation("stephensons-rocket.line-merged", field, final=True, line=name, into=line.into)


def extension_violations(state: State, who: str, line: str, field: str) -> list[Violation]:
    found, turn = line_violations(state, line, field), state.turn
    if turn is not None and line in turn.extended and who == turn.player:
        found += one_violation("stephensons-rocket.extended-twice", field, line=line)
    return found


def isolation_violations(state: State, line: str, field: str) -> list[Violation]:
    found = line_violations(state, line, field)
    if line in state.lines and state.lines[line].status == "isolated":
        found += one_violation("stephensons-rocket.isolated-already", field, line=line)
    return found


def merger_violations(state: State, line: str, into: str, field: str) -> list[Violation]:
    if into == line:
        return one_violation("stephensons-rocket.into-itself", field, final=True, line=line)
    return line_violations(state, into, field)


# Towns and tokens


def start_town_violations(state: State, line: str, town: str, field: str) -> list[Violation]:
    if town not in state.lines:
        return line_name_violations(state, town, field)
    reached = state.lines.get(line, Line()).start_towns
    if town == line or state.lines[town].moved or town in reached:
        return []
    return one_violation("stephensons-rocket.start-town-not-left", field, line=town)


class Naming:
    """Towns named one after the other: a name is of one kind, and the board has so many of each."""

    def __init__(self, ruleset: RocketRuleset, state: State) -> None:
        self._towns = set(state.towns)
        board = ruleset.board
        self._most: dict[Kind, int] = {"metropolis": board.metropolises, "railway-town": board.railway_towns}

    def violations(self, kind: Kind, name: str, field: str) -> list[Violation]:
        folded, other, most = fold(name), OTHER_KIND[kind], self._most[kind]
        if (kind, folded) in self._towns:
            return []
        # a ruling may name more towns than the board has, but not so many that every entry copies thousands
        final = len(self._towns) >= LONGEST_LIST
        if (other, folded) in self._towns:
            key = "stephensons-rocket.two-kinds"
            return one_violation(key, field, final=final, town=name, kind=kind, other=other)
        if sum(known == kind for known, _ in self._towns) >= most:
            key = "stephensons-rocket.too-many-towns"
            return one_violation(key, field, final=final, town=name, kind=kind, most=most)
        return []

    def add(self, kind: Kind, names: Iterable[str], field: str = "") -> list[Violation]:
        """Names a list of towns and returns their violations."""
        found = []
        for number, name in enumerate(names, 1):
            found += self.violations(kind, name, f"{field}[{number}]")
            self._towns.add((kind, fold(name)))
        return found


def city_violations(ruleset: RocketRuleset, state: State, name: str, field: str) -> list[Violation]:
    found = Naming(ruleset, state).violations("metropolis", name, field)
    city, most = spelling(state.towns, "metropolis", name), ruleset.pieces.tokens_per_metropolis
    if units.taken_from_city(state.ledger, city, ruleset.commodities) >= most:
        found += one_violation("stephensons-rocket.city-empty", field, final=True, city=city, most=most)
    return found


def no_token_violations(ruleset: RocketRuleset, state: State) -> list[Violation]:
    has_any = any(state.ledger.of(units.tokens(name), units.SUPPLY) for name in ruleset.commodities)
    return [] if has_any else one_violation("stephensons-rocket.no-token-left", final=True)


def commodity_name_violations(ruleset: RocketRuleset, name: str, field: str) -> list[Violation]:
    if name in ruleset.commodities:
        return []
    known = tuple(ruleset.commodities)
    return one_violation(
        "stephensons-rocket.unknown-commodity", field, final=True, commodity=name, known=known
    )


def commodity_violations(ruleset: RocketRuleset, state: State, name: str, field: str) -> list[Violation]:
    if name not in ruleset.commodities or state.ledger.of(units.tokens(name), units.SUPPLY):
        return commodity_name_violations(ruleset, name, field)
    most = ruleset.pieces.tokens_per_commodity
    return one_violation("stephensons-rocket.commodity-empty", field, final=True, commodity=name, most=most)


# Stations


def supply_violations(state: State, owner: str) -> list[Violation]:
    left = state.ledger.of(units.stations(owner), units.SUPPLY)
    return [] if left else one_violation("stephensons-rocket.no-station-left", final=True, player=owner)


def none_on_board_violations(state: State, owner: str) -> list[Violation]:
    places = state.ledger.holders(units.stations(owner))
    if any(place == units.LOOSE or place[0] == "line" for place in places):
        return []
    return one_violation("stephensons-rocket.no-station-on-board", final=True, player=owner)


def loose_violations(state: State, owner: str, field: str) -> list[Violation]:
    """Reasons against a loose station: the mover's own (`from`), or anybody's that joins a line (`station`)."""
    if state.ledger.of(units.stations(owner), units.LOOSE):
        return []
    key = "no-loose-station" if field == "from" else "none-loose"
    return one_violation(f"stephensons-rocket.{key}", field, final=True, player=owner)


def leaving_violations(state: State, owner: str, line: str, field: str) -> list[Violation]:
    if line not in state.lines:
        return line_name_violations(state, line, field)
    if state.lines[line].status == "merged":
        survivor = line
        while (into := state.lines[survivor].into) is not None:
            survivor = into
        return one_violation(
            "stephensons-rocket.station-on-survivor", field, final=True, line=line, into=survivor
        )
    if state.ledger.of(units.stations(owner), units.on_line(line)):
        return []
    return one_violation("stephensons-rocket.no-station-on-line", field, final=True, player=owner, line=line)


# Vetoes


def gains_share(state: State, line: str) -> bool:
    return state.lines[line].status == "running" and state.ledger.of(units.shares(line), units.PILE) > 0


class Bidding:
    """The bids of a veto, one after the other, once round the table from the left of the mover."""

    def __init__(self, state: State, line: str, mover: str) -> None:
        self._state, self._line, self._mover = state, line, mover
        self.order = (*clockwise(state.seats, mover)[1:], mover)
        self.held = units.shares_of(state.ledger, line, state.players)
        if line in state.lines and gains_share(state, line):
            self.held[mover] += 1
        self._passed: set[str] = set()
        """Whose turn to bid is over."""
        self._highest = 0

    def add(self, who: str, count: int) -> None:
        """Records a bid, whatever its violations."""
        self._passed = set(self.order[: self.order.index(who) + 1])
        self._highest = max(self._highest, count)

    def least(self, who: str) -> int:
        """The lowest bid a player may make; the mover need only equal the others."""
        return self._highest + (who != self._mover or not self._highest)

    def violations(self, who: str, count: int, field: str, is_last: bool = True) -> list[Violation]:
        """Reasons against the next bid; the last one is paid, so it can never exceed the shares held."""
        found: list[Violation] = []
        line, held, least = self._line, self.held[who], self.least(who)
        bidder, bid = f"{field}.player", f"{field}.shares"
        found += left_violations(self._state, who, bidder)
        if who in self._passed:
            found += one_violation("stephensons-rocket.veto-order", bidder, player=who)
        if not held:
            key = "stephensons-rocket.veto-no-share"
            found += one_violation(key, bidder, final=is_last, player=who, line=line)
        elif count > held:
            values = {"player": who, "bid": count, "held": held, "line": line}
            found += one_violation("stephensons-rocket.veto-too-many", bid, final=is_last, **values)
        if count < least:
            found += one_violation("stephensons-rocket.veto-too-low", bid, player=who, bid=count, least=least)
        return found
