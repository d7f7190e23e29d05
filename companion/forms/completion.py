"""What could come next in a half-typed line: words and names, or a sentence that says what is asked."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.core.errors import Refusal
from companion.core.forms import Choice, Question, Route
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.forms.frames import Expected
from companion.forms.lines import At, LineReader
from companion.forms.matching import starting_with
from companion.forms.tokens import Token, is_bare, quoted, tokens_of


class Candidate(NamedTuple):
    text: str
    """As it would stand in the line."""
    hint: Message | None = None


class Completion(NamedTuple):
    start: int
    """Where in the line the candidates would begin."""
    candidates: tuple[Candidate, ...]
    asked: Message
    """What the line waits for, or what is wrong with it."""


def complete(at: At, line: str) -> Completion:
    """Candidates for the end of a line; never an exception, whatever stands in it."""
    tokens = tokens_of(line)
    typed = Token("", len(line))
    if tokens and _is_being_typed(tokens[-1], line):
        typed = tokens.pop()
    reader = LineReader(at, line)
    try:
        for token in tokens:
            reader.feed(token)
        expected = reader.expected()
    except Refusal as refusal:
        return Completion(typed.start, (), refusal.message)
    if expected.is_text:
        return Completion(typed.start, (), say("entry.text-to-the-end"))
    found = {one.text: one for one in _candidates(expected, typed)}
    return Completion(typed.start, tuple(found.values()), _asked(expected, reader))


def completed_lines(line: str, completion: Completion) -> list[str]:
    """The line with each candidate; none where they would take away letters that were typed.

    What was typed keeps its case, so that candidates which differ only in that have a common beginning.
    """
    kept, typed = line[: completion.start], line[completion.start :]
    found = []
    for one in completion.candidates:
        goes_on = one.text.casefold().startswith(typed.casefold())
        found.append(f"{kept}{typed + one.text[len(typed) :] if goes_on else one.text} ")
    return found if len(found) == 1 or all(one.startswith(line) for one in found) else []


def _is_being_typed(last: Token, line: str) -> bool:
    """Whether the last word is not finished: nothing stands behind it, or its quote is open."""
    return not last.is_closed if last.is_quoted else line[-1:].strip(", \t") != ""


def _candidates(expected: Expected, typed: Token) -> Iterator[Candidate]:
    word = fold(typed.text)
    for choice in starting_with(_choices(expected), typed.text):
        name = str(choice.value)
        is_plain = is_bare(name) and fold(name) not in expected.reserved and not typed.is_quoted
        yield Candidate(name if is_plain else quoted(name), choice.refusal or choice.hint)
    is_waiting = any(
        not one.is_optional and one.by_place and any(_of(one, expected.route)) for one in expected.questions
    )
    if typed.is_quoted or (is_waiting and not typed.text):
        return
    words: list[tuple[str, Message | None]] = [(name, None) for name in expected.words]
    words += [
        (one.word if is_bare(one.word) else quoted(one.word), (one.route or one.question).ask)
        for one in expected.openings
    ]
    for name, hint in words:
        if name.strip('"').startswith(word):
            yield Candidate(name, hint)


def _choices(expected: Expected) -> list[Choice]:
    """Those of the questions that would take the next word, the default first and what the rules refuse last."""
    found = [
        (choice.refusal is not None, choice.value != question.default, choice)
        for question in expected.questions
        for choice in _of(question, expected.route)
        if choice.value not in expected.given
    ]
    return [choice for _, _, choice in sorted(found, key=lambda one: one[:2])]


def _of(question: Question, route: Route | None) -> Iterator[Choice]:
    if question.kind == "routed":
        for one in question.routes:
            if route is None or one == route:
                yield from one.by_name if route is None else one.choices
    elif question.kind in ("table", "rows", "group") and question.questions:
        yield from _of(question.questions[0], None)
    else:
        yield from question.choices


def _asked(expected: Expected, reader: LineReader) -> Message:
    if expected.questions and not (expected.questions[0].is_optional and not expected.questions[0].choices):
        question = expected.questions[0]
        if question.kind in ("table", "rows") and question.questions:
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
