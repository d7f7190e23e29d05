"""A whole number or a list of numbers, which may have names."""

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeGuard

from companion.core.choices import Choice, Draft
from companion.core.errors import Refusal, refusal
from companion.core.messages import Message, say
from companion.forms.drafts import Cursor
from companion.forms.questions.meaning import Answered, Meaning, NewName, NoAnswer, Typed, TypedText
from companion.forms.questions.question import Question, Values
from companion.forms.tokens import Token, is_number, is_sum, number


@dataclass(kw_only=True)
class Number(Values):
    choices: tuple[Choice, ...] = ()
    """Numbers with names, or some that are likely; any other can be given too."""
    low: int | None = None
    high: int | None = None
    """The bounds of a number, or of each number in a list; None if any number is an answer."""
    known: int | None = None
    """The number that an earlier entry gave; it is shown, and stays unless another is answered."""

    def limits(self, can_join: bool) -> Message | None:
        if self.high is None:
            return say("screen.key.number")
        return say("screen.between", low=self.low, high=self.high)

    def can_be_none(self, held: object) -> bool:
        return Values.can_be_none(self, held) and (self.low or 0) > 0

    def press(self, prompt: Typed, key: str) -> Meaning:
        """Type a digit. A number with as many digits as the highest one is complete."""
        typed = prompt.typed + key
        if not self.may_begin(typed):
            if typed.isdecimal():
                raise NoAnswer(self.field, self.too_much(typed), int(typed), rung=typed)
            raise prompt.no_answer(key)
        is_whole = typed.isdecimal() and self.high is not None and len(typed) == len(str(self.high))
        return Answered(int(typed)) if is_whole else TypedText(typed)

    def too_much(self, typed: str) -> Message:
        """The sentence about digits that begin no number within the bounds."""
        return say("entry.at-most", word=typed, low=self.low or 0, high=self.high)

    def may_begin(self, typed: str) -> bool:
        """Whether an answer may begin with the typed text."""
        if not self.many and len(typed) > 1 and typed[-1] in "+-*" and is_number(typed[:-1]):
            return True
        is_negative = typed.startswith("-") and (self.low is None or self.low < 0)
        if is_sum(typed):
            return not self.many
        digits = typed.removeprefix("-") if is_negative else typed
        if self.choices and not typed[0].isdecimal():
            return True
        if digits and not (digits[0].isdecimal() and digits.replace(",", "").isdecimal()):
            return False
        return is_negative or not digits.isdecimal() or self.can_become(digits)

    def can_become(self, digits: str) -> bool:
        """Whether a number within the bounds begins with these digits."""
        if self.high is None:
            return True
        first, low, spans = int(digits), self.low or 0, range(len(str(self.high)) - len(digits) + 1)
        return any(first * 10**zeros <= self.high and (first + 1) * 10**zeros > low for zeros in spans)

    def is_live(self, typed: str) -> bool:
        return not self.many and is_number(typed) and self._fits(number(typed))

    def is_unfinished(self, typed: str) -> bool:
        is_bounded = self.low is not None and self.high is not None
        return typed == "-" or (is_number(typed) and is_bounded and not self._fits(number(typed)))

    def _fits(self, value: int) -> bool:
        is_enough = self.low is None or self.low <= value
        return is_enough and (self.high is None or value <= self.high)

    def take_typed(self, prompt: Typed) -> Meaning:
        typed = prompt.typed
        if is_number(typed):
            if self.is_unfinished(typed):
                out_of_range = say("entry.out-of-range", word=typed, low=self.low, high=self.high)
                raise NoAnswer(self.field, out_of_range, number(typed))
            return Answered(number(typed))
        if prompt.candidates:
            return super().take_typed(prompt)
        name = typed.strip('"')
        close = self.close_to(name)
        if close is None:
            raise self.misfit(Token(typed, 0))
        return NewName(name, close, can_be_new=False)

    def misfit(self, token: Token) -> Refusal:
        if self.choices and not is_number(token.text):
            return refusal("entry.unknown-name", self.field, word=token.text)
        return refusal("entry.number", self.field, word=token.text, what=self.ask)


class Square(NamedTuple):
    """A number on a board, with why the rules refuse it, or None, and who has reached it."""

    number: int
    refusal: Message | None
    owners: tuple[str, ...] = ()


@dataclass(kw_only=True)
class BoardNumber(Number):
    """A number on the board, or a list of such numbers."""

    squares: tuple[Square, ...] = ()
    """All numbers of the board."""
    names_in: str = ""
    """The field of the table with names of the answers, which go when an answer goes; a missing name is asked for."""

    is_listed = False

    def refusals(self, value: object) -> list[Message]:
        refused = {one.number: one.refusal for one in self.squares if one.refusal and not self.many}
        return [message for number, message in refused.items() if number == value]

    def name_to_ask(self, value: Any, draft: Draft) -> Cursor:
        """The place of an answer's name if that is asked after the answer; else empty."""
        is_known = self.choice_meaning(value) is not None or str(value) in draft.get(self.names_in, {})
        is_fit = not isinstance(value, int) or (self.low or 0) <= value <= (self.high or value)
        return (self.names_in, str(value)) if self.names_in and is_fit and not is_known else ()


def is_amount(question: Question) -> TypeGuard[Number]:
    """Whether the answer is one number."""
    return isinstance(question, Number) and not question.many


def bounds(question: Question | None) -> tuple[int | None, int | None]:
    """The lowest and the highest number that is an answer; None if any number is."""
    return (question.low, question.high) if isinstance(question, Number) else (None, None)


def known_number(question: Question | None) -> int | None:
    """The number that an earlier entry gave; None if it gave none."""
    return question.known if isinstance(question, Number) else None


def check_bounds(question: Question, value: int, low: int | None, high: int | None = None) -> None:
    is_low = low is not None and value < low
    if is_low or (high is not None and value > high):
        key, wanted = ("form.at-least", low) if is_low else ("form.at-most", high)
        raise refusal(key, question.field, key=question.ask, wanted=wanted)
