"""Text, yes or no, and a value that may be text or a number."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.core.errors import Refusal, refusal
from companion.core.forms import YES_OR_NO, Choice
from companion.forms.lexicon import Lexicon
from companion.forms.matching import match
from companion.forms.questions.meaning import Answer, Meaning, Typing
from companion.forms.questions.question import Question, Words
from companion.forms.tokens import Token, is_number, number, quote

if TYPE_CHECKING:
    from companion.forms.reading import AnswerReader, Opening
    from companion.forms.writing import Writer


@dataclass
class Text(Question):
    is_prose = True

    def take_typed(self, typing: Typing) -> Meaning:
        if not typing.typed.strip():
            raise Refusal(self.missing(typing.lexicon))
        return Answer(typing.typed)

    def read(self, reader: "AnswerReader", opening: "Opening | None" = None) -> bool:
        if reader.words.next is None:
            raise Refusal(self.missing())
        reader.begin(self)
        reader.fields[self.field] = reader.words.take_text()
        return True

    def word_for(self, writer: "Writer", value: Any) -> str:
        return quote(str(value))


@dataclass(kw_only=True)
class Switch(Question):
    """Yes or no; in a line the keyword alone means yes."""

    choices: tuple[Choice, ...] = YES_OR_NO

    def letters(self) -> tuple[Choice, ...]:
        return YES_OR_NO

    def press(self, typing: Typing, key: str) -> Meaning:
        is_yes = typing.lexicon.yes_or_no(key)
        if is_yes is None:
            raise typing.no_answer(key)
        return Answer(is_yes)

    def read(self, reader: "AnswerReader", opening: "Opening | None" = None) -> bool:
        found = None if reader.word is None else match(self.choices, reader.word)
        if found is not None:
            reader.words.take()
            reader.begin(self)
        elif opening is None:
            return False
        reader.fields[self.field] = True if found is None else found.meaning
        return True

    def misfit(self, token: Token) -> Refusal:
        return refusal("entry.yes-or-no", self.field, word=token.text, what=self.ask)

    def write(self, writer: "Writer", value: Any, by_place: bool) -> Words:
        return [], [self.lead(writer), *([] if value else ["no"])]

    def cell_texts(self, value: Any, lexicon: Lexicon) -> Iterator[str]:
        yield lexicon.word("yes" if value else "no")


@dataclass(kw_only=True)
class AnyValue(Question):
    """The value of an option: one of the choices, a number or a text."""

    choices: tuple[Choice, ...] = ()

    is_prose = True

    def take_typed(self, typing: Typing) -> Meaning:
        if len(typing.candidates) == 1:
            return Question.take_typed(self, typing)
        return Answer(self.value_of(Token(typing.typed, 0)))

    def value_of(self, token: Token) -> Any:
        is_amount = is_number(token.text) and not token.is_quoted
        return number(token.text) if is_amount else token.text

    def word_for(self, writer: "Writer", value: Any) -> str:
        return Question.word_for(self, writer, value) if isinstance(value, int) else quote(str(value))
