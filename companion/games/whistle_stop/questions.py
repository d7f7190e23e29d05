"""How the forms of Whistle Stop put their questions."""

from collections.abc import Mapping
from typing import Any

from companion.core.forms import Question
from companion.core.forms import led as led_by_word
from companion.core.messages import say, saying

FIRST, SOON, LAST = -2, -1, 1
"""Turns of questions: what is chosen first, what is likely then, all the others (0), what need not be answered."""
Values = Mapping[str, object]
NO_VALUES: Values = {}
help_on = saying("whistle-stop.help")


def placed(field: str, kind: Any, key: str, says: Values = NO_VALUES, **more: Any) -> Question:
    return Question(field=field, kind=kind, ask=say(f"whistle-stop.ask.{key}", **says), **more)


def led(
    field: str, kind: Any, asks: str = "", word: str | None = None, says: Values = NO_VALUES, **more: Any
) -> Question:
    """A question that is answered after its word only; optional unless `more` says otherwise."""
    return led_by_word(field, kind, say(f"whistle-stop.ask.{asks or field}", **says), word, **more)


def fit(question: Question, applies: bool) -> Question:
    return question if applies else unfit(question)


def unfit(question: Question) -> Question:
    """A question that does not apply now: it offers nothing, but a line can still answer it."""
    inner = tuple(one._replace(choices=()) for one in question.questions)
    nothing: dict[str, Any] = {"choices": (), "default": None, "least": 0, "replaces": (), "key": ""}
    return question._replace(questions=inner, by_place=False, need="unfit", **nothing)
