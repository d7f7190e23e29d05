"""What a ruling of the table does to turns, and what it never hides. Spec `README.md`, `ruling`."""

from typing import Any

import pytest

from companion.core.errors import Refusal
from tests.results import state_of
from tests.support import ANTON, BEATE, CLAUS
from tests.whistle_stop.moves import (
    around,
    done,
    final,
    held,
    home,
    move,
    played,
    player_of,
    rest,
    share,
    town,
    use,
)

RULED = {"ruling": "the table decides"}
DUE = {"options": {"rounds": 1}}


def test_a_ruling_by_a_player_who_is_not_up_leaves_the_turn_where_it_is() -> None:
    session = played(move("wood", CLAUS, **RULED))
    assert player_of(session, CLAUS)["goods"] == {"wood": 1}
    assert state_of(session)["turn"] == state_of(played())["turn"]


def test_a_turn_that_somebody_else_ends_by_a_ruling_goes_on() -> None:
    session = played(done(BEATE, **RULED))
    assert state_of(session)["turn"]["player"] == ANTON
    assert player_of(session, BEATE)["whistle"] == 1


def test_a_ruling_by_the_player_who_is_up_counts_as_usual() -> None:
    session = played(rest(ANTON), move("wood", **RULED))
    turn = state_of(session)["turn"]
    assert (turn["moved"], turn["rested"], turn["spaces_left"]) == (True, True, 3)


def test_a_fifth_action_leaves_no_less_than_no_space() -> None:
    session = played(*[move("wood")] * 4, move("wood", marker="whistle", **RULED))
    assert state_of(session)["turn"]["spaces_left"] == 0


def test_a_last_train_brought_home_out_of_turn_ends_the_game_with_the_round() -> None:
    session = played(
        home(BEATE, "coal", "coal", "coal", **RULED),
        *around(ANTON, BEATE, CLAUS),
        **held(Beate={"trains_home": 4}),
    )
    assert (state_of(session)["turn"], state_of(session)["round"]) == (None, 1)


@pytest.mark.parametrize(
    ("action", "more"),
    [
        (move("saloon"), DUE),
        (move("town", town="Denver"), DUE),
        (move("store"), DUE),
        (use("safe"), DUE),
        (town(BEATE, 2, "F"), {}),
        (home(ANTON, "platinum", "coal"), {}),
        (home(ANTON, "gold", "gold", gold=[3, 4, 5]), {}),
        (
            use("safe", share=share("A", 1), company="A"),
            held(Anton={"upgrades": ["safe"], "shares": {"A": [1, 2, 3, 4, 5, 6]}}),
        ),
    ],
    ids=[
        "an unknown stop when the scoring is due",
        "half a town when the scoring is due",
        "a store without a good when the scoring is due",
        "half a use when the scoring is due",
        "an unknown company out of turn",
        "an unknown one among two rewards",
        "more values than gold among two rewards",
        "a share that is not there of the same company",
    ],
)
def test_what_a_ruling_may_book_does_not_hide_what_it_may_not(
    action: dict[str, Any], more: dict[str, Any]
) -> None:
    before = around(ANTON, BEATE, CLAUS) if more is DUE else []
    session = played(*before, **more)
    with pytest.raises(Refusal) as refusal:
        session.enter({**action, **RULED})
    assert [problem.final for problem in refusal.value.violations].count(True) >= 1


def test_every_problem_is_found_at_once() -> None:
    session = played(rest(ANTON), **held(Anton={"coal": 0}))
    preview = session.preview(move("store", good="gold", toll={"to": BEATE, "good": "wood"}))
    assert [problem.field for problem in preview.violations] == [None, "with", "toll.good", "good", "toll.to"]


def test_a_name_of_a_player_twice_in_the_final_gold_is_refused() -> None:
    session = played(**held(Anton={"gold": [0]}))
    with pytest.raises(Refusal) as refusal:
        session.enter(final(gold={"Anton": [3], "anton ": [5]}))
    assert refusal.value.message.key == "form.name-twice"
