"""What the tests of Whistle Stop's forms and screens share: a table, and entries made from it."""

from typing import Any

from companion.session import Session
from tests.support import ANTON, BEATE, CLAUS, sound_session

PLENTY = {"coal": 9, "whistle": 2, "goods": {"wood": 3, "steel": 2}}
END_TURN = {"by": ANTON, "do": "end-turn"}
DENVER = {"stop": "town", "town": "Denver", "pay": {"wood": 2}, "points": 5, "company": "B"}


def played(*blocks: dict[str, Any], **more: Any) -> Session:
    return sound_session(list(blocks), game="whistle-stop", **more)


def placed(*blocks: dict[str, Any], at_round: int = 1, worth: Any = None, **players: Any) -> Session:
    """A session from a position, Anton up; a player by the name in small letters."""
    names = {"anton": ANTON, "beate": BEATE, "claus": CLAUS}
    position = {
        "round": at_round,
        "worth": worth or {},
        "players": {names[name]: part for name, part in players.items()},
    }
    return played(*blocks, position=position)


def move(stop: str, by: str = ANTON, marker: str = "coal", **more: Any) -> dict[str, Any]:
    return {"by": by, "with": marker, "stop": stop, **more, "do": "move"}


def town(by: str = ANTON, **more: Any) -> dict[str, Any]:
    return {"by": by, "with": "coal", **DENVER, **more, "do": "move"}


def use(upgrade: str, by: str = ANTON, **more: Any) -> dict[str, Any]:
    return {"by": by, "upgrade": upgrade, **more, "do": "use"}


def buy(upgrade: str, by: str = ANTON, **more: Any) -> dict[str, Any]:
    return {"by": by, "upgrade": upgrade, **more, "do": "buy"}
