"""Questions with inner questions: groups, rows of groups, tables of keys and values, and counts of things."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from companion.core.choices import Choice, Draft, Value
from companion.core.messages import Message, say
from companion.forms.drafts import NEXT, Cursor
from companion.forms.lexicon import Lexicon
from companion.forms.questions.number import bounds, known_number
from companion.forms.questions.pick import Partners, names_players
from companion.forms.questions.question import (
    TICK,
    Gaps,
    IsNeeded,
    Labels,
    Order,
    Question,
    Questions,
    Renamed,
    describe_in,
    gaps,
    present_name,
    question_label,
    refused_answers,
    rename_players,
    with_defaults,
    without_hidden,
)
from companion.forms.tokens import is_number

HERE = "▸"


@dataclass(kw_only=True)
class Holder(Question):
    """A question whose inner questions take the keys and words."""

    questions: Questions = ()
    """The questions of a row or a group, or a table's key and value."""

    @property
    def is_led(self) -> bool:
        """Whether a line leads each row with the keyword, since it can't tell otherwise where a row ends."""
        return any(one.is_optional or not one.by_place or _is_variable(one) for one in self.questions)

    @property
    def takes_text(self) -> bool:
        return self.questions[0].takes_text

    def inside(self, step: str) -> Question | None:
        return next((question for question in self.questions if question.field == step), None)

    def place_inside(self, cursor: Cursor, held: Any) -> Cursor:
        """The cursor of the first inner question: in the next row, the next pair or the group."""
        return (*cursor, self.questions[0].field)

    def next_place(self, outer: Cursor, last: str | int, held: Any) -> Cursor:
        """The cursor of the next row or pair; empty if there can be no other."""
        return ()

    def candidates(self, typed: str, lexicon: Lexicon) -> list[Choice]:
        return lexicon.fitting(self.questions[0].choices, typed, self.default)

    def letters(self) -> tuple[Choice, ...]:
        return self.questions[0].letters()


@dataclass(kw_only=True)
class Group(Holder):
    """Fields of one table. In a line it takes no place: questions after it need no keywords if it has no answer."""

    def gaps(self, place: Cursor, value: Any, is_needed: IsNeeded, order: Order) -> Gaps:
        yield from gaps(self.questions, value, is_needed, place, order)

    def with_defaults(self, value: Any) -> object:
        return with_defaults(self.questions, value)

    def rename(self, value: Any, names: Renamed) -> object:
        return rename_players(self.questions, value, names) or None

    def refusals(self, value: Any) -> list[Message]:
        return [violation.message for violation in refused_answers(self.questions, value)]

    def visible(self, value: Any, redaction: Iterable[str]) -> object:
        return without_hidden(self.questions, value, redaction)

    def describe(self, value: Any, labels: Labels) -> str:
        parts = [(question, describe_in(question, value, labels)) for question in self.questions]
        return " ".join(
            f"{question_label(question, labels.label)} {answer}" if question.word else answer
            for question, answer in parts
            if answer
        )


@dataclass(kw_only=True)
class Repeated(Holder):
    """Questions that are asked again and again, until there is enough."""

    def can_be_none(self, held: Any) -> bool:
        return not self.least and held is None

    @property
    def has_more(self) -> bool:
        first = self.questions[0]
        is_free = first.takes_text or not first.choices
        return is_free or any(choice.refusal is None for choice in first.choices)


