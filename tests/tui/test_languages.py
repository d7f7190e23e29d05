"""The table and the pages before it in every language: no table is lost for longer words; screens are on record."""

import pytest

from companion.storage.config import Config
from tests.catalogs.files import TRANSLATIONS
from tests.tui.driving import app_of, disk_of, running, same_screen
from tests.tui.test_screens import IN_LANGUAGE, entry_of

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
        await table.resize((40, 30))
        same_screen(f"{language}/{game}-entry-40x30", table.text())
        await table.resize((80, 24))
        await table.press(last)
        same_screen(f"{language}/{game}-idle-80x24", table.text())
