"""What a position can say; a recount says any part of it."""

from typing import Literal

from companion.games.models import Count, HeldByPlayer, Listed, Model, Name, NameList, Number, PlayerName
from companion.games.stephensons_rocket.actions import Metropolis, RailwayTown


class PositionTurn(Model):
    player: PlayerName
    actions_left: Number | None = None
    extended: NameList | None = None


class PositionTokens(Model):
    commodity: Name
    city: Metropolis | None = None
    held: HeldByPlayer


class PositionLine(Model):
    line: Name
    moved: bool | None = None
    metropolises: Listed[Metropolis] | None = None
    railway_towns: Listed[RailwayTown] | None = None
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
