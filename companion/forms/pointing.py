"""An entry on its way at which somebody points: a question gone to, a choice taken, an answer given in one piece."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Self

from companion.core.errors import Refusal
from companion.core.forms import Choice, Question, Questions
from companion.forms.answering import AnsweringForm
from companion.forms.answers import is_number, misfit, number
from companion.forms.drafts import Cursor, found_at, has_more, holder_of, opened, without_row
from companion.forms.form_state import LISTS, NEXT, in_turn
from companion.forms.matching import matches
from companion.forms.tallies import Pair
from companion.forms.tokens import Token

_OUTSIDE = ("rows", "table", "group")
"""Kinds of which the first question inside is answered."""


class PointingForm(AnsweringForm):
    __slots__ = ()

    def ahead(self) -> Self:
        """The form at its first question that has no answer yet; as it was where all have one."""
        for question in in_turn(self.questions, self.draft):
            fields = (question.field, *(route.field for route in question.routes), *question.replaces)
            if not question.is_rare and not any(field in self.draft for field in fields):
                return self.at(question.field)
        return self

    def at(self, field: str) -> Self:
        """The form at one of the questions of its action; where there is no such question, as it was."""
        question = next((one for one in self.questions if one.field == field), None)
        if self.status != "asking" or question is None:
            return self
        place = self._first((), (question._replace(applies=True),))
        return replace(self._without_half_row(place), problem=None, new_name=None, new_kind=None)._go(place)

    def pick(self, place: int) -> Self:
        """The form after one of its candidates was pointed at."""
        candidates = self.candidates
        if not 0 <= place < len(candidates):
            return self
        return self._doing(lambda form: form._take(candidates[place]))

    def less(self, place: int) -> Self:
        """The form with one less of one of the candidates of a tally."""
        tally, candidates = self.tally, self.candidates
        if tally is None or not 0 <= place < len(candidates):
            return self
        what = candidates[place].meaning
        at = next((at for at, pair in enumerate(tally.pairs) if pair.what == what), None)
        if at is None:
            return self
        cursor = tally.cursor(tally.pairs, at)
        return self._doing(lambda form: replace(form, cursor=cursor, typed="")._one_less(tally))

    def count(self, place: int, text: str) -> Self:
        """The form with so many of one of the candidates of a tally."""
        tally, candidates = self.tally, self.candidates
        if tally is None or not 0 <= place < len(candidates):
            return self
        what, pairs = candidates[place].meaning, tally.pairs
        at = next((at for at, pair in enumerate(pairs) if pair.what == what), len(pairs))

        def counted(form: Self) -> Self:
            if not is_number(text):
                raise misfit(tally.question.questions[1], Token(text, 0), self.lexicon)
            return form._with_pairs(tally, (*pairs[:at], Pair(what, number(text)), *pairs[at + 1 :]), at)

        return self._doing(counted)

    def say(self, text: str) -> Self:
        """The form after a whole answer was given in one piece; a name that is not known in full is a new one."""
        question, tally = self.question, self.tally
        if self.status != "asking" or question is None:
            return self

        def answered(form: Self) -> Self:
            if tally is not None:
                raise misfit(tally.question, Token(text, 0), self.lexicon)
            inside = form._inside(question) if question.kind in _OUTSIDE else form
            asked, word = inside.question, text.strip()
            known = matches(self.lexicon.choices(inside.candidates), word) if word else []
            is_name = asked is not None and inside.takes_text and asked.kind not in ("text", "value")
            if asked is None or not is_name or not word or (known and known[0].is_whole):
                return replace(inside, typed=text, marked=None)._accept_typed()
            return inside._ask_kind(asked, word) if asked.kind == "routed" else inside._accept(word)

        return self._doing(answered)

    # What stands beside what is asked

    @property
    def beside(self) -> Questions:
        """What the innermost row or group around the question at hand asks; nothing where there is none."""
        return self._level()[1]

    def go_beside(self, place: int) -> Self:
        """The form at one of those."""
        outer, questions = self._level()
        if not 0 <= place < len(questions):
            return self
        there = self._first(outer, (questions[place]._replace(applies=True),))
        return replace(self._without_half_row(there), problem=None)._go(there)

    def _level(self) -> tuple[Cursor, Questions]:
        place = self.place
        for length in range(len(place) - 1, 0, -1):
            outer = place[:length]
            question = self._question_at(without_row(outer))
            if question is not None and (isinstance(outer[-1], int) or question.kind == "group"):
                held = found_at(self.draft, outer) or {}
                return outer, in_turn(question.questions, held, also=str(place[length]))
        return (), ()

    @property
    def rows(self) -> tuple[tuple[object, ...], ...]:
        """The answers with which each of the rows around the question at hand begins."""
        _, question, held = self._rows()
        if question is None:
            return ()
        heads = (row.get(question.questions[0].field, ()) for row in held)
        return tuple(tuple(one) if isinstance(one, list) else (one,) for one in heads)

    def go_to_row(self, row: int) -> Self:
        """The form at the beginning of one of those rows."""
        place, question, held = self._rows()
        if question is None or not 0 <= row < len(held):
            return self
        there = (*place, row, question.questions[0].field)
        return replace(self._without_half_row(there), problem=None)._go(there)

    def _rows(self) -> tuple[Cursor, Question | None, Sequence[Mapping[str, object]]]:
        place = self.place
        for length in range(len(place), 0, -1):
            question = None if isinstance(place[length - 1], int) else self._question_at(place[:length])
            if question is not None and question.kind == "rows" and not question.is_tally:
                return place[:length], question, found_at(self.draft, place[:length]) or ()
        return (), None, ()

    @property
    def has_next_pair(self) -> bool:
        """Whether another name can be told more of, in a table that tells several things of each."""
        return bool(self._pairs_around())

    def next_pair(self) -> Self:
        place = self._pairs_around()
        return self._go((*place, NEXT)) if place else self

    def _pairs_around(self) -> Cursor:
        """The table that tells several things of each name, once it tells any of one."""
        for length in range(len(self.cursor) - 1, 0, -1):
            place = self.cursor[:length]
            question = None if isinstance(place[-1], int) else self._question_at(place)
            if question is not None and question.holds_groups and self.cursor[length] != NEXT:
                return place if found_at(self.draft, place) and has_more(question) else ()
        return ()

    def without_last(self) -> Self:
        """The form without the last of several answers."""
        question = self.question
        if question is None or question.kind not in LISTS or not self.is_answered:
            return self
        return self._doing(lambda form: replace(form._take_back(question), typed=""))

    @property
    def can_be_none(self) -> bool:
        """Whether 0 says that there is nothing of what is asked."""
        question, tally = self.question, self.tally
        if question is None or self.is_typing or self.new_name is not None:
            return False
        if tally is not None:
            return not tally.pairs
        is_begun = question.kind in ("rows", "table") and not self.is_answered
        return is_begun or self._means_none(question)

    def _means_none(self, question: Question) -> bool:
        """Whether 0 says of a list that nothing is in it, since it cannot be one of its answers."""
        is_list = question.kind == "several" or (question.kind == "counts" and (question.low or 0) > 0)
        return is_list and question.is_optional and not self.typed and not self.is_answered

    def _doing(self, act: Callable[[Self], Self]) -> Self:
        """The form after something that answers; as it was, with what is wrong, where that cannot be."""
        touched = self.touched | {self.place} if self.is_filled else self.touched
        try:
            return act(replace(self, problem=None, is_led=False, is_marked=False, touched=touched))
        except Refusal as refusal:
            return replace(self, problem=refusal.message)

    def _take(self, choice: Choice) -> Self:
        """One of the candidates."""
        question, tally = self.question, self.tally
        assert question is not None
        if self.new_kind is not None:
            return self._stands_for(choice)
        if self.new_name is not None:
            return self._of_kind(next(one for one in question.routes if one.word == choice.value))
        if tally is not None:
            return self._one_more(tally, choice)
        inside = self._inside(question) if question.kind in _OUTSIDE else self
        return inside._pick(choice)

    def _none_of(self, question: Question) -> Self:
        begun = self._begun(question)
        draft, holder = opened(begun.draft, self.cursor)
        holder[question.field] = {} if question.kind == "table" else []
        emptied = replace(begun, draft=draft)
        return emptied._go(emptied._next())

    def _inside(self, question: Question) -> Self:
        """At the first question of the next row, of a pair or of a group."""
        begun = self._begun(question)
        place: Cursor = (*self.cursor, NEXT)
        if question.kind == "rows":
            rows = holder_of(begun.draft, self.cursor).get(question.field, ())
            place = (*self.cursor, len(rows), question.questions[0].field)
        elif question.kind == "group":
            place = (*self.cursor, question.questions[0].field)
        return begun._go(place)
