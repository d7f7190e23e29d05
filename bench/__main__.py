"""`python -m bench [--all] [--quick] [PART...]`: the table of docs/performance.md, as Markdown.

`--all` measures what nobody at a table would feel too, in half an hour; a part measures all its rows. What else the
machine does disturbs floor and figure alike; better it does nothing. `--against REF` compares with another version.
"""

import argparse
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import against, measuring
from bench.measuring import Row, line
from companion.cli.main import RARELY

TABLE = (
    "start page, 500 sessions, 120x40, until all is there",
    "start page, sessions without summaries, 80x24, until its rows are there",
    "companion FILE, 200 entries, 120x40, until all is there",
    "the key that begins an entry, 200 entries, 120x40",
    "a booking, all it changes, 200 entries, 120x40",
    "undo, all it changes, 200 entries, 120x40",
    "score sheet opened, 200 entries, 120x40",
    "entries opened, the first time, 500 entries, 120x40",
    "a booking, all it changes, 2000 entries, 120x40",
    "undo, all it changes, 2000 entries, 120x40",
    "an entry to all of 5 phones (3 seated, 2 look on), 50 entries",
    "memory of a table in MB, 500 entries, 120x40",
)
"""The rows of the table, in its order."""
PARTS = ("starts.apps", "unread.rows", "keys.rows", "first.rows", "keys.few", "web.rows", "starts.memory")
"""Modules and functions with rows of the table."""
FURTHER = ("starts.commands", "keys.pads", "growing.rows", "opening.rows", "web.longer")
HEADS = ("row, in ms", "floor", "times the floor", "figure", "bar", "")


def table(rows: Sequence[Row]) -> Iterator[str]:
    """The rows as Markdown, to be pasted; those of several games in one line."""
    by_name: dict[str, list[Row]] = {}
    for row in rows:
        by_name.setdefault(row.what, []).append(row)
    order = [*(one for one in TABLE if one in by_name), *(one for one in by_name if one not in TABLE)]
    yield f"| {' | '.join(HEADS)} |"
    yield "|---" * len(HEADS) + "|"
    yield from (line(by_name[name]) for name in order)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("--quick", action="store_true", help="few rounds")
    parser.add_argument("--all", action="store_true", help="every row, not only those of the table")
    parser.add_argument("--against", metavar="REF", help="compare with this version in git, in turns")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join((*PARTS, *FURTHER))}")
    arguments = parser.parse_args()
    if arguments.against and (arguments.parts or arguments.all):
        parser.error("--against has rows of its own")
    if arguments.quick:
        measuring.ROUNDS = 5 if arguments.against else 2
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    gc.set_threshold(RARELY)  # floors too look for garbage as rarely as the program
    if arguments.against:
        _compare(arguments.against)
    else:
        _measure(arguments.parts, arguments.all)


def _compare(version: str) -> None:
    rows = []
    with TemporaryDirectory() as folder:
        for cpu, wall in against.compared(version, Path(folder)):
            print(cpu.told(), file=sys.stderr, flush=True)
            rows.append((cpu, wall))
    print("\n".join(against.report(version, rows)))


def _measure(parts: Sequence[str], is_all: bool) -> None:
    rows: list[Row] = []
    for part in parts or (*PARTS, *(FURTHER if is_all else ())):
        module, _, function = part.partition(".")
        with TemporaryDirectory() as folder:
            for row in getattr(import_module(f"bench.{module}"), function)(Path(folder)):
                print(row.told(), file=sys.stderr, flush=True)
                rows.append(row)
    is_table = not (is_all or parts)
    print("\n".join(table([row for row in rows if row.what in TABLE or not is_table])))


if __name__ == "__main__":
    main()
