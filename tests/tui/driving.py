"""The app driven by keys, without a terminal: a session in memory, a fixed clock and fixed dice, the screen as text."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from textual import events
from textual.app import App
from textual.pilot import Pilot

from companion.session import Session
from companion.storage.config import Config
from companion.tui.app import CompanionApp
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import FILE, SAVES, THREE, library, shipped, text_of

SMALL, LARGE, PHONE = (80, 24), (120, 40), (40, 40)
MOMENT = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)
DIE = 3

Doing = Callable[["Table"], Awaitable[None]]


class Table:
    """A running app with a session on the table."""

    def __init__(self, app: CompanionApp, pilot: Pilot[Any]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def session(self) -> Session:
        screen = next(one for one in self.app.screen_stack if isinstance(one, TableScreen))
        return screen.model.session

    async def press(self, *keys: str) -> None:
        """Keys as they are named on a keyboard: e, Enter is enter, a space is space, ? is question_mark."""
        await self.pilot.press(*(_NAMES.get(key, key) for key in keys))

    async def strike(self, *keys: str) -> None:
        """The same, each as soon as the app has come to rest after the one before: for long rows of keys."""
        for key in keys:
            await self.rattle(key)

    async def rattle(self, *keys: str) -> None:
        """The same, all at once: faster than the app can deal with them."""
        for key in keys:
            name = _NAMES.get(key, key)
            character = key if len(key) == 1 else _CHARACTERS.get(key)
            event = events.Key(name, character)
            event.set_sender(self.app)
            assert self.app._driver is not None
            self.app._driver.send_message(event)
        await at_rest(self.app)

    async def type(self, text: str) -> None:
        await self.press(*text)

    async def enter_line(self, line: str) -> None:
        """An entry typed as a line of the notation."""
        await self.press(":")
        await self.type(line)
        await self.press("enter")

    def text(self) -> str:
        return screen_text(self.app)

    def lines(self) -> list[str]:
        return self.text().splitlines()


_NAMES = {
    " ": "space",
    "?": "question_mark",
    ":": "colon",
    "+": "plus",
    "-": "minus",
    ",": "comma",
    ".": "full_stop",
    '"': "quotation_mark",
    "&": "ampersand",
    "'": "apostrophe",
}


_CHARACTERS = {name: character for character, name in _NAMES.items()}


def screen_text(app: CompanionApp) -> str:
    """What stands on the screen, row by row, without colours."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join(strip.text.rstrip() for strip in strips)


def app_of(
    disk: MemoryDisk | None,
    path: Path | None = FILE,
    dice: Iterable[int] = (),
    config: Config | None = None,
    **more: Any,
) -> CompanionApp:
    """The app with a session on a disk in memory; on the disk of this machine where there is none."""
    thrown = iter(dice)
    return CompanionApp(
        path,
        SAVES,
        "en",
        die=lambda: next(thrown, DIE),
        clock=lambda: MOMENT,
        zone=UTC,
        config=config,
        library=None if disk is None else lambda: library(disk=disk),
        **more,
    )


def disk_of(
    blocks: Sequence[Any] = (), players: Sequence[str] = THREE, game: str = "stephensons-rocket", **more: Any
) -> MemoryDisk:
    text = text_of(blocks, players, game=game, **more)
    return MemoryDisk({**shipped(), FILE: text.encode()})


def driven(app: CompanionApp, doing: Doing, size: tuple[int, int] = SMALL) -> None:
    """Runs the app in a terminal of some size, does something with it and leaves it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await doing(Table(app, pilot))

    asyncio.run(run())


QUIET_TURNS = 8
"""So often in a row nobody has a message left: longer than a key takes from one widget to the next."""


async def at_rest(app: App[Any]) -> None:
    """Waits until all messages are dealt with and what they changed is drawn; without looking at the clock."""
    await _quiet(app)
    while app.is_running and _has_to_draw(app):
        app.screen._on_timer_update()  # else a timer would draw, some time later
        await _quiet(app)


def _has_to_draw(app: App[Any]) -> bool:
    screen = app.screen
    pending = (screen._layout_required, screen._scroll_required, screen._repaint_required)
    return any(pending) or bool(screen._dirty_widgets or screen._callbacks)


async def _quiet(app: App[Any]) -> None:
    turns = 0
    while turns < QUIET_TURNS and app.is_running:
        await asyncio.sleep(0)
        pumps = (app, *app.screen.walk_children(with_self=True))
        turns = 0 if any(pump.message_queue_size for pump in pumps) else turns + 1


async def settled(pilot: Pilot[Any]) -> None:
    """Waits until what was begun after the first paint is done."""
    for _ in range(3):
        await pilot.pause()
