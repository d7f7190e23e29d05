"""How many keys the commonest entries take, from the idle table until they are in the file."""

import pytest

from tests.tui.acting import Entry, booked
from tests.tui.driving import Table, app_of, driven
from tests.tui.test_actions_are_complete import ENTRIES


def keys_until_booked(entry: Entry) -> int:
    disk = entry.start.disk()
    before, pressed = len(booked(disk)), 0

    async def press(table: Table) -> None:
        nonlocal pressed
        for key in entry.keys.split():
            assert len(booked(disk)) == before
            await table.press(key)
            pressed += 1

    driven(app_of(disk), press)
    assert booked(disk)[before:], "it is not booked"
    return pressed


@pytest.mark.parametrize(
    ("game", "name", "most"),
    [
        ("stephensons-rocket", "extend", 3),
        ("stephensons-rocket", "take-token", 4),
        ("stephensons-rocket", "extend-railway-town", 6),
        ("stephensons-rocket", "extend-station", 5),
        ("stephensons-rocket", "extend-town-and-station", 8),
        ("stephensons-rocket", "extend-veto-of-two", 9),
        ("stephensons-rocket", "extend-merger", 6),
        ("dampfross", "build-nothing", 2),
        ("dampfross", "build", 5),
        ("dampfross", "depart-alone", 7),
        ("dampfross", "depart-fares", 14),
        ("dampfross", "arrive-by-places", 5),
        ("whistle-stop", "move-wood", 3),
        ("whistle-stop", "move-town-remembered", 4),
        ("whistle-stop", "end-turn", 1),
    ],
)
def test_the_commonest_entries_take_no_more_keys_than_promised(game: str, name: str, most: int) -> None:
    """The promise for a run alone in Dampfross is 8."""
    (entry,) = (one for one in ENTRIES if (one.start.game, one.name) == (game, name))
    assert keys_until_booked(entry) <= most
