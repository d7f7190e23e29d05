"""The design on record: some forty screens, read by eye when they change. What must hold is tested elsewhere."""

from typing import NamedTuple

import pytest

from companion.core.people import Person
from companion.storage.config import Config
from tests.catalogs.files import TRANSLATIONS
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, DORA, THREE, shipped
from tests.tui.driving import LARGE, SMALL, Table, app_of, disk_of, running, same_screen
from tests.tui.entries import EVERYTHING, FARES, TOWN, Entry, entry
from tests.tui.test_new_session import begin, remembering
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
        await table.press("h", "enter")
        compare(table, "receipt-80x24")
        await table.press("escape", "escape", *scene.refused.split())
        compare(table, "refused-80x24")


async def test_the_start_page_looks_as_on_record() -> None:
    async with running(start({**three_sessions(), **BROKEN})) as table:
        await table.press("down")
        same_screen("start/80x24", table.text())


async def test_a_new_session_looks_as_on_record() -> None:
    async with running(app_of(remembering(PEOPLE), None)) as table:
        await begin(table)
        await table.fill(ANTON, BEATE, CLAUS)
        await table.press("4")
        same_screen("new/stephensons-rocket-80x24", table.text())


async def test_a_position_looks_as_on_record() -> None:
    async with running(app_of(MemoryDisk(shipped()), None)) as table:
        await opened(table, "stephensons-rocket", THREE)
        await table.press("down", "down")
        same_screen("position/stephensons-rocket-80x24", table.text())


LETTERS = {("hu", "t"): "v", ("hu", "w"): "f"}
"""A town is a város, wood is fa."""


@pytest.mark.parametrize("language", TRANSLATIONS)
async def test_a_table_and_the_pages_before_it_look_as_on_record(language: str) -> None:
    """Every language has another game on the table."""
    config = Config(language=language)
    async with running(app_of(disk_of(), None, config=config)) as table:
        same_screen(f"{language}/start-80x24", table.text())
        for key, name in (("n", "new"), ("?", "help")):
            await table.press(key)
            same_screen(f"{language}/{name}-80x24", table.text())
            await table.press("escape")
    game = IN_LANGUAGE[language]
    entry = entry_of(game)
    async with running(app_of(entry.start.disk(), config=config)) as table:
        *keys, last = (LETTERS.get((language, key), key) for key in entry.keys.split())
        await table.press(*keys)
        same_screen(f"{language}/{game}-entry-80x24", table.text())
        await table.press(last)
        same_screen(f"{language}/{game}-idle-80x24", table.text())
