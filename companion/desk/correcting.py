"""Entries of the past at the table: changed in their form, struck, put in before another; one step in the end.

What no longer fits behind a change is repaired entry by entry. Nothing is written before the last Enter.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from companion.core.errors import Refusal
from companion.core.journal import Play
from companion.core.messages import Message, say
from companion.desk.entering import BACK, LEAVE, EnteringModel
from companion.desk.menus import Item, Menu
from companion.forms.entry_form import EntryForm
from companion.games.entries import block_of, entry_block
from companion.report.preview import corrections_told
from companion.session import Preview
from companion.session.context import SessionContext
from companion.session.late_turns import late_turns
from companion.session.revision import Failing, Repair, Revision, failing_in, repairs_of

CORRECTING = ("amend", "strike", "insert")
_KEYS = {"between": "p", "between-all": "a", "give": "g", "strike": "x"}


class Aim(NamedTuple):
    """Where the entry on its way goes: in place of one that was made, or before one."""

    revision: Revision
    """What is corrected besides."""
    number: int
    """The entry that is changed, or before which another one is put in."""
    context: SessionContext
    """The moment at which it is made."""
    place: int
    """The number of that entry as the table reads it."""
    is_insert: bool = False

    @property
    def own(self) -> int:
        """The number under which it would stand."""
        return self.revision.number if self.is_insert else self.number

    def revised(self, block: Mapping[str, Any]) -> Revision:
        if self.is_insert:
            return self.revision.inserting(self.number, block)
        return self.revision.amending(self.number, block)


class Stage(NamedTuple):
    """A step on the way of a correction, to which Esc leads back."""

    aim: Aim | None
    form: EntryForm
    pending: "tuple[Revision, Failing, list[Repair]] | None"


class CorrectingModel(EnteringModel):
    aim: Aim | None = None
    menu: Menu | None = None
    offered: Preview | None = None
    """A correction that waits for Enter."""
    _then: Callable[[], None] | None = None
    """What belongs to it and is done once it is booked."""
    _pending: tuple[Revision, Failing, list[Repair]] | None = None
    """A correction behind which an entry does not fit, and what can be done with that one."""
    _trail: tuple[Stage, ...] = ()
    """What was asked on the way to what is at hand."""
    _thrown_aim: Aim | None = None

    def moment(self) -> SessionContext:
        return super().moment() if self.aim is None else self.aim.context

    # Beginning

    def change(self, number: int | None = None) -> None:
        """Opens an entry in its form, filled in; without a number the last one, or the one that does not play."""
        record = self.session.record
        failing = failing_in(record, record) if number is None else None
        if self._is_closed(number) or not record.numbers:
            return
        if failing is not None:
            self._ask_repair(Revision(record), failing)
            return
        number = record.numbers[-1] if number is None else number
        place, context = record.place_of(number), record.context(self.session.book_without(number), number)
        self._open(Aim(Revision(record), number, context, place), block_of(record.actions_of(number)))

    def strike(self, number: int) -> None:
        if not self._is_closed(number):
            self.consider(Revision(self.session.record).striking(number))

    def insert_before(self, number: int) -> None:
        """The next entry is put in before another one."""
        record = self.session.record
        if self._is_closed(number):
            return
        place, context = record.place_of(number), record.context(self.session.book, number)
        self.aim = Aim(Revision(record), number, context, place, is_insert=True)
        self.form = EntryForm(context)
        self._say(say("screen.inserting", number=place, key=self.way(LEAVE)), "strong")

    def enter_again(self, number: int) -> None:
        """An entry that was undone, as a new one: an action in its form, a correction with what it would change."""
        entry = self.session.record.entries[number - 1]
        if self._is_closed():
            return
        if isinstance(entry.command, Play):
            self.open_block(entry_block(entry))
        else:
            self.offer(entry_block(entry))

    def open_block(self, block: Mapping[str, Any]) -> None:
        """A new entry in its form, with all its answers."""
        self.said = ()
        self._go_on(self._filled(block))

    def _filled(self, block: Mapping[str, Any]) -> EntryForm:
        context, first = super().moment(), tuple(block.get("first", ()))
        for one in first:
            context = context.after(one)
        return EntryForm(context, first=first).filled(block)

    def offer(self, block: Mapping[str, Any], then: Callable[[], None] | None = None) -> None:
        """Shows what a correction would change; Enter books it, and then what belongs to it is done."""
        self._then = then
        if block["do"] in CORRECTING:
            changes = ({key: value for key, value in block.items() if key != "also"}, *block.get("also", ()))
            self.consider(Revision(self.session.record, changes))
        else:
            self._consider_entry(self.session.preview(block))

    def offer_as_theirs(self, count: int) -> None:
        """The last entries were another player's: a turn ended before them, and nobody entered it."""
        self.menu = None
        found = late_turns(self.session)
        if count <= len(found):
            self.offer(found[count - 1][0])

    def _is_closed(self, number: int | None = None) -> bool:
        """Whether nothing can be entered, or an entry does not stand any more; then it is said."""
        is_gone = number is not None and number not in self.session.record.numbers
        if self.session.is_read_only:
            self._say(say("save.read-only-entry"), "bad")
        elif is_gone:
            self._say(say("followed.gone"), "bad")
        else:
            self._leave_correction()
            self._then = None
        return self.session.is_read_only or is_gone

    def _open(self, aim: Aim, block: Mapping[str, Any], field: str | None = None) -> None:
        """An entry in its form, at one of its questions."""
        first, context = tuple(block.get("first", ())), aim.context
        for one in first:
            context = context.after(one)
        self.aim, self.menu, self.said = aim, None, ()
        form = EntryForm(context, first=first).filled(block)
        self._go_on(form if field is None else self.at_field(form, field))

    # What a correction comes to

    def consider(self, revision: Revision) -> None:
        """Offers a correction, or asks what to do with the first entry that would no longer fit."""
        preview = self.session.preview(revision.block) if revision.changes else None
        failing = None if preview is None else failing_in(preview.tried, preview.before)
        self.menu = self.offered = self._pending = None
        if failing is not None:
            self._ask_repair(revision, failing)
        elif preview is None or preview.violations:
            self._say(
                say("screen.nothing-changed") if preview is None else preview.violations[0].message, "bad"
            )
        else:
            self.offered = preview

    def _consider_entry(self, preview: Preview) -> None:
        """The same for an entry that is none of the journal's but changes the past: a correction of the set-up."""
        numbers = self.session.record.numbers
        if (
            failing_in(preview.tried, preview.before) is not None
            and preview.block["do"] == "setup"
            and numbers
        ):
            self.consider(Revision(self.session.record).setting_up(preview.block))
        elif preview.violations:
            self._say(preview.violations[0].message, "bad")
        else:
            self.offered = preview

    def _ask_repair(self, revision: Revision, failing: Failing) -> None:
        repairs = repairs_of(revision, failing, self.speaker.lexicon)
        said = self.speaker.say
        correct = say("repair.correct") if revision.changes else say("repair.correct-it")
        items = [Item("c", said(correct), "repair:correct")]
        items += [Item(_KEYS[one.key], said(one.said), f"repair:{one.key}") for one in repairs]
        if failing.can_be_ruled:
            items.append(Item("r", said(say("repair.rule")), "repair:rule"))
        self._pending = revision, failing, repairs
        begun = self.session.record.entry(revision.block) if revision.changes else None
        told = () if begun is None else corrections_told(self.session.record, begun, self.speaker.lexicon)
        self.menu = Menu(failing.said(self.speaker.lexicon), tuple(items), tuple(told))

    @property
    def goes_back(self) -> bool:
        """Whether Esc leads one step back on the way of a correction."""
        return bool(self._trail)

    @property
    def pending_failing(self) -> Failing | None:
        """The entry that no longer fits, while it is asked what to do with it."""
        return None if self._pending is None else self._pending[1]

    def repair(self, key: str) -> None:
        """Does with the entry that no longer fits what was chosen."""
        if self._pending is None:
            return
        revision, failing, repairs = self._pending
        trail = (*self._trail, Stage(self.aim, self.form, self._pending))
        self._leave_correction()
        self._trail = trail
        if key in ("correct", "rule"):
            context = failing.context(self.session.book)
            aim = Aim(revision, failing.number, context, failing.place)
            field = "ruling" if key == "rule" else str(failing.refusal.violations[0].field)
            self._open(aim, block_of(failing.actions), field)
        else:
            self.consider(next(one.revision for one in repairs if one.key == key))

    def go_back(self) -> None:
        """One step back: from a choice to the entry that led to it, from an offer to the choice; or out of it."""
        if self.menu is not None and self.is_entering:
            self.menu = self._pending = None
            return
        if not self._trail:
            self._leave_correction()
            self._then = None
            self._say(say("screen.nothing-changed"), "muted")
            return
        *before, last = self._trail
        self._leave_correction()
        self._trail, self.aim = tuple(before), last.aim
        if last.form.verb is not None:
            self._go_on(last.form)
        if last.pending is not None:
            self._ask_repair(*last.pending[:2])

    def _leave_correction(self) -> None:
        self.aim = self.menu = self.offered = self._pending = self._preview = None
        self._trail = ()
        self.form = EntryForm(super().moment())

    # The entry on its way, in its place in the past

    def start(self, verb: str, draft: Mapping[str, Any] | None = None) -> bool:
        self.menu = None
        is_shown_first = self.aim is not None and draft is None
        is_begun = super().start(verb, {} if is_shown_first else draft)
        if self.aim is not None and self.failing is not None and self.form.question is None:
            self._ask_repair(self.aim.revised(self.form.fields), self.failing)  # it asks nothing itself
        return is_begun

    def _previewed(self, block: Mapping[str, Any]) -> Preview:
        if self.aim is None:
            return super()._previewed(block)
        preview = super()._previewed(self.aim.revised(block).block)
        failing = failing_in(preview.tried, preview.before)
        preview = replace(preview, book=self.session.book_without(self.aim.number))
        if failing is None or failing.number != self.aim.own:
            return preview
        return replace(preview, violations=failing.refusal.violations)  # the entry's own, with their fields

    @property
    def failing(self) -> Failing | None:
        """The first later entry that would no longer fit behind the one on its way."""
        preview = self._preview
        found = None if preview is None else failing_in(preview.tried, preview.before)
        if found is None or preview is None:
            return None
        own = preview.number if self.aim is None else self.aim.own
        return None if found.number == own else found

    def _book_or_point(self, preview: Preview) -> None:
        failing, aim = self.failing, self.aim
        if aim is None and preview.block["do"] in CORRECTING:  # what became one, such as other seats
            if preview.violations:
                self.offer(preview.block, self._then)
            else:
                self._book_correction(preview)
        elif aim is None and failing is not None and preview.block["do"] == "setup":
            self._consider_entry(preview)
        elif aim is None:
            super()._book_or_point(preview)
        elif failing is not None:
            self._ask_repair(aim.revised(self.form.fields), failing)
        elif self.is_unchanged:
            self._leave_correction()
            self._say(say("screen.nothing-changed"), "muted")
        elif preview.violations:
            super()._book_or_point(preview)
        else:
            self._book_correction(preview)

    @property
    def is_unchanged(self) -> bool:
        """Whether the entry that is to be changed still says what it said."""
        aim, preview = self.aim, self._preview
        if aim is None or aim.is_insert or aim.revision.changes or preview is None or preview.after is None:
            return False
        old, new = (one.actions_of(aim.number) for one in (preview.before, preview.after))
        return [one.model_dump(exclude={"at"}) for one in old] == [
            one.model_dump(exclude={"at"}) for one in new
        ]

    def _book_correction(self, preview: Preview) -> bool:
        then, lessons = self._then, self.form.lessons
        if not self._booked(preview):
            return False
        self.session.teach(lessons)
        self._renew()
        self._tell_notices()
        if then is not None:
            then()
        return True

    def _answer_offer(self, preview: Preview, key: str) -> bool:
        if key == "enter":
            self._book_correction(preview)
        elif key in ("escape", "backspace"):
            self.go_back()
        return True

    def _throw_away(self) -> None:
        if self._trail:
            self.go_back()
            return
        aim, before = self.aim, self.thrown
        super()._throw_away()
        if self.thrown is not before:
            self._thrown_aim = aim
        self.aim = None
        self.form = EntryForm(super().moment())

    def _thrown_said(self) -> Message:
        if self.aim is None:
            return super()._thrown_said()
        key = "screen.thrown-insert" if self.aim.is_insert else "screen.thrown-correction"
        return say(key, number=self.aim.place, key=self.way(BACK))

    def bring_back(self) -> None:
        if self.thrown is not None:
            self.aim = self._thrown_aim
        super().bring_back()

    def _renew(self) -> None:
        super()._renew()
        self._leave_correction()
        self._then = self._thrown_aim = None

    # Undo and redo

    def take(self, verb: str) -> None:
        """Undoes or redoes an entry, and says which; one that was undone can be opened again."""
        preview = self.session.preview({"do": verb})
        if not self._booked(preview, self.way(verb)):
            return
        self._renew()
        if verb == "undo":
            self.tell([self._way_back(preview)], "muted")

    def _way_back(self, preview: Preview) -> Message:
        gone = [
            number for number in preview.gone if isinstance(preview.before.entries[number - 1].command, Play)
        ]
        if len(gone) == 1:
            try:
                self.thrown = self._filled(entry_block(preview.before.entries[gone[0] - 1]))
            except Refusal:
                self.thrown = None
        key = "screen.can-be-redone" if self.thrown is None else "screen.can-be-opened"
        return say(key, key=self.way("redo"), back=self.way(BACK))
