"""Which known name a word is most like."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import islice

ALIKE = 0.6
"""Minimum likeness by default, from 0 for nothing in common to 1 for equal."""
_LONGEST, _MOST, _MOST_COMPARED = 160, 2_000, 40
"""Limits: letters of a name, names looked at, and names compared letter by letter."""


def nearest(word: str, known: Iterable[str], least: float = ALIKE) -> str | None:
    """Return the name most like a word, of the forty that share most letters with it; None if none is alike."""
    matcher, hopes = SequenceMatcher(), list[tuple[float, str]]()
    matcher.set_seq2(word[:_LONGEST])
    for name in islice(known, _MOST):
        if len(name) <= _LONGEST:
            matcher.set_seq1(name)
            if matcher.real_quick_ratio() >= least and (hope := matcher.quick_ratio()) >= least:
                hopes.append((hope, name))
    best: list[tuple[float, str]] = []
    for hope, name in sorted(hopes, reverse=True)[:_MOST_COMPARED]:
        if best and hope < best[0][0]:
            break  # none of the others can be more like it
        matcher.set_seq1(name)
        best = [max([*best, (matcher.ratio(), name)])]
    return best[0][1] if best and best[0][0] >= least else None


def slip_of(word: str, known: Iterable[str]) -> str | None:
    """Return the known name that a word is probably a slip of; None if none is alike or begins alike."""
    names, beginning = tuple(known), word[:_BEGINNING]
    begun = (name for name in names if len(beginning) == _BEGINNING and name.startswith(beginning))
    return nearest(word, names, SLIP) or next(begun, None)


SLIP = 0.75
"""Likeness after one slip in a name of four letters; two city numbers are never that much alike."""
_BEGINNING = 3
