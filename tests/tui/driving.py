"""The app driven by keys, without a terminal: a session in memory, a fixed clock and fixed dice, the screen as text."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from textual import events
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
MOST_ROUNDS = 500
"""So often everybody may still have had a message, before a key is said to have no end."""

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
        for key in keys:
            event = events.Key(_NAMES.get(key, key), key if len(key) == 1 else None)
            event.set_sender(self.app)
            self.app.post_message(event)
            await self._at_rest()
        await self.pilot.pause()

    async def _at_rest(self) -> None:
        """Waits until nobody has a message left, which is much shorter than until the process idles."""
        quiet = 0
        for _ in range(MOST_ROUNDS):
            await self.pilot._wait_for_screen()
            pumps = (self.app, *self.app.screen.walk_children(with_self=True))
            quiet = quiet + 1 if all(one._message_queue.empty() for one in pumps) else 0
            if quiet == 2:
                return
        raise AssertionError("the app does not come to rest")

    async def point(self, text: str) -> None:
        """Clicks on the first place of the screen where a text stands."""
        row, line = next((row, line) for row, line in enumerate(self.lines()) if text in line)
        await self.pilot.click(offset=(line.index(text), row))

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


def screen_text(app: CompanionApp) -> str:
    """What stands on the screen, row by row, without colours."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join(strip.text.rstrip() for strip in strips)


def app_of(
    disk: MemoryDisk,
    path: Path | None = FILE,
    dice: Iterable[int] = (),
    config: Config | None = None,
    **more: Any,
) -> CompanionApp:
    thrown = iter(dice)
    return CompanionApp(
        path,
        SAVES,
        "en",
        die=lambda: next(thrown, DIE),
        clock=lambda: MOMENT,
        zone=UTC,
        config=config,
        library=lambda: library(disk=disk),
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


async def settled(pilot: Pilot[Any]) -> None:
    """Waits until what was begun after the first paint is done."""
    for _ in range(3):
        await pilot.pause()
