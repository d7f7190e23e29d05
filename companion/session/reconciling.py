"""Compare what the players counted with what Companion has: differences, entries that may explain them, the recount.

Players type what they counted. Everything else stays as it is.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft, Fields
from companion.core.errors import Refusal
from companion.core.game import positions_of
from companion.core.messages import Message, say
from companion.core.views import Term
from companion.forms.drafts import Path, RowOf, found_at, put, remove
from companion.forms.grid_cells import Fault, Grid, GridCell, GridRow, GridSection, in_seat_order, row_of
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.questions import Group, Question, Questions, Rows
from companion.forms.questions.number import bounds, check_bounds, is_amount
from companion.session.notation import Notation
from companion.session.preview import preview_of
from companion.session.record import Record
from companion.session.revision import Failing, Revision, failing_in, repairs_of

RECENT, MOST = 30, 2
"""Number of recent entries searched for an explanation, and of entries named as one."""
_MIXED_UP, _UNPAID, _NOT_SO, _TWICE = _LIKELIEST = (
    "count.mixed-up",
    "count.unpaid",
    "count.not-so",
    "count.twice",
)
"""How an entry may be wrong, likeliest first: it has two things or players the wrong way round, its payout is still in
the bank, it didn't happen, or it happened twice."""


class Moment(NamedTuple):
    """An entry that counts, with the positions before and after it."""

    place: int
    step: int
    before: Draft
    after: Draft


class Suspect(NamedTuple):
    moment: Moment
    before: Any
    after: Any
    says: str
    other: "Difference | None" = None
    """What the entry may have mixed this up with."""
    without: Record | Failing | None = None
    """If the entry may not have happened: the record without it, or the entry that would become impossible."""


class Difference(NamedTuple):
    name: Message
    key: Path
    """Path in the position of any state; rows are identified by their heads, not by index."""
    known: Any
    counted: Any
    is_hidden: bool
    """Whether the players may not read what Companion has."""
    question: Question


@dataclass(frozen=True)
class RecordedPosition:
    """The position Companion has, worked out once for all cells."""

    record: Record
    board_notes: BoardNotes
    lexicon: Lexicon = ENGLISH
    _tried: dict[int, Record | Failing | None] = field(default_factory=dict, init=False, compare=False)
    """Records without an entry, by its number: each takes 30 ms, and every key draws them again."""

    @cached_property
    def position(self) -> Draft:
        return positions_of(self.record.game).now(self.record.state)

    @cached_property
    def public(self) -> Draft:
        return Notation(self.record).public_block(self.position, self.ask(self.position))

    @cached_property
    def texts(self) -> Mapping[Path, str]:
        return {cell.path: cell.text for cell in self.grid(self.public).cells}

    def ask(self, draft: Draft) -> Questions:
        questions = positions_of(self.record.game).questions(self.record.state, draft, self.board_notes)
        return in_seat_order(questions, self.record.roster.seats)

    def grid(self, draft: Draft) -> Grid:
        return Grid(self.ask, draft, lexicon=self.lexicon)

    def without(self, number: int) -> Record | Failing | None:
        """The record without an entry (with a pass if needed), or the entry that would break; None if neither works."""
        if number not in self._tried:
            revision = Revision(self.record).delete(number)
            tried = preview_of(self.record, revision.block, self.board_notes).tried
            failing = failing_in(tried, self.record)
            repairs = () if failing is None else repairs_of(revision, failing)
            between = next((repair.revision.block for repair in repairs if repair.key == "between"), None)
            fixed = None if between is None else preview_of(self.record, between, self.board_notes).after
            self._tried[number] = fixed or failing or tried
        return self._tried[number]

    @cached_property
    def recent(self) -> tuple[Moment, ...]:
        game, steps = self.record.game, self.record.steps
        states = [self.record.opening.state, *(step.outcome.state for step in steps)]
        entries = [[*group] for _, group in groupby(range(len(steps)), lambda at: steps[at].number)]
        moments, after = [], self.position
        for place in range(len(entries), max(0, len(entries) - RECENT), -1):
            own = entries[place - 1]
            before = positions_of(game).now(states[own[0]])
            moments.append(Moment(place, own[-1], before, after))
            after = before
        return tuple(moments)


