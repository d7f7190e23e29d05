"""A state of Dampfross, and values that follow from it."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from companion.core.ledger import BANK, Ledger, Unit, former_players, player
from companion.core.letters import Letters
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.receipts import PARTNERS
from companion.core.roster import clockwise
from companion.games.dampfross.ruleset import DampfrossRuleset, MapRule, SpecialRow

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
    """Rolls of the race, turn by turn."""

    @property
    def label(self) -> str:
        return PARTNERS.join(self.players)


class Charge(NamedTuple):
    """A player's debt to another for one use of a line or a ferry."""

    kind: Literal["fare", "ferry"]
    payer: str
    owner: str
    amount: int


class Pairing(NamedTuple):
    """Fares that two players owe each other; `first` owes more."""

    first: str
    second: str
    owed: int
    """Fares that the first owes the second."""
    back: int

    @property
    def net(self) -> int:
        return self.owed - self.back


class Run(NamedTuple):
    number: int
    start: int
    goal: int | None
    special: str | None
    trains: tuple[Train, ...]
    charges: tuple[Charge, ...]

    @property
    def label(self) -> str:
        """The run as files name it: 65-31, 65-denmark."""
        return f"{self.start}-{self.special if self.goal is None else self.goal}"

    @property
    def name(self) -> Message:
        """The run as players read it, with the name of a special target."""
        if self.goal is None:
            return say("dampfross.run-special", start=self.start, special=self.special)
        return say("dampfross.run", start=self.start, goal=self.goal)


class Ferry(NamedTuple):
    name: str
    owner: str


