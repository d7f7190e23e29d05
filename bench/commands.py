"""What commands take, in every language, as a multiple of a process that only knows pydantic.

    python -m bench.commands

The floor imports pydantic and defines one model, as any program does that reads with it. Processes are run in turns, so
that a noisy machine disturbs both alike, and once before, so that all byte code is written.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

from companion.words import LANGUAGES
from tests.support import ROOT

GOAL = 1.8
ROUNDS = 31
FLOOR = """
from pydantic import BaseModel
class One(BaseModel):
    number: int
"""
SESSION = ROOT / "tests" / "golden" / "stephensons-rocket-last-tile.toml"
SHOW = ("-m", "companion", "show", "--json", str(SESSION))
IN_LANGUAGES = {
    f"{name} --lang {language}": (("-m", "companion", *call, "--lang", language), None)
    for name, call in {"show": ("show", str(SESSION)), "--help": ("--help",)}.items()
    for language in LANGUAGES
}
SPLIT = ("-m", "companion", "split", "8000", "4000", "--counts", "A=3,B=3,C=1")


def seconds(program: Sequence[str]) -> float:
    settings = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run((sys.executable, *program), cwd=ROOT, env=settings, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main() -> None:
    floor = ("-c", FLOOR)
    commands = {"show --json": (SHOW, GOAL), "split": (SPLIT, None), **IN_LANGUAGES}
    floors, times = [], {name: list[float]() for name in commands}
    for turn in range(ROUNDS + 1):
        measured = [seconds(floor), *(seconds(program) for program, _ in commands.values())]
        if turn:  # the first one writes byte code
            floors.append(measured[0])
            for name, one in zip(commands, measured[1:], strict=True):
                times[name].append(one)
    print(f"pydantic and one model {statistics.median(floors) * 1000:.1f} ms")
    for name, (_, goal) in commands.items():
        ratio = statistics.median(one / two for one, two in zip(times[name], floors, strict=True))
        told = f" (goal: at most {goal})" if goal is not None else ""
        print(f"{name}: {statistics.median(times[name]) * 1000:.1f} ms, ratio {ratio:.2f}{told}")


if __name__ == "__main__":
    main()
