"""One cell of a grid: how an answer is read from its text, and the shortest text that reads back as the answer.

A new kind of question registers its own function if its cells are read or written in another way.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import singledispatch
from typing import Any, NamedTuple

from companion.core.choices import ONE_DIGIT
from companion.core.errors import Refusal, refusal
from companion.core.views import Term, Text
from companion.forms.drafts import Path
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.questions import Group, Holder, Number, Pairs, Pick, Question, Rows, Switch
from companion.forms.questions.holders import parts_of, with_parts
from companion.forms.questions.number import bounds, check_bounds
from companion.forms.questions.pick import names_players
from companion.forms.reading import AnswerReader, TokenStream
from companion.forms.tokens import Token, quote, tokens_of
from companion.forms.writing import Writer

NONE = "-"
"""The text of a cell for an empty list or table. A blank cell means no answer."""


class Leaf(NamedTuple):
    """A cell of a grid, before its row or player is known."""

    path: Path
    question: Question
    word: str
    of: Text | None = None
    """The key, in a table with a column for each key."""


def key_label(key: Question, name: str) -> Text:
    """Return a player's name as it is, and any other key as a word of the ruleset."""
    return name if names_players(key) else Term(name)


def leaves(question: Question, path: Path) -> list[Leaf]:
    """The cells in which the answer is typed."""
    word = question.word or question.field
    if isinstance(question, Group):
        return [leaf for inner in question.questions for leaf in leaves(inner, (*path, inner.field))]
    if not isinstance(question, Pairs) or question.group or not question.listed_keys:
        return [Leaf(path, question, word)]
    key, value = question.questions
    return [Leaf((*path, name), value, word, key_label(key, name)) for name in question.listed_keys]


@singledispatch
def as_cell(question: Question) -> Question:
    """Return the question as a cell asks it."""
    return question


@singledispatch
def told_as(question: Question, value: Any) -> tuple[str, Any]:
    """Return the name by which a sentence tells an answer, and the answer as players count it."""
    return question.field, value


# Reading


def answer_in(question: Question, text: str, lexicon: Lexicon) -> Any:
    """Return the answer that a text gives; raise Refusal if it gives none. A letter is enough for yes and no."""
    text = text.strip()
    word = lexicon.of_key(question.choices, text) or ENGLISH.of_key(question.choices, text)
    if word is not None and word.is_word and isinstance(word.answer, bool):
        return word.answer
    if text == NONE and (question.many or isinstance(question, Holder)):
        return question.nothing(None)
    alone = _with_local_names(_alone(question), lexicon)
    fields = AnswerReader(lambda draft: (alone,), TokenStream(text, _tokens(question, text))).read()
    if question.field not in fields:
        raise question.misfit(Token(text, 0))
    _check_known(question, fields[question.field])
    return from_cell(question, fields[question.field])


def _alone(question: Question) -> Question:
    """Return the question as if it were the only one: a keyword only leads to its next row or group."""
    alone = replace(question, by_place=True, need="optional")
    is_led = isinstance(question, Rows) or (isinstance(question, Pairs) and question.group is not None)
    return alone if is_led else replace(alone, word=None)


def _with_local_names(question: Question, lexicon: Lexicon) -> Question:
    """Return the question with choices that also go by their names on the screen."""
    inner = tuple(_with_local_names(inner, lexicon) for inner in parts_of(question))
    return with_parts(question, lexicon.choices(question.choices), inner)


def _tokens(question: Question, text: str) -> list[Token]:
    """Split a cell's text into words; a single name is one word. Raise Refusal for an unclosed quote.

    If all numbers of a list have one digit, they need no spaces: 14 means 1 and 4.
    """
    high = bounds(question)[1]
    if question.many and high is not None and high <= ONE_DIGIT:
        text = " ".join(text) if text.isdecimal() else text
    tokens = tokens_of(text)
    if isinstance(question, Holder):
        return tokens
    if any(not token.is_closed for token in tokens):
        raise refusal("entry.unclosed", question.field)
    if not question.many and not (len(tokens) == 1 and tokens[0].is_quoted):
        return [Token(text, 0)]
    return tokens


@singledispatch
def from_cell(question: Question, value: object) -> object:
    """Return the answer for a value read from a cell; raise Refusal if it can't be one."""
    return value


@from_cell.register
def _number_from_cell(question: Number, value: Any) -> Any:
    if not question.many:  # the rules say what is too much
        check_bounds(question, value, question.low)
    return value


def _check_known(question: Question, value: Any) -> None:
    """Raise Refusal for a name that isn't a choice, if no new names are accepted."""
    if isinstance(question, Pairs):
        for inner in value.values():
            _check_known(question.questions[1], inner)
    if not isinstance(question, Pick) or question.is_open or not question.choices:
        return
    known = {choice.meaning for choice in question.choices}
    for answer in value if question.many else (value,):
        if answer not in known:
            raise question.misfit(Token(str(answer), 0))


# Writing


def text_of(question: Question, value: object, lexicon: Lexicon = ENGLISH) -> str:
    """Return the shortest text that reads back as the answer; empty for no answer."""
    if value is None:
        return ""
    texts = tuple(_texts(question, told_as(question, value)[1], lexicon))
    for text in texts:
        try:
            if answer_in(question, text, lexicon) == value:
                return text
        except Refusal:
            continue
    return texts[0]


def _texts(question: Question, value: Any, lexicon: Lexicon) -> Iterator[str]:
    """Yield texts that may read back as the answer, shortest first."""
    if isinstance(question, Holder):
        alone = _alone(question)
        yield " ".join(Writer((alone,), {}).group((alone,), {question.field: value})) if value else NONE
    elif isinstance(question, Switch):
        yield lexicon.word("yes" if value else "no")
    elif not question.many:
        yield from (_name_of(question, value, lexicon), str(value), quote(str(value)))
    elif not value:
        yield NONE
    else:
        yield ", ".join(_name_of(question, answer, lexicon) for answer in value)
        yield ", ".join(map(str, value))
        yield ", ".join(str(answer) if isinstance(answer, int) else quote(answer) for answer in value)
        if isinstance(question, Number):
            yield f"+{value[0]}"  # one number, although its digits could be several


def _name_of(question: Question, value: object, lexicon: Lexicon) -> str:
    choice = question.choice_meaning(value)
    return str(value) if choice is None else lexicon.name_among(choice, question.choices)
