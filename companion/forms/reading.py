"""Read the answers of a line into the fields of a block, word by word.

After every word a reader knows what it would take next, for completion.
"""

from collections.abc import Iterable, Iterator, Sized
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from companion.core.errors import Refusal, refusal
from companion.core.forms import LONGEST_LIST, Choice, Draft
from companion.core.names import fold
from companion.forms.lexicon import ENGLISH, FORMER, IN_FULL, Lexicon
from companion.forms.matching import Match, ambiguous, match, whole_match
from companion.forms.questions import Ask, Question, Questions, Route
from companion.forms.questions.question import missing
from companion.forms.tokens import Token


@dataclass(slots=True, eq=False)
class OpenTable:
    """A table that is being filled: the block, a row or a group."""

    path: tuple[str, ...]
    fields: dict[str, Any]
    rows: str | None = None
    """The field of the outer table that holds this table as a row, or under a key."""
    answered: set[str] = field(default_factory=set)
    filled: set[str] = field(default_factory=set)
    """Fields that another answer filled; they can still be answered."""


class Opening(NamedTuple):
    """A keyword that may follow, or a player's name that serves as one."""

    word: str
    depth: int
    """The number of open tables that stay open."""
    through: tuple[str, ...]
    """Groups without a keyword that are entered on the way."""
    question: Question
    route: Route | None = None

    def local_word(self, lexicon: Lexicon) -> str:
        return self.word if self.question.is_of_player else lexicon.word(self.word)


class Expected(NamedTuple):
    words: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    openings: tuple[Opening, ...] = ()
    route: Route | None = None
    is_text: bool = False
    given: tuple[object, ...] = ()
    """Keys that the current table has already."""
    reserved: frozenset[str] = frozenset()
    """Words of the notation; a name equal to one of them must be quoted."""


