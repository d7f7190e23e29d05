"""Find the choice that a typed word means: in full, without accents and punctuation, or by its beginning."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from companion.core.choices import Choice
from companion.core.errors import Refusal, refusal
from companion.core.letters import bare_letter
from companion.core.names import fold
from companion.forms.tokens import Token

_BETWEEN_WORDS = re.compile(r"[\s-]+")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """Return the letters and digits alone: L&Y is ly, München is munchen."""
    plain = unicodedata.normalize("NFKD", fold(name))
    return "".join(bare_letter(character) for character in plain if character.isalnum())


@lru_cache(maxsize=4096)
def skeletons(name: str) -> tuple[str, str]:
    """Return the skeletons without accents and with spelled-out umlauts: plattchen, plaettchen."""
    return skeleton(name), skeleton(fold(name).translate(_UMLAUTS))


def begins(name: str, bones: str) -> bool:
    return any(spelling.startswith(bones) for spelling in skeletons(name))


def called(choices: Iterable[Choice], text: str) -> list[Choice]:
    """Return the choices with exactly this name, else alias, else name without accents and punctuation.

    Refused choices are returned only if no allowed one fits.
    """
    known, word, bones = tuple(choices), fold(text), skeleton(text)
    fitting = (
        [choice for choice in known if fold(str(choice.value)) == word]
        or [choice for choice in known if any(fold(alias) == word for alias in choice.aliases)]
        or [choice for choice in known if bones and bones in skeletons(str(choice.value))]
    )
    return _allowed(fitting)


def starting_with(choices: Iterable[Choice], text: str) -> list[Choice]:
    """Return the choices whose name, or else alias, begins with the text; else ignoring accents and signs."""
    known, word, bones = tuple(choices), fold(text), skeleton(text)
    return (
        [choice for choice in known if fold(str(choice.value)).startswith(word)]
        or [choice for choice in known if any(fold(alias).startswith(word) for alias in choice.aliases)]
        or [choice for choice in known if bones and any(begins(name, bones) for name in choice.names)]
    )


def with_word(choices: Iterable[Choice], text: str) -> list[Choice]:
    """Return the choices with a name of which a later word begins with the text; one letter is too little."""
    bones = skeleton(text)
    if len(bones) < 2:
        return []
    return [choice for choice in choices if any(begins(rest, bones) for rest in _later_words(choice))]


def only_with_word(choices: Iterable[Choice], text: str) -> Choice | None:
    named = with_word(choices, text)
    return named[0] if len(named) == 1 else None


def _later_words(choice: Choice) -> Iterator[str]:
    return (name[gap.end() :] for name in choice.names for gap in _BETWEEN_WORDS.finditer(name))


def match(choices: Iterable[Choice], token: Token, is_open: bool = False) -> Choice | None:
    """Return the choice that a word means; None if it means none. Raise Refusal if it can mean several.

    A quoted word must be a whole name; if new names are accepted (`is_open`), it is a new name.
    """
    known, text = tuple(choices), token.text
    if token.is_quoted:
        whole = () if is_open else [choice for choice in known if fold(text) in map(fold, choice.names)]
        return next(iter(called(whole, text)), None)
    fitting = called(known, text) or _allowed(starting_with(known, text))
    if len(fitting) > 1:
        raise ambiguous(text, [str(choice.value) for choice in fitting])
    return fitting[0] if fitting else None


def _allowed(choices: list[Choice]) -> list[Choice]:
    return [choice for choice in choices if choice.refusal is None] or choices


def ambiguous(text: str, names: Sequence[str]) -> Refusal:
    return refusal("entry.ambiguous", word=text, names=tuple(names))
