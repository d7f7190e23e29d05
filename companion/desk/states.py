"""The states of a desk: idle, entering, choosing from a menu, repairing or offering a correction.

All are values. Each holds the state that Esc leads back to.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from companion.core.choices import Block
from companion.core.errors import Violation
from companion.core.messages import Message
from companion.core.targets import Target
from companion.forms.asides import SaveDespite
from companion.forms.enter import enter_of as form_enter
from companion.forms.entry_form import EntryForm
from companion.forms.matching import skeleton
from companion.session import Preview, Session
from companion.session.context import SessionContext
from companion.session.renaming import NotedName
from companion.session.revision import Failing, Repair, Revision, failing_in

Outcome = Literal["leave", "repair", "fix", "rule", "save"]
"""The outcome of an entry with all its answers: `repair` asks about later entries; `leave` closes an unchanged one;
`fix` goes to the wrong answer, `rule` too if a ruling could save it.
"""
Saving = Literal["save", "try", "closed"]
"""How an entry is saved: `try` in a copy only, `closed` if nothing can be saved."""
Shut = Literal["type-on", "needed", "fix", "rule", "closed"]
"""Effects of Enter that neither take an answer nor save."""
Enter = Literal["", "answer", "go-on"] | Shut | Outcome | Saving


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

    def revise(self, block: Block) -> Revision:
        revised = self.revision.insert if self.is_insert else self.revision.amend
        return revised(self.number, block)


def target_at(session: Session, number: int, is_insert: bool = False) -> CorrectionTarget:
    """The target of a correction of an earlier entry, or of an insertion before it."""
    record, corrected = session.record, () if is_insert else (number,)
    context = record.context(session.session_notes.board_notes_without(corrected), number)
    return CorrectionTarget(Revision(record), number, context, record.visible_number(number), is_insert)


class Item(NamedTuple):
    key: str
    label: str
    target: Target
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
        """The item for a key, else None. A letter also picks as a capital or with an accent, as chips show it."""
        exact = next((item for item in self.items if item.key == key), None)
        plain = skeleton(key)
        return exact or next((item for item in self.items if plain and item.key == plain), None)


@dataclass(frozen=True, eq=False)
class Idle:
    """No entry is open; with an aim, the next entry is inserted before the entry aimed at."""

    aim: CorrectionTarget | None = None


@dataclass(frozen=True, eq=False)
class Entering:
    form: EntryForm
    aim: CorrectionTarget | None = None
    preview: Preview | None = None
    back: "Repairing | None" = None
    """The repair menu that opened the entry."""

    @property
    def block(self) -> Block:
        """The block to save: the entry, or the correction that it is a part of."""
        return self.form.fields if self.aim is None else self.aim.revise(self.form.fields).block

    @property
    def answers_of_anybody(self) -> Block:
        """The answers so far but for the player."""
        return {field: answer for field, answer in self.form.draft.items() if field != "by"}

    @property
    def failing(self) -> Failing | None:
        """The first other entry that would no longer fit if this entry were saved; None if all would fit."""
        if self.preview is None:
            return None
        failing = failing_in(self.preview.tried, self.preview.before)
        own = self.preview.number if self.aim is None else self.aim.own
        return None if failing is None or failing.number == own else failing

    @property
    def violations(self) -> list[Violation]:
        """The violations of the preview, final ones first."""
        violations = () if self.preview is None else self.preview.violations
        return sorted(violations, key=lambda violation: not violation.final)

    @property
    def is_unchanged(self) -> bool:
        """Whether an earlier entry opened for a correction still has the same answers."""
        aim, preview = self.aim, self.preview
        if aim is None or aim.is_insert or aim.revision.changes or preview is None or preview.after is None:
            return False
        old, new = (
            [action.model_dump(exclude={"at"}) for action in record.actions_of(aim.number)]
            for record in (preview.before, preview.after)
        )
        return old == new

    @property
    def is_questioned(self) -> bool:
        """Whether a warning about a new entry is still to be answered."""
        if self.preview is None or self.aim is not None or isinstance(self.form.aside, SaveDespite):
            return False
        return self.preview.is_questioned

    @property
    def outcome(self) -> Outcome:
        """The effect of Enter once all answers are given."""
        if self.failing is not None:
            return "repair"
        if self.is_unchanged:
            return "leave"
        if self.preview is not None and self.preview.violations:
            return "rule" if self.preview.can_be_ruled else "fix"
        return "save"

    def enter(self, saving: Saving) -> Enter:
        """The effect of Enter now, as every screen names it."""
        does = form_enter(self.form).does
        outcome = self.outcome if does == "save" else does
        return saving if outcome == "save" else outcome


class Reopen(NamedTuple):
    """Open the entry again for which earlier entries were repaired."""

    entry: Entering


class RenameInNotes(NamedTuple):
    """Give something its new name in the board notes too."""

    named: NotedName
    new: str


AfterSaving = Reopen | RenameInNotes
"""Effects of a saved correction."""


@dataclass(frozen=True, eq=False)
class Choosing:
    """A menu is open."""

    menu: Menu
    back: "State"


@dataclass(frozen=True, eq=False)
class Repairing(Choosing):
    """A correction after which a later entry no longer fits; a repair must be chosen before it is saved."""

    revision: Revision
    failing: Failing
    repairs: tuple[Repair, ...]
    then: AfterSaving | None = None


@dataclass(frozen=True, eq=False)
class Offering:
    """A correction is shown, and Enter saves it."""

    preview: Preview
    back: "State"
    then: AfterSaving | None = None


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
        return not isinstance(state.back, Idle) if isinstance(state, Repairing) else leads_back(state.back)
    return not isinstance(state, Idle) and not isinstance(state.back, Idle)


def beneath(state: State) -> Iterator[State]:
    """Yield a state and those to which Esc leads back from it; the last one began the entry or correction."""
    below: State | None = state
    while below is not None:
        yield below
        below = None if isinstance(below, Idle) else below.back
