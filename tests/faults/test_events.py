"""The app driven at random by keys, clicks, pastes and other sizes: nothing fails, and the screen agrees with the file.

A seed gives the same events on any machine.
"""

import asyncio
import gc
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any, NamedTuple

import pytest
from textual import events
from textual.pilot import Pilot

from companion.core.errors import Refusal
from companion.draw.log import log_lines
from companion.pages.commands import BY_ID
from companion.report.session_json import session_structure
from companion.report.spans import plain
from companion.session import Library
from companion.session.archiving import ARCHIVE, archived_names
from companion.storage.reports import REPORTS
from companion.storage.session_file import parse_document
from companion.storage.toml import block
from companion.tui.app import CompanionApp
from companion.tui.draw.heading import heading_lines
from companion.tui.models.table import TableModel
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.table import TableScreen
from tests.random_play import next_entry
from tests.support import (
    RAILWAYS,
    ROOT,
    SHIPPED,
    THREE,
    counted,
    kept_summaries,
    often,
    part_of,
    parts,
    text_of,
)
from tests.tui import loop
from tests.tui.driving import Table, app_of, at_rest, screen_strips

NAMED = (
    "enter", "enter", "enter", "enter", "escape", "tab", "shift+tab", "up", "down", "left", "right", "backspace",
    "delete", "space", "home", "end", "pageup", "pagedown", "f1", "f5", "f12", "ctrl+p", "ctrl+t", "ctrl+q", "ctrl+a",
    "ctrl+c", "ctrl+v", "ctrl+k", "ctrl+b", "ctrl+h", "insert", "ctrl+left", "alt+x",
)  # fmt: skip
SIGNS = "!?:+-=.,;/\\'\"()[]{}<>#%&*@~_|^$`äßÉőñØ日本🎲‏a\u0301"
PASTES = (
    "Anton", "Beate, Claus", "Königgrätz", "reading steel", "7", "-3", "", " ", "\n", "take-token\nreading\n",
    "x" * 5_000, "1" * 300, "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "a\tb\r\nc", "\u202eevil\u202c", "\x00\x7f\x9b",
    "日本語の名前", "e\u0301" * 40, "../../../etc/passwd", "~/x.toml", "[bold]x[/bold]", "{0} %s {players}",
)  # fmt: skip
SMALLEST, LARGEST = (20, 6), (200, 60)
BETWEEN_LOOKS = 8
"""Deeds between two comparisons of screen and file."""
MOST_MORE = 2_000
"""Events beyond those asked for, until enough entries are saved and enough is compared."""
LAST = 60


class Figures(NamedTuple):
    events: int
    starts: int
    entries: int
    looks: int
    """Comparisons of a table with its file."""


class Found(NamedTuple):
    title: str
    header: str
    """Never rewritten, and the same in every copy."""
    blocks: tuple[Any, ...]
    file: int = 0
    """The number of the file, whatever its name."""

    def continues(self, earlier: "Found") -> bool:
        return self.header == earlier.header and self.blocks[: len(earlier.blocks)] == earlier.blocks


Sessions = dict[Path, Found]


@lru_cache(maxsize=1)
def library() -> Library:
    return Library(folders=tuple(SHIPPED))


@lru_cache(maxsize=2_000)
def _found(path: Path, content: bytes) -> Found:
    failure = library().read_content(path, content).record.failure
    assert failure is None, f"{path.name} doesn't replay: {failure}"
    document = parse_document(path, content)
    title = str(document.header.get("title", ""))
    return Found(title, str(document.header), tuple(document.blocks))


def sessions_in(saves: Path) -> Sessions:
    """Return every session in a folder and its archive; each of them must open."""
    paths = [
        *(one.path for one in kept_summaries(library(), saves)),
        *(saves / ARCHIVE / name for name in archived_names(library().disk, saves)),
    ]
    assert not any(".new" in path.name for path in paths), f"unfinished, not a session: {paths}"
    assert not (saves / REPORTS).exists(), "a program failed and wrote a report"
    return {path: _found(path, path.read_bytes())._replace(file=path.stat().st_ino) for path in paths}


def check_none_lost(before: Sessions, now: Sessions) -> None:
    """Check that every earlier session is there or archived, with all its entries in the same order."""
    for path, one in before.items():
        here = now.get(path)
        found = [here] if here is not None and here.header == one.header else now.values()
        assert any(other.continues(one) for other in found), f"{path.name}: an entry was lost or changed"


