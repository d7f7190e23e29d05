"""What is measured: a floor and what stands on it, in turns, so that a noisy machine disturbs both alike."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

ROUNDS = 15
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

    @property
    def ratios(self) -> list[float]:
        return sorted(one / floor for one, floor in zip(self.ours, self.floors, strict=True))

    @property
    def ratio(self) -> float:
        return statistics.median(self.ratios)

    @property
    def spread(self) -> tuple[float, float]:
        """Between which half of the ratios lie."""
        if len(self.ratios) < 2:
            return self.ratio, self.ratio
        low, _, high = statistics.quantiles(self.ratios, n=4, method="inclusive")
        return low, high

    @property
    def is_kept(self) -> bool | None:
        return None if self.bar is None else self.ratio <= self.bar

    def cells(self) -> tuple[str, ...]:
        low, high = self.spread
        bar = "" if self.bar is None else f"≤ {self.bar:g}"
        verdict = {None: "", True: "kept", False: "missed"}[self.is_kept]
        floor, ours = (f"{_short(statistics.median(one))} ms" for one in (self.floors, self.ours))
        ratio, spread = f"{self.ratio:.2f}", f"{low:.2f} to {high:.2f}"
        return self.what, self.on, floor, ours, ratio, spread, str(len(self.ratios)), bar, verdict

    def told(self) -> str:
        _, on, floor, ours, ratio, spread, rounds, bar, verdict = self.cells()
        told = f"{self.what}: {ours}, {on} {floor}, ratio {ratio} ({spread}), {rounds} rounds"
        return f"{told}, bar {bar}: {verdict}" if bar else told

    def data(self) -> Mapping[str, Any]:
        low, high = self.spread
        return {
            "what": self.what,
            "floor": self.on,
            "floor_median_ms": statistics.median(self.floors),
            "median_ms": statistics.median(self.ours),
            "rounds": len(self.ratios),
            "ratio": self.ratio,
            "spread": [low, high],
            "bar": self.bar,
            "is_kept": self.is_kept,
        }


def _short(figure: float) -> str:
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
    """What each gives, one after the other, round by round; the first round warms up and does not count."""
    found = [[work() for work in works] for _ in range(ROUNDS + 1)]
    return [list(column) for column in zip(*found[1:], strict=True)]
