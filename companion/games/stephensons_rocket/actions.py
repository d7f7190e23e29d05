"""What players of Stephenson's Rocket enter."""

from typing import Annotated

from pydantic import Field

from companion.games.entries import Action, PlayerAction
from companion.games.models import Listed, Model, Name, NameList, NameOf, Number, PlayerName

Metropolis = Annotated[Name, NameOf("metropolis")]
RailwayTown = Annotated[Name, NameOf("railway-town")]


class TakeToken(PlayerAction):
    city: Metropolis
    commodity: Name


class MoveStation(PlayerAction):
    leaves: Annotated[Name | None, Field(alias="from")] = None
    """The line it stood on; None when it stood loose."""


class Bid(Model):
    player: PlayerName
    shares: Number


class Extend(PlayerAction):
    line: Name
    metropolises: Listed[Metropolis] = ()
    railway_towns: Listed[RailwayTown] = ()
    start_towns: NameList = ()
    """Named by their lines."""
    station: PlayerName | None = None
    """Owner of a station on the new space."""
    veto: Listed[Bid] | None = None
    """Bids in order; empty when a veto was called and nobody bid."""
    into: Name | None = None
    """The line it touches, when the lines merge."""


class Isolate(Action):
    line: Name
