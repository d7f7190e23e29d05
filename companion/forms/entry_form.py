"""An unfinished entry as a value: its answers, its cursor, and what follows from them. Screens only draw it.

What keys and taps make of it: `keys.py` and `pointing.py`. Keys mean the same in every entry of every game:
docs/entering.md.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, Protocol, Self

from companion.core.choices import ActionRow, Draft, Fields
from companion.core.names import fold
from companion.forms import drafts
from companion.forms.asides import Aside
from companion.forms.drafts import Cursor, Origins, found_at, holder_of, put
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.navigator import Navigator, Prompt
from companion.forms.questions import Ask, Each, Question, Questions
from companion.forms.questions.meaning import Problem
from companion.forms.questions.question import ask_once, fields_of, gaps, in_turn, with_defaults

Status = Literal["asking", "saving", "left"]


class EntryContext(Protocol):
    """The moment of a game at which an action is entered, and the questions that each action asks then."""

    @property
    def verbs(self) -> tuple[ActionRow, ...]: ...

    @property
    def up(self) -> str | None: ...

    @property
    def names(self) -> Mapping[str, str]:
        """The players' present names by folded name, including former names."""

    def ask(self, verb: str) -> Ask: ...

    def after(self, *blocks: Mapping[str, object]) -> Self:
        """Return the context after some actions, without those that are refused."""


