"""An entry on its way: what is asked now, what was answered, and which question comes next."""

from dataclasses import dataclass, field
from typing import Any, Literal

from companion.core.errors import Violation
from companion.core.forms import Ask, Choice, Question, Questions
from companion.core.messages import Message
from companion.forms.answers import missing
from companion.forms.drafts import Cursor, found_at, has_more, holder_of, with_defaults, without_row
from companion.forms.lines import EntryContext, block_of
from companion.forms.matching import starting_with

Status = Literal["asking", "booked", "left"]
NEXT = "\0"
"""In a cursor: the next pair of a table."""


@dataclass(frozen=True, slots=True)
class FormState:
    context: EntryContext
    verb: str | None = None
    ask: Ask = field(default=lambda draft: (), compare=False, repr=False)
    """The questions of the action, given its draft."""
    draft: dict[str, Any] = field(default_factory=dict)
    cursor: Cursor = ()
    typed: str = ""
    marked: int = 0
    """Which of the candidates Enter takes."""
    unrouted: str | None = None
    """A new name of which the kind is asked."""
    implied: tuple[tuple[Cursor, Cursor], ...] = ()
    """Which answer filled which field that has no answer of its own yet."""
    routed: tuple[str, ...] = ()
    """Into which lists names went by their kind, the last one last."""
    trail: tuple[Cursor, ...] = ()
    """Where the cursor was before."""
    given_up: str | None = None
    """The action whose first question was left backwards; its answers are kept."""
    is_taken_up: bool = False
    """Whether the answers are those of an entry that was left; another first answer makes them void."""
    problem: Message | None = None
    status: Status = "asking"

    # What a screen shows

    @property
    def questions(self) -> Questions:
        """All that the action asks."""
        return self.ask(self.draft)

    @property
    def question(self) -> Question | None:
        """What is asked now."""
        return self._question_at(self.cursor)

    def _question_at(self, cursor: Cursor) -> Question | None:
        found: Question | None = None
        questions = self.questions
        for part in cursor:
            if isinstance(part, int):
                continue
            if found is not None and found.kind == "table":
                found = found.questions[0 if part == NEXT else 1]
            else:
                found = next((one for one in questions if one.field == part), None)
            questions = found.questions if found is not None else ()
        return found

    @property
    def candidates(self) -> tuple[Choice, ...]:
        """The choices that fit what is typed, what the rules allow before what they refuse."""
        question = self.question
        if question is None:
            return ()
        if self.unrouted is not None:
            return tuple(Choice(one.word, key=one.key) for one in question.routes if one.is_open)
        choices = question.choices
        if question.kind == "routed":
            choices = tuple(
                one
                for route in sorted(question.routes, key=lambda route: route.needs_word)
                for one in route.choices
                if self.typed or not route.needs_word or one.refusal is None
            )
        elif question.kind in ("rows", "table", "group") and question.questions:
            choices = question.questions[0].choices
        fitting = [] if self.typed.startswith('"') else starting_with(choices, self.typed)
        return tuple(
            sorted(fitting, key=lambda one: (one.refusal is not None, one.value != question.default))
        )

    @property
    def is_complete(self) -> bool:
        return self.verb is not None and not self._missing()

    @property
    def fields(self) -> dict[str, Any]:
        """The block as it would be booked, defaults and all; what is missing is not there."""
        assert self.verb is not None
        return block_of(self.context, self.verb, self._answers_with_defaults())

    # Where the cursor goes

    def _next(self, with_rare: bool = False) -> Cursor:
        """The question behind this one; behind the last of a row the next row, behind a group what follows it.

        What is seldom said is asked only of those who look for it.
        """
        cursor = self.cursor
        while cursor:
            *above, last = cursor
            outer = tuple(above)
            parent = self._question_at(without_row(outer))
            if parent is not None and parent.kind == "table":
                if last != NEXT and has_more(parent):
                    return (*outer, NEXT)
            elif parent is None or parent.kind != "rows" or self._row(outer):
                level = parent.questions if parent is not None else () if outer else self.questions
                if not with_rare:
                    level = tuple(one for one in level if not one.is_rare or one.field == last)
                later = self._first(outer, level, after=str(last))
                if later:
                    return later
                if parent is not None and parent.kind == "rows" and self._row(outer) and has_more(parent):
                    assert isinstance(outer[-1], int)
                    return (*outer[:-1], outer[-1] + 1, parent.questions[0].field)
            cursor = without_row(outer)
        return ()

    def _first(self, outer: Cursor, questions: Questions, after: str | None = None) -> Cursor:
        """The first question of a level that is to be asked, behind a given one; those without a word inside too."""
        fields = [one.field for one in questions]
        rest = questions[fields.index(after) + 1 if after in fields else 0 :]
        if not rest:
            return ()
        place = (*outer, rest[0].field)
        is_inside = rest[0].kind == "group" and rest[0].word is None
        return self._first(place, rest[0].questions) if is_inside else place

    def _row(self, outer: Cursor) -> bool:
        """Whether the row at this place has an answer yet; behind an empty one there is no other."""
        return isinstance(outer[-1], int) and bool(found_at(self.draft, outer))

    def _may_stay_open(self, question: Question) -> bool:
        """Whether nothing need be answered here: it is optional, or the first of a row that is not begun."""
        if question.is_optional:
            return True
        outer = self.cursor[:-1]
        return bool(outer) and isinstance(outer[-1], int) and not self._row(outer)

    @property
    def is_answered(self) -> bool:
        """Whether the question that is asked now has an answer."""
        question = self.question
        if question is None or not self.cursor:
            return False
        holder = holder_of(self.draft, self.cursor)
        fields = (str(self.cursor[-1]), *(one.field for one in question.routes))
        return any(field in holder for field in fields)

    def _missing(self) -> list[Violation]:
        return missing(self.questions, self._answers_with_defaults())

    def _answers_with_defaults(self) -> dict[str, Any]:
        """What was answered and is still asked, with the defaults of what was not answered."""
        asked = {
            name for one in self.questions for name in (one.field, *(route.field for route in one.routes))
        }
        kept = {key: value for key, value in self.draft.items() if key in asked}
        return with_defaults(self.questions, kept)
