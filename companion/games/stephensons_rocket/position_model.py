"""The model of a position of Stephenson's Rocket, and which of its fields count pieces."""

from typing import Literal

from companion.core.ledger import BANK, player
from companion.games.counting import CountedField
from companion.games.models import Count, HeldByPlayer, Listed, Model, Name, NameList, Number, PlayerName
from companion.games.stephensons_rocket import actions, units


class PositionTurn(Model):
    player: PlayerName
    actions_left: Number | None = None
    extended: NameList | None = None


class PositionTokens(Model):
    commodity: Name
    city: actions.Metropolis | None = None
    held: HeldByPlayer


class PositionLine(Model):
    line: Name
    moved: bool | None = None
    metropolises: Listed[actions.Metropolis] | None = None
    railway_towns: Listed[actions.RailwayTown] | None = None
    start_towns: NameList | None = None
    unnamed_towns: Count | None = None
    stations: HeldByPlayer = {}
    shares: HeldByPlayer | None = None
    pile: Count | None = None
    status: Literal["running", "merged", "isolated"] | None = None
    into: Name | None = None


class Position(Model):
    tracks_laid: Count | None = None
    cash: HeldByPlayer | None = None
    passengers: HeldByPlayer = {}
    loose_stations: HeldByPlayer = {}
    supplementary_left: Count | None = None
    turn: PositionTurn | None = None
    tokens: Listed[PositionTokens] = ()
    lines: Listed[PositionLine] = ()


COUNTED = (
    CountedField("tracks_laid", lambda: (units.TILES, units.BOARD, units.SUPPLY)),
    CountedField("cash", lambda name: (units.MONEY, player(name), BANK), is_table=True),
    CountedField("passengers", lambda name: (units.PASSENGERS, player(name), units.SUPPLY), is_table=True),
    CountedField(
        "loose_stations", lambda name: (units.stations(name), units.LOOSE, units.SUPPLY), is_table=True
    ),
    CountedField("supplementary_left", lambda: (units.SUPPLEMENTARY, units.SUPPLY, units.OUT)),
)
