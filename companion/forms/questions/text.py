"""Text, yes or no, and a value that may be text, yes or no, or a number."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from companion.core.errors import Refusal, refusal
from companion.core.forms import YES_OR_NO, Choice
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.matching import Match
from companion.forms.questions.question import Question, Questions, Words
from companion.forms.tokens import Token, is_number, number, quote

if TYPE_CHECKING:
    from companion.forms.entry_form import EntryForm
    from companion.forms.reading import AnswerReader
    from companion.forms.writing import Writer

_YES, _NO = ("yes", "true"), ("no", "false")


def _yes_or_no(text: str, lexicon: Lexicon) -> bool | None:
    word = lexicon.whole_word(_YES + _NO, text)
    return None if word is None else word in _YES


@dataclass
class Text(Question):
    is_prose = True

    takes_rest = True

    def take_typed(self, form: "EntryForm") -> "EntryForm":
        if not form.typed.strip():
            raise Refusal(self.missing(form.lexicon))
        return form.give(form.typed)

    def is_plain(self, token: Token, lexicon: Lexicon) -> bool:
        return True

    def take(self, reader: "AnswerReader", token: Token, found: Match | None) -> bool:
        reader.begin(self)
        reader.put(self.field, reader.rest(token))
        return True

    def word_for(self, writer: "Writer", value: Any) -> str:
        return quote(str(value))


@dataclass
class Switch(Question):
    """Yes or no; in a line the keyword alone means yes."""

    choices: tuple[Choice, ...] = YES_OR_NO

    def letters(self) -> tuple[Choice, ...]:
        return YES_OR_NO

    def with_parts(self, choices: tuple[Choice, ...], questions: Questions) -> Self:
        return self

    def press(self, form: "EntryForm", key: str) -> "EntryForm":
        is_yes = form.lexicon.yes_or_no(key)
        if is_yes is None:
            raise form.hand.no_answer(key)
        return form.give(is_yes)

    def open(self, reader: "AnswerReader") -> None:
        reader.frame.fields[self.field] = True
        reader.wait(self, is_satisfied=True)

    def value_of(self, token: Token, lexicon: Lexicon) -> Any:
        return _yes_or_no(token.text, lexicon)

    def is_plain(self, token: Token, lexicon: Lexicon) -> bool:
        return _yes_or_no(token.text, lexicon) is not None

    def misfit(self, token: Token, lexicon: Lexicon = ENGLISH) -> Refusal:
        return refusal("entry.yes-or-no", self.field, word=token.text, what=self.ask)

    def write(self, writer: "Writer", value: Any, by_place: bool) -> Words:
        return [], [writer.lead(self), *([] if value else [writer.word("no")])]

    def cell_texts(self, value: Any, lexicon: Lexicon) -> Iterator[str]:
        yield lexicon.word("yes" if value else "no")


@dataclass
class AnyValue(Question):
    """The value of an option: yes or no, a number or a text, whichever it looks like."""

    is_prose = True

    def take_typed(self, form: "EntryForm") -> "EntryForm":
        if len(form.hand.candidates) == 1:
            return Question.take_typed(self, form)
        return form.give(self.value_of(Token(form.typed, 0), form.lexicon))

    def value_of(self, token: Token, lexicon: Lexicon) -> Any:
        if token.is_quoted:
            return token.text
        is_so = _yes_or_no(token.text, lexicon)
        if is_so is not None:
            return is_so
        return number(token.text) if is_number(token.text) else token.text

    def word_for(self, writer: "Writer", value: Any) -> str:
        return Question.word_for(self, writer, value) if isinstance(value, int) else quote(str(value))
