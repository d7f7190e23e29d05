"""The app driven at random: keys, clicks, pastes and other sizes. Nothing may fail inside it, and the screen says what
the file says. A seed gives the same events on any machine; where something is wrong they are told with it.
"""

import asyncio
import gc
from collections import deque
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from textual import events
from textual.pilot import Pilot

from companion.core.errors import Refusal
from companion.draw.log import log_lines
from companion.report.structure import session_structure
from companion.report.words import Speaker
from companion.session import Library
from companion.storage.toml import block
from companion.tui.app import CompanionApp
from companion.tui.draw.heading import heading_lines
from companion.tui.keymap import keys_in
from companion.tui.models.table import TableModel
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.table import TableScreen
from tests.faults.sessions import check_none_lost, sessions_in
from tests.random_play import next_entry
from tests.support import ROOT, THREE, text_of
from tests.tui import loop
from tests.tui.driving import DIE, Table, app_of, at_rest, screen_strips

ORDINARY, LONG = 60, 20_000
PLAYED = {
    "stephensons-rocket": "stephensons-rocket-stopped",
    "dampfross": "dampfross-stopped",
    "whistle-stop": "whistle-stop-stopped",
}
"""Of each game a session that goes on, from tests/golden."""
NAMED = (
    "enter", "enter", "enter", "enter", "escape", "tab", "shift+tab", "up", "down", "left", "right", "backspace",
    "delete", "space", "home", "end", "pageup", "pagedown", "f1", "f5", "f12", "ctrl+p", "ctrl+t", "ctrl+q", "ctrl+a",
    "ctrl+c", "ctrl+v", "ctrl+k", "ctrl+n", "ctrl+b", "ctrl+h", "insert", "ctrl+left", "alt+x",
)  # fmt: skip
SIGNS = "!?:+-=.,;/\\'\"()[]{}<>#%&*@~_|^$`äßÉőñØ日本🎲‏a\u0301"
PASTES = (
    "Anton", "Beate, Claus", "Königgrätz", "reading steel", "7", "-3", "", " ", "\n", "take-token\nreading\n",
    "x" * 5_000, "1" * 300, "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "a\tb\r\nc", "\u202eevil\u202c", "\x00\x7f\x9b",
    "日本語の名前", "e\u0301" * 40, "../../../etc/passwd", "~/x.toml", "[bold]x[/bold]", "{0} %s {players}",
)  # fmt: skip
SMALLEST, LARGEST = (20, 6), (200, 60)
BETWEEN_LOOKS = 8
"""So often something is done before the screen is held against the file."""
LAST = 60


class Figures(NamedTuple):
    events: int
    starts: int
    entries: int
    looks: int
    """How often a table was held against its file."""


