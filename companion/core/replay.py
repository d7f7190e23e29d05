"""The state is what the rules make of the standing list, from the first action on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from companion.core.errors import Problem, Refused
from companion.core.game import GameState, Outcome
from companion.core.journal import Standing

S = TypeVar("S", bound=GameState)
A = TypeVar("A")


class Step(NamedTuple, Generic[S, A]):
    """One action of the corrected game and what came of it."""

    item: Standing[A]
    by: str | None
    """Who acted or entered it, as that player is called now."""
    outcome: Outcome[S]
    overruled: tuple[Problem, ...] = ()
    """What the rules said against it and a ruling set aside."""


@dataclass(frozen=True, slots=True)
class Replay(Generic[S, A]):
    opening: Outcome[S]
    steps: tuple[Step[S, A], ...]
    failure: Refused | None = None
    """Why it got no further; its number is the entry that does not play."""

    @property
    def state(self) -> S:
        return self.steps[-1].outcome.state if self.steps else self.opening.state


Turn = Callable[[S, Standing[A]], Step[S, A]]


def replay(
    opening: Outcome[S], game: Sequence[Standing[A]], turn: Turn[S, A], known: Sequence[Step[S, A]] = ()
) -> Replay[S, A]:
    """Plays the list. Steps already known are taken over as far as the two lists begin alike."""
    alike = 0
    for step, item in zip(known, game, strict=False):
        if step.item.number != item.number or step.item.action is not item.action:
            break
        alike += 1
    steps = list(known[:alike])
    state = steps[-1].outcome.state if steps else opening.state
    for item in game[alike:]:
        try:
            step = turn(state, item)
        except Refused as refusal:
            return Replay(opening, tuple(steps), Refused(*refusal.problems, number=item.number))
        state = step.outcome.state
        steps.append(step)
    return Replay(opening, tuple(steps))
