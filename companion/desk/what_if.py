"""A what-if: a desk at which anything may be entered for anybody, and nothing is saved.

Its entries can be adopted into the game, one by one and under new numbers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, NamedTuple, TypeVar

from companion.core.errors import Refusal, Violation
from companion.core.journal import JournalCommand, Play, Redo, surviving_entries
from companion.core.messages import say
from companion.core.table import names_after
from companion.desk.desk import Desk
from companion.forms.lines import CORRECTIONS
from companion.games.entries import Action
from companion.session import Preview, Session
from companion.session.record import Record, renumber

D = TypeVar("D", bound=Desk)


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
            renumbered = {key: value for key, value in block.items() if key != "at"}
            if block["do"] in CORRECTIONS:
                renumbered = renumber(renumbered, lambda _key, number: numbers.get(number, number))
            preview = session.preview(renumbered)
            if renumbered.pop("ruling", None) == ruling:
                plain = session.preview(renumbered)
                preview = preview if plain.violations else plain
            yield preview
        numbers[number] = session.record.entry_count


class WhatIf(Generic[D]):
    def __init__(self, game: D, make: "Callable[[WhatIf[D]], D]") -> None:
        self.game, self._make = game, make
        self.desk: D | None = None
        self.ruling = game.speaker.phrase("screen.what-if-ruling")
        """The ruling given without asking: nobody needs a reason in a what-if."""
        self._base = game.session.record
        """The game as it was when the what-if was begun."""
        self._numbers: dict[int, int] = {}
        """The numbers that adopted entries got in the game."""
        self._opened: tuple[Tried, int] | None = None
        """The entry that the game refused and opened in its form, and the number of entries in the game then."""

    def current(self) -> D:
        """Return the desk of the what-if, after following the game; begin a what-if if there is none."""
        self.game.session.before, self.game.messages = self.game.session.record, ()  # old news by the return
        self.game.version += 1
        if self.desk is None:
            return self._begin()
        return self._follow_game(self.desk) if self.is_behind else self.desk

    def _begin(self) -> D:
        self._base, self._numbers, self._opened = self.game.session.record, {}, None
        self.desk = self._make(self)
        self.desk.mark = say("screen.what-if-mark")
        self.desk.tell([say("screen.what-if-begun", key=self.desk.face.way("what-if"))], "strong")
        return self.desk

    def _follow_game(self, before: D) -> D:
        """Try the entries again from the present game; if one is refused, stay at the old what-if."""
        known, base, waiting = (self._base, self._numbers, self._opened), self._base, self.waiting
        desk = self._begin()
        previews = adopt(desk.session, base, waiting, {}, self.ruling)
        for one, preview in zip(waiting, previews, strict=True):
            overruled = [violation for step in preview.steps for violation in step.overruled]
            against = preview.violations or (overruled if "ruling" not in one.block else [])
            if against:
                self.desk, (self._base, self._numbers, self._opened) = before, known
                reason = Refusal(*against).message
                block = {key: value for key, value in preview.block.items() if key != "ruling"}
                plain = replace(preview, block=block, entry=desk.session.record.entry(block))
                line, key = plain.summary, before.face.way("what-if")
                before.tell_only(say("screen.what-if-stuck", line=line, reason=reason, key=key), "warn")
                return before
            desk.session.save_preview(preview)
        return desk

    @property
    def entries(self) -> list[Tried]:
        return [] if self.desk is None else entries_to_adopt(self._base, self.desk.session.record)

    @property
    def waiting(self) -> list[Tried]:
        """The entries not saved in the game yet, not even by hand in the form that `adopt` opened."""
        if self._opened is not None:
            one, count = self._opened
            blocks = self.game.session.record.blocks
            own = [number for number in range(count + 1, len(blocks) + 1) if number not in self.game.others]
            if own:
                self._opened = None
                if all(blocks[own[0] - 1].get(key) == one.block.get(key) for key in ("do", "by")):
                    self._numbers[one.number] = own[0]
        return [one for one in self.entries if one.number not in self._numbers]

    @property
    def is_behind(self) -> bool:
        return self.game.session.record is not self._base

    def drop(self) -> None:
        self.desk = None
        self.game.tell_only(say("screen.what-if-dropped"), "muted")

    def adoption(self) -> list[Preview]:
        """The previews of the entries to adopt, up to the first that is refused."""
        beside, found = self.game.session.what_if(), []
        for preview in adopt(beside, self._base, self.waiting, dict(self._numbers), self.ruling):
            found.append(preview)
            if preview.violations:
                break
            beside.save_preview(preview)
        return found

    def adopt(self) -> None:
        """Save the entries one after another in the game; open the first that is refused in its form."""
        game, waiting, before = self.game, self.waiting, self.game.session.record
        left = game.save_all(adopt(game.session, self._base, waiting, self._numbers, self.ruling))
        still = self.waiting
        count = len(waiting) - len(still)
        failed = () if left is None or left.violations else game.messages  # such as a full disk
        if left is None:
            self.drop()
        elif left.violations:
            self._opened = (still[0], game.session.record.entry_count)
            if left.entry is not None and isinstance(left.entry.command, Play):  # a correction has no form
                game.open_block(left.block)
        game.messages = failed
        if count:
            game.session.before = before  # all of it is paid out together
            game.tell([say("screen.adopted", count=count)], "good")
        if left is not None and left.violations:
            line, reason = left.summary, Refusal(*left.violations).message
            game.tell([say("screen.adopt-refused", line=line, reason=reason)], "bad")
        if left is not None:
            game.tell([say("screen.adopt-waits", key=game.face.way("what-if"))], "muted")

    def compare_scores(self) -> list[Mapping[str, int]] | None:
        """Projected scores in the game and in the what-if, under the what-if's names; None while either hides money."""
        records = [self._base, *([] if self.desk is None else [self.desk.session.record])]
        if any(record.hides_money for record in records):
            return None
        names = [names_after(record.table, records[-1].table) for record in records]
        scores = [record.public_projection for record in records]
        return [{own[name]: score for name, score, _ in of} for own, of in zip(names, scores, strict=True)]
