"""The ruleset of Dampfross: numbers, names, maps, options."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from companion.core.choices import Block
from companion.core.messages import Message, say
from companion.core.roster import Option
from companion.games.models import Count, Few, Model, Name, NameList, Number, distinct_names
from companion.games.ruleset import HasNames, Ruleset, Sentences, Words, is_plain_number, requirement

_must, _form = requirement("dampfross.ruleset"), requirement("form")
DieFace = Annotated[int, Field(ge=1, le=6)]
FACES = range(1, 7)
MOST_PIPS = 2 * len(FACES)


class StartMoney(Model):
    start: Count


class SegmentRule(HasNames):
    points: Number


class Fees(Model):
    join: Count
    crossing: Count
    half: Count
    """Fee for each half field alongside a rival."""


class Premium(Model):
    city: Count


class Prizes(Model):
    first: Number
    second: Count
    alone: Number


class Fares(Model):
    field: Number
    most_net: Number
    """Most that one player may owe another after both debts are set off."""


class Ferries(Model):
    price: Count
    use: Count


class Joint(Model):
    """The part of two partners' rolls that a joint line may use."""

    numerator: Number
    denominator: Number


class BuildingRule(Model):
    last_rounds: Number
    """Rounds after which building may end with one city left."""


class Expansion(Model):
    """The variant: every few runs, build with a part of the balance, or `least` if below `least_balance`."""

    percent: Annotated[int, Field(ge=1, le=100)]
    every: Number
    least_balance: Number
    least: Number


class RunsRule(Model):
    runs: Few
    uses: Number
    """How often each number may be start or goal."""


class Numbers(Model):
    """City numbers have two digits, each from low to high, as two dice show them."""

    low: DieFace
    high: DieFace
    apart: Number
    """Minimum number of fields from start to goal."""
    one_city: bool = True
    """Whether start and goal may be two numbers of one city."""

    @model_validator(mode="after")
    def _low_first(self) -> "Numbers":
        _form("at-most", self.low <= self.high, key="numbers.low", wanted=self.high)
        return self

    def all(self) -> tuple[int, ...]:
        digits = range(self.low, self.high + 1)
        return tuple(number_of(tens, ones) for tens in digits for ones in digits)


Parity = Literal["even", "odd"]
Throw = tuple[int | None, int | None, Parity | None]
"""One die alone, or the red die and the parity of the white die."""


class SpecialRow(Model):
    target: Name
    die: DieFace | None = None
    red: DieFace | None = None
    white: Parity | None = None
    places: NameList = ()
    """Places that replace the target's places."""

    def throw(self) -> Throw:
        return self.die, self.red, self.white


THROWS: dict[str, tuple[Throw, ...]] = {
    "one": tuple((face, None, None) for face in FACES),
    "red-and-parity": tuple((None, face, parity) for face in FACES for parity in ("even", "odd")),
}


class SpecialTable(Model):
    """Targets of a map's special runs, one row for each throw of its dice."""

    every: Annotated[int, Field(ge=2)]
    dice: Literal["one", "red-and-parity"]
    rows: Annotated[tuple[SpecialRow, ...], Field(strict=False)]

    @model_validator(mode="after")
    def _every_throw_once(self) -> "SpecialTable":
        wanted, seen = THROWS[self.dice], set()
        for number, row in enumerate(self.rows, start=1):
            _must("row-dice", row.throw() in wanted, row=number, dice=self.dice)
            _must("row-twice", row.throw() not in seen, row=number)
            seen.add(row.throw())
        _must("row-missing", len(seen) >= len(wanted), rows=len(seen), wanted=len(wanted))
        return self


class MapRule(HasNames):
    help: Sentences | None = None
    start_cities: NameList = ()
    cities: dict[str, Name] = {}
    """Known names by number. One city can have several numbers."""
    ferries: Count | None = None
    ferries_per_player: Number | None = None
    special: SpecialTable | None = None


class SpecialTarget(HasNames):
    help: Sentences | None = None
    places: NameList = ()
    """Places among which each train may choose."""


CHOICES: dict[str, tuple[int | str, ...]] = {
    "build_dice": (1, 2),
    "expansion": ("income", "ten-percent"),
    "exact_tie": ("share", "roll-off"),
}
SWITCHES = ("common_roll", "special_runs", "chain_runs")
TARGET = "target"
"""The end by a balance. All other ends are keys of [runs]."""
TARGET_AT = "target_at"
"""The option with that balance, in rulesets that let the players agree on it."""


