"""How names compare: trimmed, case-folded and in NFC; and which characters a name may hold."""

import unicodedata
from functools import lru_cache

# Joins the parts of one emoji; the only invisible character a name may hold.
_JOINER = "\u200d"
_UNPRINTABLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
LONGEST_LINE = 200


@lru_cache(maxsize=4096)
def tidy(name: str) -> str:
    """The spelling that is kept: trimmed and in NFC."""
    return unicodedata.normalize("NFC", name).strip()


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """The form in which two spellings of one name are equal."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).strip().casefold())


def is_printable(text: str, allowed: str = "") -> bool:
    """Whether a text is free of control and formatting characters, which garble a screen."""
    for one in allowed:
        text = text.replace(one, "")
    return text.isprintable() or all(
        character == _JOINER or unicodedata.category(character) not in _UNPRINTABLE for character in text
    )


def is_line(text: object) -> bool:
    """Whether it is a text that may stand in a line of a file: not too long, and free of what garbles a screen."""
    return isinstance(text, str) and len(text) <= LONGEST_LINE and is_printable(text)


def cleaned(text: str, instead: str = " ", allowed: str = "") -> str:
    """The text without characters that garble a screen."""
    if is_printable(text, allowed):
        return text
    return "".join(character if is_printable(character, allowed) else instead for character in text)
