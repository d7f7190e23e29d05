"""The page of the settings: what is changed there holds at once on every screen and stands in the file."""

from pathlib import Path

import pytest

from companion.storage.config import Config, read_config
from companion.tui.screens.settings import SettingsPage
from companion.tui.screens.start import StartPage
from companion.words import sentence
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, shipped
from tests.tui.acting import Size, collapsed, table_screen
from tests.tui.driving import SMALL, Table, app_of, disk_of, driven, screen_strips

NARROW = (40, 30)
CONFIG = Path("/home/anton/config.toml")
SIZES = pytest.mark.parametrize("size", [SMALL, NARROW], ids=["80x24", "40x30"])
BY_HAND = '# mine\ntheme = "dark"  # at night\nwindow = 3\n\n[keys]\ntable.history = "H"\n\n[more]\nx = 1\n'
PASS = {"do": "pass", "by": ANTON}


def disk_with(text: str = BY_HAND) -> MemoryDisk:
    disk = disk_of([PASS])
    disk.files[CONFIG] = text.encode()
    return disk


async def marked(table: Table, command: str) -> None:
    """Marks the row of a command."""
    page = table.app.screen
    assert isinstance(page, SettingsPage)
    ids = [row.command.id if row.command else "" for row in page.settings.rows]
    page.mark(ids.index(command))
    await table.rattle()


def grounds(table: Table) -> set[str]:
    styles = [segment.style for strip in screen_strips(table.app) for segment in strip]
    return {one.bgcolor.triplet.hex for one in styles if one and one.bgcolor and one.bgcolor.triplet}


@SIZES
def test_what_is_changed_by_keys_holds_at_once_and_is_in_the_file(size: Size) -> None:
    disk = disk_with()

    async def doing(table: Table) -> None:
        await table.press("P")
        top = collapsed(table.text())
        assert str(CONFIG) in top.replace(" ", "")
        assert "[English] Deutsch" in top
        assert "Everything on the screen" in top, "and so it is, below"
        dark = grounds(table)
        await table.press("right", "down", "enter", "down", "right")
        assert not grounds(table) & dark, "the theme of the page itself"
        assert "[Deutsch]" in table.text()
        assert f"[{sentence('settings.value.light', 'de')}]" in table.text()
        await marked(table, "table.undo")
        await table.press("enter", "z")
        undo = sentence("screen.label.undo", "de")
        assert f"z {undo} table.undo" in collapsed(table.text())
        await marked(table, "stephensons-rocket.pass")
        await table.press("enter", "f2", "escape")
        assert table.app.screen is table_screen(table)
        text = collapsed(table.text())
        assert "Stephensons Rocket" in text or size == NARROW
        assert f"F2 {sentence('notation.pass', 'de')}" in text
        assert f"z {undo}" in text
        assert not grounds(table) & dark, "the theme of the table below"
        assert table.app.palette.is_safe
        await table.press("u")
        assert len(table.session.steps) == 1, "the old key means nothing any more"
        await table.press("z")
        assert not table.session.steps
        await table.press("f2", "enter")
        assert len(table.session.steps) == 1

    config = Config({"table.history": "H"})
    driven(app_of(disk, config=config, config_path=CONFIG), doing, size)
    keys = {"table.history": "H", "table.undo": "z", "stephensons-rocket.pass": "f2"}
    assert read_config(CONFIG, disk)[0] == Config(keys, "light", "safe", "de")
    lines = disk.files[CONFIG].decode().splitlines()
    assert 'theme = "light"  # at night' in lines
    assert [one for one in BY_HAND.splitlines() if one not in lines] == ['theme = "dark"  # at night']


def test_a_key_that_is_taken_is_refused_with_whose_it_is() -> None:
    disk = disk_with()

    async def doing(table: Table) -> None:
        await table.press("P")
        await marked(table, "table.undo")
        for key, told in (
            ("w", "w is taken by tables (table.tables). Press another key; Esc leaves it as it is."),
            ("H", "H is taken by history (table.history)."),
            ("e", "e is taken by stephensons-rocket.extend (stephensons-rocket.extend)."),
            ("b", "b is taken by dampfross.build (dampfross.build)."),
            ("tab", "Tab means something else there and cannot be given away."),
        ):
            await table.press("enter", key)
            assert told in collapsed(table.text())
            await table.press("escape")
        assert isinstance(table.app.screen, SettingsPage), "Esc only ends the asking"
        await marked(table, "start.new")
        await table.press("enter", "z")
        assert "z new session start.new usually n" in collapsed(table.text()), "free on that screen"

    config = Config({"table.history": "H"})
    driven(app_of(disk, config=config, config_path=CONFIG), doing)
    assert read_config(CONFIG, disk)[0].keys == {"table.history": "H", "start.new": "z"}


def test_usual_keys_come_back_one_by_one_unless_taken_meanwhile_and_all_at_once() -> None:
    disk = disk_with()

    async def doing(table: Table) -> None:
        await table.press("P")
        await marked(table, "table.undo")
        await table.press("enter", "z")
        await marked(table, "table.leads")
        await table.press("enter", "u")
        await marked(table, "table.undo")
        await table.press("delete")
        assert "u is taken by who leads (table.leads). Give that one another key first." in collapsed(
            table.text()
        )
        await marked(table, "table.leads")
        await table.press("delete")
        assert read_config(CONFIG, disk)[0].keys == {"table.history": "H", "table.undo": "z"}
        await table.press("home", "down", "down", "down", "enter")
        assert "Enter once more: language, theme, palette and all keys" in collapsed(table.text())
        assert read_config(CONFIG, disk)[0].keys, "asked first"
        await table.press("enter", "escape", "u")
        assert not table.session.steps

    config = Config({"table.history": "H"})
    driven(app_of(disk, config=config, config_path=CONFIG), doing)
    assert read_config(CONFIG, disk)[0] == Config()
    text = disk.files[CONFIG].decode()
    assert all(one in text for one in ("# mine\n", "# at night\n", "window = 3\n", "[more]\nx = 1\n"))


@pytest.mark.parametrize("is_full", [False, True], ids=["no TOML", "a full disk"])
def test_where_the_file_cannot_be_changed_that_is_said_and_the_change_holds(is_full: bool) -> None:
    disk = disk_with(BY_HAND if is_full else "theme = dark\n")
    before = disk.files[CONFIG]

    async def doing(table: Table) -> None:
        await table.press("P", "down")
        disk.full_at = len(disk.calls) if is_full else None
        await table.press("right")
        said = collapsed(table.text())
        assert "Done, but only until you leave the program, for the file is not changed:" in said
        assert ("the disk is full" in said) == is_full
        await table.press("escape")
        assert table.app.theme == "companion-light"

    driven(app_of(disk, config_path=CONFIG), doing)
    assert disk.files[CONFIG] == before


def test_the_start_page_has_the_settings_too_and_no_file_is_needed_before() -> None:
    disk = MemoryDisk(shipped())

    async def doing(table: Table) -> None:
        await table.press("P")
        await marked(table, "start.settings")
        await table.press("enter", "f9", "escape")
        assert isinstance(table.app.screen, StartPage)
        assert "F9 settings" in table.text()
        await table.press("P")
        assert isinstance(table.app.screen, StartPage)
        await table.press("f9")
        assert isinstance(table.app.screen, SettingsPage)

    driven(app_of(disk, None, config_path=CONFIG), doing)
    assert disk.files[CONFIG] == b'[keys]\nstart.settings = "f9"\n'
