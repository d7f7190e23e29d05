"""Two versions of the program in turns: how many times as long the working tree takes as another version.

Every round starts both anew, each in a folder of its own with the same files, and presses each key in one and then in
the other: what else the machine does disturbs both alike, and CPU time less than the clock. A key is answered when the
program rests, so that another version may say other words.
"""

import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from compileall import compile_dir
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench import measuring
from bench.first import AGAIN, BEGIN, ENTRIES, looked_at, opened
from bench.keys import BOOKING
from bench.long_sessions import GAMES, title_of
from bench.measuring import Row, short
from bench.screens import LARGE, Cost, Screen
from bench.unread import saved
from hatch_build import write_catalogs
from tests.support import ROOT

SESSIONS, BOOKINGS = 20, 2
"""On the start page; in every round."""
SLOWER = 1.1
Costs = Iterator[tuple[str, Cost]]


@contextmanager
def checkout(version: str) -> Iterator[Path]:
    """A version of the program in a folder of its own, with its sentences built."""
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        add = ("git", "worktree", "add", "--quiet", "--detach", tree, version)
        try:
            if subprocess.run(add, cwd=ROOT).returncode:
                sys.exit(1)  # git has said why
            words = tree / "companion" / "words"
            if not (words / "en.mo").exists():
                write_catalogs(words)
            yield tree
        finally:
            if tree.exists():
                subprocess.run(("git", "worktree", "remove", "--force", tree), cwd=ROOT)


def compared(version: str, folder: Path) -> Iterator[tuple[Row, Row]]:
    """CPU time and wall time of each row."""
    with checkout(version) as tree:
        for one in (tree, ROOT):
            compile_dir(one / "companion", quiet=1)
        yield from side_by_side(version, "", partial(_start_page, folder), tree)
        for game in GAMES:
            yield from side_by_side(version, title_of(game), partial(_table, folder, game), tree)


def side_by_side(
    version: str, game: str, costs: Callable[[Path], Costs], tree: Path
) -> Iterator[tuple[Row, Row]]:
    """Both at once, each pair of keys right after each other."""
    found = defaultdict[str, list[tuple[Cost, Cost]]](list)
    for count in range(measuring.ROUNDS):
        order = -1 if count % 2 else 1  # each is the first to be pressed in every other round
        for both in zip(*map(costs, (tree, ROOT)[::order]), strict=True):
            (what, before), (_, now) = both[::order]
            found[what].append((before, now))
    for what, taken in found.items():
        (cpu, wall), (cpu_now, wall_now) = (zip(*one, strict=True) for one in zip(*taken, strict=True))
        row = partial(Row, what, version, SLOWER, game=game)
        yield row(floors=cpu, ours=cpu_now), row(floors=wall, ours=wall_now)


def _start_page(folder: Path, tree: Path) -> Costs:
    with TemporaryDirectory(dir=folder) as own:
        saved(Path(own), SESSIONS)
        for which in ("no", "with"):
            start = perf_counter()
            with Screen(Path(own), size=LARGE, PYTHONPATH=str(tree)) as page:
                yield f"start page, {SESSIONS} sessions, {which} summaries", page.cost(start=start)


def _table(folder: Path, game: str, tree: Path) -> Costs:
    begin, *answers = BOOKING[game]
    with opened(folder, game, tree) as (file, table, opening):
        yield f"companion FILE, {ENTRIES} entries", opening
        yield from looked_at(table, game)
        for _ in range(BOOKINGS):
            yield f"{BEGIN}, {AGAIN}", table.cost(begin)
            for answer in answers:
                table.cost(answer)
            before = file.stat().st_size
            yield "a booking", table.cost("enter")
            assert file.stat().st_size > before, f"nothing is booked\n{table.text}"
            yield "undo", table.cost("u")


def report(version: str, rows: Sequence[tuple[Row, Row]]) -> Iterator[str]:
    heads = ("row", f"CPU, ms: {version}", "now", "CPU ratio", "wall ratio", "")
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    slower = []
    for cpu, wall in rows:
        name, is_slower = f"{cpu.what} {cpu.game}".strip(), cpu.ratio > SLOWER
        figures = (*map(short, cpu.milliseconds), cpu.spread, wall.spread, "slower" if is_slower else "")
        yield f"| {' | '.join((name, *figures))} |"
        slower += [f"- {name}: {cpu.spread}"] * is_slower
    yield "\nRatios are medians of pairs; half of the pairs lie within the brackets."
    yield f"{len(slower)} of {len(rows)} rows are more than a tenth slower in CPU time{':' if slower else '.'}"
    yield from slower
