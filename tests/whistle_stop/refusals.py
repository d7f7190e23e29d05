"""A refusal as a case: what is entered when, what is said, and whether a ruling books it."""

from typing import Any, NamedTuple

from tests.support import ANTON, BEATE, CLAUS
from tests.whistle_stop.moves import (
    around,
    held,
)


class Case(NamedTuple):
    rule: str
    before: list[dict[str, Any]]
    action: dict[str, Any]
    sentence: str
    ruling_books_it: bool
    more: dict[str, Any]


def case(
    rule: str,
    action: dict[str, Any],
    sentence: str,
    *before: dict[str, Any],
    ruling: bool = False,
    **more: Any,
) -> Case:
    return Case(rule, list(before), action, sentence, ruling, more)


FULL = {"wood": 6, "steel": 4}
THREE_COAL = ["coal"] * 3
GOODS = "cotton, stone, wood, cattle, whiskey and steel"
PIECES = "cotton, stone, wood, cattle, whiskey, steel, coal and whistle"
NOBODY = 'nobody at this table is called "Zoe"; here sit Anton, Beate and Claus'
OVER = "the game is over; undo, correct, adjust or recount, but nothing more is played"
DUE = "the last round is over; enter the final scoring with: final"
ONE_ROUND: dict[str, Any] = {"options": {"rounds": 1}}
ROUND = around(ANTON, BEATE, CLAUS)
FIVE = ["coal-car", "open-wagon", "mine-cart", "caboose", "safe"]


def owning(upgrade: str, **more: Any) -> Any:
    return held(Anton={"upgrades": [upgrade], **more})
