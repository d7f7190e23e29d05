"""The state of a pad: rounds, running points, counts of categories."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from companion.core.ledger import Ledger, former_players, player
from companion.core.letters import Letters
from companion.core.roster import clockwise
from companion.games.score_pad.ruleset import PadRuleset, Rounds

POINTS = ("points",)
OVERDRAFT = frozenset({("points", "bank"), ("points", "player")})

Numbers = Mapping[str, int]
"""A number by player, or by category or kind."""


class Round(NamedTuple):
    number: int
    scores: Numbers = {}
    """Points as entered or worked out, before a floor."""
    bids: Numbers = {}
    won: Numbers = {}
    bonus: Numbers = {}

    @property
    def is_begun(self) -> bool:
        return bool(self.scores or self.bids)

    @property
    def sum(self) -> int:
        return sum((self.won or self.scores).values())

    def with_numbers(self, **numbers: Numbers) -> "Round":
        merged: dict[str, Any] = {key: {**getattr(self, key), **given} for key, given in numbers.items()}
        return self._replace(**merged)

    def points(self, rules: Rounds, name: str) -> int:
        bonus = self.bonus.get(name, 0) if self.counts_bonus(rules, name) else 0
        return rules.points(self.number, self.bids[name], self.won[name]) + bonus

    def counts_bonus(self, rules: Rounds, name: str) -> bool:
        return rules.bonus == "always" or rules.is_right(self.bids[name], self.won[name])


class State(NamedTuple):
    players: tuple[str, ...]
    seats: tuple[str, ...]
    ledger: Ledger
    ruleset: PadRuleset
    starts: str
    marker: str | None
    """The player with the marker, who starts or deals the round."""
    rounds: int | None = None
    """Rounds in this session; None if the players end it."""
    target: int | None = None
    now: Round = Round(1)
    """The round under way, or the next one."""
    played: tuple[Round, ...] = ()
    running: Mapping[str, Numbers] = {}
    """Points of each player by kind."""
    counts: Mapping[str, Numbers] = {}
    """Counts of each player by category."""
    is_due: bool = False
    is_over: bool = False
    given: Letters = ()

    @property
    def order(self) -> tuple[str, ...]:
        return clockwise(self.seats, self.starts)

    @property
    def staying(self) -> tuple[str, ...]:
        gone = former_players(self.ledger)
        return tuple(name for name in self.order if name not in gone)

    @property
    def missing(self) -> tuple[str, ...]:
        """Players without a score in the round; if they bid, in the order of bids, the dealer last."""
        names, rules = self.staying, self.round_rules
        if rules.bid is not None and rules.marker == "dealer" and self.marker in names:
            names = (*clockwise(names, self.marker)[1:], self.marker)
        return tuple(name for name in names if name not in self.now.scores)

    @property
    def totals(self) -> dict[str, int]:
        return {name: self.ledger.of(POINTS, player(name)) for name in self.players}

    @property
    def round_rules(self) -> Rounds:
        return self.ruleset.rounds or Rounds()

    @property
    def unbid(self) -> tuple[str, ...]:
        return tuple(name for name in self.missing if name not in self.now.bids)

    @property
    def stage(self) -> Literal["bids", "tricks", "scores", "counts"]:
        """What the players write down now: numbers of the round, or counts of the categories."""
        if self.ruleset.rounds is None or self.is_due or self.is_over:
            return "counts"
        if self.round_rules.bid is None:
            return "scores"
        return "bids" if self.unbid else "tricks"

    @property
    def waiting(self) -> tuple[str, ...]:
        return self.unbid if self.stage == "bids" else self.missing

    @property
    def sums(self) -> tuple[int, ...]:
        """Sums that the round may have; empty if any."""
        return self.round_rules.sums(self.now.number, len({*self.staying, *self.now.scores}))

    def has(self, part: str) -> bool:
        """Whether the pad has a part: rounds, bids, bonus, running or categories."""
        if part == "bids":
            return self.round_rules.bid is not None
        if part == "bonus":
            return self.round_rules.bonus not in (None, "no")
        return getattr(self.ruleset, part) not in (None, {})

    def count_of(self, who: str, category: str) -> int:
        return self.counts.get(who, {}).get(category, 0)

    def blanks(self, who: str) -> list[str]:
        """Categories without a count of the player, except majorities, in which a blank takes no part."""
        known, categories = self.counts.get(who, {}), self.ruleset.categories
        return [key for key in categories if key not in known and not categories[key].places]

    def with_counts(self, counts: Mapping[str, Numbers]) -> "State":
        merged = {name: {**self.counts.get(name, {}), **given} for name, given in counts.items()}
        return self._replace(counts={**self.counts, **merged})

    def after_round(self) -> "State":
        """Close the round, and pass the marker on."""
        around = clockwise(self.seats, self.marker)[1:] if self.marker is not None else ()
        marker = next((name for name in around if name in self.staying), self.marker)
        return self._replace(played=(*self.played, self.now), now=Round(self.now.number + 1), marker=marker)
