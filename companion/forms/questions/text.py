"""Text, yes or no, and a value that may be text or a number."""

from dataclasses import dataclass

from companion.core.choices import YES_OR_NO, Choice
from companion.core.errors import Refusal, refusal
from companion.forms.questions.meaning import Answered, Meaning, Typed
from companion.forms.questions.question import Question, Telling, Values
from companion.forms.tokens import Token, is_number, number


@dataclass(kw_only=True)
class Text(Question):
    blank: str = ""
    """The answer if Enter is pressed while the question is asked and nothing is typed; none if empty."""
    blank_label: str = ""
    """The key of the label that tells it."""

    is_prose = True

    def take_typed(self, hand: Typed) -> Meaning:
        if not hand.typed.strip():
            raise Refusal(self.missing(hand.lexicon))
        return Answered(hand.typed)

    def describe(self, value: object, telling: Telling) -> str:
        return telling.label(self.blank_label) if value == self.blank else str(value)


@dataclass(kw_only=True)
class Switch(Question):
    """Yes or no; in a line the keyword alone means yes."""

    choices: tuple[Choice, ...] = YES_OR_NO

    def letters(self) -> tuple[Choice, ...]:
        return YES_OR_NO

    def press(self, hand: Typed, key: str) -> Meaning:
        is_yes = None if hand.typed else hand.lexicon.yes_or_no(key)
        if is_yes is not None:
            return Answered(is_yes)
        if hand.typed and self.candidates(hand.typed + key, hand.lexicon):
            return super().press(hand, key)
        raise hand.no_answer(key)

    def misfit(self, token: Token) -> Refusal:
        return refusal("entry.yes-or-no", self.field, word=token.text, what=self.ask)


@dataclass(kw_only=True)
class AnyValue(Values):
    """The value of an option: one of the choices, a number or a text."""

    is_prose = True

    def take_typed(self, hand: Typed) -> Meaning:
        if len(hand.candidates) == 1:
            return super().take_typed(hand)
        return Answered(text_or_number(Token(hand.typed, 0)))


def text_or_number(token: Token) -> str | int:
    is_amount = is_number(token.text) and not token.is_quoted
    return number(token.text) if is_amount else token.text
