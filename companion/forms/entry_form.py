"""An unfinished entry: its answers, its cursor, and what keys and taps do to them. Screens only draw it.

Keys mean the same in every entry of every game: docs/entering.md.
"""

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property
from string import digits
from typing import Any, Literal, NamedTuple

from companion.core.board_notes import Lesson
from companion.core.errors import Refusal, refusal
from companion.core.forms import Choice, Draft
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.forms import drafts
from companion.forms.asides import Aside, DidYouMean, KindOf, SameAs
from companion.forms.drafts import NEXT, Cursor, Origins, found_at, holder_of, put, remove, row_around
from companion.forms.hand import Hand, by_keys
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.lines import EntryContext, block_of
from companion.forms.matching import called
from companion.forms.questions import Ask, Question, Questions, Route
from companion.forms.questions.holders import Tally
from companion.forms.questions.question import gaps, in_turn, with_defaults
from companion.forms.tokens import Token, is_number, number

_COMMA = ","
SIGNS = "+-*., "
"""Signs allowed between the digits of a number or a sum."""
_NO_ANSWER = ("entry.no-answer", "entry.all-answered")
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
"""A row or a field in a path such as trains[2].fares."""
CELL_BLANK = "screen.cell-blank"
"""Enter on a blank cell says so; a second Enter saves the entry without it."""
Status = Literal["asking", "saving", "left"]


class BegunName(NamedTuple):
    """A name that the last letters may begin, although the first of them has answered already."""

    before: "EntryForm"
    """The form before the first letter."""
    named: tuple[Choice, ...]
    letters: str = ""
    is_held: bool = False
    """Whether the form shows the name as typed and waits for its rest."""
    rest: str = ""
    """The end of the previous name, typed after its first letters had answered; it may begin this name."""


