"""Read the words of a line or a cell as answers, into the fields of a block. What a word means depends on the question.

A new kind of question registers its own function if it is read in another way.
"""

from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, field
from functools import singledispatch
from typing import NamedTuple

from companion.core.choices import LONGEST_LIST, Choice, Fields
from companion.core.errors import Refusal, refusal
from companion.core.names import fold
from companion.forms.drafts import imply
from companion.forms.matching import match
from companion.forms.questions import (
    AnyValue,
    Ask,
    Group,
    Names,
    Number,
    Pairs,
    Pick,
    Question,
    Questions,
    Route,
    Rows,
    Switch,
    Text,
)
from companion.forms.questions.holders import Holder, Repeated, parts_of
from companion.forms.questions.pick import route_of, routes_of
from companion.forms.questions.question import LedByName, Values, ask_once, missing, new_name
from companion.forms.questions.text import text_or_number
from companion.forms.tokens import Token, is_number, number


class TokenStream:
    """The words of a line, with a place in it."""

    def __init__(self, line: str, tokens: Sequence[Token]) -> None:
        self._line, self._tokens, self._at = line, tokens, 0
        self.ends: tuple[str, ...] = ()
        """Words that end the part of the line that is read now."""

    @property
    def next(self) -> Token | None:
        """The next word; None at the end of the line or of the part."""
        token = self._tokens[self._at] if self._at < len(self._tokens) else None
        return None if token is None or any(map(token.is_word, self.ends)) else token

    def take(self) -> None:
        self._at += 1

    def take_text(self) -> str:
        """Take the next word if it is quoted, else the rest of the line."""
        token = self._tokens[self._at]
        self._at = self._at + 1 if token.is_quoted else len(self._tokens)
        return token.text if token.is_quoted else self._line[token.start :].strip()

    def skip(self, word: str) -> bool:
        """Take the next word if it is this word of the notation; return whether it is."""
        is_there = self._at < len(self._tokens) and self._tokens[self._at].is_word(word)
        self._at += is_there
        return is_there


@dataclass(slots=True, eq=False)
class OpenTable:
    """A table that is being filled: the block, a row or a group."""

    path: tuple[str, ...]
    fields: Fields
    answered: set[str]
    filled: set[str] = field(default_factory=set)
    """Fields that another answer filled; they can still be answered."""


class Opening(NamedTuple):
    """A keyword that may follow, or a player's name that serves as one."""

    word: str
    question: Question
    route: Route | None = None
    group: Question | None = None
    """The group without a keyword that the question is in."""


def openings_in(questions: Questions) -> Iterator[Opening]:
    for question in questions:
        if question.word is not None:
            yield Opening(question.word, question)
        for route in routes_of(question):
            yield Opening(route.word, question, route)
        if isinstance(question, Group) and question.word is None:
            yield from (opening._replace(group=question) for opening in openings_in(question.questions))


