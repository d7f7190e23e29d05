"""Where everything is at one moment of Stephenson's Rocket, and what can be read off it."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, Protocol

from companion.core.ledger import Ledger
from companion.core.messages import Message
from companion.core.names import fold
from companion.games.stephensons_rocket import units

Status = Literal["running", "merged", "isolated"]
Kind = Literal["metropolis", "railway-town"]
OTHER_KIND: Mapping[Kind, Kind] = {"metropolis": "railway-town", "railway-town": "metropolis"}
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

    def as_told(self) -> dict[str, Any]:
        """Its fields with lists, as positions and JSON have them."""
        return {key: [*value] if isinstance(value, tuple) else value for key, value in self._asdict().items()}

    @property
    def town_count(self) -> int:
        named = len(self.metropolises) + len(self.railway_towns) + len(self.start_towns)
        return named + self.unnamed_towns


class Turn(NamedTuple):
    player: str
    actions_left: int
    extended: tuple[str, ...] = ()
    after: str | None = None
    """Whose turn came before it."""

    def as_told(self) -> dict[str, Any]:
        """Return the fields that positions and JSON have."""
        return {"player": self.player, "actions_left": self.actions_left, "extended": [*self.extended]}


class State(NamedTuple):
    players: tuple[str, ...]
    """In file order."""
    seats: tuple[str, ...]
    """Clockwise."""
    ledger: Ledger
    lines: Mapping[str, Line]
    towns: Towns
    turn: Turn | None
    ended: Message | None = None
    """Why the game is over."""

    def with_ledger(self, ledger: Ledger) -> "State":
        return self._replace(ledger=ledger)

    def with_seats(self, seats: tuple[str, ...]) -> "State":
        return self._replace(seats=seats)


class NamesTowns(Protocol):
    """An extension, a line, or a line of a position."""

    @property
    def metropolises(self) -> tuple[str, ...] | None: ...

    @property
    def railway_towns(self) -> tuple[str, ...] | None: ...


def towns_in(item: NamesTowns) -> tuple[tuple[Kind, str, tuple[str, ...]], ...]:
    """The towns of each kind that something names, with the field in which they are."""
    return (
        ("metropolis", "metropolises", item.metropolises or ()),
        ("railway-town", "railway_towns", item.railway_towns or ()),
    )


def spelling(towns: Towns, kind: Kind, name: str) -> str:
    """The first spelling of a town's name."""
    return towns.get((kind, fold(name)), name)


def unlisted(entered: Iterable[str], listed: tuple[str, ...]) -> tuple[str, ...]:
    """Those not listed yet, each once."""
    return tuple(dict.fromkeys(name for name in entered if name not in listed))


def piles(state: State) -> dict[str, int]:
    """Lines that still have shares in their pile, and how many."""
    found = {line: state.ledger.of(units.shares(line), units.PILE) for line in state.lines}
    return {line: count for line, count in found.items() if count}


def discards(state: State, commodities: Iterable[str]) -> tuple[units.TokenRow, ...]:
    """Tokens of metropolises that no line reached: they are given up at the end."""
    connected = {city for line in state.lines.values() for city in line.metropolises}
    rows = units.token_rows(state.ledger, commodities)
    return tuple(row for row in rows if row.city and row.city not in connected and not row.is_discarded)
