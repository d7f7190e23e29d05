"""Where everything is at one moment of Dampfross, and what can be read off it."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from companion.core.ledger import BANK, Ledger, Unit, gone, player
from companion.core.messages import Message, say
from companion.core.names import fold
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
    """From whom the rounds are counted, as if everybody had been there from the start."""
    ruleset: DampfrossRuleset
    options: Options
    ledger: Ledger
    phase: Phase = "building"
    round: int = 1
    target: int = 0
    """With how many units the game ends, as agreed at the start: it stays, whoever joins or leaves."""
    done: tuple[str, ...] = ()
    """Who has had a turn in this round."""
    common_roll: int | None = None
    """What was rolled for all in this round."""
    connected: Mapping[int, tuple[str, ...]] = {}
    """City numbers, and who connected each first; the others of a city are in `reached`."""
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
    networks: Mapping[str, tuple[str, ...]] = {}
    """The fields of everybody's lines, entry by entry, as far as they were written down."""

    def with_ledger(self, ledger: Ledger) -> "State":
        return self._replace(ledger=ledger)

    @property
    def accounts(self) -> dict[str, int]:
        held = self.ledger.holders(UNITS)
        return {name: held.get(player(name), 0) for name in self.players}

    def page_of(self, kind: str) -> str:
        """The page of the copy book for names of a kind, such as city or ferry: every map has its own."""
        return f"{kind}/{self.options.map}"

    @property
    def staying(self) -> tuple[str, ...]:
        left = gone(self.ledger)
        return tuple(name for name in self.players if name not in left)

    def ferries_of(self, name: str) -> int:
        return sum(ferry.owner == name for ferry in self.ferries.values())

    def train_of(self, name: str) -> Train | None:
        for train in () if self.run is None else self.run.trains:
            if name in train.players:
                return train
        return None

    def train_label(self, name: str) -> str:
        """The players of somebody's train."""
        train = self.train_of(name)
        return name if train is None else " + ".join(train.players)

    @property
    def order(self) -> tuple[str, ...]:
        """Who builds in which order in this round: the right to go first moves on one seat each round."""
        if self.phase != "building":
            return ()
        seats = clockwise(self.players, self.starts)
        order, staying = clockwise(self.players, seats[(self.round - 1) % len(seats)]), self.staying
        return tuple(name for name in order if name in staying)

    @property
    def up(self) -> str | None:
        return next((name for name in self.order if name not in self.done), None)

    @property
    def next_to_roll(self) -> str | None:
        """Whose train rolls next in the race: the one under way that rolled the least, by departure."""
        trains, staying = () if self.run is None else self.run.trains, self.staying
        under_way = [
            (len(train.rolls), next(name for name in train.players if name in staying))
            for train in trains
            if (train.length is None or sum(train.rolls) < train.length) and {*train.players} & {*staying}
        ]
        return min(under_way, key=lambda one: one[0])[1] if under_way else None

    def with_newcomer(self, name: str, after: str) -> "State":
        """The state with one more player, seated behind another; the right to go first moves on one seat as before."""
        place = self.players.index(after) + 1
        players, seats = (*self.players[:place], name, *self.players[place:]), len(self.players) + 1
        rounds = self.round - 1
        first = clockwise(self.players, self.starts)[rounds % len(self.players)]
        if rounds and not self.done and clockwise(self.players, first)[-1] == after:
            first = name
        return self._replace(players=players, starts=players[(players.index(first) - rounds) % seats])

    def turn_taken(self, who: tuple[str, ...]) -> "State":
        """The state after these players' turn; after the last one's the next round begins."""
        done = (*self.done, *(name for name in who if name not in self.done))
        if {*self.staying} - {*done}:
            return self._replace(done=done)
        return self._replace(done=(), round=self.round + 1, common_roll=None)

    def laid(self, builders: Iterable[str], fields: str | None) -> "State":
        """The state with the fields of new track added to the network of those who laid it."""
        more = {name: (*self.networks.get(name, ()), fields) for name in builders if fields is not None}
        return self._replace(networks={**self.networks, **more}) if more else self

    def named(self, names: Mapping[str, str]) -> "State":
        """The state with more cities named, by number."""
        more = {int(number): name for number, name in names.items() if number.isdecimal()}
        return self._replace(names={**self.names, **more})

    def name_of(self, number: int) -> str | None:
        return self.names.get(number, self.printed.get(number))

    def city_of(self, number: int) -> str | int:
        """What the numbers of one city have in common: its name, where that is known."""
        name = self.name_of(number)
        return number if name is None else fold(name)

    def by_city(self, numbers: Iterable[int]) -> list[list[int]]:
        """The numbers in order, those of one city together."""
        cities: dict[str | int, list[int]] = {}
        for number in sorted(numbers):
            cities.setdefault(self.city_of(number), []).append(number)
        return list(cities.values())

    @property
    def reached(self) -> dict[int, tuple[str, ...]]:
        """All numbers of connected cities, whichever of them was connected, and who was the first there."""
        cities: dict[str | int, tuple[str, ...]] = {}
        for number, first in self.connected.items():
            cities.setdefault(self.city_of(number), first)
        named = {number: self.city_of(number) for number in {**self.printed, **self.names}}
        found = {number: cities[city] for number, city in named.items() if city in cities}
        return {**found, **self.connected}

    def label_of(self, *numbers: int) -> str:
        """A city by its numbers, with its name where that is known."""
        text, name = ", ".join(map(str, numbers)), self.name_of(numbers[0])
        return text if name is None else f"{text} {name}"

    @property
    def is_special_due(self) -> bool | None:
        """Whether the next run is a special one; None where the map does not say."""
        if not self.options.special_runs:
            return False
        rule = self.ruleset.maps.get(self.options.map)
        if rule is None or rule.special is None:
            return None
        return (self.runs_done + 1) % rule.special.every == 0

    @property
    def chained_start(self) -> int | None:
        """The number that the next run must start from, where runs are chained."""
        return self.last_goal if self.options.chain_runs else None

    def uses_left(self, number: int) -> int | None:
        """How often a number may still be start or goal; None where that is not limited."""
        rule = self.ruleset.runs.get(self.options.end)
        return None if rule is None else rule.uses - self.used.get(number, 0)

    def target_of(self, target: str) -> Message:
        """A special target as players read it, with the places among which each train may pick."""
        row = next((row for row in self.special_rows if row.target == target), None)
        places = () if row is None else self.ruleset.places_of(row)
        return say("dampfross.target-places" if places else "dampfross.target", target=target, places=places)

    @property
    def special_rows(self) -> tuple[SpecialRow, ...]:
        """The table of special runs of this map; nothing where the map is the players' own."""
        rule = self.ruleset.maps.get(self.options.map)
        return () if rule is None or rule.special is None else rule.special.rows


def run_label(run: Run | Depart) -> str:
    """A run as files name it: 65-31, 65-denmark."""
    return f"{run.start}-{run.goal if run.goal is not None else run.special}"


def run_name(run: Run | Depart) -> Message:
    """The same as players read it, a special target by its name."""
    if run.goal is None:
        return say("dampfross.run-special", start=run.start, special=run.special)
    return say("dampfross.run", start=run.start, goal=run.goal)
