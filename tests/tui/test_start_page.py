"""The start page: sessions to go on with, the newest first; what cannot be opened says why and opens nothing."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.session import Library
from companion.tui.app import CompanionApp
from companion.tui.screens.new_session import NewPage
from companion.tui.screens.start import StartPage
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, DORA, ROOT, SAVES, THREE, shipped, text_of
from tests.tui.driving import Table, app_of, claim_of, is_page, running

ROCKET, WHISTLE, DAMPFROSS = (
    SAVES / "2026-11-01-stephensons-rocket.toml",
    SAVES / "2026-11-02-whistle-stop.toml",
    SAVES / "2026-11-03-dampfross.toml",
)
AFTER = {"do": "pass", "by": ANTON, "at": datetime(2026, 11, 9, 20, tzinfo=UTC)}


def day(number: int) -> datetime:
    return datetime(2026, 11, number, 19, tzinfo=UTC)


def three_sessions() -> dict[Path, bytes]:
    """Stephenson's Rocket was begun first and played last."""
    rocket = text_of([AFTER], THREE, created=day(1), title="Thursday at Beate's")
    whistle = text_of((), (ANTON, BEATE), game="whistle-stop", created=day(2))
    dampfross = text_of((), (ANTON, BEATE, CLAUS, DORA), game="dampfross", created=day(3))
    return {ROCKET: rocket.encode(), WHISTLE: whistle.encode(), DAMPFROSS: dampfross.encode()}


BROKEN = {
    SAVES / "broken.toml": b"format = 1\ngame =",
    SAVES / "newer.toml": b"format = 9\n",
}


def start(files: dict[Path, bytes] | None = None, disk: MemoryDisk | None = None) -> CompanionApp:
    return app_of(disk or MemoryDisk({**shipped(), **(three_sessions() if files is None else files)}), None)


def on_table(table: Table) -> Path | None:
    return table.session.path if isinstance(table.app.screen, TableScreen) else None


async def test_a_session_is_opened_by_its_digit_or_where_the_mark_is() -> None:
    async with running(start()) as table:
        for keys, path in (
            ("1", ROCKET),
            ("3", WHISTLE),
            ("home down enter", ROCKET),
            ("end enter", WHISTLE),
            ("end up enter", DAMPFROSS),
        ):
            await table.press(*keys.split())
            assert on_table(table) == path, keys
            await table.press("q")
        await table.press("4", "9", "0")
        assert isinstance(table.app.screen, StartPage), "no session has such a digit"
        assert table.notices() == []
        await table.press("home", "enter")
        assert isinstance(table.app.screen, NewPage), "the first row begins a new one"


async def test_a_session_is_opened_by_pointing_and_marked_once_it_was_left() -> None:
    """Whoever then renames or puts away means that one."""
    async with running(start()) as table:
        await table.click("Dampfross")
        assert on_table(table) == DAMPFROSS
        await table.press("q")
        assert isinstance(table.app.screen, StartPage)
        assert table.app.screen.session is not None
        assert table.app.screen.session.path == DAMPFROSS
        await table.click("all have 0")
        assert on_table(table) == ROCKET, "its second line belongs to it"


async def test_leaving_a_table_comes_back_here_with_what_was_entered() -> None:
    disk = MemoryDisk({**shipped(), **three_sessions()})
    disk.has_locks = False
    async with running(start(disk=disk)) as table:
        await table.press("3")
        assert claim_of(WHISTLE) in disk.files
        await table.press("r")
        await table.press("enter", "q")
        assert isinstance(table.app.screen, StartPage)
        assert claim_of(WHISTLE) not in disk.files, "somebody else may write now"
        first = " ".join(table.lines()[3].split())
        assert first == "1 today Whistle Stop 1 entry", "it is the last one entered in"
        await table.press("1")
        assert len(table.session.steps) == 1


async def test_a_session_from_the_command_line_is_left_for_good() -> None:
    async with running(app_of(MemoryDisk({**shipped(), **three_sessions()}), ROCKET)) as table:
        await table.press("q")
        assert not table.app.is_running


async def test_the_program_is_left_by_q_and_never_by_escape() -> None:
    async with running(start()) as table:
        leaves = "q leaves the program."
        await table.press("escape")
        assert leaves in table.text()
        await table.press("escape")
        assert leaves not in table.text(), "it puts away what was said"
        await table.press("/", "z", "down", "escape")
        assert "Dampfross" in table.text(), "it ends a search"
        assert leaves not in table.text()
        await table.press("q")
        assert not table.app.is_running