class Driver:
    def __init__(self, game: str, part: int, saves: Path) -> None:
        self.random, self.saves = Random(f"{game} {part}" if part else game), saves
        self.library = Library(folders=(ROOT / "rulesets",))
        copy(ROOT / "tests" / "golden" / f"{game}-stopped.toml", saves / "played.toml")
        (saves / "new.toml").write_text(text_of((), THREE, game=game), encoding="utf-8")
        self.last: deque[str] = deque(maxlen=LAST)
        self.done = self.starts = self.looks = 0
        self.sessions = sessions_in(saves)

    async def run(self, count: int) -> Figures:
        before, least = self._count_entries(), least_of(count)
        while self.done < count or (self._is_idle(before, least) and self.done < count + MOST_MORE):
            self.starts += 1
            app = self._app()
            try:
                async with app.run_test(size=self._size()) as pilot:
                    await settle(app)
                    while app.is_running:
                        for _ in range(BETWEEN_LOOKS):
                            if app.is_running:
                                await self._do(app, pilot)
                                await settle(app)
                        self._look(app)
                        if self.done >= count:
                            break
            except Exception as error:
                raise AssertionError(f"{error!r} after {self.done} events: {[*self.last]}") from error
        return Figures(self.done, self.starts, self._count_entries() - before, self.looks)

    def _is_idle(self, before: int, least: int) -> bool:
        """Whether too few entries were saved so far, or too little was compared."""
        return min(self.looks, self._count_entries() - before) < least

    def _app(self) -> CompanionApp:
        return app_of(
            None,
            self.random.choice([None, *sorted(self.saves.glob("*.toml"))]),
            saves=self.saves,
            config_path=self.saves / "config" / "config.toml",
            library=self.library,
            draw=self.random.randrange,
        )

    def _size(self) -> tuple[int, int]:
        usual = self.random.choice([(80, 24), (120, 40), (40, 20)])
        width, height = (self.random.randint(*bounds) for bounds in zip(SMALLEST, LARGEST, strict=True))
        return usual if self.random.random() < 0.6 else (width, height)

    async def _do(self, app: CompanionApp, pilot: Pilot[Any]) -> None:
        """Do a few things in a row, faster than the app can handle them."""
        table = Table(app, pilot)
        kind = self.random.random()
        if kind < 0.57:
            for _ in range(self.random.randint(1, 9)):
                key = self._key(app)
                self._note(key)
                table.send(key)
        elif kind < 0.87:
            entry = self._offer(app)
            self._note(f"offer {entry!r}")
            table.send("enter")
        elif kind < 0.92:
            text = self.random.choice(PASTES)
            self._note(f"paste {text[:30]!r}")
            app.post_message(events.Paste(text))
        elif kind < 0.97:
            x, y = self.random.randrange(app.size.width), self.random.randrange(app.size.height)
            self._note(f"click {x},{y}")
            for event in (events.MouseMove, events.MouseDown, events.MouseUp):
                app.post_message(event(None, x, y, 0, 0, 1, False, False, False, x, y))
        else:
            size = self._size()
            self._note(f"size {size}")
            await table.resize(size)

    def _note(self, deed: str) -> None:
        self.last.append(deed)
        self.done += 1

    def _key(self, app: CompanionApp) -> str:
        kind = self.random.random()
        if kind < 0.35:
            page = app.screen.page.commands if isinstance(app.screen, PageScreen) else ()
            keys = {
                *app.screen.active_bindings,
                *(key for one in page for key in BY_ID[one.id].keys.split(",")),
            }
            return self.random.choice(sorted(keys))
        if kind < 0.60:
            return self.random.choice("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        if kind < 0.70:
            return self.random.choice("0123456789")
        return self.random.choice(NAMED if kind < 0.94 else SIGNS)

    def _offer(self, app: CompanionApp) -> Mapping[str, Any]:
        """Offer an entry that mostly fits, if a table is open; return it."""
        entry: Mapping[str, Any] = {"do": "undo"}
        if not isinstance(app.screen, TableScreen):
            return {}
        session = app.screen.model.session  # of any game: a new one may have been begun
        with suppress(Refusal, LookupError):  # the game is over, or it is nobody's turn
            entry = next_entry(session, self.random)
        app.screen.at_desk(lambda desk: desk.offer(entry))
        return entry

    def _look(self, app: CompanionApp) -> None:
        """Check that nothing failed, no entry is lost, no code is drawn, and the table agrees with its file."""
        assert app.fault is None, f"it broke with {app.fault!r}"
        before, self.sessions = self.sessions, sessions_in(self.saves)
        check_none_lost(before, self.sessions)
        if not app.is_running:
            return
        for strip in screen_strips(app):
            wild = [sign for sign in strip.text if not sign.isprintable() and sign not in "‏\u202e\u202c"]
            assert not wild, f"{wild!r} is drawn in {strip.text!r}"
        screen = next((one for one in app.screen_stack if isinstance(one, TableScreen)), None)
        if screen is not None and screen.model.mark is None:
            self.looks += 1
            self._compare(app, screen)

    def _compare(self, app: CompanionApp, screen: TableScreen) -> None:
        model = screen.model
        file = self.library.read(model.session.path)
        blocks, filed = ([block(one, "") for one in of.record.blocks] for of in (model.session, file))
        assert blocks == filed, "the table has other entries than the file"
        assert session_structure(model.session) == session_structure(file)
        fresh = TableModel(file, app.speaker, app.clock)
        assert log_lines(model, 40, 40) == log_lines(fresh, 40, 40), "the log doesn't agree with the file"
        if app.screen is screen and screen.kind != "tiny":  # there is no heading
            drawn = " ".join(map(plain, screen.panels.turn.lines))
            lines = heading_lines(model, app.zone, screen.panels.turn.size.width)
            told = " ".join(map(plain, lines)).split()
            assert drawn.split() == told, f"the heading is not drawn again: {drawn!r}, {told}"

    def _count_entries(self) -> int:
        return sum(len(one.blocks) for one in sessions_in(self.saves).values())


async def settle(app: CompanionApp) -> None:
    """Wait until the app is at rest and no worker runs."""
    await at_rest(app)
    while app.is_running and any(one.is_running for one in app.workers):
        await asyncio.sleep(0)
    await at_rest(app)


EVENTS = often(1, 500)


def least_of(events: int) -> int:
    """Return how many entries and comparisons so many events lead to at least."""
    return max(1, events // 200)


@pytest.mark.parametrize("part", parts(6))
@pytest.mark.parametrize("game", part_of(RAILWAYS, 2))
def test_whatever_is_typed_clicked_pasted_or_resized_the_screen_agrees_with_the_file(
    game: str, part: int, tmp_path: Path
) -> None:
    """Entries are saved and compared meanwhile; what fails names the last events."""
    gc.disable()
    try:
        found = loop.run(Driver(game, part, tmp_path).run(EVENTS))
        for what, count in found._asdict().items():
            counted(what)[game] += count
        assert min(found.entries, found.looks) >= least_of(EVENTS), found
    finally:
        gc.enable()
