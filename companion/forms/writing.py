"""Write the fields of a block as the shortest line that reads back as the same fields.

A new kind of question registers its own function if it is written in another way.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from typing import Any

from companion.core.choices import Choice, Draft
from companion.core.names import fold
from companion.forms.matching import called
from companion.forms.questions import (
    AnyValue,
    Group,
    Names,
    Number,
    Pairs,
    Pick,
    Question,
    Questions,
    Rows,
    Switch,
    Text,
)
from companion.forms.questions.holders import parts_of
from companion.forms.questions.pick import routes_of
from companion.forms.questions.question import LedByName, answer_of, fields_of
from companion.forms.tokens import is_bare, is_number, quote

ALSO, THEN = "also", "then"
"""Words that join the parts of a line."""
Words = tuple[list[str], list[str]]
"""The words of an answer: those given by position, and those after a keyword."""


class Writer:
    """Writes answers to questions. `players` are present names by folded name, including former names."""

    def __init__(self, questions: Questions, players: Mapping[str, str]) -> None:
        self._players = players
        self._words = frozenset((ALSO, THEN, *_keywords(questions)))

    def group(self, questions: Questions, fields: Draft) -> list[str]:
        """Return the words of a line: answers by position first, then answers with keywords."""
        by_place: list[str] = []
        by_word: list[str] = []
        is_in_place = True
        for question in questions:
            # a line without an assumed answer means the same
            is_assumed = question.assumed is not None and fields.get(question.field) == question.assumed
            if is_assumed or not any(field in fields for field in fields_of(question)):
                is_in_place = is_in_place and (isinstance(question, Group) or not question.by_place)
                continue
            is_plain = question.by_place and is_in_place
            plain, led = write(question, self, answer_of(question, fields), is_plain)
            if is_plain:
                by_place += plain
                is_several = question.many or isinstance(question, Pairs)
                is_full = not is_several or question.is_full(fields.get(question.field, ()))
                is_in_place = bool(plain) and is_full
            by_word += led if is_plain else plain + led
        return by_place + by_word

    def player(self, name: str) -> str:
        return self._players.get(fold(name), name)

    def is_player(self, name: str) -> bool:
        return fold(name) in self._players

    def word_of(self, choices: Sequence[Choice], text: str) -> str:
        """Write a name: in lower case if it is a choice that needs no quotes, else in quotes."""
        is_plain = is_bare(text) and not is_number(text) and fold(text) not in self._words
        return fold(text) if is_plain and _known_by(choices, text) is not None else quote(text)


def _keywords(questions: Questions) -> Iterator[str]:
    """The words of the notation that lead to questions, or to those inside."""
    for question in questions:
        if question.word and not isinstance(question, LedByName):
            yield question.word
        yield from (route.word for route in routes_of(question))
        yield from _keywords(parts_of(question))


def _known_by(choices: Sequence[Choice], name: str) -> Choice | None:
    """The choice with this name, in any case; None if there is none or if there are several."""
    named = called(choices, name)
    return named[0] if len(named) == 1 and fold(str(named[0].value)) == fold(name) else None


def lead(question: Question, writer: Writer) -> str:
    """The keyword as a line has it."""
    if isinstance(question, LedByName):
        return writer.word_of((Choice(question.field),), question.field)
    return question.word or ""


# A single word


def _word_for(question: Question, writer: Writer, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) or isinstance(question, Number):
        return str(value)
    return quote(value) if isinstance(question, Text | AnyValue) else name_for(question, writer, value)


@singledispatch
def name_for(question: Question, writer: Writer, value: str) -> str:
    return writer.word_of(question.choices, value)


@name_for.register
def _name_for_pick(question: Pick, writer: Writer, value: str) -> str:
    if not question.names_player:
        return writer.word_of(question.choices, value)
    name = writer.player(value)
    # even if this row doesn't offer them
    return writer.word_of((Choice(name),) if writer.is_player(value) else question.choices, name)


# An answer


@singledispatch
def words(question: Question, writer: Writer, value: Any) -> Iterator[str]:
    """Yield the words of an answer, without its keyword."""
    for answer in value if question.many else (value,):
        yield _word_for(question, writer, answer)


@words.register
def words_of_group(question: Group, writer: Writer, value: Any) -> Iterator[str]:
    yield from writer.group(question.questions, value)


@words.register
def _words_of_pairs(question: Pairs, writer: Writer, value: Any) -> Iterator[str]:
    of_key, of_value = question.questions
    for key, held in value.items():
        yield _word_for(of_key, writer, key)
        yield from words(of_value, writer, held)


@singledispatch
def write(question: Question, writer: Writer, value: object, by_place: bool) -> Words:
    """Return the words of an answer, with its keyword unless it can be given by position."""
    own = list(words(question, writer, value))
    if not own and question.word is not None:
        return [], [lead(question, writer)]
    keyword = [] if by_place or question.word is None else [lead(question, writer)]
    return ([*keyword, *own], []) if by_place else ([], [*keyword, *own])


_write_value = write.dispatch(Question)


@write.register
def _write_switch(question: Switch, writer: Writer, value: object, by_place: bool) -> Words:
    return [], [lead(question, writer), *([] if value else ["no"])]


@write.register
def _write_group(question: Group, writer: Writer, value: object, by_place: bool) -> Words:
    return [], [*([question.word] if question.word else []), *words(question, writer, value)]


@write.register
def _write_rows(question: Rows, writer: Writer, value: Any, by_place: bool) -> Words:
    again = [lead(question, writer)] if question.is_led else []
    own = [word for row in value for word in (*again, *writer.group(question.questions, row))]
    if by_place and value and not again:
        return own, []
    return [], own if again and value else [lead(question, writer), *own]


@write.register
def _write_pairs(question: Pairs, writer: Writer, value: Any, by_place: bool) -> Words:
    if not question.group:
        return _write_value(question, writer, value, by_place)
    of_key, group = question.questions
    keyword = lead(question, writer)
    own = [
        word
        for key, held in value.items()
        for word in (keyword, name_for(of_key, writer, key), *words(group, writer, held))
    ]
    return [], own or [keyword]


@write.register
def _write_names(question: Names, writer: Writer, fields: Draft, by_place: bool) -> Words:
    """Write names that need no keyword first, then the other names of each kind after its keyword."""
    known = [choice for route in question.routes if not route.needs_word for choice in route.choices]
    plain: list[str] = []
    led: list[str] = []
    for route in question.routes:
        names = list(fields.get(route.field, ()))
        while names and not route.needs_word and _known_by(known, names[0]) in route.choices:
            plain.append(writer.word_of(known, names.pop(0)))
        if names:
            led += [route.word, *(writer.word_of(route.choices, name) for name in names)]
    return plain, led
