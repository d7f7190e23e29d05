"""The start page over sessions without summaries: when its rows are there, and the slowest of some keys meanwhile."""

import re
import shutil
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from bench.long_sessions import GAMES, text
from bench.measuring import Row, in_turns
from bench.screens import ARROWS, ECHO, SMALL, Screen
from bench.starts import EMPTY

SESSIONS, LISTED, KEYS = (50, 500), 300, 10
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
"""When the first session was created, an hour before the next."""
Pair = tuple[float, float]
"""Milliseconds until the first screen, and of the slowest of some keys there."""


def rows(folder: Path) -> Iterator[Row]:
    folders = [saved(folder / str(count), count) for count in SESSIONS]
    floors, *ours = in_turns(partial(_floor, folder), *(partial(_page, one) for one in folders))
    empty, echoed = zip(*floors, strict=True)
    for count, found in zip(SESSIONS, ours, strict=True):
        what, game = "start page, sessions without summaries, 80x24", str(count)
        first, slowest = zip(*found, strict=True)
        yield Row(f"{what}, until its rows are there", "an empty Textual app", 1.5, empty, first, game)
        on = f"the slowest echo of {KEYS} keys, 80x24"
        yield Row(f"the slowest of {KEYS} arrows on that page", on, None, echoed, slowest, game)


def saved(folder: Path, count: int) -> Path:
    """A folder with sessions of the three games, created at different times: else they would be copies."""
    (folder / "saves").mkdir(parents=True)
    for number in range(count):
        created = BEGUN + timedelta(hours=number)
        content = re.sub(
            "(?m)^created = .*", f"created = {created}", text(GAMES[number % len(GAMES)], LISTED)
        )
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
        first = page.answer(until=lambda: page.shows("▸1", "Rematch"), start=start).seen
        taken = [page.answer(key, until=partial(page.shows, mark)).seen for key, mark in ARROWS * (KEYS // 2)]
    return first, max(taken)
