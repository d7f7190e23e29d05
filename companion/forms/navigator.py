"""What an unfinished entry asks at its cursor: the question, those around it and the next (`Navigator`); the text typed
there, the choices it may mean, and the keys that work (`Prompt`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core.choices import Choice, Draft
from companion.core.errors import Refusal, refusal
from companion.core.messages import say
from companion.forms.asides import Aside
from companion.forms.drafts import NEXT, Cursor, found_at, holder_of, without_index
from companion.forms.lexicon import Lexicon
from companion.forms.matching import called
from companion.forms.questions import (
    BoardNumber,
    Each,
    Group,
    Holder,
    Names,
    Pairs,
    Question,
    Questions,
    Rows,
)
from companion.forms.questions.holders import CountPairs, CountRows, Counts, Tally, parts_of
from companion.forms.questions.meaning import NoAnswer
from companion.forms.questions.pick import bare
from companion.forms.questions.question import fields_of, in_turn, new_name
from companion.forms.tokens import Token

_FEW = 6
"""The most names listed in a message."""
NO_QUESTION = Question("", say("entry.all-answered", word=""))
"""Stands for the question that an aside is about, if it is about the whole entry."""


@dataclass(frozen=True, eq=False)
class Navigator:
    questions: Questions
    draft: Draft
    cursor: Cursor
    aside: Aside | None = None

    def at(self, cursor: Cursor) -> Question | None:
        question: Question | None = next((one for one in self.questions if cursor[:1] == (one.field,)), None)
        for step in cursor[1:]:
            if isinstance(step, str):
                question = question.inside(step) if isinstance(question, Holder) else None
        return question

    @property
    def answer(self) -> Any:
        return found_at(self.draft, self.cursor)

    @cached_property
    def is_answered(self) -> bool:
        question = self.at(self.cursor)
        if question is None:
            return False
        held = holder_of(self.draft, self.cursor)
        return any(field in held for field in (str(self.cursor[-1]), *fields_of(question)[1:]))

    # What is around the question

    def around(self) -> Iterator[tuple[Cursor, Question]]:
        """Yield the current question and the questions around it with their paths, innermost first."""
        for length in range(len(self.cursor), 0, -1):
            path = self.cursor[:length]
            question = None if isinstance(path[-1], int) else self.at(path)
            if question is not None:
                yield path, question

    @cached_property
    def tally(self) -> Tally | None:
        for path, question in self.around():
            if isinstance(question, CountRows | CountPairs):
                return Tally(question, path, question.pairs(found_at(self.draft, path)))
        return None

    @cached_property
    def question(self) -> Question | None:
        """The current question: in a tally, that of the whole tally; or one about the answer, before it is taken."""
        question = self.at(self.cursor) if self.tally is None else self.tally.question
        return question if self.aside is None else self.aside.question(question or NO_QUESTION)

    @property
    def place(self) -> Cursor:
        """The cursor; in a tally, the path of the tally."""
        return self.cursor if self.tally is None else self.tally.path

    @property
    def shown(self) -> Cursor:
        """The path of what is shown: a number together with its name."""
        return self.place if self.naming is None else (self.naming.field,)

    @property
    def pair(self) -> str | None:
        """In a table, the key whose value is asked; else None."""
        above = self.at(self.cursor[:-1])
        is_pair = isinstance(above, Pairs) and self.cursor[-1] != NEXT
        return str(self.cursor[-1]) if is_pair else None

    @property
    def naming(self) -> BoardNumber | None:
        """While the name of a number is asked, the question that asks for the number; else None."""
        if self.pair is None:
            return None
        numbers = (question for question in self.questions if isinstance(question, BoardNumber))
        return next((number for number in numbers if number.names_in == self.cursor[0]), None)

    def cells_around(self, cursor: Cursor) -> Each | None:
        """The row of cells around a question, with a value for each key of a fixed list; None if there is none."""
        above = self.at(cursor[:-1])
        return above if isinstance(above, Each) else None

    @property
    def is_cell(self) -> bool:
        return self.cells_around(self.cursor) is not None

    @property
    def has_chosen_key(self) -> bool:
        """Whether the value of a key is asked that the players chose."""
        return self.pair is not None and not self.is_cell

    def begun_row(self) -> Cursor | None:
        """The path of the innermost row around the question that has an answer; None if there is none.

        Rows of a tally don't count.
        """
        path = self.place
        while path and not self._is_begun(path):
            path = path[:-1]
        return path or None

    def headed_row(self) -> Cursor | None:
        """The path of the row whose first question is the current question; None if it begins no row."""
        row = self.cursor[:-1]
        rows = self.at(row[:-1]) if row and isinstance(row[-1], int) else None
        return row if isinstance(rows, Rows) and rows.questions[0].field == self.cursor[-1] else None

    def level(self) -> tuple[Cursor, Questions]:
        """Path and questions of the innermost row or group around the question; both empty if none."""
        place = self.place
        for length in range(len(place) - 1, 0, -1):
            outer = place[:length]
            question = self.at(without_index(outer))
            is_row = isinstance(question, Rows) and isinstance(outer[-1], int)
            if is_row or isinstance(question, Group):
                held = found_at(self.draft, outer) or {}
                return outer, by_keys(parts_of(question), held, also=str(place[length]))
        return (), ()

    def rows(self) -> tuple[Cursor, Rows | None, list[Any]]:
        """Path, question and answers of the innermost rows around the question; (), None and [] if none."""
        for path, question in self.around():
            if isinstance(question, Rows) and not isinstance(question, Counts):
                return path, question, found_at(self.draft, path) or []
        return (), None, []

    def row_heads(self) -> tuple[Question | None, list[tuple[object, ...]], int]:
        """The first question of the rows around this one, its answer in each, and the index of the current row."""
        place, rows, held = self.rows()
        if rows is None:
            return None, [], 0
        heads = [row.get(rows.questions[0].field, ()) for row in held]
        players = [tuple(head) if isinstance(head, list) else (head,) for head in heads]
        return rows.questions[0], players, int(next(iter(self.cursor[len(place) :]), len(heads)))

    def groups_by_key(self) -> Cursor:
        """The path of the table of groups around the question, if it has a group and can have another; else empty."""
        for path, question in self.around():
            step = self.cursor[len(path) : len(path) + 1]
            if isinstance(question, Pairs) and question.group and step not in ((), (NEXT,)):
                is_begun = bool(found_at(self.draft, path))
                return path if is_begun and question.next_place(path, "", None) else ()
        return ()

    # Which question comes next

    def first(self, outer: Cursor, questions: Questions, after: str | None = None) -> Cursor:
        """The path of the first question that keys ask at a level, after the field `after`; empty if there is none."""
        asked = by_keys(questions, holder_of(self.draft, (*outer, "")), after)
        fields = [question.field for question in asked]
        rest = asked[fields.index(after) + 1 if after in fields else 0 :]
        return self.inside((*outer, rest[0].field), rest[0]) if rest else ()

    def inside(self, path: Cursor, question: Question) -> Cursor:
        """The path of a question; the first one inside, for a group without a keyword or a number for each key."""
        if isinstance(question, Each):
            return question.place_inside(path, found_at(self.draft, path))
        is_nameless = isinstance(question, Group) and question.word is None
        return self.first(path, parts_of(question)) if is_nameless else path

    def next(self, by_tab: bool = False) -> Cursor:
        """The path of the next question, which may be in the next row; empty if there is none."""
        cursor = self.shown
        while cursor:
            outer, last = cursor[:-1], cursor[-1]
            cursor = without_index(outer)
            parent = self.at(cursor)
            if parent is not None and cursor != outer and not self._is_begun(outer):
                continue
            level = () if isinstance(parent, Pairs) else parts_of(parent)
            later = self.first(outer, _ahead(level if outer else self.questions, last, by_tab), str(last))
            if not later and isinstance(parent, Holder) and not (by_tab and cursor != outer):
                later = parent.next_place(outer, last, found_at(self.draft, cursor))
            if later:
                return later
        return ()

    def previous(self) -> Cursor:
        """The path of the question shown before this one; empty at the first one."""
        if self.naming is not None:
            return (self.naming.field,)
        before: Cursor = ()
        for place in self.places():
            if place == self.place:
                break
            before = place
        return before

    def places(self) -> Iterator[Cursor]:
        """The paths of the questions that are shown."""
        return self._places(self.questions, self.draft, ())

    def _places(self, questions: Questions, fields: Draft, outer: Cursor) -> Iterator[Cursor]:
        """The paths of the questions that are shown, row by row; seldom asked ones if answered or asked now."""
        here = self.place[len(outer) :] if self.place[: len(outer)] == outer else ()
        names = [question.names_in for question in questions if isinstance(question, BoardNumber)]
        for question in by_keys(questions, fields, str(here[0]) if here else None):
            path, is_here = (*outer, question.field), here[:1] == (question.field,)
            is_led_to = question.is_rare or (bool(question.key) and not self.place)
            is_shown = is_here or not is_led_to or not fields.keys().isdisjoint(fields_of(question))
            if not is_shown or question.field in names:
                continue
            steps = _steps(question, fields.get(question.field))
            steps += [step for step in here[1:2] if is_here and step not in steps]
            for step in steps:
                yield from self._inside((*path, step), question)
            if not steps or here == (question.field,):
                yield path

    def _inside(self, path: Cursor, question: Question) -> Iterator[Cursor]:
        """The paths of the questions in a row, in a group or at a key."""
        inner = question.group if isinstance(question, Pairs) else question
        if inner is None or isinstance(question, Group):
            yield path
        else:
            yield from self._places(parts_of(inner), found_at(self.draft, path) or {}, path)

    def _is_begun(self, path: Cursor) -> bool:
        """Whether the path leads to a row that has an answer."""
        return isinstance(path[-1], int) and bool(found_at(self.draft, path))


@dataclass(frozen=True, eq=False)
class Prompt:
    nav: Navigator
    typed: str
    marked: int | None
    lexicon: Lexicon

    @cached_property
    def is_typing(self) -> bool:
        """Whether text is typed that isn't an answer yet."""
        question = self.nav.question
        return bool(self.typed) and question is not None and not question.is_live(self.typed)

    @property
    def is_naming(self) -> bool:
        """Whether a name or a number is being typed, not only the sign that joins one."""
        return self.is_typing and bool(bare(self.nav.question, self.typed))

    @cached_property
    def candidates(self) -> tuple[Choice, ...]:
        """The choices that fit the typed text, allowed ones before refused ones."""
        question = self.nav.question
        return () if question is None else tuple(question.candidates(self.typed, self.lexicon))

    @cached_property
    def meant_choice(self) -> Choice | None:
        """The candidate that Enter takes: the marked one, the only one, the one typed in full, or for a slip the known
        name; or None.
        """
        candidates, question = self.candidates, self.nav.question
        if self.marked is not None and candidates:
            return candidates[min(self.marked, len(candidates) - 1)]
        if self.nav.aside is not None and question is not None:
            return candidates[0] if len(candidates) == 1 or question.default is not None else None
        is_slip = isinstance(question, Names) and len(self.typed) == 1
        if not self.is_typing or not candidates or is_slip:
            return None
        named = self.lexicon.choices(candidates)
        whole = candidates if len(candidates) == 1 else called(named, bare(question, self.typed))
        return whole[0] if len(whole) == 1 else None

    def choice_meant(self) -> Choice:
        """Return `meant_choice`; raise Refusal if no candidate fits or several do."""
        if self.meant_choice is not None:
            return self.meant_choice
        question = self.nav.question
        assert question is not None
        if len(self.candidates) < 2:
            raise question.misfit(Token(self.typed, 0))
        names = tuple(self.lexicon.name_among(choice, self.candidates) for choice in self.candidates[:_FEW])
        raise refusal("entry.which", question.field, names=names)

    def new_name(self) -> str:
        """Return the typed name; begin a lower-case name with a capital. Raise Refusal if there is none."""
        name = self.typed.strip('"')
        if self.typed.islower() and name == self.typed:
            name = name[:1].upper() + name[1:]
        assert self.nav.question is not None
        if not name.strip():
            raise Refusal(self.nav.question.missing(self.lexicon))
        return new_name(self.nav.question, name.strip())

    def no_answer(self, key: str) -> NoAnswer:
        """Return the refusal of a key that fits no answer."""
        question = self.nav.question
        if self.nav.aside is not None:
            return NoAnswer("", say("entry.choose"), rung=key)
        if question is None:
            return NoAnswer("", say("entry.all-answered", word=key), rung=key)
        return NoAnswer(question.field, say("entry.no-answer", word=key), rung=key)

    @property
    def takes_text(self) -> bool:
        return self.nav.question is not None and self.nav.question.takes_text

    @property
    def can_join(self) -> bool:
        """Whether the next answer can be joined to the last one."""
        if self.nav.question is None or self.typed or not self.nav.is_answered:
            return False
        return not self.nav.question.is_full(self.nav.answer)

    @property
    def can_clear(self) -> bool:
        """Whether Delete has something to clear: typed text, an answer, a row."""
        nav, row = self.nav, self.nav.headed_row()
        has_pairs = nav.cursor[-1:] == (NEXT,) and bool(holder_of(nav.draft, nav.cursor))
        has_pairs = has_pairs or (nav.tally is not None and bool(nav.tally.pairs))
        has_row = row is not None and found_at(nav.draft, row) is not None
        is_asking_more = nav.aside is not None or nav.naming is not None
        return bool(self.typed) or nav.is_answered or has_pairs or has_row or is_asking_more

    @property
    def can_be_none(self) -> bool:
        """Whether 0 answers "none"."""
        nav, question = self.nav, self.nav.question
        if question is None or self.is_typing:
            return False
        answer = nav.answer if nav.is_answered else None
        return question.can_be_none(answer if nav.tally is None else nav.tally.pairs or None)

    @property
    def has_other_rows(self) -> bool:
        """Whether the arrows lead to other rows."""
        path, _, rows = self.nav.rows()
        return not self.is_typing and len(rows) > bool(self.nav.place[len(path) :])

    @property
    def has_next_row(self) -> bool:
        """Whether a comma begins the next row."""
        is_name = self.is_typing and self.takes_text
        return not is_name and self.nav.begun_row() is not None


def _steps(question: Question, held: Any) -> list[str | int]:
    """The steps from a question to its rows, keys or parts."""
    if isinstance(question, Counts):
        return []
    if isinstance(question, Group):
        return [inner.field for inner in question.questions] if held else []
    if isinstance(question, Rows):
        return [*range(len(held or ()))]
    keys = question.listed_keys if isinstance(question, Each) else held or ()
    return [*keys] if isinstance(question, Pairs) else []


def _ahead(level: Questions, last: str | int, by_tab: bool) -> Questions:
    """The questions without those to which no way leads from the question `last`."""
    passed_over = {question.field for question in level if (question.key or question.is_rare) and not by_tab}
    if not any(question.is_rare and question.field == last for question in level):
        passed_over.add("note")  # only rare questions lead to it
    return tuple(
        question for question in level if question.field == last or question.field not in passed_over
    )


def by_keys(questions: Questions, fields: Draft, also: str | None = None) -> Questions:
    """The questions that keys ask, rare ones last: those that apply and aren't choices instead of others, are answered
    or have field `also`.
    """
    asked = (
        question
        for question in questions
        if (question.applies and question.instead is None)
        or question.field == also
        or not fields.keys().isdisjoint(fields_of(question))
    )
    return in_turn(tuple(asked))
