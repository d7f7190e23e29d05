"""A game joined late, or recounted: pieces set as the table has them."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from companion.core.errors import Problem
from companion.core.ledger import BANK, Books, Holder, player
from companion.core.messages import say
from companion.core.names import fold
from companion.core.table import Names as Players
from companion.core.table import unknown_player
from companion.games.models import Count, Model, Name, Names, Number, distinct_names
from companion.games.stephensons_rocket.extension import dissolve, named_towns, unlisted
from companion.games.stephensons_rocket.problems import town_problems, unknown_commodity, unknown_line
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.state import (
    BOARD,
    LOOSE,
    MONEY,
    OUT,
    PASSENGERS,
    PILE,
    STAND_IN,
    SUPPLEMENTARY,
    SUPPLY,
    TILES,
    Kind,
    Line,
    State,
    Turn,
    on_line,
    shares,
    shares_of,
    spelling,
    stand_ins,
    stations,
    taken_from_city,
    tokens,
)

Held = Annotated[dict[Name, Count], AfterValidator(distinct_names)]


class PositionTurn(Model):
    player: Name
    actions_left: Number | None = None
    extended: Names = ()


class PositionTokens(Model):
    commodity: Name
    city: Name | None = None
    held: Held


class PositionLine(Model):
    line: Name
    moved: bool | None = None
    metropolises: Names | None = None
    railway_towns: Names | None = None
    start_towns: Names | None = None
    unnamed_towns: Count | None = None
    stations: Held = {}
    shares: Held | None = None
    pile: Count | None = None
    status: Literal["running", "merged", "isolated"] | None = None
    into: Name | None = None


class Position(Model):
    tracks_laid: Count | None = None
    cash: Held | None = None
    passengers: Held = {}
    loose_stations: Held = {}
    supplementary_left: Count | None = None
    turn: PositionTurn | None = None
    tokens: Annotated[tuple[PositionTokens, ...], Field(strict=False)] = ()
    lines: Annotated[tuple[PositionLine, ...], Field(strict=False)] = ()


def position_problems(
    ruleset: RocketRuleset, state: State, position: Position, names: Players
) -> list[Problem]:
    """What of a position cannot be, before any piece is moved."""
    found = [
        unknown_player(name, where, names.values())
        for where, name in _people(position)
        if fold(name) not in names
    ]
    found += [
        unknown_line(ruleset, line, where)
        for where, line in _lines_named(position)
        if line not in ruleset.lines
    ]
    found += [
        unknown_commodity(ruleset, row.commodity)
        for row in position.tokens
        if row.commodity not in ruleset.commodities
    ]
    listed = [item.line for item in position.lines]
    found += [_cannot("listed-twice", "lines", name=line) for line in _repeated(listed)]
    rows = [f"{row.commodity}/{fold(row.city or '')}" for row in position.tokens]
    found += [_cannot("listed-twice", "tokens", name=row.rstrip("/")) for row in _repeated(rows)]
    found += [problem for item in position.lines for problem in _status_problems(state, item)]
    found += [problem for item in position.lines for problem in _size_problems(ruleset, state, item)]
    found += _survivor_problems(state, position)
    found += _turn_problems(ruleset, state, position.turn)
    entered: list[tuple[Kind, str, str]] = []
    for item in position.lines:
        entered += [("metropolis", name, "metropolises") for name in item.metropolises or ()]
        entered += [("railway-town", name, "railway_towns") for name in item.railway_towns or ()]
    entered += [("metropolis", row.city, "city") for row in position.tokens if row.city is not None]
    return found + town_problems(ruleset, state, entered)


def _cannot(key: str, field: str, **values: object) -> Problem:
    return Problem(say(f"stephensons-rocket.position.{key}", **values), field=f"position.{field}", final=True)


def _repeated(listed: list[str]) -> list[str]:
    return sorted({name for name in listed if listed.count(name) > 1})


def _people(position: Position) -> list[tuple[str, str]]:
    tables: list[tuple[str, Mapping[str, Any]]] = [
        ("cash", position.cash or {}),
        ("passengers", position.passengers),
        ("loose_stations", position.loose_stations),
        *(("tokens", row.held) for row in position.tokens),
        *(("stations", item.stations) for item in position.lines),
        *(("shares", item.shares or {}) for item in position.lines),
    ]
    found = [(f"position.{where}", name) for where, table in tables for name in table]
    return found + ([("position.turn", position.turn.player)] if position.turn else [])


def _lines_named(position: Position) -> list[tuple[str, str]]:
    found = [("position.lines", item.line) for item in position.lines]
    found += [("position.into", item.into) for item in position.lines if item.into is not None]
    found += [("position.start_towns", town) for item in position.lines for town in item.start_towns or ()]
    return found + [("position.turn", line) for line in (position.turn.extended if position.turn else ())]


def _survivor_problems(state: State, position: Position) -> list[Problem]:
    """A merged line must lead to one that is still there."""
    survivors = {name: line.into for name, line in state.lines.items()}
    for item in position.lines:
        if item.into is not None or item.status is not None:
            survivors[item.line] = item.into
    found = []
    for item in position.lines:
        name: str | None = item.into
        seen = {item.line}
        while name is not None and name not in seen:
            seen.add(name)
            name = survivors.get(name)
        if name is not None and item.into != item.line:
            found.append(_cannot("merged-in-a-circle", "into", line=item.line))
    return found


def _status_problems(state: State, item: PositionLine) -> list[Problem]:
    before = state.lines.get(item.line)
    if before is None:
        return []
    status = item.status or before.status
    pieces = (
        any(item.stations.values())
        or any((item.shares or {}).values())
        or bool(
            item.metropolises or item.railway_towns or item.start_towns or item.unnamed_towns or item.pile
        )
    )
    found = []
    if status == "merged":
        if item.into is None and before.into is None:
            found.append(_cannot("merged-into-nothing", "into", line=item.line))
        if item.into == item.line:
            found.append(_cannot("merged-into-itself", "into", line=item.line))
        if pieces:
            found.append(_cannot("merged-with-pieces", "lines", line=item.line))
    elif item.into is not None:
        found.append(_cannot("into-not-merged", "into", line=item.line))
    if status == "isolated" and item.pile:
        found.append(_cannot("isolated-with-pile", "pile", line=item.line))
    return found


def _size_problems(ruleset: RocketRuleset, state: State, item: PositionLine) -> list[Problem]:
    """More shares in a pile, or more towns, than there are."""
    before = state.lines.get(item.line, Line())
    found = []
    if item.pile is not None and item.pile > ruleset.pieces.shares:
        found.append(_cannot("pile-too-large", "pile", line=item.line, most=ruleset.pieces.shares))
    board = ruleset.board
    most = board.metropolises + board.railway_towns + board.start_towns
    towns = sum(
        len(given if given is not None else known)
        for given, known in (
            (item.metropolises, before.metropolises),
            (item.railway_towns, before.railway_towns),
            (item.start_towns, before.start_towns),
        )
    )
    unnamed = before.unnamed_towns if item.unnamed_towns is None else item.unnamed_towns
    if item.unnamed_towns is not None and towns + unnamed > most:
        found.append(_cannot("too-many-towns", "unnamed_towns", line=item.line, most=most))
    return found


def _turn_problems(ruleset: RocketRuleset, state: State, turn: PositionTurn | None) -> list[Problem]:
    if turn is None:
        return []
    if state.ended is not None:
        return [_cannot("turn-after-end", "turn")]
    if turn.actions_left is not None and turn.actions_left > ruleset.turn.actions:
        return [_cannot("too-many-actions", "turn", most=ruleset.turn.actions)]
    return []


class Placement:
    """Sets a state to a position: all of it at the start (`fresh`), later only the parts that are given."""

    def __init__(
        self, ruleset: RocketRuleset, state: State, position: Position, names: Players, fresh: bool
    ) -> None:
        self._ruleset, self._state, self._position, self._names = ruleset, state, position, names
        self._fresh = fresh
        self.books = Books(state.ledger)
        self._lines = dict(state.lines)
        self._towns = state.towns

    def run(self) -> State:
        position = self._position
        self._dissolve_merged()
        for item in position.lines:
            if self._lines[item.line].status != "merged":
                self._set_line(item)
        for item in position.lines:
            if self._lines[item.line].status != "merged":
                self._set_shares(item)
        if position.supplementary_left is not None:
            self.books.settle(SUPPLEMENTARY, OUT, [(SUPPLY, position.supplementary_left)])
        self._set_stations()
        self._set_tokens()
        self.books.settle(PASSENGERS, SUPPLY, self._players(position.passengers))
        if position.tracks_laid is not None:
            self.books.settle(TILES, SUPPLY, [(BOARD, position.tracks_laid)])
        self.books.settle(MONEY, BANK, self._players(position.cash or {}))
        return self._state._replace(
            ledger=self.books.close(), lines=self._lines, towns=self._towns, turn=self._turn()
        )

    def overfull_cities(self) -> list[Problem]:
        """Metropolises of which more tokens are held than there are; asked after `run`."""
        most = self._ruleset.pieces.tokens_per_metropolis
        cities = {self._city(row.city) for row in self._position.tokens if row.city is not None}
        return [
            _cannot("city-overfull", "tokens", city=city, most=most)
            for city in sorted(cities)
            if taken_from_city(self.books, city, tuple(self._ruleset.commodities)) > most
        ]

    def _players(self, held: Mapping[str, int], *where: str) -> list[tuple[Holder, int]]:
        return [(player(self._names[fold(name)], *where), count) for name, count in held.items()]

    def _city(self, name: str) -> str:
        return spelling(self._towns, "metropolis", name)

    def _turn(self) -> Turn | None:
        turn = self._position.turn
        if turn is None:
            return self._state.turn
        left = self._ruleset.turn.actions if turn.actions_left is None else turn.actions_left
        return Turn(self._names[fold(turn.player)], left, tuple(dict.fromkeys(turn.extended)))

    def _dissolve_merged(self) -> None:
        for item in self._position.lines:
            before = self._lines[item.line]
            if item.status == "merged" and item.into is not None:
                if before.status == "merged":
                    self._lines[item.line] = before._replace(into=item.into)
                else:
                    dissolve(
                        self.books, self._lines, item.line, self._survivor(item.into), self._state.players
                    )
                    self._lines[item.line] = self._lines[item.line]._replace(into=item.into)
            elif item.status is not None and before.status == "merged":
                self._lines[item.line] = Line(status=item.status, moved=True)
            if item.status == "running" and before.status != "running":
                own = shares(item.line)
                self.books.move(own, OUT, PILE, self.books.of(own, OUT))

    def _survivor(self, name: str) -> str:
        """The line that is left of a chain of mergers."""
        listed = {item.line: item.into for item in self._position.lines if item.status == "merged"}
        while (further := listed.get(name) or self._lines[name].into) is not None:
            name = further
        return name

    def _set_line(self, item: PositionLine) -> None:
        before = self._lines[item.line]
        self._towns = named_towns(self._towns, "metropolis", item.metropolises or ())
        self._towns = named_towns(self._towns, "railway-town", item.railway_towns or ())
        moved = item.moved
        if moved is None:
            moved = True if self._fresh else before.moved
        status = item.status or before.status
        self._lines[item.line] = Line(
            status=status,
            moved=moved,
            metropolises=self._listed("metropolis", item.metropolises, before.metropolises),
            railway_towns=self._listed("railway-town", item.railway_towns, before.railway_towns),
            start_towns=before.start_towns if item.start_towns is None else unlisted(item.start_towns, ()),
            unnamed_towns=before.unnamed_towns if item.unnamed_towns is None else item.unnamed_towns,
        )
        if status == "isolated":
            self.books.move(shares(item.line), PILE, OUT, self.books.of(shares(item.line), PILE))

    def _listed(
        self, kind: Kind, entered: tuple[str, ...] | None, before: tuple[str, ...]
    ) -> tuple[str, ...]:
        if entered is None:
            return before
        return unlisted((spelling(self._towns, kind, name) for name in entered), ())

    def _set_shares(self, item: PositionLine) -> None:
        """Held and pile as given; all real shares stay accounted for, and what exceeds them is supplementary.

        Where no pile is given, shares come out of it and then out of the supplementary stock, as in the game,
        and go back the other way round.
        """
        line, books = item.line, self.books
        held = shares_of(books, line, self._state.players)
        before, extra = sum(held.values()), stand_ins(books, line)
        held.update({self._names[fold(name)]: count for name, count in (item.shares or {}).items()})
        change = sum(held.values()) - before
        is_running = self._lines[line].status == "running"
        stock = PILE if is_running and item.pile is None else OUT
        wanted = [(player(name), count) for name, count in held.items()]
        if is_running and item.pile is not None:
            wanted.append((PILE, item.pile))
            new_extra = max(0, item.pile + before + change - self._ruleset.pieces.shares)
        elif change > 0:
            new_extra = extra + max(0, change - books.of(shares(line), stock))
        else:
            new_extra = max(0, extra + change)
        self._stand_in(line, stock, max(0, new_extra - extra))
        books.settle(shares(line), stock, wanted)
        self._stand_in(line, stock, min(0, new_extra - extra))

    def _stand_in(self, line: str, stock: Holder, count: int) -> None:
        """More or fewer supplementary shares in service, handed through the stock of the line's own."""
        self.books.move(SUPPLEMENTARY, SUPPLY, on_line(line), count)
        self.books.move(shares(line), STAND_IN, stock, count)

    def _set_stations(self) -> None:
        position = self._position
        wanted: dict[str, list[tuple[Holder, int]]] = {}
        for name, count in position.loose_stations.items():
            wanted.setdefault(self._names[fold(name)], []).append((LOOSE, count))
        for item in position.lines:
            for name, count in item.stations.items():
                wanted.setdefault(self._names[fold(name)], []).append((on_line(item.line), count))
        for owner, holders in wanted.items():
            self.books.settle(stations(owner), SUPPLY, holders)

    def _set_tokens(self) -> None:
        cities = [row.city for row in self._position.tokens if row.city is not None]
        self._towns = named_towns(self._towns, "metropolis", cities)
        wanted: dict[str, list[tuple[Holder, int]]] = {}
        for row in self._position.tokens:
            where = () if row.city is None else (self._city(row.city),)
            wanted.setdefault(row.commodity, []).extend(self._players(row.held, *where))
        for commodity, holders in wanted.items():
            self.books.settle(tokens(commodity), SUPPLY, holders)
