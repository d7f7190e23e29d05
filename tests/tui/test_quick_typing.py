"""Keys that come faster than the screen draws mean what they mean when they come slowly."""

from tests.support import ANTON, THREE
from tests.tui.driving import Table, app_of, disk_of, driven

TAKEN = {"do": "take-token", "by": ANTON, "city": "Reading", "commodity": "steel"}


def test_a_line_may_be_typed_in_one_go() -> None:
    """Its letters are keys of actions too: u would take an entry back, e end a turn."""

    async def doing(table: Table) -> None:
        await table.fill(":remark gruesome luck", ":remark more")
        assert table.session.notation.public_entry_lines() == [
            "take-token reading steel",
            'remark "gruesome luck"',
            'remark "more"',
        ]

    driven(app_of(disk_of([TAKEN])), doing)


def test_a_command_and_what_follows_it_keep_their_order() -> None:
    async def doing(table: Table) -> None:
        await table.type("gra")
        assert "= depart 34 56 train anton" in table.text()

    driven(app_of(disk_of([{"do": "end-building"}], THREE, "dampfross"), dice=(3, 4, 5, 6)), doing)


def test_an_entry_may_follow_a_line_at_once() -> None:
    async def doing(table: Table) -> None:
        await table.press(":")
        await table.fill("pass", "e5")
        assert table.session.notation.public_entry_lines()[1:] == ["pass", "extend gwr"]

    driven(app_of(disk_of([TAKEN])), doing)


def test_undo_comes_before_the_entry_that_is_typed_after_it() -> None:
    async def doing(table: Table) -> None:
        await table.fill("ue5")
        assert table.session.notation.public_entry_lines()[1:] == ["undo", "extend gwr"]

    driven(app_of(disk_of([TAKEN])), doing)
