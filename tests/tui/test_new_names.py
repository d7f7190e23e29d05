"""Names on the page of a new session."""

from companion.tui.screens.new_session import NewPage
from tests.memory_disk import MemoryDisk
from tests.support import shipped
from tests.tui.driving import Table, app_of, driven


def test_a_name_may_begin_with_a_digit_where_nobody_is_offered_under_it() -> None:
    """The first letter of 0x must not get lost."""

    async def doing(table: Table) -> None:
        await table.press("n", "2")
        for name in ("Anton", "0x", "7"):
            await table.type(name)
            await table.press("enter")
        page = table.app.screen
        assert isinstance(page, NewPage)
        assert [seat.name for seat in page.model.plan.seats] == ["Anton", "0x", "7"]

    driven(app_of(MemoryDisk(shipped()), None), doing)
