"""What a key or a typed text means at a question; an unfinished entry then does it."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from companion.core.choices import Choice
from companion.core.errors import Refusal, Violation
from companion.core.messages import Message
from companion.forms.lexicon import Lexicon


class Typed(Protocol):
    """The text typed at a question, as far as the question needs it; `Prompt` in `forms/navigator.py` has the rest."""

    @property
    def typed(self) -> str: ...

    @property
    def lexicon(self) -> Lexicon: ...

    @property
    def candidates(self) -> Sequence[Choice]: ...

    @property
    def can_join(self) -> bool: ...

    def choice_meant(self) -> Choice: ...

    def new_name(self) -> str: ...

    def no_answer(self, key: str) -> Refusal: ...


class Problem(NamedTuple):
    """Why a key or a typed text was no answer."""

    message: Message
    number: int | None = None
    """The typed number that is out of bounds."""
    rung: str = ""
    """The last keys, if they fit nothing: a word, and a number behind it. Enter only takes a word away."""
    is_blank_cell: bool = False
    """Whether a cell has no number. A second Enter saves the entry without it."""


class NoAnswer(Refusal):
    """Raised for a key or a typed text that fits no answer."""

    def __init__(self, field: str, message: Message, number: int | None = None, rung: str = "") -> None:
        super().__init__(Violation(message, field, final=True))
        self.problem = Problem(message, number, rung)


def problem_of(refused: Refusal) -> Problem:
    return refused.problem if isinstance(refused, NoAnswer) else Problem(refused.message)


class Answered(NamedTuple):
    value: object
    choice: Choice | None = None
    name: str = ""
    """The answer's own name, typed with it."""


class TypedText(NamedTuple):
    """A text that isn't complete, or to which more can be added."""

    text: str


class NewName(NamedTuple):
    name: str
    close: Choice | None
    """The choice that the name probably misspells."""
    can_be_new: bool = True


Meaning = Answered | TypedText | NewName
