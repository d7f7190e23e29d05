"""What an answer does to an entry on its way, and what taking one back does. No answer is ever half of anything."""

from copy import deepcopy
from dataclasses import replace
from typing import Any, Self

from companion.core.copybook import Lesson
from companion.core.errors import Refusal
from companion.core.forms import Choice, Question, Route, Value
from companion.core.names import fold
from companion.forms.answers import is_number, misfit, missing_answer, number, value_of
from companion.forms.drafts import Cursor, found_at, holder_of, opened, pruned
from companion.forms.form_state import NEXT, FormState
from companion.forms.matching import skeleton
from companion.forms.tallies import Pair, Tally
from companion.forms.tokens import Token


class AnsweringForm(FormState):
    __slots__ = ()

    def _go(self, cursor: Cursor) -> Self:
        trail = self.trail if cursor == self.cursor else (*self.trail, self.cursor)
        return replace(self, cursor=cursor, trail=trail, typed="", marked=None)

    # Answers

    def _accept_typed(self) -> Self:
        question = self.question
        assert question is not None
        word = Token(self.typed, 0)
        if question.kind == "text" or (question.kind == "value" and len(self.candidates) != 1):
            return self._accept(value_of(question, word, None, self.lexicon))
        is_count, found = question.kind in ("count", "counts"), self.candidates
        if is_count and is_number(self.typed):
            return self._accept(number(self.typed))
        if found and self.marked is None and not question.is_open and self._is_guessed(found[0]):
            raise misfit(question, word, self.lexicon)
        if found:
            return self._pick(found[min(self.marked or 0, len(found) - 1)])
        name = self.typed.strip('"')
        if not is_count and not name.strip():
            raise Refusal(missing_answer(question, self.lexicon))
        if question.kind == "routed":
            return self._ask_kind(question, name)
        if is_count or not question.is_open:
            raise misfit(question, word, self.lexicon)
        return self._accept(name)

    def _pick(self, choice: Choice) -> Self:
        question = self.question
        assert question is not None
        if question.kind == "routed":
            route = next((one for one in question.routes if choice in one.choices), None)
            if route is None:
                return self._ask_kind(question, str(choice.value))
            return self._put_into(route, str(choice.meaning))
        return self._accept(choice.meaning, choice)

    def _ask_kind(self, question: Question, name: str) -> Self:
        """A new name: what is it, unless that is known and only what it stands for is not."""
        known = (one for one in question.routes if fold(name) in map(fold, one.unplaced))
        return replace(self, new_name=name, new_kind=next(known, None), typed="", marked=None)

    def _of_kind(self, route: Route) -> Self:
        """A new name is of this kind; it may have to be asked what it stands for."""
        assert self.new_name is not None
        if not route.is_open:
            return replace(self, new_kind=route, typed="", marked=None)
        return self._put_into(route, self.new_name)

    def _stands_for(self, choice: Choice) -> Self:
        """A new name that means something known, which the copy book is to remember."""
        assert self.new_name is not None
        assert self.new_kind is not None
        told, answer = self.told, str(choice.meaning)
        if self.new_kind.teaches is not None:
            page, fact = self.new_kind.teaches
            told = (*told, (self.new_kind.field, answer, Lesson(page, self.new_name, {fact: answer})))
        return replace(self, told=told)._put_into(self.new_kind, answer)

    def _put_into(self, route: Route, name: str) -> Self:
        draft, holder = opened(self.draft, self.cursor)
        names = holder.setdefault(route.field, [])
        if name not in names:
            names.append(name)
        routed = (*self.routed, route.field)
        return replace(self, draft=draft, routed=routed, typed="", marked=None, new_name=None, new_kind=None)

    def _accept(self, value: Any, choice: Choice | None = None) -> Self:
        question = self.question
        assert question is not None
        if self.cursor[-1] == NEXT:
            return self._go(self._first_of((*self.cursor[:-1], str(value))))
        field = str(self.cursor[-1])
        naming = self.naming
        begun = self._begun(question)
        draft, holder = opened(begun.draft, self.cursor)
        if question.kind in ("several", "counts", "lists"):
            held = holder.setdefault(field, [])
            if question.kind != "lists":
                if question.most == 1:
                    held.clear()  # gone back to, it is answered anew
                held.append(value)
            elif self.typed.startswith("=") and held:
                held[-1].append(value)
            else:
                held.append([value])
            told = next((one for one in question.choices if one.meaning == value), None)
            for key, names in (told.implies if told is not None else {}).items():
                holder.setdefault(key, {}).update(names)
            given = replace(begun, draft=draft, typed="", marked=None)
            if question.names_in is not None and given._is_nameless(question, value):
                return given._go((question.names_in, str(value)))
            is_led = question.most != 1
            return replace(given._go(given._next()), is_led=is_led) if given._is_full() else given
        holder[field] = value
        implies = choice.implies if choice else {}
        filled = {key: deepcopy(kept) for key, kept in implies.items() if key not in holder}
        holder.update(filled)
        implied = tuple((self.cursor, (*self.cursor[:-1], key)) for key in filled)
        done = replace(begun, draft=draft, implied=(*begun.implied, *implied))._without_needless(self)
        return done._go(done._next() if naming is None else (naming.field,))

    def _is_nameless(self, question: Question, value: Any) -> bool:
        known = {choice.meaning for choice in question.choices}
        if isinstance(value, int) and not (question.low or 0) <= value <= (question.high or value):
            return False
        return value not in known and str(value) not in self.draft.get(str(question.names_in), {})

    def _is_full(self) -> bool:
        """Whether a list takes no further answer: it has its most, or nobody is left who could be one."""
        question = self.question
        assert question is not None
        is_closed = bool(question.choices) and not question.is_open and question.kind == "several"
        held = holder_of(self.draft, self.cursor).get(str(self.cursor[-1]), ())
        return question.is_full(held) or (is_closed and all(one.refusal for one in question.choices))

    def _without_needless(self, before: Self) -> Self:
        """Without answers to what had to do with what was chosen before, and has not any more."""
        applied = {one.field for one in before.questions if one.applies}
        needless = [one.field for one in self.questions if not one.applies and one.field in applied]
        needless = [field for field in needless if field in self.draft]
        if not needless:
            return self
        kept = {key: value for key, value in self.draft.items() if key not in needless}
        return replace(self, draft=kept)

    def _first_of(self, cursor: Cursor) -> Cursor:
        """Under a key of a table: its value, or the first question of its group."""
        question = self._question_at(cursor)
        is_group = question is not None and question.kind == "group"
        return (*cursor, question.questions[0].field) if question is not None and is_group else cursor

    def _begun(self, question: Question) -> Self:
        """Without what an earlier answer to this question filled, and without what this answer takes back."""
        tally = self.tally
        here = self.cursor if tally is None else tally.place
        own = [here, *((*here[:-1], name) for name in question.replaces)]
        emptied = [place for by, place in self.implied if by == here or place == here]
        draft = self.draft
        for place in (*emptied, *own[1:]):
            if place[-1] in holder_of(draft, place):
                draft, holder = opened(draft, place)
                del holder[str(place[-1])]
        implied = tuple((by, place) for by, place in self.implied if by != here and place not in own)
        return replace(self, draft=draft, implied=implied)

    def _is_guessed(self, choice: Choice) -> bool:
        """Whether one letter fits only another word for a choice, perhaps of another language: it waits for more."""
        is_letter = len(self.typed) == 1 and not self.typed.isdecimal()
        return is_letter and not skeleton(str(choice.value)).startswith(skeleton(self.typed))

    # A tally

    def _count(self, tally: Tally, key: str) -> Self:
        """A letter is one more of what it stands for, a digit says how many; 0 before any that there are none."""
        at = tally.at(self.cursor)
        choice = next((one for one in tally.question.questions[0].choices if one.key == key.casefold()), None)
        if choice is not None:
            return self._one_more(tally, choice)
        if key == "0" and not tally.pairs:
            none = self._with_pairs(tally, (), -1)
            return none._go(none._next())
        is_sign = key == "-" and not self.typed
        if at is None or not (key.isdecimal() or is_sign):
            raise misfit(tally.question, Token(key, 0), self.lexicon)
        what = tally.pairs[at].what
        typed = key if is_sign else tally.typed(what, self.typed, key)
        count = tally.pairs[at].number if is_sign else int(typed)
        pairs = (*tally.pairs[:at], Pair(what, count), *tally.pairs[at + 1 :])
        return replace(self._with_pairs(tally, pairs, at), typed=typed)

    def _one_more(self, tally: Tally, choice: Choice) -> Self:
        pairs, what = tally.pairs, choice.meaning
        at = next((place for place, pair in enumerate(pairs) if pair.what == what), None)
        if at is None:
            return self._with_pairs(tally, (*pairs, Pair(what, choice.low)), len(pairs))
        more = pairs[at]._replace(number=pairs[at].number + 1)
        return self._with_pairs(tally, (*pairs[:at], more, *pairs[at + 1 :]), at)

    def _with_pairs(self, tally: Tally, pairs: tuple[Pair, ...], at: int) -> Self:
        """The tally with these pairs, one of them at hand."""
        begun = self._begun(tally.question)
        draft, holder = opened(begun.draft, tally.place)
        holder[tally.question.field] = tally.held(pairs)
        return replace(begun, draft=draft, cursor=tally.cursor(pairs, at), typed="", marked=None)

    def _one_less(self, tally: Tally) -> Self:
        """Without the last digit, else one less of the pair at hand; without all of it where it was marked."""
        at = tally.at(self.cursor)
        if self.typed and at is not None:
            what, typed = tally.pairs[at].what, self.typed[:-1]
            count = int(typed) if typed.lstrip("-") else tally.least(what)
            pairs = (*tally.pairs[:at], Pair(what, count), *tally.pairs[at + 1 :])
            return replace(self._with_pairs(tally, pairs, at), typed=typed)
        out = len(tally.pairs) - 1 if at is None else at
        what, number = tally.pairs[out]
        if number > tally.least(what) and not self.is_marked:
            less = Pair(what, number - 1)
            return self._with_pairs(tally, (*tally.pairs[:out], less, *tally.pairs[out + 1 :]), out)
        pairs = (*tally.pairs[:out], *tally.pairs[out + 1 :])
        if not pairs:
            return replace(self, cursor=tally.place)._emptied()
        return self._with_pairs(tally, pairs, min(out, len(pairs) - 1))

    # Taking back

    def _take_back(self, question: Question) -> Self:
        """The last of several answers, back into what is typed where it was typed."""
        draft, holder = opened(self.draft, self.cursor)
        routes = [*(route.field for route in question.routes), *self.routed]
        fields = routes if question.routes else [str(self.cursor[-1])]
        field = next(name for name in reversed(fields) if name in holder)
        held = holder[field]
        last = held[-1] if question.kind == "lists" and held else held
        name = last.pop() if last else ""
        if question.kind == "lists" and held and not held[-1]:
            held.pop()
        if not held:
            del holder[field]
        routed = self.routed[:-1] if question.kind == "routed" else self.routed
        told = tuple(one for one in self.told if one[:2] != (field, name))
        is_typed = question.kind in ("routed", "counts") or question.is_open
        draft = pruned(draft, self.cursor)
        draft = self._without_name(question, draft, name)
        back = replace(
            self, draft=draft, routed=routed, told=told, typed=str(name) if is_typed else "", marked=None
        )
        if question.kind == "counts":
            return replace(back, typed=back.typed[:-1])  # a whole number would be taken again at once
        meant = [fold(str(choice.value)) for choice in back.candidates[:1]]
        if is_typed and meant and meant != [fold(back.typed)]:
            return replace(back, typed=f'"{name}')  # else Enter would take a longer name
        return back

    def _without_last_pair(self) -> Self:
        """Without the last pair of a table that is asked for another one."""
        draft, holder = opened(self.draft, self.cursor)
        holder.popitem()
        return replace(self, draft=pruned(draft, self.cursor))

    @staticmethod
    def _without_name(question: Question, draft: dict[str, Any], value: Value) -> dict[str, Any]:
        """Without the name that was told of a number that is taken back."""
        if question.names_in is None or str(value) not in draft.get(question.names_in, {}):
            return draft
        place = (question.names_in, str(value))
        kept, holder = opened(draft, place)
        del holder[str(value)]
        return pruned(kept, place)

    def _emptied(self, is_answered_next: bool = False) -> Self:
        """Without an answer to the question at hand; without the row that it heads, unless another answer comes."""
        question, tally = self.question, self.tally
        if question is None:
            return self
        at = replace(self, typed="", marked=None, new_name=None, new_kind=None)
        if tally is not None:
            at, question = replace(at, cursor=tally.place), tally.question
        if at.cursor[-1] == NEXT:
            at = replace(at, cursor=at.cursor[:-1])
            question = at.question or question
        at = at._begun(question)
        row = at._headed_row()
        if row is not None and not is_answered_next:
            return at._without_row(row)
        fields = [str(at.cursor[-1]), *(route.field for route in question.routes)]
        names = [name for name in (question.names_in,) if name is not None]
        draft, holder = opened(at.draft, at.cursor)
        for field in (*fields, *names):
            holder.pop(field, None)
        told = tuple(one for one in at.told if one[0] not in fields)
        emptied = replace(at, draft=draft if is_answered_next else pruned(draft, at.cursor), told=told)
        return replace(emptied, cursor=(*at.cursor[:-1], NEXT)) if at.pair is not None else emptied

    def _headed_row(self) -> Cursor | None:
        """The row of which the first question is at hand."""
        *outer, field = self.cursor
        if not outer or not isinstance(outer[-1], int):
            return None
        rows = self._question_at(tuple(outer[:-1]))
        return tuple(outer) if rows is not None and rows.questions[0].field == field else None

    def _without_row(self, row: Cursor) -> Self:
        """Without one row; those behind it move up."""
        place = int(row[-1])
        draft, holder = opened(self.draft, row[:-1])
        rows = holder.get(str(row[-2]), [])
        holder[str(row[-2])] = [*rows[:place], *rows[place + 1 :]]
        if not holder[str(row[-2])]:
            del holder[str(row[-2])]
        implied = tuple(
            (by, filled) for by, filled in self.implied if filled[: len(row) - 1] != row[:-1]
        )  # places of rows have changed: what stands in them are answers now
        return replace(self, draft=pruned(draft, row[:-1]), implied=implied)

    def _without_half_row(self, cursor: Cursor) -> Self:
        """Before going to another question: a row that is left and not whole is taken out."""
        depth = max((place for place, part in enumerate(self.cursor) if isinstance(part, int)), default=None)
        if depth is None or cursor[: depth + 1] == self.cursor[: depth + 1]:
            return self
        row = self.cursor[: depth + 1]
        rows, held = self._question_at(row[:-1]), found_at(self.draft, row)
        if rows is None or held is None or self._lacking_in(row, rows.questions, held) is None:
            return self
        return self._without_row(row)
