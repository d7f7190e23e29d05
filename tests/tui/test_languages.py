"""Every screen in every language: no table is lost for longer words, nothing is cut off, and it looks as on record."""

from unittest.mock import patch

import pytest

from companion.storage.config import Config
from companion.tui.draw.tables import Arranged
from companion.words import LANGUAGES
from tests.catalogs.files import TRANSLATIONS
from tests.tui.driving import SMALL, Table, app_of, disk_of, driven, same_screen
from tests.tui.test_screens import PAGES, SCENES, entry_of

NARROW = (40, 30)


class Hidden:
    """How many tables, or parts of them, the last drawing could not show."""

    def __init__(self) -> None:
        self.count = 0

    def within(self, arranged: Arranged, room: int) -> Arranged:
        seen = WITHIN(arranged, room)
        self.count = len(seen.left_out)
        return seen


WITHIN = Arranged.within


@pytest.mark.parametrize("game", sorted(SCENES))
def test_no_language_loses_a_table_that_another_one_shows(game: str) -> None:
    found: dict[str, list[int]] = {}
    entry = entry_of(game)
    *keys, last = entry.keys.split()
    for language in LANGUAGES:
        seen, hidden = list[int](), Hidden()

        async def doing(
            table: Table, language: str = language, seen: list[int] = seen, hidden: Hidden = hidden
        ) -> None:
            for size, name in ((NARROW, "40x30"), (SMALL, "80x24")):
                await table.resize(size)
                await table.press(*keys)
                seen.append(hidden.count)
                if language in TRANSLATIONS:
                    same_screen(f"{language}/{game}-entry-{name}", table.text())
                await table.press("escape")
                seen.append(hidden.count)
            await table.press(*keys, last)
            seen.append(hidden.count)
            if language in TRANSLATIONS:
                same_screen(f"{language}/{game}-idle-80x24", table.text())

        with patch.object(Arranged, "within", lambda arranged, room, own=hidden: own.within(arranged, room)):
            driven(app_of(entry.start.disk(), config=Config(language=language)), doing)
        found[language] = seen
    english = found.pop("en")
    for language, seen in found.items():
        assert [here <= there for there, here in zip(english, seen, strict=True)] == [True] * len(english), (
            language
        )


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_the_pages_before_the_table_look_as_on_record(language: str) -> None:
    async def doing(table: Table) -> None:
        same_screen(f"{language}/start-80x24", table.text())
        for key, name in PAGES.items():
            await table.press(key)
            same_screen(f"{language}/{name}-80x24", table.text())
            await table.press("escape")

    driven(app_of(disk_of(), None, config=Config(language=language)), doing)