@dataclass(kw_only=True)
class Rows(Repeated):
    many: bool = True

    def limits(self, can_join: bool) -> Message | None:
        return say("screen.joins-first") if isinstance(self.questions[0], Partners) else None

    def place_inside(self, cursor: Cursor, held: Any) -> Cursor:
        return (*cursor, len(held or ()), self.questions[0].field)

    def next_place(self, outer: Cursor, last: str | int, held: object) -> Cursor:
        if not self.has_more or self.is_full(held or ()):
            return ()
        return (*outer[:-1], int(outer[-1]) + 1, self.questions[0].field)

    def gaps(self, place: Cursor, value: Any, is_needed: IsNeeded, order: Order) -> Gaps:
        for row, held in enumerate(value):
            yield from gaps(self.questions, held, is_needed, (*place, row), order)
        if len(value) < self.least:
            yield place, self

    def with_defaults(self, value: Any) -> object:
        return [with_defaults(self.questions, row) for row in value]

    def rename(self, value: Any, names: Renamed) -> object:
        rows = [rename_players(self.questions, row, names) for row in value]
        return [row for row in rows if row] or None

    def refusals(self, value: Any) -> list[Message]:
        last = value[-1]
        if all(question.is_optional or question.field in last for question in self.questions):
            return []
        return [violation.message for violation in refused_answers(self.questions, last)]

    def describe(self, value: Any, labels: Labels) -> str:
        row = Group(self.field, self.ask, questions=self.questions)
        if any(isinstance(question, Rows) for question in self.questions):
            return self._describe_rows(row, value, labels)
        return "; ".join(row.describe(answer, labels) for answer in value) or TICK

    def _describe_rows(self, row: Group, value: Sequence[Draft], labels: Labels) -> str:
        """Describe rows that hold rows. Each begins with its first answer; the current row is marked."""
        texts = []
        for held in value:
            fields = (question.field for question in self.questions if question.field in held)
            parts = [row.describe({field: held[field]}, labels) for field in fields]
            rest = "; ".join(part.replace("; ", ", ") for part in parts[1:])
            texts.append(f"{parts[0]}: {rest}" if rest else "".join(parts))
        at = labels.row
        if at == len(texts):
            texts.append("")
        if at is not None and len(texts) > 1:
            texts[at] = f"{HERE}{texts[at]}"
        return " │ ".join(texts) or TICK


@dataclass(kw_only=True)
class Pairs(Repeated):
    """A table; `questions` are a question for its keys and a question for its values."""

    values: tuple[tuple[str, Question], ...] = ()
    """Questions for the values of some keys, instead of the usual one."""

    def nothing(self, held: Any) -> Any:
        return {}

    @property
    def group(self) -> Group | None:
        """In a table such as {Anton = {points = 3}}, the question for the group of each key; else None."""
        value = self.questions[1]
        return value if isinstance(value, Group) else None

    @property
    def listed_keys(self) -> list[str]:
        """The keys of a table that accepts no others; else empty."""
        key = self.questions[0]
        return [str(choice.value) for choice in key.choices] if key.letters() else []

    def inside(self, step: str) -> Question | None:
        return dict(self.values).get(step, self.questions[0 if step == NEXT else 1])

    def place_inside(self, cursor: Cursor, held: object) -> Cursor:
        return (*cursor, NEXT)

    def next_place(self, outer: Cursor, last: str | int, held: object) -> Cursor:
        return (*outer, NEXT) if last != NEXT and self.has_more else ()

    def gaps(self, place: Cursor, value: Any, is_needed: IsNeeded, order: Order) -> Gaps:
        for key, held in value.items() if self.group else ():
            yield from self.questions[1].gaps((*place, key), held, is_needed, order)

    def rename(self, value: Any, names: Renamed) -> object:
        of_key, of_value = self.questions
        table = {}
        for name, inner in value.items():
            now = present_name(name, names) if names_players(of_key) else name
            answer = of_value.rename(inner, names)
            if now is not None and answer is not None:
                table[now] = answer
        return table or None

    def refusals(self, value: Any) -> list[Message]:
        refused = (choice for choice in self.questions[0].choices if choice.meaning in value)
        return [choice.refusal for choice in refused if choice.refusal]

    def visible(self, value: Any, redaction: Iterable[str]) -> object:
        return {key: self.questions[1].visible(held, redaction) for key, held in value.items()}

    def describe(self, value: Any, labels: Labels) -> str:
        key, held = self.questions
        name_of = labels.option if self.field == "options" else partial(key.describe, labels=labels)
        pairs = (f"{name_of(name)} {held.describe(amount, labels)}" for name, amount in value.items())
        return ", ".join(pairs) or TICK


@dataclass(kw_only=True)
class Each(Pairs):
    """A table that asks for the value of one key after another, such as a number for each player.

    An entry is previewed while some are missing.
    """

    def inside(self, step: str) -> Question | None:
        return super().inside(step) if step in self.listed_keys else None

    def place_inside(self, cursor: Cursor, held: Any) -> Cursor:
        keys = self.listed_keys
        blank = [key for key in keys if key not in (held or {})]
        unknown = [key for key in blank if known_number(self.inside(key)) is None]
        return (*cursor, *(unknown or blank or keys)[:1])

    def next_place(self, outer: Cursor, last: str | int, held: object) -> Cursor:
        keys = self.listed_keys
        rest = keys[keys.index(last) + 1 :] if last in keys else []
        return (*outer, rest[0]) if rest else ()

    def gaps(self, place: Cursor, value: Any, is_needed: IsNeeded, order: Order) -> Gaps:
        for key in self.listed_keys:
            asked = self.inside(key)
            if key not in value and asked is not None and is_needed(asked):
                yield (*place, key), asked


