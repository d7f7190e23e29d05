"""The app driven by keys, without a terminal: a session in memory, a fixed clock and fixed dice, the screen as text."""

import asyncio
import gc
import os
import unicodedata
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rich.cells import cell_len
from textual import events
from textual._compositor import Compositor
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.keys import KEY_NAME_REPLACEMENTS
from textual.pilot import Pilot
from textual.strip import Strip

from companion.session import Session
from companion.storage.config import Config
from companion.tui.app import CompanionApp
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import FILE, ROOT, SAVES, THREE, library, shipped, text_of

SMALL, LARGE, PHONE, NARROW = (80, 24), (120, 40), (40, 40), (40, 30)
MOMENT = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)
DIE = 3

Size = tuple[int, int]


_parse_rules = Stylesheet._parse_rules
_rules: dict[Any, list[RuleSet]] = {}


def _rules_parsed_once(sheet: Stylesheet, *source: Any, **more: Any) -> list[RuleSet]:
    """The rules of a style sheet as Textual keeps them for an app, kept for the apps of all tests."""
    key = (source, *more.items(), *sheet._variables.items())
    if key not in _rules:
        _rules[key] = _parse_rules(sheet, *source, **more)
    return _rules[key]


patch.object(Stylesheet, "_parse_rules", _rules_parsed_once).start()


def is_page(screen: object, page: str) -> bool:
    return isinstance(screen, PageScreen) and screen.link.page == page


