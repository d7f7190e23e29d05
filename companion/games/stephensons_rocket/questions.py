"""The question that only Stephenson's Rocket asks."""

from dataclasses import dataclass, replace
from typing import Any, Self

from companion.core.messages import say
from companion.forms.questions import Number
from companion.forms.questions.number import check_bounds


@dataclass(kw_only=True)
class CountedLeft(Number):
    """A number that players count by what is left of `high`: tiles laid, of which the rest is in the supply."""

    def as_cell(self) -> Self:
        return replace(self, ask=say("grid.left"))

    def from_cell(self, value: Any) -> Any:
        check_bounds(self, value, 0, self.high)
        return self.as_counted(value)

    def as_counted(self, value: Any) -> Any:
        return (self.high or 0) - value

    def told_as(self, value: Any) -> dict[str, Any]:
        return {f"{self.word}-left": self.as_counted(value)}
