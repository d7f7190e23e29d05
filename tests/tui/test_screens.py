"""The design on record: some forty screens, read by eye when they change. What must hold is tested elsewhere."""

from typing import NamedTuple

import pytest

from companion.core.people import Person
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, DORA, THREE, shipped
from tests.tui.driving import LARGE, PHONE, SMALL, Size, Table, app_of, running, same_screen
from tests.tui.entries import EVERYTHING, FARES, TOWN, Entry, entry
from tests.tui.test_new_session import DIGITS, remembering
from tests.tui.test_position_page import opened
from tests.tui.test_start_page import BROKEN, start, three_sessions

PEOPLE = (Person(DORA, "red"), *(Person(one) for one in ("Emil", "Fritz", "Gerda")))


class Scene(NamedTuple):
    """An entry on its way, and another one after it that is refused."""

    keys: str
    asked_after: int
    """So many keys after which the entry is kept half made."""
    refused: str


SCENES = {
    "dampfross": Scene(FARES, 6, "x b p 4"),
    "stephensons-rocket": Scene(EVERYTHING, 5, "e 6"),
    "whistle-stop": Scene(TOWN, 8, "v c"),
}
IN_LANGUAGE = {"de": "stephensons-rocket", "hu": "whistle-stop", "it": "dampfross"}
"""The game whose table is kept in each language; beside it the start page, a new session and the help."""


def entry_of(game: str) -> Entry:
    return entry(game, SCENES[game].keys)


@pytest.mark.parametrize("game", sorted(SCENES))
async def test_the_table_looks_as_on_record(game: str) -> None:
    scene, entry = SCENES[game], entry_of(game)
    *keys, last = entry.keys.split()

    def compare(table: Table, name: str) -> None:
        same_screen(f"{game}/{name}", table.text())

    async with running(app_of(entry.start.disk())) as table:
        await table.press(*keys[: scene.asked_after])
        compare(table, "asked-80x24")
        await table.press(*keys[scene.asked_after :])
        compare(table, "preview-80x24")
        await table.resize(LARGE)
        compare(table, "preview-120x40")
        await table.resize(SMALL)
        await table.press(last)
        compare(table, "idle-80x24")
        if game == "stephensons-rocket":
            await table.resize(PHONE)
            compare(table, "idle-40x40")
            await table.resize(SMALL)
        await table.press("l")
        compare(table, "receipt-80x24")
        await table.press("escape", *scene.refused.split())
        compare(table, "refused-80x24")


async def test_the_start_page_looks_as_on_record() -> None:
    async with running(start({**three_sessions(), **BROKEN})) as table:
        await table.press("down")
        same_screen("start/80x24", table.text())


@pytest.mark.parametrize(("game", "size"), [("stephensons-rocket", SMALL), ("dampfross", PHONE)])
async def test_a_new_session_looks_as_on_record(game: str, size: Size) -> None:
    async with running(app_of(remembering(PEOPLE), None), size) as table:
        await table.press("n", DIGITS[game])
        await table.fill(ANTON, BEATE, CLAUS)
        await table.press("4")
        same_screen(f"new/{game}-{size[0]}x{size[1]}", table.text())


async def test_a_position_looks_as_on_record() -> None:
    async with running(app_of(MemoryDisk(shipped()), None)) as table:
        await opened(table, "stephensons-rocket", THREE)
        await table.press("down", "down")
        same_screen("position/stephensons-rocket-80x24", table.text())
