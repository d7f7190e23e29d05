"""A key of a session just opened, the first time and again: what the program keeps in memory, it has yet to make.

Every round opens the session in a process and a folder of its own, without summaries.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.keys import BOOKING
from bench.long_sessions import GAMES, title_of, written
from bench.measuring import Row, in_turns
from bench.screens import LARGE, Cost, Screen
from tests.support import ROOT

ENTRIES = 500
BEGIN, LIST, SHEET = "the key that begins an entry", "entries opened", "score sheet opened"
FIRST, AGAIN = "the first time", "again"
BARS = {BEGIN: None, LIST: 4}


def rows(folder: Path) -> Iterator[Row]:
    for game in GAMES:
        rounds = in_turns(partial(_pressed, folder, game))[0]
        for what, bar in BARS.items():
            first, again = ([one[f"{what}, {time}"].wall for one in rounds] for time in (FIRST, AGAIN))
            name = f"{what}, {FIRST}, {ENTRIES} entries, 120x40"
            yield Row(name, "the same again", bar, again, first, title_of(game))


@contextmanager
def opened(folder: Path, game: str, tree: Path = ROOT) -> Iterator[tuple[Path, Screen, Cost]]:
    """The file of a session, opened by the version of the program in a folder, and what that took."""
    with TemporaryDirectory(dir=folder) as own:
        file = written(Path(own), game, ENTRIES)
        start = perf_counter()
        with Screen(Path(own), str(file), size=LARGE, PYTHONPATH=str(tree)) as table:
            yield file, table, table.cost(start=start)


def looked_at(table: Screen, game: str) -> Iterator[tuple[str, Cost]]:
    for key, what in ((BOOKING[game][0], BEGIN), ("h", LIST), ("F", SHEET)):
        for time in (FIRST, AGAIN):
            yield f"{what}, {time}", table.cost(key)
            table.cost("escape")


def _pressed(folder: Path, game: str) -> dict[str, Cost]:
    with opened(folder, game) as (_, table, _):
        return dict(looked_at(table, game))
