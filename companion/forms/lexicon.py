"""The words of the notation in one language: how they are printed, and which one is meant by a typed word.

English always works too, and comes first, so that a line printed in English means the same in every language.
"""

from collections.abc import Callable, Iterable, Sequence

from companion.core.forms import Choice
from companion.core.names import fold
from companion.forms.matching import begins, skeleton, skeletons
from companion.words import FALLBACK, find

IN_FULL = frozenset({"by", "note", "ruling", "because", "also", "then", "fields"})
"""Words that are never abbreviated, since short names would be taken for them."""

FORMER = {"fame": "points"}
"""Words of earlier versions that are still read, and those that took their place."""


class Lexicon:
    """Words by the catalog, names of choices by the ruleset; English where either has none."""

    def __init__(
        self,
        translate: Callable[[str], str] | None = None,
        name: Callable[[str], str | None] = lambda key: None,
    ) -> None:
        self._translate, self._name = translate, name
        self.is_english = translate is None

    def word(self, english: str) -> str:
        return english if self._translate is None else self._translate(english)

    def says(self, text: str, english: str) -> bool:
        """Whether a text is this language's own word for it; accents may be left out."""
        bones = "" if self.is_english else skeleton(text)
        return bool(bones) and bones in skeletons(self.word(english))

    def begins(self, text: str, english: str) -> bool:
        bones = "" if self.is_english else skeleton(text)
        return bool(bones) and begins(self.word(english), bones)

    def spelled(self, words: Iterable[str], text: str) -> str | None:
        """The one of these words that is written in full, in English or else in this language."""
        known, typed = tuple(words), fold(text)
        if typed in known:
            return typed
        return next((word for word in known if self.says(text, word)), None)

    def beginning_with(self, words: Iterable[str], text: str) -> list[str]:
        """Those of these words that begin so: a whole one alone, else in English, else in this language."""
        known = tuple(dict.fromkeys(words))
        whole = self.spelled(known, text)
        if whole is not None:
            return [whole]
        found = [word for word in known if word.startswith(fold(text))]
        return found or [word for word in known if self.begins(text, word)]

    def candidate(self, english: str, typed: str) -> str | None:
        """How a word goes on that begins so, in this language or else in English; None where it does not."""
        local = self.word(english)
        if local.startswith(fold(typed)) or self.begins(typed, english):
            return local
        return english if english.startswith(fold(typed)) else None

    def yes_or_no(self, letter: str) -> bool | None:
        """What a letter says where the question is that: the English one, or that with which the word begins."""
        said = fold(letter)
        for word, is_so in (("yes", True), ("no", False)):
            if said in (word[0], skeleton(self.word(word))[:1]):
                return is_so
        return None

    def choices(self, choices: Iterable[Choice]) -> tuple[Choice, ...]:
        """Choices that are understood by this language's words too."""
        if self.is_english:
            return tuple(choices)
        known = ((one, (*one.aliases, self.word(str(one.value)))) for one in choices)
        return tuple(one._replace(aliases=words) if one.is_word else one for one, words in known)

    def called(self, choice: Choice, among: Sequence[Choice]) -> str:
        """What a choice is called: in this language, as long as no other one on offer could be meant."""
        value = str(choice.value)
        if self.is_english:
            return value
        local = self.word(value) if choice.is_word else self._name(value)
        if local is None or not (choice.is_word or fold(local) in map(fold, choice.aliases)):
            return value
        taken = (name for other in among if other.value != choice.value for name in other.names)
        return value if fold(local) in map(fold, taken) else local


ENGLISH = Lexicon()
"""For files, which everybody must be able to read."""


def lexicon_of(language: str, name: Callable[[str], str | None] = lambda key: None) -> Lexicon:
    if language == FALLBACK:
        return ENGLISH
    return Lexicon(lambda english: find(f"notation.{english}", language) or english, name)
