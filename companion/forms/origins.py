"""Where the answers of an unfinished entry came from, as far as that decides what becomes of them."""

from typing import NamedTuple

from companion.core.board_notes import Lesson
from companion.core.forms import Draft
from companion.core.names import fold
from companion.forms.drafts import Cursor


class Origins(NamedTuple):
    implied: tuple[tuple[Cursor, Cursor], ...] = ()
    """Which answer filled which field that has no answer of its own yet."""
    routed: tuple[str, ...] = ()
    """Into which lists names went by their kind, the last one last."""
    told: tuple[tuple[str, str, Lesson], ...] = ()
    """New names for answers: the list of the answer, the answer and what the name teaches."""
    touched: frozenset[Cursor] = frozenset()
    """Questions whose answers were changed since an earlier entry was opened."""

    def with_touched(self, place: Cursor) -> "Origins":
        return self._replace(touched=self.touched | {place})

    def is_implied(self, place: Cursor) -> bool:
        return any(filled == place for _, filled in self.implied)

    def lessons(self, draft: Draft) -> tuple[Lesson, ...]:
        """The lessons of told names that still stand for an answer; for each name the last one."""
        found = [lesson for field, answer, lesson in self.told if answer in draft.get(field, ())]
        return tuple({(lesson.page, fold(lesson.name)): lesson for lesson in found}.values())
