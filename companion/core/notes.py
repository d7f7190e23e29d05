"""The banknotes to hand out for an amount."""

from collections.abc import Iterable
from math import gcd

_LARGEST_TABLE = 20_000
"""Amounts worked out one by one; above that the largest notes come first."""


def fewest_notes(amount: int, values: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Return the fewest notes for an amount, as value and count, the largest first; empty if none fit."""
    notes = sorted({value for value in values if value > 0}, reverse=True)
    unit = gcd(*notes)
    if amount <= 0 or not notes or amount % unit:
        return ()
    sizes = [value // unit for value in notes]
    # Among as many smaller notes as the largest has steps, some always add up to a number of largest ones. So the
    # smaller notes of the best answer come to less than the largest times itself; the rest is in the largest.
    ahead = max(0, amount // unit - min(sizes[0] * sizes[0], _LARGEST_TABLE)) // sizes[0]
    counts = dict.fromkeys(sizes, 0)
    counts[sizes[0]] = ahead
    rest = amount // unit - ahead * sizes[0]
    # for every amount up to this one, one of the fewest notes that make it up; 0 where none do
    fewest, last = [0], [0]
    for some in range(1, rest + 1):
        best, note = rest + 1, 0
        for size in sizes:
            if size <= some and fewest[some - size] + 1 < best:
                best, note = fewest[some - size] + 1, size
        fewest.append(best)
        last.append(note)
    while rest:
        if not last[rest]:
            return ()
        counts[last[rest]] += 1
        rest -= last[rest]
    return tuple((size * unit, count) for size, count in counts.items() if count)
