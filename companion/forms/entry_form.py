"""An entry made key by key: which question is asked, what was typed, what a key does. Screens only draw it.

A question is left as soon as no longer answer is possible. Enter takes what is typed, or the default; where nothing is
typed and nothing is missing it books. Tab goes on to the next question, Backspace one step back; no answer is lost by
going back.
"""

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from companion.core.errors import Refusal
from companion.core.forms import Choice, Question, Route
from companion.core.names import fold
from companion.forms.answers import SINGLE, is_number, misfit, missing_answer, number, value_of
from companion.forms.drafts import Cursor, asked_once, choice_of_key, holder_of, may_begin, opened
from companion.forms.form_state import NEXT, FormState
from companion.forms.matching import skeleton
from companion.forms.tokens import Token

_ROW = ","
"""The key that begins the next row."""


@dataclass(frozen=True, slots=True)
class EntryForm(FormState):
    # Keys

    def press(self, key: str) -> "EntryForm":
        """The form after a key: a character, or enter, tab, backspace, escape, up, down."""
        if self.status != "asking":
            return self
        clear = replace(self, problem=None)
        try:
            if self.verb is None:
                return clear._begin(key)
            if key in _KEYS:
                return _KEYS[key](clear)
            return clear._type(key)
        except Refusal as refusal:
            return replace(self, problem=refusal.message)

    def _begin(self, key: str) -> "EntryForm":
        if key == "escape":
            return replace(self, status="left")
        verb = next((one.name for one in self.context.verbs if one.key == key), None)
        return self if verb is None else self.begun(verb)

    def begun(self, name: str) -> "EntryForm":
        """The form of an action just begun; one that asks nothing may be complete with that."""
        kept = self.draft if name == self.given_up else None  # who comes back finds the answers again
        begun = replace(self.about(name, kept), is_taken_up=bool(kept))
        is_instant = any(one.is_instant for one in self.context.verbs if one.name == name)
        return replace(begun, status="booked") if is_instant and begun.is_complete else begun

    def about(self, verb: str, draft: dict[str, Any] | None = None) -> "EntryForm":
        """The form of an action, from the start or with some of it answered."""
        ask = asked_once(self.context.ask(verb))
        begun = replace(self, verb=verb, ask=ask, draft=draft or {}, given_up=None)
        asked = tuple(one for one in begun.questions if not one.is_rare)
        return replace(begun, cursor=begun._first((), asked))

    def given_up_now(self) -> "EntryForm":
        """The form before any action; who comes back to this one finds its answers again."""
        kept = replace(EntryForm(self.context), draft=self.draft, implied=self.implied, routed=self.routed)
        return replace(kept, given_up=self.verb)

    def ahead(self) -> "EntryForm":
        """The form at its first question that has no answer yet; as it was where all have one."""
        for question in self.questions:
            fields = (question.field, *(route.field for route in question.routes), *question.replaces)
            if not question.is_rare and not any(field in self.draft for field in fields):
                return self.at(question.field)
        return self

    def at(self, field: str) -> "EntryForm":
        """The form at one of the questions of its action; where there is no such question, as it was."""
        question = next((one for one in self.questions if one.field == field), None)
        if self.status != "asking" or question is None:
            return self
        return replace(self, problem=None, unrouted=None)._go(self._first((), (question,)))

    def pick(self, place: int) -> "EntryForm":
        """The form after one of its candidates was pointed at."""
        question, candidates = self.question, self.candidates
        if question is None or not 0 <= place < len(candidates):
            return self
        choice = candidates[place]
        try:
            if self.unrouted is not None:
                route = next(one for one in question.routes if one.word == choice.value)
                return self._put_into(route, self.unrouted)
            inside = self._inside(question) if question.kind in ("rows", "table", "group") else self
            return replace(inside, problem=None)._pick(choice)
        except Refusal as refusal:
            return replace(self, problem=refusal.message)

    def _type(self, key: str) -> "EntryForm":
        question = self.question
        if question is None or len(key) != 1 or not key.isprintable():
            return self
        if self.unrouted is not None:
            route = next((one for one in question.routes if one.key == key.casefold() and one.is_open), None)
            return self if route is None else self._put_into(route, self.unrouted)
        if key == _ROW and self.has_next_row:
            return self._next_list() if question.kind == "lists" else self._next_row()
        if question.kind in ("rows", "table", "group"):
            return self._into(question, key)
        if question.kind == "switch":
            return self._accept(key.casefold() == "y") if key.casefold() in "yn" else self
        if not self.typed:
            picked = choice_of_key(question, key)
            if picked is not None:
                return self._pick(picked)
            further = self._go(self._next()) if self._may_be_left(question) else self
            if not may_begin(question, key) and further.cursor != self.cursor and further._takes(key):
                return further._type(key)
        typed = replace(self, typed=self.typed + key, marked=0)
        return typed._settle_if_certain(question)

    @property
    def has_next_row(self) -> bool:
        """Whether a comma begins the next row here."""
        question = self.question
        if question is None or question.kind == "lists":
            return question is not None
        is_in_rows = any(isinstance(part, int) for part in self.cursor)
        return is_in_rows and not question.is_open and question.kind != "text"

    def _takes(self, key: str) -> bool:
        """Whether a key can begin an answer to the question that is asked now."""
        question = self._innermost()
        return question is not None and may_begin(question, key)

    @property
    def takes_text(self) -> bool:
        """Whether any text may be an answer to what is asked now."""
        question = self._innermost()
        if question is None or self.unrouted is not None:
            return False
        return (
            question.kind in ("text", "value") or question.is_open or any(r.is_open for r in question.routes)
        )

    def _innermost(self) -> Question | None:
        """What is asked now; of rows, tables and groups what they begin with."""
        question = self.question
        while question is not None and question.kind in ("rows", "table", "group") and question.questions:
            question = question.questions[0]
        return question

    @property
    def pair(self) -> str | None:
        """The key of a table that was said, while its value is asked."""
        above = self._question_at(self.cursor[:-1])
        is_pair = above is not None and above.kind == "table" and self.cursor[-1] != NEXT
        return str(self.cursor[-1]) if is_pair else None

    def _may_be_left(self, question: Question) -> bool:
        """Whether a key that says nothing here may be meant for the next question."""
        if self.cursor[-1] == NEXT:
            return bool(holder_of(self.draft, self.cursor))
        if self._may_stay_open(question) or question.default is not None:
            return True
        return question.kind in ("several", "counts") and self.is_answered

    def _settle_if_certain(self, question: Question) -> "EntryForm":
        """Takes the answer when nothing longer could be meant."""
        if question.kind in ("count", "counts") and self.typed.isdecimal() and question.high is not None:
            is_certain = self.typed == "0" or int(self.typed) * 10 > question.high
            return self._accept_typed() if is_certain else self
        if question.kind in ("pick", "several", "lists") and not question.is_open and question.choices:
            allowed = [one for one in self.candidates if one.refusal is None] or list(self.candidates)
            if len(allowed) == 1 and not self._is_guessed(allowed[0]):
                return self._pick(allowed[0])
        return self

    def _is_guessed(self, choice: Choice) -> bool:
        """Whether one letter fits only another word for a choice, perhaps of another language: it waits for more."""
        return len(self.typed) == 1 and not skeleton(str(choice.value)).startswith(skeleton(self.typed))

    def _enter(self) -> "EntryForm":
        question = self.question
        if self.unrouted is not None:
            return self
        if self.typed:
            return self._accept_typed()
        if question is not None and not self.is_answered and not self._may_stay_open(question):
            if self.pair is not None:
                raise Refusal(missing_answer(question))
            if self.is_complete:
                return replace(self, status="booked")
            if question.default is not None:
                return self._accept(question.default)
        elif question is not None and question.kind in SINGLE and self.is_answered and not self.is_complete:
            return self._go(self._next())
        lacking = self._missing()
        if lacking:
            is_done_here = question is None or self.is_answered or self._may_stay_open(question)
            field = str(lacking[0].field)
            there = self.at(field) if is_done_here and self.cursor[:1] != (field,) else self
            return replace(there, problem=Refusal(*lacking).message)  # says what is missing, and asks it
        return replace(self, status="booked")

    def _tab(self) -> "EntryForm":
        if self.unrouted is not None:
            return self
        if self.typed:
            taken = self._accept_typed()
            return taken if taken.unrouted is not None or taken.cursor != self.cursor else taken._tab()
        open_rare = tuple(one for one in self.questions if one.is_rare and one.field not in self.draft)
        return self._go(self._next(with_rare=True) if self.cursor else self._first((), open_rare))

    def _back(self) -> "EntryForm":
        if self.unrouted is not None:
            return replace(self, typed=self.unrouted, unrouted=None)
        if self.typed:
            return replace(self, typed=self.typed[:-1], marked=0)
        question = self.question
        is_list = question is not None and question.kind in ("routed", "several", "counts", "lists")
        if question is not None and is_list and self.is_answered:
            return self._take_back(question)
        if not self.trail:
            return self.given_up_now()
        return replace(self, cursor=self.trail[-1], trail=self.trail[:-1], marked=0)

    def _up(self) -> "EntryForm":
        return replace(self, marked=max(0, self.marked - 1))

    def _down(self) -> "EntryForm":
        return replace(self, marked=min(max(0, len(self.candidates) - 1), self.marked + 1))

    # Answers

    def _accept_typed(self) -> "EntryForm":
        question = self.question
        assert question is not None
        text = self.typed
        if question.kind in ("text", "value"):
            return self._accept(value_of(question, Token(text, 0), None))
        if question.kind in ("count", "counts") and is_number(text):
            return self._accept(number(text))
        if self.candidates:
            return self._pick(self.candidates[min(self.marked, len(self.candidates) - 1)])
        if question.kind in ("count", "counts"):
            raise misfit(question, Token(text, 0))
        name = text.strip('"')
        if not name.strip():
            raise Refusal(missing_answer(question))
        if question.kind == "routed":
            return replace(self, unrouted=name, typed="", marked=0)
        if not question.is_open:
            raise misfit(question, Token(text, 0))
        return self._accept(name)

    def _pick(self, choice: Choice) -> "EntryForm":
        question = self.question
        assert question is not None
        if question.kind == "routed":
            route = next(one for one in question.routes if choice in one.choices)
            return self._put_into(route, str(choice.meaning))
        return self._accept(choice.meaning, choice)

    def _put_into(self, route: Route, name: str) -> "EntryForm":
        draft, holder = opened(self.draft, self.cursor)
        holder.setdefault(route.field, []).append(name)
        routed = (*self.routed, route.field)
        return replace(self, draft=draft, routed=routed, typed="", marked=0, unrouted=None)

    def _accept(self, value: Any, choice: Choice | None = None) -> "EntryForm":
        question = self.question
        assert question is not None
        if self.cursor[-1] == NEXT:
            return self._go(self._first_of((*self.cursor[:-1], str(value))))
        field = str(self.cursor[-1])
        is_other = self.is_taken_up and holder_of(self.draft, self.cursor).get(field) != value
        begun = (self._afresh() if is_other else self)._begun(question)
        draft, holder = opened(begun.draft, self.cursor)
        if question.kind == "lists":
            holder.setdefault(field, [[]])[-1].append(value)
            return replace(begun, draft=draft, typed="", marked=0)
        if question.kind in ("several", "counts"):
            holder.setdefault(field, []).append(value)
            given = replace(begun, draft=draft, typed="", marked=0)
            return given._go(given._next()) if question.is_full(holder[field]) else given
        holder[field] = value
        implies = choice.implies if choice else {}
        filled = {key: deepcopy(kept) for key, kept in implies.items() if key not in holder}
        holder.update(filled)
        implied = tuple((self.cursor, (*self.cursor[:-1], key)) for key in filled)
        done = replace(begun, draft=draft, implied=(*begun.implied, *implied))
        return done._go(done._next())

    def _afresh(self) -> "EntryForm":
        """Without the answers of an entry that was left."""
        return replace(self, draft={}, implied=(), routed=(), is_taken_up=False)

    def _first_of(self, cursor: Cursor) -> Cursor:
        """Under a key of a table: its value, or the first question of its group."""
        question = self._question_at(cursor)
        is_group = question is not None and question.kind == "group"
        return (*cursor, question.questions[0].field) if question is not None and is_group else cursor

    def _begun(self, question: Question) -> "EntryForm":
        """Without what an earlier answer to this question filled, and without what this answer takes back."""
        own = [self.cursor, *((*self.cursor[:-1], name) for name in question.replaces)]
        emptied = [place for by, place in self.implied if by == self.cursor or place == self.cursor]
        draft = self.draft
        for place in (*emptied, *own[1:]):
            if place[-1] in holder_of(draft, place):
                draft, holder = opened(draft, place)
                del holder[str(place[-1])]
        implied = tuple((by, place) for by, place in self.implied if by != self.cursor and place not in own)
        return replace(self, draft=draft, implied=implied)

    def _take_back(self, question: Question) -> "EntryForm":
        """The last of several answers, back into what is typed where it was typed."""
        draft, holder = opened(self.draft, self.cursor)
        routes = [*(route.field for route in question.routes), *self.routed]
        fields = routes if question.routes else [str(self.cursor[-1])]
        field = next(name for name in reversed(fields) if holder.get(name))
        if question.kind == "lists" and len(holder[field]) > 1 and not holder[field][-1]:
            holder[field].pop()
            return replace(self, draft=draft)
        name = (holder[field][-1] if question.kind == "lists" else holder[field]).pop()
        if not any(holder[field]) if question.kind == "lists" else not holder[field]:
            del holder[field]
        routed = self.routed[:-1] if question.kind == "routed" else self.routed
        is_typed = question.kind in ("routed", "counts") or question.is_open
        back = replace(self, draft=draft, routed=routed, typed=str(name) if is_typed else "", marked=0)
        meant = [fold(str(choice.value)) for choice in back.candidates[:1]]
        if is_typed and question.kind != "counts" and meant and meant != [fold(back.typed)]:
            return replace(back, typed=f'"{name}')  # else Enter would take a longer name
        return back

    def _into(self, question: Question, key: str) -> "EntryForm":
        """Begins a row, a pair or a group with a key; 0 says that there is none of them."""
        if key == "0" and question.kind != "group":
            begun = self._begun(question)
            draft, holder = opened(begun.draft, self.cursor)
            holder[question.field] = [] if question.kind == "rows" else {}
            emptied = replace(begun, draft=draft)
            return emptied._go(emptied._next())
        return self._inside(question).press(key)

    def _inside(self, question: Question) -> "EntryForm":
        """At the first question of the next row, of a pair or of a group."""
        begun = (self._afresh() if self.is_taken_up else self)._begun(question)
        place: Cursor = (*self.cursor, NEXT)
        if question.kind == "rows":
            rows = holder_of(begun.draft, self.cursor).get(question.field, ())
            place = (*self.cursor, len(rows), question.questions[0].field)
        elif question.kind == "group":
            place = (*self.cursor, question.questions[0].field)
        return begun._go(place)

    def _next_list(self) -> "EntryForm":
        done = self._accept_typed() if self.typed else self
        draft, holder = opened(done.draft, done.cursor)
        lists = holder.setdefault(str(done.cursor[-1]), [])
        if lists and lists[-1]:
            lists.append([])
        return replace(done, draft=draft)

    def _next_row(self) -> "EntryForm":
        """Takes what is typed and begins the next row: of the innermost rows of which one is begun."""
        done = self._accept_typed() if self.typed else self
        cursor = done.cursor
        while cursor:
            cursor = cursor[:-1]
            if cursor and isinstance(cursor[-1], int) and done._row(cursor):
                rows = done._question_at(cursor[:-1])
                assert rows is not None
                return done._go((*cursor[:-1], cursor[-1] + 1, rows.questions[0].field))
        return done

    def _go(self, cursor: Cursor) -> "EntryForm":
        trail = (*self.trail, self.cursor)
        return replace(self, cursor=cursor, trail=trail, typed="", marked=0, is_taken_up=False)


_KEYS = {
    "enter": EntryForm._enter,
    "tab": EntryForm._tab,
    "backspace": EntryForm._back,
    "escape": EntryForm._back,
    "up": EntryForm._up,
    "down": EntryForm._down,
}
