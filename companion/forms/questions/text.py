"""Text, yes or no, and a value that may be text or a number."""

from dataclasses import dataclass

from companion.core.choices import YES_OR_NO, Choice
from companion.core.errors import Refusal, refusal
from companion.forms.questions.meaning import Answered, Meaning, Typed
from companion.forms.questions.question import Labels, Question, Values
from companion.forms.tokens import Token, is_number, number


@dataclass(kw_only=True)
class Text(Question):
    blank: str = ""
    """The answer if Enter is pressed while the question is asked and nothing is typed; none if empty."""
    blank_label: str = ""
    """The key of the label that tells it."""

    is_prose: bool = True

    def take_typed(self, prompt: Typed) -> Meaning:
        if not prompt.typed.strip():
            raise Refusal(self.missing(prompt.lexicon))
        return Answered(prompt.typed)

    def describe(self, value: object, labels: Labels) -> str:
        return labels.label(self.blank_label) if value == self.blank else str(value)


@dataclass(kw_only=True)
class Switch(Question):
    """Yes or no; in a line the keyword alone means yes."""

    choices: tuple[Choice, ...] = YES_OR_NO

    def letters(self) -> tuple[Choice, ...]:
        return YES_OR_NO

    def press(self, prompt: Typed, key: str) -> Meaning:
        is_yes = None if prompt.typed else prompt.lexicon.yes_or_no(key)
        if is_yes is not None:
            return Answered(is_yes)
        if prompt.typed and self.candidates(prompt.typed + key, prompt.lexicon):
            return super().press(prompt, key)
        raise prompt.no_answer(key)

    def misfit(self, token: Token) -> Refusal:
        return refusal("entry.yes-or-no", self.field, word=token.text, what=self.ask)


@dataclass(kw_only=True)
class AnyValue(Values):
    """The value of an option: one of the choices, a number or a text."""

    is_prose: bool = True

    def take_typed(self, prompt: Typed) -> Meaning:
        if len(prompt.candidates) == 1:
            return super().take_typed(prompt)
        return Answered(text_or_number(Token(prompt.typed, 0)))


def text_or_number(token: Token) -> str | int:
    is_amount = is_number(token.text) and not token.is_quoted
    return number(token.text) if is_amount else token.text