class AnswerReader:
    def __init__(self, ask: Ask, words: TokenStream) -> None:
        self._ask, self.words = ask_once(ask), words
        self._draft: dict[str, object] = {}
        self._tables: list[OpenTable] = []

    def read(self, until: str | None = None) -> Fields:
        """Return the answers, up to that of the field `until`.

        Raise Refusal if a word fits nowhere, or if an answer is missing.
        """
        self.fill((), self._draft, until=until)
        questions = self._ask(self._draft)
        fields = {**self._draft}
        for question in questions:
            if question.assumed is not None:
                fields.setdefault(question.field, question.assumed)
        if violations := missing(questions, fields):
            raise Refusal(*violations)
        return fields

    def fill(
        self,
        path: tuple[str, ...],
        fields: dict[str, object],
        rows: Holder | None = None,
        until: str | None = None,
    ) -> None:
        """Read the answers of a table inside the current one; if it is one of `rows`, up to the next row."""
        outer = self._tables[-1].path if self._tables else ()
        table = OpenTable((*outer, *path), fields, set(fields))
        self._tables.append(table)
        while (token := self.words.next) is not None and until not in fields:
            led = self._opening()
            if led is not None:
                there, opening = led
                if there is not table:
                    break
                self._open(opening)
                continue
            question = self._by_place()
            if question is not None and read(question, self):
                continue
            token = self.words.next or token  # a list may have taken some words
            if rows is None or not fields or missing(self._questions(table.path), fields):
                too_much = refusal("entry.too-much", word=token.text)
                raise too_much if question is None else question.misfit(token)
            if rows.is_led:
                raise refusal("entry.row-full", rows.field, word=token.text, row=rows.ask, lead=rows.word)
            break
        self._tables.pop()

    # Which question a word leads to

    def _opening(self) -> tuple[OpenTable, Opening] | None:
        """The keyword, or the player's name in its place, that the next word spells, and the table that asks for it."""
        token = self.words.next
        if token is None:
            return None
        for table in reversed(self._tables):
            for opening in openings_in(self._questions(table.path)):
                is_keyword = isinstance(opening.question, LedByName) or not token.is_quoted
                if is_keyword and opening.word == fold(token.text):
                    return table, opening
        return None

    def _open(self, opening: Opening) -> None:
        question = opening.question
        if opening.group is not None:
            read(opening.group, self)
            return
        is_one = not question.many and not isinstance(question, Holder)
        if is_one and question.field in self._tables[-1].answered:
            raise refusal("entry.twice", word=opening.word)
        self.words.take()
        self.begin(question)
        read(question, self, opening)

    def _questions(self, path: tuple[str, ...]) -> Questions:
        questions = self._ask(self._draft)
        for name in path:
            questions = next((parts_of(question) for question in questions if question.field == name), ())
        return questions

    def _by_place(self) -> Question | None:
        table = self._tables[-1]
        for question in self._questions(table.path):
            if question.by_place and table.answered.isdisjoint((question.field, *question.replaces)):
                return question
        return None

    # Called by the questions, which decide what a word means

    @property
    def word(self) -> Token | None:
        """The next word if it may be an answer; None if it is a keyword, and at the end."""
        return self.words.next if self._opening() is None else None

    @property
    def fields(self) -> Fields:
        return self._tables[-1].fields

    def fits_next(self, token: Token) -> bool:
        """Whether a word names a choice of the next question that a line answers by position."""
        question = self._by_place()
        return question is not None and choice_of(question, token) is not None

    def begin(self, question: Question) -> None:
        """Mark a question as answered; remove what others filled into its field and those it replaces."""
        table = self._tables[-1]
        for name in table.filled & {question.field, *question.replaces}:
            table.filled.discard(name)
            del table.fields[name]
        table.answered.add(question.field)

    def check_room(self, question: Question, answers: Sized) -> None:
        """Raise Refusal if a list is too long: reading a word takes longer with every answer before it."""
        if len(answers) >= LONGEST_LIST:
            raise refusal("form.at-most-items", question.field, key=question.field, wanted=LONGEST_LIST)

    def imply(self, choices: Iterable[Choice]) -> None:
        table = self._tables[-1]
        for choice in choices:
            table.filled |= {*imply(table.fields, choice, table.answered)}


# What a word means


def choice_of(question: Question, token: Token) -> Choice | None:
    """The choice that a word names; None if it names none. Raise Refusal if it can be several."""
    if isinstance(question, Names):
        return match((choice for route in question.routes for choice in route.by_name), token)
    if isinstance(question, Repeated):
        question = question.questions[0]
    elif isinstance(question, Number) and is_number(token.text):
        return None
    is_open = isinstance(question, Pick) and question.is_open
    return match(question.choices, token, is_open) if isinstance(question, Values) else None


def value_of(question: Question, token: Token) -> object:
    """Return the answer that a word gives if it names no choice; None if it gives none."""
    if isinstance(question, Number):
        return number(token.text) if is_number(token.text) and not token.is_quoted else None
    if isinstance(question, AnyValue):
        return text_or_number(token)
    if isinstance(question, Pick) and question.choices and isinstance(question.choices[0].value, int):
        return number(token.text) if is_number(token.text) else None
    return new_name(question, token.text) if question.takes_text else token.text


