"""An entry made key by key: which question is asked, what was typed, what a key does. Screens only draw it.

The grammar is the same for every entry of every game: docs/entering.md. A key means what the question at hand says.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.errors import Refusal, refused
from companion.core.forms import Question
from companion.core.names import fold
from companion.forms.answers import is_number, missing_answer
from companion.forms.drafts import (
    Cursor,
    answers_of,
    asked_once,
    choice_of_key,
    found_at,
    holder_of,
    may_begin,
    opened,
)
from companion.forms.form_state import LISTS, NEXT
from companion.forms.pointing import PointingForm

_ROW = ","
"""The key that begins the next row."""
_TIE = "="
_NO_ANSWER = "entry.no-answer"


class EntryForm(PointingForm):
    __slots__: tuple[str, ...] = ()

    # Keys

    def press(self, key: str) -> "EntryForm":
        """The form after a key: a character, or one of those that have a name."""
        if self.status != "asking":
            return self
        if key == "tab" and self.is_led:
            return replace(self, is_led=False)
        clear = replace(self, problem=None, is_led=False)
        is_refused = self.problem is not None and self.problem.key == _NO_ANSWER
        if key == "enter" and is_refused and not (self.is_typing and is_number(self.typed)):
            return (
                clear  # whoever typed on without looking books nothing; a number that stands there is taken
            )
        try:
            if self.verb is None:
                return clear._begin(key)
            touched = {self.place} if self.is_filled and key not in _LOOKING else set()
            pressed = _KEYS[key](clear) if key in _KEYS else clear._type(key)
            if touched:
                pressed = replace(pressed, touched=pressed.touched | touched)
            return pressed if key in _SIDEWAYS else replace(pressed, is_marked=False)
        except Refusal as refusal:
            return replace(self, problem=refusal.message)

    def _begin(self, key: str) -> "EntryForm":
        if key == "escape":
            return self._leave()
        verb = next((one.name for one in self.context.verbs if one.key == key), None)
        return self if verb is None else self.begun(verb)

    def begun(self, name: str) -> "EntryForm":
        """The form of an action just begun; one that asks nothing may be complete with that."""
        begun = self.about(name)
        is_instant = any(one.is_instant for one in self.context.verbs if one.name == name)
        return replace(begun, status="booked") if is_instant and begun.is_complete else begun

    def about(self, verb: str, draft: dict[str, Any] | None = None) -> "EntryForm":
        """The form of an action, from the start or with some of it answered."""
        ask = asked_once(self.context.ask(verb))
        begun = EntryForm(self.context, verb, ask, draft or {}, self.first, lexicon=self.lexicon)
        asked = tuple(one for one in begun.questions if not one.is_rare)
        return replace(begun, cursor=begun._first((), asked))

    def filled(self, block: Mapping[str, Any]) -> "EntryForm":
        """The form of an entry that was made, with all its answers; those that come first are known already."""
        own = {key: answers_of(value) for key, value in block.items() if key not in ("do", "first", "at")}
        if self.context.names.get(fold(str(own.get("by", "")))) == self.context.up:
            own.pop("by", None)
        return replace(self.about(block["do"], own), is_filled=True)

    def _type(self, key: str) -> "EntryForm":
        question, tally = self.question, self.tally
        if len(key) != 1 or not key.isprintable():
            return self
        short = self._short_way(key)
        if short is not None:
            return short
        if question is None:
            return self
        if self.is_replacing:
            emptied = self._emptied(is_answered_next=True)
            return replace(emptied, touched=self.touched | {self.place})._type(key)
        if self.new_name is not None:
            return self._type_kind(question, key)
        if key == _ROW and self.has_next_row:
            return self._next_row()
        if tally is not None:
            return self if key == _ROW and self.typed else self._count(tally, key)
        if question.kind in ("rows", "table", "group"):
            return self._into(question, key)
        return self._type_answer(question, key)

    def _type_answer(self, question: Question, key: str) -> "EntryForm":
        """Take a choice by its key, or type on."""
        naming = self.naming
        if naming is not None and key.isdecimal() and not self.typed:
            return self._go((naming.field,))._type(key)  # no name begins so: it is the next number
        if key == "0" and self._means_none(question):
            return self._none_of(question)
        if question.kind == "switch" and (is_so := self.lexicon.yes_or_no(key)) is not None:
            return self._accept(is_so)
        if question.kind == "lists" and key == _TIE and self.is_answered and not self.typed:
            return replace(self, typed=_TIE)
        if not self.typed.removeprefix(_TIE):
            picked = choice_of_key(question, key)
            if picked is not None:
                return self._pick(picked)
        typed = replace(self, typed=self.typed + key, marked=None)
        if not may_begin(question, typed.typed.removeprefix(_TIE)):
            raise refused(_NO_ANSWER, question.field, word=typed.typed, what=question.ask)
        return typed._settle_if_certain(question)

    def _type_kind(self, question: Question, key: str) -> "EntryForm":
        """What a new name is, or what it stands for."""
        found = next((one for one in self.candidates if one.key == key.casefold() and not self.typed), None)
        if found is not None:
            return self._take(found)
        typed = replace(self, typed=self.typed + key, marked=None)
        if self.new_kind is None or not typed.candidates:
            raise refused("entry.which-is", question.field, name=self.new_name)
        return typed

    def _short_way(self, key: str) -> "EntryForm | None":
        """What a sign that leads to a question does: of two choices it takes the other one."""
        question = self.question
        is_text = question is not None and question.kind in ("text", "value")
        if key.isalnum() or self.is_typing or is_text:
            return None
        led = next((one for one in self.questions if one.key == key and one.applies), None)
        if led is None:
            return None
        if len(led.choices) == 1 and led.field not in self.draft:
            return self.at(led.field)._pick(led.choices[0])  # the only thing that could be meant
        if led.kind != "pick" or len(led.choices) != 2:
            return self.at(led.field)
        now = self.draft.get(led.field, led.default)
        other = next(one for one in led.choices if one.meaning != now)
        draft, holder = opened(self.draft, (led.field,))
        holder[led.field] = other.meaning
        return replace(self, draft=draft)

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

    def _enter(self) -> "EntryForm":
        question = self.question
        if self.marked is not None and self.candidates and question is not None:
            return self._take(self.candidates[min(self.marked, len(self.candidates) - 1)])
        if self.new_name is not None:
            if self.typed and len(self.candidates) == 1:
                return self._take(self.candidates[0])
            raise refused("entry.which-is", name=self.new_name)
        if self.is_typing and self.typed != _TIE:
            return self._accept_typed()
        naming = self.naming
        if naming is not None:
            return self._go((naming.field,))  # without a name
        lacking = self._lacking()
        if lacking is None:
            return replace(self, status="booked")
        asked = self._question_at(lacking)
        if asked is not None and lacking == self.cursor:
            raise Refusal(missing_answer(asked, self.lexicon))
        return self._go(lacking)

    def _tab(self) -> "EntryForm":
        if self.new_name is not None:
            return self
        if self.is_typing:
            taken = self._accept_typed()
            return taken if taken.new_name is not None or taken.cursor != self.cursor else taken._tab()
        naming = self.naming
        if naming is not None:
            return self._go((naming.field,))
        if self.cursor:
            return self._go(self._next(with_rare=True))
        return self._go(self._first((), tuple(one for one in self.questions if one.is_rare)))

    def _backspace(self) -> "EntryForm":
        if self.new_kind is not None and not self.typed:
            is_told = self.new_kind.unplaced and self.new_name in self.new_kind.unplaced
            return replace(self, new_kind=None) if not is_told else self._name_again()
        if self.new_name is not None and not self.typed:
            return self._name_again()
        question, tally = self.question, self.tally
        if tally is not None and tally.pairs and not self._is_implied(tally.place):
            return self._one_less(tally)
        if self.typed:
            return replace(self, typed=self.typed[:-1], marked=None)
        if self.cursor[-1:] == (NEXT,) and holder_of(self.draft, self.cursor):
            return self._without_last_pair()
        if (
            question is not None
            and question.kind in LISTS
            and self.is_answered
            and not self._is_implied(self.cursor)
        ):
            return self._take_back(question)
        return self._emptied() if self.is_answered and not self.trail else self._step_back()

    def _is_implied(self, place: Cursor) -> bool:
        """Whether another answer filled what is asked here, and nobody has touched it yet."""
        return self.cursor == place and any(filled == place for _, filled in self.implied)

    def _name_again(self) -> "EntryForm":
        return replace(self, typed=self.new_name or "", new_name=None, new_kind=None)

    def _step_back(self) -> "EntryForm":
        """To the question before, which shows its answer; a row that is not whole goes with it."""
        if self.new_name is not None:
            return self._name_again()
        trail = list(self.trail)
        while trail:
            before = trail.pop()
            if not before:
                continue  # where nothing was asked
            back = self._without_half_row(before)
            if back._is_there(before):
                return replace(back, cursor=before, trail=tuple(trail), typed="", marked=None)
        raise refused("entry.first-question")

    def _is_there(self, cursor: Cursor) -> bool:
        """Whether a place where the cursor was is still one: rows may have gone meanwhile."""
        tally = self.tally
        if cursor == self.cursor or (tally is not None and cursor[: len(tally.place)] == tally.place):
            return False
        for depth, part in enumerate(cursor):
            if isinstance(part, int) and part > len(found_at(self.draft, cursor[:depth]) or ()):
                return False
        return not cursor or self._question_at(cursor) is not None

    def _leave(self) -> "EntryForm":
        return replace(self, status="left")

    def _delete(self) -> "EntryForm":
        if self.new_name is not None:
            return replace(self, new_name=None, new_kind=None, typed="", marked=None)
        naming = self.naming
        if naming is not None and not self.typed:
            return replace(self._go((naming.field,))._backspace(), typed="")  # the number itself was wrong
        return self._emptied()

    def _up(self) -> "EntryForm":
        return replace(self, marked=max(0, (self.marked or 0) - 1))

    def _down(self) -> "EntryForm":
        last = max(0, len(self.candidates) - 1)
        is_first = self.marked is None and not self.typed
        return replace(self, marked=0 if is_first else min(last, (self.marked or 0) + 1))

    def _left(self) -> "EntryForm":
        return self._sideways(-1)

    def _right(self) -> "EntryForm":
        return self._sideways(1)

    def _sideways(self, way: int) -> "EntryForm":
        """To another pair of a tally, or to the first question of another row; at rows, to the last or first one."""
        tally = self.tally
        if tally is not None and tally.pairs:
            last = len(tally.pairs) - 1
            at = tally.at(self.cursor)
            other = last if at is None else max(0, min(last, at + way))
            return replace(self, cursor=tally.cursor(tally.pairs, other), typed="", is_marked=True)
        question = self.question
        held = found_at(self.draft, self.cursor) if question is not None and question.kind == "rows" else None
        if question is not None and held:
            row = len(held) - 1 if way < 0 else 0
            return self._go((*self.cursor, row, question.questions[0].field))
        depth = max((place for place, part in enumerate(self.cursor) if isinstance(part, int)), default=None)
        if depth is None or self.is_typing:
            return self
        rows, row = self._question_at(self.cursor[:depth]), int(self.cursor[depth]) + way
        count = len(found_at(self.draft, self.cursor[:depth]) or ())
        if rows is None or not 0 <= row <= count:
            return self
        place = (*self.cursor[:depth], row, rows.questions[0].field)
        return self._without_half_row(place)._go(place)

    # Rows, pairs and groups

    def _into(self, question: Question, key: str) -> "EntryForm":
        """Begins a row, a pair or a group with a key; 0 says that there is none of them."""
        if key == "0" and question.kind != "group" and not self.is_answered:
            return self._none_of(question)
        return self._inside(question)._type(key)

    def _next_row(self) -> "EntryForm":
        """Takes what is typed and begins the next row: of the innermost rows of which one is begun."""
        done = self._accept_typed() if self.is_typing else self
        row = done._row_around()
        if row is None:
            return done
        rows = done._question_at(row[:-1])
        assert rows is not None
        assert isinstance(row[-1], int)
        lacking = done._lacking_in(row, rows.questions, found_at(done.draft, row))
        if lacking is not None:
            return done._go(lacking)
        return done._go((*row[:-1], row[-1] + 1, rows.questions[0].field))


_SIDEWAYS = ("left", "right")
_LOOKING = ("enter", "tab", "shift+tab", "up", "down", "escape")
"""Keys that change no answer."""
_KEYS = {
    "enter": EntryForm._enter,
    "tab": EntryForm._tab,
    "shift+tab": EntryForm._step_back,
    "backspace": EntryForm._backspace,
    "delete": EntryForm._delete,
    "escape": EntryForm._leave,
    "up": EntryForm._up,
    "down": EntryForm._down,
    "left": EntryForm._left,
    "right": EntryForm._right,
}
