"""What the ledger of Whistle Stop counts, and who or what holds it."""

from functools import lru_cache

from companion.core.ledger import BANK, Holder, Ledger, OpenLedger, Unit, player
from companion.games.whistle_stop.ruleset import MARKERS, WhistleStopRuleset

POINTS: Unit = ("points",)
GOLD: Unit = ("gold",)
COAL: Unit = ("coal",)
WHISTLE: Unit = ("whistle",)

SUPPLY: Holder = ("supply",)
OUT: Holder = ("out",)
"""Out of the game for good."""
BOARD: Holder = ("board",)
HOME: Holder = ("home",)

OVERDRAFT = frozenset((family, BANK[0]) for family in ("points", "coal", "whistle", "goods"))
"""Coal, whistles, goods and points never run out."""


def goods(good: str) -> Unit:
    return ("goods", good)


@lru_cache
def share(company: str, number: int) -> Unit:
    return ("share", company, str(number))


def upgrade(name: str) -> Unit:
    return ("upgrade", name)


def trains(owner: str) -> Unit:
    return ("trains", owner)


@lru_cache
def piece(name: str) -> Unit:
    return (name,) if name in MARKERS else goods(name)


Reading = Ledger | OpenLedger


def held(ledger: Reading, unit: Unit, name: str) -> int:
    return ledger.of(unit, player(name))


def goods_of(ruleset: WhistleStopRuleset, ledger: Reading, who: str) -> dict[str, int]:
    return {good: held(ledger, goods(good), who) for good in ruleset.goods}


def shares_of(ruleset: WhistleStopRuleset, ledger: Reading, who: str) -> dict[str, tuple[int, ...]]:
    """Numbers of a player's shares by company, the lowest first."""
    return {company: shares_in(ruleset, ledger, company, who) for company in ruleset.companies}


def shares_in(ruleset: WhistleStopRuleset, ledger: Reading, company: str, who: str) -> tuple[int, ...]:
    numbers, of, holder = range(1, ruleset.shares.numbers + 1), ledger.of, player(who)
    return tuple([number for number in numbers if of(share(company, number), holder)])


def share_count(ruleset: WhistleStopRuleset, ledger: Reading, who: str) -> int:
    return sum(len(numbers) for numbers in shares_of(ruleset, ledger, who).values())


def next_share(ruleset: WhistleStopRuleset, ledger: Reading, company: str) -> int | None:
    """The lowest share that is left."""
    numbers = range(1, ruleset.shares.numbers + 1)
    return next((number for number in numbers if ledger.of(share(company, number), SUPPLY)), None)


def upgrades_of(ruleset: WhistleStopRuleset, ledger: Reading, who: str) -> tuple[str, ...]:
    return tuple(name for name in ruleset.upgrades if held(ledger, upgrade(name), who))