@dataclass(frozen=True)
class EntryForm:
    context: EntryContext
    verb: str | None = None
    ask: Ask = field(default=lambda draft: (), compare=False, repr=False)
    draft: Fields = field(default_factory=dict)
    first: tuple[Draft, ...] = ()
    """Actions that the same entry saves before this action; the context is the game after them."""
    cursor: Cursor = ()
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
    problem: Problem | None = None
    lost: tuple[Cursor, str] | None = field(default=None, compare=False, repr=False)
    """The last word that fitted nothing, and where it was typed, until something is answered there: saving without it
    is asked about.
    """
    status: Status = "asking"
    before: "EntryForm | None" = field(default=None, compare=False, repr=False)
    """The form before the last change, to which Backspace leads; None at the beginning."""
    key: str = field(default="", compare=False, repr=False)
    """The last key, if it was a letter that changed something."""

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
    def nav(self) -> Navigator:
        return Navigator(self.questions, self.draft, self.cursor, self.aside)

    @cached_property
    def prompt(self) -> Prompt:
        return Prompt(self.nav, self.typed, self.marked, self.lexicon)

    @property
    def asked(self) -> Question:
        """The current question, of a form that asks one."""
        question = self.nav.question
        assert question is not None
        return question

    # Beginning

    def begin(self, name: str) -> "EntryForm":
        """Begin an action; an instant action that needs no answer gets the status "saving" at once."""
        begun = self.for_action(name)
        is_instant = any(verb.is_instant for verb in self.context.verbs if verb.name == name)
        return replace(begun, status="saving") if is_instant and begun.is_complete else begun

    def for_action(self, verb: str, draft: Fields | None = None) -> "EntryForm":
        """Return the form of an action, empty or with some answers."""
        ask = ask_once(self.context.ask(verb))
        begun = EntryForm(self.context, verb, ask, draft or {}, self.first, lexicon=self.lexicon)
        asked = tuple(question for question in begun.questions if not question.is_rare)
        return replace(begun, cursor=begun.nav.first((), asked))

    def fill(self, block: Draft) -> "EntryForm":
        """Return the form of an earlier entry with its answers. The context is after its `first` actions."""
        left_out = ("do", "first", "at")
        own = {key: drafts.answers_of(value) for key, value in block.items() if key not in left_out}
        if self.context.names.get(fold(str(own.get("by", "")))) == self.context.up:
            own.pop("by", None)
        filled = replace(self.for_action(block["do"], own), is_filled=True)
        table = filled.nav.at(filled.cursor[:1])
        given = own.get(table.field, {}) if isinstance(table, Each) else ()
        cells = [(*filled.cursor[:1], key) for key in given]
        begun = (place for place in filled.nav.places() if place[:1] == filled.cursor[:1])
        answered = [place for place in begun if found_at(own, place) is not None]
        first = next((place for place in (*cells, *answered) if place in answered), filled.cursor)
        return filled if filled.nav.is_answered and not cells else filled.go(first)

    # Changing

    def step(self, change: Callable[["EntryForm"], "EntryForm"], key: str = "") -> "EntryForm":
        """Change the form. It keeps the one before for Backspace, unless nothing was given or taken back."""
        changed = change(self)
        letter = key if len(key) == 1 else ""
        is_typed = changed.typed != self.typed and changed.cursor == self.cursor
        if not is_typed and changed._given == self._given:
            return replace(changed, before=self.before, key=self.key if letter and changed.problem else "")
        is_answered = (
            self.aside is None and self.lost is not None and self.lost[0][:1] in ((), self.nav.shown[:1])
        )
        lost = None if is_answered and changed.draft != self.draft else changed.lost
        if lost and lost[0] and lost[0][0] not in {one.field for one in changed.questions if one.applies}:
            lost = None  # its question isn't asked any more
        return replace(changed, before=self.cleared, key=letter, lost=lost)

    @property
    def _given(self) -> tuple[object, ...]:
        """The answers and text so far; looking around changes none of them."""
        return self.draft, self.visible_text, self.aside

    @property
    def cleared(self) -> "EntryForm":
        """The form without what it says about the last key."""
        return self if self.problem is None else replace(self, problem=None)

    def put_aside(self, aside: Aside | None) -> "EntryForm":
        """Ask about the answer to the current question; with None, the question again."""
        return replace(self, aside=aside, typed="", marked=None)

    @property
    def touched(self) -> "EntryForm":
        """The form with its current question as changed, if it was opened with answers."""
        return replace(self, origins=self.origins.with_touched(self.nav.place)) if self.is_filled else self

    def go(self, cursor: Cursor) -> "EntryForm":
        return replace(self, cursor=cursor, typed="", marked=None, aside=None)

    def go_on(self) -> "EntryForm":
        """Go to the next question."""
        return self.go(self.nav.next())

    @property
    def rung(self) -> str:
        """The last keys if they fit nothing, else empty."""
        return "" if self.problem is None else self.problem.rung

    @property
    def visible_text(self) -> str:
        return self.typed if self.prompt.is_typing else ""

    # The entry as a whole

    @property
    def fields(self) -> Fields:
        """The block to save, with defaults and without answers that are no longer asked."""
        assert self.verb is not None
        asked = {name for question in self.questions for name in fields_of(question)}
        kept = {key: value for key, value in self.draft.items() if key in asked}
        questions = []
        for question in self.questions:
            # an earlier entry without an answer gets no default until somebody answers
            is_old = self.is_filled and (question.field,) not in self.origins.touched
            is_left_out = is_old and question.is_optional and question.default is not None
            questions.append(replace(question, default=None) if is_left_out else question)
        block = block_with_player(self.context, self.verb, with_defaults(tuple(questions), kept))
        return {**block, "first": [dict(action) for action in self.first]} if self.first else block

    @property
    def instead(self) -> list[Question]:
        """Questions that can be chosen instead of others, none of which was answered by hand."""
        filled = {place[0] for _, place in self.origins.implied}
        if self.is_filled:
            touched = {place[0] for place in self.origins.touched if place}
            filled |= self.draft.keys() - touched
        by_hand = self.draft.keys() - filled
        offered = (one for one in self.questions if one.instead is not None and one.applies)
        return [one for one in offered if by_hand.isdisjoint(one.replaces) and one.field not in self.draft]

    def question_about(self, path: str | None) -> Question | None:
        """The question whose answer fills the first field of a path; None if there is none."""
        name = re.split(r"[.\[]", path or "")[0]
        return next((question for question in self.questions if name in fields_of(question)), None)

    @property
    def blank_keys(self) -> list[str]:
        """Keys without a value in a table that asks for one after another."""
        tables = (question for question in self.questions if isinstance(question, Each))
        cells = ((key, self.draft.get(table.field, {})) for table in tables for key in table.listed_keys)
        return [key for key, given in cells if key not in given]

    # What is missing

    @property
    def is_complete(self) -> bool:
        return self.verb is not None and self.first_gap is None

    @property
    def can_preview(self) -> bool:
        """Whether there is enough to preview, even if cells of the current table are still blank."""
        gap = self.first_gap
        if gap is None:
            return True
        return self.nav.cells_around(gap) is not None and bool(found_at(self.draft, gap[:-1]))

    @property
    def next_blank_cell(self) -> Cursor | None:
        """The next cell without a number, around the row; None if nothing was typed here or all have one."""
        cells = self.nav.cells_around(self.cursor)
        if cells is None or not self.typed or self.is_filled:
            return None
        keys, at = cells.listed_keys, cells.listed_keys.index(str(self.cursor[-1]))
        blank = (key for key in (*keys[at:], *keys[:at]) if key not in holder_of(self.draft, self.cursor))
        return next(((*self.cursor[:-1], key) for key in blank), None)

    @cached_property
    def first_gap(self) -> Cursor | None:
        """The path of the first question, even in a row or group, that needs an answer; None if none does."""
        if self.nav.has_chosen_key and not self.nav.is_answered and self.nav.naming is None:
            return self.cursor
        return self.first_gap_in((), self.questions, self.draft)

    def first_gap_in(self, outer: Cursor, questions: Questions, fields: Draft) -> Cursor | None:
        # an earlier entry without an expected answer may stay so
        is_open = not self.is_filled or bool(self.origins.touched)

        def is_needed(question: Question) -> bool:
            is_asked = not question.is_optional or (question.need == "expected" and is_open)
            return is_asked and question.applies and (question.default is None or question.need == "expected")

        missing = gaps(questions, fields, is_needed, outer, in_turn)
        if self.is_filled:  # an earlier entry may leave the cells of others blank
            missing = (gap for gap in missing if self.nav.cells_around(gap[0]) is None)
        place, question = next(missing, (None, None))
        return place if place is None or question is None else self.nav.inside(place, question)


def block_with_player(context: EntryContext, verb: str, answers: dict[str, object]) -> dict[str, object]:
    """Return the block of an action; if it needs a player and has no `by`, with the current player."""
    is_known = "by" in answers or context.up is None or not needs_player(context, verb)
    return {**({} if is_known else {"by": context.up}), **answers, "do": verb}


def needs_player(context: EntryContext, verb: str) -> bool:
    return any(known.needs_player for known in context.verbs if known.name == verb)
