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
        first = _row(table, "b build  j joint-build")
        await table.press("b")
        assert _row(table, "Enter accept, book") == first

    driven(app_of(disk_of([], THREE, "dampfross")), doing, size)


def _row(table: Table, beginning: str) -> int:
    return next(row for row, line in enumerate(table.lines()) if line.startswith(beginning))
