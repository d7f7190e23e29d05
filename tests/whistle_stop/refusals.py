"""What the refusals of Whistle Stop share."""

from typing import Any

from tests.support import ANTON, BEATE, CLAUS
from tests.whistle_stop.moves import (
    around,
    held,
)

FULL = {"wood": 6, "steel": 4}
THREE_COAL = ["coal"] * 3
GOODS = "cotton, stone, wood, cattle, whiskey and steel"
PIECES = "cotton, stone, wood, cattle, whiskey, steel, coal and whistle"
NOBODY = 'nobody at this table is called "Zoe"; here sit Anton, Beate and Claus'
DUE = "the last round is over; enter the final scoring with: final"
ONE_ROUND: dict[str, Any] = {"options": {"rounds": 1}}
ROUND = around(ANTON, BEATE, CLAUS)
FIVE = ["coal-car", "open-wagon", "mine-cart", "caboose", "safe"]


def owning(upgrade: str, **more: Any) -> Any:
    return held(Anton={"upgrades": [upgrade], **more})
