"""The first line of the entry says what Enter does now, and what is wrong is said once."""

from tests.support import ANTON
from tests.tui.driving import Table, app_of, disk_of, driven

TAKEN = {"do": "take-token", "by": ANTON, "city": "Reading", "commodity": "steel"}
MOVED = {"do": "extend", "by": ANTON, "line": "GWR"}


def test_enter_accepts_what_is_typed_before_it_books() -> None:
    async def doing(table: Table) -> None:
        await table.press("e", "5")
        assert "Enter books" in table.text()
        await table.type("rea")
        assert "Enter takes it" in table.text()
        await table.press("enter")
        assert "Enter books" in table.text()

    driven(app_of(disk_of([TAKEN])), doing)


def test_enter_means_nothing_while_the_kind_of_a_new_name_is_asked() -> None:
    async def doing(table: Table) -> None:
        await table.press("e", "5")
        await table.type("Oxford")
        await table.press("enter")
        assert "Oxford is new; what is it" in table.text()
        assert "Enter books" not in table.text()

    driven(app_of(disk_of([])), doing)


def test_in_a_line_enter_asks_for_no_ruling() -> None:
    async def doing(table: Table) -> None:
        await table.enter_line("extend gwr")
        assert "── refused ──" in table.text()
        assert "decides otherwise, add: ruling" in table.text()
        await table.press("escape", "e", "5")
        assert "refused; Enter: change it, ! overrules" in table.text()

    driven(app_of(disk_of([MOVED])), doing)


def test_what_is_wrong_with_a_line_is_said_once() -> None:
    async def doing(table: Table) -> None:
        await table.enter_line("place-station 5")
        assert table.text().count("one answer too many") == 1

    driven(app_of(disk_of([])), doing)
