"""Short ways to write entries and positions of Whistle Stop in tests."""

from typing import Any

from companion.session import Session
from tests.support import ANTON, BEATE, CLAUS, shown, sound_session

Fields = dict[str, Any]
GAME = "whistle-stop"
FULL = {"wood": 6, "steel": 4}
"""Ten goods, as many as may be kept."""
PLENTY = {"coal": 9, "whistle": 2, "goods": {"wood": 3, "steel": 2}}
END_TURN = {"by": ANTON, "do": "end-turn"}


def move(stop: str, by: str = ANTON, marker: str = "coal", **more: Any) -> Fields:
    return {"by": by, "with": marker, "stop": stop, **more, "do": "move"}


def town(by: str, points: int, company: str, pay: dict[str, int] | None = None, **more: Any) -> Fields:
    return move("town", by, town="Denver", pay=pay or {}, points=points, company=company, **more)


def denver(by: str = ANTON, **more: Any) -> Fields:
    """The town of Denver for 2 wood; what is said otherwise holds."""
    usual: Fields = {"pay": {"wood": 2}, "points": 5, "company": "B"}
    return move(**{"stop": "town", "by": by, "town": "Denver", **usual, **more})


def penalty(by: str, points: int, **more: Any) -> Fields:
    return move("town", by, town="Denver", penalty=points, **more)


def home(by: str, *rewards: str, **more: Any) -> Fields:
    """A train that reaches an end tile; without `points` its owner could not pay, and loses nothing."""
    printed = {} if "points" in more else {"penalty": 0}
    return move("end", by, rewards=list(rewards), **{**printed, **more})


def trade(give: str, *get: str) -> Fields:
    return {"give": give, "get": list(get)}


def share(company: str, number: int) -> Fields:
    return {"company": company, "number": number}


def rest(by: str, **more: Any) -> Fields:
    return {"by": by, **more, "do": "rest"}


def buy(upgrade: str, by: str = ANTON, worth: int | None = 3, **more: Any) -> Fields:
    said = {} if worth is None else {"worth": worth}
    return {"by": by, "upgrade": upgrade, **said, **more, "do": "buy"}


def buy_from(by: str, seller: str, upgrade: str, tribute: str, **more: Any) -> Fields:
    return buy(upgrade, by, None, **{"from": seller}, tribute=tribute, **more)


def use(upgrade: str, by: str = ANTON, **more: Any) -> Fields:
    return {"by": by, "upgrade": upgrade, **more, "do": "use"}


def done(by: str, **more: Any) -> Fields:
    return {"by": by, **more, "do": "end-turn"}


def final(**more: Any) -> Fields:
    return {**more, "do": "final"}


def around(*players: str) -> list[Fields]:
    """A round in which nobody does anything."""
    return [done(name) for name in players]


def held(**players: Fields) -> Fields:
    """A position in which players hold these pieces; each has the coal for a turn unless it is said."""
    owned = {name for part in players.values() for name in part.get("upgrades", ())}
    parts = {name: {"coal": 4, **part} for name, part in players.items()}
    return {"position": {"players": parts, "worth": dict.fromkeys(sorted(owned), 3)}}


def placed(*blocks: Fields, at_round: int = 1, worth: Any = None, **players: Any) -> Session:
    """A session from a position, Anton up; a player by the name in small letters."""
    parts = {name.capitalize(): part for name, part in players.items()}
    return played(*blocks, position={"round": at_round, "worth": worth or {}, "players": parts})


def owning(upgrade: str, **more: Any) -> Fields:
    return held(Anton={"upgrades": [upgrade], **more})


def played(*blocks: Fields, players: tuple[str, ...] = (ANTON, BEATE, CLAUS), **more: Any) -> Session:
    return sound_session(blocks, players, game=GAME, **more)


def player_of(session: Session, name: str = ANTON) -> Any:
    return shown(session)["state"]["players"][name]
