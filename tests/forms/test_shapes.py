"""Shapes of entries that Stephenson's Rocket does not have: rows, tables of tables, choices that fill other fields."""

from typing import Any

from companion.session import Session
from tests.whistle_stop.moves import move, placed

BOISE: dict[str, Any] = {"stop": "town", "town": "Boise"}
PAID: dict[str, Any] = {"pay": {"wood": 2}, "points": 5, "company": "A"}


def whistle_stopped(wood: int = 3) -> Session:
    """Anton is up; the board notes know two towns."""
    anton = {"coal": 9, "whistle": 2, "goods": {"wood": wood, "steel": 2}, "shares": {"A": [1, 2, 3, 4]}}
    session = placed(
        anton={**anton, "gold": [0, 0]},
        beate={"upgrades": ["toll-station"]},
        claus={"gold": [0]},
        worth={"toll-station": 3},
    )
    session.session_notes.note("town", "Boise", {**PAID, "penalty": 3})
    session.session_notes.note("town", "Bend", {"pay": {"steel": 1}, "points": 8, "company": "B"})
    return session


def poor() -> Session:
    """Anton cannot pay for Boise."""
    return whistle_stopped(wood=1)


def town(**fields: Any) -> dict[str, Any]:
    return move(**{**BOISE, **PAID, **fields})


def test_a_remembered_name_fills_what_is_not_said_and_a_quoted_one_fills_nothing() -> None:
    for session, filled in ((whistle_stopped(), town()), (poor(), move(**BOISE, penalty=3))):
        assert session.read("move town boise") == filled
        assert session.read("move town boise points 6 pay wood 2 company a") == town(points=6)
        assert session.read("move town boise penalty 7") == move(**BOISE, penalty=7)
        assert session.read("move town boise pay wood 2 points 5 company a") == town()
        assert session.read('move town "Boise" penalty 7') == move(**BOISE, penalty=7)
