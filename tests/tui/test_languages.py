"""Every screen in every language: no table is lost for longer words, nothing is cut off, and it looks as on record."""

import pytest

from companion.storage.config import Config
from companion.words import LANGUAGES
from tests.catalogs.files import TRANSLATIONS
from tests.tui.driving import SMALL, Table, app_of, disk_of, driven, same_screen
from tests.tui.test_screens import PAGES, SCENES, entry_of

NARROW = (40, 30)


def tables_seen(table: Table) -> set[str]:
    """The tables of the game that stand on the screen under their titles."""
    session, speaker = table.session, table.app.speaker
    text = " ".join(table.text().split())
    views = session.game.tables(session.state)
    return {view.key for view in views if f" {speaker.text(view.title, short=True)} " in f" {text} "} | {
        view.key for view in views if f" {speaker.text(view.title)} " in f" {text} "
    }


@pytest.mark.parametrize("game", sorted(SCENES))
def test_no_language_loses_a_table_that_another_one_shows(game: str) -> None:
    found: dict[str, list[set[str]]] = {}
    entry = entry_of(game)
    *keys, last = entry.keys.split()
    for language in LANGUAGES:
        seen: list[set[str]] = []

        async def doing(table: Table, language: str = language, seen: list[set[str]] = seen) -> None:
            for size, name in ((NARROW, "40x30"), (SMALL, "80x24")):
                await table.resize(size)
                await table.press(*keys)
                seen.append(tables_seen(table))
                if language in TRANSLATIONS:
                    same_screen(f"{language}/{game}-entry-{name}", table.text())
                await table.press("escape")
                seen.append(tables_seen(table))
            await table.press(*keys, last)
            seen.append(tables_seen(table))
            if language in TRANSLATIONS:
                same_screen(f"{language}/{game}-idle-80x24", table.text())

        driven(app_of(entry.start.disk(), config=Config(language=language)), doing)
        found[language] = seen
    english = found.pop("en")
    assert any(english), "tables are found by their titles"
    for language, seen in found.items():
        assert [there - here for there, here in zip(english, seen, strict=True)] == [set()] * len(english), (
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
