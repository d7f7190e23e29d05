"""Where everything is at one moment of Dampfross, and what can be read off it."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from companion.core.ledger import BANK, Ledger, Unit, player
from companion.core.messages import Message, say
from companion.core.table import clockwise
from companion.games.dampfross.actions import Depart
from companion.games.dampfross.ruleset import DampfrossRuleset, SpecialRow

UNITS: Unit = ("units",)
OVERDRAFT = frozenset({(UNITS[0], BANK[0]), (UNITS[0], "player")})
"""Accounts may fall below zero."""

Phase = Literal["building", "operating", "finished"]


class Options(NamedTuple):
    map: str
    build_dice: int
    common_roll: bool
    special_runs: bool
    chain_runs: bool
    expansion: str
    end: str
    exact_tie: str


class Train(NamedTuple):
    players: tuple[str, ...]
    length: int | None = None
    rolls: tuple[int, ...] = ()
    """Of the race, turn by turn."""


class Charge(NamedTuple):
    """What one player owes another for one use of his lines or his ferry."""

    kind: Literal["fare", "ferry"]
    payer: str
    owner: str
    amount: int


class Pairing(NamedTuple):
    """What two players owe each other in fares; `first` owes the more."""

    first: str
    second: str
    owed: int
    """By the first to the second."""
    back: int

    @property
    def net(self) -> int:
        return self.owed - self.back


class Run(NamedTuple):
    """A run under way: who runs, and what they paid for it."""

    number: int
    start: int
    goal: int | None
    special: str | None
    trains: tuple[Train, ...]
    charges: tuple[Charge, ...]


class Ferry(NamedTuple):
    name: str
    owner: str


class State(NamedTuple):
    players: tuple[str, ...]
    """In file order, which is clockwise."""
    starts: str
    options: Options
    ledger: Ledger
    phase: Phase = "building"
    round: int = 1
    done: tuple[str, ...] = ()
    """Who has had a turn in this round."""
    common_roll: int | None = None
    """What was rolled for all in this round."""
    connected: Mapping[int, tuple[str, ...]] = {}
    """City numbers, and who connected each first."""
    names: Mapping[int, str] = {}
    """What the players called the cities."""
    printed: Mapping[int, str] = {}
    """City names that the ruleset knows."""
    one_left: int | None = None
    """The round since which only one city is left."""
    ferries: Mapping[str, Ferry] = {}
    """By folded name."""
    runs_done: int = 0
    run: Run | None = None
    may_build: Mapping[str, int] = {}
    """What each may still build with after the last run."""
    used: Mapping[int, int] = {}
    """How often each number was start or goal."""
    last_goal: int | None = None
    ended: Message | None = None
    """Why the game is over."""

    def with_ledger(self, ledger: Ledger) -> "State":
        return self._replace(ledger=ledger)


def accounts(state: State) -> dict[str, int]:
    return balances(state.ledger, state.players)


def balances(ledger: Ledger, players: tuple[str, ...]) -> dict[str, int]:
    held = ledger.holders(UNITS)
    return {name: held.get(player(name), 0) for name in players}


def ferries_of(state: State, name: str) -> int:
    """How many ferries a player owns."""
    return sum(ferry.owner == name for ferry in state.ferries.values())


def train_of(state: State, name: str) -> Train | None:
    """The train of the run under way in which a player runs."""
    for train in () if state.run is None else state.run.trains:
        if name in train.players:
            return train
    return None


def order_of(state: State) -> tuple[str, ...]:
    """Who builds in which order in this round: the right to go first moves on one seat each round."""
    if state.phase != "building":
        return ()
    seats = clockwise(state.players, state.starts)
    return clockwise(state.players, seats[(state.round - 1) % len(seats)])


def up_in(state: State) -> str | None:
    return next((name for name in order_of(state) if name not in state.done), None)


def next_to_roll(state: State) -> str | None:
    """Whose train rolls next in the race: those under way that have rolled the least, in the order they departed."""
    trains = () if state.run is None else state.run.trains
    under_way = [train for train in trains if train.length is None or sum(train.rolls) < train.length]
    return min(under_way, key=lambda train: len(train.rolls)).players[0] if under_way else None


def turn_taken(state: State, who: tuple[str, ...]) -> State:
    """The state after these players' turn; after the last one's the next round begins."""
    done = (*state.done, *(name for name in who if name not in state.done))
    if len(done) < len(state.players):
        return state._replace(done=done)
    return state._replace(done=(), round=state.round + 1, common_roll=None)


def named(state: State, names: Mapping[str, str]) -> State:
    """The state with more cities named, by number."""
    more = {int(number): name for number, name in names.items() if number.isdecimal()}
    return state._replace(names={**state.names, **more})


def name_of(state: State, number: int) -> str | None:
    return state.names.get(number, state.printed.get(number))


def label_of(state: State, number: int) -> str:
    """A city by its number, with its name where that is known."""
    name = name_of(state, number)
    return str(number) if name is None else f"{number} {name}"


def run_label(run: Run | Depart) -> str:
    """A run as files name it: 65-31, 65-denmark."""
    return f"{run.start}-{run.goal if run.goal is not None else run.special}"


def run_name(run: Run | Depart) -> Message:
    """The same as players read it, a special target by its name."""
    if run.goal is None:
        return say("dampfross.run-special", start=run.start, special=run.special)
    return say("dampfross.run", start=run.start, goal=run.goal)


# Which run is due


def is_special_due(ruleset: DampfrossRuleset, state: State) -> bool | None:
    """Whether the next run is a special one; None where the map does not say."""
    if not state.options.special_runs:
        return False
    rule = ruleset.maps.get(state.options.map)
    if rule is None or rule.special is None:
        return None
    return (state.runs_done + 1) % rule.special.every == 0


def chained_start(state: State) -> int | None:
    """The number that the next run must start from, where runs are chained."""
    return state.last_goal if state.options.chain_runs else None


def uses_left(ruleset: DampfrossRuleset, state: State, number: int) -> int | None:
    """How often a number may still be start or goal; None where that is not limited."""
    rule = ruleset.runs.get(state.options.end)
    return None if rule is None else rule.uses - state.used.get(number, 0)


def target_of(ruleset: DampfrossRuleset, state: State, target: str) -> Message:
    """A special target as players read it, with the places among which each train may pick."""
    row = next((row for row in special_rows(ruleset, state) if row.target == target), None)
    places = () if row is None else ruleset.places_of(row)
    return say("dampfross.target-places" if places else "dampfross.target", target=target, places=places)


def targets_of(ruleset: DampfrossRuleset, state: State) -> tuple[str, ...]:
    """Targets of special runs on this map."""
    return tuple(dict.fromkeys(row.target for row in special_rows(ruleset, state)))


def special_rows(ruleset: DampfrossRuleset, state: State) -> tuple[SpecialRow, ...]:
    """The table of special runs of this map; nothing where the map is the players' own."""
    rule = ruleset.maps.get(state.options.map)
    return () if rule is None or rule.special is None else rule.special.rows
