"""How long a command or the app takes to start, beside the least that such a program takes."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from bench.long_sessions import GAMES, text, title_of, written
from bench.measuring import Row, in_turns, milliseconds
from bench.screens import ARROWS, ECHO, LARGE, Screen, arrow, echoed
from companion.session import Library
from tests.support import ROOT, kept_summaries

ENTRIES, MANY, SESSIONS, LISTED = 200, 500, 500, 300
EMPTY = """
from textual.app import App
from textual.widgets import Footer, Header
class Empty(App[None]):
    TITLE = "an empty app"
    BINDINGS = [("q", "quit", "quit")]
    def compose(self):
        yield Header()
        yield Footer()
Empty().run()
"""
MODEL = """
from pydantic import BaseModel
class One(BaseModel):
    number: int
"""


def commands(folder: Path) -> Iterator[Row]:
    nothing, model = (partial(_process, folder, "-c", code) for code in ("pass", MODEL))
    floors, ours = in_turns(nothing, partial(_process, folder, "-m", "companion", "--help"))
    yield Row("companion --help", "python -c pass", 3, floors, ours)
    files = [written(folder, game, ENTRIES) for game in GAMES]
    shows = [partial(_process, folder, "-m", "companion", "show", str(file), "--json") for file in files]
    floors, *ours_of = in_turns(model, *shows)
    for game, ours in zip(GAMES, ours_of, strict=True):
        what = f"show --json, {ENTRIES} entries"
        yield Row(what, "pydantic and one model", 1.5, floors, ours, title_of(game))


def _process(folder: Path, *program: str) -> float:
    settings = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", "HOME": str(folder)}
    call = (sys.executable, *program)
    run = partial(subprocess.run, call, cwd=folder, env=settings, stdout=subprocess.DEVNULL, check=True)
    return milliseconds(run)


def apps(folder: Path) -> Iterator[Row]:
    saves = folder / "saves"
    saves.mkdir()
    for number in range(SESSIONS):
        game = GAMES[number % len(GAMES)]
        (saves / f"evening-{number:03}.toml").write_text(text(game, LISTED), encoding="utf-8")
    kept_summaries(Library(), saves)  # what an evening before has left beside them
    empty = partial(_first_screen, folder, ("-c", EMPTY), (), ("an empty app", "quit"))
    ours = ("-m", "companion")
    files = [written(folder, game, ENTRIES) for game in GAMES]
    page = partial(_first_screen, folder, ours, (), (" entries", "Rematch"))
    tables = [partial(_first_screen, folder, ours, (str(file),), ("Anton", "Help")) for file in files]
    floors, listed, *opened = in_turns(empty, page, *tables)
    floor = "an empty Textual app"
    what = f"start page, {SESSIONS} sessions, 120x40"
    yield Row(f"{what}, until all is there", floor, 1.5, floors, listed)
    for game, times in zip(GAMES, opened, strict=True):
        name = f"companion FILE, {ENTRIES} entries, 120x40, until all is there"
        yield Row(name, floor, 2.6, floors, times, title_of(game))
    with Screen(folder, program=("-c", ECHO), size=LARGE) as echo, Screen(folder, size=LARGE) as shown:
        echo.answer(until=lambda: echo.shows("▊"))
        shown.answer(until=lambda: shown.shows("▸1", "Rematch"))
        arrows = [partial(arrow, shown, *one) for one in ARROWS]
        echoes, down, _ = in_turns(partial(echoed, echo), *arrows)
    yield Row(f"an arrow on the {what}", "the echo of a key, 120x40", None, echoes, down)


def memory(folder: Path) -> Iterator[Row]:
    """Once all is drawn."""
    files = [written(folder, game, MANY) for game in GAMES]
    empty = partial(_memory, folder, ("-c", EMPTY), (), ("an empty app", "quit"))
    ours = ("-m", "companion")
    tables = [partial(_memory, folder, ours, (str(file),), ("Anton", "Help")) for file in files]
    floors, *opened = in_turns(empty, *tables)
    for game, found in zip(GAMES, opened, strict=True):
        name = f"memory of a table in MB, {MANY} entries, 120x40"
        yield Row(name, "an empty Textual app", 2, floors, found, title_of(game))


def _memory(folder: Path, program: Sequence[str], arguments: Sequence[str], texts: Sequence[str]) -> float:
    with Screen(folder, *arguments, size=LARGE, program=program) as screen:
        screen.answer(until=lambda: screen.shows(*texts))
        return screen.memory


def _first_screen(
    folder: Path, program: Sequence[str], arguments: Sequence[str], texts: Sequence[str]
) -> float:
    start = time.perf_counter()
    with Screen(folder, *arguments, size=LARGE, program=program) as screen:
        return screen.answer(until=lambda: screen.shows(*texts), start=start).whole
