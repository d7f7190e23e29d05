"""The numbers and names that the rules of Whistle Stop read."""

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from companion.core.errors import refusal
from companion.core.names import fold
from companion.core.roster import Option
from companion.games.models import Count, Few, Model, Name, Number
from companion.games.ruleset import HasNames, Ruleset, Sentences, is_plain_number, requirement

_must, _form = requirement("whistle-stop.ruleset"), requirement("form")
Numbers = Annotated[tuple[Number, ...], Field(strict=False, min_length=1)]
Counts = Annotated[tuple[Count, ...], Field(strict=False)]


class ByPlayers(Model):
    trains: Few
    rounds: Few


class Rounds(Model):
    whistle_before_end: Count
    """Number of rounds after the whistle round."""


class Start(Model):
    whistles: Count
    points: Count
    coal: Counts
    """Coal of each seat, start player first."""


class Income(Model):
    """Pieces for everybody when a round begins: coal, or in the whistle round a whistle instead."""

    coal: Count
    whistle: Count


class TurnRules(Model):
    spaces: Number
    buys: Count


class RestRule(Model):
    whistle: Count


class Good(HasNames):
    kind: Literal["basic", "rare"]
    cube: Name | None = None
    """Colour of the cubes; None if only the players' own copy shows it."""


class Limits(Model):
    goods: Count
    hand: Count
    hand_with_boiler: Count


class Shares(Model):
    numbers: Few
    """Each company has shares from 1 to this number."""


class StopKind(HasNames):
    """A kind of stop; some need a figure (`STOP_FIGURES`)."""

    coal: Number = 0
    whistle: Number = 0
    rates: Numbers = ()
    """Possible points for each share; the tile shows which."""


class UpgradeRule(HasNames):
    coal: Number = 0
    """Cost of each use; 0 for an upgrade that works by itself and is never used."""
    gains: dict[Name, Number] = {}
    help: Sentences


class UpgradeRules(Model):
    extra_in_play: Count
    """Upgrades in play beyond the number of players."""
    worth: Numbers
    """Possible points at the end; the card shows which."""


class Gold(HasNames):
    tokens: Few
    values: Numbers
    least: Number
    """Value of a token as long as its real value isn't given."""


class EndTiles(Model):
    all: Number
    in_play: Number
    rewards: Number


class BasicTrade(Model):
    """Number of pieces of one kind that a basic good brings."""

    whistle: Number
    coal: Number
    basic: Number


class RareTrade(Model):
    """Number of pieces of one kind that a rare good brings."""

    basic: Number
    rare: Number


class Trading(Model):
    trades: Number
    basic: BasicTrade
    rare: RareTrade

    @property
    def most_for_one(self) -> int:
        basic, rare = self.basic, self.rare
        return max(basic.whistle, basic.coal, basic.basic, rare.basic, rare.rare)


class CabinRules(Model):
    shares: Number
    points: Count


class FinalRules(Model):
    majority: Count
    basic: Count
    rare: Count
    markers: Number
    """Number of coal and whistles together that count `marker_points`."""
    marker_points: Count
    black_tile: Count


MARKERS = ("coal", "whistle")
EVERYTHING, SCORE = "all", "score"
SCORING_STOPS = ("gold-mine", "town", "exchange", "end")
"""Stops that count if only the score is kept."""
STOP_IDS = (
    "coal-yard", "whistle-factory", "store", "gold-mine", "trading-post", "town", "exchange", "end", "start",
)  # fmt: skip
TOLL_STATION, EXTRA_BOILER, CABOOSE, SAFE = "toll-station", "extra-boiler", "caboose", "safe"


class UsedUpgrade(NamedTuple):
    """What the rules know of an upgrade that is used."""

    works_like: str = ""
    """The stop that does the same; empty if there is none."""
    brings_markers: bool = False
    scores: bool = False
    """Whether it counts if only the score is kept."""


