"""Share: a summary goes into the clipboard, or Enter writes a file beside the sessions."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from companion.draw.export import export_bytes
from companion.tui.app import CompanionApp
from tests.stephensons_rocket.moves import extend, token
from tests.support import ANTON, BEATE, FILE, SAVES
from tests.tui.acting import table_screen
from tests.tui.driving import SMALL, Size, Table, app_of, disk_of, running

READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]
EXPORTS = SAVES / "exports"
PAGE = EXPORTS / "session.html"


@asynccontextmanager
async def copying(app: CompanionApp, size: Size = SMALL) -> AsyncIterator[tuple[Table, list[str]]]:
    """The running app, and the texts that it copies."""
    async with running(app, size) as table:
        texts = list[str]()
        app.copy_to_clipboard = texts.append  # type: ignore[method-assign, assignment]
        yield table, texts


async def test_enter_copies_the_summary_or_writes_the_page_and_shows_its_path() -> None:
    disk = disk_of(READING, title="Thursday")
    async with copying(app_of(disk)) as (table, copied):
        await table.press("X")
        assert (
            "Copy Stephenson's Rocket: Thursday 2 entries If it ended now, Anton would win with "
            in table.seen
        )
        await table.press("enter")
        assert copied[0].splitlines()[:5] == [
            "Stephenson's Rocket: Thursday",
            "2 entries",
            "If it ended now, Anton would win with 10,000 pounds.",
            "1. Anton 10,000",
            "2. Beate 0",
        ]
        assert "Copied. Paste it into a chat." in table.seen
        await table.press("down")
        assert "would win with" not in table.seen
        await table.press("enter")
        assert f"Saved to: {PAGE}" in table.seen
        assert disk.files[PAGE] == export_bytes(table.session, "html", "en")
        await table.press("enter")
        assert "Saved again, replacing the earlier file:" in table.seen
        await table.press("down", "enter")
        assert set(disk.files) >= {PAGE, EXPORTS / "session.csv"}
        await table.press("escape")
        assert table.app.screen is table_screen(table)


async def test_the_file_is_called_by_the_names_of_now() -> None:
    """The session's file was named after "Antn" and keeps its name; the page to send is named after Anton."""
    made, rename = (
        SAVES / "2026-11-14-stephensons-rocket-antn-beate.toml",
        {"do": "setup", "rename": {"Antn": ANTON}},
    )
    disk = disk_of([token("Antn", "Reading"), rename], ("Antn", BEATE))
    disk.files[made] = disk.files.pop(FILE)
    async with running(app_of(disk, made)) as table:
        await table.press("X", "down", "enter")
    assert {path.name for path in disk.files if path.parent == EXPORTS} == {
        "2026-11-14-stephensons-rocket-anton-beate.html"
    }


async def test_a_what_if_is_never_exported_but_the_game_beside_it() -> None:
    disk = disk_of(READING)
    async with running(app_of(disk)) as table:
        game = export_bytes(table.session, "html", "en")
        await table.press("W")
        await table.enter_line("adjust Anton 500 what-if")
        await table.press("X", "down", "enter")
        assert disk.files[PAGE] == game