@dataclass(kw_only=True)
class Counts(Repeated):
    """Things and their numbers: each press of a letter counts one more of its thing, and digits set its number.

    `questions` are a question for the thing and one for its number.
    """

    @property
    def thing(self) -> Question:
        return self.questions[0]

    @property
    def drops_zero(self) -> bool:
        """Whether a thing without any is left out."""
        return False

    def candidates(self, typed: str, lexicon: Lexicon) -> list[Choice]:
        return lexicon.starting_with(self.thing.choices, "" if is_number(typed) else typed)

    def close_to(self, name: str) -> Choice | None:
        return self.thing.close_to(name)

    def is_live(self, typed: str) -> bool:
        return is_number(typed)

    def is_unfinished(self, typed: str) -> bool:
        return typed == "-"


@dataclass(kw_only=True)
class CountRows(Counts, Rows):
    @property
    def drops_zero(self) -> bool:
        return bool(bounds(self.questions[1])[0])

    def pairs(self, held: Any) -> tuple[tuple[Value, int], ...]:
        """The things and their numbers; a row without a number counts as one."""
        thing, count = (question.field for question in self.questions)
        return tuple((row[thing], row.get(count, 1)) for row in held or () if thing in row)

    def answer_of(self, pairs: Sequence[tuple[Value, int]]) -> object:
        thing, count = (question.field for question in self.questions)
        return [{thing: value, count: number} for value, number in pairs]

    def step_to(self, at: int, thing: Value) -> Cursor:
        """The steps from the tally to the number of the thing at an index."""
        return (at, self.questions[1].field)


@dataclass(kw_only=True)
class CountPairs(Counts, Pairs):
    def pairs(self, held: Any) -> tuple[tuple[Value, int], ...]:
        return tuple((held or {}).items())

    def answer_of(self, pairs: Sequence[tuple[Value, int]]) -> object:
        return {str(thing): number for thing, number in pairs}

    def step_to(self, at: int, thing: Value) -> Cursor:
        return (str(thing),)


def count_rows(thing: Question) -> type[Rows]:
    """The kind of question that counts things in rows: if some have digits as keys, a number is asked for each."""
    return CountRows if _has_letters(thing) else Rows


def count_pairs(thing: Question) -> type[Pairs]:
    return CountPairs if _has_letters(thing) else Pairs


def _has_letters(thing: Question) -> bool:
    return bool(thing.letters()) and all(choice.key.isalpha() for choice in thing.choices)


class Tally(NamedTuple):
    """The counts around the cursor."""

    question: CountRows | CountPairs
    path: Cursor
    pairs: tuple[tuple[Value, int], ...]
    """Things and their numbers."""

    def cursor(self, index: int) -> Cursor:
        """The cursor at a pair; at the tally itself if there is no such pair."""
        if not 0 <= index < len(self.pairs):
            return self.path
        return (*self.path, *self.question.step_to(index, self.pairs[index][0]))

    def at(self, cursor: Cursor) -> int | None:
        """The index of the pair at a cursor; None if it is at none."""
        length = len(self.path) + 1
        steps = (self.cursor(index)[:length] for index in range(len(self.pairs)))
        return next((index for index, step in enumerate(steps) if step == cursor[:length]), None)

    def find(self, thing: Value) -> int:
        """The index of the pair that counts a thing; the number of pairs if none does."""
        return next((index for index, pair in enumerate(self.pairs) if pair[0] == thing), len(self.pairs))

    def replace_pair(self, index: int, *pairs: tuple[Value, int]) -> "Tally":
        """Replace the pair at an index with `pairs`; with none, remove it. After the last index, add them."""
        return self._replace(pairs=(*self.pairs[:index], *pairs, *self.pairs[index + 1 :]))


def _is_variable(question: Question) -> bool:
    """Whether a list or table is asked for, and the number of answers isn't known before."""
    return (question.many or isinstance(question, Pairs)) and question.most != question.least


def parts_of(question: Question | None) -> Questions:
    """The questions inside; empty if there are none."""
    return question.questions if isinstance(question, Holder) else ()


def with_parts(question: Question, choices: tuple[Choice, ...], questions: Questions) -> Question:
    """Return the question with other choices, or with other inner questions, if it has any."""
    if isinstance(question, Holder):
        return replace(question, questions=questions)
    return replace(question, choices=choices) if question.choices else question
