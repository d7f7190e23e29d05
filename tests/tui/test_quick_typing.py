"""Keys that come faster than the screen draws mean what they mean when they come slowly."""

import asyncio

from tests.support import ANTON, THREE
from tests.tui.driving import Table, app_of, at_rest, disk_of, driven

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


def test_a_second_line_may_follow_the_first_before_it_has_lost_the_focus() -> None:
    async def doing(table: Table) -> None:
        await table.press(":")
        await table.fill("remark one", ":remark two", "u:remark three")
        assert [block["do"] for block in table.session.record.blocks[1:]] == [
            "remark",
            "remark",
            "undo",
            "remark",
        ]

    driven(app_of(disk_of([TAKEN])), doing)


def test_undo_comes_before_the_entry_that_is_typed_after_it() -> None:
    async def doing(table: Table) -> None:
        await table.fill("ue5")
        assert table.session.notation.public_entry_lines()[1:] == ["undo", "extend gwr"]

    driven(app_of(disk_of([TAKEN])), doing)


def test_many_lines_may_be_typed_ahead_at_once() -> None:
    """All keys of the table go through one queue: two of them would let keys change places where one takes over."""

    async def doing(table: Table) -> None:
        lines = "".join(f": adjust Anton {amount} slip\n" for amount in range(101, 113))
        for place, letter in enumerate(lines):
            table.send("enter" if letter == "\n" else letter)
            for _ in range(
                place % 11
            ):  # so that some come while the line takes over from the keys, or they from it
                await asyncio.sleep(0)
        await at_rest(table.app)
        assert [block["amount"] for block in table.session.record.blocks] == list(range(101, 113))

    driven(app_of(disk_of()), doing)


def test_a_line_is_edited_where_the_cursor_stands() -> None:
    async def doing(table: Table) -> None:
        await table.fill(":remark word")
        await table.press(
            ":", *"rmark x", "home", "right", "e", "end", "backspace", *"yz", "shift+left", "w", "enter"
        )
        assert table.session.notation.public_entry_lines() == ['remark "word"', 'remark "yw"']

    driven(app_of(disk_of()), doing)