class State(NamedTuple):
    players: tuple[str, ...]
    seats: tuple[str, ...]
    starts: str
    """The player who would have gone first in round 1, with the present players and seats."""
    ruleset: DampfrossRuleset
    options: Options
    ledger: Ledger
    phase: Phase = "building"
    round: int = 1
    target: int = 0
    """Units that end the game, as agreed at the start, whoever joins or leaves."""
    done: tuple[str, ...] = ()
    """Players who had their turn in this round, in order."""
    next: str | None = None
    """The player who continues the round, if the seats changed in the middle of it."""
    common_roll: int | None = None
    """The roll for all in this round."""
    connected: Mapping[int, tuple[str, ...]] = {}
    """Connected numbers, and who connected each first; a city's other numbers are in `reached_numbers`."""
    names: Mapping[int, str] = {}
    """City names that the players gave."""
    printed: Mapping[int, str] = {}
    """City names of the ruleset."""
    one_left: int | None = None
    """The round since which only one city is left."""
    ferries: Mapping[str, Ferry] = {}
    """Ferries by folded name."""
    runs_done: int = 0
    run: Run | None = None
    may_build: Mapping[str, int] = {}
    """Units that each player may still build with after the last run."""
    used: Mapping[int, int] = {}
    """How often each number was start or goal."""
    last_goal: int | None = None
    networks: Mapping[str, tuple[str, ...]] = {}
    """Fields of each player's lines, entry by entry, as far as entered."""
    given: Letters = ()

    @property
    def is_over(self) -> bool:
        return self.phase == "finished"

    @property
    def accounts(self) -> dict[str, int]:
        held = self.ledger.holders(UNITS)
        return {name: held.get(player(name), 0) for name in self.players}

    @property
    def staying(self) -> tuple[str, ...]:
        gone = former_players(self.ledger)
        return tuple(name for name in self.players if name not in gone)

    def ferries_of(self, name: str) -> int:
        return sum(ferry.owner == name for ferry in self.ferries.values())

    def with_fields(self, builders: Iterable[str], fields: str | None) -> "State":
        """Add the fields of new track to the network of each builder."""
        more = {name: (*self.networks.get(name, ()), fields) for name in builders if fields is not None}
        return self._replace(networks={**self.networks, **more}) if more else self

    # Seats and turns

    @property
    def first(self) -> str:
        """The player with the right to go first in this round. The right moves on one seat each round."""
        return clockwise(self.seats, self.starts)[(self.round - 1) % len(self.seats)]

    def with_first(self, name: str) -> "State":
        return self._replace(starts=clockwise(self.seats, name)[(1 - self.round) % len(self.seats)])

    @property
    def order(self) -> tuple[str, ...]:
        """All builders of this round in order; empty in other phases."""
        staying = self.staying if self.phase == "building" else ()
        return tuple(name for name in clockwise(self.seats, self.first) if name in staying)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Players who still have a turn in this round, in order."""
        seats, order = clockwise(self.seats, self.next or self.first), self.order
        return tuple(name for name in seats if name in order and name not in self.done)

    @property
    def up(self) -> str | None:
        return next(iter(self.waiting), None)

    def after_turn(self, who: tuple[str, ...]) -> "State":
        """End the turn of these players; after the last turn the next round begins."""
        # of two partners the one whose turn it was comes last, so that the round goes on after them
        new = sorted((name for name in who if name not in self.done), key=lambda name: name == self.up)
        if {*self.staying} - {*self.done, *new}:
            return self._replace(done=(*self.done, *new))
        return self._replace(done=(), next=None, round=self.round + 1, common_roll=None)

    # Cities

    @property
    def map_rule(self) -> MapRule | None:
        """The map in the ruleset; None if the map is the players' own."""
        return self.ruleset.maps.get(self.options.map)

    def page_of(self, kind: str) -> str:
        """The page of the board notes for cities or ferries: every map has its own."""
        return f"{kind}/{self.options.map}"

    @property
    def city_names(self) -> dict[int, str]:
        return {**self.printed, **self.names}

    def with_city_names(self, names: Mapping[str, str]) -> "State":
        more = {int(number): name for number, name in names.items() if number.isdecimal()}
        return self._replace(names={**self.names, **more})

    def name_of(self, number: int) -> str | None:
        return self.names.get(number, self.printed.get(number))

    def label_of(self, *numbers: int) -> str:
        """A city's numbers, and its name if known."""
        text, name = ", ".join(map(str, numbers)), self.name_of(numbers[0])
        return text if name is None else f"{text} {name}"

    def city_of(self, number: int) -> str | int:
        """A key that is equal for all numbers of one city: its name if known."""
        name = self.name_of(number)
        return number if name is None else fold(name)

    def is_one_city(self, start: int, goal: int) -> bool:
        """Whether both numbers are of one city, in which the ruleset allows no run."""
        return not self.ruleset.numbers.one_city and self.city_of(start) == self.city_of(goal)

    def by_city(self, numbers: Iterable[int]) -> list[list[int]]:
        """The numbers in order, grouped by city."""
        cities: dict[str | int, list[int]] = {}
        for number in sorted(numbers):
            cities.setdefault(self.city_of(number), []).append(number)
        return list(cities.values())

    @property
    def reached_numbers(self) -> dict[int, tuple[str, ...]]:
        """All numbers of connected cities, whichever number was connected, and who came first."""
        cities: dict[str | int, tuple[str, ...]] = {}
        for number, first in self.connected.items():
            cities.setdefault(self.city_of(number), first)
        named = {number: self.city_of(number) for number in self.city_names}
        reached = {number: cities[city] for number, city in named.items() if city in cities}
        return {**reached, **self.connected}

    @property
    def numbers_left(self) -> tuple[int, ...]:
        """Numbers of cities that no network has reached, as far as entered."""
        reached = self.reached_numbers
        return tuple(number for number in self.ruleset.numbers.all() if number not in reached)

    @property
    def last_round(self) -> int | None:
        """The round after which building can end with a city left; None while more cities are left."""
        return None if self.one_left is None else self.one_left + self.ruleset.building.last_rounds

    def with_one_left(self, is_marked: bool = False) -> "State":
        """Note this round if at most one city is left: by the numbers, or because the players say so."""
        if self.one_left is not None or not (is_marked or len(self.numbers_left) <= 1):
            return self
        return self._replace(one_left=self.round)

    # Runs

    def train_of(self, name: str) -> Train | None:
        trains = () if self.run is None else self.run.trains
        return next((train for train in trains if name in train.players), None)

    def train_label(self, name: str) -> str:
        train = self.train_of(name)
        return name if train is None else train.label

    @property
    def next_to_roll(self) -> str | None:
        """The player whose train rolls next in the race: the first of those under way that rolled least."""
        trains, staying = () if self.run is None else self.run.trains, self.staying
        under_way = [
            (len(train.rolls), next(name for name in train.players if name in staying))
            for train in trains
            if (train.length is None or sum(train.rolls) < train.length) and {*train.players} & {*staying}
        ]
        return min(under_way, key=lambda row: row[0])[1] if under_way else None

    @property
    def chained_start(self) -> int | None:
        """The number from which the next run must start; None if any number will do."""
        return self.last_goal if self.options.chain_runs else None

    def uses_left(self, number: int) -> int | None:
        """How often a number may still be start or goal; None if there is no limit."""
        rule = self.ruleset.runs.get(self.options.end)
        return None if rule is None else rule.uses - self.used.get(number, 0)

    @property
    def is_out_of_cities(self) -> bool:
        """Whether only numbers of one city may still be start or goal, so that the next run has no goal."""
        has_goal = self.options.end not in self.ruleset.runs or self.is_special_due is not False
        if has_goal or self.ruleset.numbers.one_city:
            return False
        numbers = [number for number in self.ruleset.numbers.all() if (self.uses_left(number) or 0) > 0]
        start = self.chained_start
        return len({self.city_of(number) for number in (numbers if start is None else [*numbers, start])}) < 2

    @property
    def special_rows(self) -> tuple[SpecialRow, ...]:
        rule = self.map_rule
        return () if rule is None or rule.special is None else rule.special.rows

    @property
    def is_special_due(self) -> bool | None:
        """Whether the next run is special; None if the map doesn't say."""
        if not self.options.special_runs:
            return False
        rule = self.map_rule
        if rule is None or rule.special is None:
            return None
        return (self.runs_done + 1) % rule.special.every == 0

    def places_of(self, target: str | None) -> tuple[str, ...]:
        """Places of a special target among which each train may choose; empty if the map's table names none."""
        row = next((row for row in self.special_rows if row.target == target), None)
        return () if row is None else self.ruleset.places_of(row)
