"""What a key or a typed text means at a question; an unfinished entry then does it."""

from typing import Any, NamedTuple

from companion.core.forms import Choice
from companion.core.messages import Message


class Answer(NamedTuple):
    value: Any
    choice: Choice | None = None
    key: str = ""
    """A key typed after the answer, which belongs to the next question."""
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


class Dropped(NamedTuple):
    """Nothing: what is typed is dropped."""

    problem: Message


Meaning = Answer | TypedText | NewName | Dropped
