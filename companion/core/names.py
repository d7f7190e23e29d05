"""Names: how they compare, which characters they may hold, and which known name is nearest."""

import re
import unicodedata
from collections.abc import Container, Iterable
from functools import lru_cache
from itertools import count, islice

# Joins the parts of one emoji; the only invisible character a name may hold.
_JOINER = "\u200d"
_UNPRINTABLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
LONGEST_LINE = 200
_LONGEST_SLUG = 20


@lru_cache(maxsize=4096)
def tidy(name: str) -> str:
    """Return the name trimmed and in NFC, as it is stored."""
    return unicodedata.normalize("NFC", name).strip()


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """Return the form in which two spellings of one name are equal."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).strip().casefold())


def is_printable(text: str, allowed: str = "") -> bool:
    """Whether a text is free of control and formatting characters, which garble a screen."""
    for sign in allowed:
        text = text.replace(sign, "")
    return text.isprintable() or _UNPRINTABLE.isdisjoint(map(unicodedata.category, {*text} - {_JOINER}))


def is_line(text: object) -> bool:
    """Whether a value is one printable line for a file, and not too long."""
    return isinstance(text, str) and len(text) <= LONGEST_LINE and is_printable(text)


def clean(text: str, instead: str = " ", allowed: str = "") -> str:
    if is_printable(text, allowed):
        return text
    return "".join(character if is_printable(character, allowed) else instead for character in text)


ALIKE = 0.6
"""Minimum likeness by default, from 0 for nothing in common to 1 for equal."""
_LONGEST, _MOST, _MOST_COMPARED = 160, 2_000, 40
"""Limits: letters of a name, names looked at, and names compared letter by letter."""


def nearest(word: str, known: Iterable[str], least: float = ALIKE) -> str | None:
    """Return the name most like a word, as `difflib.get_close_matches` finds it; None if none is alike."""
    from difflib import SequenceMatcher

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


def slug(text: str) -> str:
    """Return a text as lower-case ASCII with dashes, for file names."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-") or "x"


def free_slug(text: str, taken: Container[str]) -> str:
    """Return a short slug of a text, numbered if it is taken."""
    stem = slug(text)[:_LONGEST_SLUG].strip("-")
    numbered = (f"{stem}-{number}" for number in count(2))
    return stem if stem not in taken else next(name for name in numbered if name not in taken)
