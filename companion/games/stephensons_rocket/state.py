"""The state of Stephenson's Rocket."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from companion.core.ledger import Ledger, former_players, player
from companion.core.letters import Letters
from companion.core.messages import Message
from companion.core.roster import clockwise
from companion.games.stephensons_rocket import units
from companion.games.stephensons_rocket.ruleset import RocketRuleset

Status = Literal["running", "merged", "isolated"]
Kind = Literal["metropolis", "railway-town"]
Towns = Mapping[tuple[Kind, str], str]
"""The spelling of each town named so far, by kind and folded name."""


class Line(NamedTuple):
    status: Status = "running"
    into: str | None = None
    moved: bool = False
    metropolises: tuple[str, ...] = ()
    railway_towns: tuple[str, ...] = ()
    start_towns: tuple[str, ...] = ()
    unnamed_towns: int = 0

    def as_block(self) -> dict[str, object]:
        """Return the fields with lists, as positions and JSON have them."""
        return {key: [*value] if isinstance(value, tuple) else value for key, value in self._asdict().items()}

    @property
    def named_count(self) -> int:
        return len(self.metropolises) + len(self.railway_towns) + len(self.start_towns)

    @property
    def town_count(self) -> int:
        return self.named_count + self.unnamed_towns

    def after_naming(self, count: int) -> "Line":
        """Take that many unnamed towns away, as far as there are any: they have a name now."""
        return self._replace(unnamed_towns=max(0, self.unnamed_towns - count))

    def since(self, before: "Line") -> "Line":
        return Line(
            metropolises=self.metropolises[len(before.metropolises) :],
            railway_towns=self.railway_towns[len(before.railway_towns) :],
            start_towns=self.start_towns[len(before.start_towns) :],
        )

    def with_towns(self, more: "Line") -> "Line":
        """Add the towns of another line after the towns connected before, each name once."""
        return self._replace(
            metropolises=tuple(dict.fromkeys((*self.metropolises, *more.metropolises))),
            railway_towns=tuple(dict.fromkeys((*self.railway_towns, *more.railway_towns))),
            start_towns=tuple(dict.fromkeys((*self.start_towns, *more.start_towns))),
            unnamed_towns=self.unnamed_towns + more.unnamed_towns,
        )


def survivor(lines: Mapping[str, Line], name: str) -> str:
    """Return the line that is left of a line after all mergers."""
    while (into := lines[name].into) is not None:
        name = into
    return name


class Turn(NamedTuple):
    player: str
    actions_left: int
    extended: tuple[str, ...] = ()
    after: str | None = None
    """The player who had the previous turn."""

    def as_block(self) -> dict[str, object]:
        return {"player": self.player, "actions_left": self.actions_left, "extended": [*self.extended]}


class State(NamedTuple):
    players: tuple[str, ...]
    seats: tuple[str, ...]
    ruleset: RocketRuleset
    ledger: Ledger
    lines: Mapping[str, Line]
    towns: Towns
    turn: Turn | None
    ended: Message | None = None
    """Why the game is over; None before the end."""
    given: Letters = ()

    @property
    def is_over(self) -> bool:
        return self.ended is not None

    def next_turn(self, after: str) -> Turn:
        order, gone = clockwise(self.seats, after), former_players(self.ledger)
        following = next(name for name in (*order[1:], after) if name not in gone)
        return Turn(following, self.ruleset.turn.actions, after=after)

    def turn_after(self, who: str, *extended: str) -> Turn | None:
        """The turn after a player's action. An action out of turn, by a ruling, leaves the turn unchanged."""
        turn = self.turn
        if turn is None or turn.player != who:
            return turn
        if turn.actions_left > 1:
            return turn._replace(actions_left=turn.actions_left - 1, extended=(*turn.extended, *extended))
        return self.next_turn(who)

    @property
    def piles(self) -> dict[str, int]:
        counts = {line: self.ledger.of(units.shares(line), units.PILE) for line in self.lines}
        return {line: count for line, count in counts.items() if count}

    @property
    def discards(self) -> list[units.TokenRow]:
        """Tokens of metropolises that no line reached: they are given up at the end."""
        connected = {city for line in self.lines.values() for city in line.metropolises}
        rows = units.token_rows(self.ledger, self.ruleset.commodities)
        return [row for row in rows if row.city and row.city not in connected]

    @property
    def held_tokens(self) -> list[units.TokenRow]:
        """Tokens in the players' hands; after the end, without the discards."""
        lost = self.discards if self.is_over else []
        return [row for row in units.token_rows(self.ledger, self.ruleset.commodities) if row not in lost]

    def held_by_kind(self, rows: Iterable[units.TokenRow]) -> dict[str, dict[str, int]]:
        """Pieces that the final scoring compares: each commodity, and passengers as one more kind."""
        kinds = self.ruleset.commodities
        held = {kind: units.tokens_of(rows, self.players, commodity=kind) for kind in kinds}
        held["passengers"] = {name: self.ledger.of(units.PASSENGERS, player(name)) for name in self.players}
        return held
