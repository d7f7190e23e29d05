"""An entry made key by key: which question is asked, what was typed, what a key does. Screens only draw it.

The grammar is the same for every entry of every game: docs/entering.md. A key means what the current question says.
"""

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.core.copybook import Lesson
from companion.core.errors import Refusal, refused
from companion.core.forms import YES_OR_NO, Ask, Choice, Draft, Question, Questions, Route
from companion.core.messages import Message, say
from companion.core.names import fold, slip_of
from companion.forms import drafts
from companion.forms.answers import is_number, misfit, missing_answer, number, value_of
from companion.forms.asking import NEXT, Asking, Tally, by_keys
from companion.forms.drafts import Cursor, asked_once, found_at, gaps, holder_of, put, removed, row_around
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.lines import EntryContext, block_of
from companion.forms.matching import matches, skeleton
from companion.forms.tokens import Token

_NEXT_ROW = ","
_TIE = "="
_NO_ANSWER = ("entry.no-answer", "entry.all-answered")
_NUMBERED = re.compile(r"(?P<name>\D+?)\s*(?P<number>\d+)")
"""A name and its number, such as Berlin 31."""
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
"""Of a path such as trains[2].fares: a row, or a field."""
Status = Literal["asking", "booked", "left"]


@dataclass(frozen=True, slots=True)
class EntryForm:
    context: EntryContext
    verb: str | None = None
    ask: Ask = field(default=lambda draft: (), compare=False, repr=False)
    draft: dict[str, Any] = field(default_factory=dict)
    first: tuple[Mapping[str, Any], ...] = ()
    """Actions saved together with it, right before it; the context is the moment after them."""
    cursor: Cursor = ()
    typed: str = ""
    marked: int | None = None
    """Which of the candidates was marked with the arrows."""
    counted: int = 0
    """How many of the current pair its letter counted; 0 after any other key."""
    new_name: str | None = None
    """A new name of which the kind is asked."""
    new_kind: Route | None = None
    """Its kind, while it is asked what it stands for."""
    same: Choice | None = None
    """A name that something else has, while it is asked whether the same is meant."""
    told: tuple[tuple[str, str, Lesson], ...] = ()
    """New names for answers: the list of the answer, the answer and what the name teaches."""
    implied: tuple[tuple[Cursor, Cursor], ...] = ()
    """Which answer filled which field that has no answer of its own yet."""
    routed: tuple[str, ...] = ()
    """Into which lists names went by their kind, the last one last."""
    trail: tuple[Cursor, ...] = ()
    is_filled: bool = False
    """Whether it was opened with the answers of an earlier entry."""
    lexicon: Lexicon = field(default=ENGLISH, compare=False, repr=False)
    """The language, beside English, in which typed words are read."""
    touched: frozenset[Cursor] = frozenset()
    """Questions whose answers were changed since then."""
    is_led: bool = False
    """Whether the last answer filled a list and moved on by itself, so that Tab stays at this question."""
    is_spelled: bool = False
    """Whether a name was just typed to its end, which answered: Enter after it books nothing."""
    problem: Message | None = None
    status: Status = "asking"

    # Keys

    def press(self, key: str) -> "EntryForm":
        """The form after a key: a character, or one of those that have a name."""
        if self.status != "asking":
            return self
        if key == "tab" and self.is_led:
            return replace(self, is_led=False)
        clear = replace(self, problem=None, is_led=False, is_spelled=False)
        if self.is_spelled and key == "enter":
            return clear
        if (self.has_strayed and key in ("enter", "delete")) or (self.stray and key == "backspace"):
            return clear
        try:
            if self.has_strayed and len(key) == 1 and (self.stray + key).replace(" ", "").isalpha():
                raise self._no_answer(key)  # more of the same word
            if self.verb is None and key == "escape":
                return replace(clear, status="left")
            if self.verb is None:
                begun = (one.name for one in self.context.verbs if self.lexicon.verb_key(one) == key)
                return next((clear.begun(name) for name in begun), clear)
            touched = {self.asking.place} if self.is_filled and key not in _LOOKING else set()
            if self.same is not None and key != "escape":
                pressed = clear._decide(self.same, key)
            else:
                pressed = _KEYS[key](clear) if key in _KEYS else clear._type(key)
            if touched:
                pressed = replace(pressed, touched=pressed.touched | touched)
            is_counting = key == "backspace" or (len(key) == 1 and key.isalpha())
            return pressed if is_counting else replace(pressed, counted=0)
        except Refusal as refusal:
            return clear if self._is_said_again(key) else replace(self, problem=refusal.message)

    def _is_said_again(self, key: str) -> bool:
        """Whether a key only repeats the last answer, which was taken several times: its letter, or how many."""
        place = self.trail[-1] if self.trail else ()
        question, held = self.asking.at(place), found_at(self.draft, place)
        if question is None or question.kind != "pick" or not question.many or not held or len(held) < 2:
            return False
        choice = self.lexicon.of_key(question.choices, key)
        return {*held} == {held[0]} and (key == str(len(held)) or held[0] == (choice and choice.meaning))

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
        return replace(begun, cursor=begun.asking.first((), asked))

    def filled(self, block: Mapping[str, Any]) -> "EntryForm":
        """The form of an earlier entry with all its answers; the actions before it are in the context already."""
        left_out = ("do", "first", "at")
        own = {key: drafts.answers_of(value) for key, value in block.items() if key not in left_out}
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
            raise self._no_answer(key)
        if self.is_replacing:
            return self._replaced()._type(key)
        if self.new_name is not None:
            return self._type_kind(question, key)
        if key == _NEXT_ROW and self.has_next_row:
            return self._next_row()
        if tally is not None:
            return self if key == _NEXT_ROW and self.typed else self._count(tally, key)
        if key == "0" and self.can_be_none:
            begun = self._begun(question)
            none: Any = {} if question.kind == "table" else []
            emptied = replace(begun, draft=put(begun.draft, self.cursor, none))
            return emptied._go(emptied.asking.next())
        if question.questions:
            return self._inside(question)._type(key)
        return self._type_answer(question, key)

    def _type_answer(self, question: Question, key: str) -> "EntryForm":
        naming = self.naming
        if naming is not None and key.isdecimal() and not self.typed:
            return self._go((naming.field,))._type(key)  # no name begins so: it is the next number
        if question.kind == "switch" and (is_so := self.lexicon.yes_or_no(key)) is not None:
            return self._accept(is_so)
        if question.kind == "places" and key == _TIE and self.is_answered and not self.typed:
            return replace(self, typed=_TIE)
        if not self.typed.removeprefix(_TIE):
            # where new names are taken too, only digits are keys
            is_closed = not question.routes and (key.isdecimal() or not question.is_open)
            choices = question.choices if question.kind in ("pick", "places") and is_closed else ()
            picked = self.lexicon.of_key(choices, key)
            if picked is not None:
                return self._pick(picked)
            if question.choices and not question.is_open and self._is_said_again(key):
                return self
        typed = replace(self, typed=self.typed + key, marked=None)
        if not drafts.may_begin(question, typed.typed.removeprefix(_TIE), self.lexicon):
            raise self._no_answer(key)
        return typed._settle_if_certain(question)

    def _no_answer(self, key: str) -> Refusal:
        """Why a key doesn't fit, with the letters typed before it that didn't fit either."""
        asked = self.question if self.tally is None else self.tally.question
        before = self.stray or self.typed
        said = "entry.all-answered" if asked is None and self.is_complete else "entry.no-answer"
        return refused(said, "" if asked is None else asked.field, word=f"{before}{key}")

    def _type_kind(self, question: Question, key: str) -> "EntryForm":
        found = None if self.typed else self.lexicon.of_key(self.candidates, key)
        if found is not None:
            return self._take(found)
        typed = replace(self, typed=self.typed + key, marked=None)
        if self.new_kind is None or not typed.candidates:
            raise refused("entry.which-is", question.field, name=self.new_name)
        return typed

    def _decide(self, same: Choice, key: str) -> "EntryForm":
        """The same thing is meant, which may need no answer of its own; or it gets another name."""
        is_so, naming = self.lexicon.yes_or_no(key), self.naming
        if is_so is False or key in ("backspace", "delete", "shift+tab"):
            return replace(self, same=None)
        if not is_so or naming is None:
            raise Refusal(missing_answer(self._asked(), self.lexicon))
        number, done = self.cursor[-1], self._accept(same.value, same)
        if same.refusal is None:
            return done
        others = [one for one in done.draft[naming.field] if str(one) != number]
        place = (naming.field,)
        draft = put(done.draft, place, others) if others else removed(done.draft, place)
        return replace(done, draft=draft, problem=same.refusal)

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
        return replace(self, draft=put(self.draft, (led.field,), other.meaning))

    def _settle_if_certain(self, question: Question) -> "EntryForm":
        if question.kind == "count" and self.typed.isdecimal() and question.high is not None:
            if len(self.typed) > 1 and int(self.typed) > question.high and not question.choices:
                bounds = {"low": question.low or 0, "high": question.high}
                return replace(self, typed="", problem=say("entry.at-most", word=self.typed, **bounds))
            is_certain = self.typed == "0" or int(self.typed) * 10 > question.high
            return self._accept_typed() if is_certain else self
        if question.kind in ("pick", "places") and not question.is_open and question.choices:
            found = self.candidates
            if len(found) == 1 and not self._is_guessed(found[0]):
                return self._pick(found[0])
        return self

    def _enter(self) -> "EntryForm":
        question = self.question
        if self.marked is not None and self.meant is not None:
            return self._take(self.meant)
        if self.new_name is not None:
            if self.typed and self.meant is not None:
                return self._take(self.meant)
            raise refused("entry.which-is", name=self.new_name)
        if self.is_typing and self.typed != _TIE:
            return self._accept_typed()
        naming = self.naming
        if naming is not None:
            return self._go((naming.field,))  # without a name
        if question is not None and question.field == "ruling" and not self.is_answered:
            raise Refusal(missing_answer(question, self.lexicon))
        lacking = self._lacking()
        if lacking is None:
            return replace(self, status="booked")
        asked = self.asking.at(lacking)
        if asked is not None and lacking == self.cursor:
            if asked.default is not None:
                return self._accept(asked.default)
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
            return self._go((naming.field,))._tab()  # as after a number that has a name
        if self.cursor:
            return self._go(self.asking.next(by_tab=True))
        return self._go(self.asking.first((), tuple(one for one in self.questions if one.is_rare)))

    # A name typed letter by letter, where letters answer at once

    @property
    def named(self) -> tuple[Choice, ...]:
        """The choices of the question, where a letter answers it at once; none where it takes a text or a number."""
        question, tally = self.question, self.tally
        if question is None or (self.is_typing and self.typed != _TIE) or self.takes_text or self.has_strayed:
            return ()
        if question.questions and tally is None and self.new_name is None:
            return self._inside(question).named
        if question.kind == "switch":
            return YES_OR_NO
        return replace(self, typed="").candidates if tally or question.kind in ("pick", "places") else ()

    def answered(self, choice: Choice) -> "EntryForm":
        return self._doing(lambda form: form._replaced()._take(choice))

    def spelling(self, word: str) -> "EntryForm":
        """The form with the beginning of a name, of which no letter answers anything."""
        question, tie = self._asked(), self.typed if self.typed == _TIE else ""
        at = self._inside(question) if question.questions and self.tally is None else self._replaced()
        return replace(at, typed=tie + word, marked=None, problem=None)

    def _replaced(self) -> "EntryForm":
        if not self.is_replacing:
            return self
        emptied = self._emptied(is_answered_next=True)
        return replace(emptied, touched=self.touched | {self.asking.place})

    def _backspace(self) -> "EntryForm":
        if self.new_name is not None and not self.typed:
            is_chosen = self.new_kind is not None and self.new_name not in self.new_kind.unplaced
            return replace(self, new_kind=None) if is_chosen else self._name_again()
        question, tally = self.question, self.tally
        is_implied = any(filled == self.cursor for _, filled in self.implied)
        if self.is_typing:
            return replace(self, typed=self.typed[:-1], marked=None)
        if tally is not None and tally.pairs and not is_implied:
            return self._one_less(tally)
        if self.cursor[-1:] == (NEXT,) and holder_of(self.draft, self.cursor):
            *_, last = holder_of(self.draft, self.cursor)
            return replace(self, draft=removed(self.draft, (*self.cursor[:-1], last)))
        if question is not None and question.is_list and self.is_answered and not is_implied:
            return self._take_back(question)
        known = [one.meaning for one in question.choices] if question is not None else []
        text = found_at(self.draft, self.cursor) if self.takes_text and not is_implied else None
        if isinstance(text, str) and text not in known:
            return replace(self._emptied(), typed=text[:-1])
        return self._emptied() if self.is_answered and not self.trail else self._step_back()

    def _name_again(self) -> "EntryForm":
        return replace(self, typed=self.new_name or "", new_name=None, new_kind=None)

    def _step_back(self) -> "EntryForm":
        """To the previous question, which shows its answer; an incomplete row is removed."""
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

    def _shift_tab(self) -> "EntryForm":
        """As the questions stand on the screen, also where a sign led past some of them."""
        order = [one for one in by_keys(self.questions, self.draft) if not one.is_rare]
        fields, place, before = [one.field for one in order], self.asking.place, self.trail[-1:]
        at = fields.index(str(place[0])) if len(place) == 1 and place[0] in fields else 0
        if self.new_name is None and at and before and before[0][:1] in [(one,) for one in fields[: at - 1]]:
            return replace(self, cursor=self.asking.first((), (order[at - 1],)), typed="", marked=None)
        return self._step_back()

    def _is_there(self, cursor: Cursor) -> bool:
        """Whether an earlier place of the cursor still exists: rows may have been removed."""
        tally = self.tally
        if cursor == self.cursor or (tally is not None and cursor[: len(tally.place)] == tally.place):
            return False
        for depth, part in enumerate(cursor):
            if isinstance(part, int) and part > len(found_at(self.draft, cursor[:depth]) or ()):
                return False
        return not cursor or self.asking.at(cursor) is not None

    def _delete(self) -> "EntryForm":
        if self.new_name is not None:
            return replace(self, new_name=None, new_kind=None, typed="", marked=None)
        naming = self.naming
        if naming is not None and not self.typed:
            return replace(self._go((naming.field,))._backspace(), typed="")  # the number itself was wrong
        return self._emptied()

    def _down(self) -> "EntryForm":
        last = max(0, len(self.candidates) - 1)
        return replace(self, marked=0 if self.marked is None else min(last, self.marked + 1))

    def _sideways(self, way: int) -> "EntryForm":
        """To another pair of a tally, or to the first question of another row; at rows, to the last or first one."""
        tally, question = self.tally, self.question
        if tally is not None and tally.pairs:
            at = tally.at(self.cursor)
            other = (0 if way > 0 else len(tally.pairs) - 1) if at is None else at + way
            if 0 <= other < len(tally.pairs):
                return replace(self, cursor=tally.cursor(other), typed="")
        if question is not None and question.is_rows and (held := found_at(self.draft, self.cursor)):
            row = len(held) - 1 if way < 0 else 0
            return self._go((*self.cursor, row, question.questions[0].field))
        around = row_around(self.asking.place)
        if around is None or self.is_typing:
            return self
        place, row = around[:-1], int(around[-1]) + way
        rows, held = self.asking.at(place), found_at(self.draft, place)
        if rows is None or not 0 <= row <= len(held or ()):
            return self
        if tally is None or row == len(held):
            return self._jump((*place, row, rows.questions[0].field))
        there = self._jump((*place, row, *tally.place[len(around) :]))
        return there._sideways(way) if there.tally and there.tally.pairs else there

    def _next_row(self) -> "EntryForm":
        """Takes what is typed and begins the next of the innermost rows that have an answer."""
        done = self._accept_typed() if self.is_typing else self
        row = done.asking.begun_row()
        rows = None if row is None else done.asking.at(row[:-1])
        if row is None or rows is None:
            return done
        lacking = done._lacking_in(row, rows.questions, found_at(done.draft, row))
        return done._go(lacking or (*row[:-1], int(row[-1]) + 1, rows.questions[0].field))

    # Answers given by pointing

    def ahead(self) -> "EntryForm":
        """The form at its first question without an answer; unchanged if all have one."""
        for question in by_keys(self.questions, self.draft):
            fields = (*question.fields, *question.replaces)
            if not question.is_rare and not any(field in self.draft for field in fields):
                return self.at(question.field)
        return self

    def at(self, path: str) -> "EntryForm":
        """The form at one of its questions, in a row too: trains[2].fares; unchanged if there is no such question."""
        place: Cursor = tuple(int(row) - 1 if row else name for row, name in _STEP.findall(path))
        question = next((one for one in self.questions if place[:1] == (one.field,)), None)
        if self.status != "asking" or question is None:
            return self
        is_inside = len(place) > 1 and isinstance(place[-1], str) and self.asking.at(place) is not None
        if not is_inside or not holder_of(self.draft, place):
            place = self.asking.first((), (question._replace(need="optional"),))
        return replace(self, new_name=None, new_kind=None)._jump(place)

    def pick(self, place: int) -> "EntryForm":
        if not 0 <= place < len(self.candidates):
            return self
        return self._doing(lambda form: form._take(self.candidates[place]))

    def less(self, place: int) -> "EntryForm":
        """The form with one less of one of the candidates of a tally."""
        tally, candidates = self.tally, self.candidates
        if tally is None or not 0 <= place < len(candidates):
            return self
        at = tally.find(candidates[place].meaning)
        if at == len(tally.pairs):
            return self
        (what, number), least = tally.pairs[at], candidates[place].low
        fewer = tally.counted(at, *([(what, number - 1)] if number > least else []))
        return self._doing(lambda form: form._tallied(fewer, at))

    def count(self, place: int, text: str) -> "EntryForm":
        """The form with so many of one of the candidates of a tally."""
        tally, candidates = self.tally, self.candidates
        if tally is None or not 0 <= place < len(candidates):
            return self
        if not is_number(text):
            wrong = misfit(tally.question.questions[1], Token(text, 0), self.lexicon)
            return replace(self, problem=wrong.message)
        what = candidates[place].meaning
        at = tally.find(what)
        counted = tally.counted(at, (what, number(text)))
        return self._doing(lambda form: form._tallied(counted, at))

    def say(self, text: str) -> "EntryForm":
        """The form after a whole answer; a name that isn't known in full is a new one."""
        question, tally = self.question, self.tally
        if self.status != "asking" or question is None:
            return self

        def answered(form: "EntryForm") -> "EntryForm":
            if tally is not None:
                raise misfit(tally.question, Token(text, 0), self.lexicon)
            inside = form._inside(question) if question.questions else form
            asked, word = inside.question, text.strip()
            known = matches(self.lexicon.choices(inside.candidates), word) if word else []
            is_name = asked is not None and inside.takes_text and asked.kind not in ("text", "value")
            if asked is None or not is_name or not word or (known and known[0].is_whole):
                return replace(inside, typed=text, marked=None)._accept_typed()
            return inside._ask_kind(asked, word) if asked.routes else inside._accept(word)

        return self._doing(answered)

    # Rows and groups around the current question

    @property
    def beside(self) -> Questions:
        """What the innermost row or group around the current question asks; nothing where there is none."""
        return self.asking.level()[1]

    def go_beside(self, place: int) -> "EntryForm":
        outer, questions = self.asking.level()
        if not 0 <= place < len(questions):
            return self
        return self._jump(self.asking.first(outer, (questions[place]._replace(need="optional"),)))

    @property
    def rows(self) -> tuple[tuple[object, ...], ...]:
        """The answers with which each of the rows around the current question begins."""
        _, question, held = self.asking.rows()
        if question is None:
            return ()
        heads = (row.get(question.questions[0].field, ()) for row in held)
        return tuple(tuple(one) if isinstance(one, list) else (one,) for one in heads)

    def go_to_row(self, row: int) -> "EntryForm":
        place, question, held = self.asking.rows()
        if question is None or not 0 <= row < len(held):
            return self
        return self._jump((*place, row, question.questions[0].field))

    @property
    def has_next_pair(self) -> bool:
        """Whether another name can be told more of, in a table that tells several things of each."""
        return bool(self.asking.groups_by_key())

    def next_pair(self) -> "EntryForm":
        place = self.asking.groups_by_key()
        return self._go((*place, NEXT)) if place else self

    def without_last(self) -> "EntryForm":
        question = self.question
        if question is None or not question.is_list or not self.is_answered:
            return self
        return self._doing(lambda form: replace(form._take_back(question), typed=""))

    @property
    def can_be_none(self) -> bool:
        """Whether 0 answers that there are none."""
        question, tally = self.question, self.tally
        if question is None or self.is_typing or self.new_name is not None:
            return False
        if tally is not None:
            return not tally.pairs
        if self.is_answered:
            return False
        if question.questions:
            return question.is_open_ended
        is_list = question.is_list and question.kind != "places" and not question.routes
        is_no_answer = question.kind == "pick" or (question.low or 0) > 0
        return is_list and is_no_answer and question.is_optional

    def _doing(self, act: Callable[["EntryForm"], "EntryForm"]) -> "EntryForm":
        """The form after an answer; unchanged, with the problem, if the answer is refused."""
        touched = self.touched | {self.asking.place} if self.is_filled else self.touched
        try:
            return act(replace(self, problem=None, is_led=False, counted=0, touched=touched))
        except Refusal as refusal:
            return replace(self, problem=refusal.message)

    def _take(self, choice: Choice) -> "EntryForm":
        question, tally = self._asked(), self.tally
        if self.new_name is not None:
            return self._take_kind(question, choice)
        if tally is not None:
            return self._one_more(tally, choice)
        return (self._inside(question) if question.questions else self)._pick(choice)

    def _asked(self) -> Question:
        question = self.question
        assert question is not None
        return question

    def _inside(self, question: Question) -> "EntryForm":
        """At the first question of the next row, of a pair or of a group."""
        begun = self._begun(question)
        place: Cursor = (*self.cursor, NEXT)
        if question.is_rows:
            rows = holder_of(begun.draft, self.cursor).get(question.field, ())
            place = (*self.cursor, len(rows), question.questions[0].field)
        elif question.is_group:
            place = (*self.cursor, question.questions[0].field)
        return begun._go(place)

    def _jump(self, cursor: Cursor) -> "EntryForm":
        """To a question that was pointed at; an incomplete row that is left is removed."""
        return replace(self._without_half_row(cursor), problem=None)._go(cursor)

    def _go(self, cursor: Cursor) -> "EntryForm":
        trail = self.trail if cursor == self.cursor else (*self.trail, self.cursor)
        return replace(self, cursor=cursor, trail=trail, typed="", marked=None, same=None)

    # Answers

    def _accept_typed(self) -> "EntryForm":
        question, word, tally = self._asked(), Token(self.typed, 0), self.tally
        if tally is not None:
            return self._one_more(tally, self._meant(tally.question))
        if question.kind == "text" or (question.kind == "value" and len(self.candidates) != 1):
            return self._accept(value_of(question, word, None, self.lexicon))
        is_count, found = question.kind == "count", self.candidates
        if is_count and is_number(self.typed):
            return self._accept(number(self.typed))
        if found:
            return self._pick(self._meant(question))
        name = self.typed.strip('"')
        if self.typed.islower() and name == self.typed:
            name = name[:1].upper() + name[1:]
        if not is_count and not name.strip():
            raise Refusal(missing_answer(question, self.lexicon))
        if question.routes:
            return self._ask_kind(question, name)
        if question.names_in is not None and (known := _NUMBERED.fullmatch(name)):
            numbered = self._accept(number(known["number"]))
            return numbered._accept(known["name"]) if numbered.naming else numbered
        if is_count or not question.is_open:
            raise misfit(question, word, self.lexicon)
        return self._accept(name)

    def _meant(self, question: Question) -> Choice:
        meant = self.meant
        if meant is not None:
            return meant
        if len(self.candidates) < 2:
            raise misfit(question, Token(self.typed, 0), self.lexicon)
        raise refused("entry.which", question.field)

    def _pick(self, choice: Choice) -> "EntryForm":
        question = self._asked()
        if question.routes:
            route = next((one for one in question.routes if choice in one.choices), None)
            if route is None:
                return self._ask_kind(question, str(choice.value))
            return self._put_into(route, str(choice.meaning))
        return self._accept(choice.meaning, choice)

    def _ask_kind(self, question: Question, name: str) -> "EntryForm":
        """A new name: what is it, unless that is known and only what it stands for is not."""
        known = (one for one in question.routes if fold(name) in map(fold, one.unplaced))
        return replace(self, new_name=name, new_kind=next(known, None), typed="", marked=None)

    def _take_kind(self, question: Question, choice: Choice) -> "EntryForm":
        """The kind of a new name, or what it stands for, which the copy book is to remember."""
        name, kind, answer = str(self.new_name), self.new_kind, str(choice.meaning)
        if kind is None and not choice.is_word:
            slip = self.slip
            return self if slip is None else replace(self, new_name=None)._pick(slip)
        if kind is None:
            route = next(one for one in question.routes if one.word == choice.value)
            if route.is_open:
                return self._put_into(route, name)
            return replace(self, new_kind=route, typed="", marked=None)
        told = self.told
        if kind.teaches is not None:
            page, fact = kind.teaches
            told = (*told, (kind.field, answer, Lesson(page, name, {fact: answer})))
        return replace(self, told=told)._put_into(kind, answer)

    def _put_into(self, route: Route, name: str) -> "EntryForm":
        place = (*self.cursor[:-1], route.field)
        names = found_at(self.draft, place) or []
        draft = self.draft if name in names else put(self.draft, place, [*names, name])
        routed = (*self.routed, route.field)
        return replace(self, draft=draft, routed=routed, typed="", marked=None, new_name=None, new_kind=None)

    def _accept(self, value: Any, choice: Choice | None = None) -> "EntryForm":
        question = self._asked()
        if self.cursor[-1] == NEXT:
            place = (*self.cursor[:-1], str(value))
            held = self.asking.at(place)
            return self._go((*place, held.questions[0].field) if held and held.is_group else place)
        if question.is_list:
            return self._append(question, value)
        naming = self.naming
        if naming is not None and self.same is None:
            before = found_at(self.draft, self.cursor)
            same = next((one for one in question.taken if fold(str(one.value)) == fold(str(value))), None)
            if same is not None and fold(before or "") != fold(value):
                return replace(self, same=same, typed="", marked=None)
        begun = self._begun(question)
        draft, holder = drafts.opened(begun.draft, self.cursor)
        holder[str(self.cursor[-1])] = value
        implies = choice.implies if choice else {}
        filled = {key: deepcopy(kept) for key, kept in implies.items() if key not in holder}
        holder.update(filled)
        implied = tuple((self.cursor, (*self.cursor[:-1], key)) for key in filled)
        done = replace(begun, draft=draft, implied=(*begun.implied, *implied))
        applied = {one.field for one in self.questions if one.applies}
        needless = {one.field for one in done.questions if not one.applies} & applied
        done = replace(done, draft={key: kept for key, kept in draft.items() if key not in needless})
        return done._go(done.asking.next() if naming is None else (naming.field,))

    def _append(self, question: Question, value: Any) -> "EntryForm":
        """One more answer of a list; after the last one that it takes, the next question is asked."""
        begun = self._begun(question)
        draft, holder = drafts.opened(begun.draft, self.cursor)
        held = holder.setdefault(str(self.cursor[-1]), [])
        if question.most == 1:
            held.clear()  # whoever goes back to it replaces its answer
        told = next((one for one in question.choices if one.meaning == value), None)
        if question.kind != "places":
            held += [value] * (1 if told is None else told.low)
        elif self.typed.startswith(_TIE) and held:
            held[-1].append(value)
        else:
            held.append([value])
        for key, names in (told.implies if told is not None else {}).items():
            holder.setdefault(key, {}).update(names)
        given = replace(begun, draft=draft, typed="", marked=None)
        if question.names_in is not None and told is None:
            is_fit = not isinstance(value, int) or (question.low or 0) <= value <= (question.high or value)
            if is_fit and str(value) not in given.draft.get(question.names_in, {}):
                return given._go((question.names_in, str(value)))
        asked = given.question or question
        is_closed = bool(asked.choices) and not asked.is_open and asked.kind == "pick"
        if not (asked.is_full(held) or (is_closed and all(one.refusal for one in asked.choices))):
            return given
        following = given.asking.next()
        return replace(given._go(following), is_led=question.most != 1 and bool(following))

    def _begun(self, question: Question) -> "EntryForm":
        """Without what an earlier answer to this question filled, and without what this answer takes back."""
        here = self.asking.place
        own = [here, *((*here[:-1], name) for name in question.replaces)]
        emptied = [place for by, place in self.implied if by == here or place == here]
        draft = self.draft
        for place in (*emptied, *own[1:]):
            draft = removed(draft, place, is_pruned=False)
        implied = tuple((by, place) for by, place in self.implied if by != here and place not in own)
        return replace(self, draft=draft, implied=implied)

    def _is_guessed(self, choice: Choice) -> bool:
        """Whether one letter fits only another word for a choice, perhaps of another language: it waits for more."""
        is_letter = len(self.typed) == 1 and not self.typed.isdecimal()
        return is_letter and not skeleton(str(choice.value)).startswith(skeleton(self.typed))

    # A tally

    def _count(self, tally: Tally, key: str) -> "EntryForm":
        """A letter is one more of what it stands for, a digit says how many; 0 that there are none."""
        if self.is_typing:
            raise self._no_answer(key)
        choice = self.lexicon.of_key(tally.question.questions[0].choices, key)
        if choice is not None:
            return self._one_more(tally, choice)
        if key == "0" and not tally.pairs:
            none = self._tallied(tally, 0)
            return none._go(none.asking.next())
        at, is_sign = tally.at(self.cursor), key == "-" and not self.typed
        if at is None or not (key.isdecimal() or is_sign):
            raise self._no_answer(key)
        what, number = tally.pairs[at]
        if key == "0" and not self.typed and tally.question.is_rows and tally.question.questions[1].low:
            return self._tallied(tally.counted(at), at)
        typed = self.typed + key
        counted = tally.counted(at, (what, number if is_sign else int(typed)))
        return replace(self._tallied(counted, at), typed=typed)

    def _one_more(self, tally: Tally, choice: Choice) -> "EntryForm":
        """One more of it; its letter twice is two, also where it must be two."""
        at = tally.find(choice.meaning)
        before = 0 if at == len(tally.pairs) else tally.pairs[at][1]
        counted = (self.counted if self.counted and at == tally.at(self.cursor) else before) + 1
        more = tally.counted(at, (choice.meaning, max(choice.low, counted)))
        return replace(self._tallied(more, at), counted=counted)

    def _one_less(self, tally: Tally) -> "EntryForm":
        """Without the last letter or digit of the pair at the cursor; without all of it after the only one."""
        at = tally.at(self.cursor)
        place = len(tally.pairs) - 1 if at is None else at
        what, number = tally.pairs[place]
        choice = tally.choice(what)
        least = 1 if choice is None else choice.low
        counted = max(0, self.counted - 1)
        typed = "" if self.counted else (self.typed or str(number))[:-1]
        if not counted and not typed.lstrip("-") and not self.typed:
            return self._tallied(tally.counted(place), place)
        number = int(typed) if typed.lstrip("-") else max(least, counted)
        fewer = tally.counted(place, (what, number))
        return replace(self._tallied(fewer, place), typed=typed, counted=counted)

    def _tallied(self, tally: Tally, at: int) -> "EntryForm":
        if not tally.pairs and self.tally is not None and self.tally.pairs:
            return replace(self, cursor=tally.place)._emptied()
        begun = self._begun(tally.question)
        draft, cursor = put(begun.draft, tally.place, tally.held), tally.cursor(min(at, len(tally.pairs) - 1))
        return replace(begun, draft=draft, cursor=cursor, typed="", marked=None, counted=0)

    # Removing answers

    def _take_back(self, question: Question) -> "EntryForm":
        """Without the last of several answers, which is typed again where it was typed."""
        fields = [*question.fields[1:], *self.routed] if question.routes else [str(self.cursor[-1])]
        holder = holder_of(self.draft, self.cursor)
        field = next(name for name in reversed(fields) if name in holder)
        held = deepcopy(holder[field])
        last = held[-1] if question.kind == "places" and held else held
        name = last.pop() if last else ""
        if question.kind == "places" and held and not held[-1]:
            held.pop()
        place = (*self.cursor[:-1], field)
        draft = put(self.draft, place, held) if held else removed(self.draft, place)
        if question.names_in is not None:
            implies = next((one.implies for one in question.choices if one.meaning == name), {})
            for named in (str(name), *implies.get(question.names_in, {})):
                draft = removed(draft, (question.names_in, named))
        routed = self.routed[:-1] if question.routes else self.routed
        told = tuple(one for one in self.told if one[:2] != (field, name))
        back = replace(self, draft=draft, routed=routed, told=told, typed="", marked=None)
        if question.kind == "count":
            return replace(back, typed=str(name)[:-1])  # a whole number would be taken again at once
        is_led = any(one.field == field and one.needs_word for one in question.routes)
        is_old = self.is_filled and self.asking.place not in self.touched
        if is_led or is_old or not (question.routes or question.is_open):
            return back
        back = replace(back, typed=str(name))
        meant = [fold(str(choice.value)) for choice in back.candidates[:1]]
        is_longer = meant and meant != [fold(back.typed)]  # which Enter would take
        return replace(back, typed=f'"{name}') if is_longer else back

    def _emptied(self, is_answered_next: bool = False) -> "EntryForm":
        """Without an answer to what is asked; without the row that it heads, unless another answer comes."""
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
        row = at.asking.headed_row()
        if row is not None and not is_answered_next:
            return at._without_row(row)
        fields = [str(at.cursor[-1]), *question.fields[1:]]
        draft = at.draft
        for name in (*fields, *([question.names_in] if question.names_in else [])):
            draft = removed(draft, (*at.cursor[:-1], name), is_pruned=not is_answered_next)
        told = tuple(one for one in at.told if one[0] not in fields)
        emptied = replace(at, draft=draft, told=told)
        return replace(emptied, cursor=(*at.cursor[:-1], NEXT)) if at.asking.pair is not None else emptied

    def _without_row(self, row: Cursor) -> "EntryForm":
        # the numbers of rows have changed: what they hold are answers now
        implied = tuple(one for one in self.implied if one[1][: len(row) - 1] != row[:-1])
        return replace(self, draft=removed(self.draft, row), implied=implied)

    def _without_half_row(self, cursor: Cursor) -> "EntryForm":
        """Without the current row if the cursor leaves it incomplete."""
        row = row_around(self.cursor)
        if row is None or cursor[: len(row)] == row:
            return self
        rows, held = self.asking.at(row[:-1]), found_at(self.draft, row)
        if rows is None or held is None or self._lacking_in(row, rows.questions, held) is None:
            return self
        return self._without_row(row)

    # What a screen shows

    @property
    def questions(self) -> Questions:
        """All that the action asks, in the order of a line; in a row, as if it were the last one."""
        held = found_at(self.draft, self.cursor) if self.cursor else None
        if isinstance(held, list) and held and isinstance(held[-1], list) and not self.typed.startswith(_TIE):
            # the next answer begins a place of its own
            return self.ask(put(self.draft, self.cursor, [*held, []]))
        depth = next((depth for depth, step in enumerate(self.cursor) if isinstance(step, int)), None)
        if depth is not None and len(self.cursor) > depth + 1:
            place, row = self.cursor[:depth], int(self.cursor[depth])
            rows = found_at(self.draft, place) or []
            if row < len(rows) - 1:
                return self.ask(put(self.draft, place, rows[: row + 1]))
        return self.ask(self.draft)

    @property
    def asking(self) -> Asking:
        return Asking(self.questions, self.draft, self.cursor)

    @property
    def question(self) -> Question | None:
        question = self.asking.at(self.cursor)
        if question is None or self.same is None or self.same.hint is None:
            return question
        return Question(question.field, "switch", self.same.hint)

    @property
    def tally(self) -> Tally | None:
        return self.asking.tally

    @property
    def is_typing(self) -> bool:
        """Whether something is typed that isn't an answer yet; in a tally, digits are."""
        return bool(self.typed) and (self.tally is None or not self.typed.lstrip("-").isdecimal())

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
            word = self.typed if self.is_typing else ""
            return tuple(self.lexicon.starting_with(tally.question.questions[0].choices, word))
        choices = question.choices
        typed = self.typed.removeprefix("=") if question.kind == "places" else self.typed
        word, _, name = typed.partition(" ")
        led = [one for one in question.routes if one.needs_word and self.lexicon.spelled((one.word,), word)]
        if name and led:  # as it is shown
            choices, typed = led[0].choices, name
        elif question.routes:
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
        fitting = [] if typed.startswith('"') else self.lexicon.starting_with(choices, typed)
        fitting.sort(key=lambda one: (one.refusal is not None, one.value != question.default))
        return tuple(fitting)

    @property
    def meant(self) -> Choice | None:
        """The candidate that Enter takes: the marked one, the one called so, or the only one."""
        found = self.candidates
        if self.marked is not None and found:
            return found[min(self.marked, len(found) - 1)]
        question = self.question
        if not self.is_typing or not found or question is None:
            return None
        if len(found) == 1:
            return found[0] if question.is_open or not self._is_guessed(found[0]) else None
        known = matches(self.lexicon.choices(found), self.typed.removeprefix(_TIE))
        whole = [one.choice for one in known if one.is_whole]
        return whole[0] if len(whole) == 1 else None

    def _kinds(self, question: Question) -> tuple[Choice, ...]:
        """What a new name may be; then what a name of that kind may stand for."""
        if self.new_kind is None:
            kinds = {one.word: one.ask for one in question.routes if one.is_open or one.teaches}
            keys = self.lexicon.word_letters(tuple(kinds))
            words = (Choice(one, key=keys[one], hint=ask, is_word=True) for one, ask in kinds.items())
            slip = self.slip
            return (*(() if slip is None else (slip._replace(key="1"),)), *words)
        own = [one for one in self.new_kind.choices if one.answer is None]
        return tuple(sorted(self.lexicon.starting_with(own, self.typed), key=lambda one: one.key))

    @property
    def slip(self) -> Choice | None:
        """The known name that a new one is probably a slip of."""
        question = self._asked()
        known = {fold(str(one.value)): one for route in question.routes for one in route.choices}
        found = slip_of(fold(self.new_name or ""), known)
        return None if found is None else known[found]

    @property
    def is_complete(self) -> bool:
        return self.verb is not None and self._lacking() is None

    @property
    def fields(self) -> dict[str, Any]:
        """The block as it would be saved, defaults and all, without answers that are no longer asked."""
        assert self.verb is not None
        asked = {name for one in self.questions for name in one.fields}
        kept = {key: value for key, value in self.draft.items() if key in asked}
        questions = []
        for one in self.questions:
            # of an entry that was made without an answer, nothing is assumed as long as nobody answers
            is_left_out = self.is_filled and one.is_optional and (one.field,) not in self.touched
            questions.append(one._replace(default=None) if is_left_out else one)
        block = block_of(self.context, self.verb, drafts.with_defaults(tuple(questions), kept))
        return {**block, "first": [dict(one) for one in self.first]} if self.first else block

    @property
    def naming(self) -> Question | None:
        """The question whose number is asked for its name now."""
        if self.asking.pair is None:
            return None
        return next((one for one in self.questions if one.names_in == self.cursor[0]), None)

    @property
    def is_answered(self) -> bool:
        question = self.question
        if question is None or not self.cursor:
            return False
        holder = holder_of(self.draft, self.cursor)
        return any(field in holder for field in (str(self.cursor[-1]), *question.fields[1:]))

    @property
    def has_other_rows(self) -> bool:
        """Whether the arrows lead from the question to rows that were answered before."""
        question, around = self.question, row_around(self.asking.place)
        if self.is_typing or question is None:
            return False
        rows = found_at(self.draft, self.cursor if question.is_rows else (around or (0,))[:-1])
        return isinstance(rows, list) and len(rows) > (0 if question.is_rows else 1)

    @property
    def has_next_row(self) -> bool:
        """Whether a comma begins the next row here."""
        question = self.question
        if question is None or (self.is_typing and (question.is_open or question.kind == "text")):
            return False
        return self.asking.begun_row() is not None

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
        question = self.question
        if not self.is_filled or self.typed or question is None or self.tally is not None:
            return False
        return question.is_list and self.is_answered and self.cursor not in self.touched

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """What the told names teach, of those that still stand for an answer; of one name what was said last."""
        found = [lesson for field, answer, lesson in self.told if answer in self.draft.get(field, ())]
        return tuple({(lesson.page, fold(lesson.name)): lesson for lesson in found}.values())

    @property
    def shown(self) -> str:
        """What is typed, whether or not it can be an answer."""
        return self.stray if self.has_strayed else self.typed if self.is_typing else ""

    @property
    def stray(self) -> str:
        """Typed letters that fit no answer."""
        problem = self.problem
        return str(problem.values["word"]) if problem is not None and problem.key in _NO_ANSWER else ""

    @property
    def has_strayed(self) -> bool:
        """Whether the last key was no answer: Enter books nothing then, but takes a number that was typed."""
        return bool(self.stray) and not (self.is_typing and is_number(self.typed))

    # What is missing

    def _lacking(self) -> Cursor | None:
        """The first question that must still be answered, in rows and groups too; None where nothing is missing."""
        if self.asking.pair is not None and not self.is_answered and self.naming is None:
            return self.cursor
        return self._lacking_in((), self.questions, self.draft)

    def _lacking_in(self, outer: Cursor, questions: Questions, fields: Draft) -> Cursor | None:
        # an entry that was made without what is expected may stay so
        is_open = not self.is_filled or bool(self.touched)

        def is_needed(question: Question) -> bool:
            is_asked = not question.is_optional or (question.need == "expected" and is_open)
            return is_asked and question.applies and (question.default is None or question.need == "expected")

        place, question = next(gaps(questions, fields, is_needed, outer, drafts.in_turn), (None, None))
        return place if place is None or question is None else self.asking.inside(place, question)


