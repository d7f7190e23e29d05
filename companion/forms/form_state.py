"""An unfinished entry: what is asked now, what was answered, and which question comes next."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.core.copybook import Lesson
from companion.core.forms import Ask, Choice, Draft, Question, Questions, Route
from companion.core.messages import Message
from companion.core.names import fold
from companion.forms.asking import Asking
from companion.forms.drafts import Cursor, found_at, gaps, holder_of, in_turn, put, with_defaults
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.lines import EntryContext, block_of
from companion.forms.matching import starting_with
from companion.forms.tallies import Tally

Status = Literal["asking", "booked", "left"]


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
    """Whether the current pair was gone to with the arrows."""
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
        return self.asking.at(self.cursor)

    @property
    def asking(self) -> Asking:
        """The questions, and the path to the one that is asked."""
        return Asking(self.questions, self.draft, self.cursor)

    @property
    def tally(self) -> Tally | None:
        """The tally that is asked, or one of whose pairs is."""
        return self.asking.tally

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
        """The key of a table whose value is asked."""
        return self.asking.pair

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
        if not self.is_filled or self.typed:
            return False
        question, tally = self.question, self.tally
        is_list = question is not None and question.is_list and self.is_answered
        is_kept = is_list if tally is None else bool(tally.pairs)
        return is_kept and self.place not in self.touched

    @property
    def place(self) -> Cursor:
        """The path to what is asked; that of a whole tally where one of its pairs is."""
        return self.asking.place

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """What the told names teach, of those that still stand for an answer; of one name what was said last."""
        found = {
            (lesson.page, fold(lesson.name)): lesson
            for field, answer, lesson in self.told
            if answer in self.draft.get(field, ())
        }
        return tuple(found.values())

    # What is missing

    def _lacking(self) -> Cursor | None:
        """The first question that must still be answered, in rows and groups too; None where nothing is missing."""
        if self.pair is not None and not self.is_answered and self.naming is None:
            return self.cursor
        return self._lacking_in((), self.questions, self.draft)

    def _lacking_in(self, outer: Cursor, questions: Questions, fields: Draft) -> Cursor | None:
        # an entry that was made without what is expected may stay so
        is_open = not self.is_filled or bool(self.touched)

        def is_needed(question: Question) -> bool:
            is_asked = not question.is_optional or (question.need == "expected" and is_open)
            return is_asked and question.applies and question.default is None

        place, question = next(gaps(questions, fields, is_needed, outer, in_turn), (None, None))
        return place if place is None or question is None else self.asking.inside(place, question)

    def _answers_with_defaults(self) -> dict[str, Any]:
        """What was answered and is still asked, with the defaults of what was not answered."""
        asked = {name for one in self.questions for name in one.fields}
        kept = {key: value for key, value in self.draft.items() if key in asked}
        return with_defaults(tuple(map(self._as_it_was, self.questions)), kept)

    def _as_it_was(self, question: Question) -> Question:
        """Of an entry that was made without an answer, nothing is assumed as long as nobody answers."""
        is_left_out = self.is_filled and question.is_optional and (question.field,) not in self.touched
        return question._replace(default=None) if is_left_out else question
