"""Replaying a session: the rules play all effective actions in order, which gives the state."""

from collections.abc import Callable, Iterator, Sequence
from operator import is_
from typing import Generic, NamedTuple, TypeVar

from companion.core.board_notes import Lesson
from companion.core.errors import Refusal, Violation
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


class Replay(NamedTuple, Generic[S, A]):
    opening: Outcome[S]
    steps: tuple[Step[S, A], ...]
    failure: Refusal | None = None
    """Why the rest can't be played; its `number` is the number of the entry that fails."""

    @property
    def state(self) -> S:
        return self.steps[-1].outcome.state if self.steps else self.opening.state

    def from_states(self, since: int = 0, until: int | None = None) -> Iterator[tuple[S, Step[S, A]]]:
        """Yield each step after the state before it; `since` and `until` slice the steps."""
        state = self.steps[since - 1].outcome.state if 0 < since <= len(self.steps) else self.opening.state
        for step in self.steps[since:until]:
            yield state, step
            state = step.outcome.state


def common_beginning(one: Sequence[Step[S, A]], other: Sequence[Step[S, A]]) -> int:
    """Return how many steps at the beginning are the same objects in both games."""
    return [*map(is_, one, other), False].index(False)


Turn = Callable[[S, EffectiveAction[A]], Step[S, A]]


def replay(
    opening: Outcome[S],
    game: Sequence[EffectiveAction[A]],
    turn: Turn[S, A],
    known: Sequence[Step[S, A]] = (),
) -> Replay[S, A]:
    """Play the actions until one is refused. Reuse known steps up to the first action that differs."""
    pairs = ((step.effective, effective) for step, effective in zip(known, game, strict=False))
    same = [old.number == new.number and old.action is new.action for old, new in pairs]
    alike = [*same, False].index(False)
    steps, failure = list(known[:alike]), None
    state = steps[-1].outcome.state if steps else opening.state
    for effective in game[alike:]:
        try:
            step = turn(state, effective)
        except Refusal as refusal:
            failure = Refusal(*refusal.violations, number=effective.number)
            break
        state = step.outcome.state
        steps.append(step)
    return Replay(opening, tuple(steps), failure)
