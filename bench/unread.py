"""The start page over sessions without summaries: when its rows are there, and the slowest of some keys meanwhile."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.keys import ECHO, SMALL
from bench.long_sessions import GAMES, text
from bench.measuring import Row, in_turns
from bench.screens import Screen
from bench.starts import EMPTY

SESSIONS, LISTED, KEYS = (50, 500), 300, 10
DOWN, UP = "\x1b[B", "\x1b[A"
Pair = tuple[float, float]
"""Milliseconds until the first screen, and of the slowest of some keys there."""


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as name:
        folders = [_written(Path(name) / str(count), count) for count in SESSIONS]
        floors, *ours = in_turns(partial(_floor, Path(name)), *(partial(_page, one) for one in folders))
    empty, echoed = zip(*floors, strict=True)
    for count, found in zip(SESSIONS, ours, strict=True):
        what = f"start page, {count} sessions of {LISTED} entries without summaries, 80x24"
        first, slowest = zip(*found, strict=True)
        yield Row(f"{what}: its rows", "an empty Textual app", 1.5, empty, first)
        on = f"the slowest echo of {KEYS} keys, 80x24"
        yield Row(f"{what}: the slowest of {KEYS} keys", on, 10, echoed, slowest)


def _written(folder: Path, count: int) -> Path:
    (folder / "saves").mkdir(parents=True)
    for number in range(count):
        content = text(GAMES[number % len(GAMES)], LISTED)
        (folder / f"saves/evening-{number:03}.toml").write_text(content, encoding="utf-8")
    return folder


def _floor(folder: Path) -> Pair:
    start = time.perf_counter()
    with Screen(folder, program=("-c", EMPTY), size=SMALL) as empty:
        first = empty.answer(until=lambda: empty.shows("an empty app", "quit"), start=start).seen
    with Screen(folder, program=("-c", ECHO), size=SMALL) as echo:
        echo.answer(until=lambda: echo.shows("▊"))
        return first, max(echo.answer("x").whole for _ in range(KEYS))


def _page(folder: Path) -> Pair:
    shutil.rmtree(folder / "saves/summaries", ignore_errors=True)
    start = time.perf_counter()
    with Screen(folder, size=SMALL) as page:
        first = page.answer(until=lambda: page.shows("▸1", "Archive"), start=start).seen
        taken = [
            page.answer(key, until=partial(page.shows, mark)).seen
            for key, mark in ((DOWN, "▸2"), (UP, "▸1")) * (KEYS // 2)
        ]
    return first, max(taken)
