"""How many keys it takes to correct the past, from the idle table until it is in the file."""

import pytest

from tests.stephensons_rocket.moves import extend, token
from tests.support import ANTON, BEATE
from tests.tui.acting import Start, booked
from tests.tui.driving import Table, app_of, driven
from tests.tui.test_actions_stephensons_rocket import TABLE
from tests.tui.test_correcting import RAILS, ROCKET, WHISTLE
from tests.whistle_stop.table import move

MANCHESTER = TABLE._replace(blocks=[extend(BEATE, "LSWR", metropolises=["Manchester"])])
LATE = WHISTLE._replace(blocks=[move("wood"), move("stone"), move("cotton")])
"""Anton's turn ended before the second one, and nobody entered that."""
LATE_PASS = Start("stephensons-rocket", blocks=[token(ANTON, "York"), extend(ANTON, "GWR")])


def keys_until_booked(start: Start, keys: str) -> int:
    """How many keys book one correction; none of them before the last."""
    disk = start.disk()
    pressed = 0

    async def press(table: Table) -> None:
        nonlocal pressed
        for key in keys.split():
            assert len(booked(disk)) == len(start.blocks)
            await table.press(key)
            pressed += 1

    driven(app_of(disk), press)
    (block,) = booked(disk)[len(start.blocks) :]
    assert block["do"] in ("amend", "insert")
    return pressed


@pytest.mark.parametrize(
    ("start", "before", "answer", "after", "most"),
    [
        (ROCKET, "c", "J o r k", "enter enter", 4),
        (MANCHESTER, "c tab", "R e", "enter enter", 4),
        (MANCHESTER, "c tab", "S h e f f i e l d", "enter r enter", 5),
        (RAILS, "c", "2 4", "enter enter", 4),
        (WHISTLE, "c", "w", "enter", 4),
        (ROCKET, "h up up up c", "G u i l d f o r d", "enter enter", 7),
        (RAILS, "h up up up c", "1 3", "enter enter", 7),
        (WHISTLE, "h up up up c", "a", "enter", 7),
    ],
    ids=[
        "the-town-of-a-token",
        "the-town-of-an-extension",
        "a-new-town-of-an-extension",
        "a-city",
        "a-stop",
        "a-token-three-back",
        "a-city-three-back",
        "a-stop-three-back",
    ],
)
def test_a_change_takes_no_more_keys_than_promised_beside_its_answer(
    start: Start, before: str, answer: str, after: str, most: int
) -> None:
    """A town that was never named before is asked what it is, which is one key more."""
    pressed = keys_until_booked(start, f"{before} {answer} {after}")
    assert pressed - len(answer.split()) <= most


@pytest.mark.parametrize(
    ("start", "keys"),
    [(LATE, "tab 2 enter"), (LATE, "h i e g enter"), (LATE_PASS, "h i p g enter")],
    ids=["by-whose-entries-they-were", "in-the-history", "a-pass"],
)
def test_a_forgotten_end_of_turn_is_put_in_with_five_keys(start: Start, keys: str) -> None:
    assert keys_until_booked(start, keys) <= 5
