"""What a ruling of the table does to turns, and what it never hides. decisions.md, "Corrections"."""

from typing import Any

import pytest

from companion.core.errors import Refusal
from tests.results import state_of
from tests.support import ANTON, BEATE, CLAUS
from tests.whistle_stop import moves

RULED = {"ruling": "the table decides"}
DUE = {"options": {"rounds": 1}}


def test_a_ruling_by_a_player_who_is_not_up_leaves_the_turn_where_it_is() -> None:
    session = moves.played(moves.move("wood", CLAUS, **RULED))
    assert moves.player_of(session, CLAUS)["goods"] == {"wood": 1}
    assert state_of(session)["turn"] == state_of(moves.played())["turn"]


def test_a_turn_that_somebody_else_ends_by_a_ruling_goes_on() -> None:
    session = moves.played(moves.done(BEATE, **RULED))
    assert state_of(session)["turn"]["player"] == ANTON
    assert moves.player_of(session, BEATE)["whistle"] == 1


def test_a_fifth_action_leaves_no_less_than_no_space() -> None:
    session = moves.played(*[moves.move("wood")] * 4, moves.move("wood", marker="whistle", **RULED))
    assert state_of(session)["turn"]["spaces_left"] == 0


@pytest.mark.parametrize(
    ("action", "more"),
    [
        (moves.move("saloon"), DUE),
        (moves.move("town", town="Denver"), DUE),
        (moves.use("safe"), DUE),
        (moves.town(BEATE, 2, "F"), {}),
        (moves.home(ANTON, "platinum", "coal"), {}),
        (moves.home(ANTON, "gold", "gold", gold=[3, 4, 5]), {}),
        (
            moves.use("safe", share=moves.share("A", 1), company="A"),
            moves.held(Anton={"upgrades": ["safe"], "shares": {"A": [1, 2, 3, 4, 5, 6]}}),
        ),
    ],
)
def test_a_ruling_does_not_hide_what_no_ruling_books(action: dict[str, Any], more: dict[str, Any]) -> None:
    before = moves.around(ANTON, BEATE, CLAUS) if more is DUE else []
    session = moves.played(*before, **more)
    with pytest.raises(Refusal) as refusal:
        session.enter({**action, **RULED})
    assert [problem.final for problem in refusal.value.violations].count(True) >= 1


def test_every_problem_is_found_at_once() -> None:
    session = moves.played(moves.rest(ANTON), **moves.held(Anton={"coal": 0}))
    preview = session.preview(moves.move("store", good="gold", toll={"to": BEATE, "good": "wood"}))
    assert [problem.field for problem in preview.violations] == [None, "with", "toll.good", "good", "toll.to"]
