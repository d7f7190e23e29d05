"""A covered balance that one player looks at."""

from tests.support import BEATE
from tests.tui.driving import Table, app_of, disk_of, driven

COUNTED = {"do": "recount", "position": {"cash": {BEATE: 4000}}, "reason": "notes counted"}


def test_any_key_covers_the_balance_again_also_one_that_means_nothing() -> None:
    async def doing(table: Table) -> None:
        assert "4,000" not in table.text()
        await table.press("k", "b")
        assert "4,000" in table.text()
        await table.press("z")
        assert "4,000" not in table.text()

    driven(app_of(disk_of([COUNTED], options={"hidden_money": True})), doing)
