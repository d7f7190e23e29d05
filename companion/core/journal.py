"""The journal: all entries, and which of them count. Undo, redo and corrections are entries too.

No entry is ever removed. The actions that count follow from the whole list, never from a reverted state.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from companion.core.errors import refusal

A = TypeVar("A")
MOST_UNDONE = 100_000
"""Most entries that all undos of a session may take back: a small file could undo and redo billions."""


class Undo(NamedTuple):
    """Take back the last entry that counts, or all entries after entry `to` in one step."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class Redo:
    """Restore what the last undo took back."""


class EntryChange(NamedTuple, Generic[A]):
    verb: str
    """`amend`, `strike` or `insert`: replace an entry's actions, leave it out, or add actions right before it."""
    entry: int
    actions: tuple[A, ...] = ()


class Correction(NamedTuple, Generic[A]):
    changes: tuple[EntryChange[A], ...]


class Play(NamedTuple, Generic[A]):
    """An action, last, after the actions that are saved with it."""

    actions: tuple[A, ...]


JournalCommand = Play[A] | Correction[A] | Undo | Redo


class EffectiveAction(NamedTuple, Generic[A]):
    number: int
    """The entry's number, which an amended action keeps."""
    written: int
    """The number of the entry that gave the action its present form."""
    action: A


@dataclass(slots=True)
class _CorrectedEntry(Generic[A]):
    number: int
    written: int
    actions: tuple[A, ...]
    before: list["_CorrectedEntry[A]"] = field(default_factory=list)


def effective_actions(
    commands: Sequence[JournalCommand[A]], alive: Iterable[int]
) -> tuple[EffectiveAction[A], ...]:
    """Return the actions of the surviving entries in playing order. Raise Refusal for an impossible correction."""
    played: list[_CorrectedEntry[A]] = []
    standing: dict[int, list[_CorrectedEntry[A]]] = {}
    """Entries by number. One correction can insert several, all under its own number."""
    for number in alive:
        command = commands[number - 1]
        if isinstance(command, Play):
            played.append(_CorrectedEntry(number, number, command.actions))
            standing[number] = [played[-1]]
        elif isinstance(command, Correction):
            for change in command.changes:
                _correct(standing, change, number)
    backwards: list[_CorrectedEntry[A]] = []
    while played:  # no recursion: inserts before inserts can be nested to any depth
        last = played.pop()
        backwards.append(last)
        played += last.before
    actions: list[EffectiveAction[A]] = []
    for entry in reversed(backwards):
        actions += (EffectiveAction(entry.number, entry.written, action) for action in entry.actions)
    return tuple(actions)


def undo_effects(commands: Sequence[JournalCommand[A]]) -> tuple[list[int], dict[int, list[int]]]:
    """Return the surviving plays and corrections, and for each undo or redo the entries that it moves.

    Raise Refusal if there is nothing to undo or redo, or if too much is undone in all.
    """
    alive: list[int] = []
    undone: list[list[int]] = []
    moved: dict[int, list[int]] = {}
    moves = 0
    for number, command in enumerate(commands, 1):
        if isinstance(command, Undo):
            moved[number] = _take_back(command, alive, number)
            undone.append(moved[number])
            moves += len(moved[number])
            if moves > MOST_UNDONE:
                raise refusal("journal.too-much-undone", number=number, most=MOST_UNDONE)
        elif isinstance(command, Redo):
            if not undone:
                raise refusal("journal.nothing-to-redo", number=number)
            moved[number] = undone.pop()
            alive.extend(moved[number])
        else:
            alive.append(number)
            undone.clear()
    return alive, moved


def _take_back(undo: Undo, alive: list[int], number: int) -> list[int]:
    """Remove from `alive` the entries that the undo takes back; return them. Raise Refusal if none."""
    if undo.to is not None and undo.to >= number:
        raise refusal("journal.undo-to-later", "to", number, to=undo.to)
    # always sorted: entries are only taken from the end and put back there
    keep = len(alive) - 1 if undo.to is None else bisect_right(alive, undo.to)
    taken = alive[max(keep, 0) :]
    if not taken:
        raise refusal("journal.nothing-to-undo", number=number)
    del alive[keep:]
    return taken


def _correct(standing: dict[int, list[_CorrectedEntry[A]]], change: EntryChange[A], number: int) -> None:
    """Apply a change to its entry. Raise Refusal if that doesn't count, or if several have its number."""
    verb, target, actions = change
    key, entries = "before" if verb == "insert" else "entry", standing.get(target, [])
    if not entries:
        raise refusal("journal.no-such-entry", key, number, entry=target)
    if len(entries) > 1:
        raise refusal("journal.several-inserted", key, number, entry=target)
    [entry] = entries
    if verb == "insert":
        entry.before.append(_CorrectedEntry(number, number, actions))
        standing.setdefault(number, []).append(entry.before[-1])
    elif verb == "amend":
        entry.written, entry.actions = number, actions
    else:
        entry.actions = ()
        del standing[target]
