"""The base of questions whose answer is a value or a list of values."""

from dataclasses import dataclass
from typing import Any

from companion.forms.drafts import Cursor
from companion.forms.questions.question import Gaps, IsNeeded, Order, Question


@dataclass(kw_only=True)
class Values(Question):
    many: bool = False
    least: int = 0
    most: int | None = None

    ends_at_other_words = False
    """Whether a list in a line ends at a word that doesn't fit, which then goes to the next question."""

    @property
    def can_be_none(self) -> bool:
        return self.many and self.is_optional

    def gaps(self, place: Cursor, value: Any, is_needed: IsNeeded, order: Order) -> Gaps:
        if self.many and len(value) < self.least:
            yield place, self

    def add(self, held: Any, value: Any, is_joined: bool = False) -> Any:
        return [value] if self.most == 1 else [*(held or ()), value]

    def answers_in(self, fields: dict[str, Any], field: str) -> list[Any]:
        """The list that takes the next answer of a line."""
        answers: list[Any] = fields.setdefault(field, [])
        return answers
