"""An entry on its way at which somebody points: a question gone to, a choice taken, an answer given in one piece."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

from companion.core.errors import Refusal
from companion.core.forms import Choice, Question
from companion.forms.answering import AnsweringForm
from companion.forms.answers import misfit
from companion.forms.drafts import Cursor, holder_of, opened
from companion.forms.form_state import NEXT, in_turn
from companion.forms.tokens import Token


@dataclass(frozen=True, slots=True)
class PointingForm(AnsweringForm):
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
        place = self._first((), (replace(question, applies=True),))
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

    def say(self, text: str) -> Self:
        """The form after a whole answer was given in one piece, as it is typed."""
        question, tally = self.question, self.tally
        if self.status != "asking" or question is None:
            return self

        def answered(form: Self) -> Self:
            if tally is not None:
                raise misfit(tally.question, Token(text, 0), self.lexicon)
            is_outside = question.kind in ("rows", "table", "group")
            inside = form._inside(question) if is_outside else form
            return replace(inside, typed=text, marked=None)._accept_typed()

        return self._doing(answered)

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
        inside = self._inside(question) if question.kind in ("rows", "table", "group") else self
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
