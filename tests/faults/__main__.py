"""`python -m tests.faults [--long] [PART...]`: every kind of fault at the scale asked for, with the figures of the run.

Each part is a module of this package with a function `run(is_long)` that gives one line a figure, and raises where a
promise does not hold. The ordinary tests call the same functions at a smaller scale.
"""

import argparse
from importlib import import_module
from time import monotonic

PARTS = ("faulty_disk", "kills", "cuts", "writers", "fuzz", "events")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faults")
    parser.add_argument("--long", action="store_true", help="the figures of docs/reliability.md; takes hours")
    parser.add_argument("parts", nargs="*", default=PARTS, help=f"any of {', '.join(PARTS)}")
    arguments = parser.parse_args()
    for part in arguments.parts:
        began = monotonic()
        for line in import_module(f"tests.faults.{part}").run(arguments.long):
            print(f"{part}: {line}", flush=True)
        print(f"{part}: {monotonic() - began:.0f} s in all", flush=True)


if __name__ == "__main__":
    main()
