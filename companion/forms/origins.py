"""How the answers of an unfinished entry came about, which decides when they are removed or taught."""

from typing import NamedTuple

from companion.core.board_notes import Lesson
from companion.core.forms import Draft
from companion.core.names import fold
from companion.forms.drafts import Cursor


class Origins(NamedTuple):
    implied: tuple[tuple[Cursor, Cursor], ...] = ()
    """Pairs of paths: of an answer, and of a field that the answer filled."""
    routed: tuple[str, ...] = ()
    """Fields of the lists that names were put into by their kind, oldest first."""
    told: tuple[tuple[str, str, Lesson], ...] = ()
    """New names for answers: the field of the list, the answer, and the lesson of the name."""
    touched: frozenset[Cursor] = frozenset()
    """Paths of the questions whose answers were changed after an earlier entry was opened."""

    def with_touched(self, place: Cursor) -> "Origins":
        return self._replace(touched=self.touched | {place})

    def is_implied(self, place: Cursor) -> bool:
        return any(filled == place for _, filled in self.implied)

    def lessons(self, draft: Draft) -> tuple[Lesson, ...]:
        """The last lesson of each new name whose answer is still in the draft."""
        found = [lesson for field, answer, lesson in self.told if answer in draft.get(field, ())]
        return tuple({(lesson.page, fold(lesson.name)): lesson for lesson in found}.values())
