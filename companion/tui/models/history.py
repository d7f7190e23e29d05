"""The entries of a session as its history lists them: those that stand, or those that were undone for good."""

from datetime import datetime, tzinfo
from itertools import groupby
from typing import NamedTuple

from companion.core.journal import Correction, Play, surviving_entries
from companion.core.messages import Message
from companion.core.names import fold
from companion.report.paid import Gains, moved
from companion.tui.models.table import TableModel


class Row(NamedTuple):
    number: int
    """Of the entry in the file."""
    place: int
    """Which of the entries that stand it is; 0 for one that was undone."""
    time: str
    by: str | None
    text: str
    gains: Gains = {}
    chapter: Message | None = None
    """The part of the game in which it was made."""
    until: int = 0
    """So many steps of the corrected game are made with it."""
    is_ruled: bool = False


class HistoryModel:
    def __init__(self, model: TableModel, zone: tzinfo | None = None) -> None:
        self.table, self._zone = model, zone
        self.words = ""
        """What is looked for."""
        self.is_abandoned = False
        """Whether entries are listed that were undone and not restored."""
        self._standing: tuple[int, list[Row]] | None = None
        self._undone: tuple[int, list[Row]] | None = None

    @property
    def rows(self) -> list[Row]:
        """The entries that have every word that is looked for: a player, a line or town, a kind of entry."""
        wanted = fold(self.words).split()
        rows = self._abandoned() if self.is_abandoned else self._all()
        return [row for row in rows if all(word in self._read(row) for word in wanted)]

    def _read(self, row: Row) -> str:
        """All that can be looked for in a row."""
        steps = [step for step in self.table.session.steps if step.number == row.number] if row.place else []
        said = self.table.speaker
        kinds = [said.kind(receipt.kind) for step in steps for receipt in step.outcome.receipts]
        names = [said.text(row.chapter)] if row.chapter else []
        gains = list(row.gains)
        return fold(" ".join([row.by or "", row.text, *kinds, *names, *gains]))

    def _all(self) -> list[Row]:
        session, version = self.table.session, self.table.version
        if self._standing is not None and self._standing[0] == version:
            return self._standing[1]
        rows: list[Row] = []
        game, record, at = session.game, session.record, 0
        texts = self.table.step_lines.since()
        for number, run in groupby(session.steps, key=lambda step: step.number):
            steps = list(run)
            until = at + len(steps)
            before = record.steps[at - 1].outcome.state if at else session.opening.state
            who = [step.action.by for step in steps]
            rows.append(
                Row(
                    number,
                    len(rows) + 1,
                    self._time(number),
                    who[-1],
                    " then ".join(texts[at:until]),
                    moved(record, at, until),
                    game.chapter(before, steps[0].action.do),
                    until,
                    any(step.action.ruling is not None for step in steps),
                )
            )
            at = until
        self._standing = version, rows
        return rows

    def _abandoned(self) -> list[Row]:
        version = self.table.version
        if self._undone is not None and self._undone[0] == version:
            return self._undone[1]
        record = self.table.session.record
        alive = set(surviving_entries([entry.command for entry in record.entries]))
        lines = self.table.session.notation.public_entry_lines() if record.failure is None else []
        rows = [
            Row(number, 0, self._time(number), entry.model.by, line)
            for number, (entry, line) in enumerate(zip(record.entries, lines, strict=False), 1)
            if number not in alive and isinstance(entry.command, Play | Correction)
        ]
        self._undone = version, rows
        return rows

    def _time(self, number: int) -> str:
        """When an entry was made, as the clock on the wall says."""
        at = self.table.session.record.blocks[number - 1].get("at")
        return at.astimezone(self._zone).strftime("%H:%M") if isinstance(at, datetime) else ""