_LOOKING = ("enter", "tab", "shift+tab", "up", "down", "escape")
"""Keys that change no answer."""
_KEYS: dict[str, Callable[[EntryForm], EntryForm]] = {
    "enter": EntryForm._enter,
    "tab": EntryForm._tab,
    "shift+tab": EntryForm._shift_tab,
    "backspace": EntryForm._backspace,
    "delete": EntryForm._delete,
    "escape": lambda form: replace(form, status="left"),
    "up": lambda form: replace(form, marked=max(0, (form.marked or 0) - 1)),
    "down": EntryForm._down,
    "left": lambda form: form._sideways(-1),
    "right": lambda form: form._sideways(1),
}


def rebased(form: EntryForm, context: EntryContext, first: tuple[Mapping[str, Any], ...]) -> EntryForm:
    """The same answers in another context, at the same question or else at the first without an answer."""
    if form.verb is None:
        return EntryForm(context)
    candidates = form.candidates if form.marked is not None else ()
    chosen = candidates[min(form.marked or 0, len(candidates) - 1)].value if candidates else None
    ask = asked_once(context.ask(form.verb))
    there = replace(form, context=context, first=first, ask=ask, marked=None, problem=None)
    question, kind = there.question, form.new_kind
    routes = {route.word: route for route in question.routes} if question is not None else {}
    if (question is None and form.cursor) or (kind is not None and kind.word not in routes):
        plain = replace(there, cursor=(), typed="", new_name=None, new_kind=None)
        return replace(plain, counted=0, is_led=False).ahead()
    there = replace(there, new_kind=None if kind is None else routes[kind.word])
    values = [one.value for one in there.candidates] if chosen is not None else []
    return replace(there, marked=values.index(chosen)) if chosen in values else there
