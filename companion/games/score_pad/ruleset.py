"""A pad: what the players write down, and what it is worth."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from companion.core.choices import Block, Fields
from companion.core.messages import say
from companion.core.names import fold
from companion.core.payouts import Rounding, Ties
from companion.core.roster import Option
from companion.games.models import Model
from companion.games.ruleset import HasNames, PlayerCount, Ruleset, Words, requirement
from companion.words import LANGUAGES, find

MOST_POINTS = 1_000_000
MOST_PLAYERS = 12
MOST_ROUNDS = 99
OTHER = "other"
"""The kind of running points without a kind."""

_must, _form = requirement("score-pad.ruleset"), requirement("form")


def _check_id(text: str) -> str:
    is_sound = 1 <= len(text) <= 24 and text.isascii() and all(char.isalnum() or char == "-" for char in text)
    _must("id", is_sound and text == text.lower(), id=text[:40])
    return text


def _check_limits(path: str, low: int | None, high: int | None) -> None:
    _form("at-most", low is None or high is None or low <= high, key=f"{path}.low", wanted=high)


Id = Annotated[str, AfterValidator(_check_id)]
PadAmount = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]
RoundCount = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
Prizes = Annotated[tuple[PadAmount, ...], Field(strict=False, min_length=1, max_length=9)]
PlayerKey = Annotated[str, Field(pattern="^([1-9]|1[0-2])$")]
"""A number of players, as TOML writes a key."""
Step = Annotated[tuple[PadAmount, PadAmount], Field(strict=False)]
Wins = Literal["highest", "lowest"]
Sums = Annotated[tuple[PadAmount, ...], Field(strict=False, min_length=1, max_length=20)]


class Category(HasNames):
    points: PadAmount | None = None
    per: Annotated[int, Field(ge=2, le=1000)] | None = None
    steps: Annotated[tuple[Step, ...], Field(strict=False, min_length=1, max_length=40)] | None = None
    places: Prizes | None = None
    ties: Ties | None = None
    after: Literal["skip", "next"] | None = None
    round: Literal["down", "up"] | None = None
    round_to: Annotated[int, Field(ge=1, le=MOST_POINTS)] | None = None
    least: PadAmount | None = None
    places_by_players: dict[PlayerKey, Prizes] | None = None
    low: PadAmount | None = None
    high: PadAmount | None = None
    help: Words | None = None

    @property
    def lowest(self) -> int:
        is_plain = (self.points, self.per, self.steps, self.places) == (None, None, None, None)
        return self.low if self.low is not None else -MOST_POINTS if is_plain else 0

    @property
    def is_plain(self) -> bool:
        return self.steps is None and self.per is None and self.points in (None, 1)

    @property
    def rounding(self) -> Rounding:
        return Rounding(self.round_to or 1, self.round == "up")

    def prizes(self, player_count: int) -> Sequence[int]:
        return (self.places_by_players or {}).get(str(player_count), self.places or ())

    def worth(self, count: int) -> int:
        if self.steps is not None:
            return next((amount for start, amount in reversed(self.steps) if start <= count), 0)
        return count // (self.per or 1) * (1 if self.points is None else self.points)

    def check(self, key: str) -> None:
        of_majority = (self.ties, self.after, self.round, self.round_to, self.least, self.places_by_players)
        ways = [self.points is not None or self.per is not None, self.steps is not None, bool(self.places)]
        _must("two-ways", sum(ways) <= 1, category=key)
        starts = [start for start, _ in self.steps or ()]
        _must("steps", starts == sorted(set(starts)), category=key)
        path, has_places = f"categories.{key}", bool(self.places)
        _form("at-least", self.per is None or self.lowest >= 0, key=f"{path}.low", wanted=0)
        _form("missing", has_places or all(value is None for value in of_majority), key=f"{path}.places")
        is_skipped = self.after != "next" or self.ties not in (None, "share")
        _form("choice", is_skipped, key=f"{path}.after", wanted='"skip"')
        _check_limits(path, self.lowest, self.high)


class TieBreak(Model):
    category: str
    wins: Wins = "highest"
    by: Literal["count", "points"] = "count"


_NUMBERS = {
    None: {},
    "exact": {"hit": 20, "trick": 10, "miss": 10},
    "zero": {"trick": 20, "miss": 10, "zero": 10},
    "made": {"trick": 10, "over": 1},
    "tricks": {"trick": 1, "hit": 10},
}
"""Numbers of each way to score bids, with their defaults."""


class Rounds(Model):
    count: RoundCount | dict[PlayerKey, RoundCount] | None = None
    marker: Literal["starts", "dealer", "none"] = "starts"
    low: PadAmount | None = None
    high: PadAmount | None = None
    sum: PadAmount | Sums | Literal["round"] | None = None
    bid: Literal["exact", "zero", "made", "tricks"] | None = None
    bonus: Literal["no", "always", "hit"] | None = None
    hit: PadAmount | None = None
    trick: PadAmount | None = None
    miss: PadAmount | None = None
    zero: PadAmount | None = None
    over: PadAmount | None = None

    @model_validator(mode="after")
    def _numbers_fit(self) -> "Rounds":
        for key in ("hit", "trick", "miss", "zero", "over", "bonus"):
            fits = key in _NUMBERS[self.bid] or (key == "bonus" and self.bid is not None)
            _form("unfit", fits or getattr(self, key) is None, key=f"rounds.{key}")
        _form("missing", self.sum != "round" or self.bid is not None, key="rounds.bid")
        _check_limits("rounds", self.low, self.high)
        return self

    @property
    def numbers(self) -> dict[str, int]:
        given = {key: getattr(self, key) for key in _NUMBERS[self.bid]}
        return {key: _NUMBERS[self.bid][key] if value is None else value for key, value in given.items()}

    def sums(self, number: int, players: int) -> tuple[int, ...]:
        """Sums that a round may have, without those too high for so many players; empty if any."""
        if not isinstance(self.sum, tuple):
            return () if self.sum is None else (number if self.sum == "round" else self.sum,)
        most = players * (MOST_POINTS if self.high is None else self.high)
        return tuple(sum_ for sum_ in self.sum if sum_ <= most) or self.sum

    def is_right(self, bid: int, won: int) -> bool:
        return won >= bid if self.bid == "made" else won == bid

    def points(self, number: int, bid: int, won: int) -> int:
        n, is_right, off = self.numbers, self.is_right(bid, won), abs(bid - won)
        if self.bid == "tricks":
            return n["trick"] * won + (n["hit"] if is_right else 0)
        if self.bid == "made":
            return n["trick"] * bid + n["over"] * (won - bid) if is_right else -n["trick"] * bid
        if self.bid == "zero" and bid == 0:
            return n["zero"] * (number if is_right else -number)
        return n.get("hit", 0) + n["trick"] * won if is_right else -n["miss"] * off


class Running(Model):
    kinds: Annotated[dict[Id, HasNames], Field(max_length=20)] = {}
    low: PadAmount | None = None
    high: PadAmount | None = None

    @model_validator(mode="after")
    def _other_is_free(self) -> "Running":
        _form("unfit", OTHER not in self.kinds, key=f"running.kinds.{OTHER}")
        _check_limits("running", self.low, self.high)
        return self


class End(Model):
    target: Annotated[int, Field(ge=1, le=MOST_POINTS)] | None = None


def _option_words(key: str) -> dict[str, dict[str, str | None]]:
    parts = {"names": f"score-pad.option.{key}", "help": f"score-pad.option-help.{key}"}
    return {part: {language: find(name, language) for language in LANGUAGES} for part, name in parts.items()}


class PadPlayers(PlayerCount):
    least: Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
    most: Annotated[int, Field(ge=1, le=MOST_PLAYERS)]


class PadRuleset(Ruleset):
    id: Id
    players: PadPlayers
    wins: Wins = "highest"
    unit: Words | Literal["points"] = "points"
    floor: PadAmount | None = None
    tie_break: Annotated[tuple[TieBreak, ...], Field(strict=False)] = ()
    categories: Annotated[dict[Id, Category], Field(max_length=30)] = {}
    rounds: Rounds | None = None
    running: Running | None = None
    end: End | None = None

    @property
    def is_scored_at_end(self) -> bool:
        return self.rounds is None and self.running is None

    @classmethod
    def write_out(cls, raw: dict[str, object]) -> dict[str, object]:
        """Write short forms out: names of a category or kind alone, and a category alone as a tie-break."""
        running, broken = raw.get("running"), raw.get("tie_break")
        full = {**raw, "categories": _with_names(raw.get("categories", {}))}
        if isinstance(running, dict) and "kinds" in running:
            full["running"] = {**running, "kinds": _with_names(running["kinds"])}
        if isinstance(broken, list):
            full["tie_break"] = [{"category": rule} if isinstance(rule, str) else rule for rule in broken]
        return full

    @model_validator(mode="before")
    @classmethod
    def _with_options(cls, raw: object) -> Any:
        if not isinstance(raw, dict):
            return raw
        rounds, end = raw.get("rounds"), raw.get("end")
        count = rounds.get("count") if isinstance(rounds, dict) else None
        target = end.get("target") if isinstance(end, dict) else None
        least = 1
        if isinstance(count, dict):
            count = least = 0  # stands for the pad's own number by players
        options: Fields = {}
        for key, default, low, high in (
            ("rounds", count, least, MOST_ROUNDS),
            ("target", target, -MOST_POINTS, MOST_POINTS),
        ):
            if isinstance(default, int) and low <= default <= high:
                options[key] = {"default": default, "low": low, "high": high}
        return {**raw, "options": {key: {**rule, **_option_words(key)} for key, rule in options.items()}}

    @model_validator(mode="after")
    def _holds_together(self) -> "PadRuleset":
        _must("nothing", bool(self.categories or self.rounds or self.running))
        for key, category in self.categories.items():
            category.check(key)
        _check_names(self.categories)
        for rule in self.tie_break:
            kind, choices = "one-of" if self.categories else "unfit", (*self.categories,)
            _form(kind, rule.category in self.categories, key="tie_break", choices=choices)
        count = self.rounds.count if self.rounds else None
        for players in range(self.players.least, self.players.most + 1):
            is_counted = not isinstance(count, dict) or str(players) in count
            _form("missing", is_counted, key=f"rounds.count.{players}")
        target = self.end.target if self.end else None
        has_end = target is None or bool(self.rounds or self.running is not None)
        _form("missing", has_end, key=say("words.either", most="rounds", last="running"))
        return self

    def things(self) -> tuple[Block, ...]:
        return self.categories, self.running.kinds if self.running else {}

    def names_by_id(self) -> dict[str, Words]:
        unit = {} if self.unit == "points" else {"points": self.unit}
        helps = {f"{key}.help": rule.help for key, rule in self.categories.items() if rule.help is not None}
        return {**unit, **super().names_by_id(), **helps}

    def options_for(self, given: Mapping[str, Option], player_count: int) -> dict[str, Option]:
        options, count = super().options_for(given, player_count), self.rounds.count if self.rounds else None
        if isinstance(count, dict) and not options["rounds"]:
            options["rounds"] = count.get(str(player_count), max(count.values()))
        return options


def _with_names(table: object) -> object:
    """Return a table whose values are tables with `names`, even if the file gives only the names."""
    if not isinstance(table, dict):
        return table
    named = {}
    for key, value in table.items():
        is_names = isinstance(value, str) or (isinstance(value, dict) and value and {*value} <= {*LANGUAGES})
        named[key] = {"names": value} if is_names else value
    return named


def _check_names(categories: Mapping[str, Category]) -> None:
    for language in LANGUAGES:
        seen: set[str] = set()
        for category in categories.values():
            name = category.names.of(language).long
            _must("same-name", fold(name) not in seen, name=name)
            seen.add(fold(name))
