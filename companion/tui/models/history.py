"""The entries of a session as its history lists them: those that stand, or those that were undone for good."""

import json
from collections.abc import Mapping
from datetime import datetime, tzinfo
from itertools import groupby
from typing import NamedTuple

from companion.core.errors import Refusal
from companion.core.journal import Correction, Play, Strike
from companion.core.messages import Message, say
from companion.core.moments import on_the_wall
from companion.core.names import fold
from companion.forms.lines import THEN
from companion.games.entries import Action, Entry, block_of, entry_block
from companion.games.naming import resolved
from companion.report.entries import said_of
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
    since: int = 0
    until: int = 0
    """So many steps of the corrected game are made before it, and with it."""
    is_ruled: bool = False


class HistoryModel:
    def __init__(self, model: TableModel, zone: tzinfo | None = None) -> None:
        self.table, self._zone = model, zone
        self.words = ""
        """What is looked for."""
        self.is_abandoned = False
        """Whether entries are listed that were undone and not restored."""
        self._texts: dict[tuple[int, int], str] = {}
        self._standing: tuple[int, list[Row]] | None = None
        self._undone: tuple[int, list[Row]] | None = None

    @property
    def rows(self) -> list[Row]:
        """The entries that have every word that is looked for: a player, a line or town, a kind of entry."""
        wanted = fold(self.words).split()
        rows = self._abandoned() if self.is_abandoned else self._all()
        return [row for row in rows if all(word in self._read(row) for word in wanted)]

    def _read(self, row: Row) -> str:
        """All that can be looked for in a row: it, and names in what is said of it, worked out once."""
        key = (self.table.version, row.number)
        if key not in self._texts:
            speaker, own = self.table.speaker, self.table.session.steps[row.since : row.until]
            told = " ".join(sentence.text for step in own for sentence in said_of(step, speaker))
            said = [
                word for word in told.split() if word[0].isupper()
            ]  # names, such as that of a city's number
            kinds = [speaker.kind(receipt.kind) for step in own for receipt in step.outcome.receipts]
            names = [] if row.chapter is None else [speaker.say(row.chapter)]
            self._texts[key] = fold(" ".join([row.by or "", row.text, *names, *kinds, *row.gains, *said]))
        return self._texts[key]

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
            by = steps[-1].action.by
            parts = [
                text if step.action.by in (None, by) else f"{step.action.by}: {text}"
                for step, text in zip(steps, texts[at:until], strict=True)
            ]
            rows.append(
                Row(
                    number,
                    len(rows) + 1,
                    self._time(number),
                    by if by == steps[0].action.by else None,
                    f" {THEN} ".join(
                        [*parts[:-1], parts[-1] if by == steps[0].action.by else f"{by}: {parts[-1]}"]
                    ),
                    moved(record, at, until),
                    game.chapter(before, steps[0].action.do),
                    at,
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
        alive = record.standing
        last_standing = {_said(record.entries[number - 1]): number for number in sorted(alive)}
        rows = []
        for number, entry in enumerate(record.entries[: record.followed], 1):
            is_undone = number not in alive and isinstance(entry.command, Play | Correction)
            is_again = is_undone and last_standing.get(_said(entry), 0) > number
            if is_undone and not is_again:
                rows.append(Row(number, 0, self._time(number), None, self._told(entry)))
        self._undone = version, rows
        return rows

    def _told(self, entry: Entry) -> str:
        """An entry that does not stand, in words: an action, or what a correction did."""
        if isinstance(entry.command, Play):
            return self._line(entry.command.actions)
        assert isinstance(entry.command, Correction)
        entries, said = self.table.session.record.entries, []
        for change in entry.command.changes:
            if isinstance(change, Strike):
                struck = entries[change.entry - 1].command
                line = self._line(struck.actions) if isinstance(struck, Play) else ""
            else:
                line = self._line(change.actions)
            key = f"undone.{type(change).__name__.lower()}"
            said.append(self.table.speaker.say(say(key, line=line)))
        return "; ".join(said)

    def _line(self, actions: tuple[Action, ...]) -> str:
        """Actions as they would be entered now, players called as they are now."""
        session = self.table.session
        context = session.context()
        called = [self._called(action, context.names) for action in actions]
        return self.table.lines.told_line(context, block_of(called))

    @staticmethod
    def _called(action: Action, names: Mapping[str, str]) -> Action:
        try:
            return resolved(action, names)
        except Refusal:  # the name went with a rename that was undone
            return action

    def _time(self, number: int) -> str:
        """When an entry was made, as the clock on the wall says."""
        at = self.table.session.record.blocks[number - 1].get("at")
        return on_the_wall(at, self._zone).strftime("%H:%M") if isinstance(at, datetime) else ""


def _said(entry: Entry) -> str:
    """What an entry says, alike for those that say the same."""
    return json.dumps(entry_block(entry), sort_keys=True, default=str)
