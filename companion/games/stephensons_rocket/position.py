"""A position of Stephenson's Rocket: what it can say, what of it cannot be, and how a state is brought to it.

A session that is joined late begins with one; a recount sets any part of it.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from companion.core.errors import Refusal, Violation, one_violation
from companion.core.game import AnyGame, Outcome
from companion.core.ledger import BANK, OpenLedger, player
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.games.counting import CountedField, Spot, counts_in, counts_now, settle
from companion.games.models import Count, HeldByPlayer, Listed, Model, Name, NameList, Number, PlayerName
from companion.games.stephensons_rocket import units
from companion.games.stephensons_rocket.actions import Metropolis, RailwayTown
from companion.games.stephensons_rocket.checks import Naming, commodity_name_violations, line_name_violations
from companion.games.stephensons_rocket.extension import dissolve, known_otherwise, named_towns, stand_in
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.scoring import take_back
from companion.games.stephensons_rocket.state import Kind, Line, State, Turn, spelling, towns_in, unlisted


class PositionTurn(Model):
    player: PlayerName
    actions_left: Number | None = None
    extended: NameList | None = None


class PositionTokens(Model):
    commodity: Name
    city: Metropolis | None = None
    held: HeldByPlayer


class PositionLine(Model):
    line: Name
    moved: bool | None = None
    metropolises: Listed[Metropolis] | None = None
    railway_towns: Listed[RailwayTown] | None = None
    start_towns: NameList | None = None
    unnamed_towns: Count | None = None
    stations: HeldByPlayer = {}
    shares: HeldByPlayer | None = None
    pile: Count | None = None
    status: Literal["running", "merged", "isolated"] | None = None
    into: Name | None = None


class Position(Model):
    tracks_laid: Count | None = None
    cash: HeldByPlayer | None = None
    passengers: HeldByPlayer = {}
    loose_stations: HeldByPlayer = {}
    supplementary_left: Count | None = None
    turn: PositionTurn | None = None
    tokens: Listed[PositionTokens] = ()
    lines: Listed[PositionLine] = ()


def _tokens(commodity: str, city: str, name: str) -> Spot:
    return units.tokens(commodity), player(name, city) if city else player(name), units.SUPPLY


_FIELDS = (
    CountedField("tracks_laid", lambda: (units.TILES, units.BOARD, units.SUPPLY)),
    CountedField("cash", lambda name: (units.MONEY, player(name), BANK), is_table=True),
    CountedField("passengers", lambda name: (units.PASSENGERS, player(name), units.SUPPLY), is_table=True),
    CountedField(
        "loose_stations", lambda name: (units.stations(name), units.LOOSE, units.SUPPLY), is_table=True
    ),
    CountedField("supplementary_left", lambda: (units.SUPPLEMENTARY, units.SUPPLY, units.OUT)),
)
_TOKEN_FIELDS = (CountedField("held", _tokens, is_table=True),)
"""Below a commodity and a metropolis, which is empty where its name is not known."""
_LINE_FIELDS = (
    CountedField(
        "stations",
        lambda line, name: (units.stations(name), units.on_line(line), units.SUPPLY),
        is_table=True,
    ),
)
"""Below a line; its shares are not among them, since supplementary ones stand in for them."""


# The position of a state


def position_now(game: AnyGame, state: State) -> dict[str, Any]:
    """After the end, tokens are as before the discards: a recount scores again."""
    ledger, commodities = OpenLedger(state.ledger), game.ruleset.commodities
    take_back(ledger, state, commodities)
    found = counts_now(_FIELDS, ledger, state.players)
    if state.turn is not None:
        found["turn"] = state.turn.as_told()
    found["tokens"] = []
    for commodity in commodities:
        for city in sorted({row.city for row in units.token_rows(ledger, (commodity,))}):
            row = {"commodity": commodity, **({"city": city} if city else {})}
            found["tokens"].append(row | counts_now(_TOKEN_FIELDS, ledger, state.players, commodity, city))
    found["lines"] = []
    for name, line in state.lines.items():
        told: dict[str, Any] = {"line": name, "status": line.status, "into": line.into}
        if line.status != "merged":
            told = {"line": name, **line.as_told(), **counts_now(_LINE_FIELDS, ledger, state.players, name)}
            told["shares"] = units.shares_of(ledger, name, state.players)
            told["pile"] = ledger.of(units.shares(name), units.PILE)
            del told["into"]
        found["lines"].append(told)
    return found


# What of a position cannot be; the form says the same of each answer


def position_violations(game: AnyGame, state: State, position: Position) -> list[Violation]:
    towns = Naming(game.ruleset, state)
    found = [] if position.turn is None else _turn_violations(game.ruleset, state, position.turn)
    for number, row in enumerate(position.tokens, 1):
        field = f"tokens[{number}]"
        found += commodity_name_violations(game.ruleset, row.commodity, f"position.{field}.commodity")
        before = [(one.commodity, one.city) for one in position.tokens[: number - 1]]
        found += row_violations(before, row.commodity, row.city, f"{field}.city")
        if row.city is not None:
            found += towns.violations("metropolis", row.city, f"position.{field}.city")
            towns.add("metropolis", [row.city])
    board, shares = game.ruleset.board, game.ruleset.pieces.shares
    most = board.metropolises + board.railway_towns + board.start_towns
    for number, item in enumerate(position.lines, 1):
        field = f"lines[{number}]"
        found += line_name_violations(state, item.line, f"position.{field}.line")
        if item.into is not None:
            found += line_name_violations(state, item.into, f"position.{field}.into")
        for place, town in enumerate(item.start_towns or (), 1):
            found += line_name_violations(state, town, f"position.{field}.start_towns[{place}]")
        found += heading_violations(position.lines[: number - 1], item.line, f"{field}.line")
        found += status_violations(state, item, f"{field}.status")
        found += into_violations(state, item, position.lines, f"{field}.into")
        if _status(state, item) == "isolated" and item.pile:
            found += cannot("isolated-with-pile", f"{field}.pile", line=item.line)
        if item.pile is not None and item.pile > shares:
            found += cannot("pile-too-large", f"{field}.pile", line=item.line, most=shares)
        named = (item.metropolises or (), item.railway_towns or (), item.start_towns or ())
        if sum(map(len, named)) + (item.unnamed_towns or 0) > most:
            found += cannot("too-many-towns", f"{field}.unnamed_towns", line=item.line, most=most)
        for kind, part, names in towns_in(item):
            found += towns.add(kind, names, f"position.{field}.{part}")
    return found


def cannot(key: str, field: str, **values: object) -> list[Violation]:
    return one_violation(f"stephensons-rocket.position.{key}", f"position.{field}", final=True, **values)


def row_violations(
    before: Iterable[tuple[str | None, str | None]], commodity: str | None, city: str | None, field: str
) -> list[Violation]:
    folded = fold(city or "")
    if (commodity, folded) not in [(listed, fold(name or "")) for listed, name in before]:
        return []
    return cannot("listed-twice", field, name=f"{commodity}/{folded}" if folded else commodity)


def heading_violations(before: Sequence[PositionLine], line: str, field: str) -> list[Violation]:
    return cannot("listed-twice", field, name=line) if line in [item.line for item in before] else []


def status_violations(state: State, item: PositionLine, field: str) -> list[Violation]:
    held = [*item.stations.values(), *(item.shares or {}).values(), item.pile, item.unnamed_towns]
    towns = [item.metropolises, item.railway_towns, item.start_towns]
    if _status(state, item) == "merged" and any([*held, *towns]):
        return cannot("merged-with-pieces", field, line=item.line)
    return []


def into_violations(
    state: State, item: PositionLine, lines: Sequence[PositionLine], field: str
) -> list[Violation]:
    """A merged line, and no other, must lead to one that is still there; `lines` are all of the position."""
    found: list[Violation] = []
    status, before = _status(state, item), state.lines.get(item.line)
    if status == "merged" and item.into is None and before is not None and before.into is None:
        found += cannot("merged-into-nothing", field, line=item.line)
    elif status == "merged" and item.into == item.line:
        found += cannot("merged-into-itself", field, line=item.line)
    elif status not in ("merged", None) and item.into is not None:
        found += cannot("into-not-merged", field, line=item.line)
    if item.into != item.line and _leads_back(state, lines, item):
        found += cannot("merged-in-a-circle", field, line=item.line)
    return found


def _leads_back(state: State, lines: Sequence[PositionLine], item: PositionLine) -> bool:
    survivors = {name: line.into for name, line in state.lines.items()}
    for one in lines:
        if one.into is not None or one.status is not None:
            survivors[one.line] = one.into
    name, seen = item.into, {item.line}
    while name is not None and name not in seen:
        seen.add(name)
        name = survivors.get(name)
    return name is not None


def _status(state: State, item: PositionLine) -> str | None:
    """The status of a line in the position; None for an unknown line."""
    before = state.lines.get(item.line)
    return None if before is None else item.status or before.status


def _turn_violations(ruleset: RocketRuleset, state: State, turn: PositionTurn) -> list[Violation]:
    found, most = [], ruleset.turn.actions
    for number, line in enumerate(turn.extended or (), 1):
        found += line_name_violations(state, line, f"position.turn.extended[{number}]")
    if state.ended is not None:
        found += cannot("turn-after-end", "turn")
    elif turn.actions_left is not None and turn.actions_left > most:
        found += cannot("too-many-actions", "turn.actions_left", most=most)
    return found


# A state brought to a position


class Placement:
    """All of a position at the start (`fresh`), later only the parts that are given."""

    def __init__(self, ruleset: RocketRuleset, state: State, position: Position, fresh: bool) -> None:
        self._ruleset, self._state, self._position, self._fresh = ruleset, state, position, fresh
        self._books = OpenLedger(state.ledger)
        self._warnings: list[Message] = []
        self._lines = dict(state.lines)
        self._towns = state.towns

    def outcome(self) -> Outcome[State]:
        self._dissolve_merged()
        standing = [item for item in self._position.lines if self._lines[item.line].status != "merged"]
        for item in standing:
            self._set_line(item)
        for item in standing:
            self._set_shares(item)
        self._name_towns("metropolis", [row.city for row in self._position.tokens if row.city is not None])
        counts = [*counts_in(_FIELDS, self._position)]
        for item in self._position.lines:
            counts += counts_in(_LINE_FIELDS, item, item.line)
        for row in self._position.tokens:
            city = "" if row.city is None else spelling(self._towns, "metropolis", row.city)
            counts += counts_in(_TOKEN_FIELDS, row, row.commodity, city)
        settle(self._books, counts)
        most, cities, found = self._ruleset.pieces.tokens_per_metropolis, dict[str, int](), []
        for number, row in enumerate(self._position.tokens, 1):
            if row.city is not None:
                cities[spelling(self._towns, "metropolis", row.city)] = number
        for city, number in sorted(cities.items()):
            if units.taken_from_city(self._books, city, self._ruleset.commodities) > most:
                found += cannot("city-overfull", f"tokens[{number}].held", city=city, most=most)
        if found:
            raise Refusal(*found)
        ledger, turn = self._books.close(), self._turn()
        new = self._state._replace(ledger=ledger, lines=self._lines, towns=self._towns, turn=turn)
        event = say("table.position" if self._fresh else "table.recounted")
        return Outcome(new, self._books.postings, (event,), self._warnings)

    def _name_towns(self, kind: Kind, names: Sequence[str]) -> None:
        self._towns = named_towns(self._towns, kind, names)
        self._warnings += known_otherwise(self._ruleset, kind, names)

    def _turn(self) -> Turn | None:
        turn, before = self._position.turn, self._state.turn
        if turn is None:
            return before
        if self._fresh or before is None or before.player != turn.player:
            before = Turn(turn.player, self._ruleset.turn.actions)
        extended = before.extended if turn.extended is None else tuple(dict.fromkeys(turn.extended))
        return before._replace(actions_left=turn.actions_left or before.actions_left, extended=extended)

    def _dissolve_merged(self) -> None:
        merged = {item.line: item.into for item in self._position.lines if item.status == "merged"}
        for item in self._position.lines:
            line, before = item.line, self._lines[item.line]
            if item.status == "merged" and item.into is not None:
                if before.status != "merged":
                    survivor = item.into  # the line that is left of a chain of mergers
                    while (further := merged.get(survivor) or self._lines[survivor].into) is not None:
                        survivor = further
                    dissolve(self._books, self._lines, line, survivor, self._state.players)
                self._lines[line] = self._lines[line]._replace(into=item.into)
            elif item.status is not None and before.status == "merged":
                self._lines[line] = Line(status=item.status, moved=True)
            if item.status == "running" and before.status != "running":
                self._books.settle(units.shares(line), units.PILE, [(units.OUT, 0)])

    def _set_line(self, item: PositionLine) -> None:
        given = {field: getattr(item, field) for field in ("status", "moved", "unnamed_towns")}
        if self._fresh and item.moved is None:
            given["moved"] = True
        for kind, field, names in towns_in(item):
            self._name_towns(kind, names)
            if getattr(item, field) is not None:
                given[field] = unlisted((spelling(self._towns, kind, name) for name in names), ())
        if item.start_towns is not None:
            given["start_towns"] = unlisted(item.start_towns, ())
        given = {field: value for field, value in given.items() if value is not None}
        self._lines[item.line] = line = self._lines[item.line]._replace(**given)
        if line.status == "isolated":
            self._books.settle(units.shares(item.line), units.OUT, [(units.PILE, 0)])

    def _set_shares(self, item: PositionLine) -> None:
        """Held and pile as given; all real shares stay accounted for, and what exceeds them is supplementary.

        Where no pile is given, shares come out of it and then out of the supplementary stock, as in the game,
        and go back the other way round.
        """
        line, ledger = item.line, self._books
        held = units.shares_of(ledger, line, self._state.players)
        before, extra = sum(held.values()), units.stand_ins(ledger, line)
        held.update(item.shares or {})
        change = sum(held.values()) - before
        is_running = self._lines[line].status == "running"
        stock = units.PILE if is_running and item.pile is None else units.OUT
        wanted = [(player(name), count) for name, count in held.items()]
        if not change and item.pile == ledger.of(units.shares(line), units.PILE):
            new_extra = extra  # it is as it was, whichever of them are supplementary
        elif is_running and item.pile is not None:
            wanted.append((units.PILE, item.pile))
            new_extra = max(0, item.pile + before + change - self._ruleset.pieces.shares)
        elif change > 0:
            new_extra = extra + max(0, change - ledger.of(units.shares(line), stock))
        else:
            new_extra = max(0, extra + change)
        stand_in(ledger, line, stock, max(0, new_extra - extra))
        ledger.settle(units.shares(line), stock, wanted)
        stand_in(ledger, line, stock, min(0, new_extra - extra))
