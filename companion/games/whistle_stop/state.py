"""Where everything is at one moment of Whistle Stop, and what can be read off it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from companion.core.ledger import BANK, Books, Holder, Ledger, Unit, player
from companion.core.receipts import Receipt
from companion.core.table import clockwise
from companion.games.whistle_stop.ruleset import EVERYTHING, MARKERS, WhistleStopRuleset

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


def piece_counts(pieces: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Pieces for a message, without those of which there are none."""
    return tuple((name, count) for name, count in pieces.items() if count)


class Options(NamedTuple):
    rounds: int
    whistle_round: int
    exchange_counts_paid: bool
    track: str = EVERYTHING
    """Whether every piece is kept, or only what scores."""


class Turn(NamedTuple):
    player: str
    spaces_left: int
    moved: bool = False
    rested: bool = False
    bought: int = 0


class State(NamedTuple):
    players: tuple[str, ...]
    """In file order, which is clockwise."""
    starts: str
    options: Options
    ledger: Ledger
    round: int
    turn: Turn | None
    """None when the last round is over and the final scoring is due, or where turns are not kept."""
    gold: Mapping[str, tuple[int | None, ...]]
    """What each player's gold is worth, None where that was not said yet."""
    worth: Mapping[str, int]
    """What upgrades count for at the end."""
    is_placed: bool = False
    is_finished: bool = False
    black_tiles: Mapping[str, int] = {}
    """In hand at the end, as the final scoring was told."""
    left: Mapping[str, Mapping[str, int]] = {}
    """Goods and markers at the end where they were not counted: by kind, then by player."""
    prices: Mapping[str, Mapping[str, int]] = {}
    """What towns asked for in this session, by folded name."""
    scored: tuple[Receipt, ...] = ()
    """The final scoring as it was booked."""

    @property
    def is_light(self) -> bool:
        """Only what scores is kept: no coal, whistles and goods, no turns and rounds."""
        return self.options.track != EVERYTHING

    @property
    def is_last_round(self) -> bool:
        """A player's last train is home, so no round follows."""
        return any(not self.ledger.of(trains(name), BOARD) for name in self.players)

    def with_ledger(self, ledger: Ledger) -> "State":
        return self._replace(ledger=ledger)


Reading = Ledger | Books


def held(ledger: Reading, unit: Unit, name: str) -> int:
    return ledger.of(unit, player(name))


def seats_of(state: State) -> tuple[str, ...]:
    return clockwise(state.players, state.starts)


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


def owner_of(state: State, name: str) -> str | None:
    held = state.ledger.holders(upgrade(name))
    return next((holder[1] for holder in held if holder[0] == "player"), None)


def upgrades_of(ruleset: WhistleStopRuleset, ledger: Reading, who: str) -> tuple[str, ...]:
    return tuple(name for name in ruleset.upgrades if held(ledger, upgrade(name), who))
