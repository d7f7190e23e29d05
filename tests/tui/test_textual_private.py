"""If a private name of Textual is gone, the app falls back to Textual's own behaviour and no entry is lost."""

import pytest

from companion.tui.textual_private import CatchingApp
from tests.faults.handlers import BLOCKS, Boom
from tests.faults.test_handlers import boom
from tests.support import FILE, library
from tests.tui.driving import app_of, at_rest, disk_of, running


async def test_without_the_hook_a_crash_ends_in_textuals_traceback_and_the_session_is_complete(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
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
