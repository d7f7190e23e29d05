"""Somebody else's turn: begun by naming that player; what nobody entered is filled in and booked as one step."""

from typing import Any

import pytest

from tests.stephensons_rocket.moves import extend, skip
from tests.support import ANTON, BEATE, CLAUS
from tests.tui.acting import Start
from tests.tui.desk import AtDesk

ROCKET = "stephensons-rocket"


def after(keys: str, *blocks: dict[str, Any], game: str = ROCKET) -> AtDesk:
    return AtDesk(Start(game, blocks=blocks).disk()).press(keys)


PASSES = [skip(ANTON), skip(ANTON)]


@pytest.mark.parametrize(
    ("game", "keys", "block"),
    [
        ("stephensons-rocket", "tab b e 5 enter", {**extend(BEATE, "GWR"), "first": PASSES}),
        ("stephensons-rocket", "e 5 ctrl+b b enter", {**extend(BEATE, "GWR"), "first": PASSES}),
        ("stephensons-rocket", "tab a e 5 enter", extend(ANTON, "GWR")),
        (
            "whistle-stop",
            "tab b m w enter",
            {
                "with": "coal",
                "stop": "wood",
                "by": BEATE,
                "do": "move",
                "first": [{"by": ANTON, "do": "end-turn"}],
            },
        ),
        (
            "dampfross",
            "tab c b enter",
            {"by": CLAUS, "do": "build", "first": [{"by": name, "do": "build"} for name in (ANTON, BEATE)]},
        ),
    ],
)
def test_what_lies_between_is_booked_as_one_step(game: str, keys: str, block: dict[str, Any]) -> None:
    """Spec, save file: `first` holds actions that come right before, such as a pass that nobody entered."""
    assert after(keys, game=game).blocks == [block]


def test_the_preview_says_what_is_filled_in_and_one_undo_takes_it_all_back() -> None:
    desk = after("tab b e 5")
    assert "= pass then pass then extend gwr" in desk.entry
    assert "Anton passes" in desk.entry
    desk.press("enter u")
    assert desk.session.steps == ()
    assert desk.session.game.up(desk.session.state) == ANTON


def test_escape_forgets_for_whom_the_entry_was() -> None:
    assert after("tab b e 5 escape e 5 enter").blocks == [extend(ANTON, "GWR")]
    assert after("tab b escape e 5 enter").blocks == [extend(ANTON, "GWR")]


def test_a_forgotten_end_of_turn_is_offered_with_the_entries_that_were_the_next_players() -> None:
    """Three entries of Beate were booked as Anton's: one step puts the end of his turn before them."""
    moves = [
        {"do": "move", "by": ANTON, "with": "coal", "stop": stop} for stop in ("wood", "stone", "cotton")
    ]
    desk = after("tab", *moves, game="whistle-stop")
    assert "the last 2 entries were Beate's already" in desk.entry
    assert desk.press("2").model.offered is not None
    steps = [(step.action.do, step.action.by) for step in desk.press("enter").session.steps]
    assert steps == [("move", ANTON), ("end-turn", ANTON), ("move", BEATE), ("move", BEATE)]
    assert desk.session.game.up(desk.session.state) == BEATE
    assert len(desk.press("u").session.steps) == 3
