"""Brings a state to a position, piece by piece through the books."""

from collections.abc import Mapping, Sequence

from companion.core.errors import Violation
from companion.core.ledger import BANK, Books, Holder, player
from companion.core.messages import Message
from companion.games.stephensons_rocket.extension import (
    dissolve,
    known_otherwise,
    named_towns,
    stand_in,
    unlisted,
)
from companion.games.stephensons_rocket.position.checks import cannot
from companion.games.stephensons_rocket.position.model import Position, PositionLine
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.state import (
    BOARD,
    LOOSE,
    MONEY,
    OUT,
    PASSENGERS,
    PILE,
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


class Placement:
    """Sets a state to a position: all of it at the start (`fresh`), later only the parts that are given."""

    def __init__(self, ruleset: RocketRuleset, state: State, position: Position, fresh: bool) -> None:
        self._ruleset, self._state, self._position = ruleset, state, position
        self._fresh = fresh
        self.books = Books(state.ledger)
        self.warnings: list[Message] = []
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
        self.books.settle(PASSENGERS, SUPPLY, _of_players(position.passengers))
        if position.tracks_laid is not None:
            self.books.settle(TILES, SUPPLY, [(BOARD, position.tracks_laid)])
        self.books.settle(MONEY, BANK, _of_players(position.cash or {}))
        return self._state._replace(
            ledger=self.books.close(), lines=self._lines, towns=self._towns, turn=self._turn()
        )

    def overfull_cities(self) -> list[Violation]:
        """Metropolises of which more tokens are held than there are; asked after `run`."""
        most, commodities = self._ruleset.pieces.tokens_per_metropolis, tuple(self._ruleset.commodities)
        rows = enumerate(self._position.tokens, 1)
        cities = {self._city(row.city): number for number, row in rows if row.city is not None}
        return [
            cannot("city-overfull", f"tokens[{number}].held", city=city, most=most)
            for city, number in sorted(cities.items())
            if taken_from_city(self.books, city, commodities) > most
        ]

    def _name_towns(self, kind: Kind, names: Sequence[str]) -> None:
        self._towns = named_towns(self._towns, kind, names)
        for name in names:
            self.warnings += known_otherwise(self._ruleset, kind, name)

    def _city(self, name: str) -> str:
        return spelling(self._towns, "metropolis", name)

    def _turn(self) -> Turn | None:
        turn = self._position.turn
        if turn is None:
            return self._state.turn
        usual = Turn(turn.player, self._ruleset.turn.actions)
        before = self._state.turn
        known = usual if self._fresh or before is None or before.player != turn.player else before
        left = known.actions_left if turn.actions_left is None else turn.actions_left
        extended = known.extended if turn.extended is None else tuple(dict.fromkeys(turn.extended))
        return Turn(turn.player, left, extended)

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
        self._name_towns("metropolis", item.metropolises or ())
        self._name_towns("railway-town", item.railway_towns or ())
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
        held.update(item.shares or {})
        change = sum(held.values()) - before
        is_running = self._lines[line].status == "running"
        stock = PILE if is_running and item.pile is None else OUT
        wanted = [(player(name), count) for name, count in held.items()]
        if not change and item.pile == books.of(shares(line), PILE):
            new_extra = extra  # it is as it was, whichever of them are supplementary
        elif is_running and item.pile is not None:
            wanted.append((PILE, item.pile))
            new_extra = max(0, item.pile + before + change - self._ruleset.pieces.shares)
        elif change > 0:
            new_extra = extra + max(0, change - books.of(shares(line), stock))
        else:
            new_extra = max(0, extra + change)
        stand_in(books, line, stock, max(0, new_extra - extra))
        books.settle(shares(line), stock, wanted)
        stand_in(books, line, stock, min(0, new_extra - extra))

    def _set_stations(self) -> None:
        position = self._position
        wanted: dict[str, list[tuple[Holder, int]]] = {}
        for name, count in position.loose_stations.items():
            wanted.setdefault(name, []).append((LOOSE, count))
        for item in position.lines:
            for name, count in item.stations.items():
                wanted.setdefault(name, []).append((on_line(item.line), count))
        for owner, holders in wanted.items():
            self.books.settle(stations(owner), SUPPLY, holders)

    def _set_tokens(self) -> None:
        cities = [row.city for row in self._position.tokens if row.city is not None]
        self._name_towns("metropolis", cities)
        wanted: dict[str, list[tuple[Holder, int]]] = {}
        for row in self._position.tokens:
            where = () if row.city is None else (self._city(row.city),)
            wanted.setdefault(row.commodity, []).extend(_of_players(row.held, *where))
        for commodity, holders in wanted.items():
            self.books.settle(tokens(commodity), SUPPLY, holders)


def _of_players(held: Mapping[str, int], *where: str) -> list[tuple[Holder, int]]:
    return [(player(name, *where), count) for name, count in held.items()]
