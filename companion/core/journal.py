"""The list of entries and what of it stands: undo, redo and corrections are entries themselves.

Nothing is ever taken out of the list. What stands is worked out from the whole of it, never by reversal.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from companion.core.errors import Problem, Refused
from companion.core.messages import say

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the last entry that stands, or all after entry `to` as one step."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class Redo:
    """Restores what the last undo took."""


@dataclass(frozen=True, slots=True)
class Amend(Generic[A]):
    entry: int
    action: A


@dataclass(frozen=True, slots=True)
class Strike:
    entry: int


@dataclass(frozen=True, slots=True)
class Insert(Generic[A]):
    before: int
    action: A


@dataclass(frozen=True, slots=True)
class Correction(Generic[A]):
    """One or more changes of earlier entries, made as one step."""

    changes: tuple[Amend[A] | Strike | Insert[A], ...]


@dataclass(frozen=True, slots=True)
class Play(Generic[A]):
    """An action of the game, or one of those that every game has."""

    action: A


Body = Play[A] | Correction[A] | Undo | Redo


class Standing(NamedTuple, Generic[A]):
    """An action of the corrected game."""

    number: int
    """Its entry's number, which an amended action keeps."""
    written: int
    """The number of the entry in which its present wording was written."""
    action: A


def standing(bodies: Sequence[Body[A]]) -> tuple[Standing[A], ...]:
    """The corrected game: the actions that stand, in the order in which they are played."""
    game: list[Standing[A]] = []
    for number in living(bodies):
        body = bodies[number - 1]
        if isinstance(body, Play):
            game.append(Standing(number, number, body.action))
        elif isinstance(body, Correction):
            for change in body.changes:
                _correct(game, change, number)
    return tuple(game)


def living(bodies: Sequence[Body[A]]) -> list[int]:
    """Numbers of the actions and corrections that no undo has taken back, in the order of the list."""
    alive: list[int] = []
    undone: list[list[int]] = []
    for number, body in enumerate(bodies, 1):
        if isinstance(body, Undo):
            undone.append(_undone_by(body, alive, number))
        elif isinstance(body, Redo):
            if not undone:
                raise Refused(Problem(say("journal.nothing-to-redo"), final=True), number=number)
            alive.extend(undone.pop())
        else:
            alive.append(number)
            undone.clear()
    return alive


def _undone_by(undo: Undo, alive: list[int], number: int) -> list[int]:
    """Takes from the living what the undo takes, and returns it."""
    if undo.to is not None and undo.to >= number:
        message = say("journal.undo-to-later", to=undo.to)
        raise Refused(Problem(message, field="to", final=True), number=number)
    keep = len(alive) - 1
    if undo.to is not None:
        keep = sum(1 for entry in alive if entry <= undo.to)
    taken = alive[max(keep, 0) :]
    if not taken:
        message = say("journal.nothing-to-undo")
        if undo.to is not None:
            message = say("journal.nothing-to-undo-after", to=undo.to)
        raise Refused(Problem(message, final=True), number=number)
    del alive[keep:]
    return taken


def _correct(game: list[Standing[A]], change: Amend[A] | Strike | Insert[A], number: int) -> None:
    target = change.before if isinstance(change, Insert) else change.entry
    place = _place_of(game, target, number)
    if isinstance(change, Amend):
        game[place] = Standing(game[place].number, number, change.action)
    elif isinstance(change, Insert):
        game.insert(place, Standing(number, number, change.action))
    else:
        del game[place]


def _place_of(game: Iterable[Standing[A]], target: int, number: int) -> int:
    places = [place for place, item in enumerate(game) if item.number == target]
    if len(places) == 1:
        return places[0]
    key = "journal.several-inserted" if places else "journal.no-such-entry"
    raise Refused(Problem(say(key, entry=target), field="entry", final=True), number=number)
