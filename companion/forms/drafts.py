"""Find, put and remove answers of a draft by their path; and how the answers came about."""

from collections.abc import Container, Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from companion.core.board_notes import Lesson
from companion.core.choices import Choice, Draft, Fields
from companion.core.names import fold

NEXT = "\0"
"""The step of a cursor to the next pair of a table."""
Cursor = tuple[str | int, ...]
"""Fields and indexes of rows from the block down to the current question; empty if nothing is asked."""


class RowOf(NamedTuple):
    """A step of a path to the row with this answer in this field, and `others` in other fields."""

    field: str
    key: Any
    others: tuple[tuple[str, object], ...] = ()

    @property
    def answers(self) -> Fields:
        return {self.field: self.key, **dict(self.others)}

    def is_of(self, row: Draft) -> bool:
        return all(row.get(field) == answer for field, answer in self.answers.items())


Path = tuple[str | int | RowOf, ...]
"""Steps from the draft to an answer: fields, table keys and rows."""


def without_index(cursor: Cursor) -> Cursor:
    return cursor[:-1] if cursor and isinstance(cursor[-1], int) else cursor


def _inside(holder: Any, step: str | int | RowOf) -> Any:
    if isinstance(step, RowOf):
        return next((row for row in holder if step.is_of(row)), None)
    if isinstance(step, int):
        return holder[step] if step < len(holder) else None
    return holder.get(step)


def found_at(draft: Draft, path: Path) -> Any:
    """Return the answer at a path; None if there is none."""
    answer: Any = draft
    for step in path:
        answer = _inside(answer, step)
        if answer is None:
            return None
    return answer


def holder_of(draft: Draft, path: Path) -> Draft:
    """Return the table that holds the answer at a path, for reading; an empty one if there is none."""
    return found_at(draft, path[:-1]) or {}


def open_path(draft: Draft, path: Path) -> tuple[Fields, Fields]:
    """Copy a draft; return the copy and its table for the answer at a path, made if missing."""
    copy: Fields = dict(draft)
    holder: Any = copy
    for place, step in enumerate(path[:-1]):
        inner = _inside(holder, step)
        if isinstance(step, str):
            is_rows = isinstance(path[place + 1], int | RowOf)
            inner = holder[step] = list(inner or ()) if is_rows else dict(inner or {})
        elif inner is None:
            answers = step.answers.items() if isinstance(step, RowOf) else ()
            inner = {field: answer for field, answer in answers if answer is not None}
            holder.append(inner)
        else:
            at = next(at for at, row in enumerate(holder) if row is inner)
            inner = holder[at] = dict(inner)
        holder = inner
    return copy, holder


def put(draft: Draft, path: Path, value: object) -> Fields:
    copy, holder = open_path(draft, path)
    holder[str(path[-1])] = value
    return copy


def remove(draft: Draft, path: Path, is_pruned: bool = True) -> Fields:
    """Return the draft without the answer at a path; if `is_pruned`, without tables and rows left empty."""
    copy: Fields = deepcopy(dict(draft))
    while path and found_at(copy, path) is not None:
        holder, last = found_at(copy, path[:-1]), path[-1]
        if isinstance(last, RowOf):
            holder[:] = [row for row in holder if not last.is_of(row)]
        else:
            del holder[last]
        path = path[:-1]
        is_bare = path and isinstance(path[-1], RowOf) and set(holder) == {path[-1].field}
        if not is_pruned or (holder and not is_bare):
            break
    return copy


def imply(holder: dict[str, object], choice: Choice | None, answered: Container[str] = ()) -> list[str]:
    """Fill the fields that a choice implies, unless they are answered. Return those that were filled.

    Tables that several choices imply are merged.
    """
    if choice is None:
        return []
    filled = [field for field in choice.implies if field not in answered]
    for field in filled:
        held, filling = holder.get(field), deepcopy(choice.implies[field])
        is_merged = isinstance(held, dict) and isinstance(filling, dict)
        holder[field] = held | filling if is_merged else filling
    return filled


def answers_of(value: object) -> Any:
    """Copy a value of a block into lists and tables, as a draft keeps answers."""
    if isinstance(value, Mapping):
        return {str(key): answers_of(held) for key, held in value.items()}
    return [answers_of(answer) for answer in value] if isinstance(value, list | tuple) else value


class Origins(NamedTuple):
    """How the answers of an unfinished entry came about, which decides when they are removed or taught."""

    implied: tuple[tuple[Cursor, Cursor], ...] = ()
    """Pairs of paths: of an answer, and of a field that the answer filled."""
    named: tuple[tuple[str, str, Lesson], ...] = ()
    """New names for answers: the field of the list, the answer, and the lesson of the name."""
    touched: frozenset[Cursor] = frozenset()
    """Paths of the questions whose answers were changed after an earlier entry was opened."""

    def with_touched(self, place: Cursor) -> "Origins":
        return self._replace(touched=self.touched | {place})

    def without_lessons(self, *fields: str, answer: object = None) -> "Origins":
        """Forget the new names of these lists, or only those of one answer."""
        gone = [name for name in self.named if name[0] in fields and answer in (None, name[1])]
        return self._replace(named=tuple(name for name in self.named if name not in gone))

    def lessons(self, draft: Draft) -> tuple[Lesson, ...]:
        """The last lesson of each new name whose answer is still in the draft."""
        lessons = [lesson for field, answer, lesson in self.named if answer in draft.get(field, ())]
        return tuple({(lesson.page, fold(lesson.name)): lesson for lesson in lessons}.values())
