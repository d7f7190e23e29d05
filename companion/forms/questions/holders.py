"""Questions with inner questions: groups, rows of groups, and tables of keys and values."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from companion.core.errors import Refusal, refusal
from companion.core.forms import Choice, Draft, Value
from companion.core.messages import Message
from companion.forms.drafts import NEXT, Cursor, Path
from companion.forms.lexicon import Lexicon
from companion.forms.matching import match
from companion.forms.questions import question as shared
from companion.forms.questions.pick import Pick
from companion.forms.questions.question import (
    NONE,
    TICK,
    Gaps,
    IsNeeded,
    Leaf,
    Order,
    Question,
    Questions,
    Renamed,
    Telling,
    Words,
    present_name,
)
from companion.forms.tokens import Token, is_number, number, tokens_of
from companion.forms.writing import write_answer

if TYPE_CHECKING:
    from companion.forms.reading import AnswerReader, Opening
    from companion.forms.writing import Writer

HERE = "▸"


class Tally(NamedTuple):
    question: "Rows | Pairs"
    place: Cursor
    pairs: tuple[tuple[Value, int], ...]
    """Things and their numbers."""

    def cursor(self, at: int) -> Cursor:
        """The cursor at a pair; at the tally itself if there is no such pair."""
        if not 0 <= at < len(self.pairs):
            return self.place
        return (*self.place, *self.question.step_to(at, self.pairs[at][0]))

    def at(self, cursor: Cursor) -> int | None:
        steps = (self.cursor(at)[: len(self.place) + 1] for at in range(len(self.pairs)))
        return next((at for at, step in enumerate(steps) if step == cursor[: len(self.place) + 1]), None)

    def find(self, what: Value) -> int:
        """The index of the pair that counts a thing; the number of pairs if none does."""
        return next((at for at, pair in enumerate(self.pairs) if pair[0] == what), len(self.pairs))

    def replace_pair(self, at: int, *pairs: tuple[Value, int]) -> "Tally":
        """Replace the pair at an index with `pairs`; with none, remove it. After the last index, add them."""
        return self._replace(pairs=(*self.pairs[:at], *pairs, *self.pairs[at + 1 :]))

    def choice(self, what: Value) -> Choice | None:
        return next((one for one in self.question.questions[0].choices if one.meaning == what), None)


@dataclass(kw_only=True)
class Holder(Question):
    """A question whose inner questions take the keys and words."""

    questions: Questions = ()

    @property
    def is_led(self) -> bool:
        return any(
            question.is_optional or not question.by_place or question.is_variable
            for question in self.questions
        )

    @property
    def takes_text(self) -> bool:
        return bool(self.questions) and self.questions[0].takes_text

    def with_parts(self, choices: tuple[Choice, ...], questions: Questions) -> Self:
        return replace(self, questions=questions)

    def candidates(self, typed: str, lexicon: Lexicon) -> list[Choice]:
        return self.sort_fitting(self.questions[0].choices, typed, lexicon)

    def letters(self) -> tuple[Choice, ...]:
        return self.questions[0].letters() if self.questions else ()

    def cell_tokens(self, text: str) -> list[Token]:
        return tokens_of(text)

    def cell_texts(self, value: Any, lexicon: Lexicon) -> Iterator[str]:
        yield write_answer(self.alone(), value) if value else NONE


@dataclass(kw_only=True)
class Group(Holder):
    def place_inside(self, cursor: Cursor, held: Any) -> Cursor:
        return (*cursor, self.questions[0].field)

    def gaps(self, place: Cursor, value: Any, is_needed: IsNeeded, order: Order) -> Gaps:
        yield from shared.gaps(self.questions, value, is_needed, place, order)

    def with_defaults(self, value: Any) -> Any:
        return shared.with_defaults(self.questions, value)

    def rename(self, value: Any, names: Renamed) -> Any:
        return shared.rename_players(self.questions, value, names) or None

    def refusals(self, value: Any) -> list[Message]:
        return [one.message for one in shared.refused_answers(self.questions, value)]

    def visible(self, value: Any, redaction: Iterable[str]) -> Any:
        return shared.without_hidden(self.questions, value, redaction)

    takes_a_place = False

    def read(self, reader: "AnswerReader", opening: "Opening | None" = None) -> bool:
        reader.fill((self.field,), reader.fields.setdefault(self.field, {}))
        return True

    def write(self, writer: "Writer", value: Any, by_place: bool) -> Words:
        return [], [*([self.word] if self.word else []), *self.words(writer, value)]

    def words(self, writer: "Writer", value: Any) -> Iterator[str]:
        yield from writer.group(self.questions, value)

    def leaves(self, path: Path) -> list[Leaf]:
        return [leaf for one in self.questions for leaf in one.leaves((*path, one.field))]

    def describe(self, value: Any, telling: Telling) -> str:
        parts = [(question, question.describe_in(value, telling)) for question in self.questions]
        return " ".join(
            f"{question.label(telling.label)} {answer}" if question.word else answer
            for question, answer in parts
            if answer
        )


@dataclass(kw_only=True)
class Repeated(Holder):
    """Questions that are asked again and again, until there is enough."""

    least: int = 0
    most: int | None = None

    is_open_ended = True

    @property
    def is_variable(self) -> bool:
        return self.most != self.least

    @property
    def is_tally(self) -> bool:
        if len(self.questions) != 2:
            return False
        what, count = self.questions
        is_pick = bool(what.letters()) and not what.many and all(one.key.isalpha() for one in what.choices)
        return is_pick and count.is_amount and not count.is_optional

    @property
    def can_be_none(self) -> bool:
        return bool(self.questions) and not self.least

    @property
    def has_more(self) -> bool:
        first = self.questions[0]
        is_free = first.is_open or not first.choices
        return is_free or any(choice.refusal is None for choice in first.choices)

    @property
    def drops_zero(self) -> bool:
        """Whether a thing of a tally without any is left out."""
        return False

    def is_full(self, answers: Any) -> bool:
        return self.most is not None and len(answers) >= self.most


@dataclass(kw_only=True)
class Rows(Repeated):
    many = True
    has_rows = True

    @property
    def heads(self) -> list[Question]:
        head = self.questions[0]
        if head.heads_row:
            return [head]
        return [one for one in self.questions if isinstance(one, Pick) and not one.many]

    def place_inside(self, cursor: Cursor, held: Any) -> Cursor:
        return (*cursor, len(held or ()), self.questions[0].field)

    def next_place(self, outer: Cursor, last: str | int, held: Any) -> Cursor:
        if not self.has_more or self.is_full(held or ()):
            return ()
        return (*outer[:-1], int(outer[-1]) + 1, self.questions[0].field)

    @property
    def drops_zero(self) -> bool:
        return bool(self.questions[1].bounds.low)

    def pairs(self, held: Any) -> tuple[tuple[Value, int], ...]:
        """The things and their numbers; a row without a number counts as one."""
        what, count = (one.field for one in self.questions)
        return tuple((row[what], row.get(count, 1)) for row in held or () if what in row)

    def answer_of(self, pairs: Sequence[tuple[Value, int]]) -> Any:
        what, count = (one.field for one in self.questions)
        return [{what: value, count: number} for value, number in pairs]

    def step_to(self, at: int, what: Value) -> Cursor:
        return (at, self.questions[1].field)

    def gaps(self, place: Cursor, value: Any, is_needed: IsNeeded, order: Order) -> Gaps:
        for row, held in enumerate(value):
            yield from shared.gaps(self.questions, held, is_needed, (*place, row), order)
        if len(value) < self.least:
            yield place, self

    def with_defaults(self, value: Any) -> Any:
        return [shared.with_defaults(self.questions, row) for row in value]

    def rename(self, value: Any, names: Renamed) -> Any:
        rows = [shared.rename_players(self.questions, row, names) for row in value]
        return [row for row in rows if row] or None

    def refusals(self, value: Any) -> list[Message]:
        last = value[-1]
        if all(one.is_optional or one.field in last for one in self.questions):
            return []
        return [one.message for one in shared.refused_answers(self.questions, last)]

    def choice_of(self, token: Token) -> Choice | None:
        return _named(self.questions[0], token)

    def read(self, reader: "AnswerReader", opening: "Opening | None" = None) -> bool:
        reader.begin(self)
        rows = reader.fields.setdefault(self.field, [])
        while self.is_led or reader.word is not None:
            reader.check_room(self, rows)
            rows.append({})
            reader.fill((self.field,), rows[-1], rows=self)
            if self.is_led:
                break
        if rows == [{}]:
            rows.clear()
        return True

    def write(self, writer: "Writer", value: Any, by_place: bool) -> Words:
        again = [self.lead(writer)] if self.is_led else []
        words = [word for row in value for word in (*again, *writer.group(self.questions, row))]
        if by_place and value and not again:
            return words, []
        return [], words if again and value else [self.lead(writer), *words]

    def alone(self) -> Self:
        return replace(self, by_place=True, need="optional")

    def describe(self, value: Any, telling: Telling) -> str:
        row = Group(self.field, self.ask, questions=self.questions)
        if any(one.many and not one.is_list for one in self.questions):
            return self._describe_rows(row, value, telling)
        return "; ".join(row.describe(one, telling) for one in value) or TICK

    def _describe_rows(self, row: Group, value: Sequence[Draft], telling: Telling) -> str:
        """Describe rows that hold rows. Each begins with its first answer; the current row is marked."""
        told = []
        for held in value:
            given = [one.field for one in self.questions if one.field in held]
            parts = [row.describe({field: held[field]}, telling) for field in given]
            rest = "; ".join(part.replace("; ", ", ") for part in parts[1:])
            told.append(f"{parts[0]}: {rest}" if rest else "".join(parts))
        at = telling.row
        if at is not None and at == len(told):
            told.append("")
        marked = [f"{HERE}{one}" if place == at and len(told) > 1 else one for place, one in enumerate(told)]
        return " │ ".join(marked) or TICK


@dataclass(kw_only=True)
class Pairs(Repeated):
    """A table; `questions` are a question for its keys and a question for its values."""

    values: tuple[tuple[str, Question], ...] = ()
    """Questions for the values of some keys, instead of the usual one."""

    has_pairs = True

    @property
    def nothing(self) -> Any:
        return {}

    @property
    def level(self) -> Questions:
        return ()

    @property
    def group(self) -> Group | None:
        value = self.questions[1]
        return value if isinstance(value, Group) else None

    @property
    def listed_keys(self) -> list[str]:
        key = self.questions[0]
        return [str(choice.value) for choice in key.choices] if key.letters() else []

    def inside(self, step: str) -> Question | None:
        return dict(self.values).get(step, self.questions[0 if step == NEXT else 1])

    def place_inside(self, cursor: Cursor, held: Any) -> Cursor:
        return (*cursor, NEXT)

    def next_place(self, outer: Cursor, last: str | int, held: Any) -> Cursor:
        return (*outer, NEXT) if last != NEXT and self.has_more else ()

    def pairs(self, held: Any) -> tuple[tuple[Value, int], ...]:
        return tuple((held or {}).items())

    def answer_of(self, pairs: Sequence[tuple[Value, int]]) -> Any:
        return {str(what): number for what, number in pairs}

    def step_to(self, at: int, what: Value) -> Cursor:
        return (str(what),)

    def gaps(self, place: Cursor, value: Any, is_needed: IsNeeded, order: Order) -> Gaps:
        for key, held in value.items() if self.group else ():
            yield from self.questions[1].gaps((*place, key), held, is_needed, order)

    def rename(self, value: Any, names: Renamed) -> Any:
        of_key, of_value = self.questions
        table = {}
        for name, inner in value.items():
            now = present_name(name, names) if of_key.names_player else name
            answer = of_value.rename(inner, names)
            if now is not None and answer is not None:
                table[now] = answer
        return table or None

    def refusals(self, value: Any) -> list[Message]:
        return [one.refusal for one in self.questions[0].choices if one.refusal and one.meaning in value]

    def visible(self, value: Any, redaction: Iterable[str]) -> Any:
        return {key: self.questions[1].visible(held, redaction) for key, held in value.items()}

    def choice_of(self, token: Token) -> Choice | None:
        return _named(self.questions[0], token)

    def read(self, reader: "AnswerReader", opening: "Opening | None" = None) -> bool:
        of_key, of_value = self.questions
        reader.begin(self)
        table = reader.fields.setdefault(self.field, {})
        while (token := reader.word) is not None:
            found = self.choice_of(token)
            if of_value.many and table and is_number(token.text) and not token.is_quoted:
                answers = table[next(reversed(table))]
                reader.check_room(self, answers)
                reader.words.take()
                answers.append(number(token.text))
                continue
            if found is None and table and reader.fits_next(token):
                break
            if found is None and of_key.value_of(token) is None:
                raise of_key.misfit(token)
            key = str(found.value) if found is not None else token.text
            if key in table:
                raise refusal("entry.twice", self.field, word=key)
            reader.check_room(self, table)
            reader.words.take()
            if self.group:
                table[key] = {}
                reader.fill((self.field, self.group.field), table[key], rows=self)
            else:
                value = self._read_value(reader)
                table[key] = [value] if of_value.many else value
        return True

    def _read_value(self, reader: "AnswerReader") -> Any:
        of_value, token = self.questions[1], reader.word
        if token is None:
            raise Refusal(self.missing())
        found = _named(of_value, token)
        value = of_value.value_of(token) if found is None else found.meaning
        if value is None:
            raise of_value.misfit(token)
        reader.words.take()
        return value

    def write(self, writer: "Writer", value: Any, by_place: bool) -> Words:
        if not self.group:
            return Holder.write(self, writer, value, by_place)
        key, group = self.questions
        lead = self.lead(writer)
        found = [
            word
            for name, one in value.items()
            for word in (lead, key.name_for(writer, name), *group.words(writer, one))
        ]
        return [], found or [lead]

    def alone(self) -> Self:
        return replace(self, by_place=True, need="optional") if self.group else Holder.alone(self)

    def words(self, writer: "Writer", value: Any) -> Iterator[str]:
        key, held = self.questions
        for name, amount in value.items():
            yield key.word_for(writer, name)
            yield from held.words(writer, amount)

    def leaves(self, path: Path) -> list[Leaf]:
        if self.group or not self.listed_keys:
            return [Leaf(path, self, self.word or self.field)]
        key, value = self.questions
        word = self.word or self.field
        return [Leaf((*path, name), value, word, shared.key_label(key, name)) for name in self.listed_keys]

    def check_known(self, value: Any) -> None:
        for inner in value.values():
            self.questions[1].check_known(inner)

    def describe(self, value: Any, telling: Telling) -> str:
        key, held = self.questions
        is_option = self.field == "options"
        pairs = [
            (telling.option(name) if is_option else key.describe(name, telling), held.describe(one, telling))
            for name, one in value.items()
        ]
        return ", ".join(map(" ".join, pairs)) or TICK


@dataclass(kw_only=True)
class Each(Pairs):
    """A table that asks for the value of one key after another, such as a number for each player."""

    previews_parts = True
    is_tally = False

    def inside(self, step: str) -> Question | None:
        return Pairs.inside(self, step) if step in self.listed_keys else None

    def place_inside(self, cursor: Cursor, held: Any) -> Cursor:
        keys = self.listed_keys
        blank = [key for key in keys if key not in (held or {})]
        return (*cursor, *(blank or keys)[:1])

    def next_place(self, outer: Cursor, last: str | int, held: Any) -> Cursor:
        keys = self.listed_keys
        rest = keys[keys.index(last) + 1 :] if last in keys else []
        return (*outer, rest[0]) if rest else ()

    def gaps(self, place: Cursor, value: Any, is_needed: IsNeeded, order: Order) -> Gaps:
        for key in self.listed_keys:
            asked = self.inside(key)
            if key not in value and asked is not None and is_needed(asked):
                yield (*place, key), asked


def _named(question: Question, token: Token) -> Choice | None:
    return match(question.choices, token, question.is_open)
