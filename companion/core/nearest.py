"""Which of the known names an unknown one is probably a slip of; quick, however many and however long they are."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import islice

ALIKE = 0.6
"""From 0 for nothing in common to 1 for the same."""
_LONGEST, _MOST, _MOST_COMPARED = 160, 2_000, 40
"""Letters that are looked at, names that are looked at, and how many of them letter by letter."""


def nearest(word: str, known: Iterable[str], least: float = ALIKE) -> str | None:
    """The name most like a word, as `difflib.get_close_matches` finds it; None where none is like it."""
    matcher, hopes = SequenceMatcher(), list[tuple[float, str]]()
    matcher.set_seq2(word[:_LONGEST])
    for name in islice(known, _MOST):
        if len(name) <= _LONGEST:
            matcher.set_seq1(name)
            if matcher.real_quick_ratio() >= least and (hope := matcher.quick_ratio()) >= least:
                hopes.append((hope, name))
    found: list[tuple[float, str]] = []
    for hope, name in sorted(hopes, reverse=True)[:_MOST_COMPARED]:
        if found and hope < found[0][0]:
            break  # none of the others can be more like it
        matcher.set_seq1(name)
        found = [max([*found, (matcher.ratio(), name)])]
    return found[0][1] if found and found[0][0] >= least else None
