"""Short ways to write entries and positions of Stephenson's Rocket in tests."""

from typing import Any

from companion.session import Session
from tests.support import ANTON, shown, sound_session

Fields = dict[str, Any]


def extend(by: str, line: str, **seen: Any) -> Fields:
    return {"by": by, "line": line, **seen, "do": "extend"}


def token(by: str, city: str, commodity: str = "steel", **more: Any) -> Fields:
    return {"by": by, "city": city, "commodity": commodity, **more, "do": "take-token"}


def place(by: str, **more: Any) -> Fields:
    return {"by": by, **more, "do": "place-station"}


def move(by: str, **more: Any) -> Fields:
    return {"by": by, **more, "do": "move-station"}


def skip(by: str, **more: Any) -> Fields:
    return {"by": by, **more, "do": "pass"}


def isolate(line: str, **more: Any) -> Fields:
    return {"line": line, **more, "do": "isolate"}


def bid(player: str, shares: int) -> Fields:
    return {"player": player, "shares": shares}


FINISH: Fields = {"do": "finish"}


def line(name: str, **more: Any) -> Fields:
    return {"line": name, **more}


def started(*lines: Fields, up: str = ANTON, **more: Any) -> Fields:
    """A position in which these lines are under way and it is somebody's turn."""
    return {"position": {"turn": {"player": up}, "lines": list(lines), **more}}


def receipts(session: Session, kind: str | None = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = shown(session)["receipts"]
    return [receipt for receipt in found if kind in (None, receipt["kind"])]


def paid(receipt: dict[str, Any]) -> dict[str, int]:
    return {row["player"]: row["amount"] for row in receipt["rows"]}


def money(session: Session) -> dict[str, int]:
    return {row["player"]: row["score"] for row in shown(session)["standings"]}


def recount(**position: Any) -> Fields:
    return {"reason": "counted again", "position": position, "do": "recount"}


def warned(session: Session) -> list[str]:
    found = session.steps[-1].outcome.warnings
    return [warning.key.removeprefix("stephensons-rocket.") for warning in found]


def state_of(session: Session) -> Any:
    return shown(session)["state"]


def played(*blocks: Fields, players: tuple[str, ...] = ("Anton", "Beate", "Claus"), **more: Any) -> Session:
    return sound_session(blocks, players, **more)
