"""What is measured: a floor and what stands on it, in turns, so that a noisy machine disturbs both alike."""

import statistics
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

ROUNDS = 9
"""Pairs of every row."""
T = TypeVar("T")


class Row(NamedTuple):
    """A figure and its bar: how many times the floor, of pairs taken in turns."""

    what: str
    on: str
    """What the floor is."""
    bar: float | None
    floors: Sequence[float]
    ours: Sequence[float]
    game: str = ""
    """What tells it from the other rows of one line of the table."""

    @property
    def ratios(self) -> list[float]:
        return sorted(one / floor for one, floor in zip(self.ours, self.floors, strict=True))

    @property
    def ratio(self) -> float:
        return statistics.median(self.ratios)

    @property
    def milliseconds(self) -> tuple[float, float]:
        """Of the floor and of ours."""
        return statistics.median(self.floors), statistics.median(self.ours)

    @property
    def spread(self) -> str:
        """The ratio, and between which figures half of all are."""
        low, _, high = statistics.quantiles(self.ratios, n=4, method="inclusive")
        return f"{self.ratio:.2f} ({low:.2f} to {high:.2f})"

    def told(self) -> str:
        floor, ours = map(short, self.milliseconds)
        told = f"{self.what} {self.game}: {ours} ms, {self.on} {floor} ms, bar {self.bar}"
        return f"{told}, ratio {self.spread}"


def line(rows: Sequence[Row]) -> str:
    """The same of some games as a line of a Markdown table."""
    what, on, bar, *_ = rows[0]
    floors, ours = zip(*(one.milliseconds for one in rows), strict=True)
    ratios = [f"{one.ratio:.2f}" if one.ratio < 3 else f"{one.ratio:,.1f}" for one in rows]
    missed = [one.game for one in rows if bar is not None and one.ratio > bar]
    verdict = f"missed by {', '.join(missed)}" if len(missed) < len(rows) else "missed"
    floor = " to ".join(dict.fromkeys(map(short, (min(floors), max(floors)))))
    figures = (" / ".join(ratios), " / ".join(map(short, ours)), "" if bar is None else f"{bar:g}")
    kept = "" if bar is None else "kept"
    return f"| {' | '.join((what, f'{on}, {floor}', *figures, verdict if missed else kept))} |"


def short(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.1f}" if figure >= 1 else f"{figure:.3f}"


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def cpu_milliseconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def in_turns(*works: Callable[[], T]) -> list[list[T]]:
    """What each gives, one after the other, round by round; the first round warms up and does not count.

    First times are those of a work that starts a program of its own each time.
    """
    found = [[work() for work in works] for _ in range(ROUNDS + 1)]
    return [list(column) for column in zip(*found[1:], strict=True)]
