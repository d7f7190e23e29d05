"""Keys that come faster than the screen draws mean what they mean when they come slowly."""

import asyncio

import pytest

from tests.support import ANTON
from tests.tui.driving import app_of, at_rest, disk_of, running

TAKEN = {"do": "take-token", "by": ANTON, "city": "Reading", "commodity": "steel"}


@pytest.mark.parametrize(
    ("texts", "lines"),
    [
        ([":remark gruesome luck", ":remark more"], ['remark "gruesome luck"', 'remark "more"']),
        ([":pass", "e5"], ["pass", "extend gwr"]),
        ([":remark one", "u:remark two"], ['remark "one"', "undo", 'remark "two"']),
        (["ue5"], ["undo", "extend gwr"]),
        ([':take "York" s', "s"], ['take-token "York" steel', "place-station"]),
        (["+5hello", "", "p"], ['remark "hello"', "pass"]),
        (["s", "uUp"], ["place-station", "undo", "redo", "pass"]),
    ],
    ids=" ".join,
)
async def test_what_is_typed_in_one_go_keeps_its_order(texts: list[str], lines: list[str]) -> None:
    """Letters of a line are keys of actions too; a line has not lost the focus yet when the next one begins."""
    async with running(app_of(disk_of([TAKEN]))) as table:
        await table.fill(*texts)
        assert table.session.notation.entry_lines(is_public=True)[1:] == lines


async def test_many_lines_may_be_typed_ahead_at_once() -> None:
    """All keys of the table go through one queue: two of them would let keys change places where one takes over."""
    async with running(app_of(disk_of())) as table:
        lines = "".join(f": adjust Anton {amount} slip\n" for amount in range(101, 113))
        for place, letter in enumerate(lines):
            table.send("enter" if letter == "\n" else letter)
            for _ in range(
                place % 11
            ):  # so that some come while the line takes over from the keys, or they from it
                await asyncio.sleep(0)
        await at_rest(table.app)
        assert [block["amount"] for block in table.session.record.blocks] == list(range(101, 113))


async def test_a_line_is_edited_where_the_cursor_stands() -> None:
    async with running(app_of(disk_of())) as table:
        await table.fill(":remark word")
        await table.press(
            ":", *"rmark x", "home", "right", "e", "end", "backspace", *"yz", "shift+left", "w", "enter"
        )
        assert table.session.notation.entry_lines(is_public=True) == ['remark "word"', 'remark "yw"']


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        ("h escape p enter", ["pass"]),
        ("? escape p enter", ["pass"]),
        ("l escape w escape p enter u p enter", ["pass", "undo", "pass"]),
        ("h up enter escape escape p enter", ["pass"]),
        ("h x enter p enter", ["strike 1", "pass"]),
        ("h / p enter escape escape : p a s s enter", ["pass"]),
        ("e 5 enter : p a s s enter h escape u u : p a s s enter", ["extend gwr", "pass", "undo", "undo", "pass"]),
    ],
)  # fmt: skip
async def test_no_key_is_lost_or_overtaken_while_a_page_opens_or_closes(keys: str, lines: list[str]) -> None:
    """Keys of a page were dealt with behind those that waited, and what came before a page was there was lost."""
    async with running(app_of(disk_of([TAKEN]))) as table:
        await table.rattle(*keys.split())
        assert table.is_at_rest
        assert table.session.notation.entry_lines(is_public=True)[1:] == lines
