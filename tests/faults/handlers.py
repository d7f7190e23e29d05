"""An error in every handler of the app, one after another: the app goes on, says so once, and nothing is lost.

The handlers are found by looking at every class of ours that Textual knows. Each is broken once, its screen is
opened in the running app, and what that does not reach is called as Textual calls back. The app that goes on is where
the next one is broken.
"""

import asyncio
import gc
import inspect
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from textual.app import App
from textual.screen import Screen
from textual.widget import Widget

import companion.tui.screens as screens
from companion.session import Library
from companion.storage.reports import MOST_REPORTS, REPORTS
from companion.tui.app import CompanionApp
from companion.tui.screens.new_session import RowBox, RowWidget
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lines import Lines
from companion.tui.widgets.text_box import TextBox
from tests.memory_disk import MemoryDisk
from tests.support import FILE, SAVES, library
from tests.tui.driving import SMALL, Table, app_of, at_rest, disk_of, is_page

OPENED: dict[str, tuple[str, ...]] = {
    "TableScreen": ("leave", "open"), "PageScreen": ("history",),
    "CountPage": ("count",),
    "TiePage": ("ties",), "NewPage": ("leave", "new"),
    "LinePage": ("leave", "fetch"),
}  # fmt: skip
"""The actions that lead from the table to each screen; what several build on is broken on one of them."""
CALLED = (
    "_begin",
    "hold",
    "compose",
    "redraw",
    "render_line",
    "press",
    "paste",
    "command",
    "rows",
    "head",
    "foot",
    "hinted",
)
"""What Textual or a handler calls besides, on the way from a key to what is drawn."""
BLOCKS = (
    {"do": "take-token", "by": "Anton", "city": "Reading", "commodity": "steel"},
    {"do": "pass", "by": "Anton"},
)


class Boom(Exception):  # noqa: N818 - what no handler foresees
    pass


class Handler(NamedTuple):
    owner: type
    name: str

    def __str__(self) -> str:
        return f"{self.owner.__name__}.{self.name}"


def every_handler() -> list[Handler]:
    for path in sorted(Path(str(screens.__file__)).parent.glob("*.py")):
        import_module(f"{screens.__name__}.{path.stem}")
    kinds: list[type[Any]] = [*_below(Widget), *_below(App)]
    ours = {one for one in kinds if one.__module__.startswith("companion.")}
    found = [
        Handler(owner, name)
        for owner in sorted(ours, key=lambda one: (one.__module__, one.__name__))
        for name, member in vars(owner).items()
        if inspect.isfunction(member) and _is_handler(name, member)
    ]
    return [one for one in found if one.name != "on_event"]  # all of them come by it


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def _is_handler(name: str, member: Callable[..., Any]) -> bool:
    is_abstract = getattr(member, "__isabstractmethod__", False)
    is_called = (
        name.startswith(("action_", "on_", "_on_")) or name in CALLED or hasattr(member, "_textual_on")
    )
    return is_called and not is_abstract


@contextmanager
def broken(handler: Handler) -> Iterator[None]:
    """A handler that fails once."""
    owner, name = handler
    whole = vars(owner)[name]
    failed: list[bool] = []

    def fails(self: object, *given: Any) -> Any:
        if not failed:
            failed.append(True)
            raise Boom(str(handler))
        return whole(self, *given[: len(inspect.signature(whole).parameters) - 1])

    decorated = vars(owner).get("_decorated_handlers", {})
    swapped = {kind: [(fails if a is whole else a, at) for a, at in of] for kind, of in decorated.items()}
    if getattr(whole, "_textual_on", None):
        fails._textual_on = whole._textual_on  # type: ignore[attr-defined]
    with patch.object(owner, name, fails), patch.dict(decorated, swapped):
        yield


def break_all(handlers: Sequence[Handler]) -> None:
    """Breaks one handler after another; AssertionError where the app does not go on as it should."""
    assert len(handlers) > 2, handlers
    gc.disable()
    try:
        asyncio.run(_break_all(handlers))
    finally:
        gc.enable()


