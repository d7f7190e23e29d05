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
STAND_IN: Holder = ("stand-in",)
"""Source of a line's shares when supplementary shares stand in. Its balance is minus their number."""

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
    """Tokens of a commodity and metropolis that a player took."""

    commodity: str
    owner: str
    city: str
    """Empty if the name of the metropolis isn't known."""
    amount: int


def token_rows(ledger: Reading, commodities: Iterable[str]) -> Iterator[TokenRow]:
    for commodity in commodities:
        for holder, amount in ledger.holders(tokens(commodity)).items():
            if holder[0] == "player":
                yield TokenRow(commodity, holder[1], holder[2] if len(holder) == 3 else "", amount)


def tokens_of(
    rows: Iterable[TokenRow], players: Iterable[str], city: str | None = None, commodity: str | None = None
) -> dict[str, int]:
    """Count each player's tokens, of one metropolis ("": without a name) and of one commodity if given."""
    counts = dict.fromkeys(players, 0)
    for row in rows:
        if city in (None, row.city) and commodity in (None, row.commodity):
            counts[row.owner] += row.amount
    return counts


def left_in_city(ruleset: RocketRuleset, ledger: Reading, city: str) -> int:
    """Tokens that nobody has taken from a metropolis; below zero if too many were taken."""
    rows = token_rows(ledger, ruleset.commodities)
    return ruleset.pieces.tokens_per_metropolis - sum(row.amount for row in rows if row.city == city)
