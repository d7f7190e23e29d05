"""Answers of a line put into the fields of a block, word by word.

A reader can be asked after every word what it would take next, which is what completion needs.
"""

from collections.abc import Iterable, Iterator, Sized
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.core.errors import Refusal, refused
from companion.core.forms import LONGEST_LIST, Ask, Choice, Question, Questions, Route
from companion.core.names import fold
from companion.forms.answers import is_number, is_plain, misfit, missing, missing_answer, number, value_of
from companion.forms.drafts import asked_once
from companion.forms.lexicon import ENGLISH, FORMER, IN_FULL, Lexicon
from companion.forms.matching import Match, ambiguous, match, spelled
from companion.forms.tokens import Token


@dataclass(slots=True, eq=False)
class Frame:
    """A table being filled: the block itself, a row, a group."""

    path: tuple[str, ...]
    fields: dict[str, Any]
    rows: str | None = None
    """The field of the table above to which it belongs as a row, or under a key."""
    answered: set[str] = field(default_factory=set)
    filled: set[str] = field(default_factory=set)
    """Fields that another answer filled and that may still be answered differently."""


class Opening(NamedTuple):
    """A word that leads somewhere from here; it may be a player's name."""

    word: str
    depth: int
    """How many of the open tables stay open."""
    through: tuple[str, ...]
    """Groups without a word of their own that are entered on the way."""
    question: Question
    route: Route | None = None

    def said(self, lexicon: Lexicon) -> str:
        return self.word if self.question.is_of_player else lexicon.word(self.word)


class Expected(NamedTuple):
    words: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    openings: tuple[Opening, ...] = ()
    route: Route | None = None
    is_text: bool = False
    given: tuple[object, ...] = ()
    """Keys of the table that is being filled, which it takes only once."""
    reserved: frozenset[str] = frozenset()
    """Words of the notation here, which a name must not be taken for."""


def words_in(questions: Questions, depth: int, through: tuple[str, ...]) -> Iterator[Opening]:
    for question in questions:
        if question.word is not None:
            yield Opening(question.word, depth, through, question)
        for route in question.routes:
            yield Opening(route.word, depth, through, question, route)
        if question.is_group and question.word is None:
            yield from words_in(question.questions, depth, (*through, question.field))


def choices_of(question: Question, route: Route | None) -> Iterator[Choice]:
    if question.routes:
        for one in question.routes:
            if route is None or one == route:
                yield from one.by_name if route is None else one.choices
    elif question.questions:
        yield from choices_of(question.questions[0], None)
    else:
        yield from question.choices


def _check_room(question: Question, answers: Sized) -> None:
    """Refuse one more answer than an entry may have there; every word is read with all answers before it."""
    if len(answers) >= LONGEST_LIST:
        raise refused("form.at-most-items", question.field, key=question.field, wanted=LONGEST_LIST)


_NAMED = ("pick", "places", "count")


