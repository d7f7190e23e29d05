"""A letter for each of several names: the key that chooses it, and the letter on its chip."""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from string import ascii_lowercase, digits

Letters = tuple[tuple[str, str], ...]
"""Names with the keys they have for good, in the order in which they came."""


@lru_cache
def with_letters(names: tuple[str, ...], given: Letters = ()) -> Mapping[str, str]:
    """Give each name its `given` key; else its first free letter that isn't second in a two-letter name, else a digit.

    From the eleventh name on a digit may be taken; then any other, or any letter.
    """
    keys = {name: key for name, key in given if name in names}
    taken = {bare_letter(name[1]) for name in names if len(name) == 2} | {*keys.values()}
    for place, name in enumerate(names, 1):
        letters = [key for key in map(bare_letter, name) if key in ascii_lowercase]
        digit = str(place % 10)
        free = (key for key in (*letters, digit, *digits, *ascii_lowercase) if key not in taken)
        taken.add(keys.setdefault(name, next(free, digit)))
    return {name: keys[name] for name in names}


@lru_cache
def chip_letters(names: tuple[str, ...], given: Letters = ()) -> Mapping[str, str]:
    """Letters that stand for names on chips: their keys as the names spell them, with accents."""
    keys, letters = with_letters(names, given), dict[str, str]()
    came = (name for name, _ in given if name in keys)
    for name in dict.fromkeys((*came, *names)):
        spelled = [c for c in name if bare_letter(c) == keys[name]] or [c for c in name if c.isalpha()]
        free = (c.upper() for c in spelled if c.upper() not in letters.values())
        letters[name] = next(free, keys[name].upper())
    return {name: letters[name] for name in names}


@lru_cache
def bare_letter(letter: str) -> str:
    """A letter in lower case without its accent or stroke: Ö is o, Ł is l."""
    words = unicodedata.name(letter.lower()[:1], "").split()
    return words[3].lower() if words[:3] == ["LATIN", "SMALL", "LETTER"] and len(words[3]) == 1 else letter