@dataclass(frozen=True)
class EntryForm:
    context: EntryContext
    verb: str | None = None
    ask: Ask = field(default=lambda draft: (), compare=False, repr=False)
    draft: dict[str, Any] = field(default_factory=dict)
    first: tuple[Mapping[str, Any], ...] = ()
    """Actions that the same entry saves before this action; the context is the game after them."""
    cursor: Cursor = ()
    trail: tuple[Cursor, ...] = ()
    """Earlier cursors, oldest first; Shift+Tab leads back along them."""
    typed: str = ""
    marked: int | None = None
    """The index of the candidate marked with the arrows."""
    counted: int = 0
    """How often the letter of the current pair was pressed; 0 after any other key."""
    aside: Aside | None = None
    """A question about an answer before it is taken."""
    origins: Origins = field(default_factory=Origins)
    is_filled: bool = False
    """Whether the form was opened with the answers of an earlier entry."""
    lexicon: Lexicon = field(default=ENGLISH, compare=False, repr=False)
    """The language of typed words, besides English."""
    is_spelled: bool = False
    """Whether a fully typed name has just answered; Enter right after it saves nothing."""
    problem: Message | None = None
    status: Status = "asking"
    before: "EntryForm | None" = field(default=None, compare=False, repr=False)
    """The form before the last key or tap, to which Backspace leads; None at the beginning."""
    begun_names: tuple[BegunName, ...] = field(default=(), compare=False, repr=False)
    """Names that the last letters may begin, longest first: see `spelling`."""

    @cached_property
    def questions(self) -> Questions:
        """The action's questions, in the order of the notation. Inside a row, later rows are ignored."""
        held = found_at(self.draft, self.cursor) if self.cursor else None
        if isinstance(held, list) and held and isinstance(held[-1], list) and not self.typed.startswith("="):
            # the next answer begins a new place
            return self.ask(put(self.draft, self.cursor, [*held, []]))
        depth = next((depth for depth, step in enumerate(self.cursor) if isinstance(step, int)), None)
        if depth is not None and len(self.cursor) > depth + 1:
            place, row = self.cursor[:depth], int(self.cursor[depth])
            rows = found_at(self.draft, place) or []
            if row < len(rows) - 1:
                return self.ask(put(self.draft, place, rows[: row + 1]))
        return self.ask(self.draft)

    @cached_property
    def hand(self) -> Hand:
        return Hand(self)

    # Beginning

    def begin(self, name: str) -> "EntryForm":
        """Begin an action; an instant action that needs no answer gets the status "saving" at once."""
        begun = self.about(name)
        is_instant = any(one.is_instant for one in self.context.verbs if one.name == name)
        return replace(begun, status="saving") if is_instant and begun.is_complete else begun

    def about(self, verb: str, draft: dict[str, Any] | None = None) -> "EntryForm":
        """Return the form of an action, empty or with some answers."""
        ask = ask_once(self.context.ask(verb))
        begun = EntryForm(self.context, verb, ask, draft or {}, self.first, lexicon=self.lexicon)
        asked = tuple(one for one in begun.questions if not one.is_rare)
        return replace(begun, cursor=begun.hand.first((), asked))

    def fill(self, block: Mapping[str, Any]) -> "EntryForm":
        """Return the form of an earlier entry with its answers. The context is after its `first` actions."""
        left_out = ("do", "first", "at")
        own = {key: drafts.answers_of(value) for key, value in block.items() if key not in left_out}
        if self.context.names.get(fold(str(own.get("by", "")))) == self.context.up:
            own.pop("by", None)
        filled = replace(self.about(block["do"], own), is_filled=True)
        table = filled.hand.at(filled.cursor[:1])
        if table is None or not table.previews_parts:
            return filled
        return filled.at_key(next(iter(own.get(table.field, {})), str(filled.cursor[-1])))

    # Keys

    def press(self, key: str) -> "EntryForm":
        """Press a key: a character, or the name of a key such as enter."""
        if self.status != "asking":
            return self
        return self.take_back() if key == "backspace" else self.step(lambda form: form._press(key))

    def step(self, change: Callable[["EntryForm"], "EntryForm"]) -> "EntryForm":
        """Change the form. It keeps the one before for Backspace, unless only the message has changed."""
        changed = change(self)
        if changed._visible == self._visible:
            return replace(changed, before=self.before)
        return replace(changed, before=self if self.has_strayed else self._cleared)

    def take_back(self) -> "EntryForm":
        """Return the form before the last key or tap; if there was none, empty the current question."""
        if self.before is not None:
            return self.before
        emptied = self._delete()
        return emptied if self.hand.can_clear else replace(self, problem=say("entry.first-question"))

    @property
    def _visible(self) -> tuple[object, ...]:
        """The parts of the form that Backspace brings back."""
        return self.draft, self.cursor, self.typed, self.marked, self.aside, self.stray

    @property
    def _cleared(self) -> "EntryForm":
        """The form without what it says about the last key."""
        is_clear = self.problem is None and not self.is_spelled
        return self if is_clear else replace(self, problem=None, is_spelled=False)

    def _press(self, key: str) -> "EntryForm":
        clear = self._cleared
        if self.is_spelled and key == "enter":
            return clear
        if key == "enter" and self.problem is not None and self.problem.key == CELL_BLANK:
            return replace(clear, status="saving")
        if self.has_strayed and key == "enter" and self.hand.close is not None:
            return clear.answer(self.hand.close)
        if self.has_strayed and key in ("enter", "delete"):
            return clear
        try:
            is_word = (self.stray + key).replace(" ", "").isalpha() or is_number(self.typed)
            if self.has_strayed and len(key) == 1 and is_word:
                raise self._no_answer(key)  # the key continues the same word
            if key in _LEAVING and self.hand.is_cell and self.hand.is_typing:
                self._accept_typed()  # what isn't a number is refused, and stays
            pressed = _KEYS[key](clear) if key in _KEYS else clear._type(key)
            if self.is_filled and key not in _LOOKING:
                pressed = replace(pressed, origins=pressed.origins.with_touched(self.hand.place))
            is_letter = len(key) == 1 and key.isalpha()
            return pressed if is_letter or not pressed.counted else replace(pressed, counted=0)
        except Refusal as refusal:
            return clear if self._repeats_answer(key) else replace(self, problem=refusal.message)

    def _repeats_answer(self, key: str) -> bool:
        """Whether a key only repeats the last answer, a list of equal items, by their letter or number."""
        place = self.trail[-1] if self.trail else ()
        question, held = self.hand.at(place), found_at(self.draft, place)
        if question is None or not question.is_list or not isinstance(held, list) or len(held) < 2:
            return False
        choice = self.lexicon.of_key(question.choices, key)
        return all(one == held[0] for one in held) and (
            key == str(len(held)) or held[0] == (choice and choice.meaning)
        )

    def _no_answer(self, key: str) -> Refusal:
        if self.hand.question is None and self.is_complete:
            return refusal("entry.all-answered", "", word=f"{self.stray}{key}")
        return self.hand.no_answer(key)

    def _type(self, key: str) -> "EntryForm":
        hand = self.hand
        question, tally = hand.question, hand.tally
        if len(key) != 1 or not key.isprintable():
            return self
        short = self._short_way(key)
        if short is not None:
            return short
        if question is None:
            raise self._no_answer(key)
        if self.is_replacing:
            return self._drop_old_list()._type(key)
        if self.aside is not None:
            return question.press(self, key)
        if key in (_COMMA, " "):
            between = self._type_between(question, key)
            if between is not None:
                return between
        if tally is not None:
            return self if key == _COMMA and self.typed else self._count(tally, key)
        return self._type_answer(question, key)

    def _type_answer(self, question: Question, key: str) -> "EntryForm":
        hand = self.hand
        if key == "0" and hand.can_be_none:
            begun = self._begin_answer(question)
            emptied = replace(begun, draft=put(begun.draft, self.cursor, question.nothing))
            return emptied._go(emptied.hand.next())
        if question.questions:
            return self._go_inside()._type(key)
        if hand.naming is not None and key.isdecimal() and not self.typed:
            # no name begins with a digit: it is the next number
            return self._go((hand.naming.field,))._type(key)
        is_key = self.lexicon.of_key(question.choices, key) is not None
        if question.letters() and not self.typed and not is_key and self._repeats_answer(key):
            return self
        return question.press(self, key)

    def _type_between(self, question: Question, key: str) -> "EntryForm | None":
        """Type a space, or a comma, which ends a name or begins the next row; None if part of an answer."""
        hand = self.hand
        if hand.naming is not None and (key == _COMMA or not self.typed):  # the comma ends a name or skips it
            return self._accept_typed() if self.typed else self._go((hand.naming.field,))
        if (
            key == _COMMA
            and hand.is_naming
            and question.routes
            and (hand.meant_choice is None or _COMMA in self.typed)
        ):
            # the kinds of new names are asked after the last one
            return replace(self, typed=self.typed + key, marked=None)
        if key == _COMMA and hand.is_naming and question.is_list:
            return self._accept_typed()
        if key == _COMMA and hand.has_next_row:
            return self._next_row()
        return self if question.is_list and not self.typed else None

    def _short_way(self, key: str) -> "EntryForm | None":
        """Go to the question of a sign key, or answer it if it has one choice or two; else return None."""
        question = self.hand.question
        if key.isalnum() or self.hand.is_typing or (question is not None and question.is_prose):
            return None
        led = next((one for one in self.questions if one.key == key and one.applies), None)
        if led is None:
            return None
        if len(led.choices) == 1 and led.field not in self.draft:
            only = led.choices[0]
            return self.at(led.field).choose(only)  # nothing else can be meant
        if len(led.choices) != 2:
            return self.at(led.field)
        now = self.draft.get(led.field, led.default)
        other = next(one for one in led.choices if one.meaning != now)
        return replace(self, draft=put(self.draft, (led.field,), other.meaning))

    def _enter(self) -> "EntryForm":
        """Take what is typed or marked; else go to the first missing answer; if none, ask the desk to save.

        The status "saving" asks the desk: see `Desk.open`.
        """
        hand = self.hand
        if self.aside is not None:
            meant = hand.candidates[0] if len(hand.candidates) == 1 else hand.meant_choice
            if meant is None:
                raise refusal("entry.choose")
            return self.choose(meant)
        if self.marked is not None and hand.meant_choice is not None:
            return self._take(hand.meant_choice)
        if hand.is_naming:
            return self._accept_typed()
        if hand.is_typing:  # the sign that joins a player, without the player
            raise Refusal(self._question().missing(self.lexicon))
        if hand.naming is not None:
            return self._go((hand.naming.field,))  # skip the name
        if hand.question is not None and hand.question.field == "ruling" and not hand.is_answered:
            raise Refusal(hand.question.missing(self.lexicon))
        lacking = self.next_blank_cell or self._first_gap()
        return replace(self, status="saving") if lacking is None else self._fill_gap(lacking)

    def _fill_gap(self, place: Cursor) -> "EntryForm":
        """Go to a missing answer; if it is the current one, take its default or say that it is missing."""
        if place != self.cursor:
            return self._go(place)
        asked = self._question()
        if asked.default is not None:
            return self._accept(asked.default)
        if self.hand.is_cell and self.can_preview:
            return replace(self, problem=say(CELL_BLANK, player=str(place[-1])))
        raise Refusal(asked.missing(self.lexicon))

    def _tab(self) -> "EntryForm":
        hand = self.hand
        if self.aside is not None:
            return self
        if hand.is_typing:
            taken = self._accept_typed()
            return taken if taken.aside is not None or taken.cursor != self.cursor else taken._tab()
        if hand.naming is not None:
            return self._go((hand.naming.field,))._tab()  # skip the name
        if self.cursor:
            return self._go(hand.next(by_tab=True))
        return self._go(hand.first((), tuple(one for one in self.questions if one.is_rare)))

    def _shift_tab(self) -> "EntryForm":
        """Go back one question in the order on the screen, even if a sign key skipped some."""
        order = [one for one in by_keys(self.questions, self.draft) if not one.is_rare]
        fields, place, before = [one.field for one in order], self.hand.place, self.trail[-1:]
        at = fields.index(str(place[0])) if len(place) == 1 and place[0] in fields else 0
        if self.aside is None and at and before and before[0][:1] in [(one,) for one in fields[: at - 1]]:
            return replace(self, cursor=self.hand.first((), (order[at - 1],)), typed="", marked=None)
        return self._step_back()

    def _delete(self) -> "EntryForm":
        naming, question = self.hand.naming, self.hand.question
        if self.aside is not None or (question is not None and question.is_list and self.hand.is_typing):
            return replace(self, aside=None, typed="", marked=None)
        if naming is not None and not self.typed:
            return self._go((naming.field,))._take_back(
                naming, (naming.field,)
            )  # the number itself was wrong
        return self._empty() if self.hand.can_clear else self

    def _down(self) -> "EntryForm":
        last = max(0, len(self.hand.candidates) - 1)
        return replace(self, marked=0 if self.marked is None else min(last, self.marked + 1))

    def _escape(self) -> "EntryForm":
        """Take back what is typed in a cell, else leave."""
        if not (self.typed and self.hand.is_cell):
            return replace(self, status="left")
        earlier = self
        while earlier.typed and earlier.before is not None and earlier.before.cursor == self.cursor:
            earlier = earlier.before
        return replace(earlier._empty(), typed="", cursor=self.cursor) if earlier.typed else earlier

    def _go_sideways(self, way: int) -> "EntryForm":
        """Go to the next (1) or previous (-1) pair of a tally, or to the first question of such a row."""
        hand = self.hand
        tally, question = hand.tally, hand.question
        if tally is not None and tally.pairs:
            at = tally.at(self.cursor)
            other = (0 if way > 0 else len(tally.pairs) - 1) if at is None else at + way
            if 0 <= other < len(tally.pairs):
                return replace(self, cursor=tally.cursor(other), typed="")
        if question is not None and question.has_rows and hand.answer:
            row = len(hand.answer) - 1 if way < 0 else 0
            return self._go((*self.cursor, row, question.questions[0].field))
        cells = hand.cells_around(self.cursor)
        if cells is not None:
            beside = cells.listed_keys.index(str(self.cursor[-1])) + way
            keys = cells.listed_keys[max(0, beside) : beside + 1]
            return self._go((*self.cursor[:-1], *keys)) if keys else self
        around = row_around(hand.place)
        if around is None or hand.is_typing:
            return self
        place, row = around[:-1], int(around[-1]) + way
        rows, held = hand.at(place), found_at(self.draft, place)
        if rows is None or not 0 <= row <= len(held or ()):
            return self
        if tally is None or row == len(held):
            return self._jump((*place, row, rows.questions[0].field))
        there = self._jump((*place, row, *tally.place[len(around) :]))
        return there._go_sideways(way) if there.hand.tally and there.hand.tally.pairs else there

    # Where the cursor goes

    def _go(self, cursor: Cursor) -> "EntryForm":
        trail = self.trail if cursor == self.cursor else (*self.trail, self.cursor)
        return replace(self, cursor=cursor, trail=trail, typed="", marked=None, aside=None)

    def _jump(self, cursor: Cursor) -> "EntryForm":
        """Go to a question that was pointed at. An incomplete row stays, and is missed before the entry is saved."""
        if self.hand.is_cell and self.hand.is_typing:
            return self._try(EntryForm._accept_typed)
        return replace(self, problem=None)._go(cursor)

    def _go_inside(self) -> "EntryForm":
        """Go to the first question of the next row, the next pair or the group; stay at a plain question."""
        question = self._question()
        if not question.questions:
            return self
        begun = self._begin_answer(question)
        held = holder_of(begun.draft, self.cursor).get(question.field)
        return begun._go(question.place_inside(self.cursor, held))

    def _next_row(self) -> "EntryForm":
        """Take the typed text and begin the next row."""
        done = self._accept_typed() if self.hand.is_typing else self
        row = done.hand.begun_row()
        rows = None if row is None else done.hand.at(row[:-1])
        if row is None or rows is None:
            return done
        lacking = done._first_gap_in(row, rows.questions, found_at(done.draft, row))
        return done._go(lacking or (*row[:-1], int(row[-1]) + 1, rows.questions[0].field))

    def _step_back(self) -> "EntryForm":
        """Go to the previous question; remove an incomplete row. Raise Refusal at the first question."""
        if self.aside is not None:
            return self._leave_aside()
        trail = list(self.trail)
        while trail:
            before = trail.pop()
            if not before:
                continue  # nothing was asked there
            back = self._without_half_row(before)
            if back._exists(before):
                return replace(back, cursor=before, trail=tuple(trail), typed="", marked=None)
        raise refusal("entry.first-question")

    def _exists(self, cursor: Cursor) -> bool:
        """Whether an earlier cursor still leads to another question: rows may have been removed."""
        tally = self.hand.tally
        if cursor == self.cursor or (tally is not None and cursor[: len(tally.place)] == tally.place):
            return False
        for depth, part in enumerate(cursor):
            if isinstance(part, int) and part > len(found_at(self.draft, cursor[:depth]) or ()):
                return False
        return not cursor or self.hand.at(cursor) is not None

    # Names typed letter by letter

    def answer(self, choice: Choice) -> "EntryForm":
        return self._try(lambda form: form._drop_old_list()._take(choice))

    def spell(self, word: str) -> "EntryForm":
        """Show the beginning of a name as typed, without taking its letters for answers."""
        question = self._question()
        sign = "" if question.bare(self.typed) else self.typed
        is_outside = bool(question.questions) and self.hand.tally is None
        at = self._go_inside() if is_outside else self._drop_old_list()
        return replace(at, typed=sign + word, marked=None, problem=None)

    # Answers given by pointing

    def ahead(self) -> "EntryForm":
        """Go to the first question without an answer, if there is one."""
        for question in by_keys(self.questions, self.draft):
            fields = (*question.fields, *question.replaces)
            if not question.is_rare and not any(field in self.draft for field in fields):
                return self.at(question.field)
        return self

    def question_about(self, path: str | None) -> Question | None:
        """The question whose answer fills the first field of a path; None if there is none."""
        field = re.split(r"[.\[]", path or "")[0]
        return next((one for one in self.questions if field in one.fields), None)

    def at(self, path: str) -> "EntryForm":
        """Go to the question about a field, even in a row: trains[2].fares. Stay if there is none."""
        place: Cursor = tuple(int(row) - 1 if row else name for row, name in _STEP.findall(path))
        question = self.question_about(path)
        if self.status != "asking" or question is None:
            return self
        is_inside = len(place) > 1 and isinstance(place[-1], str) and self.hand.at(place) is not None
        if not is_inside or not holder_of(self.draft, place):
            place = self.hand.first((), (replace(question, need="optional"),))
        return replace(self, aside=None)._jump(place)

    def at_key(self, key: str) -> "EntryForm":
        """Go to a key's value in a table that asks for one after another. Stay if there is none."""
        found = (one.field for one in self.questions if one.previews_parts and key in one.listed_keys)
        field = next(found, None)
        return self if field is None else self._jump((field, key))

    @property
    def blank_keys(self) -> list[str]:
        """Keys without a value in a table that asks for one after another."""
        tables = [one for one in self.questions if one.previews_parts]
        return [key for one in tables for key in one.listed_keys if key not in self.draft.get(one.field, {})]

    def pick(self, place: int) -> "EntryForm":
        if not 0 <= place < len(self.hand.candidates):
            return self
        return self._try(lambda form: form._take(self.hand.candidates[place]))

    def head(self, place: int) -> "EntryForm":
        """Begin a row with a candidate and go to its next question."""
        begun = self.pick(place)
        return begun.go_to_row(begun.hand.row_heads()[-1])

    def share(self, place: int) -> "EntryForm":
        """Let a choice share the current row with its first player, or nobody (-1). Nobody owes themselves anything."""
        hand = self.hand
        (path, question, held), (head, _, here) = hand.rows(), hand.row_heads()
        if question is None or head is None or here >= len(held):
            return self
        row, joined = {**held[here]}, {one.meaning for one in head.choices[max(0, place) : place + 1]}
        for one in question.questions:
            if one.has_rows and one.field in row:
                row[one.field] = [owed for owed in row[one.field] if joined.isdisjoint(owed.values())]
        row[head.field] = [*row[head.field][:1], *joined]
        draft = put(self.draft, path, [*held[:here], row, *held[here + 1 :]])
        return self._try(lambda form: replace(form, draft=draft, cursor=hand.place, typed=""))

    def less(self, place: int) -> "EntryForm":
        """Count one less of a candidate of a tally."""
        tally, candidates = self.hand.tally, self.hand.candidates
        if tally is None or not 0 <= place < len(candidates):
            return self
        at = tally.find(candidates[place].meaning)
        if at == len(tally.pairs):
            return self
        (what, count), least = tally.pairs[at], candidates[place].low
        fewer = tally.replace_pair(at, *([(what, count - 1)] if count > least else []))
        return self._try(lambda form: form._put_tally(fewer, at))

    def count(self, value: str) -> "EntryForm":
        """Set the number that is asked, or that of a candidate of a tally (2/5 for the third), and stay there."""
        tally, candidates = self.hand.tally, self.hand.candidates
        place, text = int(value.partition("/")[0]), value.partition("/")[2]
        if tally is None and self.hand.question is not None:
            there = self._go_inside()
            return replace(there.say(text), cursor=there.cursor, trail=there.trail)
        if tally is None or not 0 <= place < len(candidates):
            return self
        if not is_number(text):
            wrong = tally.question.questions[1].misfit(Token(text, 0))
            return replace(self, problem=wrong.message)
        what = candidates[place].meaning
        at = tally.find(what)
        is_none = number(text) == 0 and tally.question.drops_zero
        counted = tally.replace_pair(at, *[(what, number(text))] * (not is_none))
        return self._try(lambda form: form._put_tally(counted, at))

    def say(self, text: str) -> "EntryForm":
        """Answer with a whole text. A name that isn't exactly the name of a choice is a new name."""
        question, tally = self.hand.question, self.hand.tally
        if self.status != "asking" or question is None:
            return self

        def answer_in(form: "EntryForm") -> "EntryForm":
            if tally is not None:
                raise tally.question.misfit(Token(text, 0))
            inside = form._go_inside()
            asked, word = inside._question(), text.strip()
            is_known = bool(word) and bool(called(self.lexicon.choices(inside.hand.candidates), word))
            is_name = asked.takes_text and not asked.is_prose and bool(word)
            if not is_name or is_known:
                return replace(inside, typed=text, marked=None)._accept_typed()
            return inside.ask_about(word, asked.close_to(word))

        return self._try(answer_in)

    # Rows and groups around the current question

    def go_beside(self, place: int) -> "EntryForm":
        outer, questions = self.hand.level()
        if not 0 <= place < len(questions):
            return self
        return self._jump(self.hand.first(outer, (replace(questions[place], need="optional"),)))

    def go_to_row(self, row: int) -> "EntryForm":
        """Go to a row, or to a new one; past the first question if its answer can be seen beside the others."""
        place, question, held = self.hand.rows()
        if question is None or not 0 <= row <= len(held):
            return self
        there = self._jump((*place, row, question.questions[0].field))
        is_past = question.questions[0].joins is not None and row < len(held)
        return replace(there, cursor=there.hand.next(by_tab=True)) if is_past else there

    def drop_row(self, row: int) -> "EntryForm":
        place = self.hand.rows()[0]
        return self._try(lambda form: form._without_row((*place, row))._go(place)) if place else self

    def next_pair(self) -> "EntryForm":
        place = self.hand.groups_by_key()
        return self._go((*place, NEXT)) if place else self

    def without_last(self) -> "EntryForm":
        question = self.hand.question
        if question is None or not question.is_list or not self.hand.is_answered:
            return self
        return self._try(lambda form: form._take_back(question, form._newest_list(question)))

    def without(self, answer: str) -> "EntryForm":
        """Take an answer out of the current list."""
        question = self.hand.question
        fields = (
            (question.fields[1:] or self.cursor[-1:]) if question is not None and question.is_list else ()
        )
        places = [(*self.cursor[:-1], name) for name in fields]
        place = next((one for one in places if answer in map(str, found_at(self.draft, one) or ())), None)
        if question is None or place is None:
            return self
        held = found_at(self.draft, place)
        gone = next(one for one in held if str(one) == answer)
        draft = put(self.draft, place, [*(one for one in held if one != gone), gone])
        return self._try(lambda form: replace(form, draft=draft)._take_back(question, place))

    def _try(self, act: Callable[["EntryForm"], "EntryForm"]) -> "EntryForm":
        """Answer; if the answer is refused, only show the problem."""
        origins = self.origins.with_touched(self.hand.place) if self.is_filled else self.origins
        try:
            return act(replace(self, problem=None, counted=0, origins=origins))
        except Refusal as refusal:
            return replace(self, problem=refusal.message)

    # Answers

    def _question(self) -> Question:
        question = self.hand.question
        assert question is not None
        return question

    def _accept_typed(self) -> "EntryForm":
        tally = self.hand.tally
        if tally is not None:
            return self._one_more(tally, self.hand.choice_meant())
        return self._question().take_typed(self)

    def _take(self, choice: Choice) -> "EntryForm":
        tally = self.hand.tally
        if tally is not None and self.aside is None:
            return self._one_more(tally, choice)
        return self._go_inside().choose(choice)

    # Answers, as a question decides

    def type_on(self, text: str) -> "EntryForm":
        """Show the typed text. If it is a number that fits, it is the answer until more is typed."""
        before = self._empty() if self.hand.is_cell else self
        if not self._question().is_live(text):
            return replace(before, typed=text, marked=None)
        return replace(before._accept(number(text)), cursor=self.cursor, trail=self.trail, typed=text)

    def drop_typed(self, problem: Message) -> "EntryForm":
        dropped = self if self.hand.is_typing else self._empty()
        return replace(dropped, typed="", marked=None, problem=problem)

    def choose(self, choice: Choice) -> "EntryForm":
        return self.give(choice.meaning, choice)

    def give(self, value: Any, choice: Choice | None = None) -> "EntryForm":
        if self.aside is not None:
            return self._answer_aside(self.aside, value, choice)
        question = self._question()
        if choice is None or not question.routes:
            return self._accept(value, choice)
        route = question.route_of(choice)
        if route is not None:
            return self._put_into(route, str(value))
        kind = question.kind_of(str(value))
        aside = KindOf(str(value), kind and kind.word, is_typed=bool(self.typed))
        return replace(self, aside=aside, typed="", marked=None)

    def give_before(self, key: str, value: Any) -> "EntryForm":
        """Answer, then press a key that belongs to the next question; a space only ends the answer."""
        given = self._accept(value)
        return given if key == " " else given._type(key)

    def take_rest(self, names: str) -> "EntryForm":
        """Take the names that were typed after the first name."""
        return replace(self, typed=names, marked=None)._accept_typed() if names else self

    def ask_about(
        self, name: str, close: Choice | None = None, can_be_new: bool = True, rest: str = ""
    ) -> "EntryForm":
        """Ask for a new name's kind, or whether it misspells `close`; `rest` are names typed after it."""
        question = self._question()
        aside: Aside
        if question.routes:
            kind = question.kind_of(name)
            aside = KindOf(name, kind and kind.word, rest)
        elif close is None:
            return self._accept(name)
        else:
            aside = DidYouMean(name, close, can_be_new)
        return replace(self, aside=aside, typed="", marked=None)

    # Asides

    def _answer_aside(self, aside: Aside, value: Any, choice: Choice | None) -> "EntryForm":
        there = replace(self, aside=None, typed="", marked=None)
        question = there._question()
        if isinstance(aside, SameAs):
            return there._take_same(aside.known) if value else there
        assert choice is not None
        if isinstance(aside, DidYouMean):
            is_close = choice.meaning == aside.close.meaning
            return there.choose(aside.close) if is_close else there._accept(aside.name)
        assert isinstance(aside, KindOf)
        if aside.word is None:
            route = question.route_with(choice.value) if choice.is_word else None
            if route is None:  # it was a slip of a known name
                meant = next(one for one in question.every_choice if one.value == choice.value)
                return there.choose(meant).take_rest(aside.rest)
            if route.is_open:
                return there._put_into(route, aside.name).take_rest(aside.rest)
            return replace(there, aside=aside._replace(word=route.word))
        route, answer = question.route_with(aside.word), str(choice.meaning)
        assert route is not None
        if route.teaches is not None:
            page, fact = route.teaches
            lesson = (route.field, answer, Lesson(page, aside.name, {fact: answer}))
            there = replace(there, origins=there.origins._replace(told=(*there.origins.told, lesson)))
        return there._put_into(route, answer).take_rest(aside.rest)

    def _leave_aside(self) -> "EntryForm":
        """Go back to the typed name; or, if asked what it stands for, to the question for its kind."""
        aside = self.aside
        if isinstance(aside, KindOf) and aside.word is not None:
            asked = self.hand.at(self.cursor)
            route = asked.route_with(aside.word) if asked else None
            if route is not None and aside.name not in route.unplaced:
                return replace(self, aside=aside._replace(word=None))
        return replace(self, typed="" if aside is None else aside.typed_again, aside=None, marked=None)

    def _take_same(self, same: Choice) -> "EntryForm":
        """Take the name of a known thing; if the rules refuse that thing here, remove the named number."""
        naming = self.hand.naming
        assert naming is not None
        answered, done = self.cursor[-1], self._accept(same.value, same, is_checked=True)
        if same.refusal is None:
            return done
        others = [one for one in done.draft[naming.field] if str(one) != answered]
        place = (naming.field,)
        draft = put(done.draft, place, others) if others else remove(done.draft, place)
        return replace(done, draft=draft, problem=same.refusal)

    def _put_into(self, route: Route, name: str) -> "EntryForm":
        place = (*self.cursor[:-1], route.field)
        names = found_at(self.draft, place) or []
        draft = self.draft if name in names else put(self.draft, place, [*names, name])
        return replace(self, draft=draft, typed="", marked=None, aside=None)

    def _accept(self, value: Any, choice: Choice | None = None, is_checked: bool = False) -> "EntryForm":
        question = self._question()
        if self.cursor[-1] == NEXT:
            place = (*self.cursor[:-1], str(value))
            held = self.hand.at(place)
            return self._go((*place, held.level[0].field) if held and held.level else place)
        if question.is_list:
            return self._append(question, value)
        row = self._go_to_row_with(question, value)
        if row is not None:
            return row
        naming = self.hand.naming
        if naming is not None and not is_checked:
            same = question.taken_by(value)
            if same is not None and same.hint is not None and fold(self.hand.answer or "") != fold(value):
                return replace(self, aside=SameAs(same, same.hint), typed="", marked=None)
        begun = self._begin_answer(question)
        draft, holder = drafts.open_path(begun.draft, self.cursor)
        holder[str(self.cursor[-1])] = value
        if (cells := self.hand.cells_around(self.cursor)) is not None:
            given = [(key, holder.pop(key)) for key in cells.listed_keys if key in holder]
            holder.update(given)
        implies = choice.implies if choice else {}
        filled = {key: deepcopy(kept) for key, kept in implies.items() if key not in holder}
        holder.update(filled)
        implied = tuple((self.cursor, (*self.cursor[:-1], key)) for key in filled)
        origins = begun.origins._replace(implied=(*begun.origins.implied, *implied))
        done = replace(begun, draft=draft, origins=origins)
        applied = {one.field for one in self.questions if one.applies}
        needless = (applied - {one.field for one in done.questions if one.applies}) & draft.keys()
        if needless:
            done = replace(done, draft={key: kept for key, kept in draft.items() if key not in needless})
        return done._go(done.hand.next() if naming is None else (naming.field,))

    def _go_to_row_with(self, question: Question, value: Any) -> "EntryForm | None":
        """Go to the row that begins with this player; None if there is none."""
        row = self.hand.headed_row()
        if row is None or not question.names_player:
            return None
        held = found_at(self.draft, row[:-1]) or ()
        same = [at for at, one in enumerate(held) if one.get(question.field) == value and at != row[-1]]
        if not same or question.field in holder_of(self.draft, self.cursor):
            return None
        there = replace(self, cursor=(*row[:-1], same[0], question.field))
        return self._go(there.hand.next())

    def _append(self, question: Question, value: Any) -> "EntryForm":
        """Add an answer to a list; go to the next question if the list is full."""
        is_joined = question.bare(self.typed) != self.typed
        heads_row = question.joins is not None and self.hand.headed_row() is not None
        told = next((one for one in question.choices if one.meaning == value), None)
        if question.has_already(self.hand.answer, value):
            return replace(self, typed="", marked=None)  # nobody is in a list twice
        if heads_row and self.hand.is_answered and not is_joined:
            return self._give_after_head(value, is_refused=told is not None and told.refusal is not None)
        begun = self._begin_answer(question)
        draft, holder = drafts.open_path(begun.draft, self.cursor)
        last = str(self.cursor[-1])
        held = holder[last] = question.add(holder.get(last), value, is_joined)
        for key, names in (told.implies if told is not None else {}).items():
            holder[key] = {**holder.get(key, {}), **names}
        given = replace(begun, draft=draft, typed="", marked=None)
        if name := question.name_to_ask(value, given.draft):
            return given._go(name)
        asked = given.hand.question or question
        is_over = bool(asked.letters()) and all(one.refusal for one in asked.choices)
        if heads_row or not (is_over or asked.is_full(held)):
            return given
        return given._go(given.hand.next())

    def _give_after_head(self, value: Any, is_refused: bool) -> "EntryForm":
        """Begin the next row with an answer, or if the rules refuse it there, answer the next question of this row."""
        row = replace(self, typed="")._next_row()
        if not is_refused:
            return row._accept(value)
        there = self._go(self.hand.next())
        choice = next((one for one in there.hand.candidates if one.meaning == value), None)
        return row._accept(value) if choice is None else there._take(choice)

    def _begin_answer(self, question: Question) -> "EntryForm":
        """Remove what an earlier answer to this question filled in, and the fields the question replaces."""
        here, implied = self.hand.place, self.origins.implied
        own = [here, *((*here[:-1], name) for name in question.replaces)]
        emptied = [place for by, place in implied if by == here or place == here]
        draft = self.draft
        for place in (*emptied, *own[1:]):
            draft = remove(draft, place, is_pruned=False)
        kept = tuple((by, place) for by, place in implied if by != here and place not in own)
        return replace(self, draft=draft, origins=self.origins._replace(implied=kept))

    # A tally

    def _count(self, tally: Tally, key: str) -> "EntryForm":
        """Press a letter, which counts one more of its thing, or a digit; 0 at first means none at all."""
        at, is_text = (
            tally.at(self.cursor),
            key.isdecimal() or key == "-" or (bool(self.typed) and key in SIGNS),
        )
        if self.hand.is_typing and not (is_text and self.typed[0] in f"-{digits}"):
            raise self._no_answer(key)
        choice = self.lexicon.of_key(tally.question.questions[0].choices, key)
        if choice is not None:
            return self._one_more(tally, choice)
        if key == "0" and self.hand.can_be_none:
            none = self._put_tally(tally, 0)
            return none._go(none.hand.next())
        after = self._go(self.hand.next()) if at is not None and key.isalpha() else self
        if after.hand.question is not None and self.lexicon.of_key(after.hand.question.choices, key):
            return after._type(key)  # the thing's number is complete: the key answers the next question
        if at is None or not is_text:
            raise self._no_answer(key)
        if key == "0" and not self.typed and tally.question.drops_zero:
            return self._put_tally(tally.replace_pair(at), at)
        return self._type_count(tally, at, self.typed + key)

    def _type_count(self, tally: Tally, at: int, typed: str) -> "EntryForm":
        """Show the typed text; if it is a number, it counts the pair's thing."""
        what, count = tally.pairs[at]
        counted = tally.replace_pair(at, (what, number(typed) if is_number(typed) else count))
        return replace(self._put_tally(counted, at), typed=typed)

    def _one_more(self, tally: Tally, choice: Choice) -> "EntryForm":
        """Count one more. Two presses give two, even if the first already gave the minimum of two."""
        at = tally.find(choice.meaning)
        before = 0 if at == len(tally.pairs) else tally.pairs[at][1]
        counted = (self.counted if self.counted and at == tally.at(self.cursor) else before) + 1
        more = tally.replace_pair(at, (choice.meaning, max(choice.low, counted)))
        return replace(self._put_tally(more, at), counted=counted)

    def _put_tally(self, tally: Tally, at: int) -> "EntryForm":
        if not tally.pairs and self.hand.tally is not None and self.hand.tally.pairs:
            return replace(self, cursor=tally.place)._empty()
        begun = self._begin_answer(tally.question)
        draft = put(begun.draft, tally.place, tally.question.answer_of(tally.pairs))
        cursor = tally.cursor(min(at, len(tally.pairs) - 1))
        return replace(begun, draft=draft, cursor=cursor, typed="", marked=None, counted=0)

    # Removing answers

    def _drop_old_list(self) -> "EntryForm":
        if not self.is_replacing:
            return self
        emptied = self._empty(is_answered_next=True)
        return replace(emptied, origins=emptied.origins.with_touched(self.hand.place))

    def _take_back(self, question: Question, place: Cursor) -> "EntryForm":
        """Remove the last answer of a list, and its name."""
        held, answer = question.without_last(found_at(self.draft, place))
        draft = put(self.draft, place, held) if held else remove(self.draft, place)
        for attached in question.attached:
            implies = next((choice.implies for choice in question.choices if choice.meaning == answer), {})
            for named in (str(answer), *implies.get(attached, {})):
                draft = remove(draft, (attached, named))
        told = tuple(one for one in self.origins.told if one[:2] != (place[-1], answer))
        return replace(self, draft=draft, origins=self.origins._replace(told=told), typed="", marked=None)

    def _newest_list(self, question: Question) -> Cursor:
        """The path of the list, of those with names of several kinds, to which the last name was added."""
        places = [(*self.cursor[:-1], route.field) for route in question.routes] or [self.cursor]
        later, form = self, self.before
        while form is not None and len(places) > 1:
            for place in places:
                if len(found_at(later.draft, place) or ()) > len(found_at(form.draft, place) or ()):
                    return place
            later, form = form, form.before
        return next(place for place in reversed(places) if found_at(self.draft, place))

    def _empty(self, is_answered_next: bool = False) -> "EntryForm":
        """Remove the current question's answer, and unless `is_answered_next`, the row that it begins."""
        question, tally = self.hand.question, self.hand.tally
        if question is None:
            return self
        at = replace(self, typed="", marked=None, aside=None)
        if tally is not None:
            at, question = replace(at, cursor=tally.place), tally.question
        if at.cursor[-1] == NEXT:
            at = replace(at, cursor=at.cursor[:-1])
            question = at.hand.question or question
        at = at._begin_answer(question)
        row = at.hand.headed_row()
        if row is not None and not is_answered_next:
            return at._without_row(row)
        fields = [str(at.cursor[-1]), *question.fields[1:]]
        draft = at.draft
        for name in (*fields, *question.attached):
            draft = remove(draft, (*at.cursor[:-1], name), is_pruned=not is_answered_next)
        told = tuple(one for one in at.origins.told if one[0] not in fields)
        is_pair = at.hand.has_chosen_key
        emptied = replace(at, draft=draft, origins=at.origins._replace(told=told))
        return replace(emptied, cursor=(*at.cursor[:-1], NEXT)) if is_pair else emptied

    def _without_row(self, row: Cursor) -> "EntryForm":
        # rows have new numbers: count their implied answers as given
        implied = tuple(one for one in self.origins.implied if one[1][: len(row) - 1] != row[:-1])
        return replace(self, draft=remove(self.draft, row), origins=self.origins._replace(implied=implied))

    def _without_half_row(self, cursor: Cursor) -> "EntryForm":
        """Remove the current row if it is incomplete and the cursor leaves it."""
        row = row_around(self.cursor)
        if row is None or cursor[: len(row)] == row:
            return self
        rows, held = self.hand.at(row[:-1]), found_at(self.draft, row)
        if rows is None or held is None or self._first_gap_in(row, rows.questions, held) is None:
            return self
        return self._without_row(row)

    # The entry as a whole

    @property
    def is_complete(self) -> bool:
        return self.verb is not None and self._first_gap() is None

    @property
    def can_preview(self) -> bool:
        """Whether there is enough to preview, even if cells of the current table are still blank."""
        gap = self._first_gap()
        if gap is None:
            return True
        return self.hand.cells_around(gap) is not None and bool(found_at(self.draft, gap[:-1]))

    @property
    def fields(self) -> dict[str, Any]:
        """The block to save, with defaults and without answers that are no longer asked."""
        assert self.verb is not None
        asked = {name for one in self.questions for name in one.fields}
        kept = {key: value for key, value in self.draft.items() if key in asked}
        questions = []
        for one in self.questions:
            # an earlier entry without an answer gets no default until somebody answers
            is_old = self.is_filled and (one.field,) not in self.origins.touched
            is_left_out = is_old and one.is_optional and one.default is not None
            questions.append(replace(one, default=None) if is_left_out else one)
        block = block_of(self.context, self.verb, with_defaults(tuple(questions), kept))
        return {**block, "first": [dict(one) for one in self.first]} if self.first else block

    @property
    def is_replacing(self) -> bool:
        """Whether the next letter replaces a list that was answered when the entry was opened."""
        hand = self.hand
        if not self.is_filled or self.typed or hand.question is None or hand.tally is not None:
            return False
        return hand.question.is_list and hand.is_answered and self.cursor not in self.origins.touched

    @property
    def visible_text(self) -> str:
        """The typed text, or the letters that fit no answer."""
        return self.stray if self.has_strayed else self.typed if self.hand.is_typing else ""

    @property
    def stray(self) -> str:
        """Typed letters that fit no answer."""
        problem = self.problem
        return str(problem.values["word"]) if problem is not None and problem.key in _NO_ANSWER else ""

    @property
    def has_strayed(self) -> bool:
        """Whether the last key was no answer: Enter then saves nothing."""
        return bool(self.stray)

    # What is missing

    @property
    def next_blank_cell(self) -> Cursor | None:
        """The next cell without a number, around the row; None if nothing was typed here or all have one."""
        cells = self.hand.cells_around(self.cursor)
        if cells is None or not self.typed or self.is_filled:
            return None
        keys, at = cells.listed_keys, cells.listed_keys.index(str(self.cursor[-1]))
        blank = (key for key in (*keys[at:], *keys[:at]) if key not in holder_of(self.draft, self.cursor))
        return next(((*self.cursor[:-1], key) for key in blank), None)

    def _first_gap(self) -> Cursor | None:
        """The path of the first question, even in a row or group, that needs an answer; None if none does."""
        hand = self.hand
        if hand.has_chosen_key and not hand.is_answered and hand.naming is None:
            return self.cursor
        return self._first_gap_in((), self.questions, self.draft)

    def _first_gap_in(self, outer: Cursor, questions: Questions, fields: Draft) -> Cursor | None:
        # an earlier entry without an expected answer may stay so
        is_open = not self.is_filled or bool(self.origins.touched)

        def is_needed(question: Question) -> bool:
            is_asked = not question.is_optional or (question.need == "expected" and is_open)
            return is_asked and question.applies and (question.default is None or question.need == "expected")

        found = gaps(questions, fields, is_needed, outer, in_turn)
        if self.is_filled:  # an earlier entry may leave the cells of others blank
            found = (one for one in found if self.hand.cells_around(one[0]) is None)
        place, question = next(found, (None, None))
        return place if place is None or question is None else self.hand.inside(place, question)


