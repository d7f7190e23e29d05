"""The app driven by keys, without a terminal: a session in memory, a fixed clock, the screen as text."""

import gc
import inspect
import os
import unicodedata
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rich.cells import cell_len
from textual import events
from textual.css.model import RuleSet
from textual.css.parse import parse
from textual.css.query import NoMatches
from textual.errors import NoWidget
from textual.keys import KEY_NAME_REPLACEMENTS
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget

from companion.pages.server_process import Process
from companion.session import Session
from companion.storage.config import Config
from companion.tui.app import CompanionApp
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import FILE, ROOT, SAVES, THREE, library, shipped, text_of
from tests.tui.loop import quiet

SMALL, LARGE, LEAST = (80, 24), (120, 40), (40, 20)
MOMENT = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)
TYPED = {"space": " ", "enter": "\r", "tab": "\t"}
"""Characters that keys with a name send."""

SOON = 0.02
"""Seconds within which a timer belongs to what is being done, such as the one that draws."""

Size = tuple[int, int]


_known = dict[object, list[RuleSet]]()


def parsed_once(*given: Any, **more: Any) -> list[RuleSet]:
    """Parse styles once for all apps: it takes a fifth of the time in which one starts."""
    variables = ((name, *(token.value for token in value)) for name, value in more["variable_tokens"].items())
    key = (*given, *variables, more["is_default_rules"], more["tie_breaker"])
    return _known.get(key) or _known.setdefault(key, [*parse(*given, **more)])


patch("textual.css.stylesheet.parse", parsed_once).start()


def is_page(screen: object, page: str) -> bool:
    return isinstance(screen, PageScreen) and screen.link.page == page


class DrivenApp(CompanionApp):
    """Keeps what pops up."""

    CSS_PATH = str(Path(inspect.getfile(CompanionApp)).with_name("app.tcss"))
    notices: list[str]

    def notify(self, message: str, **more: Any) -> None:
        super().notify(message, **more)
        self.call_later(self.notices.append, message)  # as Textual does, behind the messages before it

    def clear_notifications(self) -> None:
        super().clear_notifications()
        self.notices.clear()


