"""Where everything is at one moment of Dampfross, and what can be read off it."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from companion.core.ledger import BANK, Ledger, Unit, former_players, player
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
    """In file order."""
    seats: tuple[str, ...]
    """Clockwise."""
    starts: str
    """From whom the rounds are counted, as if everybody had been there from the start."""
    ruleset: DampfrossRuleset
    options: Options
    ledger: Ledger
    phase: Phase = "building"
    round: int = 1
    target: int = 0
    """Units that end the game, as agreed at the start, whoever joins or leaves."""
    done: tuple[str, ...] = ()
    """Who has had a turn in this round, in that order."""
    next: str | None = None
    """The player who continues the round, if the seats changed in the middle of it."""
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

    def with_seats(self, seats: tuple[str, ...]) -> "State":
        """The right to go first moves on from who had it: in this round, or in the last if nobody has built yet."""
        first = self.first
        if self.round > 1 and not self.done:
            first = clockwise(seats, clockwise(self.seats, first)[-1])[1]
        return self._replace(seats=seats).with_first(first)

    @property
    def accounts(self) -> dict[str, int]:
        held = self.ledger.holders(UNITS)
        return {name: held.get(player(name), 0) for name in self.players}

    def page_of(self, kind: str) -> str:
        """The page of the copy book for names of a kind, such as city or ferry: every map has its own."""
        return f"{kind}/{self.options.map}"

    @property
    def staying(self) -> tuple[str, ...]:
        left = former_players(self.ledger)
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
        staying = self.staying
        return tuple(name for name in clockwise(self.seats, self.first) if name in staying)

    @property
    def first(self) -> str:
        """Who has the right to go first in this round."""
        return clockwise(self.seats, self.starts)[(self.round - 1) % len(self.seats)]

    def with_first(self, name: str) -> "State":
        return self._replace(starts=clockwise(self.seats, name)[(1 - self.round) % len(self.seats)])

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who still has a turn in this round, in order."""
        seats, order = clockwise(self.seats, self.next or self.first), self.order
        return tuple(name for name in seats if name in order and name not in self.done)

    @property
    def up(self) -> str | None:
        return next(iter(self.waiting), None)

    def with_turn(self, who: str | None) -> "State":
        """Somebody goes on after the seats changed; before anybody has built they go first in this round."""
        if who is None:
            return self._replace(next=self.done[-1] if self.done else None)
        if not self.done:
            return self.with_first(who)
        return self._replace(next=who, done=tuple(name for name in self.done if name != who))

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
        orders = ((order, order.index(after) + 1) for order in (self.players, self.seats))
        players, seats = ((*order[:place], name, *order[place:]) for order, place in orders)
        is_first = self.round > 1 and not self.done and clockwise(self.seats, self.first)[-1] == after
        return self._replace(players=players, seats=seats).with_first(name if is_first else self.first)

    def turn_taken(self, who: tuple[str, ...]) -> "State":
        """The state after these players' turn; after the last one's the next round begins."""
        # of two who build together the one whose turn it was comes last: the round goes on after them
        new = sorted((name for name in who if name not in self.done), key=lambda name: name == self.up)
        if {*self.staying} - {*self.done, *new}:
            return self._replace(done=(*self.done, *new))
        return self._replace(done=(), next=None, round=self.round + 1, common_roll=None)

    def laid(self, builders: Iterable[str], fields: str | None) -> "State":
        """The state with the fields of new track added to the network of those who laid it."""
        more = {name: (*self.networks.get(name, ()), fields) for name in builders if fields is not None}
        return self._replace(networks={**self.networks, **more}) if more else self

    def with_city_names(self, names: Mapping[str, str]) -> "State":
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
