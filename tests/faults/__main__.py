"""`python -m tests.faults [--long] [--count N] [--seed N] [PART...]`: every kind of fault, with the figures of the run.

Each part is a module of this package with two counts, `ORDINARY` and `LONG`, and a function `run(count, seed)` that
yields figures and raises where a promise doesn't hold. The ordinary tests call the same functions.
"""

import argparse
from importlib import import_module
from time import monotonic

PARTS = {
    "faulty_disk": "failing calls and guesses at what a power cut leaves, for each script",
    "cuts": "cuts of each part of a file",
    "writers": "entries by four programs at once, while others are killed",
    "fuzz": "bad files and lines; one kind alone by fuzz:drafts, fuzz:board-notes ...",
    "events": "random keys, clicks, pastes and sizes",
    "phones": "times at which four phones in Chromium save at once",
}
"""Each with what is counted."""
ELSEWHERE = "Elsewhere: read-only files (tests/storage/test_saves), a full disk in the app (tests/tui/test_full_disk)."


def main() -> None:
    counted = "\n".join(f"  {part}: {what}" for part, what in PARTS.items())
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"parts, and what is counted:\n{counted}\n\n{ELSEWHERE}",
    )
    parser.add_argument("--long", action="store_true", help="as in docs/reliability.md; takes over an hour")
    parser.add_argument("--count", type=int, metavar="N", help="how many cases, instead of the usual ones")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="other cases, each seed its own")
    parser.add_argument("parts", nargs="*", default=PARTS, metavar="PART")
    given = parser.parse_args()
    for part in given.parts:
        name, *kind = part.split(":")
        module, began = import_module(f"tests.faults.{name}"), monotonic()
        count = given.count or (module.LONG if given.long else module.ORDINARY)
        for line in module.run(count, given.seed, *kind):
            print(f"{part}: {line}", flush=True)
        print(f"{part}: seed {given.seed}, {monotonic() - began:.0f} s", flush=True)
    print(ELSEWHERE)


if __name__ == "__main__":
    main()
