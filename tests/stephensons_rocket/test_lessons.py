"""What entries of Stephenson's Rocket teach: names and kinds of towns, and the commodities seen on a metropolis."""

from typing import Any

import pytest

from companion.core.board_notes import Lesson
from tests.corrections import recount
from tests.stephensons_rocket.moves import extend, line, started, token
from tests.support import ANTON, BEATE, sound_session

READING = Lesson("metropolis", "Reading", {"commodities": ("steel",)})


LEEDS, DOVER = Lesson("railway-town", "Leeds"), Lesson("metropolis", "Dover")
STEEL_OF_READING = {"commodity": "steel", "city": "Reading", "held": {ANTON: 1}}
TAUGHT: dict[str, tuple[list[dict[str, Any]], tuple[Lesson, ...]]] = {
    "a token: its metropolis and commodity": ([token(ANTON, "Reading")], (READING,)),
    "the commodity seen last is offered first": (
        [token(ANTON, "Reading"), token(ANTON, "reading", "leather"), token(BEATE, "Dover")],
        (
            Lesson("metropolis", "Reading", {"commodities": ("leather", "steel")}),
            Lesson("metropolis", "Dover", {"commodities": ("steel",)}),
        ),
    ),
    "an extension: its towns by kind, and no start towns": (
        [
            extend(ANTON, "LSWR"),
            extend(ANTON, "GWR", metropolises=["Dover"], railway_towns=["Leeds"], start_towns=["LSWR"]),
        ],
        (DOVER, LEEDS),
    ),
    "a recount, as a position does": (
        [recount(tokens=[STEEL_OF_READING], lines=[line("GWR", railway_towns=["Leeds"])])],
        (LEEDS, READING),
    ),
    "nothing of a recount that takes tokens away: the booked commodity was a slip": (
        [recount(tokens=[{"commodity": "leather", "city": "Dover", "held": {ANTON: 0}}])],
        (),
    ),
    "nothing of a name that the session knows as another kind": (
        [extend(ANTON, "GWR", railway_towns=["Leeds"]), token(ANTON, "Leeds", ruling="it is both")],
        (LEEDS,),
    ),
    "nothing of a name entered as two kinds at once": (
        [extend(ANTON, "GWR", metropolises=["Leeds", "Dover"], railway_towns=["leeds"], ruling="it is both")],
        (DOVER,),
    ),
}
"""Spec, "Known for certain of the board": a metropolis may mix commodities, offer the remembered one first."""


@pytest.mark.parametrize(("blocks", "lessons"), TAUGHT.values(), ids=TAUGHT)
def test_entries_teach(blocks: list[dict[str, Any]], lessons: tuple[Lesson, ...]) -> None:
    assert sound_session(blocks).board_notes.lessons() == lessons


def test_the_spelling_of_the_session_is_taught() -> None:
    session = sound_session([token(ANTON, "Reading")])
    session.session_notes.forget("metropolis", "Reading")
    session.enter(extend(ANTON, "GWR", metropolises=["READING"]))
    assert session.board_notes.names("metropolis") == ("Reading",)


def test_a_position_teaches_its_named_towns_and_held_tokens() -> None:
    gwr = line("GWR", metropolises=["Dover"], railway_towns=["Leeds"], unnamed_towns=2)
    tokens = [STEEL_OF_READING, {"commodity": "steel", "held": {BEATE: 1}}]
    assert sound_session(**started(gwr, tokens=tokens)).board_notes.lessons() == (DOVER, READING, LEEDS)
