"""An unfinished entry: what is asked now, what was answered, and which question comes next."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.core.copybook import Lesson
from companion.core.forms import Ask, Choice, Draft, Question, Questions, Route
from companion.core.messages import Message
from companion.core.names import fold
from companion.forms.drafts import (
    Cursor,
    found_at,
    gaps,
    has_more,
    holder_of,
    in_turn,
    put,
    with_defaults,
    without_row,
)
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.lines import EntryContext, block_of
from companion.forms.matching import starting_with
from companion.forms.tallies import Tally, pairs_of

Status = Literal["asking", "booked", "left"]
NEXT = "\0"
"""In a cursor: the next pair of a table."""


@dataclass(frozen=True, slots=True)
class FormState:
    context: EntryContext
    verb: str | None = None
    ask: Ask = field(default=lambda draft: (), compare=False, repr=False)
    """The questions of the action, given its draft."""
    draft: dict[str, Any] = field(default_factory=dict)
    first: tuple[Mapping[str, Any], ...] = ()
    """Actions that come right before it and are booked with it; the context is the moment after them."""
    cursor: Cursor = ()
    typed: str = ""
    marked: int | None = None
    """Which of the candidates was marked with the arrows."""
    is_marked: bool = False
    """Whether the pair at hand was gone to with the arrows."""
    new_name: str | None = None
    """A new name of which the kind is asked."""
    new_kind: Route | None = None
    """Its kind, while it is asked what it stands for."""
    told: tuple[tuple[str, str, Lesson], ...] = ()
    """Names told on the way that stand in no answer: in which list what they stand for is, and what that is."""
    implied: tuple[tuple[Cursor, Cursor], ...] = ()
    """Which answer filled which field that has no answer of its own yet."""
    routed: tuple[str, ...] = ()
    """Into which lists names went by their kind, the last one last."""
    trail: tuple[Cursor, ...] = ()
    """Where the cursor was before."""
    is_filled: bool = False
    """Whether it was opened with the answers of an entry that was made."""
    lexicon: Lexicon = field(default=ENGLISH, compare=False, repr=False)
    """In whose words, beside English, what is typed is read."""
    touched: frozenset[Cursor] = frozenset()
    """Where something was typed or taken back since then."""
    is_led: bool = False
    """Whether the last answer filled a list and led on by itself: whoever goes on with Tab means this question."""
    problem: Message | None = None
    status: Status = "asking"

    # What a screen shows

    @property
    def questions(self) -> Questions:
        """All that the action asks, in the order of a line; in a row as if no other one came behind it."""
        return self.ask(self._up_to_here())

    def _up_to_here(self) -> Draft:
        held = found_at(self.draft, self.cursor) if self.cursor else None
        if isinstance(held, list) and held and isinstance(held[-1], list) and not self.typed.startswith("="):
            return put(self.draft, self.cursor, [*held, []])  # the next answer begins a place of its own
        depth = next((depth for depth, step in enumerate(self.cursor) if isinstance(step, int)), None)
        if depth is None or len(self.cursor) < depth + 2:
            return self.draft
        place, row = self.cursor[:depth], int(self.cursor[depth])
        rows = found_at(self.draft, place) or []
        return self.draft if row >= len(rows) - 1 else put(self.draft, place, rows[: row + 1])

    @property
    def question(self) -> Question | None:
        """What is asked now."""
        return self._question_at(self.cursor)

    def _question_at(self, cursor: Cursor) -> Question | None:
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

    @property
    def tally(self) -> Tally | None:
        """The tally that is asked, or in which one pair is at hand."""
        for length in range(len(self.cursor), max(0, len(self.cursor) - 3), -1):
            place = self.cursor[:length]
            question = None if isinstance(place[-1], int) else self._question_at(place)
            if question is not None and question.is_tally:
                held = holder_of(self.draft, place).get(question.field)
                return Tally(question, place, pairs_of(question, held))
        return None

    @property
    def is_typing(self) -> bool:
        """Whether something is typed that is no answer yet; in a tally digits are."""
        return bool(self.typed) and self.tally is None

    @property
    def candidates(self) -> tuple[Choice, ...]:
        """The choices that fit what is typed, what the rules allow before what they refuse."""
        question = self.question
        if question is None:
            return ()
        if self.new_name is not None:
            return self._kinds(question)
        tally = self.tally
        if tally is not None:
            return tally.question.questions[0].choices
        choices = question.choices
        if question.routes:
            choices = tuple(
                one
                for route in sorted(question.routes, key=lambda route: route.needs_word)
                for one in route.choices
                if self.typed or not route.needs_word or one.refusal is None
            )
            if not self.typed:  # what has a name of its own is not told by another one too
                named = {one.meaning for one in choices if one.answer is not None}
                choices = tuple(one for one in choices if one.answer is not None or one.value not in named)
            choices += tuple(Choice(name) for route in question.routes for name in route.unplaced)
        elif question.questions:
            choices = question.questions[0].choices
        typed = self.typed.removeprefix("=") if question.kind == "places" else self.typed
        fitting = [] if typed.startswith('"') else starting_with(self.lexicon.choices(choices), typed)
        return tuple(
            sorted(fitting, key=lambda one: (one.refusal is not None, one.value != question.default))
        )

    def _kinds(self, question: Question) -> tuple[Choice, ...]:
        """What a new name may be; then what a name of that kind may stand for."""
        if self.new_kind is None:
            kinds = (one for one in question.routes if one.is_open or one.teaches)
            return tuple(Choice(one.word, key=one.key) for one in kinds)
        own = [one for one in self.new_kind.choices if one.answer is None]
        return tuple(sorted(starting_with(own, self.typed), key=lambda one: one.key))

    @property
    def is_complete(self) -> bool:
        return self.verb is not None and self._lacking() is None

    @property
    def fields(self) -> dict[str, Any]:
        """The block as it would be booked, defaults and all; what is missing is not there."""
        assert self.verb is not None
        block = block_of(self.context, self.verb, self._answers_with_defaults())
        return {**block, "first": [dict(one) for one in self.first]} if self.first else block

    @property
    def pair(self) -> str | None:
        """The key of a table that was said, while its value is asked."""
        above = self._question_at(self.cursor[:-1])
        is_pair = above is not None and above.kind == "table" and self.cursor[-1] != NEXT
        return str(self.cursor[-1]) if is_pair else None

    @property
    def naming(self) -> Question | None:
        """The question whose number is asked for its name now."""
        if self.pair is None:
            return None
        return next((one for one in self.questions if one.names_in == self.cursor[0]), None)

    @property
    def is_answered(self) -> bool:
        """Whether the question that is asked now has an answer."""
        question = self.question
        if question is None or not self.cursor:
            return False
        holder = holder_of(self.draft, self.cursor)
        return any(field in holder for field in (str(self.cursor[-1]), *question.fields[1:]))

    @property
    def has_next_row(self) -> bool:
        """Whether a comma begins the next row here."""
        question = self.question
        if question is None or (self.is_typing and (question.is_open or question.kind == "text")):
            return False
        return self._row_around() is not None

    def _row_around(self) -> Cursor | None:
        """The innermost row that is begun around the question at hand; a pair of a tally is none."""
        tally = self.tally
        cursor = self.cursor if tally is None else tally.place
        while cursor:
            if isinstance(cursor[-1], int) and self._row(cursor):
                return cursor
            cursor = cursor[:-1]
        return None

    @property
    def takes_text(self) -> bool:
        """Whether any text may be an answer to what is asked now."""
        question = self.question
        while question is not None and question.questions:
            question = question.questions[0]
        if question is None or self.new_name is not None:
            return False
        is_open = question.is_open or any(route.is_open for route in question.routes)
        return is_open or question.kind in ("text", "value")

    @property
    def is_replacing(self) -> bool:
        """Whether the first letter takes the place of a list that was there when the entry was opened."""
        if not self.is_filled or self.typed:
            return False
        question, tally = self.question, self.tally
        is_list = question is not None and question.is_list and self.is_answered
        is_kept = is_list if tally is None else bool(tally.pairs)
        return is_kept and self.place not in self.touched

    @property
    def place(self) -> Cursor:
        """Where the question at hand stands; of a tally, all of it."""
        tally = self.tally
        return self.cursor if tally is None else tally.place

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """What the told names teach, of those that still stand for an answer; of one name what was said last."""
        found = {
            (lesson.page, fold(lesson.name)): lesson
            for field, answer, lesson in self.told
            if answer in self.draft.get(field, ())
        }
        return tuple(found.values())

    # Where the cursor goes

    def _next(self, with_rare: bool = False) -> Cursor:
        """The question behind this one; behind the last of a row the next row, behind a group what follows it.

        What is seldom said is asked only of those who look for it.
        """
        tally = self.tally
        cursor = self.cursor if tally is None else tally.place
        while cursor:
            *above, last = cursor
            outer = tuple(above)
            parent = self._question_at(without_row(outer))
            if parent is not None and parent.kind == "table":
                if last != NEXT and has_more(parent):
                    return (*outer, NEXT)
            elif parent is None or not parent.is_rows or self._row(outer):
                level = parent.questions if parent is not None else () if outer else self.questions
                level = tuple(
                    one
                    for one in level
                    if one.field == last or not (one.key or (one.is_rare and not with_rare))
                )
                later = self._first(outer, level, after=str(last))
                if later:
                    return later
                if parent is not None and parent.is_rows and self._may_have_row(outer, parent):
                    assert isinstance(outer[-1], int)
                    return (*outer[:-1], outer[-1] + 1, parent.questions[0].field)
            cursor = without_row(outer)
        return ()

    def _first(self, outer: Cursor, questions: Questions, after: str | None = None) -> Cursor:
        """The first question of a level that is to be asked, behind a given one; those without a word inside too."""
        asked = asked_by_keys(questions, holder_of(self.draft, (*outer, "")), after)
        fields = [one.field for one in asked]
        rest = asked[fields.index(after) + 1 if after in fields else 0 :]
        if not rest:
            return ()
        place = (*outer, rest[0].field)
        is_inside = rest[0].is_group and rest[0].word is None
        return self._first(place, rest[0].questions) if is_inside else place

    def _row(self, outer: Cursor) -> bool:
        """Whether the row at this place has an answer yet; behind an empty one there is no other."""
        return isinstance(outer[-1], int) and bool(found_at(self.draft, outer))

    def _may_have_row(self, outer: Cursor, rows: Question) -> bool:
        """Whether another row may follow the one at this place."""
        return (
            self._row(outer) and has_more(rows) and not rows.is_full(found_at(self.draft, outer[:-1]) or ())
        )

    # What is missing

    def _lacking(self) -> Cursor | None:
        """The first question that must still be answered, in rows and groups too; None where nothing is missing."""
        if self.pair is not None and not self.is_answered and self.naming is None:
            return self.cursor
        return self._lacking_in((), self.questions, self.draft)

    def _lacking_in(self, outer: Cursor, questions: Questions, fields: Draft) -> Cursor | None:
        is_open = not self.is_filled or bool(
            self.touched
        )  # an entry made without what is expected may stay so

        def is_needed(question: Question) -> bool:
            is_asked = not question.is_optional or (question.is_expected and is_open)
            return is_asked and question.default is None

        place, question = next(gaps(questions, fields, is_needed, outer, in_turn), (None, None))
        is_inside = question is not None and question.is_group and question.word is None
        return self._first(place, question.questions) if place and question and is_inside else place

    def _answers_with_defaults(self) -> dict[str, Any]:
        """What was answered and is still asked, with the defaults of what was not answered."""
        asked = {name for one in self.questions for name in one.fields}
        kept = {key: value for key, value in self.draft.items() if key in asked}
        return with_defaults(tuple(map(self._as_it_was, self.questions)), kept)

    def _as_it_was(self, question: Question) -> Question:
        """Of an entry that was made without an answer, nothing is assumed as long as nobody answers."""
        is_left_out = self.is_filled and question.is_optional and (question.field,) not in self.touched
        return question._replace(default=None) if is_left_out else question


def asked_by_keys(questions: Questions, fields: Draft, also: str | None = None) -> Questions:
    """Questions as keys come to them: those that apply or are answered, what is rare last."""
    asked = (
        one
        for one in questions
        if one.applies or one.field == also or any(field in fields for field in one.fields)
    )
    return in_turn(tuple(asked))
