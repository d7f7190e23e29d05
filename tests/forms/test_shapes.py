"""Shapes of entries that Stephenson's Rocket does not have: rows, tables of tables, choices that fill other fields."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.session import Session
from tests.dampfross import test_forms as dampfross
from tests.dampfross.moves import END_BUILDING, depart, places, special, train
from tests.dampfross.moves import played as dampfross_played
from tests.results import pressed
from tests.support import ANTON, BEATE, CLAUS
from tests.whistle_stop.moves import move, placed

BOISE: dict[str, Any] = {"stop": "town", "town": "Boise"}
PAID: dict[str, Any] = {"pay": {"wood": 2}, "points": 5, "company": "A"}
REWARDS: dict[str, Any] = {"rewards": ["coal", "gold", "gold"], "gold": [4, 5]}
FINAL = {"black_tiles": {ANTON: 1, BEATE: 0}, "gold": {ANTON: [3, 4], CLAUS: [5]}, "do": "final"}


def whistle_stopped(wood: int = 3) -> Session:
    """Anton is up; the copy book knows two towns."""
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


def with_special_runs() -> Session:
    return dampfross_played(END_BUILDING, special_runs=True)


def three_trains() -> Session:
    return dampfross_played(END_BUILDING, depart(train(ANTON), train(BEATE), train(CLAUS)))


def town(**fields: Any) -> dict[str, Any]:
    return move(**{**BOISE, **PAID, **fields})


@pytest.mark.parametrize(
    ("session", "keys", "fields"),
    [
        (whistle_stopped, "m t 1 enter", town()),
        (whistle_stopped, "m t b o enter enter", town()),
        (whistle_stopped, "m t 1 s tab 6 enter enter", town(pay={"wood": 2, "steel": 1}, points=6)),
        (whistle_stopped, "m t 1 delete s tab 6 enter enter", town(pay={"steel": 1}, points=6)),
        (whistle_stopped, "m t 1 left backspace s enter", town(pay={"steel": 1})),
        (whistle_stopped, "m t 1 - enter", move(**BOISE, penalty=3)),
        (
            whistle_stopped,
            "m t 1 backspace 2 enter",
            town(town="Bend", pay={"steel": 1}, points=8, company="B"),
        ),
        (whistle_stopped, "m t 1 backspace backspace w enter", move("wood")),
        (poor, "m t 1 enter", move(**BOISE, penalty=3)),
        (poor, "m t 1 w 2 tab 5 enter a enter enter", town()),
        (whistle_stopped, "m p 0 enter", move("trading-post", trades=[])),
        (whistle_stopped, "m e - 5 enter l g g 4 5 enter", move("end", penalty=5, **REWARDS)),
        (whistle_stopped, "f a 1 b 0 tab 3 4 5 enter", FINAL),
        (dampfross.building, "b 0 enter", {"by": ANTON, "cities": [], "do": "build"}),
        (
            dampfross.building,
            "b 6 5 tab b 1 enter",
            {"by": ANTON, "cities": [65], "fees": [{"to": BEATE, "joins": 1}], "do": "build"},
        ),
        (
            dampfross.between_runs,
            "d 6 5 3 1 a tab b 4 c 1 1 , b + c tab a 3 enter",
            depart(train(ANTON, pays={BEATE: 4, CLAUS: 11}), train(BEATE, CLAUS, pays={ANTON: 3})),
        ),
        (
            dampfross.between_runs,
            "d 6 5 3 1 a tab b 1 1 backspace 0 enter",
            depart(train(ANTON, pays={BEATE: 10})),
        ),
        (with_special_runs, "d 6 5 tab tab d enter a enter", special(train(ANTON))),
        (three_trains, "a a b = c enter", places([ANTON], [BEATE, CLAUS])),
        (three_trains, "a a c = backspace backspace b enter", places([ANTON], [BEATE])),
    ],
)
def test_keys_book_every_shape(session: Callable[[], Session], keys: str, fields: dict[str, Any]) -> None:
    form = pressed(session(), keys)
    assert (form.status, form.fields) == ("booked", fields)


def test_a_remembered_name_fills_what_is_not_said_and_a_quoted_one_fills_nothing() -> None:
    for session, filled in ((whistle_stopped(), town()), (poor(), move(**BOISE, penalty=3))):
        assert session.read("move town boise") == filled
        assert session.read("move town boise points 6 pay wood 2 company a") == town(points=6)
        assert session.read("move town boise penalty 7") == move(**BOISE, penalty=7)
        assert session.read("move town boise pay wood 2 points 5 company a") == town()
        assert session.read('move town "Boise" penalty 7') == move(**BOISE, penalty=7)
