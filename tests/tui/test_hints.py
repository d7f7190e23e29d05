"""The keys at the bottom: all of them where there is room."""

import pytest

from tests.support import THREE
from tests.tui.driving import LARGE, PHONE, SMALL, Table, app_of, disk_of, driven

KEYS = ("b build", "f finish", "? help", "u undo", ": line", "h history", "w tables", "g dice", "q quit")


@pytest.mark.parametrize("size", [SMALL, LARGE, PHONE])
def test_every_key_is_shown_in_the_usual_sizes_also_of_the_game_with_most_actions(
    size: tuple[int, int],
) -> None:
    async def doing(table: Table) -> None:
        text = table.text()
        assert [one for one in KEYS if one not in text] == []

    driven(app_of(disk_of([], THREE, "dampfross")), doing, size)


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
