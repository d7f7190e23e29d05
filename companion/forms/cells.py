"""What stands in one cell of a grid as text, and what a typed text says there, in the words of the notation."""

from collections.abc import Iterator
from typing import Any

from companion.core.errors import Refusal, refused
from companion.core.forms import ONE_DIGIT, Question
from companion.forms.answers import misfit
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.reading import Reader
from companion.forms.tokens import Token, quoted, tokens_of
from companion.forms.writing import answers

NONE = "-"
"""Says of a list or a table that there is nothing in it, which is not the same as saying nothing."""


def value_in(question: Question, text: str, lexicon: Lexicon = ENGLISH) -> Any:
    """The answer that the text of a cell gives; Refusal where it gives none."""
    text = text.strip()
    if text == NONE and not question.is_single:
        return {} if question.kind == "table" else []
    alone = _alone(question)
    reader = Reader(lambda draft: (alone,), text, lexicon)
    for token in _tokens(question, text):
        reader.feed(token)
    fields = reader.fields()
    if question.field not in fields:
        raise misfit(question, Token(text, 0), lexicon)
    value = fields[question.field]
    _check_known(question, value, lexicon)
    return value


def text_of(question: Question, value: Any, lexicon: Lexicon = ENGLISH) -> str:
    """The shortest text that gives the answer again, as it is spelt; nothing for no answer."""
    if value is None:
        return ""
    texts = tuple(_texts(question, value, lexicon))
    return next((text for text in texts if _gives(question, text, value, lexicon)), texts[0])


def _alone(question: Question) -> Question:
    """The question as if nothing else were asked, so that no word leads away from it."""
    word = question.word if question.is_rows or question.holds_groups else None
    return question._replace(word=word, by_place=True, need="optional")


def _tokens(question: Question, text: str) -> list[Token]:
    """A single name needs no quotes, whatever it is made of; in quotes it is taken literally.

    Numbers of one digit need nothing between them: 14 are shares 1 and 4.
    """
    is_counts = question.kind == "count" and question.many
    is_one_digit = is_counts and question.high is not None and question.high <= ONE_DIGIT
    tokens = tokens_of(" ".join(text) if is_one_digit and text.isdecimal() else text)
    if any(not token.is_closed for token in tokens):
        raise refused("entry.unclosed", question.field)
    if question.is_single and not (len(tokens) == 1 and tokens[0].is_quoted):
        return [Token(text, 0)]
    return tokens


def _check_known(question: Question, value: Any, lexicon: Lexicon) -> None:
    """Where only the choices can be meant, a slip is said at once."""
    if question.kind == "table":
        for inner in value.values():
            _check_known(question.questions[1], inner, lexicon)
    if question.kind != "pick" or question.is_open or not question.choices:
        return
    known = {choice.meaning for choice in question.choices}
    for one in value if question.many else (value,):
        if one not in known:
            raise misfit(question, Token(str(one), 0), lexicon)


def _texts(question: Question, value: Any, lexicon: Lexicon) -> Iterator[str]:
    if question.kind == "switch":
        yield lexicon.word("yes" if value else "no")
    elif question.is_single:
        called = _called(question, value, lexicon)
        yield from (called, str(value), quoted(str(value)))
    elif not value:
        yield NONE
    else:
        if question.is_list and question.kind != "places":
            yield ", ".join(_called(question, one, lexicon) for one in value)
            yield ", ".join(str(one) for one in value)
            yield ", ".join(str(one) if isinstance(one, int) else quoted(one) for one in value)
        yield " ".join(answers((_alone(question),), {question.field: value}, {}, lexicon))
        if question.kind == "count":
            yield f"+{value[0]}"  # one number, although its digits could be several


def _called(question: Question, value: Any, lexicon: Lexicon) -> str:
    """A name as the language has it."""
    choice = next((one for one in question.choices if one.meaning == value), None)
    return str(value) if choice is None else lexicon.called(choice, question.choices)


def _gives(question: Question, text: str, value: Any, lexicon: Lexicon) -> bool:
    try:
        return bool(value_in(question, text, lexicon) == value)
    except Refusal:
        return False
