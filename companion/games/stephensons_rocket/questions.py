"""Questions that only Stephenson's Rocket asks: what is left of a supply."""

from dataclasses import dataclass, replace
from typing import Any

from companion.core.messages import say
from companion.forms.cells import as_cell, from_cell, told_as
from companion.forms.questions import Number
from companion.forms.questions.number import check_bounds


@dataclass(kw_only=True)
class CountedLeft(Number):
    """A number that players count by what is left of `high`: tiles laid, of which the rest is in the supply."""


@told_as.register
def _told_as_left(question: CountedLeft, value: Any) -> tuple[str, Any]:
    return f"{question.word}-left", (question.high or 0) - value


@as_cell.register
def _left_as_cell(question: CountedLeft) -> CountedLeft:
    return replace(question, ask=say("grid.left"))


@from_cell.register
def _from_left(question: CountedLeft, value: Any) -> Any:
    check_bounds(question, value, 0, question.high)
    return told_as(question, value)[1]
