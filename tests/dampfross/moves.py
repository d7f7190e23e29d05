"""Short ways to write entries and positions of Dampfross in tests."""

from collections.abc import Iterable
from typing import Any

from companion.session import Session
from tests.support import THREE, said, session_of, sound_session

Fields = dict[str, Any]
GAME = "dampfross"
NUMBERS = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
"""All city numbers of the rulebook."""


def build(by: str, roll: int = 6, **more: Any) -> Fields:
    return {"by": by, "roll": roll, **more, "do": "build"}


def joint_build(players: Iterable[str], rolls: Iterable[int], **more: Any) -> Fields:
    return {"players": list(players), "rolls": list(rolls), **more, "do": "joint-build"}


def fee(to: str, joins: int = 0, crossings: int = 0, halves: int = 0) -> Fields:
    return {"to": to, "joins": joins, "crossings": crossings, "halves": halves}


def ferry(by: str, name: str, **more: Any) -> Fields:
    return {"by": by, "ferry": name, **more, "do": "buy-ferry"}


def train(*players: str, pays: dict[str, int] | None = None, ferries: dict[str, int] | None = None) -> Fields:
    """A train of one or two players; fields by owner, and uses of ferries by owner."""
    found: Fields = {"players": list(players)}
    if pays:
        found["fares"] = [{"to": owner, "fields": fields} for owner, fields in pays.items()]
    if ferries:
        found["ferries"] = [{"to": owner, "times": times} for owner, times in ferries.items()]
    return found


def depart(*trains: Fields, start: int = 65, goal: int = 31, **more: Any) -> Fields:
    return {"start": start, "goal": goal, "trains": list(trains), **more, "do": "depart"}


def special(*trains: Fields, start: int = 65, to: str = "denmark", **more: Any) -> Fields:
    return {"start": start, "special": to, "trains": list(trains), **more, "do": "depart"}


def places(*tied: list[str], **more: Any) -> Fields:
    """An arrival told by places: first, second and so on, those who are tied in one list."""
    return {"places": list(tied), **more, "do": "arrive"}


def arrivals(*came: tuple[str, int, int], **more: Any) -> Fields:
    """An arrival told by player, turn of the race, and pips left."""
    found = [{"player": player, "turn": turn, "left": left} for player, turn, left in came]
    return {"arrivals": found, **more, "do": "arrive"}


def race_roll(by: str, roll: int, **more: Any) -> Fields:
    return {"by": by, "roll": roll, **more, "do": "race-roll"}


def expand(by: str, **more: Any) -> Fields:
    return {"by": by, **more, "do": "expand"}


END_BUILDING: Fields = {"do": "end-building"}
FINISH: Fields = {"do": "finish"}


def operating(**more: Any) -> Fields:
    return {"phase": "operating", **more}


RUNS = operating()
"""The position after the building phase."""


def played(
    *blocks: Fields, players: tuple[str, ...] = THREE, position: Fields | None = None, **options: Any
) -> Session:
    """A session with these blocks, each of which must be accepted."""
    return sound_session(blocks, players, **_header(position, options))


def refusal_of(
    *blocks: Fields, players: tuple[str, ...] = THREE, position: Fields | None = None, **options: Any
) -> str:
    """The sentence with which the last of these blocks is refused."""
    session = session_of(blocks, players, **_header(position, options))
    assert session.record.failure is not None
    assert session.record.failure.number == len(blocks)
    return said(session, session.record.failure)


def _header(position: Fields | None, options: Fields) -> Fields:
    found: Fields = {"game": GAME}
    if "starts" in options:
        found["starts"] = options.pop("starts")
    if options:
        found["options"] = options
    if position is not None:
        found["position"] = position
    return found
