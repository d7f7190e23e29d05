"""How the forms of Whistle Stop put their questions."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from companion.core.messages import say, saying
from companion.forms.questions import Question

Q = TypeVar("Q", bound=Question)
FIRST, SOON, LAST = -2, -1, 1
"""Turns of questions: what is chosen first, what is likely then, all the others (0), what need not be answered."""
Values = Mapping[str, object]
NO_VALUES: Values = {}
help_on = saying("whistle-stop.help")


def positional_question(kind: type[Q], field: str, key: str, says: Values = NO_VALUES, **more: Any) -> Q:
    return kind(field, say(f"whistle-stop.ask.{key}", **says), **more)


def keyword_question(
    kind: type[Q], field: str, asks: str = "", word: str | None = None, says: Values = NO_VALUES, **more: Any
) -> Q:
    """A question that is answered after its word only; optional unless `more` says otherwise."""
    return kind.with_keyword(field, say(f"whistle-stop.ask.{asks or field}", **says), word, **more)


def fit(question: Question, applies: bool) -> Question:
    return question if applies else unfit(question)


def unfit(question: Question) -> Question:
    """A question that does not apply now: it offers nothing, but a line can still answer it."""
    silent = question.with_parts((), tuple(one.with_parts((), one.questions) for one in question.questions))
    fewer: dict[str, Any] = {"least": 0} if question.least else {}
    return replace(silent, by_place=False, need="unfit", default=None, replaces=(), key="", **fewer)