class Table:
    """A running app with a session on the table."""

    def __init__(self, app: CompanionApp, pilot: Pilot[Any]) -> None:
        self.app, self.pilot = app, pilot
        self.is_seen = False
        """Whether the screen was looked at since the last key."""

    @property
    def session(self) -> Session:
        screen = next(one for one in self.app.screen_stack if isinstance(one, TableScreen))
        return screen.model.session

    async def press(self, *keys: str) -> None:
        """Keys one by one, each when the one before is dealt with: a letter or a sign, or a name such as enter.

        Drawn is what the last of them leads to; laying out what nobody looks at takes half of the time.
        """
        for key in keys:
            self.send(key)
            await _quiet(self.app)
        await at_rest(self.app)

    async def rattle(self, *keys: str) -> None:
        """The same, all at once: faster than the app can deal with them."""
        for key in keys:
            self.send(key)
        await at_rest(self.app)

    async def type(self, text: str) -> None:
        """Letters as quickly as somebody can paste them."""
        await self.rattle(*text)

    async def fill(self, *texts: str, then: str = "enter") -> None:
        """Texts, each with a key after it, as quickly as they can be typed."""
        await self.rattle(*(key for text in texts for key in (*text, then)))

    async def paste(self, text: str) -> None:
        self.app.post_message(events.Paste(text))
        await at_rest(self.app)

    def send(self, key: str) -> None:
        """A key that nobody waits for; `Pilot.press` waits 40 ms and more for each, by the clock."""
        is_letter = len(key) == 1
        event = events.Key(key_name(key) if is_letter else key, key if is_letter else _TYPED.get(key))
        event.set_sender(self.app)
        self.app.post_message(event)
        self.is_seen = False

    async def click(self, text: str, below: str = "") -> None:
        """Points at a text on the screen; where it stands several times, at the first one below another text."""
        rows = self.lines()
        first = next(place for place, row in enumerate(rows) if below in row)
        row = next(place for place, row in enumerate(rows) if place >= first and text in row)
        before = rows[row][: rows[row].index(text)]
        await self.pilot.click(offset=(cell_len(before) + cell_len(text) // 2, row))
        await at_rest(self.app)

    async def resize(self, size: Size) -> None:
        await self.pilot.resize_terminal(*size)
        await at_rest(self.app)

    async def enter_line(self, line: str) -> None:
        """An entry typed as a line of the notation."""
        await self.press(":")
        await self.type(line)
        await self.press("enter")

    @property
    def is_at_rest(self) -> bool:
        """Whether the table is open and nothing is on its way there."""
        screen = self.app.screen
        return isinstance(screen, TableScreen) and not screen.model.is_busy and screen.model.aim is None

    async def past_the_end(self) -> None:
        """From the final sheet, which opens by itself, and what was opened from it, to the table."""
        while any(is_page(one, "score_sheet") for one in self.app.screen_stack):
            await self.press("escape")

    def notices(self) -> list[str]:
        """What is said over the screen, the oldest first; in private, for Textual finds no toast in a query."""
        return [one.message for one in self.app._notifications]

    def text(self) -> str:
        self.is_seen = True
        return screen_text(self.app)

    def lines(self) -> list[str]:
        return self.text().splitlines()

    @property
    def seen(self) -> str:
        """What stands on the screen, in one line without indents."""
        return " ".join(self.text().split())


def key_name(letter: str) -> str:
    """What Textual calls the key of a sign, such as plus; letters and digits are called what they are."""
    if letter.isalnum():
        return letter
    name = unicodedata.name(letter).lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)


_TYPED = {"space": " ", "enter": "\r", "tab": "\t"}
"""What keys with a name send beside it."""


def screen_text(app: CompanionApp) -> str:
    """What stands on the screen, row by row, without colours."""
    return "\n".join(strip.text.rstrip() for strip in screen_strips(app))


def screen_strips(app: CompanionApp) -> list[Strip]:
    """What stands on the screen; in private, for Textual gives its screen out as an SVG only."""
    return app.screen._compositor.render_strips(app.size)


def app_of(
    disk: MemoryDisk | None,
    path: Path | None = FILE,
    dice: Iterable[int] = (),
    config: Config | None = None,
    saves: Path = SAVES,
    **more: Any,
) -> CompanionApp:
    """The app with a session on a disk in memory; on the disk of this machine where there is none."""
    thrown = iter(dice)
    app = CompanionApp(
        path,
        saves,
        die=lambda: next(thrown, DIE),
        clock=lambda: MOMENT,
        config=config,
        **{"library": None if disk is None else lambda: library(disk=disk), "zone": UTC, **more},
    )
    app.follows_every = None  # a test says itself when it looks
    app.starting = _Silent
    app.beside = lambda work: work()
    return app


class _Silent:
    """In place of a program that serves phones: tests start none."""

    def __init__(self, *_: object) -> None:
        pass

    def send(self, word: str) -> None:
        pass

    def end(self) -> None:
        pass


def disk_of(
    blocks: Sequence[Any] = (), players: Sequence[str] = THREE, game: str = "stephensons-rocket", **more: Any
) -> MemoryDisk:
    text = text_of(blocks, players, game=game, **more)
    return MemoryDisk({**shipped(), FILE: text.encode()})


def claim_of(path: Path) -> Path:
    """Where a program says that it writes a session, on a disk without locks."""
    return path.with_name(f".{path.name}.writer")


def claimed_by_another(disk: MemoryDisk) -> Session:
    """A program that writes the session, on a disk without locks: all others only read it."""
    disk.has_locks = False
    return library(disk=disk).open(FILE)


@asynccontextmanager
async def running(
    app: CompanionApp, size: Size = SMALL, *, draws_always: bool = False, notifications: bool = False
) -> AsyncIterator[Table]:
    """The app in a terminal of some size, until the block is left.

    Nobody collects garbage meanwhile: looking through all that tests have loaded takes a fifth of the time. There is no
    terminal, so What changes is drawn when a test looks at the screen, and at its end; at every change, which takes a
    third of the time, only where a test looks for what fails or happens in drawing.
    """
    gc.disable()
    try:
        with nullcontext() if draws_always else patch.object(Compositor, "render_update", _left_undrawn):
            async with app.run_test(size=size, notifications=notifications) as pilot:
                await at_rest(app)  # what was begun after the first paint is done
                table = Table(app, pilot)
                yield table
                if app.is_running and not table.is_seen:
                    screen_strips(app)
    finally:
        gc.enable()


def _left_undrawn(compositor: Compositor, *_: Any, **more: Any) -> None:
    """As if all that changed were drawn."""
    compositor._dirty_regions.clear()


async def at_rest(app: App[Any]) -> None:
    """Waits until all messages are dealt with and what they changed is drawn; without looking at the clock."""
    for _ in range(2):
        await _quiet(app)
        if app.is_running:
            await _drawn(app)
    await _quiet(app)


async def _drawn(app: App[Any]) -> None:
    drawn, screen = asyncio.Event(), app.screen
    screen.call_after_refresh(drawn.set)
    while app.is_running and app.screen is screen and not drawn.is_set():
        await asyncio.sleep(0)


async def _quiet(app: App[Any]) -> None:
    """Until nobody but this one has anything to do; in private, for asyncio does not tell what is ready."""
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    await asyncio.sleep(0)
    while ready and app.is_running:
        await asyncio.sleep(0)


SCREENS = ROOT / "tests" / "tui" / "screens"


def same_screen(name: str, text: str) -> None:
    """Holds a screen against the one on record; with COMPANION_WRITE_SCREENS=1 it becomes the one on record."""
    path = SCREENS / f"{name}.txt"
    if os.environ.get("COMPANION_WRITE_SCREENS"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="utf-8")
        return
    assert path.is_file(), f"there is no {name} yet; COMPANION_WRITE_SCREENS=1 writes it"
    assert path.read_text(encoding="utf-8") == f"{text}\n", f"{name} looks different now"
