"""What the app holds in memory at rest, beside an empty Textual app."""

import re
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from bench.measuring import Row, in_turns
from bench.screens import Screen
from bench.sessions import GAMES, written
from bench.starts import EMPTY

ROUNDS, ENTRIES = 5, 1000


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        empty = partial(_megabytes, folder, ("-c", EMPTY), "an empty app")
        tables = [
            partial(_megabytes, folder, ("-m", "companion", str(written(folder, game, ENTRIES))), "Anton")
            for game in GAMES
        ]
        floors, *ours = in_turns(empty, *tables, rounds=ROUNDS)
        for game, sizes in zip(GAMES, ours, strict=True):
            what = f"memory with {ENTRIES} entries, {game}"
            yield Row(what, "an empty Textual app", 1.6, floors, sizes, "MB")


def _megabytes(folder: Path, program: Sequence[str], text: str) -> float:
    with Screen(folder, program=program) as screen:
        screen.until_complete(0, text)
        return resident(screen.process.pid)


def resident(process: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert found
    return float(found[1]) / 1024
