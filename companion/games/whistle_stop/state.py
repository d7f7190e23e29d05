"""Where everything is at one moment of Whistle Stop, and what can be read off it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.ledger import Ledger, former_players
from companion.core.receipts import Receipt
from companion.core.table import clockwise
from companion.games.whistle_stop import units
from companion.games.whistle_stop.ruleset import EVERYTHING


def piece_counts(pieces: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Pieces for a message, without those of which there are none."""
    return tuple((name, count) for name, count in pieces.items() if count)


def counted(names: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """The same of a list of them."""
    return piece_counts(Counter(names))


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
    """In file order."""
    seats: tuple[str, ...]
    """Clockwise."""
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
    done: tuple[str, ...] = ()
    """Who has had a turn in this round, in that order."""
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
        return any(not self.ledger.of(units.trains(name), units.BOARD) for name in self.players)

    def with_ledger(self, ledger: Ledger) -> "State":
        return self._replace(ledger=ledger)

    def with_seats(self, seats: tuple[str, ...]) -> "State":
        return self._replace(seats=seats)


def seats_of(state: State) -> tuple[str, ...]:
    """Clockwise from the start player, as in every new round."""
    return clockwise(state.seats, state.starts)


def turns_to_come(state: State, done: tuple[str, ...]) -> tuple[str, ...]:
    """Who still has a turn in this round once these players had theirs, in order."""
    order, left = clockwise(state.seats, done[-1] if done else state.starts), former_players(state.ledger)
    return tuple(name for name in order if name not in (*done, *left))


def order_of_turns(state: State, turn: Turn) -> tuple[str, ...]:
    """The present player and everybody after them in this round, then the next round if there is one."""
    is_last = state.is_last_round or state.round >= state.options.rounds
    in_round = (turn.player, *turns_to_come(state, (*state.done, turn.player)))
    left = former_players(state.ledger)
    return (*in_round, *(name for name in seats_of(state) if not is_last and name not in left))


def owner_of(state: State, name: str) -> str | None:
    held = state.ledger.holders(units.upgrade(name))
    return next((holder[1] for holder in held if holder[0] == "player"), None)
