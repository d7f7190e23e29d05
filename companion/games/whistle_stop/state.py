"""The state of a game of Whistle Stop, and what follows from it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.core.board_notes import Facts
from companion.core.ledger import Holder, Ledger, former_players, player
from companion.core.letters import Letters
from companion.core.receipts import Receipt
from companion.core.roster import clockwise
from companion.games.whistle_stop import units
from companion.games.whistle_stop.ruleset import EVERYTHING, WhistleStopRuleset


def piece_counts(pieces: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((name, count) for name, count in pieces.items() if count)


def counts_of(names: Sequence[str]) -> tuple[tuple[str, int], ...]:
    return piece_counts(Counter(names))


class Options(NamedTuple):
    rounds: int
    whistle_round: int
    exchange_counts_paid: bool
    track: str


class Turn(NamedTuple):
    player: str
    spaces_left: int
    moved: bool = False
    rested: bool = False
    bought: int = 0


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit of a town or an end tile in this session."""

    facts: Facts
    entry: int = field(compare=False)
    """The entry's number, for messages only."""


class State(NamedTuple):
    players: tuple[str, ...]
    seats: tuple[str, ...]
    starts: str
    ruleset: WhistleStopRuleset
    options: Options
    ledger: Ledger
    round: int
    turn: Turn | None
    """None if the final scoring is due, or if only the score is kept."""
    gold: Mapping[str, tuple[int | None, ...]]
    """Values of each player's tokens; None for a value that isn't given yet."""
    worth: Mapping[str, int]
    """Points of each upgrade at the end, as far as known."""
    done: tuple[str, ...] = ()
    """Players who had a turn in this round, in order."""
    is_placed: bool = False
    is_over: bool = False
    black_tiles: Mapping[str, int] = {}
    left: Mapping[str, Mapping[str, int]] = {}
    """Goods and markers at the end, by kind and player, if they were not counted before."""
    visits: Mapping[tuple[str, str], Visit] = {}
    """The last visit that was paid for, by the page of the board notes and the folded name."""
    entry: int = 0
    """Number of the entry while it is played; 0 afterwards."""
    scored: tuple[Receipt, ...] = ()
    """Receipts of the final scoring."""
    given: Letters = ()

    @property
    def is_light(self) -> bool:
        """Whether only the score is kept: no coal, whistles and goods, no turns and rounds."""
        return self.options.track != EVERYTHING

    @property
    def is_last_round(self) -> bool:
        """Whether a player's last train is home, so that no round follows."""
        return any(not self.ledger.of(units.trains(name), units.BOARD) for name in self.players)

    def shares_in(self, company: str, holder: Holder = units.SUPPLY) -> tuple[int, ...]:
        """Numbers of a company's shares that a holder has, by default the supply; lowest first."""
        of, numbers = self.ledger.of, self.ruleset.share_numbers
        return tuple([number for number in numbers if of(units.share(company, number), holder)])

    def next_share(self, company: str) -> int | None:
        return next(iter(self.shares_in(company)), None)

    def shares_of(self, who: str) -> dict[str, tuple[int, ...]]:
        return {company: self.shares_in(company, player(who)) for company in self.ruleset.companies}

    def share_count(self, who: str) -> int:
        return sum(map(len, self.shares_of(who).values()))

    def upgrades_of(self, who: str) -> tuple[str, ...]:
        return tuple(name for name in self.ruleset.upgrades if self.owner_of(name) == who)

    def owner_of(self, upgrade: str) -> str | None:
        held = self.ledger.holders(units.upgrade(upgrade))
        return next((holder[1] for holder in held if holder[0] == "player"), None)


def turns_to_come(state: State, done: tuple[str, ...]) -> tuple[str, ...]:
    """Players who still have a turn in this round, in order, if those in `done` had theirs."""
    order, gone = clockwise(state.seats, done[-1] if done else state.starts), former_players(state.ledger)
    return tuple(name for name in order if name not in (*done, *gone))