@dataclass(frozen=True)
class Reconciling:
    """An unfinished count: the position as a grid, whose empty cells show what Companion has."""

    known: RecordedPosition
    draft: Draft
    counted: frozenset[Path] = frozenset()

    @cached_property
    def sections(self) -> tuple[GridSection, ...]:
        sections = self.known.grid(self.draft).sections
        return tuple(section._replace(rows=tuple(map(self._row, section.rows))) for section in sections)

    @property
    def cells(self) -> tuple[GridCell, ...]:
        return tuple(cell for section in self.sections for cell in section.cells)

    def _row(self, row: GridRow) -> GridRow:
        cells = [self._cell(cell) for cell in row.cells]
        heads = [found_at(self.draft, cell.path) for cell in cells if cell.is_head]
        names = tuple(name for name in heads if name is not None)
        if not names:
            return GridRow(row.labels, tuple(cells))
        named = (cell._replace(name=say("count.in-row", row=names, cell=cell.name)) for cell in cells)
        is_fixed = any(cell.is_fixed for cell in cells)
        return GridRow(tuple(map(Term, names)) if is_fixed else (), tuple(named))

    def _cell(self, cell: GridCell) -> GridCell:
        """Show what was counted, else what Companion has unless it is hidden."""
        if cell.path in self.counted:
            return cell
        if cell.is_head and found_at(self.known.position, cell.path[:2]) is not None:
            return cell._replace(text="", is_fixed=True)
        return cell._replace(text="", known=self.known.texts.get(cell.path, ""))

    def move_to(self, record: Record, board_notes: BoardNotes) -> "Reconciling":
        count = begin_count(record, board_notes, self.known.lexicon)
        texts = {self._key(cell.path): cell.text for cell in self.cells if cell.path in self.counted}
        for cell in count.cells:
            with suppress(Refusal):
                count = count.put(cell, texts.get(count._key(cell.path), ""))
        return count

    def put(self, cell: GridCell, text: str) -> "Reconciling":
        """Count a cell; an empty text takes the count back. Raise Refusal if the text is invalid."""
        if text.strip():
            value = cell.read(text, self.known.lexicon)
            if is_amount(cell.question):
                check_bounds(replace(cell.question, ask=cell.name), value, *bounds(cell.question))
            draft = put(self.draft, cell.path, value)
            return replace(self, draft=draft, counted=self.counted | {cell.path})
        if cell.path not in self.counted:
            return self
        known = found_at(self.known.position, cell.path)
        draft = remove(self.draft, cell.path, False) if known is None else put(self.draft, cell.path, known)
        return replace(self, draft=draft, counted=self.counted - {cell.path})

    @property
    def differences(self) -> tuple[Difference, ...]:
        return tuple(item for item in self.comparisons if not _is_same(item.known, item.counted))

    @cached_property
    def comparisons(self) -> tuple[Difference, ...]:
        """Everything counted, different or not."""
        comparisons: list[Difference] = []
        for cell in self.cells:
            if cell.path not in self.counted or cell.is_head:
                continue
            whole, value = self._key(cell.path), found_at(self.draft, cell.path)
            for part, counted in value.items() if isinstance(value, Mapping) else [(None, value)]:
                key = whole if part is None else (*whole, part)
                name = cell.name if part is None else say("count.part", cell=cell.name, part=part)
                known = found_at(self.known.position, key)
                is_hidden = known is not None and found_at(self.known.public, key) is None
                known = _like(counted, known)
                comparisons.append(Difference(name, key, known, counted, is_hidden, cell.question))
        return tuple(comparisons)

    @property
    def moved(self) -> tuple[Difference, ...]:
        """Cells that nobody counted and that the recount changes, such as a share that another player held."""
        after = preview_of(self.known.record, self.recount(), self.known.board_notes).after
        if after is None:
            return ()
        position, moved = positions_of(after.game).now(after.state), list[Difference]()
        for cell in self.cells:
            key = self._key(cell.path)
            known, then = found_at(self.known.position, key), found_at(position, key)
            is_hidden = known is not None and found_at(self.known.public, key) is None
            if cell.path not in self.counted and not is_hidden and not _is_same(known, then):
                moved.append(Difference(cell.name, key, known, then, is_hidden, cell.question))
        return tuple(moved)

    def differences_at(self, cell: GridCell) -> list[Difference]:
        key = self._key(cell.path)
        return [item for item in self.differences if item.key[: len(key)] == key]

    @property
    def faults(self) -> tuple[Fault, ...]:
        block = self.recount()
        if not self.differences:
            return ()
        violations = preview_of(self.known.record, block, self.known.board_notes).violations
        grid = self.known.grid(block["position"])
        return tuple(grid.fault(violation) for violation in violations)

    def recount(self) -> Fields:
        """The entry that sets what differs, and nothing else."""
        position: Fields = {}
        for difference in self.differences:
            position = put(position, difference.key, difference.counted)
        for group in self.known.ask(self.draft):
            if isinstance(group, Group) and group.field in position:
                # set a group as a whole: what it needs and what was counted
                given = self.draft[group.field]
                asked = [part.field for part in group.questions if (group.field, part.field) in self.counted]
                needed = [question.field for question in group.questions if not question.is_optional]
                position[group.field] = {field: given[field] for field in (*needed, *asked) if field in given}
        return {"do": "recount", "position": position}

    def suspects(self, difference: Difference) -> list[Suspect]:
        """Recent entries of exactly this amount, likeliest first, then newest first; empty if hidden."""
        if difference.is_hidden:
            return []
        suspects = []
        for moment in self.known.recent:
            before, after = self._around(moment, difference)
            says = _reading(before, after, difference.known, difference.counted)
            if says == _NOT_SO and self._is_paid(moment, difference):
                says = _UNPAID
            if other := self._mixed_up(moment, difference):
                suspects.append(Suspect(moment, before, after, _MIXED_UP, other))
            elif says is not None and not _is_same(before, after):
                suspects.append(Suspect(moment, before, after, says))
        suspects.sort(key=lambda suspect: _LIKELIEST.index(suspect.says))
        likely = [one for one in suspects if one.says == _MIXED_UP] or suspects
        tested = (
            self._test_suspect(row, difference) if row.says == _NOT_SO else row for row in likely[:MOST]
        )
        return [suspect for suspect in tested if suspect is not None]

    def _around(self, moment: Moment, difference: Difference) -> tuple[Any, Any]:
        """What Companion had before and after an entry, of what differs."""
        positions = (moment.before, moment.after)
        before, after = (_like(difference.counted, found_at(at, difference.key)) for at in positions)
        return before, after

    def _mixed_up(self, moment: Moment, difference: Difference) -> Difference | None:
        """Another difference that goes if the entry changed this one in its place; None if there is none."""
        for other in self.differences:
            is_like = len(other.key) == len(difference.key) and len({*other.key} ^ {*difference.key}) == 2
            if not is_like or other.is_hidden or {type(other.counted), type(difference.counted)} != {int}:
                continue
            own, others = (
                after - before for before, after in (self._around(moment, one) for one in (difference, other))
            )
            missing = (difference.counted - difference.known, other.counted - other.known)
            if own != others and missing == (others - own, own - others):
                return other
        return None

    def _is_paid(self, moment: Moment, difference: Difference) -> bool:
        """Whether the entry paid exactly what is missing."""
        if type(difference.counted) is not int or difference.counted >= difference.known:
            return False
        step = self.known.record.as_told(self.known.record.steps[moment.step])
        paid = (row for receipt in step.outcome.receipts for row in receipt.rows)
        missing: int = difference.known - difference.counted
        return sum(row.amount for row in paid if row.player in difference.key) == missing

    def _test_suspect(self, suspect: Suspect, difference: Difference) -> Suspect | None:
        """Replay without the entry; None if the count then differs, since later entries may depend on it."""
        without = self.known.without(self.known.record.steps[suspect.moment.step].number)
        if isinstance(without, Record):
            held = found_at(positions_of(without.game).now(without.state), difference.key)
            if not _is_same(_like(difference.counted, held), difference.counted):
                return None
        return suspect._replace(without=without)

    def _key(self, path: Path) -> Path:
        """Replace row indexes in a path with the heads of the rows, such as commodity and metropolis."""
        key: list[str | int | RowOf] = []
        for place, step in enumerate(path):
            if isinstance(step, int):
                row = found_at(self.draft, path[: place + 1]) or {}
                asked = (one for one in self.known.ask(self.draft) if isinstance(one, Rows))
                step = row_of(next(one for one in asked if one.field == path[0]), row)
            key.append(step)
        return tuple(key)


def begin_count(record: Record, board_notes: BoardNotes, lexicon: Lexicon = ENGLISH) -> Reconciling:
    known = RecordedPosition(record, board_notes, lexicon)
    return Reconciling(known, known.position)


def _is_same(value: object, other: object) -> bool:
    """Whether values are equal. None equals zero and empty, but not False; lists may differ in order."""
    if isinstance(value, list) and isinstance(other, list):
        return sorted(value, key=str) == sorted(other, key=str)
    return value == other or not (value or other or value is False or other is False)


def _like(counted: object, value: object) -> object:
    """The value; 0 if it is None and a number was counted."""
    return 0 if value is None and type(counted) is int else value


def _reading(before: Any, after: Any, known: Any, counted: Any) -> str | None:
    """How an entry with this change may be wrong; None if it doesn't explain the difference."""
    if type(counted) is int:
        change, missing = after - before, counted - known
        return {-change: _NOT_SO, change: _TWICE}.get(missing)
    if isinstance(counted, list):
        is_undone = {*(before or ())} ^ {*(after or ())} == {*counted} ^ {*(known or ())}
    else:
        is_undone = _is_same(before, counted)
    return _NOT_SO if is_undone else None
