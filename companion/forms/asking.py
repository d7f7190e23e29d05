"""Which question of an action is asked: the path to it, what is around it, and which one comes next."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.core.forms import Choice, Draft, Question, Questions, Value
from companion.forms.drafts import Cursor, found_at, has_more, holder_of, in_turn, without_row

NEXT = "\0"
"""In a cursor: the next pair of a table."""


class Tally(NamedTuple):
    question: Question
    place: Cursor
    pairs: tuple[tuple[Value, int], ...]
    """What is counted, and how many."""

    @property
    def held(self) -> Any:
        if self.question.kind == "table":
            return {str(what): number for what, number in self.pairs}
        head, count = (one.field for one in self.question.questions)
        return [{head: what, count: number} for what, number in self.pairs]

    def cursor(self, at: int) -> Cursor:
        """The cursor at one of its pairs; at the tally itself where there is no such pair."""
        if not 0 <= at < len(self.pairs):
            return self.place
        if self.question.kind == "table":
            return (*self.place, str(self.pairs[at][0]))
        return (*self.place, at, self.question.questions[1].field)

    def at(self, cursor: Cursor) -> int | None:
        inside = cursor[len(self.place) :]
        if not inside:
            return None
        if self.question.is_rows:
            return inside[0] if isinstance(inside[0], int) and inside[0] < len(self.pairs) else None
        return next((at for at, (what, _) in enumerate(self.pairs) if str(what) == inside[0]), None)

    def find(self, what: Value) -> int:
        """The place of the pair that counts it; after the last one if none does."""
        return next((at for at, pair in enumerate(self.pairs) if pair[0] == what), len(self.pairs))

    def counted(self, at: int, *pairs: tuple[Value, int]) -> "Tally":
        """With another pair in that place, or without the one that was there."""
        return self._replace(pairs=(*self.pairs[:at], *pairs, *self.pairs[at + 1 :]))

    def choice(self, what: Value) -> Choice | None:
        return next((one for one in self.question.questions[0].choices if one.meaning == what), None)


def pairs_of(question: Question, held: Any) -> tuple[tuple[Value, int], ...]:
    """What a draft holds; a row without its number counts as one."""
    if question.kind == "table":
        return tuple((held or {}).items())
    what, count = (one.field for one in question.questions)
    return tuple((row[what], row.get(count, 1)) for row in held or () if what in row)


class Asking(NamedTuple):
    """The questions of an action, given its draft, and the path to the one that is asked."""

    questions: Questions
    draft: Draft
    cursor: Cursor

    def at(self, cursor: Cursor) -> Question | None:
        found: Question | None = None
        questions = self.questions
        for part in cursor:
            if isinstance(part, int):
                continue
            if found is not None and found.kind == "table":
                usual = found.questions[0 if part == NEXT else 1]
                found = dict(found.values).get(str(part), usual)
            else:
                found = next((one for one in questions if one.field == part), None)
            questions = found.questions if found is not None else ()
        return found

    # What is around the question

    def around(self) -> Iterator[tuple[Cursor, Question]]:
        """The current question and those around it, from the inside out, with their paths."""
        for length in range(len(self.cursor), 0, -1):
            path = self.cursor[:length]
            question = None if isinstance(path[-1], int) else self.at(path)
            if question is not None:
                yield path, question

    @property
    def tally(self) -> Tally | None:
        for path, question in self.around():
            if question.is_tally:
                held = holder_of(self.draft, path).get(question.field)
                return Tally(question, path, pairs_of(question, held))
        return None

    @property
    def place(self) -> Cursor:
        """The cursor; in a tally, the path of the tally."""
        tally = self.tally
        return self.cursor if tally is None else tally.place

    @property
    def pair(self) -> str | None:
        """The key of a table whose value is asked."""
        above = self.at(self.cursor[:-1])
        is_pair = above is not None and above.kind == "table" and self.cursor[-1] != NEXT
        return str(self.cursor[-1]) if is_pair else None

    def begun_row(self) -> Cursor | None:
        """The path of the innermost row around the question that has an answer; a pair of a tally is none."""
        path = self.place
        while path and not self._is_begun(path):
            path = path[:-1]
        return path or None

    def headed_row(self) -> Cursor | None:
        """The path of the row whose first question is asked."""
        row = self.cursor[:-1]
        rows = self.at(row[:-1]) if row and isinstance(row[-1], int) else None
        return row if rows is not None and rows.questions[0].field == self.cursor[-1] else None

    def level(self) -> tuple[Cursor, Questions]:
        """The path of the innermost row or group around the question, and what it asks."""
        place = self.place
        for length in range(len(place) - 1, 0, -1):
            outer = place[:length]
            question = self.at(without_row(outer))
            if question is not None and (isinstance(outer[-1], int) or question.is_group):
                held = found_at(self.draft, outer) or {}
                return outer, by_keys(question.questions, held, also=str(place[length]))
        return (), ()

    def rows(self) -> tuple[Cursor, Question | None, list[Any]]:
        """The innermost rows around the question: their path, their question and what they hold."""
        for path, question in self.around():
            if question.is_rows and not question.is_tally:
                return path, question, found_at(self.draft, path) or []
        return (), None, []

    def groups_by_key(self) -> Cursor:
        """The path of the table of groups around the question, where it has a group and may have another."""
        for path, question in self.around():
            if question.holds_groups and self.cursor[len(path) :][:1] not in ((), (NEXT,)):
                return path if found_at(self.draft, path) and has_more(question) else ()
        return ()

    # Which question comes next

    def first(self, outer: Cursor, questions: Questions, after: str | None = None) -> Cursor:
        """The first question of a level that keys ask, after a given one; inside a group without a word."""
        asked = by_keys(questions, holder_of(self.draft, (*outer, "")), after)
        fields = [one.field for one in asked]
        rest = asked[fields.index(after) + 1 if after in fields else 0 :]
        return self.inside((*outer, rest[0].field), rest[0]) if rest else ()

    def inside(self, path: Cursor, question: Question) -> Cursor:
        """A path, or where it leads to a group without a word, that of the first question in it."""
        return self.first(path, question.questions) if question.is_group and question.word is None else path

    def next(self, by_tab: bool = False) -> Cursor:
        """The question after this one; after the last of a row the next row, after a group what follows it."""
        cursor = self.place
        while cursor:
            *above, last = cursor
            outer = tuple(above)
            parent = self.at(without_row(outer))
            if parent is not None and parent.kind == "table":
                if last != NEXT and has_more(parent):
                    return (*outer, NEXT)
            elif parent is None or not parent.is_rows or self._is_begun(outer):
                level = parent.questions if parent is not None else () if outer else self.questions
                passed_over = {one.field for one in level if (one.key or one.is_rare) and not by_tab}
                rare = {one.field for one in level if one.is_rare}
                if last not in rare:  # of what else is asked nothing leads to it
                    passed_over.add("note")
                level = tuple(one for one in level if one.field == last or one.field not in passed_over)
                later = self.first(outer, level, after=str(last))
                if later:
                    return later
                rows = found_at(self.draft, outer[:-1]) or ()
                if parent is not None and parent.is_rows and has_more(parent) and not parent.is_full(rows):
                    return (*outer[:-1], int(outer[-1]) + 1, parent.questions[0].field)
            cursor = without_row(outer)
        return ()

    def _is_begun(self, path: Cursor) -> bool:
        """Whether a path is that of a row with an answer; no row follows an empty one."""
        return isinstance(path[-1], int) and bool(found_at(self.draft, path))


def by_keys(questions: Questions, fields: Draft, also: str | None = None) -> Questions:
    """Questions as keys come to them: those that apply or are answered, what is rare last."""
    asked = (one for one in questions if one.applies or one.field == also or fields.keys() & one.fields)
    return in_turn(tuple(asked))
