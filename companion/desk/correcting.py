"""What comes of a correction: it can be offered, or a later entry has to be repaired first. Nothing is saved here.

Every correction is one block for the file, with one preview. If that breaks a later entry, a repair is a further change
of the same block, which is settled in the same way.
"""

from dataclasses import replace

from companion.core.board_notes import BoardNotes, Lesson, learn, without_names
from companion.core.choices import Block
from companion.core.errors import Refusal
from companion.core.journal import Play
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.desk.menus import repair_menu
from companion.desk.rights import Rights
from companion.desk.states import AfterSaving, CorrectionTarget, Entering, Idle, Offering, Repairing, State
from companion.forms import pointing
from companion.forms.entry_form import EntryForm
from companion.forms.questions import Each
from companion.games.entries import block_of, entry_block
from companion.report.words import Speaker
from companion.session import Preview, Session
from companion.session.context import SessionContext
from companion.session.record import Record
from companion.session.revision import Failing, Revision, failing_in, repairs_of, revision_of

NOTHING_CHANGED = say("screen.nothing-changed")
SETUP = "setup"
"""The action whose answers are independent of one another."""


class Corrector:
    def __init__(self, session: Session, rights: Rights, speaker: Speaker) -> None:
        self._session, self._rights, self._speaker = session, rights, speaker

    def preview_of(self, entry: Entering) -> Preview:
        """Return an entry's preview. Reuse the entry's own if nothing has changed."""
        aim, known, block = entry.aim, entry.preview, entry.block
        is_old = known is None or known.before is not self._session.record
        if known is None or is_old or known.block != self._rights.sign(block):
            known = self._rights.preview(block)
        if aim is None:
            return known
        failing = failing_in(known.tried, known.before)
        preview = replace(known, board_notes=self._notes_beside(aim.number))
        if failing is None or failing.number != aim.own:
            return preview
        return replace(preview, violations=failing.refusal.violations)  # the entry's own, with their fields

    def _notes_beside(self, number: int) -> BoardNotes:
        """The board notes without what this entry taught, in whatever version: it is no evidence for itself."""
        lessons: dict[bool, list[Lesson]] = {True: [], False: []}
        for step in self._session.record.steps:
            lessons[step.number == number] += step.lessons
        own = {(lesson.page, fold(lesson.name)) for lesson in lessons[True]}
        return learn(without_names(self._session.board_notes, own), lessons[False])

    def overrulable_preview(self, entry: Entering) -> Preview | None:
        """The refused preview, even of an incomplete entry that a ruling could allow; None if not refused."""
        if entry.form.prompt.is_typing:
            return None
        if entry.preview is not None:
            return entry.preview if entry.preview.violations else None
        preview = self.preview_of(entry)
        return preview if preview.can_be_ruled else None

    def settle(
        self, block: Block, back: State, then: AfterSaving | None = None
    ) -> Offering | Repairing | Message:
        """Offer to save a block, or ask how to repair a later entry; if neither is possible, return why."""
        record, revision = self._session.record, revision_of(block, self._session.record)
        preview = self._rights.preview(block)
        failing = failing_in(preview.tried, preview.before)
        if failing is not None and revision is not None:
            return self._ask_repair(revision, failing, back, then)
        if failing is not None and block["do"] == SETUP and record.numbers:
            return self.settle(Revision(record).insert_setup(preview.block).block, back, then)
        if failing is not None and failing.number != preview.number:  # an earlier entry can't be played
            return self._ask_repair(Revision(record), failing, back, then)
        return preview.violations[0].message if preview.violations else Offering(preview, back, then)

    def repair(self, asked: Repairing, key: str) -> Entering | Offering | Repairing | Message:
        """Carry out a repair, or open the entry that no longer fits."""
        if key == "correct":
            failing = asked.failing
            context = failing.context(self._session.board_notes)
            field = failing.refusal.violations[0].field or ""
            form = pointing.go_to(filled_form(context, block_of(failing.actions)), field)
            aim = CorrectionTarget(asked.revision, failing.number, context, failing.place)
            return Entering(form, aim, back=asked)
        revision = next(repair.revision for repair in asked.repairs if repair.key == key)
        return self.settle(revision.block, asked, asked.then) if revision.changes else NOTHING_CHANGED

    def broken(self) -> Repairing | None:
        """Ask how to repair the first entry that can't be played; None if all can."""
        record = self._session.record
        failing = failing_in(record, record)
        return None if failing is None else self._ask_repair(Revision(record), failing, Idle())

    def _ask_repair(
        self, revision: Revision, failing: Failing, back: State, then: AfterSaving | None = None
    ) -> Repairing:
        repairs = tuple(repairs_of(revision, failing))
        menu = repair_menu(self._speaker, self._session.record, revision, failing, repairs)
        return Repairing(menu, back, revision, failing, repairs, then)


def entry_above(entry: Entering, record: Record) -> int | None:
    """The entry whose row is above this one, if nothing was answered yet; None unless its cells are a row."""
    form, aim = entry.form, entry.aim
    is_row = any(isinstance(question, Each) for _, question in form.nav.around())
    if not is_row or form.typed or not (entry.is_unchanged if aim is not None else not form.draft):
        return None
    same = [step.number for step in record.steps if step.action.do == form.verb]
    earlier = same[: same.index(aim.number)] if aim is not None and aim.number in same else same
    return earlier[-1] if earlier else None


def undone_entry(preview: Preview, context: SessionContext) -> Entering | None:
    """The entry that an undo took back, to be opened again; None if there are several, or it has no form."""
    entries = [preview.before.entries[number - 1] for number in preview.removals]
    plays = [entry for entry in entries if isinstance(entry.command, Play)]
    if len(plays) != 1:
        return None
    try:
        return Entering(filled_form(context, entry_block(plays[0])))
    except Refusal:
        return None


def filled_form(context: SessionContext, block: Block) -> EntryForm:
    """The form of an entry with the answers of a block."""
    first = tuple(block.get("first", ()))
    return EntryForm(context.after(*first), first=first).fill(block)
