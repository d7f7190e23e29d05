"""The first line of the entry says what Enter does now, and what is wrong is said once."""

from tests.stephensons_rocket.moves import skip
from tests.support import ANTON, BEATE, CLAUS
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


NARROW = (40, 30)


def test_a_narrow_screen_keeps_the_number_of_an_entry_that_is_changed() -> None:
    async def doing(table: Table) -> None:
        await table.press("c")
        assert "── entry 24 ─── Enter leaves it as is ──" in table.lines()

    passes = [skip(name) for name in (ANTON, ANTON, BEATE, BEATE, CLAUS, CLAUS)]
    driven(app_of(disk_of(passes * 4)), doing, NARROW)


def test_every_line_of_a_menu_begins_flush_left() -> None:
    """What is set in deeper reads as the rest of the item above it."""

    async def doing(table: Table) -> None:
        await table.press("+")
        lines = table.lines()
        first = next(at for at, line in enumerate(lines) if line.startswith("── choose"))
        items = [line for line in lines[first + 2 :] if line]
        assert len(items) > 1
        assert not [line for line in items if line.startswith(" ")]

    driven(app_of(disk_of([])), doing, NARROW)
