"""Values that games and forms share: drafts, choices, actions, dice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from companion.core.messages import Message

Draft = Mapping[str, Any]
"""Fields of a block, as far as they are answered."""

Value = str | int | bool

ONE_DIGIT = 9
"""Usual bound of a count that is small: one key answers it."""


class Choice(NamedTuple):
    value: Value
    aliases: tuple[str, ...] = ()
    key: str = ""
    """The key that picks it, where one key is enough: in English."""
    hint: Message | None = None
    refusal: Message | None = None
    """Why the rules will refuse it; it can be given all the same, and a ruling may book it."""
    implies: Mapping[str, Any] = {}
    """Other fields that it fills, as long as they are not answered; its question must say that it fills."""
    answer: Value | None = None
    """What it answers, where that is not its name: a city's number."""
    low: int = 1
    """How many its key takes at least, in a tally or in a list."""
    high: int | None = None
    """In a tally: how many of it are really possible."""
    is_word: bool = False
    """Its value is a word of the notation, which has its own in every language; no name."""
    among: tuple[tuple[str, ...], ...] = ()
    """The names it shares letters with, its own too, whatever is on offer now: other languages letter it among them.
    Earlier groups choose first, so that a name has one letter wherever its group comes first.
    """

    @property
    def meaning(self) -> Value:
        return self.value if self.answer is None else self.answer

    @property
    def names(self) -> tuple[str, ...]:
        return (str(self.value), *self.aliases)


YES_OR_NO = (
    Choice("yes", ("true",), "y", answer=True, is_word=True, among=(("yes", "no"),)),
    Choice("no", ("false",), "n", answer=False, is_word=True, among=(("yes", "no"),)),
)

RARE = 99
"""The turn of what is seldom answered: keys go there only when asked to."""


Questions = tuple[Any, ...]
"""The questions of an action; their classes are in companion/forms/questions, and the core only hands them on."""

LONGEST_LIST = 99
"""Items of one list or table of an entry."""


Die = Callable[[], int]
"""Throws a die: 1 to 6."""


class Roll(NamedTuple):
    """Dice thrown for the players: what they say, and what an entry takes from them."""

    text: Message
    verb: str
    draft: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    name: str
    key: str = ""
    """Starts it on a screen; reserved keys are listed in one place."""
    needs_player: bool = False
    is_instant: bool = False
    """Its key alone books it, as long as it asks nothing that must be answered."""
    is_rare: bool = False
    """Not in the row of keys: it is behind the key that shows everything else."""


@lru_cache
def with_letters(names: tuple[str, ...]) -> Mapping[str, str]:
    """A key for each name: its first letter that is not taken yet and ends no name of two letters; else a digit."""
    taken = {name[1].casefold() for name in names if len(name) == 2}
    keys: dict[str, str] = {}
    for place, name in enumerate(names, 1):
        letters = [letter for letter in name.casefold() if letter.isascii() and letter.isalpha()]
        key = next((letter for letter in letters if letter not in taken), str(place % 10))
        taken.add(key)
        keys[name] = key
    return keys
