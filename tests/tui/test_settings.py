"""The page of the settings: what is changed there holds at once on every screen and stands in the file."""

from pathlib import Path

import pytest

from companion.storage.config import Config, read_config
from companion.tui.screens.start import StartPage
from companion.words import sentence
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, shipped
from tests.tui.acting import table_screen
from tests.tui.driving import Table, app_of, disk_of, running, screen_strips

CONFIG = Path("/home/anton/config.toml")
BY_HAND = '# mine\ntheme = "dark"  # at night\nwindow = 3\n\n[keys]\ntable.history = "H"\n\n[more]\nx = 1\n'
PASS = {"do": "pass", "by": ANTON}


def disk_with(text: str = BY_HAND) -> MemoryDisk:
    disk = disk_of([PASS])
    disk.files[CONFIG] = text.encode()
    return disk


def grounds(table: Table) -> set[str]:
    styles = [segment.style for strip in screen_strips(table.app) for segment in strip]
    return {one.bgcolor.triplet.hex for one in styles if one and one.bgcolor and one.bgcolor.triplet}


async def test_what_is_changed_by_keys_holds_at_once_and_is_in_the_file() -> None:
    disk = disk_with()
    config = Config({"table.history": "H"})
    async with running(app_of(disk, config=config, config_path=CONFIG)) as table:
        await table.press("P")
        top = table.seen
        assert str(CONFIG) in top.replace(" ", "")
        assert "[English] Deutsch" in top
        assert "Everything on the screen" in top, "and so it is, below"
        dark = grounds(table)
        await table.press("right", "down", "enter", "down", "right")
        assert not grounds(table) & dark, "the theme of the page itself"
        assert "[Deutsch]" in table.text()
        assert f"[{sentence('settings.value.light', 'de')}]" in table.text()
        await table.press("escape")
        assert table.app.screen is table_screen(table)
        assert "Stephensons Rocket" in table.seen
        assert not grounds(table) & dark, "the theme of the table below"
        assert table.app.palette.is_safe
    assert read_config(CONFIG, disk)[0] == Config({"table.history": "H"}, "light", "safe", "de")
    lines = disk.files[CONFIG].decode().splitlines()
    assert 'theme = "light"  # at night' in lines
    assert [one for one in BY_HAND.splitlines() if one not in lines] == ['theme = "dark"  # at night']


async def test_reset_asks_first_and_leaves_keys_and_comments_in_the_file() -> None:
    disk = disk_with()
    keys = {"table.history": "H"}
    async with running(app_of(disk, config=Config(keys, palette="safe"), config_path=CONFIG)) as table:
        await table.press("P", "end", "enter")
        assert "Press Enter again to reset language, theme and palette." in table.seen
        await table.press("up", "down", "enter")
        assert disk.files[CONFIG] == BY_HAND.encode(), "asked again after the mark moved"
        await table.press("enter")
        assert table.app.config == Config(keys)
    assert disk.files[CONFIG].decode() == BY_HAND.replace('theme = "dark"  # at night', "# at night")
    assert read_config(CONFIG, disk)[0] == Config(keys)


@pytest.mark.parametrize("is_full", [False, True], ids=["no TOML", "a full disk"])
async def test_where_the_file_cannot_be_changed_that_is_said_and_the_change_holds(is_full: bool) -> None:
    disk = disk_with(BY_HAND if is_full else "theme = dark\n")
    before = disk.files[CONFIG]
    async with running(app_of(disk, config_path=CONFIG)) as table:
        await table.press("P", "down")
        disk.full_at = len(disk.calls) if is_full else None
        await table.press("right")
        said = table.seen
        assert "Done, but only until you leave the program, for the file is not changed:" in said
        assert ("the disk is full" in said) == is_full
        await table.press("escape")
        assert table.app.theme == "companion-light"
    assert disk.files[CONFIG] == before


async def test_the_start_page_has_the_settings_too_and_no_file_is_needed_before() -> None:
    disk = MemoryDisk(shipped())
    async with running(app_of(disk, None, config_path=CONFIG)) as table:
        await table.press("P", "down", "right", "escape")
        assert isinstance(table.app.screen, StartPage)
    assert disk.files[CONFIG] == b'theme = "light"\n'