class Table:
    """A running app with a session on the table."""

    def __init__(self, app: CompanionApp, pilot: Pilot[Any]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def session(self) -> Session:
        screen = next(one for one in self.app.screen_stack if isinstance(one, TableScreen))
        return screen.model.session

    async def press(self, *keys: str) -> None:
        """Press keys, each when the one before is dealt with: letters, signs, or names such as enter."""
        for key in keys:
            self.send(key)
            await quiet()
        await at_rest(self.app)

    async def choose(self, label: str) -> None:
        """Run a command of the palette."""
        (run,) = (one.callback for one in self.app.get_system_commands(self.app.screen) if one.title == label)
        run()
        await at_rest(self.app)

    async def rattle(self, *keys: str) -> None:
        """Press keys all at once, faster than the app can deal with them."""
        for key in keys:
            self.send(key)
        await at_rest(self.app)

    async def type(self, text: str) -> None:
        await self.rattle(*text)

    async def fill(self, *texts: str, then: str = "enter") -> None:
        """Type texts, each with a key after it."""
        await self.rattle(*(key for text in texts for key in (*text, then)))

    async def paste(self, text: str) -> None:
        self.app.post_message(events.Paste(text))
        await at_rest(self.app)

    def send(self, key: str) -> None:
        """Press a key and wait for nothing; `Pilot.press` waits 40 ms and more for each, by the clock."""
        is_letter = len(key) == 1
        event = events.Key(key_name(key) if is_letter else key, key if is_letter else TYPED.get(key))
        event.set_sender(self.app)
        self.app.post_message(event)

    async def click(self, text: str, below: str = "") -> None:
        """Point at a text on the screen: the first one below another text."""
        rows = self.lines()
        first = next(place for place, row in enumerate(rows) if below in row)
        row = next(place for place, row in enumerate(rows) if place >= first and text in row)
        before = rows[row][: rows[row].index(text)]
        await self.pilot.click(offset=(cell_len(before) + cell_len(text) // 2, row))
        await at_rest(self.app)

    async def draw_over(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press the mouse button at one place and let it go at another; `Pilot` makes no click of that."""
        for kind, (x, y) in ((events.MouseDown, start), (events.MouseMove, end), (events.MouseUp, end)):
            self.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False))
        await at_rest(self.app)

    async def resize(self, size: Size) -> None:
        await self.pilot.resize_terminal(*size)
        await at_rest(self.app)

    async def enter_line(self, line: str) -> None:
        """Offer an entry written as a line of the notation, and press Enter."""
        screen = self.app.screen
        assert isinstance(screen, TableScreen)
        screen.at_desk(lambda desk: desk.offer(desk.session.read(line)))
        await self.press("enter")

    @property
    def is_at_rest(self) -> bool:
        """Whether the table is open and nothing is on its way there."""
        screen = self.app.screen
        return isinstance(screen, TableScreen) and not screen.model.is_busy and screen.model.aim is None

    async def past_the_end(self) -> None:
        """Leave the final sheet, which opens by itself, and what was opened from it."""
        while any(is_page(one, "scores") for one in self.app.screen_stack):
            await self.press("escape")

    def notices(self) -> list[str]:
        """Messages over the screen, the oldest first."""
        assert isinstance(self.app, DrivenApp)
        return self.app.notices

    def text(self) -> str:
        """The screen row by row, without colours."""
        return "\n".join(strip.text.rstrip() for strip in screen_strips(self.app))

    def lines(self) -> list[str]:
        return self.text().splitlines()

    @property
    def seen(self) -> str:
        """The screen in one line without indents."""
        return " ".join(self.text().split())


def key_name(letter: str) -> str:
    """Textual's name of the key of a sign, such as plus; letters and digits are their own names."""
    if letter.isalnum():
        return letter
    name = unicodedata.name(letter).lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)


def screen_strips(app: CompanionApp) -> list[Strip]:
    """The screen row by row: every widget drawn at its place, the upper ones over those below."""
    width, height = app.size
    rows = [Strip.blank(width)] * height
    placed = []
    for widget in _widgets(app.screen):
        try:
            placed.append((app.screen.find_widget(widget), widget))
        except (NoWidget, NoMatches):  # has no place now
            continue
    for geometry, widget in sorted(placed, key=lambda one: one[0].order):
        shown = geometry.visible_region
        lines = widget.render_lines(shown.translate(-geometry.region.offset)) if shown else []
        for at, line in enumerate(lines, shown.y):
            rows[at] = Strip.join([rows[at].crop(0, shown.x), line, rows[at].crop(shown.right, width)])
    return rows


def _widgets(screen: Widget) -> Iterable[Widget]:
    for widget in screen.walk_children(Widget, with_self=False):
        yield widget
        if widget.show_vertical_scrollbar:
            yield widget.vertical_scrollbar


def app_of(
    disk: MemoryDisk | None,
    path: Path | None = FILE,
    config: Config | None = None,
    saves: Path = SAVES,
    **more: Any,
) -> CompanionApp:
    """The app with a session on a disk in memory, or on the disk of this machine."""
    app = DrivenApp(
        path,
        saves,
        clock=lambda: MOMENT,
        config=config,
        **{"library": None if disk is None else library(disk=disk), "zone": UTC, **more},
    )
    app.notices = []
    app.follows_every = None  # a test says itself when it looks
    app.starting = _Silent
    app.in_thread = lambda work: work()
    return app


class _Silent(Process):
    """Stands for a program that serves phones: tests start none."""

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
    return MemoryDisk({**shipped(game), FILE: text.encode()})


@asynccontextmanager
async def running(
    app: CompanionApp, size: Size = SMALL, *, notifications: bool = False
) -> AsyncIterator[Table]:
    """Run the app in a terminal of some size.

    No garbage is collected meanwhile: looking through all that tests have loaded takes a fifth of the time. Nothing is
    painted either, as nobody sees it, which takes another fifth: a screen is drawn when a test looks, and at the end.
    """
    gc.disable()
    try:
        with patch("textual.screen.Compositor.render_update", lambda *_, **__: None):
            async with app.run_test(size=size, notifications=notifications) as pilot:
                await at_rest(app)
                yield Table(app, pilot)
                screen_strips(app)
    finally:
        gc.enable()


async def at_rest(app: CompanionApp) -> None:
    """Wait until all messages are dealt with and what they changed is drawn; without looking at the clock."""
    await quiet(lambda timeout: timeout is None or timeout > SOON or not app.is_running)


SCREENS = ROOT / "tests" / "tui" / "screens"


def same_screen(name: str, text: str) -> None:
    """Compare a screen with the recorded one; with COMPANION_WRITE_SCREENS=1 record it."""
    path = SCREENS / f"{name}.txt"
    if os.environ.get("COMPANION_WRITE_SCREENS"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="utf-8")
        return
    assert path.is_file(), f"there is no {name} yet; COMPANION_WRITE_SCREENS=1 writes it"
    assert path.read_text(encoding="utf-8") == f"{text}\n", f"{name} looks different now"
