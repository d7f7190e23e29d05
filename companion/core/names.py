"""Names: how they compare and which characters they may hold."""

import re
import unicodedata
from collections.abc import Container
from functools import lru_cache
from itertools import count

# Joins the parts of one emoji; the only invisible character a name may hold.
_JOINER = "\u200d"
_UNPRINTABLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
LONGEST_LINE = 200
_LONGEST_SLUG = 20


@lru_cache(maxsize=4096)
def tidy(name: str) -> str:
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
    return isinstance(text, str) and len(text) <= LONGEST_LINE and is_printable(text)


def clean(text: str, instead: str = " ", allowed: str = "") -> str:
    if is_printable(text, allowed):
        return text
    return "".join(character if is_printable(character, allowed) else instead for character in text)


def slug(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-") or "x"


def free_slug(text: str, taken: Container[str]) -> str:
    """Return a short slug of a text, numbered if it is taken."""
    stem = slug(text)[:_LONGEST_SLUG].strip("-")
    numbered = (f"{stem}-{number}" for number in count(2))
    return stem if stem not in taken else next(name for name in numbered if name not in taken)
