"""A kind of name, of those that one question asks for together."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.choices import Choice
from companion.core.messages import Message
from companion.core.names import fold
from companion.forms.lexicon import Lexicon


class Route(NamedTuple):
    """A kind of name, and the list of its names."""

    word: str
    field: str
    ask: Message
    choices: tuple[Choice, ...] = ()
    is_open: bool = False
    needs_word: bool = False
    """Whether these names need the keyword, since they also mean something else."""
    unplaced: tuple[str, ...] = ()
    """Names known to be of this kind, although what they stand for is unknown."""
    teaches: tuple[str, str] | None = None
    """The page of the board notes, and the fact on it, that a new name of this kind teaches."""

    @property
    def by_name(self) -> tuple[Choice, ...]:
        """The choices understood without the keyword; if `needs_word`, only other names for things."""
        return tuple(choice for choice in self.choices if not self.needs_word or choice.answer is not None)

    def led_by(self, lexicon: Lexicon) -> list[str]:
        """The keyword, if a screen must show it before a name; else empty."""
        return [lexicon.word(self.word)] if self.needs_word else []


def route_of(routes: Sequence[Route], choice: Choice) -> Route | None:
    """The kind that a choice is of."""
    return next((route for route in routes if choice in route.choices), None)


def route_with(routes: Sequence[Route], word: object) -> Route | None:
    return next((route for route in routes if route.word == word), None)


def unplaced_route(routes: Sequence[Route], name: str) -> Route | None:
    """The kind of a name whose kind is known, but not what it stands for; None for other names."""
    return next((route for route in routes if fold(name) in map(fold, route.unplaced)), None)
