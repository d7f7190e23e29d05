"""The banknotes to hand out for an amount."""

from collections.abc import Iterable
from math import gcd

_LARGEST_TABLE = 20_000
"""Largest amount, in units, that is worked out exactly; the rest above it is paid in the largest notes."""


def fewest_notes(amount: int, values: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Return the fewest notes for an amount: pairs of value and count, largest first; empty if none fit."""
    notes = sorted({value for value in values if value > 0}, reverse=True)
    unit = gcd(*notes)
    if amount <= 0 or not notes or amount % unit:
        return ()
    sizes = [value // unit for value in notes]
    # Of as many smaller notes as the largest one has units, some always add up to a multiple of the largest.
    # So the smaller notes of the best answer are worth less than the square of the largest; the rest is in
    # largest notes.
    ahead = max(0, amount // unit - min(sizes[0] * sizes[0], _LARGEST_TABLE)) // sizes[0]
    counts = dict.fromkeys(sizes, 0)
    counts[sizes[0]] = ahead
    rest = amount // unit - ahead * sizes[0]
    # for every amount up to the rest: the number of its fewest notes, and one of these notes (0 if none fit)
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
