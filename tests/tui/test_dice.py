"""Dice thrown by the companion: the entry goes on with what they do not say."""

from tests.support import THREE
from tests.tui.driving import Table, app_of, disk_of, driven

END = {"do": "end-building"}


def test_a_building_roll_is_part_of_the_entry_that_it_begins() -> None:
    """Cities are asked first, the track behind the fees."""

    async def doing(table: Table) -> None:
        await table.press("g", "tab", "tab", "p", "2", "enter")
        assert table.session.notation.public_entry_lines()[0] == "build 3 plain 2"

    driven(app_of(disk_of([], THREE, "dampfross")), doing)


def test_after_start_and_goal_are_rolled_the_trains_are_asked() -> None:
    """Enter alone would book a run without any train, so nobody may have to press it to take the roll."""

    async def doing(table: Table) -> None:
        await table.press("g", "r", "a")
        assert "= depart 34 56 train anton" in table.text()

    driven(app_of(disk_of([END], THREE, "dampfross"), dice=(3, 4, 5, 6)), doing)
