"""The ruleset of Stephenson's Rocket."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, model_validator

from companion.core.payouts import Rounding
from companion.games.models import Count, Few, FewOrNone, Model, Name, Number
from companion.games.ruleset import HasNames, Ruleset, requirement

_must, _form = requirement("stephensons-rocket.ruleset"), requirement("form")


class Note(Model):
    value: Number
    count: Number


class Money(Model):
    unit: Number
    """Payouts are rounded down to a multiple of this; those of mergers, to `payouts.merger_unit` if given."""
    notes: Annotated[tuple[Note, ...], Field(strict=False)]

    @property
    def note_values(self) -> tuple[int, ...]:
        return tuple(note.value for note in self.notes)


class Pieces(Model):
    shares: Few
    supplementary_shares: FewOrNone
    tiles: Few
    stations: Few
    passengers: FewOrNone
    tokens_per_commodity: Few
    tokens_per_metropolis: Few


class Board(Model):
    """The number of towns of each kind, and the few whose names and kinds are known."""

    metropolises: Number
    railway_towns: Number
    start_towns: Number
    known: dict[Name, str] = {}

    @property
    def towns(self) -> int:
        return self.metropolises + self.railway_towns + self.start_towns


class ActionsPerTurn(Model):
    actions: Few


class Payouts(Model):
    metropolis_first: Count
    metropolis_second: Count
    per_town: Count
    merger_unit: Number | None = None
    tokens_first: Count
    tokens_second: Count


class ExchangeRule(Model):
    old_shares: Number
    """Shares of the dissolved line for one share of the survivor."""


class End(Model):
    lines_with_shares: Count
    """The game ends when no more lines than this have shares in their pile."""


class LineRule(HasNames):
    colour: Name | None = None


KINDS = ("start-town", "metropolis", "railway-town")


class RocketRuleset(Ruleset):
    unit_word = "money"
    can_hide_money = True
    money: Money
    pieces: Pieces
    board: Board
    turn: ActionsPerTurn
    payouts: Payouts
    exchange: ExchangeRule
    end: End
    lines: Annotated[dict[Name, LineRule], Field(min_length=2)]
    commodities: Annotated[dict[Name, HasNames], Field(min_length=1)]
    passengers: HasNames

    @model_validator(mode="after")
    def _holds_together(self) -> "RocketRuleset":
        lines = len(self.lines)
        _form("choice", self.board.start_towns == lines, key="board.start_towns", wanted=lines)
        tokens = self.pieces.tokens_per_commodity * len(self.commodities)
        places = self.pieces.tokens_per_metropolis * self.board.metropolises
        _must("tokens", tokens == places, tokens=tokens, places=places)
        most = lines - 1
        _form("at-most", self.end.lines_with_shares <= most, key="end.lines_with_shares", wanted=most)
        for town, kind in self.board.known.items():
            _form("one-of", kind in KINDS, key=f"board.known.{town}", choices=KINDS)
        for note in self.money.notes:
            _form("multiple", not note.value % self.money.unit, key="money.notes", wanted=self.money.unit)
        merger_unit, unit = self.payouts.merger_unit or self.money.unit, self.money.unit
        _form("multiple", not merger_unit % unit, key="payouts.merger_unit", wanted=unit)
        _form("unfit", "passengers" not in self.commodities, key="commodities.passengers")
        towns = list(self.board.known.values())
        counts = (len(self.lines), self.board.metropolises, self.board.railway_towns)
        for kind, most in zip(KINDS, counts, strict=True):
            _form("at-most-items", towns.count(kind) <= most, key=f"board.known ({kind})", wanted=most)
        return self

    def rounding(self, kind: str) -> Rounding:
        merger_unit = self.payouts.merger_unit if kind == "merger" else None
        return Rounding(merger_unit or self.money.unit)

    def things(self) -> tuple[Mapping[str, HasNames], ...]:
        return self.lines, self.commodities, {"passengers": self.passengers}
