"""The states of a desk: idle, entering, choosing from a menu, offering a correction.

Each holds the state that Esc leads back to. Entries and corrections can be rebased on a changed record.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.messages import Message
from companion.core.names import fold
from companion.forms.entry_form import EntryForm, rebase
from companion.forms.lines import EntryContext
from companion.session import Preview, Session
from companion.session.context import SessionContext
from companion.session.record import Record
from companion.session.revision import Failing, Repair, Revision, failing_in

Then = Callable[[], None]


class CorrectionTarget(NamedTuple):
    """The earlier entry that the unfinished entry replaces or is inserted before."""

    revision: Revision
    """The other changes of the same correction."""
    number: int
    context: SessionContext
    place: int
    """The visible number of the earlier entry."""
    is_insert: bool = False

    @property
    def own(self) -> int:
        """The number of the unfinished entry once it is saved."""
        return self.revision.number if self.is_insert else self.number

    def revise(self, block: Mapping[str, Any]) -> Revision:
        revised = self.revision.insert if self.is_insert else self.revision.amend
        return revised(self.number, block)


class Item(NamedTuple):
    key: str
    label: str
    target: str
    """For `Desk.point`."""
    group: str = ""
    """The heading above the choice; empty for none."""


class Menu(NamedTuple):
    title: Message
    items: tuple[Item, ...]
    above: tuple[Message, ...] = ()
    missed: Message | None = None
    """Says that the last key isn't in the menu."""
    keys: tuple[str, ...] = ()
    """Other keys that help here; the row of keys says how."""

    def item(self, key: str) -> Item | None:
        """The item for a key, else None. A capital also picks the item of its lower-case letter."""
        exact = next((one for one in self.items if one.key == key), None)
        return exact or next((one for one in self.items if one.key == key.casefold()), None)


class Problem(NamedTuple):
    """A correction after which a later entry no longer fits, and the possible repairs."""

    revision: Revision
    failing: Failing
    repairs: list[Repair]
    then: Then | None = None


@dataclass(frozen=True, eq=False)
class Idle:
    """No entry is open; with an aim, the next entry is inserted before the entry aimed at."""

    aim: CorrectionTarget | None = None


@dataclass(frozen=True, eq=False)
class Entering:
    form: EntryForm
    aim: CorrectionTarget | None = None
    preview: Preview | None = None
    back: "Choosing | None" = None
    """The repair menu that opened the entry."""

    @property
    def failing(self) -> Failing | None:
        """The first other entry that would no longer fit if this entry were saved; None if all would fit."""
        if self.preview is None:
            return None
        found = failing_in(self.preview.tried, self.preview.before)
        own = self.preview.number if self.aim is None else self.aim.own
        return None if found is None or found.number == own else found

    @property
    def is_unchanged(self) -> bool:
        """Whether an earlier entry opened for a correction still has the same answers."""
        aim, preview = self.aim, self.preview
        if aim is None or aim.is_insert or aim.revision.changes or preview is None or preview.after is None:
            return False
        old, new = (
            [one.model_dump(exclude={"at"}) for one in record.actions_of(aim.number)]
            for record in (preview.before, preview.after)
        )
        return old == new


@dataclass(frozen=True, eq=False)
class Choosing:
    """A menu is open; a menu with a problem must be answered before the correction is saved."""

    menu: Menu
    back: "State"
    problem: Problem | None = None


@dataclass(frozen=True, eq=False)
class Offering:
    """A correction is shown, and Enter saves it."""

    preview: Preview
    back: "State"
    then: Then | None = None


State = Idle | Entering | Choosing | Offering


def entry_of(state: State) -> Idle | Entering:
    """The unfinished entry, even beneath a menu; Idle if there is none."""
    if isinstance(state, Choosing):
        state = state.back
    return state if isinstance(state, Idle | Entering) else Idle()


def leads_back(state: State) -> bool:
    """Whether Esc goes one step back in a correction instead of leaving it."""
    if isinstance(state, Entering):
        return state.back is not None
    if isinstance(state, Choosing):
        return state.problem is not None or leads_back(state.back)
    return not isinstance(state, Idle) and not isinstance(state.back, Idle)


def first_entry(state: State) -> Idle | Entering:
    """The entry that a correction began with."""
    back = state
    while not isinstance(back, Idle) and back.back is not None:
        back = back.back
    return back


def rebase_entry(entry: Entering, session: Session, begun: EntryForm | None = None) -> Entering | None:
    """Move an entry to the session's present record, into the form `begun` if given; None if its target changed."""
    aim = None if entry.aim is None else rebase_target(entry.aim, session)
    if aim is None and entry.aim is not None:
        return None
    form, up = entry.form, entry.form.context.up
    context: EntryContext = session.context() if aim is None else aim.context
    first = form.first
    if begun is not None and aim is None:
        context, first = begun.context, begun.first
    else:
        for block in first:
            context = context.after(block)
    rule = session.record.game.rules.get(str(form.verb))
    is_late = aim is None and up not in (None, context.up) and rule is not None and rule.needs_player
    given = {"by": context.names.get(fold(str(up)), up)} if is_late else None
    return Entering(rebase(form, context, first, given), aim)


def rebase_target(aim: CorrectionTarget, session: Session) -> CorrectionTarget | None:
    """Find the corrected entry in the present record; None if it has changed."""
    record, board_notes = session.record, session.board_notes
    revision = rebase_revision(aim.revision, record)
    if revision is None:
        return None
    number = revision.number if aim.number == aim.revision.number else aim.number
    if revision.changes:  # a later entry, which is corrected with it
        failing = failing_in(session.preview(revision.block).tried, record)
        if failing is None or failing.number != number:
            return None
        return CorrectionTarget(revision, number, failing.context(board_notes), failing.place)
    if record.actions_of(number) != aim.revision.before.actions_of(number):
        return None
    return target_at(session, number, aim.is_insert)


def rebase_revision(revision: Revision, record: Record) -> Revision | None:
    """Move changes to another record; None if an entry that they name has changed."""
    named = (change.get("entry", change.get("before")) for change in revision.changes)
    is_same = all(record.actions_of(one) == revision.before.actions_of(one) for one in named)
    return Revision(record, revision.changes) if is_same else None


def target_at(session: Session, number: int, is_insert: bool = False) -> CorrectionTarget:
    """The target of a correction of an earlier entry, or of an insertion before it."""
    record, corrected = session.record, () if is_insert else (number,)
    context = record.context(session.session_notes.board_notes_without(corrected), number)
    return CorrectionTarget(Revision(record), number, context, record.visible_number(number), is_insert)
