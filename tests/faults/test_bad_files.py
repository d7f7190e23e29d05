"""One bad file never takes a screen down: a folder full of them in the app, each opened, and each looked at."""

from pathlib import Path

from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import SAVES, shipped
from tests.tui.driving import SMALL, Table, app_of, running

_HEAD = 'format = 1\ngame = "stephensons-rocket"\n'
_SEATS = '[[players]]\nname = "Anton"\n[[players]]\nname = "Beate"\n[[players]]\nname = "Claus"\n'
_REMARK = 'note = "x"\ndo = "remark"\n'
_HUGE = f"0x{'f' * 5000}"
_DEEP = f"{'[' * 300}{']' * 300}"
_FAR = "0001-01-01T00:00:00+14:00"
SESSIONS = {
    "name-deep": _HEAD + _SEATS.replace('"Anton"', _DEEP),
    "name-huge": _HEAD + _SEATS.replace('"Anton"', _HUGE),
    "name-long": _HEAD + _SEATS.replace("Anton", "x" * 100_000),
    "name-markup": _HEAD + _SEATS.replace("Anton", "[/b]"),
    "game-markup": 'format = 1\ngame = "[/b] [@click=quit]x"\n' + _SEATS,
    "position-huge": f"{_HEAD}{_SEATS}[position]\nmoney = {{ Anton = {10**30} }}\n",
    "created-far": f"{_HEAD}created = {_FAR}\n{_SEATS}",
    "at-far": f"{_HEAD}{_SEATS}[[actions]]\nat = {_FAR}\n{_REMARK}",
    "at-far-undone": f"{_HEAD}{_SEATS}[[actions]]\nat = {_FAR}\n{_REMARK}[[actions]]\ndo = 'undo'\n",
    "at-huge": f"{_HEAD}{_SEATS}[[actions]]\nat = {_HUGE}\n{_REMARK}",
    "by-nobody": f'{_HEAD}{_SEATS}[[actions]]\nby = "Nobody"\n{_REMARK}',
    "by-nobody-undone": f'{_HEAD}{_SEATS}[[actions]]\nby = "Nobody"\n{_REMARK}[[actions]]\ndo = "undo"\n',
    "by-nobody-later": f'{_HEAD}{_SEATS}[[actions]]\n{_REMARK}[[actions]]\nby = "Nobody"\ndo = "undo"\n',
    "do-long": f'{_HEAD}{_SEATS}[[actions]]\ndo = "{"x" * 100_000}"\n',
    "no-block": f"{_HEAD}actions = [1, [], {{}}]\n{_SEATS}",
    "escapes": f'{_HEAD}title = "\\u001b]0;x\\u0007"\n{_SEATS}',
    "first-deep": f"{_HEAD}{_SEATS}[[actions]]\nfirst = {_DEEP}\n{_REMARK}",
    "nothing": "",
    "zeros": "\0" * 600,
}
_LOOKED_AT = ("h", "F")


async def test_a_folder_of_bad_files_takes_no_screen_down() -> None:
    made = {name: text.encode() for name, text in SESSIONS.items()}
    files = {SAVES / f"{name}.toml": content for name, content in made.items()}
    disk = MemoryDisk({**shipped(), **files})
    async with running(app_of(disk, None), SMALL, draws_always=True) as table:
        page = table.app.screen
        assert isinstance(page, PageScreen)
        while page.page.is_unfinished:
            await table.press("f12")
            assert table.app.is_running
        assert set(page.rows) - {"new", "score", "examples"} == set(map(str, files))
        opened = [path.stem for path in files if await _open(table, page, path)]
        assert len(opened) >= len(files) // 2, opened


async def _open(table: Table, page: PageScreen, path: Path) -> bool:
    """Whether it opens; one that doesn't leads to a sentence."""
    page.mark(str(path))
    said = len(table.notices())
    await table.press("enter")
    assert table.app.is_running, path.name
    if not isinstance(table.app.screen, TableScreen):
        assert len(table.notices()) > said, f"{path.name} opens nothing and says nothing"
        return False
    for key in _LOOKED_AT:
        await table.press(key)
        assert table.app.is_running, f"{path.name}: {key}"
        while not isinstance(table.app.screen, TableScreen):
            await table.press("escape")
            assert table.app.is_running, f"{path.name}: {key}"
    assert "\x1b" not in table.text()
    table.app.leave_table()
    await table.press("f12")
    assert table.app.screen_stack[-1] is page
    return True
