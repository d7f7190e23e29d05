"""Whatever fails inside the app, it goes on and says so in a sentence."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.cli import main
from companion.cli.console import BAD_FILE
from companion.storage.reports import LONGEST_REPORT, MOST_REPORTS, REPORTS, keep_report
from companion.tui.app import CompanionApp
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lines import Lines
from tests.faults.handlers import BLOCKS, Boom, failing_once, until_broken
from tests.memory_disk import MemoryDisk
from tests.support import FILE, SAVES, library
from tests.tui.desk import collapsed
from tests.tui.driving import MOMENT, PHONE, app_of, at_rest, disk_of, running


def boom(*given: object) -> None:
    raise Boom


async def breaking(app: CompanionApp, *keys: str) -> CompanionApp:
    """The app that goes on after one is used and then broken."""
    async with until_broken(app) as table:
        await table.press(*keys)
        app.screen.call_later(boom)
        await at_rest(app)
    following = app.next_app()
    assert following is not None
    return following


async def seen(app: CompanionApp, *keys: str, size: tuple[int, int] = (80, 24)) -> str:
    async with running(app, size) as table:
        await table.press(*keys)
        return " ".join(table.text().split())


def reports_on(disk: MemoryDisk) -> list[Path]:
    return sorted(one for one in disk.files if one.parent == SAVES / REPORTS)


HANDLERS: dict[str, tuple[type, str, str]] = {
    "the app begins": (CompanionApp, "on_mount", ""),
    "a screen is composed": (TableScreen, "compose", ""),
    "a screen is mounted": (TableScreen, "on_mount", ""),
    "a screen is drawn": (TableScreen, "redraw", ""),
    "a line is rendered": (Lines, "render_line", ""),
    "a key": (TableScreen, "on_key", "t"),
    "an action": (TableScreen, "action_history", "h"),
    "a page is composed": (PageScreen, "compose", "h"),
    "a page is left": (PageScreen, "action_close", "h escape"),
    "a screen comes back": (TableScreen, "on_screen_resume", "h escape"),
}
"""Each kind of call that Textual makes, with the keys that lead to it."""


@pytest.mark.parametrize("kind", HANDLERS)
async def test_after_an_error_in_a_handler_the_table_is_as_saved_and_goes_on(kind: str) -> None:
    owner, name, keys = HANDLERS[kind]
    disk = disk_of(BLOCKS)
    app = app_of(disk)
    with failing_once(owner, name):
        async with until_broken(app) as table:
            for key in keys.split():
                await table.press(key)
    following = app.next_app()
    assert following is not None
    async with running(following) as table:
        assert "Something went wrong inside Companion" in collapsed(table.text())
        (report,) = reports_on(disk)
        assert b"Boom" in disk.files[report]
        await table.press("p", "enter")
        assert table.session.record.blocks == library(disk=disk).read(FILE).record.blocks
        assert table.session.record.entry_count == len(BLOCKS) + 1


WAYS: dict[str, Callable[[CompanionApp], object]] = {
    "callback": lambda app: app.screen.call_later(boom),
    "after drawing": lambda app: app.screen.call_after_refresh(boom),
    "next": lambda app: app.call_next(boom),
    "timer": lambda app: app.screen.set_timer(0.001, boom),
    "worker": lambda app: app.run_worker(boom, thread=True),
}


@pytest.mark.parametrize("way", WAYS)
async def test_what_fails_beside_the_handlers_is_caught_too(way: str) -> None:
    app = app_of(disk_of(BLOCKS))
    with suppress(Exception):
        async with running(app):
            WAYS[way](app)
            while app.is_running:
                await asyncio.sleep(0)
    assert isinstance(app.recovery.fault, Boom)
    assert app.next_app() is not None


@pytest.mark.parametrize("size", [(80, 24), PHONE])
async def test_the_table_comes_back_and_a_key_brings_back_the_entry(size: tuple[int, int]) -> None:
    disk = disk_of(BLOCKS)
    app = await breaking(app_of(disk), "t", "r", "e")
    async with running(app, size) as table:
        assert "Something went wrong inside Companion" in table.text()
        assert isinstance(app.screen, TableScreen)
        (said,) = app.screen.model.messages
        for part in (
            "Everything you saved is there",
            str(reports_on(disk)[0]),
            "Press Backspace to get your unfinished entry back",
        ):
            assert part in said.text
        assert app.screen.model.form.verb is None
        await table.press("backspace")
        assert "takes a token from: re" in collapsed(table.text())


async def test_an_entry_that_was_booked_is_not_offered_again() -> None:
    """The error comes after the append and before the screen knows."""
    disk = disk_of(BLOCKS)
    app = app_of(disk)
    async with until_broken(app) as table:
        await table.press("p")
        with patch("companion.session.session.Session.before", property(boom, boom), create=True):
            await table.press("enter")
    assert library(disk=disk).read(FILE).record.entry_count == len(BLOCKS) + 1
    following = app.next_app()
    assert following is not None
    text = await seen(following)
    assert "1 of 2 actions left" in text
    assert "Backspace" not in text


LEFT: dict[str, tuple[Path | None, list[str], list[str], tuple[str, ...]]] = {
    "a line": (FILE, ["colon", *"take-token Lee"], ["colon", "up"], ("take-token Lee",)),
    "a correction": (
        FILE, ["u", "c"], ["backspace"], ("Edit entry 1: Take token", "Metropolis Reading Commodity steel")
    ),
    "a new session": (None, ["n", "down", *"Zita"], ["backspace"], ("Zita",)),
}  # fmt: skip
"""Where it is left, the keys before that and those that bring it back, and what is shown then."""


@pytest.mark.parametrize("what", LEFT)
async def test_what_was_on_its_way_is_brought_back_in_its_place(what: str) -> None:
    path, keys, again, shown = LEFT[what]
    app = await breaking(app_of(disk_of(BLOCKS), path=path), *keys)
    back = "so it opened the session again" if path else "so you're back on this page"
    async with running(app) as table:
        assert back in collapsed(table.text())
        await table.press(*again)
        text = collapsed(table.text())
    assert [one for one in shown if one not in text] == []


async def test_an_example_comes_back_as_one() -> None:
    app = await breaking(app_of(disk_of(BLOCKS), path=None, library=None), "e", "enter")
    assert "so it opened the session again" in await seen(app)
    assert app.recovery.table is None


async def test_what_fails_again_and_again_goes_further_back_and_ends_in_a_sentence() -> None:
    """Table, start page, out: each without a key in between."""
    app: CompanionApp | None = app_of(disk_of(BLOCKS))
    where = []
    with patch.object(TableScreen, "redraw", boom), patch.object(PageScreen, "redraw", boom):
        while app is not None:
            last = app
            async with until_broken(app):
                pass
            where.append(last.recovery.facts["screens"].rpartition(" > ")[2].split()[0])
            app = last.next_app()
    assert where == ["TableScreen", "TableScreen", "PageScreen"]
    assert last.last_words is not None
    assert last.last_words.key == "crash.ended"


async def test_a_key_in_between_makes_it_begin_anew() -> None:
    app = app_of(disk_of(BLOCKS))
    for _ in range(3):
        app = await breaking(app, "w")
    assert "so it opened the session again" in await seen(app)


async def test_a_report_says_what_happened_but_not_what_was_typed() -> None:
    disk = disk_of(BLOCKS)
    await breaking(app_of(disk), "colon", *"take-token Secret 7")
    (path,) = reports_on(disk)
    text = disk.files[path].decode()
    told = (
        "companion: ", "python: ", "platform: ", "textual: ", "TableScreen at 80x24", "Boom", "Traceback",
        "colon",
    )  # fmt: skip
    assert [part for part in (*told, "x x x x x x space 9") if part not in text] == []
    assert [part for part in ("Secret", "Reading") if part in text] == []


def test_only_the_newest_reports_are_kept() -> None:
    disk = MemoryDisk()
    said = [
        keep_report(disk, SAVES, MOMENT.replace(minute=minute), Boom("x" * 2 * LONGEST_REPORT), "", {})
        for minute in range(MOST_REPORTS + 5)
    ]
    kept = reports_on(disk)
    assert [str(path) for path in kept] == [one.values["file"] for one in said[-MOST_REPORTS:]]
    assert all(len(disk.files[path]) < LONGEST_REPORT + 1000 for path in kept)


async def test_a_report_that_cannot_be_written_is_said() -> None:
    disk = disk_of(BLOCKS)
    app = app_of(disk)
    with patch.object(MemoryDisk, "replace", side_effect=OSError(28, "No space left on device")):
        following = await breaking(app)
    text = await seen(following)
    assert "so it opened the session again" in text
    assert "couldn't be written to a file: the disk is full" in text


def test_a_command_that_fails_says_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with patch("companion.cli.rulesets.run", boom):
        code = main.run(["rulesets", f"--saves={tmp_path}"])
    captured = capsys.readouterr()
    (report,) = (tmp_path / REPORTS).iterdir()
    assert code == BAD_FILE
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert str(report) in captured.err
    assert "Traceback" not in captured.err
    assert "command: rulesets" in report.read_text(encoding="utf-8")