class DampfrossRuleset(Ruleset):
    unit_word = "units"
    money: StartMoney
    segments: Annotated[dict[Name, SegmentRule], Field(min_length=1)]
    fees: Fees
    premium: Premium
    prizes: Prizes
    fares: Fares
    ferries: Ferries
    joint: Joint
    building: BuildingRule
    expansion: Expansion
    targets: dict[str, Number]
    """The balance that ends the game, by the number of players."""
    runs: dict[Name, RunsRule]
    numbers: Numbers
    maps: Annotated[dict[Name, MapRule], AfterValidator(distinct_names)]
    special_targets: dict[Name, SpecialTarget]

    @model_validator(mode="after")
    def _holds_together(self) -> "DampfrossRuleset":
        first, second = self.prizes.first, self.prizes.second
        _form("at-most", second <= first, key="prizes.second", wanted=first)
        self._check_ends()
        for name, rule in self.maps.items():
            for number in rule.cities:
                is_number = is_plain_number(number) and self.is_number(int(number))
                _form("unknown-key", is_number, key=f"maps.{name}.cities.{number}")
            for row in rule.special.rows if rule.special else ():
                _form("missing", row.target in self.special_targets, key=f"special_targets.{row.target}")
        self._check_options()
        # a map and a target may share an id (France), but only with one name: sentences find it by the id
        known: dict[str, Words] = {}
        for key, words in self.ids():
            _must("two-names", known.setdefault(key, words) == words, id=key)
        return self

    def _check_ends(self) -> None:
        for players in self.targets:
            _form("unknown-key", is_plain_number(players), key=f"targets.{players}")
        for count in range(self.players.least, self.players.most + 1):
            _form("missing", str(count) in self.targets, key=f"targets.{count}")
        _form("unfit", TARGET not in self.runs, key=f"runs.{TARGET}")
        for end, rule in self.runs.items():
            most = len(self.numbers.all()) * rule.uses // 2
            _form("at-most", rule.runs <= most, key=f"runs.{end}.runs", wanted=most)

    def _check_options(self) -> None:
        for key in ("map", "end", *CHOICES, *SWITCHES):
            _form("missing", key in self.options, key=f"options.{key}")
        _form("text", isinstance(self.options["map"].default, str), key="options.map.default")
        for key in SWITCHES:
            _form("true-or-false", isinstance(self.options[key].default, bool), key=f"options.{key}.default")
        for key, known in {**CHOICES, "end": (TARGET, *self.runs)}.items():
            rule, kind = self.options[key], type(known[0])
            _form("missing", bool(rule.choices), key=f"options.{key}.choices")
            values = (rule.default, *rule.choices)
            is_known = all(type(value) is kind and value in known for value in values)
            _form("one-of", is_known, key=f"options.{key}", choices=known)

    def things(self) -> tuple[Block, ...]:
        return self.options, self.segments, self.special_targets, self.maps

    def listed_values(self, key: str) -> tuple[Option, ...]:
        return tuple(self.maps) if key == "map" else super().listed_values(key)

    def value(self, field: str) -> object:
        if field == "rules.points":
            return tuple((kind, rule.points) for kind, rule in self.segments.items())
        return self.targets_said if field == "rules.targets_said" else super().value(field)

    @property
    def targets_said(self) -> tuple[Message, ...]:
        """Balances that end the game, each with its numbers of players."""
        counts: dict[int, list[int]] = {}
        for count in range(self.players.least, self.players.most + 1):
            counts.setdefault(self.target_for(count), []).append(count)
        return tuple(say("dampfross.target-for", units=units, players=who) for units, who in counts.items())

    def target_for(self, players: int) -> int:
        return self.targets[str(players)]

    def known_track(self, track: Mapping[str, int] | None) -> dict[str, int]:
        """Return only segments of known kinds, without counts of 0."""
        return {kind: count for kind, count in (track or {}).items() if count and kind in self.segments}

    def points_of(self, track: Mapping[str, int]) -> int:
        return sum(self.segments[kind].points * count for kind, count in track.items())

    def options_for(self, given: Mapping[str, Option], player_count: int) -> dict[str, Option]:
        """Complete the options; a target of 0 means the one for this number of players."""
        options = super().options_for(given, player_count)
        if options.get(TARGET_AT) == 0:
            options[TARGET_AT] = self.target_for(player_count)
        return options

    def is_number(self, number: int) -> bool:
        low, high = self.numbers.low, self.numbers.high
        tens, ones = divmod(number, 10)
        return low <= tens <= high and low <= ones <= high

    def places_of(self, row: SpecialRow) -> tuple[str, ...]:
        return row.places or self.special_targets[row.target].places


def number_of(tens: int, ones: int) -> int:
    return 10 * tens + ones
