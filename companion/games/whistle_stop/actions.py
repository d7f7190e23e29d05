"""What players of Whistle Stop enter."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from companion.games.entries import Action, PlayerAction
from companion.games.models import (
    Count,
    Held,
    HeldByPlayer,
    Keyed,
    Listed,
    Model,
    Name,
    NameList,
    NameOf,
    Number,
    PlayerName,
)


def _listed(value: Any) -> Any:
    """One value stands for a list of one."""
    return (value,) if isinstance(value, int) and not isinstance(value, bool) else value


GoldValues = Annotated[Listed[Number], BeforeValidator(_listed)]


class ShareOf(Model):
    company: Name
    number: Number


class Toll(Model):
    to: PlayerName
    good: Name


class Trade(Model):
    give: Name
    get: NameList


class Stopping(PlayerAction):
    """What a stop can ask for; which of it, the stop says."""

    good: Name | None = None
    gold: GoldValues | None = None
    trades: Listed[Trade] | None = None
    town: Annotated[Name, NameOf("town")] | None = None
    pay: Held | None = None
    points: Count | None = None
    company: Name | None = None
    penalty: Count | None = None
    rate: Number | None = None
    share: ShareOf | None = None
    tile: Annotated[Name, NameOf("end-tile")] | None = None
    end: bool = False
    """An exchange that is an end tile: the train is home."""
    rewards: NameList | None = None
    discard: Held | None = None


class Move(Stopping):
    marker: Annotated[Name | None, Field(alias="with")] = None
    """Coal or a whistle: one is spent."""
    stop: Name
    toll: Toll | None = None
    receiver_discard: Held | None = None


class Buy(PlayerAction):
    upgrade: Name
    pay: Held = {}
    worth: Number | None = None
    seller: Annotated[PlayerName | None, Field(alias="from")] = None
    tribute: Name | None = None
    receiver_discard: Held | None = None


class Use(Stopping):
    upgrade: Name
    stop: Name | None = None


class Final(Action):
    black_tiles: HeldByPlayer = {}
    gold: Keyed[PlayerName, GoldValues] = {}
    basic: HeldByPlayer = {}
    rare: HeldByPlayer = {}
    markers: HeldByPlayer = {}
    """What is left in hand where it was not counted."""


LEFT = ("basic", "rare", "markers")
