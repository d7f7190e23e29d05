"""An entry made key by key: which question is asked, what was typed, what a key does. Screens only draw it.

A question is left as soon as no longer answer is possible. Enter takes what is typed, or the default; where nothing is
typed and nothing is missing it books. Tab goes on to the next question, Backspace one step back; no answer is lost by
going back.
"""

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from companion.core.errors import Refusal, Violation
from companion.core.forms import Choice, Question, Route
from companion.core.messages import say
from companion.core.names import fold
from companion.forms.answers import is_number, missing, missing_answer, number, value_of
from companion.forms.drafts import (
    Cursor,
    choice_of_key,
    may_begin,
    peek,
    table_at,
)
from companion.forms.form_state import NEXT, FormState
from companion.forms.matching import skeleton
from companion.forms.tokens import Token

_SINGLE = frozenset({"pick", "count", "text", "switch", "value"})
_ROW = ","
"""The key that begins the next row."""


@dataclass(frozen=True, slots=True)
class EntryForm(FormState):
    # Keys

    def press(self, key: str) -> "EntryForm":
        """The dialogue after a key: a character, or enter, tab, backspace, escape, up, down."""
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
        verb = next((one for one in self.context.verbs if one.key == key), None)
        if verb is None:
            return self
        kept = self.draft if verb.name == self.given_up else None  # who comes back finds the answers again
        begun = replace(self.about(verb.name, kept), is_taken_up=bool(kept))
        return replace(begun, status="booked") if verb.is_instant and begun.is_complete else begun

    def about(self, verb: str, draft: dict[str, Any] | None = None) -> "EntryForm":
        """The dialogue of an action, from the start or with some of it answered."""
        begun = replace(self, verb=verb, draft=draft or {}, given_up=None)
        asked = tuple(one for one in begun._root() if not one.is_rare)
        return replace(begun, cursor=begun._first((), asked))

    def given_up_now(self) -> "EntryForm":
        """The dialogue before any action; who comes back to this one finds its answers again."""
        return replace(EntryForm(self.context), draft=self.draft, implied=self.implied, given_up=self.verb)

    def ahead(self) -> "EntryForm":
        """The dialogue at its first question that has no answer yet; as it was where all have one."""
        for question in self._root():
            fields = (question.field, *(route.field for route in question.routes), *question.replaces)
            if not question.is_rare and not any(field in self.draft for field in fields):
                return self.at(question.field)
        return self

    def at(self, field: str) -> "EntryForm":
        """The dialogue at one of the questions of its action; where there is no such question, as it was."""
        if self.status != "asking" or all(one.field != field for one in self._root()):
            return self
        question = next(one for one in self._root() if one.field == field)
        return replace(self, problem=None, unrouted=None)._go(self._first((), (question,)))

    def pick(self, place: int) -> "EntryForm":
        """The dialogue after one of its candidates was pointed at."""
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
        above = replace(self, cursor=self.cursor[:-1]).question if len(self.cursor) > 1 else None
        is_pair = above is not None and above.kind == "table" and self.cursor[-1] != NEXT
        return str(self.cursor[-1]) if is_pair else None

    def _may_be_left(self, question: Question) -> bool:
        """Whether a key that says nothing here may be meant for the next question."""
        if self.cursor[-1] == NEXT:
            return bool(peek(self.draft, self.cursor))
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
        elif question is not None and question.kind in _SINGLE and self.is_answered and not self.is_complete:
            return self._go(self._next())
        lacking = missing(self._root(), self._answers_with_defaults())
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
        open_rare = tuple(one for one in self._root() if one.is_rare and one.field not in self.draft)
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
            return replace(self, verb=None, cursor=(), given_up=self.verb)
        return replace(self, cursor=self.trail[-1], trail=self.trail[:-1], marked=0)

    def _escape(self) -> "EntryForm":
        return self._back()

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
        if question.kind in ("count", "counts"):
            if not is_number(text) and self.candidates:
                return self._pick(self.candidates[min(self.marked, len(self.candidates) - 1)])
            if not is_number(text):
                raise Refusal(Violation(say("entry.number", word=text, what=question.ask), final=True))
            return self._accept(number(text))
        if self.candidates:
            return self._pick(self.candidates[min(self.marked, len(self.candidates) - 1)])
        name = text.strip('"')
        if not name.strip():
            raise Refusal(missing_answer(question))
        if question.kind == "routed":
            return replace(self, unrouted=name, typed="", marked=0)
        if not question.is_open:
            raise Refusal(Violation(say("entry.misfit", word=text, what=question.ask), final=True))
        return self._accept(name)

    def _pick(self, choice: Choice) -> "EntryForm":
        question = self.question
        assert question is not None
        if question.kind == "routed":
            route = next(one for one in question.routes if choice in one.choices)
            return self._put_into(route, str(choice.meaning))
        return self._accept(choice.meaning, choice)

    def _put_into(self, route: Route, name: str) -> "EntryForm":
        draft = deepcopy(self.draft)
        table_at(draft, self.cursor).setdefault(route.field, []).append(name)
        routed = (*self.routed, route.field)
        return replace(self, draft=draft, routed=routed, typed="", marked=0, unrouted=None)

    def _accept(self, value: Any, choice: Choice | None = None) -> "EntryForm":
        question = self.question
        assert question is not None
        if self.cursor[-1] == NEXT:
            return self._go(self._first_of((*self.cursor[:-1], str(value))))
        if self.is_taken_up and peek(self.draft, self.cursor).get(str(self.cursor[-1])) != value:
            return self._afresh()._accept(value, choice)
        begun = self._begun(question)
        draft = deepcopy(begun.draft)
        container, field = table_at(draft, self.cursor), str(self.cursor[-1])
        if question.kind == "lists":
            container.setdefault(field, [[]])[-1].append(value)
            return replace(begun, draft=draft, typed="", marked=0)
        if question.kind in ("several", "counts"):
            container.setdefault(field, []).append(value)
            given = replace(begun, draft=draft, typed="", marked=0)
            return given._go(given._next()) if question.is_full(container[field]) else given
        container[field] = value
        implies = {
            key: kept for key, kept in (choice.implies if choice else {}).items() if key not in container
        }
        container.update(deepcopy(implies))
        implied = tuple((self.cursor, (*self.cursor[:-1], key)) for key in implies)
        done = replace(begun, draft=draft, implied=(*begun.implied, *implied))
        return done._go(done._next())

    def _afresh(self) -> "EntryForm":
        """Without the answers of an entry that was left."""
        return replace(self, draft={}, implied=(), routed=(), is_taken_up=False)

    def _first_of(self, cursor: Cursor) -> Cursor:
        """Under a key of a table: its value, or the first question of its group."""
        question = replace(self, cursor=cursor).question
        is_group = question is not None and question.kind == "group"
        return (*cursor, question.questions[0].field) if question is not None and is_group else cursor

    def _begun(self, question: Question) -> "EntryForm":
        """Without what an earlier answer to this question filled, and without what this answer takes back."""
        beside = self.cursor[:-1]
        own = [self.cursor, *((*beside, name) for name in question.replaces)]
        emptied = [place for by, place in self.implied if by == self.cursor or place == self.cursor]
        draft = deepcopy(self.draft)
        for place in (*emptied, *own[1:]):
            table_at(draft, place).pop(str(place[-1]), None)
        implied = tuple((by, place) for by, place in self.implied if by != self.cursor and place not in own)
        return replace(self, draft=draft, implied=implied)

    def _take_back(self, question: Question) -> "EntryForm":
        """The last of several answers, back into what is typed where it was typed."""
        draft = deepcopy(self.draft)
        container = table_at(draft, self.cursor)
        routes = [*(route.field for route in question.routes), *self.routed]
        fields = routes if question.routes else [str(self.cursor[-1])]
        field = next(name for name in reversed(fields) if container.get(name))
        if question.kind == "lists" and len(container[field]) > 1 and not container[field][-1]:
            container[field].pop()
            return replace(self, draft=draft)
        name = (container[field][-1] if question.kind == "lists" else container[field]).pop()
        if not any(container[field]) if question.kind == "lists" else not container[field]:
            del container[field]
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
            draft = deepcopy(begun.draft)
            table_at(draft, self.cursor)[question.field] = [] if question.kind == "rows" else {}
            emptied = replace(begun, draft=draft)
            return emptied._go(emptied._next())
        return self._inside(question).press(key)

    def _inside(self, question: Question) -> "EntryForm":
        """At the first question of the next row, of a pair or of a group."""
        begun = (self._afresh() if self.is_taken_up else self)._begun(question)
        place: Cursor = (*self.cursor, NEXT)
        if question.kind == "rows":
            rows = peek(begun.draft, self.cursor).get(question.field, ())
            place = (*self.cursor, len(rows), question.questions[0].field)
        elif question.kind == "group":
            place = (*self.cursor, question.questions[0].field)
        return begun._go(place)

    def _next_list(self) -> "EntryForm":
        done = self._accept_typed() if self.typed else self
        draft = deepcopy(done.draft)
        lists = table_at(draft, done.cursor).setdefault(str(done.cursor[-1]), [])
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
                rows = replace(done, cursor=cursor[:-1]).question
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
    "escape": EntryForm._escape,
    "up": EntryForm._up,
    "down": EntryForm._down,
}
