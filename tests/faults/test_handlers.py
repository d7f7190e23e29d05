"""Whatever fails inside the app, it ends with one sentence, and all that was saved is there."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest
from textual.message_pump import MessagePump

from companion.cli import main
from companion.cli.console import BAD_FILE
from companion.storage.reports import LONGEST_REPORT, MOST_REPORTS, REPORTS, keep_report
from companion.tui.app import CompanionApp
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.table import TableScreen
from companion.tui.textual_private import CatchingApp
from companion.tui.widgets.lines import Lines
from companion.tui.widgets.page_rows import TextBox
from tests.faults.handlers import BLOCKS, Boom, failing_once, until_broken
from tests.memory_disk import MemoryDisk
from tests.support import FILE, SAVES, library
from tests.tui.driving import MOMENT, app_of, at_rest, disk_of, running


def boom(*given: object) -> None:
    raise Boom


HANDLERS: dict[str, tuple[type, str, str]] = {
    "the app begins": (CompanionApp, "on_mount", ""),
    "a screen is composed": (TableScreen, "compose", ""),
    "a screen is mounted": (TableScreen, "on_mount", ""),
    "a screen is drawn": (TableScreen, "redraw", ""),
    "a line is rendered": (Lines, "render_line", ""),
    "a key": (TableScreen, "on_key", "t"),
    "an action": (TableScreen, "action_entries", "h"),
    "a page is composed": (PageScreen, "compose", "h"),
    "a page is left": (PageScreen, "action_close", "h escape"),
    "a screen comes back": (TableScreen, "on_screen_resume", "h escape"),
}
"""Each kind of call that Textual makes, with the keys that lead to it."""


@pytest.mark.parametrize("kind", HANDLERS)
async def test_after_an_error_in_a_handler_the_app_ends_and_the_session_is_as_saved(kind: str) -> None:
    owner, name, keys = HANDLERS[kind]
    disk = disk_of(BLOCKS)
    app = app_of(disk)
    with failing_once(owner, name):
        async with until_broken(app) as table:
            for key in keys.split():
                await table.press(key)
    assert isinstance(app.fault, Boom)
    assert app.return_code == 1
    assert library(disk=disk).read(FILE).record.entry_count == len(BLOCKS)


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
    assert isinstance(app.fault, Boom)


async def test_a_sign_typed_on_a_page_calls_no_method() -> None:
    """Textual calls the method `key_at` of what has the focus when somebody types @, and so on for every key."""
    app = app_of(disk_of(BLOCKS))
    async with running(app) as table:
        await table.press("h", "@")
        assert isinstance(app.screen, PageScreen)
    kinds = [one for one in _below(MessagePump) if one.__module__.startswith("companion.")]
    assert len(kinds) > 10
    assert [f"{one.__name__}.{name}" for one in kinds for name in vars(one) if name.startswith("key_")] == []


def _below(kind: type) -> list[type]:
    children: list[type] = kind.__subclasses__()
    return [*children, *(one for child in children for one in _below(child))]


def test_only_the_newest_reports_are_kept() -> None:
    disk = MemoryDisk()
    said = [
        keep_report(disk, SAVES, MOMENT.replace(minute=minute), Boom("x" * 2 * LONGEST_REPORT), "", {})
        for minute in range(MOST_REPORTS + 5)
    ]
    kept = sorted(one for one in disk.files if one.parent == SAVES / REPORTS)
    assert [str(path) for path in kept] == [one.values["file"] for one in said[-MOST_REPORTS:]]
    assert all(len(disk.files[path]) < LONGEST_REPORT + 1000 for path in kept)


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


async def test_a_command_typed_for_the_page_before_does_nothing_on_one_that_is_not_there_yet() -> None:
    app = app_of(disk_of(BLOCKS), path=None)
    async with running(app):
        app.open_table(FILE)
        assert isinstance(app.screen, TableScreen)
        await app.run_action("screen.more")
        await at_rest(app)
        assert app.screen.model.menu is None


async def test_what_is_pasted_carries_no_codes_of_the_terminal_onto_the_screen() -> None:
    app = app_of(disk_of(BLOCKS), path=None)
    async with running(app) as table:
        await table.press("/")
        await table.paste("pa\x1b[31mss\x07\nsecond")
        box = app.screen.query_one(TextBox)
        assert box.value == "pa[31mss"
        app.copy_to_clipboard("one\ntwo\x1b[0m")
        await table.press("ctrl+v")
        assert box.value == "pa[31mssone two [0m"


async def test_without_the_hook_a_crash_ends_in_textuals_traceback_and_the_session_is_complete(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A private name of Textual may be gone in its next version."""
    for name in ("_handle_exception", "_fatal_error"):
        monkeypatch.delattr(CatchingApp, name)
    disk = disk_of(BLOCKS)
    app = app_of(disk)
    with pytest.raises(Boom):  # noqa: PT012
        async with running(app) as table:
            await table.press("p", "enter")
            app.screen.call_later(boom)
            await at_rest(app)
    assert app.return_code == 1
    assert "Traceback" in capsys.readouterr().err
    assert library(disk=disk).read(FILE).record.entry_count == len(BLOCKS) + 1
