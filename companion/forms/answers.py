"""What a typed word says as the answer to a question, and which answers are still missing."""

import re
from typing import Any

from companion.core.errors import Refusal, Violation, refused
from companion.core.forms import Draft, Question, Questions
from companion.core.messages import say
from companion.core.names import fold
from companion.forms.drafts import gaps
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.matching import Match
from companion.forms.tokens import Token

_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,12}|[0-9]{1,3}(?:[.,][0-9]{3}){1,3})")
_YES, _NO = ("yes", "true"), ("no", "false")


def value_of(question: Question, token: Token, found: Match | None, lexicon: Lexicon = ENGLISH) -> Any:
    """The answer that a word gives; None when it gives none."""
    if found is not None:
        return found.choice.meaning
    kind, text = question.kind, token.text
    if kind == "count":
        return number(text) if is_number(text) and not token.is_quoted else None
    if kind == "switch":
        return _switch(text, lexicon)
    if kind == "value" and not token.is_quoted:
        switched = _switch(text, lexicon)
        if switched is not None:
            return switched
        return number(text) if is_number(text) else text
    if question.choices and isinstance(question.choices[0].value, int):
        return number(text) if is_number(text) else None
    return text


def is_plain(question: Question, token: Token, lexicon: Lexicon) -> bool:
    """A text, or a word that cannot be anything but this question's answer."""
    if question.kind == "text":
        return True
    return question.kind == "switch" and _switch(token.text, lexicon) is not None


def _switch(text: str, lexicon: Lexicon) -> bool | None:
    word = lexicon.spelled(_YES + _NO, text)
    return None if word is None else word in _YES


def is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def number(text: str) -> int:
    return int(text.replace(",", "").replace(".", ""))


def missing(questions: Questions, fields: Draft, lexicon: Lexicon = ENGLISH) -> list[Violation]:
    """What must be answered and is not, in the block and in its rows and groups."""
    found = gaps(questions, fields, lambda question: not question.is_optional)
    return [missing_answer(question, lexicon) for _, question in found]


def missing_answer(question: Question, lexicon: Lexicon = ENGLISH) -> Violation:
    offered = [choice for choice in question.choices if choice.refusal is None]
    names = tuple(lexicon.called(choice, question.choices) for choice in offered[:13])
    message = say("entry.missing", what=question.ask)
    if names and len(names) <= 12 and not question.is_open:
        message = say("entry.missing-choice", what=question.ask, names=names)
    return Violation(message, field=question.field, final=True)


def misfit(question: Question | None, token: Token, lexicon: Lexicon = ENGLISH) -> Refusal:
    if question is None:
        return refused("entry.too-much", word=token.text)
    if question.routes:
        for route in question.routes:
            if fold(token.text) in map(fold, route.unplaced):
                lead = lexicon.word(route.word)
                own = tuple(f"{lead} {one.value}" for one in route.choices if one.answer is None)
                return refused("entry.which-one", question.field, word=token.text, kind=route.ask, words=own)
        words = tuple(f"{lexicon.word(one.word)} {token.text}" for one in question.routes if one.is_open)
        return refused("entry.which-kind", question.field, word=token.text, words=words)
    if question.kind == "count" and question.choices and not is_number(token.text):
        return refused("entry.unknown-name", question.field, word=token.text)
    key = {"count": "entry.number", "switch": "entry.yes-or-no"}.get(question.kind, "entry.misfit")
    return refused(key, question.field, word=token.text, what=question.ask)