_LOOKING = ("enter", "tab", "shift+tab", "up", "down", "escape")
"""Keys that change no answer."""
_LEAVING = ("shift+tab", "up", "down", "left", "right")
_KEYS: dict[str, Callable[[EntryForm], EntryForm]] = {
    "enter": EntryForm._enter,
    "tab": EntryForm._tab,
    "shift+tab": EntryForm._shift_tab,
    "delete": EntryForm._delete,
    "escape": EntryForm._escape,
    "up": lambda form: replace(form, marked=max(0, (form.marked or 0) - 1)),
    "down": EntryForm._down,
    "left": lambda form: form._go_sideways(-1),
    "right": lambda form: form._go_sideways(1),
}


def ask_once(ask: Ask) -> Ask:
    """Cache `ask` for the last draft, compared by identity: a form never changes a draft in place."""
    known: tuple[Draft | None, Questions] = None, ()

    def ask_again(draft: Draft) -> Questions:
        nonlocal known
        if known[0] is not draft:
            known = draft, ask(draft)
        return known[1]

    return ask_again


def rebase(
    form: EntryForm,
    context: EntryContext,
    first: tuple[Mapping[str, Any], ...],
    given: Mapping[str, Any] | None = None,
) -> EntryForm:
    """Move a form and those before it to another context, with `given` answers if they have none to these questions."""
    forms = [form]
    while forms[-1].before is not None:
        forms.append(forms[-1].before)
    ask, moved = ask_once(context.ask(str(form.verb))), None
    for earlier in reversed(forms):
        draft = {**given, **earlier.draft} if given else earlier.draft
        there = replace(earlier, context=context, first=first, ask=ask, draft=draft)
        moved = replace(_moved(earlier, there), before=moved, begun_names=())
    assert moved is not None
    return moved


def _moved(form: EntryForm, there: EntryForm) -> EntryForm:
    """A form moved `there`: the cursor stays, or goes to the first question without an answer."""
    candidates = form.hand.candidates if form.marked is not None else ()
    chosen = candidates[min(form.marked or 0, len(candidates) - 1)].value if candidates else None
    there = replace(there, marked=None, problem=None)
    asked = there.hand.at(there.cursor)
    word = form.aside.word if isinstance(form.aside, KindOf) else None
    is_kind_gone = word is not None and (asked is None or asked.route_with(word) is None)
    cells = there.hand.cells_around(there.cursor)
    if asked is None and cells is not None:  # somebody else filled the cell meanwhile
        at = cells.place_inside(there.cursor[:-1], found_at(there.draft, there.cursor[:-1]))
        return replace(there, cursor=at, typed="", counted=0)
    if (asked is None and form.cursor) or is_kind_gone:
        return replace(there, cursor=(), typed="", aside=None, counted=0).ahead()
    values = [one.value for one in there.hand.candidates] if chosen is not None else []
    return replace(there, marked=values.index(chosen)) if chosen in values else there
