"""The base of questions whose answer is a value or a list of values."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.core.errors import Refusal
from companion.forms.drafts import Cursor
from companion.forms.lexicon import Lexicon
from companion.forms.questions.question import NONE, Gaps, IsNeeded, Order, Question
from companion.forms.tokens import quote

if TYPE_CHECKING:
    from companion.forms.reading import AnswerReader, Opening
    from companion.forms.writing import Writer


@dataclass(kw_only=True)
class Values(Question):
    many: bool = False
    least: int = 0
    most: int | None = None

    ends_at_other_words = False
    """Whether a list ends at a word that doesn't fit, which then goes to the next question."""

    @property
    def is_list(self) -> bool:
        return self.many

    @property
    def is_variable(self) -> bool:
        return self.many and self.most != self.least

    @property
    def can_be_none(self) -> bool:
        return self.many and self.is_optional

    @property
    def can_untick(self) -> bool:
        return self.many

    @property
    def takes_second(self) -> bool:
        return self.many and self.least < 2 <= (self.most or 0)

    def is_full(self, answers: Any) -> bool:
        return self.most is not None and len(answers) >= self.most

    def gaps(self, place: Cursor, value: Any, is_needed: IsNeeded, order: Order) -> Gaps:
        if self.many and len(value) < self.least:
            yield place, self

    def add(self, held: Any, value: Any, is_joined: bool = False) -> Any:
        return [value] if self.most == 1 else [*(held or ()), value]

    def read(self, reader: "AnswerReader", opening: "Opening | None" = None) -> bool:
        if not self.many:
            return Question.read(self, reader, opening)
        is_begun = False
        if opening is not None and not self.routes:
            reader.fields.setdefault(self.field, [])
        while (token := reader.word) is not None:
            given = self.meaning_of(token, opening and opening.route)
            if given is None:
                if opening is not None and not is_begun:
                    raise self.misfit(token)
                return is_begun and self.ends_at_other_words
            reader.words.take()
            reader.begin(self)
            field, value, _ = given
            is_begun, answers = True, self.answers_in(reader.fields, field)
            reader.check_room(self, answers)
            answers.append(value)
            reader.imply(choice for choice in self.choices if choice.meaning == value)
            if self.is_full(answers):
                return True
        if opening is not None and not is_begun and (self.least or self.routes):
            raise Refusal(self.missing())
        return True

    def answers_in(self, fields: dict[str, Any], field: str) -> list[Any]:
        """The list that takes the next answer."""
        answers: list[Any] = fields.setdefault(field, [])
        return answers

    def words(self, writer: "Writer", value: Any) -> Iterator[str]:
        for answer in value if self.many else (value,):
            yield self.word_for(writer, answer)

    def cell_texts(self, value: Any, lexicon: Lexicon) -> Iterator[str]:
        if not self.many:
            yield from Question.cell_texts(self, value, lexicon)
        elif not value:
            yield NONE
        else:
            yield ", ".join(self.name_of(answer, lexicon) for answer in value)
            yield ", ".join(map(str, value))
            yield ", ".join(str(answer) if isinstance(answer, int) else quote(answer) for answer in value)
