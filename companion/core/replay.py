"""The state is what the rules make of the effective actions, from the first action on."""

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
    """The same with its players called as they are now."""
    outcome: Outcome[S]
    overruled: tuple[Violation, ...] = ()
    """What the rules said against it and a ruling set aside."""
    lessons: tuple[Lesson, ...] = ()
    """What it teaches the copy book."""

    @property
    def number(self) -> int:
        return self.effective.number

    @property
    def changed_units(self) -> int:
        return self.effective.written


class Replay(NamedTuple, Generic[S, A]):
    opening: Outcome[S]
    steps: tuple[Step[S, A], ...]
    failure: Refusal | None = None
    """Why it got no further; its number is the entry that does not play."""

    @property
    def state(self) -> S:
        return self.steps[-1].outcome.state if self.steps else self.opening.state

    def from_states(self, since: int = 0, until: int | None = None) -> Iterator[tuple[S, Step[S, A]]]:
        """Each step behind so many, as far as so many, with the state before it."""
        state = self.steps[since - 1].outcome.state if 0 < since <= len(self.steps) else self.opening.state
        for step in self.steps[since:until]:
            yield state, step
            state = step.outcome.state


def common_beginning(one: Sequence[Step[S, A]], other: Sequence[Step[S, A]]) -> int:
    """Return how many steps at the beginning are the very same in both games."""
    return [*map(is_, one, other), False].index(False)


Turn = Callable[[S, EffectiveAction[A]], Step[S, A]]


def replay(
    opening: Outcome[S],
    game: Sequence[EffectiveAction[A]],
    turn: Turn[S, A],
    known: Sequence[Step[S, A]] = (),
) -> Replay[S, A]:
    """Plays the list. Steps already known are taken over as far as the two lists begin alike."""
    alike = 0
    for step, effective in zip(known, game, strict=False):
        if step.effective.number != effective.number or step.effective.action is not effective.action:
            break
        alike += 1
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
