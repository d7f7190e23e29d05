"""The app's first paint, a booked entry and a key of an entry, each as a multiple of what Textual alone takes.

    python -m bench.screen [entries]

The floors are an empty Textual app's first paint and the echo of a key in a Textual `Input`, measured in turns in one
run, so that a noisy machine disturbs both alike. The first paints are those of processes in a terminal; the keys are
pressed in this process, on a session of so many entries on a disk in memory, at 80x24, until all is drawn. The booked
entry extends a line.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Input

from bench.opening import long_session
from companion.tui.app import CompanionApp
from companion.tui.models.table import TableModel
from companion.tui.screens.table import TableScreen
from tests.support import FILE, SAVES, text_of
from tests.tui.driving import DIE, MOMENT, SMALL, at_rest
from tests.tui.terminal import Terminal

STARTS, KEYS = 9, 40
EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App[None]):
    def compose(self):
        yield Static("session.toml")
Empty().run()
"""
SESSION = "session.toml"


class Measured(NamedTuple):
    what: str
    goal: float | None
    floors: Sequence[float]
    times: Sequence[float]

    def told(self) -> str:
        floor, full = statistics.median(self.floors), statistics.median(self.times)
        pairs = zip(self.times, self.floors, strict=True)
        ratio = statistics.median(one / other for one, other in pairs)
        goal = f" (goal: at most {self.goal})" if self.goal is not None else ""
        return f"{self.what}: {full * 1000:.1f} ms, floor {floor * 1000:.1f} ms, ratio {ratio:.2f}{goal}"


# First paints


def seconds_until(text: str, folder: Path, *arguments: str, program: Sequence[str]) -> float:
    start = time.perf_counter()
    with Terminal(folder, *arguments, program=program) as terminal:
        terminal.wait_for(text)
        return time.perf_counter() - start


def first_paints(entries: int) -> list[Measured]:
    floors, paints, tables = [], [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / SESSION).write_bytes(_content(entries))
        ours = ("-m", "companion")
        for _ in range(STARTS):
            floors.append(seconds_until(SESSION, folder, program=("-c", EMPTY)))
            paints.append(seconds_until(SESSION, folder, SESSION, program=ours))
            tables.append(seconds_until("Anton", folder, SESSION, program=ours))
    return [
        Measured("first paint", 1.3, floors, paints),
        Measured("the table on the screen", None, floors, tables),
    ]


def _content(entries: int) -> bytes:
    return long_session(entries).disk.read(FILE, 10**7) if entries else text_of().encode()


# Keys


class Echo(App[None]):
    def compose(self) -> ComposeResult:
        yield Input()


async def struck(app: App[Any], key: str) -> float:
    """Seconds from a key to the drawn screen, without those that waiting for it takes."""
    start = time.perf_counter()
    await at_rest(app)
    idle = time.perf_counter() - start
    event = events.Key(key, key if len(key) == 1 else None)
    event.set_sender(app)
    assert app._driver is not None
    start = time.perf_counter()
    app._driver.send_message(event)
    await at_rest(app)
    return max(1e-6, time.perf_counter() - start - idle)


def _model(app: CompanionApp) -> TableModel:
    assert isinstance(app.screen, TableScreen)
    return app.screen.model


async def keys_of_entries(entries: int) -> list[Measured]:
    shelf = long_session(entries)
    table = CompanionApp(FILE, SAVES, "en", die=lambda: DIE, clock=lambda: MOMENT, library=lambda: shelf)
    echoes: dict[str, list[float]] = {"booked": [], "letter": []}
    times: dict[str, list[float]] = {"booked": [], "letter": []}
    async with Echo().run_test(size=SMALL) as echo, table.run_test(size=SMALL) as pilot:
        while len(table.screen_stack) < 2:
            await pilot.pause()
        for _ in range(KEYS):
            await struck(table, "e")
            line = _model(table).form.candidates[0].key
            for what, before, key, after in (
                ("booked", (line,), "enter", ("u",)),
                ("letter", ("t", "Q", "u"), "x", ("backspace",) * 4),
            ):
                count = _model(table).session.entry_count
                for one in before:
                    await struck(table, one)
                echoes[what].append(await struck(echo.app, "x"))
                times[what].append(await struck(table, key))
                assert _model(table).session.entry_count == count + (what == "booked")
                for one in after:
                    await struck(table, one)
    return [
        Measured(f"a booked entry after {entries}", 4, echoes["booked"], times["booked"]),
        Measured("a letter of an entry", 3, echoes["letter"], times["letter"]),
    ]


def main(entries: int) -> None:
    for measured in (*first_paints(entries), *asyncio.run(keys_of_entries(entries))):
        print(measured.told())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
