"""Units and holders in the ledger of Whistle Stop."""

from functools import lru_cache

from companion.core.ledger import BANK, Holder, Unit
from companion.games.whistle_stop.ruleset import MARKERS

POINTS: Unit = ("points",)
GOLD: Unit = ("gold",)

SUPPLY: Holder = ("supply",)
OUT: Holder = ("out",)
BOARD: Holder = ("board",)
HOME: Holder = ("home",)

OVERDRAFT = frozenset((family, BANK[0]) for family in ("points", "coal", "whistle", "goods"))
"""The bank never runs out of points, coal, whistles and goods."""


@lru_cache
def share(company: str, number: int) -> Unit:
    return ("share", company, str(number))


def upgrade(name: str) -> Unit:
    return ("upgrade", name)


def trains(owner: str) -> Unit:
    return ("trains", owner)


@lru_cache
def piece(name: str) -> Unit:
    return (name,) if name in MARKERS else ("goods", name)
