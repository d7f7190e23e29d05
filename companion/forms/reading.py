"""Read the words of a line or a cell as answers, into the fields of a block."""

from collections.abc import Iterable, Iterator, Sequence, Sized
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.core.errors import Refusal, refusal
from companion.core.forms import LONGEST_LIST, Choice, Draft
from companion.core.names import fold
from companion.forms.questions import Ask, Question, Questions, Route
from companion.forms.questions.question import missing
from companion.forms.tokens import Token


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
    fields: dict[str, Any]
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
        for route in question.routes:
            yield Opening(route.word, question, route)
        if not question.takes_a_place and question.word is None:
            yield from (one._replace(group=question) for one in openings_in(question.questions))


def ask_once(ask: Ask) -> Ask:
    """Cache `ask` for the last draft, compared by its text: the draft is filled in place."""
    known: tuple[str, Questions] = "", ()

    def ask_again(draft: Draft) -> Questions:
        nonlocal known
        text = repr(draft)
        if known[0] != text:
            known = text, ask(draft)
        return known[1]

    return ask_again


class AnswerReader:
    def __init__(self, ask: Ask, words: TokenStream) -> None:
        self._ask, self.words = ask_once(ask), words
        self._draft: dict[str, Any] = {}
        self._tables: list[OpenTable] = []

    def read(self, until: str | None = None) -> dict[str, Any]:
        """Return the answers, up to that of the field `until`.

        Raise Refusal if a word fits nowhere, or if an answer is missing.
        """
        self.fill((), self._draft, until=until)
        questions = self._ask(self._draft)
        fields = {**self._draft}
        for one in questions:
            if one.assumed is not None:
                fields.setdefault(one.field, one.assumed)
        if found := missing(questions, fields):
            raise Refusal(*found)
        return fields

    def fill(
        self,
        path: tuple[str, ...],
        fields: dict[str, Any],
        rows: Question | None = None,
        until: str | None = None,
    ) -> None:
        """Read the answers of a table inside the current one; if it is one of `rows`, up to the next row."""
        outer = self._tables[-1].path if self._tables else ()
        table = OpenTable((*outer, *path), fields, set(fields))
        self._tables.append(table)
        while (token := self.words.next) is not None and until not in fields:
            found = self._opening()
            if found is not None:
                there, opening = found
                if there is not table:
                    break
                self._open(opening)
                continue
            question = self._by_place()
            if question is not None and question.read(self):
                continue
            token = self.words.next or token  # a list may have taken some words
            if rows is None or not fields or missing(self._questions(table.path), fields):
                raise (
                    refusal("entry.too-much", word=token.text) if question is None else question.misfit(token)
                )
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
            for one in openings_in(self._questions(table.path)):
                if one.word == fold(token.text) and one.question.may_follow(token):
                    return table, one
        return None

    def _open(self, opening: Opening) -> None:
        question = opening.question
        if opening.group is not None:
            opening.group.read(self)
            return
        if question.is_single and question.field in self._tables[-1].answered:
            raise refusal("entry.twice", word=opening.word)
        self.words.take()
        self.begin(question)
        question.read(self, opening)

    def _questions(self, path: tuple[str, ...]) -> Questions:
        questions = self._ask(self._draft)
        for name in path:
            questions = next((one.questions for one in questions if one.field == name), ())
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
    def fields(self) -> dict[str, Any]:
        return self._tables[-1].fields

    def fits_next(self, token: Token) -> bool:
        """Whether a word names a choice of the next question that a line answers by position."""
        question = self._by_place()
        return question is not None and question.choice_of(token) is not None

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

    def imply(self, given: Iterable[Choice]) -> None:
        """Fill fields that choices imply, unless they are answered; merge the tables of several choices."""
        table = self._tables[-1]
        for name, filling in (pair for choice in given for pair in choice.implies.items()):
            if name not in table.answered:
                held: Any = table.fields.get(name)
                is_table = isinstance(held, dict) and isinstance(filling, dict)
                table.fields[name] = {**held, **filling} if is_table else deepcopy(filling)
                table.filled.add(name)
