"""If a private name of Textual is gone, the app falls back to Textual's own behaviour and no entry is lost."""

import pytest

from companion.tui.textual_private import CatchingApp, QuietPalette
from tests.faults.handlers import BLOCKS, Boom
from tests.faults.test_handlers import boom
from tests.support import FILE, library
from tests.tui.driving import app_of, at_rest, disk_of, running


async def test_without_the_hook_a_crash_ends_in_textuals_traceback_and_the_session_is_complete(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("_handle_exception", "_fatal_error", "panic"):
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
    assert app.following() is None
    assert library(disk=disk).read(FILE).entry_count == len(BLOCKS) + 1


@pytest.mark.parametrize("has_hook", [True, False])
async def test_without_the_hook_textual_waits_to_say_in_english_that_nothing_matches(
    has_hook: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_hook:
        monkeypatch.delattr(QuietPalette, "_start_no_matches_countdown")
    async with running(app_of(disk_of(BLOCKS))) as table:
        await table.press("ctrl+p")
        await table.type("zzzz")
        await table.app.workers.wait_for_complete()
        assert isinstance(table.app.screen, QuietPalette)
        assert (table.app.screen._no_matches_timer is None) is has_hook
