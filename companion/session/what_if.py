"""Adopt a what-if into the game: entry by entry, under new numbers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.errors import Violation
from companion.core.journal import JournalCommand, Redo, surviving_entries
from companion.core.messages import say
from companion.games.entries import Action
from companion.session.preview import Preview
from companion.session.record import Record, renumber
from companion.session.revision import CORRECTING
from companion.session.session import Session


class Tried(NamedTuple):
    """An entry to make in the game so that it becomes like the what-if."""

    number: int
    """Number of the entry in the what-if; below zero for undoing or redoing entries of the game."""
    block: Mapping[str, Any]


def entries_to_adopt(base: Record, record: Record) -> list[Tried]:
    """Entries of the what-if that count, in order; first the undo or redo of the game's own entries."""
    if record.blocks is base.blocks:
        return []
    count = len(base.entries)
    commands: list[JournalCommand[Action]] = [entry.command for entry in record.entries]
    alive = surviving_entries(commands)
    kept = [number for number in alive if number <= count]
    redone: list[JournalCommand[Action]] = []
    standing = surviving_entries(commands[:count])
    while len(standing) < len(kept):
        redone.append(Redo())
        standing = surviving_entries([*commands[:count], *redone])
    blocks: list[dict[str, Any]] = [{"do": "redo"} for _ in redone]
    if len(standing) > len(kept):
        blocks.append({"do": "undo", "to": kept[-1] if kept else 0})
    own = [Tried(place - len(blocks), block) for place, block in enumerate(blocks)]
    return [*own, *(Tried(number, record.blocks[number - 1]) for number in alive if number > count)]


def adopt(
    session: Session, base: Record, tried: Sequence[Tried], numbers: dict[int, int], ruling: str
) -> Iterator[Preview]:
    """Yield previews of the tried entries; each must be saved before the next one is asked for.

    Fill `numbers` with each entry's number in the game, and skip those in it already. Drop needless rulings.
    """
    is_moved_on = session.record.blocks is not base.blocks and not numbers
    for number, block in tried:
        if number in numbers:
            continue
        if number < 0 and is_moved_on:
            against = Violation(say("journal.moved-on"), final=True)
            yield Preview(block, session.record, session.board_notes, violations=(against,))
        else:
            renumbered = _renumber(block, numbers)
            preview = session.preview(renumbered)
            if renumbered.pop("ruling", None) == ruling:
                plain = session.preview(renumbered)
                preview = preview if plain.violations else plain
            yield preview
        numbers[number] = session.record.entry_count


def _renumber(block: Mapping[str, Any], numbers: Mapping[int, int]) -> dict[str, Any]:
    """Copy a block without its time and with the entry numbers of the game."""
    untimed = {key: value for key, value in block.items() if key != "at"}
    if block["do"] not in CORRECTING:
        return untimed
    return renumber(untimed, lambda _key, number: numbers.get(number, number))