async def _break_all(handlers: Sequence[Handler]) -> None:
    disk = disk_of(BLOCKS)
    read = library(disk=disk)
    app: CompanionApp = app_of(disk, path=None)
    last = ""
    for handler in handlers:
        is_first = issubclass(handler.owner, App) and not handler.name.startswith("action_")
        if not is_first:
            async with running(app) as table:
                await mended(table, disk, read, last)
                with broken(handler):
                    await reach(table, handler)
        else:  # without which no app begins
            with broken(handler):
                app = app_of(disk, path=None)
                async with running(app):
                    pass
        assert isinstance(app.recovery.fault, Boom), f"{handler}: nothing was broken"
        following, last = app.following(), str(handler)
        assert following is not None, f"{handler}: nothing goes on"
        app = following
    async with running(app) as table:
        await mended(table, disk, read, last)


@asynccontextmanager
async def running(app: CompanionApp) -> AsyncIterator[Table]:
    """An app that runs until it is broken on purpose, or left; nothing may be printed of what it broke with."""
    try:
        async with app.run_test(size=SMALL) as pilot:
            if app.recovery.fault is None:  # one that broke before it ran says for ever that it does
                await at_rest(app)
            yield Table(app, pilot)
    except Boom:
        assert app.recovery.fault is not None
    assert not app._exit_renderables, "a traceback would be printed"


async def mended(table: Table, disk: MemoryDisk, read: Library, last: str) -> None:
    """The app after the one that was broken: it says so, has written a report, agrees with the file, and books."""
    if last:
        said = " ".join(table.text().split())
        assert "Something went wrong inside Companion" in said, f"{last}: {table.text()}"
        reports = [one for one in disk.files if one.parent == SAVES / REPORTS]
        found = [one for one in reports if f"Boom: {last}\n".encode() in disk.files[one]]
        assert found, f"{last}: no report"
        assert len(reports) <= MOST_REPORTS
    if not isinstance(table.app.screen, TableScreen):
        await table.press("enter")
    entries = read.read(FILE).record.blocks
    assert table.session.record.blocks == entries, f"{last}: the table is not what the file says"
    await table.press("p", "enter")
    assert len(read.read(FILE).record.blocks) == len(entries) + 1, f"{last}: nothing can be booked"


async def reach(table: Table, handler: Handler) -> None:
    """Open the screen of a handler, and call it as Textual calls back where that did not lead to it."""
    app = table.app
    if is_page(app.screen, "start"):
        await table.press("enter")
    for action in OPENED[_screen_of(handler.owner)]:
        if app.recovery.fault is None:
            app.screen.call_later(run_command, app.screen, action)
            await at_rest(app)
    if issubclass(handler.owner, RowBox):
        await table.press("enter")  # from the game to the first name
    if app.recovery.fault is None:
        nodes = (app, *app.screen.walk_children(with_self=True))
        target = next((one for one in nodes if isinstance(one, handler.owner)), None)
        assert target is not None, f"{handler}: {app.screen} is open instead"
        target.call_later(vars(handler.owner)[handler.name], target)
        await at_rest(app)


async def run_command(screen: Screen[Any], action: str) -> None:
    """A command by its action: of the page, if the screen shows one that offers it."""
    commands = screen.own_commands if isinstance(screen, PageScreen) else ()
    command = next((one for one in commands if one.action == action), None)
    if isinstance(screen, PageScreen) and command is not None:
        screen.run_command(command)
    else:
        await screen.run_action(f"screen.{action}")


def _screen_of(owner: type) -> str:
    if issubclass(owner, RowWidget | RowBox):
        return "NewPage"
    if issubclass(owner, App | Lines | TextBox):
        return "TableScreen"
    names = (one.__name__ for one in (owner, *_below(owner)))
    return next(name for name in names if name in OPENED)
