"""A letter for each of several names: the key that chooses it, and the letter on its chip."""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from string import ascii_lowercase, digits


@lru_cache
def with_letters(names: tuple[str, ...]) -> Mapping[str, str]:
    """Give each name a key: its first free letter that isn't second in a two-letter name, else a digit.

    From the eleventh name on a digit may be taken; then any other, or any letter.
    """
    taken = {bare_letter(name[1]) for name in names if len(name) == 2}
    keys: dict[str, str] = {}
    for place, name in enumerate(names, 1):
        letters = [key for key in map(bare_letter, name) if key in ascii_lowercase]
        digit = str(place % 10)
        free = (key for key in (*letters, digit, *digits, *ascii_lowercase) if key not in taken)
        key = next(free, digit)
        taken.add(key)
        keys[name] = key
    return keys


@lru_cache
def chip_letters(names: tuple[str, ...]) -> Mapping[str, str]:
    """Letters that stand for names on chips: their keys as the names spell them, with accents."""
    letters: dict[str, str] = {}
    for name, key in with_letters(names).items():
        spelled = [c for c in name if bare_letter(c) == key] or [c for c in name if c.isalpha()]
        letters[name] = next((c.upper() for c in spelled if c.upper() not in letters.values()), key.upper())
    return letters


@lru_cache
def bare_letter(letter: str) -> str:
    """A letter in lower case without its accent or stroke: Ö is o, Ł is l."""
    words = unicodedata.name(letter.lower()[:1], "").split()
    return words[3].lower() if words[:3] == ["LATIN", "SMALL", "LETTER"] and len(words[3]) == 1 else letter