def words_in(questions: Questions, depth: int, through: tuple[str, ...]) -> Iterator[Opening]:
    for question in questions:
        if question.word is not None:
            yield Opening(question.word, depth, through, question)
        for route in question.routes:
            yield Opening(route.word, depth, through, question, route)
        if not question.takes_a_place and question.word is None:
            yield from words_in(question.questions, depth, (*through, question.field))


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
    def __init__(self, ask: Ask, line: str, lexicon: Lexicon = ENGLISH) -> None:
        self._ask, self._line, self.lexicon = ask_once(ask), line, lexicon
        self.draft: dict[str, Any] = {}
        self._stack = [OpenTable((), self.draft)]
        self._active: Question | None = None
        """The question that takes the next word."""
        self._is_satisfied = True
        self.route: Route | None = None
        self.key: str | None = None
        """The key of a table that waits for its value."""
        self.has_rest = False
        """Whether a text took the rest of the line."""

    @property
    def frame(self) -> OpenTable:
        return self._stack[-1]

    def feed(self, token: Token) -> None:
        """Take a word; raise Refusal if it fits nowhere."""
        if self.has_rest:
            return
        if self._active is not None and self._active.takes_rest:
            self._active.take(self, token, None)
            return
        opening = self._opening_for(token)
        if opening is not None:
            self._open(opening)
            return
        while not self.takes(token):
            frame = self.frame
            if not frame.rows or not frame.fields or missing(self._questions(frame.path), frame.fields):
                raise self._misfit(token)
            rows = self._rows_of(frame)
            if rows.is_led:
                lead = self.lexicon.word(rows.word or "")
                raise refusal("entry.row-full", rows.field, word=token.text, row=rows.ask, lead=lead)
            self._active, self._is_satisfied = rows, True
            self._stack.pop()

    def fields(self) -> dict[str, Any]:
        """Return the answers; raise Refusal if one is missing."""
        self._check_satisfied()
        self._drop_empty_row()
        questions = self._ask(self.draft)
        fields = {**self.draft}
        for one in questions:
            if one.assumed is not None:
                fields.setdefault(one.field, one.assumed)
        if found := missing(questions, fields, self.lexicon):
            raise Refusal(*found)
        return fields

    def expectation(self) -> Expected:
        questions, openings, route = self._next()
        words = IN_FULL.union(one.word for one in self._openings() if not one.question.is_of_player)
        reserved = words.union(fold(self.lexicon.word(one)) for one in words)
        is_table = self._active is not None and self._active.has_pairs and self.key is None
        given = self.frame.fields.get(self._active.field, ()) if self._active and is_table else ()
        return Expected((), tuple(questions), tuple(openings), route, self.has_rest, tuple(given), reserved)

    def _next(self) -> tuple[list[Question], list[Opening], Route | None]:
        """The questions that would take the next word, the keywords that may follow, and the open route."""
        if self._active is not None and not self._is_satisfied:
            return [self._fresh(self._active)], [], self.route
        if self._active is not None and self.key is not None:
            return [self._fresh(self._active).questions[1]], [], None
        frame, by_place = self.frame, self._by_place()
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
            questions = [replace(one, need="needed", by_place=True) for one in questions]
        return questions, [one for one in self._openings() if self._may_open(one)], self.route

    # Words that lead to a question

    def _openings(self) -> Iterator[Opening]:
        for depth in range(len(self._stack), 0, -1):
            yield from words_in(self._questions(self._stack[depth - 1].path), depth, ())

    def _opening_for(self, token: Token) -> Opening | None:
        """The keyword that a word spells in full; None if there is none.

        A name that could be the answer goes before a keyword of another language.
        """
        openings = [one for one in self._openings() if one.question.is_of_player or not token.is_quoted]
        typed = (fold(token.text), FORMER.get(fold(token.text)))
        found = next((one for word in typed for one in openings if one.word == word), None)
        if found is None and not self.lexicon.is_english and not self.offers(token):
            led = (one for one in openings if not one.question.is_of_player)
            found = next((one for one in led if self.lexicon.says(token.text, one.word)), None)
        return found

    def offers(self, token: Token) -> bool:
        """Whether a word is the whole name of a possible next answer."""
        questions, _, route = self._next()
        offered = (choice for one in questions for choice in one.offered_choices(route))
        return any(fold(str(choice.value)) == fold(token.text) for choice in offered)

    def _may_open(self, opening: Opening) -> bool:
        if opening.through or not opening.question.is_single:
            return True
        return opening.question.field not in self._stack[opening.depth - 1].answered

    def _beginning_with(self, text: str) -> list[Opening]:
        """The keywords that a text abbreviates; inner keywords hide outer ones."""
        known: dict[str, Opening] = {}
        for one in self._openings():
            if one.word not in IN_FULL and self._may_open(one):
                known.setdefault(one.word, one)
        plain = [one for one in known.values() if one.word.startswith(fold(text))]
        led = (one for one in known.values() if not one.question.is_of_player)
        return plain or [one for one in led if self.lexicon.begins(text, one.word)]

    def _open(self, opening: Opening) -> None:
        self._check_satisfied()
        if not self._may_open(opening):
            raise refusal("entry.twice", word=opening.local_word(self.lexicon))
        self._drop_empty_row()
        del self._stack[opening.depth :]
        for name in opening.through:
            self.enter(name)
        self.begin(opening.question)
        self.route = opening.route
        opening.question.open(self)

    def _drop_empty_row(self) -> None:
        """Drop an only row that has no answers: its keyword alone means "none"."""
        if self.frame.rows is not None and not self.frame.fields:
            rows = self._stack[-2].fields[self.frame.rows]
            if isinstance(rows, list) and len(rows) == 1:
                rows.clear()
                self._stack.pop()

    def _rows_of(self, frame: OpenTable) -> Question:
        above = self._stack[self._stack.index(frame) - 1]
        return next(one for one in self._questions(above.path) if one.field == frame.rows)

    def _questions(self, path: tuple[str, ...]) -> Questions:
        questions = self._ask(self.draft)
        for name in path:
            questions = next((one.questions for one in questions if one.field == name), ())
        return questions

    def _fresh(self, question: Question) -> Question:
        """The question as it is asked after the latest answers."""
        asked = self._questions(self.frame.path)
        return next((one for one in asked if one.field == question.field), question)

    def _check_satisfied(self) -> None:
        if self._active is not None and (not self._is_satisfied or self.key is not None):
            raise Refusal(self._active.missing(self.lexicon))

    # Answers

    def takes(self, token: Token) -> bool:
        """Give a word to the open or next question, or take it as a short keyword; False if none fits."""
        question, is_waiting = self._active, self._active is not None and not self._is_satisfied
        if question is None:
            question = self._by_place()
        if question is None:
            return not self._begins_row(token) and self._by_beginning(token)
        found = self._match(question, token)
        if found is not None and not found.is_whole and not is_waiting and question.is_optional:
            self._check_unambiguous(found, token)
        is_word = found is None and not is_waiting and not question.is_plain(token, self.lexicon)
        if (is_word and self._by_beginning(token)) or question.take(self, token, found):
            return True
        if is_waiting or (question.ends_at_other_words and self.frame.fields.get(question.field) == []):
            raise self._misfit(token)
        if self._active is not None and self._active.ends_at_other_words:
            self._active = None
            return self.takes(token)
        return False

    def fits_next(self, token: Token) -> bool:
        """Whether a word names a choice of the next question that a line answers by position."""
        question = self._by_place()
        return question is not None and self._match(question, token) is not None

    def _begins_row(self, token: Token) -> bool:
        """Whether a word after a full row begins the next row; raise Refusal if it could be a keyword too."""
        frame = self.frame
        if not frame.rows or self._rows_of(frame).is_led:
            return False
        found = self._match(self._rows_of(frame), token)
        if found is not None and not found.is_whole:
            self._check_unambiguous(found, token)
        return found is not None

    def _check_unambiguous(self, found: Match, token: Token) -> None:
        if words := [one.local_word(self.lexicon) for one in self._beginning_with(token.text)]:
            raise ambiguous(token.text, [str(found.choice.value), *words])

    def _by_beginning(self, token: Token) -> bool:
        found = [] if token.is_quoted else self._beginning_with(token.text)
        if len(found) > 1:
            raise ambiguous(token.text, [one.local_word(self.lexicon) for one in found])
        if found:
            self._open(found[0])
        return bool(found)

    def _by_place(self) -> Question | None:
        frame = self.frame
        for question in self._questions(frame.path):
            if question.by_place and frame.answered.isdisjoint((question.field, *question.replaces)):
                return question
        return None

    def _match(self, question: Question, token: Token) -> Match | None:
        """Return the choice that a word means; None if there is none.

        A quoted word must be a whole name; if new names are accepted, it is a new name.
        """
        known = question.choices_for(self, token)
        if known is None:
            return None
        choices = self.lexicon.choices(known[0])
        if token.is_quoted:
            return None if known[1] else whole_match(choices, token.text)
        return match(choices, token.text)

    def _misfit(self, token: Token) -> Refusal:
        question = self._active or self._by_place()
        if question is None:
            return refusal("entry.too-much", word=token.text)
        inner = question.questions[self.key is not None] if question.has_pairs else question
        return inner.misfit(token, self.lexicon)

    # Called by the questions, which decide what a word means

    def begin(self, question: Question) -> None:
        """Mark a question as answered; remove what others filled into its field and those it replaces."""
        frame = self.frame
        for name in frame.filled & {question.field, *question.replaces}:
            frame.filled.discard(name)
            del frame.fields[name]
        frame.answered.add(question.field)

    def wait(self, question: Question, is_satisfied: bool = False) -> None:
        """Give the next word to a question; it must be an answer unless `is_satisfied`."""
        self._active, self._is_satisfied = question, is_satisfied

    def put(self, field: str, value: Any) -> None:
        self.frame.fields[field] = value
        self._active, self._is_satisfied = None, True

    def append(self, question: Question, field: str, value: Any) -> None:
        """Add an answer to a list, which ends when it is full."""
        answers = self.frame.fields.setdefault(field, [])
        self.append_to(question, answers, value)
        if question.is_full(answers):
            self._active = None

    def append_to(self, question: Question, answers: list[Any], value: Any) -> None:
        self.check_room(question, answers)
        answers.append(value)
        self.wait(question, is_satisfied=True)

    def check_room(self, question: Question, answers: Sized) -> None:
        """Raise Refusal if a list is too long: reading a word takes longer with every answer before it."""
        if len(answers) >= LONGEST_LIST:
            raise refusal("form.at-most-items", question.field, key=question.field, wanted=LONGEST_LIST)

    def fill(self, given: Iterable[Choice]) -> None:
        """Fill fields that choices imply, unless they are answered; merge the tables of several choices."""
        frame = self.frame
        for name, filling in (pair for choice in given for pair in choice.implies.items()):
            if name not in frame.answered:
                held: Any = frame.fields.get(name)
                is_table = isinstance(held, dict) and isinstance(filling, dict)
                frame.fields[name] = {**held, **filling} if is_table else deepcopy(filling)
                frame.filled.add(name)

    def rest(self, token: Token) -> str:
        """Return the rest of the line, or the quoted text."""
        self.has_rest = not token.is_quoted
        return token.text if token.is_quoted else self._line[token.start :].strip()

    def enter(self, field: str) -> None:
        self.push((field,), self.frame.fields.setdefault(field, {}))

    def new_row(self, question: Question) -> None:
        rows, row = self.frame.fields[question.field], dict[str, Any]()
        self.check_room(question, rows)
        rows.append(row)
        self.push((question.field,), row, question.field)

    def push(self, path: tuple[str, ...], fields: dict[str, Any], rows: str | None = None) -> None:
        """Fill an inner table next."""
        self._stack.append(OpenTable((*self.frame.path, *path), fields, rows, set(fields)))
        self._active, self._is_satisfied = None, True
