"""How the answers of an unfinished entry came about; that decides when they are removed or taught."""

from typing import NamedTuple

from companion.core.board_notes import Lesson
from companion.core.forms import Draft
from companion.core.names import fold
from companion.forms.drafts import Cursor


class Origins(NamedTuple):
    implied: tuple[tuple[Cursor, Cursor], ...] = ()
    """Pairs of places: an answer, and a field that it filled."""
    routed: tuple[str, ...] = ()
    """The lists into which names went by their kind, the last one last."""
    told: tuple[tuple[str, str, Lesson], ...] = ()
    """New names for answers: the list, the answer and the lesson of the name."""
    touched: frozenset[Cursor] = frozenset()
    """Questions whose answers were changed after an earlier entry was opened."""

    def with_touched(self, place: Cursor) -> "Origins":
        return self._replace(touched=self.touched | {place})

    def is_implied(self, place: Cursor) -> bool:
        return any(filled == place for _, filled in self.implied)

    def lessons(self, draft: Draft) -> tuple[Lesson, ...]:
        """The lessons of new names whose answers are still there; for each name the last lesson."""
        found = [lesson for field, answer, lesson in self.told if answer in draft.get(field, ())]
        return tuple({(lesson.page, fold(lesson.name)): lesson for lesson in found}.values())
