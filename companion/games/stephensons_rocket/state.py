"""Where everything is at one moment of Stephenson's Rocket, and what can be read off it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, Protocol

from companion.core.ledger import BANK, Books, Holder, Ledger, Unit, player
from companion.core.messages import Message
from companion.core.names import fold

MONEY: Unit = ("money",)
SUPPLEMENTARY: Unit = ("supplementary",)
TILES: Unit = ("tiles",)
PASSENGERS: Unit = ("passengers",)

SUPPLY: Holder = ("supply",)
PILE: Holder = ("pile",)
BOARD: Holder = ("board",)
LOOSE: Holder = ("loose",)
OUT: Holder = ("out",)
"""Out of the game for good."""
STAND_IN: Holder = ("stand-in",)
"""Where a line's shares come from when supplementary ones stand in; its balance is their number, negative."""

OVERDRAFT = frozenset({(MONEY[0], BANK[0]), ("shares", STAND_IN[0])})


def shares(line: str) -> Unit:
    return ("shares", line)


def tokens(commodity: str) -> Unit:
    return ("tokens", commodity)


def stations(owner: str) -> Unit:
    return ("stations", owner)


def on_line(line: str) -> Holder:
    return ("line", line)


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
        return {
            field: [*value] if isinstance(value, tuple) else value for field, value in self._asdict().items()
        }

    @property
    def town_count(self) -> int:
        named = len(self.metropolises) + len(self.railway_towns) + len(self.start_towns)
        return named + self.unnamed_towns


class Turn(NamedTuple):
    player: str
    actions_left: int
    extended: tuple[str, ...] = ()


class State(NamedTuple):
    players: tuple[str, ...]
    """In file order, which is clockwise."""
    ledger: Ledger
    lines: Mapping[str, Line]
    towns: Towns
    turn: Turn | None
    ended: Message | None = None
    """Why the game is over."""

    def with_ledger(self, ledger: Ledger) -> "State":
        return self._replace(ledger=ledger)


Reading = Ledger | Books
"""Balances can be read from a ledger, or from the books while an entry is worked out."""


def shares_of(ledger: Reading, line: str, players: tuple[str, ...]) -> dict[str, int]:
    held = ledger.holders(shares(line))
    return {name: held.get(player(name), 0) for name in players}


def stand_ins(ledger: Reading, line: str) -> int:
    """Supplementary shares that stand in for the line."""
    return ledger.of(SUPPLEMENTARY, on_line(line))


def stations_on(ledger: Reading, line: str, players: tuple[str, ...]) -> dict[str, int]:
    return {name: ledger.of(stations(name), on_line(line)) for name in players}


class TokenRow(NamedTuple):
    """Tokens of one commodity and metropolis that a player holds, or gave up at the end."""

    commodity: str
    owner: str
    city: str
    """Empty where the name of the metropolis is not known."""
    amount: int
    is_discarded: bool

    @property
    def holder(self) -> Holder:
        where = (self.owner, self.city) if self.city else (self.owner,)
        return ("discarded" if self.is_discarded else "player", *where)


def token_rows(ledger: Reading, commodities: Iterable[str]) -> Iterator[TokenRow]:
    for commodity in commodities:
        for holder, amount in ledger.holders(tokens(commodity)).items():
            if holder[0] in ("player", "discarded"):
                city = holder[2] if len(holder) == 3 else ""
                yield TokenRow(commodity, holder[1], city, amount, holder[0] == "discarded")


def tokens_of_city(
    ledger: Reading, city: str, commodities: Iterable[str], players: tuple[str, ...]
) -> dict[str, int]:
    """What each player holds of one metropolis, or of those without a name, of whatever commodity."""
    counts = dict.fromkeys(players, 0)
    for row in token_rows(ledger, commodities):
        if row.city == city and not row.is_discarded:
            counts[row.owner] += row.amount
    return counts


def tokens_of_commodity(ledger: Reading, commodity: str, players: tuple[str, ...]) -> dict[str, int]:
    counts = dict.fromkeys(players, 0)
    for row in token_rows(ledger, (commodity,)):
        if not row.is_discarded:
            counts[row.owner] += row.amount
    return counts


def taken_from_city(ledger: Reading, city: str, commodities: Iterable[str]) -> int:
    return sum(row.amount for row in token_rows(ledger, commodities) if row.city == city)


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


def piles(state: State) -> dict[str, int]:
    """Lines that still have shares in their pile, and how many."""
    found = {line: state.ledger.of(shares(line), PILE) for line in state.lines}
    return {line: count for line, count in found.items() if count}


def discards(state: State, commodities: Iterable[str]) -> tuple[TokenRow, ...]:
    """Tokens of metropolises that no line reached: they are given up at the end."""
    connected = {city for line in state.lines.values() for city in line.metropolises}
    rows = token_rows(state.ledger, commodities)
    return tuple(row for row in rows if row.city and row.city not in connected and not row.is_discarded)