USED_UPGRADES = {
    "coal-car": UsedUpgrade(brings_markers=True),
    "open-wagon": UsedUpgrade(works_like="trading-post"),
    "mine-cart": UsedUpgrade(works_like="gold-mine", scores=True),
    "first-class-cabin": UsedUpgrade(scores=True),
    CABOOSE: UsedUpgrade(scores=True),
    SAFE: UsedUpgrade(scores=True),
    "warehouse": UsedUpgrade(works_like="store"),
    "new-whistle": UsedUpgrade(brings_markers=True),
}
STOP_FIGURES = {"coal": "coal-yard", "whistle": "whistle-factory", "rates": "exchange"}
"""Each figure, and the stop that needs it."""
BY_PLAYERS = 0
"""Default of an option that follows from the number of players."""
LENGTHS = ("rounds", "whistle_round")


def _check_keys(path: str, given: Collection[str], needed: Collection[str]) -> None:
    for key in needed:
        _form("missing", key in given, key=f"{path}.{key}")
    for key in given:
        _form("unknown-key", key in needed, key=f"{path}.{key}")


class WhistleStopRuleset(Ruleset):
    by_players: dict[str, ByPlayers]
    rounds: Rounds
    start: Start
    income: Income
    turn: TurnRules
    rest: RestRule
    goods: dict[Name, Good]
    markers: dict[Name, HasNames]
    limits: Limits
    companies: Annotated[dict[Name, HasNames], Field(min_length=1)]
    shares: Shares
    upgrades: dict[Name, UpgradeRule]
    upgrade_rules: UpgradeRules
    gold: Gold
    end_tiles: EndTiles
    stops: dict[Name, StopKind]
    trading: Trading
    cabin: CabinRules
    final: FinalRules

    @model_validator(mode="after")
    def _holds_together(self) -> "WhistleStopRuleset":
        self._check_options()
        self._check_player_counts()
        self._check_pieces_and_stops()
        self._check_upgrades()
        seen: set[str] = set()
        for key, _ in self.ids():  # sentences find a name by its id alone, and a good is a stop too
            _must("id-twice", fold(key) not in seen, id=key)
            seen.add(fold(key))
        return self

    def _check_options(self) -> None:
        for key in (*LENGTHS, "exchange_counts_paid", "track"):
            _form("missing", key in self.options, key=f"options.{key}")
        for key in LENGTHS:
            default, path = self.options[key].default, f"options.{key}.default"
            _form("whole-number", type(default) is int, key=path)
            _form("at-least", type(default) is int and default >= BY_PLAYERS, key=path, wanted=BY_PLAYERS)
        key = "exchange_counts_paid"
        _form("true-or-false", isinstance(self.options[key].default, bool), key=f"options.{key}.default")
        is_known = {*self.options["track"].choices} == {EVERYTHING, SCORE}
        _form("choice", is_known, key="options.track.choices", wanted=f'["{EVERYTHING}", "{SCORE}"]')

    def _check_player_counts(self) -> None:
        for players, rule in self.by_players.items():
            _form("unknown-key", is_plain_number(players), key=f"by_players.{players}")
            path, least = f"by_players.{players}.rounds", self.rounds.whistle_before_end + 1
            _form("at-least", rule.rounds >= least, key=path, wanted=least)
            misfit = self.options["rounds"].misfit(rule.rounds, path)
            if misfit is not None:
                raise PydanticCustomError(misfit.key, "unsound", dict(misfit.values))
        for count in range(self.players.least, self.players.most + 1):
            _form("missing", str(count) in self.by_players, key=f"by_players.{count}")
        most = self.players.most
        _form("at-least-items", len(self.start.coal) >= most, key="start.coal", wanted=most)

    def _check_pieces_and_stops(self) -> None:
        _check_keys("markers", self.markers, MARKERS)
        for kind, goods in (("basic", self.basic), ("rare", self.rare)):
            _form("missing", bool(goods), key=f'goods: kind = "{kind}"')
        hand, more = self.limits.hand, self.limits.hand_with_boiler
        _form("at-least", more >= hand, key="limits.hand_with_boiler", wanted=hand)
        lowest = min(self.gold.values)
        _form("choice", self.gold.least == lowest, key="gold.least", wanted=lowest)
        in_play, count = self.end_tiles.in_play, self.end_tiles.all
        _form("at-most", in_play <= count, key="end_tiles.in_play", wanted=count)
        _check_keys("stops", self.stops, STOP_IDS)
        for stop, rule in self.stops.items():
            given = STOP_FIGURES.keys() & rule.model_fields_set
            needed = [figure for figure, needing in STOP_FIGURES.items() if needing == stop]
            _check_keys(f"stops.{stop}", given, needed)

    def _check_upgrades(self) -> None:
        for upgrade, rule in self.upgrades.items():
            path = f"upgrades.{upgrade}"
            given = {field for field in ("coal", "gains") if getattr(rule, field)}
            used = USED_UPGRADES.get(upgrade)
            needed = [*(["coal"] if used else []), *(["gains"] if used and used.brings_markers else [])]
            _check_keys(path, given, needed)
            for marker in rule.gains:
                _form("unknown-key", marker in MARKERS, key=f"{path}.gains.{marker}")
        in_play = self.upgrades_in_play(self.players.most)
        _form("at-least-items", in_play <= len(self.upgrades), key="upgrades", wanted=in_play)

    def things(self) -> tuple[Mapping[str, HasNames], ...]:
        gold = {"gold": self.gold}
        return gold, self.goods, self.markers, self.companies, self.upgrades, self.stops

    @cached_property
    def basic(self) -> tuple[str, ...]:
        return tuple(good for good, rule in self.goods.items() if rule.kind == "basic")

    @cached_property
    def rare(self) -> tuple[str, ...]:
        return tuple(good for good, rule in self.goods.items() if rule.kind == "rare")

    @cached_property
    def known_pieces(self) -> Mapping[str, tuple[str, ...]]:
        pieces = (*self.goods, *MARKERS)
        return {"marker": MARKERS, "good": tuple(self.goods), "piece": pieces, "reward": (*pieces, "gold")}

    @cached_property
    def share_numbers(self) -> range:
        return range(1, self.shares.numbers + 1)

    @cached_property
    def used_upgrades(self) -> tuple[str, ...]:
        return tuple(upgrade for upgrade, rule in self.upgrades.items() if rule.coal)

    @cached_property
    def gains(self) -> Mapping[str, Mapping[str, int]]:
        """Pieces that stops and used upgrades bring by themselves."""
        coal, whistle = self.stops["coal-yard"].coal, self.stops["whistle-factory"].whistle
        stops = {"coal-yard": {"coal": coal}, "whistle-factory": {"whistle": whistle}}
        upgrades = {name: rule.gains for name, rule in self.upgrades.items()}
        return {**stops, **upgrades, **{good: {good: 1} for good in self.goods}}

    def upgrades_in_play(self, player_count: int) -> int:
        return player_count + self.upgrade_rules.extra_in_play

    def for_players(self, count: int) -> ByPlayers:
        return self.by_players[str(count)]

    def check_options(self, options: Mapping[str, object]) -> dict[str, Option]:
        """Check options as given. Rounds count from 1, though their default may be `BY_PLAYERS`."""
        for key in LENGTHS:
            value = options.get(key)
            if type(value) is int and value < 1:
                field = f"options.{key}"
                raise refusal("form.at-least", field, key=field, wanted=1)
        return super().check_options(options)

    def options_for(self, given: Mapping[str, Option], player_count: int) -> dict[str, Option]:
        """Complete the options. The whistle round follows from the rounds; 0 if they are too few for one."""
        options = super().options_for(given, player_count)
        rounds = int(options["rounds"]) or self.for_players(player_count).rounds
        before_end = max(rounds - self.rounds.whistle_before_end, 0)
        whistle_round = int(options["whistle_round"]) or before_end
        return {**options, "rounds": rounds, "whistle_round": whistle_round}
