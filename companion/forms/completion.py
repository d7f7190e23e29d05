"""Completion of a half-typed line: words and names that may follow, or a sentence about what is asked."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.lines import At, LineReader
from companion.forms.matching import starting_with
from companion.forms.reading import Expected
from companion.forms.tokens import Token, is_bare, quote, tokens_of


class Candidate(NamedTuple):
    text: str
    hint: Message | None = None


class Completion(NamedTuple):
    start: int
    """The index in the line at which candidates begin."""
    candidates: tuple[Candidate, ...]
    asked: Message
    """The next question, or what is wrong with the line."""


def complete(at: At, line: str, lexicon: Lexicon = ENGLISH) -> Completion:
    """Find candidates for the end of a line; never raise, whatever the line is."""
    typed = Token("", len(line))
    try:
        reader = LineReader(at, line, lexicon)
        tokens = tokens_of(line)
        if tokens:
            last = tokens[-1]
            is_unfinished = not last.is_closed if last.is_quoted else line[-1:].strip(", \t") != ""
            typed = tokens.pop() if is_unfinished else typed
        for token in tokens:
            reader.feed(token)
        expected = reader.expectation()
    except Refusal as refusal:
        return Completion(typed.start, (), refusal.message)
    if expected.is_text:
        return Completion(typed.start, (), say("entry.text-to-the-end"))
    found = {one.text: one for one in _candidates(expected, typed, lexicon)}
    return Completion(typed.start, tuple(found.values()), _next_message(expected, reader))


def completed_lines(line: str, completion: Completion) -> list[str]:
    """Return the line with each candidate; empty if several candidates would replace typed letters.

    Typed letters keep their case, so that candidates which differ only in case have a common beginning.
    """
    kept, typed = line[: completion.start], line[completion.start :]
    found = []
    for one in completion.candidates:
        goes_on = one.text.casefold().startswith(typed.casefold())
        found.append(f"{kept}{typed + one.text[len(typed) :] if goes_on else one.text} ")
    return found if len(found) == 1 or all(one.startswith(line) for one in found) else []


def _candidates(expected: Expected, typed: Token, lexicon: Lexicon) -> Iterator[Candidate]:
    offered = []  # to sort: the default first, refused choices last
    for question in expected.questions:
        for choice in question.offered_choices(expected.route):
            if choice.value not in expected.given:
                offered.append((choice.refusal is not None, choice.value != question.default, choice))
    choices = lexicon.choices(one[2] for one in sorted(offered, key=lambda one: one[:2]))
    for choice in starting_with(choices, typed.text):
        name = lexicon.name_among(choice, choices)
        is_plain = is_bare(name) and fold(name) not in expected.reserved and not typed.is_quoted
        yield Candidate(name if is_plain else quote(name), choice.refusal or choice.hint)
    needed = [one for one in expected.questions if one.by_place and not one.is_optional]
    is_waiting = any(choice for one in needed for choice in one.offered_choices(expected.route))
    if typed.is_quoted or (is_waiting and not typed.text):
        return
    for word in expected.words:
        if (said := lexicon.candidate(word, typed.text)) is not None:
            yield Candidate(said)
    for one in expected.openings:
        own = ENGLISH if one.question.is_of_player else lexicon
        if (said := own.candidate(one.word, typed.text)) is not None:
            yield Candidate(said if is_bare(said) else quote(said), (one.route or one.question).ask)


def _next_message(expected: Expected, reader: LineReader) -> Message:
    if expected.questions and not (expected.questions[0].is_optional and not expected.questions[0].choices):
        question = expected.questions[0]
        if question.is_open_ended and question.questions:
            question = question.questions[0]
        if question.low is not None and question.high is not None:
            return say("entry.asks-between", what=question.ask, low=question.low, high=question.high)
        return say("entry.asks", what=question.ask)
    if expected.words and not expected.openings:
        return say("entry.asks-verb")
    try:
        reader.fields()
    except Refusal as refusal:
        return refusal.message
    return say("entry.asks-nothing")
