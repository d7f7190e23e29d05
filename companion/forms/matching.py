"""Find the choice that a typed word means: in full, without accents and punctuation, or by its beginning."""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.core.errors import Refusal, refusal
from companion.core.forms import Choice
from companion.core.names import fold

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """Return the letters and digits alone: L&Y is ly, München is munchen."""
    plain = unicodedata.normalize("NFKD", fold(name))
    return "".join(character for character in plain if character.isalnum())


@lru_cache(maxsize=4096)
def skeletons(name: str) -> tuple[str, str]:
    """Return the skeletons without accents and with spelled-out umlauts: plattchen, plaettchen."""
    return skeleton(name), skeleton(fold(name).translate(_UMLAUTS))


def begins(name: str, bones: str) -> bool:
    return any(one.startswith(bones) for one in skeletons(name))


class Match(NamedTuple):
    choice: Choice
    is_whole: bool
    """Whether the word was the whole name, not only its beginning."""


def matches(choices: Iterable[Choice], text: str) -> list[Match]:
    """Return the choices that a word can mean, by the first of these that finds any: the name, an alias, the name
    without accents and punctuation, its beginning. Refused choices are returned only if no allowed one fits.
    """
    known = tuple(choices)
    word, bones = fold(text), skeleton(text)
    whole = (
        [choice for choice in known if fold(str(choice.value)) == word]
        or [choice for choice in known if any(fold(alias) == word for alias in choice.aliases)]
        or [choice for choice in known if bones and bones in skeletons(str(choice.value))]
    )
    found = whole or starting_with(known, text)
    allowed = [choice for choice in found if choice.refusal is None] or found
    return [Match(choice, bool(whole)) for choice in allowed]


def starting_with(choices: Iterable[Choice], text: str) -> list[Choice]:
    """Return the choices whose name, or else alias, begins with the text; else ignoring accents and signs."""
    known, word, bones = tuple(choices), fold(text), skeleton(text)
    return (
        [one for one in known if fold(str(one.value)).startswith(word)]
        or [one for one in known if any(fold(alias).startswith(word) for alias in one.aliases)]
        or [one for one in known if bones and any(begins(name, bones) for name in one.names)]
    )


def match(choices: Iterable[Choice], text: str) -> Match | None:
    """Return the choice that a word means; None if it means none. Raise Refusal if it can mean several."""
    found = matches(choices, text)
    if len(found) > 1:
        raise ambiguous(text, [str(one.choice.value) for one in found])
    return found[0] if found else None


def whole_match(choices: Iterable[Choice], text: str) -> Match | None:
    """Return the choice with exactly this name or alias; None if there is none."""
    named = [one for one in choices if fold(text) in map(fold, one.names)]
    return next((one for one in matches(named, text) if one.is_whole), None)


def ambiguous(text: str, names: Sequence[str]) -> Refusal:
    return refusal("entry.ambiguous", word=text, names=tuple(names))
