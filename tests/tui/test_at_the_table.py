"""Small things that cost an evening: letters that went nowhere, a page that stayed scrolled, silent corrections."""

from tests.memory_disk import MemoryDisk
from tests.support import shipped
from tests.tui.driving import Table, app_of, driven


def test_a_letter_where_nothing_is_typed_begins_a_name() -> None:
    async def doing(table: Table) -> None:
        await table.press("n", "2", "enter")  # past the players, with nobody there
        await table.fill("Anton", "Beate")
        await table.press("enter")
        await table.fill("Claus")
        assert all(name in table.text() for name in ("1 Anton", "2 Beate", "3 Claus"))

    driven(app_of(MemoryDisk(shipped()), None), doing)
