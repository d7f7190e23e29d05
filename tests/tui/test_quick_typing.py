"""Keys that come faster than the screen draws mean what they mean when they come slowly."""

import asyncio

import pytest

from tests.support import ANTON, FILE, library, written_lines
from tests.tui.driving import app_of, at_rest, disk_of, running

TAKEN = {"do": "take-token", "by": ANTON, "city": "Reading", "commodity": "steel"}


async def test_many_entries_may_be_typed_ahead_at_once() -> None:
    """All keys of the table go through one queue: two of them would let keys change places where one takes over."""
    async with running(app_of(disk_of())) as table:
        notes = [str(number) for number in range(101, 113)]
        for place, letter in enumerate("".join(f"N{note}\n\n" for note in notes)):
            table.send("enter" if letter == "\n" else letter)
            for _ in range(place % 11):  # so that some come while a form opens or closes
                await asyncio.sleep(0)
        await at_rest(table.app)
        assert [block["note"] for block in table.session.record.blocks] == notes


async def test_a_text_is_edited_where_the_cursor_stands() -> None:
    disk = disk_of()
    async with running(app_of(disk, path=None)) as table:
        keys = "home T right delete h end backspace shift+left s enter"
        await table.press("t", *"uursdayxy", *keys.split())
    assert library(disk=disk).read(FILE).record.roster.title == "Tuhrsdays"


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        ("h escape p enter", ["pass"]),
        ("L escape w escape p enter u p enter", ["pass", "undo", "pass"]),
        ("h / p enter escape escape p enter", ["pass"]),
        ("e 5 enter p enter h escape u u p enter", ["extend gwr", "pass", "undo", "undo", "pass"]),
    ],
)  # fmt: skip
async def test_no_key_is_lost_or_overtaken_while_a_page_opens_or_closes(keys: str, lines: list[str]) -> None:
    """Keys of a page were dealt with behind those that waited, and what came before a page was there was lost."""
    async with running(app_of(disk_of([TAKEN]))) as table:
        await table.rattle(*keys.split())
        assert table.is_at_rest
        assert written_lines(table.session)[1:] == lines
