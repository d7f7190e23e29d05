"""Units and holders in the ledger of Whistle Stop."""

from functools import lru_cache

from companion.core.ledger import BANK, Holder, Ledger, OpenLedger, Unit, player
from companion.games.whistle_stop.ruleset import MARKERS, WhistleStopRuleset

POINTS: Unit = ("points",)
GOLD: Unit = ("gold",)

SUPPLY: Holder = ("supply",)
OUT: Holder = ("out",)
"""Pieces that are out of the game for good."""
BOARD: Holder = ("board",)
HOME: Holder = ("home",)

OVERDRAFT = frozenset((family, BANK[0]) for family in ("points", "coal", "whistle", "goods"))
"""The bank never runs out of points, coal, whistles and goods."""

AnyLedger = Ledger | OpenLedger


@lru_cache
def share(company: str, number: int) -> Unit:
    return ("share", company, str(number))


def upgrade(name: str) -> Unit:
    return ("upgrade", name)


def trains(owner: str) -> Unit:
    return ("trains", owner)


@lru_cache
def piece(name: str) -> Unit:
    """Unit of a good or a marker."""
    return (name,) if name in MARKERS else ("goods", name)


def holding(ledger: AnyLedger, unit: Unit, name: str) -> int:
    return ledger.of(unit, player(name))


def shares_in(
    ruleset: WhistleStopRuleset, ledger: AnyLedger, company: str, holder: Holder = SUPPLY
) -> tuple[int, ...]:
    """Numbers of a company's shares that a holder has, by default the supply; lowest first."""
    of = ledger.of
    return tuple([number for number in ruleset.share_numbers if of(share(company, number), holder)])


def next_share(ruleset: WhistleStopRuleset, ledger: AnyLedger, company: str) -> int | None:
    """Number of a company's lowest share in the supply; None if none is left."""
    return next(iter(shares_in(ruleset, ledger, company)), None)


def shares_of(ruleset: WhistleStopRuleset, ledger: AnyLedger, who: str) -> dict[str, tuple[int, ...]]:
    """Numbers of a player's shares by company, lowest first."""
    return {company: shares_in(ruleset, ledger, company, player(who)) for company in ruleset.companies}


def share_count(ruleset: WhistleStopRuleset, ledger: AnyLedger, who: str) -> int:
    return sum(map(len, shares_of(ruleset, ledger, who).values()))


def upgrades_of(ruleset: WhistleStopRuleset, ledger: AnyLedger, who: str) -> tuple[str, ...]:
    return tuple(name for name in ruleset.upgrades if holding(ledger, upgrade(name), who))
