"""What players of Dampfross enter."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from companion.games.entries import Action, PlayerAction
from companion.games.models import (
    Amount,
    Count,
    Held,
    Keyed,
    Listed,
    Model,
    Name,
    NameOf,
    Number,
    PlayerName,
    TextLine,
)

FerryName = Annotated[Name, NameOf("ferry")]
CityNames = Keyed[Name, Annotated[Name, NameOf("city")]]
"""By number."""
CityNumber = Amount
"""Whether a city can have it the ruleset knows."""
Pair = Annotated[tuple[PlayerName, ...], Field(strict=False, min_length=2, max_length=2)]


def _numbered(fields: str) -> str:
    if re.fullmatch(r"[0-9 -]*[0-9][0-9 -]*", fields) is None:
        raise PydanticCustomError("dampfross.fields-only", "no field numbers")
    return fields


FieldNumbers = Annotated[TextLine, AfterValidator(_numbered)]
"""Of the map, such as 12-13-27: for the record alone, as referees of the postal game write it."""


class Fee(Model):
    """What one rival is owed for building where his lines are."""

    to: PlayerName
    joins: Count = 0
    crossings: Count = 0
    halves: Count = 0


Fees = Listed[Fee]
Cities = Listed[CityNumber]


class Build(PlayerAction):
    roll: Count | None = None
    track: Held | None = None
    """How many segments of each kind; where it is left out the table saw to the points."""
    cities: Cities = ()
    """Numbers connected to any network for the first time."""
    names: CityNames = {}
    fees: Fees = ()
    one_left: bool = False
    """The table says that only one city is left."""
    fields: FieldNumbers | None = None

    @property
    def builders(self) -> tuple[str, ...]:
        return (self.by,)

    @property
    def rolls(self) -> tuple[int, ...]:
        return () if self.roll is None else (self.roll,)


class JointBuild(Action):
    players: Pair
    rolls: Annotated[tuple[Count, ...], Field(strict=False, min_length=2, max_length=2)] = ()
    track: Held | None = None
    cities: Cities = ()
    names: CityNames = {}
    fees: Fees = ()
    one_left: bool = False
    fields: FieldNumbers | None = None

    @property
    def builders(self) -> tuple[str, ...]:
        return self.players


class BuyFerry(PlayerAction):
    ferry: FerryName


class Fare(Model):
    to: PlayerName
    fields: Number


class FerryUse(Model):
    to: PlayerName
    times: Number


class DepartingTrain(Model):
    players: Annotated[tuple[PlayerName, ...], Field(strict=False, min_length=1, max_length=2)]
    """One, or two running jointly."""
    fares: Listed[Fare] = ()
    ferries: Listed[FerryUse] = ()
    length: Number | None = None
    """The points of its route."""
    fields: FieldNumbers | None = None


class Depart(Action):
    start: CityNumber
    goal: CityNumber | None = None
    special: Name | None = None
    trains: Listed[DepartingTrain] = ()


class RaceRoll(PlayerAction):
    roll: Number


class Arrival(Model):
    player: PlayerName
    turn: Number
    """Of the race, in which the train came in."""
    left: Count
    """Pips it did not need."""


class Arrive(Action):
    arrivals: Listed[Arrival] | None = None
    places: Listed[Listed[PlayerName]] | None = None
    """First, second and so on; those who are tied together."""


class Expand(PlayerAction):
    track: Held = {}
    fees: Fees = ()
    fields: FieldNumbers | None = None
