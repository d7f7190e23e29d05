"""Somebody else's turn: begun by naming that player; what nobody entered is filled in and booked as one step."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, CLAUS, THREE
from tests.tui.acting import booked, table_screen
from tests.tui.driving import MOMENT, Table, app_of, disk_of, driven

Blocks = Sequence[dict[str, Any]]


def entered(
    keys: str, blocks: Blocks = (), game: str = "stephensons-rocket", **more: Any
) -> list[dict[str, Any]]:
    """What keys put into the file."""
    disk = disk_of(blocks, THREE, game, **more)

    async def doing(table: Table) -> None:
        await table.press(*keys.split())

    driven(app_of(disk), doing)
    return booked(disk)[len(blocks) :]


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
def test_an_entry_for_another_player_books_what_lies_between_as_one_step(
    game: str, keys: str, block: dict[str, Any]
) -> None:
    """Spec, save file: `first` holds actions that come right before, such as a pass that nobody entered."""
    assert entered(keys, game=game) == [{**block, "at": MOMENT}]


def test_one_undo_takes_it_all_back() -> None:
    assert entered("tab b e 5 enter u")[-1]["do"] == "undo"

    async def doing(table: Table) -> None:
        await table.press(*["tab", "b", "e", "5", "enter", "u"])
        assert table.session.steps == ()
        assert table.session.game.up(table.session.state) == ANTON

    driven(app_of(disk_of()), doing)


def test_the_preview_says_what_is_filled_in() -> None:
    async def doing(table: Table) -> None:
        await table.press("tab", "b", "e", "5")
        assert "= pass then pass then extend gwr" in table.text()
        assert "Anton passes" in table.text()

    driven(app_of(disk_of()), doing)


def test_escape_forgets_for_whom_the_entry_was() -> None:
    assert entered("tab b e 5 escape e 5 enter") == [{**extend(ANTON, "GWR"), "at": MOMENT}]
    assert entered("tab b escape e 5 enter") == [{**extend(ANTON, "GWR"), "at": MOMENT}]


def test_a_forgotten_end_of_turn_is_offered_with_the_entries_that_were_the_next_players() -> None:
    """Three entries of Beate were booked as Anton's: one step puts the end of his turn before them."""
    moves = [
        {"do": "move", "by": ANTON, "with": "coal", "stop": stop} for stop in ("wood", "stone", "cotton")
    ]

    async def doing(table: Table) -> None:
        await table.press("tab")
        assert "the last 2 entries were Beate's already" in table.text()
        await table.press("2")
        assert table_screen(table).model.offered is not None
        await table.press("enter")
        steps = [(step.action.do, step.action.by) for step in table.session.steps]
        assert steps == [("move", ANTON), ("end-turn", ANTON), ("move", BEATE), ("move", BEATE)]
        assert table.session.game.up(table.session.state) == BEATE
        await table.press("u")
        assert len(table.session.steps) == 3

    driven(app_of(disk_of(moves, THREE, "whistle-stop")), doing)


def test_an_offer_that_is_not_taken_changes_nothing() -> None:
    blocks = [token(ANTON, "York")]
    assert entered("tab 1 escape", blocks) == []
    assert entered("tab escape", blocks) == []