def _meaning_of(
    question: Question, token: Token, route: Route | None
) -> tuple[str, object, Choice | None] | None:
    """The field and the value that a word gives, and the choice it names; None if it gives none."""
    if route is not None:
        choice = match(route.choices, token, route.is_open)
        return route.field, new_name(question, token.text) if choice is None else choice.meaning, choice
    choice = choice_of(question, token)
    if isinstance(question, Names):
        known = None if choice is None else route_of(question.routes, choice)
        return None if choice is None or known is None else (known.field, choice.meaning, choice)
    value = value_of(question, token) if choice is None else choice.meaning
    return None if value is None else (question.field, value, choice)


# How a question is read


@singledispatch
def read(question: Question, reader: AnswerReader, opening: Opening | None = None) -> bool:
    """Read the next words, after the keyword `opening`; return False if the next word is no answer."""
    raise NotImplementedError


@read.register
def _read_text(question: Text, reader: AnswerReader, opening: Opening | None = None) -> bool:
    if reader.words.next is None:
        raise Refusal(question.missing())
    reader.begin(question)
    reader.fields[question.field] = reader.words.take_text()
    return True


@read.register
def _read_switch(question: Switch, reader: AnswerReader, opening: Opening | None = None) -> bool:
    choice = None if reader.word is None else match(question.choices, reader.word)
    if choice is not None:
        reader.words.take()
        reader.begin(question)
    elif opening is None:
        return False
    reader.fields[question.field] = True if choice is None else choice.meaning
    return True


@read.register
def read_values(question: Values, reader: AnswerReader, opening: Opening | None = None) -> bool:
    is_begun, routes = False, routes_of(question)
    if question.many and opening is not None and not routes:
        reader.fields.setdefault(question.field, [])
    while (token := reader.word) is not None:
        meaning = _meaning_of(question, token, opening and opening.route)
        if meaning is None:
            if opening is not None and not is_begun:
                raise question.misfit(token)
            return is_begun and isinstance(question, Number)  # the word goes to the next question
        reader.words.take()
        reader.begin(question)
        name, value, choice = meaning
        if not question.many:
            reader.fields[name] = value
            reader.imply(() if choice is None or token.is_quoted else (choice,))
            return True
        is_begun, answers = True, question.answers_in(reader.fields, name)
        reader.check_room(question, answers)
        answers.append(value)
        reader.imply(choice for choice in question.choices if choice.meaning == value)
        if question.is_full(answers):
            return True
    if opening is not None and not is_begun and (question.least or routes or not question.many):
        raise Refusal(question.missing())
    return True


@read.register
def _read_group(question: Group, reader: AnswerReader, opening: Opening | None = None) -> bool:
    reader.fill((question.field,), reader.fields.setdefault(question.field, {}))
    return True


@read.register
def _read_rows(question: Rows, reader: AnswerReader, opening: Opening | None = None) -> bool:
    reader.begin(question)
    rows = reader.fields.setdefault(question.field, [])
    while question.is_led or reader.word is not None:
        reader.check_room(question, rows)
        rows.append({})
        reader.fill((question.field,), rows[-1], rows=question)
        if question.is_led:
            break
    if rows == [{}]:
        rows.clear()
    return True


@read.register
def _read_pairs(question: Pairs, reader: AnswerReader, opening: Opening | None = None) -> bool:
    of_key, of_value = question.questions
    reader.begin(question)
    table = reader.fields.setdefault(question.field, {})
    while (token := reader.word) is not None:
        choice = choice_of(question, token)
        if of_value.many and table and is_number(token.text) and not token.is_quoted:
            answers = table[next(reversed(table))]
            reader.check_room(question, answers)
            reader.words.take()
            answers.append(number(token.text))
            continue
        if choice is None and table and reader.fits_next(token):
            break
        if choice is None and value_of(of_key, token) is None:
            raise of_key.misfit(token)
        key = str(choice.value) if choice is not None else token.text
        if key in table:
            raise refusal("entry.twice", question.field, word=key)
        reader.check_room(question, table)
        reader.words.take()
        if question.group:
            table[key] = {}
            reader.fill((question.field, question.group.field), table[key], rows=question)
        else:
            token = reader.word
            if token is None:
                raise Refusal(question.missing())
            meaning = _meaning_of(of_value, token, None)
            if meaning is None:
                raise of_value.misfit(token)
            reader.words.take()
            table[key] = [meaning[1]] if of_value.many else meaning[1]
    return True
