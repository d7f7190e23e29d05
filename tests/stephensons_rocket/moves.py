"""Short ways to write entries and positions of Stephenson's Rocket in tests."""

from typing import Any

from companion.session import Session
from tests.support import ANTON, sound_session

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


def warned(session: Session) -> list[str]:
    found = session.record.steps[-1].outcome.warnings
    return [warning.key.removeprefix("stephensons-rocket.") for warning in found]


def played(*blocks: Fields, players: tuple[str, ...] = ("Anton", "Beate", "Claus"), **more: Any) -> Session:
    return sound_session(blocks, players, **more)
