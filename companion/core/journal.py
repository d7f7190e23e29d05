"""The list of entries and what of it stands: undo, redo and corrections are entries themselves.

Nothing is ever taken out of the list. What stands is worked out from the whole of it, never by reversal.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from companion.core.errors import Refusal, refused

A = TypeVar("A")


class Undo(NamedTuple):
    """Takes back the last entry that stands, or all after entry `to` as one step."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class Redo:
    """Restores what the last undo took."""


@dataclass(frozen=True, slots=True)
class Amend(Generic[A]):
    entry: int
    actions: tuple[A, ...]


class Strike(NamedTuple):
    entry: int


@dataclass(frozen=True, slots=True)
class Insert(Generic[A]):
    before: int
    actions: tuple[A, ...]


Change = Amend[A] | Strike | Insert[A]


class Correction(NamedTuple, Generic[A]):
    """One or more changes of earlier entries, made as one step."""

    changes: tuple[Change[A], ...]


class Play(NamedTuple, Generic[A]):
    """An action of the game, or one of those that every game has; before it those that are booked with it."""

    actions: tuple[A, ...]


JournalCommand = Play[A] | Correction[A] | Undo | Redo


class EffectiveAction(NamedTuple, Generic[A]):
    """An action of the corrected game."""

    number: int
    """Its entry's number, which an amended action keeps."""
    written: int
    """The number of the entry in which its present wording was written."""
    action: A


class _Standing(NamedTuple, Generic[A]):
    """What stands of one entry."""

    number: int
    written: int
    actions: tuple[A, ...]


def effective_actions(
    commands: Sequence[JournalCommand[A]], alive: Sequence[int] | None = None
) -> tuple[EffectiveAction[A], ...]:
    """The corrected game: the actions that stand, in the order in which they are played."""
    game: dict[int, list[_Standing[A]]] = {}
    """By each entry that was played: what was put in before it, and itself."""
    homes: dict[int, set[int]] = {}
    """Of an entry that put something in: before which of those."""
    for number in surviving_entries(commands) if alive is None else alive:
        command = commands[number - 1]
        if isinstance(command, Play):
            game[number] = [_Standing(number, number, command.actions)]
        elif isinstance(command, Correction):
            for change in command.changes:
                _correct(game, homes, change, number)
    return tuple(
        EffectiveAction(one.number, one.written, action)
        for part in game.values()
        for one in part
        for action in one.actions
    )


def surviving_entries(commands: Sequence[JournalCommand[A]]) -> list[int]:
    """Numbers of the actions and corrections that no undo has taken back, in the order of the list."""
    return undoing(commands)[0]


def undoing(commands: Sequence[JournalCommand[A]]) -> tuple[list[int], dict[int, list[int]]]:
    """The same, and what each undo takes back and each redo restores."""
    alive: list[int] = []
    undone: list[list[int]] = []
    moved: dict[int, list[int]] = {}
    for number, command in enumerate(commands, 1):
        if isinstance(command, Undo):
            moved[number] = _undone_by(command, alive, number)
            undone.append(moved[number])
        elif isinstance(command, Redo):
            if not undone:
                raise refused("journal.nothing-to-redo", number=number)
            moved[number] = undone.pop()
            alive.extend(moved[number])
        else:
            alive.append(number)
            undone.clear()
    return alive, moved


def followed(commands: Sequence[JournalCommand[A]]) -> Sequence[JournalCommand[A]]:
    """As far as undo and redo can be followed: a session opens up to one too many, and nothing is known behind it."""
    try:
        undoing(commands)
    except Refusal as failing:
        return commands[: (failing.number or 1) - 1]
    return commands


def _undone_by(undo: Undo, alive: list[int], number: int) -> list[int]:
    """Takes from the living what the undo takes, and returns it."""
    if undo.to is not None and undo.to >= number:
        raise refused("journal.undo-to-later", "to", number, to=undo.to)
    # entries are taken from the end and put back there: always sorted
    keep = len(alive) - 1 if undo.to is None else bisect_right(alive, undo.to)
    taken = alive[max(keep, 0) :]
    if not taken and undo.to is None:
        raise refused("journal.nothing-to-undo", number=number)
    if not taken:
        raise refused("journal.nothing-to-undo-after", number=number, to=undo.to)
    del alive[keep:]
    return taken


def _correct(
    game: dict[int, list[_Standing[A]]], homes: dict[int, set[int]], change: Change[A], number: int
) -> None:
    """Makes a change that entry `number` says."""
    field, target = ("before", change.before) if isinstance(change, Insert) else ("entry", change.entry)
    found = [
        (home, place)
        for home in homes.get(target, {target} & game.keys())
        for place, one in enumerate(game[home])
        if one.number == target
    ]
    if not found:
        raise refused("journal.no-such-entry", field, number, entry=target)
    if len(found) > 1:  # a correction can insert several
        raise refused("journal.several-inserted", field, number, entry=target)
    [(home, place)] = found
    part = game[home]
    if isinstance(change, Amend):
        part[place] = _Standing(target, number, change.actions)
    elif isinstance(change, Insert):
        part.insert(place, _Standing(number, number, change.actions))
        homes.setdefault(number, set()).add(home)
    else:
        del part[place]
