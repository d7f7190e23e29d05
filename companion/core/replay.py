"""The steps of a session: each is an action that the rules played, with its outcome."""

from collections.abc import Sequence
from operator import is_
from typing import Generic, NamedTuple, TypeVar

from companion.core.board_notes import Lesson
from companion.core.errors import Violation
from companion.core.game import GameState, Outcome
from companion.core.journal import EffectiveAction

S = TypeVar("S", bound=GameState)
A = TypeVar("A")


class Step(NamedTuple, Generic[S, A]):
    effective: EffectiveAction[A]
    action: A
    """The action with the players' present names."""
    outcome: Outcome[S]
    overruled: tuple[Violation, ...] = ()
    """Violations that a ruling overrode."""
    lessons: tuple[Lesson, ...] = ()

    @property
    def number(self) -> int:
        return self.effective.number

    @property
    def written_in(self) -> int:
        return self.effective.written


def common_beginning(one: Sequence[Step[S, A]], other: Sequence[Step[S, A]]) -> int:
    """Return how many steps at the beginning are the same objects in both games."""
    return [*map(is_, one, other), False].index(False)