class Reader:
    def __init__(self, ask: Ask, line: str, lexicon: Lexicon = ENGLISH) -> None:
        self._ask, self._line, self._lexicon = asked_once(ask), line, lexicon
        self.draft: dict[str, Any] = {}
        self._stack = [Frame((), self.draft)]
        self._active: Question | None = None
        """The question that takes the next word."""
        self._is_satisfied = True
        self._route: Route | None = None
        self._key: str | None = None
        """Of a table: the key that waits for its value."""
        self.has_rest = False
        """A text took the rest of the line."""

    def feed(self, token: Token) -> None:
        """Takes one word; Refusal when it fits nowhere."""
        if self.has_rest:
            return
        if self._active is not None and self._active.kind == "text":
            self._text(self._active, token)
            return
        opening = self._meant(token)
        if opening is not None:
            self._open(opening)
            return
        while not self._taken(token):
            frame = self._stack[-1]
            if not frame.rows or not frame.fields or missing(self._questions(frame.path), frame.fields):
                raise self._misfit(token)
            rows = self._rows_of(frame)
            if rows.is_led:
                lead = self._lexicon.word(rows.word or "")
                raise refused("entry.row-full", rows.field, word=token.text, row=rows.ask, lead=lead)
            self._active, self._is_satisfied = rows, True
            self._stack.pop()

    def fields(self) -> dict[str, Any]:
        """What was answered; Refusal when something is missing."""
        self._check_satisfied()
        self._drop_empty_row()
        questions = self._ask(self.draft)
        fields = {**self.draft}
        for one in questions:
            if one.assumed is not None:
                fields.setdefault(one.field, one.assumed)
        if found := missing(questions, fields, self._lexicon):
            raise Refusal(*found)
        return fields

    def expected(self) -> Expected:
        """What would take the next word, and all that must be known to offer it."""
        questions, openings, route = self._next()
        words = IN_FULL.union(one.word for one in self._openings() if not one.question.is_of_player)
        reserved = words.union(fold(self._lexicon.word(one)) for one in words)
        given: tuple[str, ...] = ()
        if self._active is not None and self._active.kind == "table" and self._key is None:
            given = tuple(self._stack[-1].fields.get(self._active.field, ()))
        return Expected((), tuple(questions), tuple(openings), route, self.has_rest, given, reserved)

    def _next(self) -> tuple[list[Question], list[Opening], Route | None]:
        """The questions that would take the next word, the words that lead on, and the route that is open."""
        if self._active is not None and not self._is_satisfied:
            return [self._fresh(self._active)], [], self._route
        if self._active is not None and self._key is not None:
            return [self._fresh(self._active).questions[1]], [], None
        frame, by_place = self._stack[-1], self._by_place()
        is_within = len(self._stack) > 1 and (frame.fields or not frame.rows) and self._active is None
        if is_within and by_place is not None and not by_place.is_optional:
            return [by_place], [], None
        questions = [by_place] if by_place is not None else []
        if self._active is not None:
            questions = [self._fresh(self._active)]
        elif not questions and frame.rows and not self._rows_of(frame).is_led:
            questions = [self._rows_of(frame)]
        begun = self._active if self._active is not None and self._active.is_open_ended else None
        if begun is not None and not frame.fields.get(begun.field, True):
            questions = [one._replace(need="needed", by_place=True) for one in questions]
        return questions, [one for one in self._openings() if self._may_open(one)], self._route

    # Words that lead to a question

    def _openings(self) -> Iterator[Opening]:
        for depth in range(len(self._stack), 0, -1):
            yield from words_in(self._questions(self._stack[depth - 1].path), depth, ())

    def _meant(self, token: Token) -> Opening | None:
        """The word of a question in full; one of another language gives way to a name that could be the answer."""
        openings = [one for one in self._openings() if one.question.is_of_player or not token.is_quoted]
        typed = (fold(token.text), FORMER.get(fold(token.text)))
        found = next((one for word in typed for one in openings if one.word == word), None)
        if found is None and not self._lexicon.is_english and not self.offers(token):
            led = (one for one in openings if not one.question.is_of_player)
            found = next((one for one in led if self._lexicon.says(token.text, one.word)), None)
        return found

    def offers(self, token: Token) -> bool:
        """Whether a word is the whole name of a possible next answer."""
        questions, _, route = self._next()
        offered = (choice for one in questions for choice in choices_of(one, route))
        return any(fold(str(choice.value)) == fold(token.text) for choice in offered)

    def _may_open(self, opening: Opening) -> bool:
        if opening.through or not opening.question.is_single:
            return True
        return opening.question.field not in self._stack[opening.depth - 1].answered

    def _beginning_with(self, text: str) -> list[Opening]:
        """Words that begin so and are not meant to be written in full; inner ones hide outer ones."""
        known: dict[str, Opening] = {}
        for one in self._openings():
            if one.word not in IN_FULL and self._may_open(one):
                known.setdefault(one.word, one)
        plain = [one for one in known.values() if one.word.startswith(fold(text))]
        led = (one for one in known.values() if not one.question.is_of_player)
        return plain or [one for one in led if self._lexicon.begins(text, one.word)]

    def _open(self, opening: Opening) -> None:
        self._check_satisfied()
        if not self._may_open(opening):
            raise refused("entry.twice", word=opening.said(self._lexicon))
        self._drop_empty_row()
        del self._stack[opening.depth :]
        for name in opening.through:
            self._enter(name)
        question = opening.question
        frame = self._stack[-1]
        self._begin(question, frame)
        self._active, self._route, self._is_satisfied = question, opening.route, False
        if question.kind == "switch":
            frame.fields[question.field] = True
            self._is_satisfied = True
        elif question.kind == "places":
            frame.fields.setdefault(question.field, []).append([])
        elif question.many and not question.routes:
            frame.fields.setdefault(question.field, [])
            self._is_satisfied = not question.least
            if question.is_rows and question.is_led:
                self._new_row(question)
        elif question.kind == "table":
            frame.fields.setdefault(question.field, {})
            self._is_satisfied = True
        elif question.is_group:
            self._enter(question.field)
            self._active, self._is_satisfied = None, True

    def _begin(self, question: Question, frame: Frame) -> None:
        """The first answer to a question takes back what another answer had filled in, here or in its place."""
        for name in frame.filled & {question.field, *question.replaces}:
            frame.filled.discard(name)
            del frame.fields[name]
        frame.answered.add(question.field)

    def _enter(self, name: str) -> None:
        frame = self._stack[-1]
        inner = frame.fields.setdefault(name, {})
        self._stack.append(Frame((*frame.path, name), inner, answered=set(inner)))

    def _new_row(self, question: Question) -> None:
        frame = self._stack[-1]
        row: dict[str, Any] = {}
        _check_room(question, frame.fields[question.field])
        frame.fields[question.field].append(row)
        self._stack.append(Frame((*frame.path, question.field), row, question.field))
        self._active, self._is_satisfied = None, True

    def _drop_empty_row(self) -> None:
        """The word of rows alone says that there are none of them."""
        frame = self._stack[-1]
        if frame.rows is not None and not frame.fields:
            rows = self._stack[-2].fields[frame.rows]
            if isinstance(rows, list) and len(rows) == 1:
                rows.clear()
                self._stack.pop()

    def _rows_of(self, frame: Frame) -> Question:
        above = self._stack[self._stack.index(frame) - 1]
        return next(one for one in self._questions(above.path) if one.field == frame.rows)

    def _questions(self, path: tuple[str, ...]) -> Questions:
        questions = self._ask(self.draft)
        for name in path:
            questions = next((one.questions for one in questions if one.field == name), ())
        return questions

    def _fresh(self, question: Question) -> Question:
        """The question as it is asked now, after what was answered since."""
        asked = self._questions(self._stack[-1].path)
        return next((one for one in asked if one.field == question.field), question)

    def _check_satisfied(self) -> None:
        if self._active is not None and (not self._is_satisfied or self._key is not None):
            raise Refusal(missing_answer(self._active, self._lexicon))

    # Answers

    def _taken(self, token: Token) -> bool:
        """Whether the open question, or the next one by place, or a word that begins so, took the word."""
        question, is_waiting = self._active, self._active is not None and not self._is_satisfied
        if question is None:
            question = self._by_place()
        if question is None:
            return not self._begins_row(token) and self._by_beginning(token)
        found = self._match(question, token)
        if found is not None and not found.is_whole and not is_waiting and question.is_optional:
            self._check_unambiguous(found, token)
        is_word = found is None and not is_waiting and not is_plain(question, token, self._lexicon)
        if (is_word and self._by_beginning(token)) or self._answered(question, token, found):
            return True
        if is_waiting or (question.kind == "count" and self._stack[-1].fields.get(question.field) == []):
            raise self._misfit(token)
        if self._active is not None and (self._active.kind == "count" or not self._active.is_open_ended):
            self._active = None
            return self._taken(token)
        return False

    def _begins_row(self, token: Token) -> bool:
        """Whether a word after a full row is the first answer of the next one; Refusal when it could be a word too."""
        frame = self._stack[-1]
        if not frame.rows or self._rows_of(frame).is_led:
            return False
        found = self._match(self._rows_of(frame), token)
        if found is not None and not found.is_whole:
            self._check_unambiguous(found, token)
        return found is not None

    def _check_unambiguous(self, found: Match, token: Token) -> None:
        if words := [one.said(self._lexicon) for one in self._beginning_with(token.text)]:
            raise ambiguous(token.text, [str(found.choice.value), *words])

    def _by_beginning(self, token: Token) -> bool:
        found = [] if token.is_quoted else self._beginning_with(token.text)
        if len(found) > 1:
            raise ambiguous(token.text, [one.said(self._lexicon) for one in found])
        if found:
            self._open(found[0])
        return bool(found)

    def _by_place(self) -> Question | None:
        frame = self._stack[-1]
        for question in self._questions(frame.path):
            if question.by_place and frame.answered.isdisjoint((question.field, *question.replaces)):
                return question
        return None

    def _match(self, question: Question, token: Token) -> Match | None:
        """The choice that a word means; in quotes only a whole name counts, and where new names are taken none."""
        choices: Iterable[Choice] = question.choices
        is_open = question.is_open
        if question.routes:
            if self._route is not None:
                choices, is_open = self._route.choices, self._route.is_open
            else:
                choices = [one for route in question.routes for one in route.by_name]
        elif question.is_open_ended and question.questions:
            inner = question.questions[self._key is not None]
            choices, is_open = inner.choices, inner.is_open
        elif question.kind not in _NAMED or (question.kind == "count" and is_number(token.text)):
            return None
        choices = self._lexicon.choices(choices)
        if token.is_quoted:
            return None if is_open else spelled(choices, token.text)
        return match(choices, token.text)

    def _answered(self, question: Question, token: Token, found: Match | None) -> bool:
        frame = self._stack[-1]
        kind = question.kind
        if kind == "text":
            self._begin(question, frame)
            self._text(question, token)
            return True
        if question.is_rows:
            self._begin(question, frame)
            frame.fields.setdefault(question.field, [])
            self._new_row(question)
            return self._taken(token)
        if question.is_group:
            self._enter(question.field)
            return self._taken(token)
        if kind == "table":
            return self._pair(question, token, found)
        field, value = question.field, value_of(question, token, found, self._lexicon)
        if question.routes:
            routes = (one for one in question.routes if found is not None and found.choice in one.choices)
            route = self._route or next(routes, None)
            if route is None:
                return False
            field = route.field
        if value is None:
            return False
        self._begin(question, frame)
        if question.many:
            answers = frame.fields.setdefault(field, [[]] if kind == "places" else [])
            _check_room(question, inner := answers[-1] if kind == "places" else answers)
            inner.append(value)
            self._fill(frame, (one for one in question.choices if one.meaning == value))
            is_full = kind != "places" and question.is_full(answers)
            self._active, self._is_satisfied = None if is_full else question, True
            return True
        frame.fields[field] = value
        self._fill(frame, () if found is None or token.is_quoted else (found.choice,))
        self._active, self._is_satisfied = None, True
        return True

    @staticmethod
    def _fill(frame: Frame, given: Iterable[Choice]) -> None:
        """What choices imply, as long as nothing else is answered there; the names of several answers add up."""
        for name, filling in (pair for choice in given for pair in choice.implies.items()):
            if name not in frame.answered:
                held: Any = frame.fields.get(name)
                is_table = isinstance(held, dict) and isinstance(filling, dict)
                frame.fields[name] = {**held, **filling} if is_table else deepcopy(filling)
                frame.filled.add(name)

    def _pair(self, question: Question, token: Token, found: Match | None) -> bool:
        frame = self._stack[-1]
        of_key, of_value = question.questions
        self._begin(question, frame)
        table = frame.fields.setdefault(question.field, {})
        self._active, self._is_satisfied = question, True
        if self._key is None:
            is_digits = is_number(token.text) and not token.is_quoted
            if of_value.many and table and is_digits:
                numbers = table[next(reversed(table))]
                _check_room(question, numbers)
                numbers.append(number(token.text))
                return True
            if of_key.kind == "count" and not is_digits:
                raise self._misfit(token)
            key = str(found.choice.value) if found is not None else token.text
            if key in table:
                raise refused("entry.twice", question.field, word=key)
            _check_room(question, table)
            if of_value.is_group:
                inner: dict[str, Any] = {}
                table[key] = inner
                path = (*frame.path, question.field, of_value.field)
                self._stack.append(Frame(path, inner, question.field))
                self._active = None
            else:
                self._key = key
            return True
        value = value_of(of_value, token, found, self._lexicon)
        if value is None:
            raise self._misfit(token)
        table[self._key] = [value] if of_value.many else value
        self._key = None
        return True

    def _text(self, question: Question, token: Token) -> None:
        text = token.text if token.is_quoted else self._line[token.start :].strip()
        self._stack[-1].fields[question.field] = text
        self.has_rest = not token.is_quoted
        self._active, self._is_satisfied = None, True

    def _misfit(self, token: Token) -> Refusal:
        question = self._active or self._by_place()
        if question is not None and question.kind == "table":
            question = question.questions[self._key is not None]
        return misfit(question, token, self._lexicon)
