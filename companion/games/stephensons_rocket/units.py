"""Units and holders in the ledger of Stephenson's Rocket."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.core.ledger import BANK, Holder, Ledger, OpenLedger, Unit, player
from companion.games.stephensons_rocket.ruleset import RocketRuleset

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
"""Source of a line's shares when supplementary ones stand in; its balance is their number, negative."""

OVERDRAFT = frozenset({(MONEY[0], BANK[0]), ("shares", STAND_IN[0])})


def shares(line: str) -> Unit:
    return ("shares", line)


def tokens(commodity: str) -> Unit:
    return ("tokens", commodity)


def stations(owner: str) -> Unit:
    return ("stations", owner)


def on_line(line: str) -> Holder:
    return ("line", line)


Reading = Ledger | OpenLedger


def shares_of(ledger: Reading, line: str, players: tuple[str, ...]) -> dict[str, int]:
    held = ledger.holders(shares(line))
    return {name: held.get(player(name), 0) for name in players}


def stand_ins(ledger: Reading, line: str) -> int:
    return ledger.of(SUPPLEMENTARY, on_line(line))


def stations_on(ledger: Reading, line: str, players: tuple[str, ...]) -> dict[str, int]:
    return {name: ledger.of(stations(name), on_line(line)) for name in players}


class TokenRow(NamedTuple):
    """Tokens of a commodity and metropolis that a player holds, or gave up at the end."""

    commodity: str
    owner: str
    city: str
    """Empty if the name of the metropolis isn't known."""
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


def tokens_of(
    ledger: Reading, players: tuple[str, ...], commodities: Iterable[str], city: str | None = None
) -> dict[str, int]:
    """Each player's tokens of these commodities: of one metropolis, of those without a name (""), or of all."""
    counts = dict.fromkeys(players, 0)
    for row in token_rows(ledger, commodities):
        if city in (None, row.city) and not row.is_discarded:
            counts[row.owner] += row.amount
    return counts


def held_by_kind(
    ledger: Reading, players: tuple[str, ...], commodities: Iterable[str]
) -> dict[str, dict[str, int]]:
    """Pieces that the final scoring compares: each commodity, and passengers as one more kind."""
    passengers = {name: ledger.of(PASSENGERS, player(name)) for name in players}
    return {**{one: tokens_of(ledger, players, [one]) for one in commodities}, "passengers": passengers}


def left_in_city(ruleset: RocketRuleset, ledger: Reading, city: str) -> int:
    """Tokens that nobody has taken from a metropolis; below zero if there are too many."""
    rows = token_rows(ledger, ruleset.commodities)
    return ruleset.pieces.tokens_per_metropolis - sum(row.amount for row in rows if row.city == city)
