"""How many of what: a table, or rows of two answers, as pairs that are changed one at a time."""

from typing import Any, NamedTuple

from companion.core.forms import Choice, Question, Value
from companion.forms.drafts import Cursor


class Pair(NamedTuple):
    what: Value
    number: int


class Tally(NamedTuple):
    """A tally in a draft; what is counted in it has a place in `pairs`."""

    question: Question
    place: Cursor
    pairs: tuple[Pair, ...]

    @property
    def held(self) -> Any:
        """The pairs as a draft holds them."""
        if self.question.kind == "table":
            return {str(pair.what): pair.number for pair in self.pairs}
        what, count = (one.field for one in self.question.questions)
        return [{what: pair.what, count: pair.number} for pair in self.pairs]

    def cursor(self, at: int) -> Cursor:
        """The cursor at one of its pairs; at the tally itself where there is no such pair."""
        if not 0 <= at < len(self.pairs):
            return self.place
        if self.question.kind == "table":
            return (*self.place, str(self.pairs[at].what))
        return (*self.place, at, self.question.questions[1].field)

    def at(self, cursor: Cursor) -> int | None:
        """Which of its pairs a cursor is at."""
        inside = cursor[len(self.place) :]
        if not inside:
            return None
        if self.question.is_rows:
            return inside[0] if isinstance(inside[0], int) and inside[0] < len(self.pairs) else None
        return next((at for at, pair in enumerate(self.pairs) if str(pair.what) == inside[0]), None)

    def find(self, what: Value) -> int:
        """Which pair counts it; behind the last one where none does."""
        return next((at for at, pair in enumerate(self.pairs) if pair.what == what), len(self.pairs))

    def counted(self, at: int, what: Value, number: int) -> "Tally":
        return self._replace(pairs=(*self.pairs[:at], Pair(what, number), *self.pairs[at + 1 :]))

    def without(self, at: int) -> "Tally":
        return self._replace(pairs=(*self.pairs[:at], *self.pairs[at + 1 :]))

    def choice(self, what: Value) -> Choice | None:
        return next((one for one in self.question.questions[0].choices if one.meaning == what), None)

    def least(self, what: Value) -> int:
        choice = self.choice(what)
        return 1 if choice is None else choice.low

    def typed(self, what: Value, before: str, key: str) -> str:
        """The digits of a number with one more; a digit that no longer fits behind them begins another number."""
        longer = before + key
        choice = self.choice(what)
        is_too_much = choice is not None and choice.high is not None and int(longer) > choice.high
        return key if before and before != "-" and is_too_much else longer


def pairs_of(question: Question, held: Any) -> tuple[Pair, ...]:
    """What a draft holds; a row without its number counts as one."""
    if question.kind == "table":
        return tuple(Pair(what, count) for what, count in (held or {}).items())
    what, count = (one.field for one in question.questions)
    return tuple(Pair(row[what], row.get(count, 1)) for row in held or () if what in row)
