"""`python -m bench [--quick] [--json FILE] [PART...]`: all rows of docs/performance.md, with floor, spread and bar.

Each part is a module of this package with a function `rows()`. All of them take half an hour on two cores. What else
the machine does disturbs floor and figure alike; better it does nothing.
"""

import argparse
import gc
import json
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib import import_module, metadata
from pathlib import Path

from bench import measuring
from bench.measuring import Row
from companion.cli.main import RARELY

PARTS = ("starts", "unread", "keys", "growing", "opening", "web")
HEADS = ("row", "floor", "floor took", "we took", "ratio", "half of them", "rounds", "bar", "")
PACKAGES = ("textual", "pydantic", "tomli", "starlette", "uvicorn")


def machine() -> dict[str, str]:
    found = {"python": platform.python_version(), "system": platform.platform(), "cores": str(os.cpu_count())}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def table(rows: Sequence[Row]) -> Iterator[str]:
    """The rows as Markdown, to be pasted."""
    for cells in (HEADS, ["---"] * len(HEADS), *(row.cells() for row in rows)):
        yield f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--quick", action="store_true", help="3 rounds, to see that it runs")
    parser.add_argument(
        "parts", nargs="*", default=PARTS, help=f"any of {', '.join(PARTS)}; all of them else"
    )
    arguments = parser.parse_args()
    measuring.ROUNDS = 3 if arguments.quick else measuring.ROUNDS
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    gc.set_threshold(RARELY)  # floors too look for garbage as rarely as the program
    rows: list[Row] = []
    for part in arguments.parts:
        for row in import_module(f"bench.{part}").rows():
            print(row.told(), file=sys.stderr, flush=True)
            rows.append(row)
    print("\n".join(table(rows)))
    if arguments.json:
        load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
        head = {"at": datetime.now(UTC).isoformat(timespec="seconds"), "machine": machine(), "load": load}
        told = {**head, "rows": [row.data() for row in rows]}
        arguments.json.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
