"""Tables that a line is filling, and the words that lead from one to another."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.core.forms import Choice, Question, Questions, Route
from companion.forms.lexicon import Lexicon


@dataclass(slots=True, eq=False)
class Frame:
    """A table being filled: the block itself, a row, a group."""

    path: tuple[str, ...]
    fields: dict[str, Any]
    rows: str | None = None
    """The field of the table above to which it belongs as a row, or under a key."""
    answered: set[str] = field(default_factory=set)
    filled: set[str] = field(default_factory=set)
    """Fields that another answer filled and that may still be answered otherwise."""

    @property
    def is_row(self) -> bool:
        return self.rows is not None


class Opening(NamedTuple):
    """A word that leads somewhere from here; it may be a player's name."""

    word: str
    depth: int
    """How many of the open tables stay open."""
    through: tuple[str, ...]
    """Groups without a word of their own that are entered on the way."""
    question: Question
    route: Route | None = None

    def said(self, lexicon: Lexicon) -> str:
        return self.word if self.question.is_of_player else lexicon.word(self.word)


class Expected(NamedTuple):
    """What could stand next in a line."""

    words: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    openings: tuple[Opening, ...] = ()
    route: Route | None = None
    is_text: bool = False
    given: tuple[object, ...] = ()
    """Keys of the table that is being filled, which it takes only once."""
    reserved: frozenset[str] = frozenset()
    """Words of the notation here, which a name must not be taken for."""


def words_in(questions: Questions, depth: int, through: tuple[str, ...]) -> Iterator[Opening]:
    for question in questions:
        if question.word is not None:
            yield Opening(question.word, depth, through, question)
        for route in question.routes:
            yield Opening(route.word, depth, through, question, route)
        if question.kind == "group" and question.word is None:
            yield from words_in(question.questions, depth, (*through, question.field))


def choices_of(question: Question, route: Route | None) -> Iterator[Choice]:
    """The names that a question would take next."""
    if question.kind == "routed":
        for one in question.routes:
            if route is None or one == route:
                yield from one.by_name if route is None else one.choices
    elif question.kind in ("table", "rows", "group") and question.questions:
        yield from choices_of(question.questions[0], None)
    else:
        yield from question.choices
