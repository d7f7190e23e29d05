"""The keys at the bottom: all of them where there is room."""

import pytest

from tests.support import ANTON, THREE
from tests.tui.acting import Seen, table_screen
from tests.tui.driving import LARGE, PHONE, SMALL, Table, app_of, disk_of, driven

KEYS = ("b build", "f finish", "? help", "u undo", ": line", "h history", "w tables", "g dice", "q quit")


@pytest.mark.parametrize("size", [SMALL, LARGE, PHONE])
def test_every_key_is_shown_in_the_usual_sizes_also_of_the_game_with_most_actions(
    size: tuple[int, int],
) -> None:
    async def doing(table: Table) -> None:
        text = table.text()
        assert [one for one in KEYS if one not in text] == []

    driven(app_of(disk_of([{"do": "build", "by": ANTON}], THREE, "dampfross")), doing, size)


def test_keys_that_do_nothing_now_are_not_shown_and_what_cannot_be_done_stands_dimmed_behind_plus() -> None:
    """Before the first entry there is nothing to undo; while building nobody departs."""

    async def doing(table: Table) -> None:
        hints = Seen(table).of("hints")
        assert [
            one for one in ("u undo", "h history", "depart", "arrive", "bring back") if one in hints
        ] == []
        await table.press("+")
        menu = table_screen(table).model.menu
        assert menu is not None
        dimmed = {item.label for item in menu.items if item.is_dimmed}
        assert {"depart", "arrive", "race-roll", "expand"} <= dimmed
        assert "build" not in {item.label for item in menu.items}

    driven(app_of(disk_of([], THREE, "dampfross")), doing)


def test_the_comma_is_shown_where_it_begins_the_next_row() -> None:
    """Two keys without it between them put two players into one train."""

    async def doing(table: Table) -> None:
        await table.press("d", "1", "4", "3", "2")
        assert ", next row" not in table.text()
        await table.press("a")
        assert ", next row" in table.text()
        await table.press(",", "b")
        assert "= depart 14 32 train anton train beate" in table.text()

    driven(app_of(disk_of([{"do": "end-building"}], THREE, "dampfross")), doing)
