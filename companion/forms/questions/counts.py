"""Questions that count things: each press of a letter counts one more of its thing, and digits set its number."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.choices import Choice, Value
from companion.forms.drafts import Cursor
from companion.forms.lexicon import Lexicon
from companion.forms.questions.holders import Pairs, Repeated, Rows
from companion.forms.questions.number import bounds
from companion.forms.questions.question import Question
from companion.forms.tokens import is_number


@dataclass(kw_only=True)
class Counts(Repeated):
    """Things and their numbers. `questions` are a question for the thing and one for its number."""

    @property
    def thing(self) -> Question:
        return self.questions[0]

    @property
    def drops_zero(self) -> bool:
        """Whether a thing without any is left out."""
        return False

    def candidates(self, typed: str, lexicon: Lexicon) -> list[Choice]:
        return lexicon.starting_with(self.thing.choices, "" if is_number(typed) else typed)

    def close_to(self, name: str) -> Choice | None:
        return self.thing.close_to(name)

    def is_live(self, typed: str) -> bool:
        return is_number(typed)

    def is_unfinished(self, typed: str) -> bool:
        return typed == "-"


@dataclass(kw_only=True)
class CountRows(Counts, Rows):
    @property
    def drops_zero(self) -> bool:
        return bool(bounds(self.questions[1])[0])

    def pairs(self, held: Any) -> tuple[tuple[Value, int], ...]:
        """The things and their numbers; a row without a number counts as one."""
        thing, count = (question.field for question in self.questions)
        return tuple((row[thing], row.get(count, 1)) for row in held or () if thing in row)

    def answer_of(self, pairs: Sequence[tuple[Value, int]]) -> object:
        thing, count = (question.field for question in self.questions)
        return [{thing: value, count: number} for value, number in pairs]

    def step_to(self, at: int, thing: Value) -> Cursor:
        """The steps from the tally to the number of the thing at an index."""
        return (at, self.questions[1].field)


@dataclass(kw_only=True)
class CountPairs(Counts, Pairs):
    def pairs(self, held: Any) -> tuple[tuple[Value, int], ...]:
        return tuple((held or {}).items())

    def answer_of(self, pairs: Sequence[tuple[Value, int]]) -> object:
        return {str(thing): number for thing, number in pairs}

    def step_to(self, at: int, thing: Value) -> Cursor:
        return (str(thing),)


def count_rows(thing: Question) -> type[Rows]:
    """The kind of question that counts things in rows: if some have digits as keys, a number is asked for each."""
    return CountRows if _has_letters(thing) else Rows


def count_pairs(thing: Question) -> type[Pairs]:
    return CountPairs if _has_letters(thing) else Pairs


def _has_letters(thing: Question) -> bool:
    return bool(thing.letters()) and all(choice.key.isalpha() for choice in thing.choices)


class Tally(NamedTuple):
    """The counts around the cursor."""

    question: CountRows | CountPairs
    path: Cursor
    pairs: tuple[tuple[Value, int], ...]
    """Things and their numbers."""

    def cursor(self, index: int) -> Cursor:
        """The cursor at a pair; at the tally itself if there is no such pair."""
        if not 0 <= index < len(self.pairs):
            return self.path
        return (*self.path, *self.question.step_to(index, self.pairs[index][0]))

    def at(self, cursor: Cursor) -> int | None:
        """The index of the pair at a cursor; None if it is at none."""
        length = len(self.path) + 1
        steps = (self.cursor(index)[:length] for index in range(len(self.pairs)))
        return next((index for index, step in enumerate(steps) if step == cursor[:length]), None)

    def find(self, thing: Value) -> int:
        """The index of the pair that counts a thing; the number of pairs if none does."""
        return next((index for index, pair in enumerate(self.pairs) if pair[0] == thing), len(self.pairs))

    def replace_pair(self, index: int, *pairs: tuple[Value, int]) -> "Tally":
        """Replace the pair at an index with `pairs`; with none, remove it. After the last index, add them."""
        return self._replace(pairs=(*self.pairs[:index], *pairs, *self.pairs[index + 1 :]))