# What cannot be opened


async def test_broken_files_are_listed_last_with_their_fault_and_open_nothing() -> None:
    files = {**three_sessions(), **BROKEN}
    disk = MemoryDisk({**shipped(), **files})
    async with running(start(disk=disk)) as table:
        text = " ".join(table.text().split())
        assert "4 newer.toml: it was written by a newer companion" in text
        assert "5 broken.toml: this is not a sound TOML file" in text
        for place, key in enumerate(("4", "5"), 1):
            await table.press(key)
            assert isinstance(table.app.screen, StartPage)
            assert len(table.notices()) == place
        assert "this is not a sound TOML file" in table.notices()[-1]
        await table.press("1")
        assert on_table(table) == ROCKET
    assert {path: disk.files[path] for path in files} == files, "reading never writes"


async def test_names_of_several_characters_are_whole_and_what_a_terminal_could_take_as_a_command_is_not_drawn() -> (
    None
):
    nasty = text_of((), THREE, title="x").replace('"x"', '"\\u001b[2J\\nbeep"')
    files = {ROCKET: text_of(players=("👩‍🚀", "👍🏽")), SAVES / "nasty.toml": nasty}
    async with running(start({path: text.encode() for path, text in files.items()})) as table:
        assert " 1  👩‍🚀   2  👍🏽" in table.text()
        assert "nasty.toml: title must not hold control characters" in table.text()
        assert "\x1b" not in table.text()


async def test_an_entry_that_does_not_play_opens_the_table_and_says_which() -> None:
    """Spec, "The save file": such a session opens in the app up to its last good entry."""
    file = text_of([{"do": "pass", "by": BEATE}], THREE)
    async with running(start({SAVES / "stuck.toml": file.encode()})) as table:
        await table.press("1")
        assert "Entry 1 does not play" in table.text()
        await table.press("h")
        assert is_page(table.app.screen, "history")


# Folders


def real(saves: Path, **more: Any) -> CompanionApp:
    return app_of(
        MemoryDisk(),
        None,
        saves=saves,
        **{"library": lambda: Library(folders=(ROOT / "rulesets",)), **more},
    )


async def test_a_folder_without_sessions_welcomes_and_offers_a_new_session_and_an_example() -> None:
    async with running(start({SAVES / "notes.txt": b"x", SAVES / ".hidden.toml": b"x"})) as table:
        said = [line.strip() for line in table.lines()[2:-3] if line.strip()]
        assert said[0] == "It is made for Dampfross (Railway Rivals), Stephenson's Rocket and Whistle"
        assert said[2].startswith("You play on the board as always.")
        assert said[-2:] == ["n  New session", "e  Look at an example"]


async def test_a_session_can_be_made_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    saves = tmp_path / "not" / "there"
    async with running(real(saves)) as table:
        await table.press("n", "2")
        await table.fill(ANTON, BEATE, "", "")
        assert on_table(table) == saves / "2026-11-14-stephensons-rocket-anton-beate.toml"
        await table.press("q")
        assert "1  today       Stephenson's Rocket" in table.text()


async def test_a_file_in_place_of_the_folder_is_one_sentence_when_a_session_is_made(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.write_text("no folder")
    async with running(real(saves)) as table:
        await table.press("n", "2")
        await table.fill(ANTON, BEATE, "", "")
        assert isinstance(table.app.screen, NewPage)
        text = " ".join(table.text().split())
        assert text.count("the file cannot be written: ") == 1
    assert saves.read_text() == "no folder"


class ClosedDisk(MemoryDisk):
    """A disk whose folder of sessions is closed to us."""

    def names(self, folder: Path) -> list[str]:
        if folder == SAVES:
            raise PermissionError(13, "Permission denied")
        return super().names(folder)


async def test_a_folder_that_cannot_be_looked_into_is_one_sentence() -> None:
    disk = ClosedDisk({**shipped(), **three_sessions()})
    async with running(start(disk=disk)) as table:
        assert "the folder of the sessions cannot be looked into: Permission denied" in table.text()
        await table.press("n", "2")
        await table.fill(ANTON, BEATE, "", "")
        assert isinstance(table.app.screen, NewPage)
        assert "the file cannot be read: Permission denied" in table.text()