class Driver:
    def __init__(self, game: str, seed: int, saves: Path) -> None:
        self.random, self.saves = Random(f"{game}:{seed}"), saves
        self.name = f"{game}, seed {seed}"
        self.library = Library(folders=(ROOT / "rulesets",))
        golden = ROOT / "tests" / "golden" / f"{PLAYED[game]}.toml"
        copy(golden, saves / "played.toml")
        (saves / "new.toml").write_text(text_of((), THREE, game=game), encoding="utf-8")
        self.last: deque[str] = deque(maxlen=LAST)
        self.done = self.starts = self.looks = 0
        self.sessions = sessions_in(saves)

    async def run(self, count: int) -> Figures:
        before = self._entries()
        while self.done < count:
            self.starts += 1
            app = self._app()
            try:
                async with app.run_test(size=self._size()) as pilot:
                    await settled(app)
                    while self.done < count and app.is_running:
                        for _ in range(BETWEEN_LOOKS):
                            if app.is_running:
                                await self._do(app, pilot)
                                await settled(app)
                        self._look(app)
            except Exception as error:
                raise AssertionError(
                    f"{self.name}: {error!r} after {self.done} events: {[*self.last]}"
                ) from error
        return Figures(self.done, self.starts, self._entries() - before, self.looks)

    def _app(self) -> CompanionApp:
        path = self.random.choice([None, *sorted(self.saves.glob("*.toml"))])
        thrown = self.random
        return app_of(
            None,
            path,
            saves=self.saves,
            config_path=self.saves / "config" / "config.toml",
            library=lambda: Library(folders=(ROOT / "rulesets",)),
            draw=lambda most: thrown.randrange(most),
        )

    def _size(self) -> tuple[int, int]:
        return self.random.choice(
            [(80, 24), (120, 40), (40, 30), *[(self._within(0), self._within(1)) for _ in range(2)]]
        )

    def _within(self, way: int) -> int:
        return self.random.randint(SMALLEST[way], LARGEST[way])

    # What is done

    async def _do(self, app: CompanionApp, pilot: Pilot[Any]) -> None:
        """Do a few things in a row, faster than the app can handle them."""
        table = Table(app, pilot)
        kind = self.random.random()
        if kind < 0.57:
            for _ in range(self.random.randint(1, 9)):
                key = self._key(app)
                self._tell(key)
                table.send(key)
        elif kind < 0.87:
            line = self._line(app)
            self._tell(f"line {line!r}")
            for key in ("escape", ":", *line, "enter"):
                table.send(key)
        elif kind < 0.92:
            text = self.random.choice(PASTES)
            self._tell(f"paste {text[:30]!r}")
            app.post_message(events.Paste(text))
        elif kind < 0.97:
            self._click(app)
        else:
            width, height = self._within(0), self._within(1)
            self._tell(f"{width}x{height}")
            await table.resize((width, height))

    def _tell(self, what: str) -> None:
        self.last.append(what)
        self.done += 1

    def _key(self, app: CompanionApp) -> str:
        kind = self.random.random()
        if kind < 0.35:
            return self.random.choice(sorted({*app.screen.active_bindings, *_page_keys(app)}))
        if kind < 0.60:
            return self.random.choice("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        if kind < 0.70:
            return self.random.choice("0123456789")
        return self.random.choice(NAMED if kind < 0.94 else SIGNS)

    def _line(self, app: CompanionApp) -> str:
        """Return an entry that mostly fits, if a table is open."""
        if not isinstance(app.screen, TableScreen):
            return "pass"
        session = app.screen.model.session  # of any game: a new one may have been begun
        player = import_module(f"tests.random_play.{session.game.engine.replace('-', '_')}")
        try:
            return session.notation.line(next_entry(session, self.random, player))
        except (Refusal, LookupError):  # the game is over, or there is nobody whose turn it is
            return "undo"

    def _click(self, app: CompanionApp) -> None:
        x, y = self.random.randrange(app.size.width), self.random.randrange(app.size.height)
        self._tell(f"click {x},{y}")
        for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
            app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))

    # What must hold

    def _look(self, app: CompanionApp) -> None:
        """Check that nothing failed, no entry is lost, no code is drawn, and the table agrees with its file."""
        assert app.recovery.fault is None, f"it broke with {app.recovery.fault!r}"
        before, self.sessions = self.sessions, sessions_in(self.saves)
        check_none_lost(before, self.sessions)
        if not app.is_running:
            return
        for strip in screen_strips(app):
            wild = [sign for sign in strip.text if not sign.isprintable() and sign not in "‏\u202e\u202c"]
            assert not wild, f"{wild!r} is drawn in {strip.text!r}"
        screen = next((one for one in app.screen_stack if isinstance(one, TableScreen)), None)
        if screen is not None and screen.model.mark is None:
            self._compare(app, screen)

    def _compare(self, app: CompanionApp, screen: TableScreen) -> None:
        self.looks += 1
        shown = screen.model
        read = self.library.read(shown.session.path)
        speaker = Speaker(read.ruleset, app.language)
        entered, filed_blocks = (
            [block(one, "") for one in session.record.blocks] for session in (shown.session, read)
        )
        assert entered == filed_blocks, "the table has other entries than the file"
        held, filed = (session_structure(one, speaker) for one in (shown.session, read))
        assert held == filed, "the table stands otherwise than the file"
        fresh = TableModel(read, app.speaker, lambda: DIE, app.clock)
        assert log_lines(shown, 40, 40) == log_lines(fresh, 40, 40), "the log is not what the file says"
        if app.screen is screen:
            drawn = "".join(span.text for line in screen.turn.lines for span in line)
            lines = heading_lines(shown, app.zone, screen.turn.size.width)
            said = "".join(span.text for line in lines for span in line)
            assert drawn.split() == said.split(), f"the heading says {drawn!r}, not {said!r}"

    def _entries(self) -> int:
        return sum(len(one.blocks) for one in sessions_in(self.saves).values())


def _page_keys(app: CompanionApp) -> Iterator[str]:
    if isinstance(app.screen, PageScreen):
        for command in app.screen.page.commands:
            yield from keys_in(app.keys[command.id])


async def settled(app: CompanionApp) -> None:
    """Wait until the app is at rest and no worker runs."""
    await at_rest(app)
    while app.is_running and any(one.is_running for one in app.workers):
        await asyncio.sleep(0)
    await at_rest(app)


def drive(game: str, seed: int, count: int) -> Figures:
    """Send events to a game; raise AssertionError with the last ones if something is wrong."""
    gc.disable()
    try:
        with TemporaryDirectory() as folder:
            found = loop.run(Driver(game, seed, Path(folder)).run(count))
        assert min(found.entries, found.looks) >= found.events // 200, found
        return found
    finally:
        gc.enable()


def run(count: int, seed: int) -> Iterator[str]:
    for game in PLAYED:
        found = drive(game, seed, count // len(PLAYED))
        yield (
            f"{game}: {found.events} events, {found.entries} entries saved, {found.starts} starts, "
            f"compared with the file {found.looks} times"
        )
