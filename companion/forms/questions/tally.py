"""How many of what, one letter each: rows or pairs that are answered by counting."""

from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.forms import Choice, Value
from companion.forms.drafts import Cursor

if TYPE_CHECKING:
    from companion.forms.questions.group import Rows
    from companion.forms.questions.pairs import Pairs


class Tally(NamedTuple):
    question: "Rows | Pairs"
    place: Cursor
    pairs: tuple[tuple[Value, int], ...]
    """Things and how many there are of each."""

    @property
    def held(self) -> Any:
        """The answer as the draft holds it."""
        return self.question.held(self.pairs)

    def cursor(self, at: int) -> Cursor:
        """The cursor at one of its pairs; at the tally itself where there is no such pair."""
        if not 0 <= at < len(self.pairs):
            return self.place
        return (*self.place, *self.question.step_to(at, self.pairs[at][0]))

    def at(self, cursor: Cursor) -> int | None:
        steps = (self.cursor(at)[: len(self.place) + 1] for at in range(len(self.pairs)))
        return next((at for at, step in enumerate(steps) if step == cursor[: len(self.place) + 1]), None)

    def find(self, what: Value) -> int:
        """The place of the pair that counts it; after the last one if none does."""
        return next((at for at, pair in enumerate(self.pairs) if pair[0] == what), len(self.pairs))

    def counted(self, at: int, *pairs: tuple[Value, int]) -> "Tally":
        """With another pair in that place, or without the one that was there."""
        return self._replace(pairs=(*self.pairs[:at], *pairs, *self.pairs[at + 1 :]))

    def choice(self, what: Value) -> Choice | None:
        return next((one for one in self.question.questions[0].choices if one.meaning == what), None)
