"""An unfinished entry at the table: begun, answered key by key, previewed, thrown away or booked. Entries of the past:
changed in their form, struck, put in before another; one step in the end.

What is booked is the preview that was shown. What no longer fits behind a change is repaired entry by entry; nothing is
written before the last Enter.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from companion.core.errors import Refusal, Violation
from companion.core.forms import lettered
from companion.core.journal import Play
from companion.core.messages import Message, say
from companion.desk.menus import Item, Menu
from companion.forms.entry_form import EntryForm
from companion.forms.lines import THEN, EntryContext, action_line, actions_in
from companion.games.entries import block_of, entry_block
from companion.report.preview import corrections_told, placed
from companion.report.words import Speaker
from companion.session import Preview, Session
from companion.session.context import SessionContext
from companion.session.notation import Notation
from companion.session.revision import Failing, Repair, Revision, failing_in, late_turns, repairs_of
from companion.storage.errors import FileError

OVERRULE = "!"
BOOK, LEAVE, BACK = "book", "leave-entry", "back"
"""The ways to book the unfinished entry, to leave it, and to what was thrown away last."""
CORRECTING = ("amend", "strike", "insert")
_KEYS = {"between": "p", "between-all": "a", "give": "g", "strike": "x"}


class Notice(NamedTuple):
    text: str
    look: str = ""


class Aim(NamedTuple):
    """Where the unfinished entry goes: in place of one that was made, or before one."""

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


class CorrectingModel:
    mark: Message | None = None
    """What the top says in place of when the last entry was saved, where nothing is."""
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

    def __init__(
        self,
        session: Session,
        speaker: Speaker,
        now: Callable[[], datetime],
    ) -> None:
        self.session, self.speaker = session, speaker
        self._now = now
        self.form = EntryForm(session.context())
        self._preview: Preview | None = None
        """Of the unfinished entry, once nothing is missing."""
        self.thrown: EntryForm | None = None
        """The entry that was thrown away last, as long as nothing was booked since."""
        self.acting: str | None = None
        """For whom the next entry is, where that was said."""
        self.said: tuple[Notice, ...] = ()
        self.version = 0
        """Another one with every booked entry: what depends on the session alone need not be worked out again."""
        self._notices_said = 0

    def way(self, command: str) -> str:
        """How a player gets at something here, as sentences say it: with a key, on a button."""
        raise NotImplementedError

    def moment(self) -> SessionContext:
        """The moment at which the entry is made."""
        return self.session.context() if self.aim is None else self.aim.context

    @property
    def letters(self) -> Mapping[str, str]:
        return {name: key.upper() for name, key in lettered(self.session.table.players).items()}

    @property
    def is_entering(self) -> bool:
        """Whether keys are answers to an entry's questions."""
        return self.form.verb is not None

    @property
    def preview(self) -> Preview | None:
        """What the unfinished entry would do; None as long as something is missing."""
        return self._preview

    @property
    def lines(self) -> Notation:
        """Entries as lines, in the language of the table."""
        return Notation(self.session.record, self.speaker.lexicon)

    def notation(self) -> str:
        """The unfinished entry in the notation, without what the table may not see."""
        form = self.form
        if form.verb is None:
            return ""
        preview, lexicon = self.preview, self.speaker.lexicon
        if preview is not None and not preview.violations and preview.block["do"] == form.verb:
            return preview.public_line(lexicon)
        try:
            visible = self.session.notation.public_block({**form.draft, "do": form.verb}, form.questions)
            before = self._before_the_entry()
            lines = [action_line(at, own, lexicon=lexicon, joint=THEN) for at, own in before]
            last = action_line(form.context, visible, form.questions, lexicon=lexicon)
            return " ".join((*lines, last))
        except Refusal:
            return lexicon.word(form.verb)

    def _before_the_entry(self) -> list[tuple[EntryContext, dict[str, Any]]]:
        """What is filled in before the unfinished entry, each with the moment at which it is made."""
        *before, _ = actions_in(self.moment(), {"first": self.form.first})
        return list(before)

    def proposal(self) -> Mapping[str, Any] | None:
        found = self.session.game.proposals(self.session.state)
        return found[0] if found else None

    def answer(self, key: str) -> None:
        """A key of the unfinished entry."""
        preview = self.preview
        if key == OVERRULE and preview is not None and preview.violations and not self.form.is_typing:
            self._overrule(preview)
        else:
            self._go_on(replace(self.form, lexicon=self.speaker.lexicon).press(key))

    def _begun(self, verb: str, draft: Mapping[str, Any] | None = None) -> bool:
        """Begin an action, or say why none of its kind is possible now; return whether it began."""
        refusal = self._why_not(verb)
        self.said = ()
        if refusal is not None:
            self._say(refusal, "bad")
            return False
        form = self._form_for(verb)
        self.tell([one.message for one in self.against(verb)[:1]])
        begun = (
            form.begun(verb) if draft is None and self.acting is None else form.about(verb, {**(draft or {})})
        )
        asks_who = any(one.field == "by" and one.applies for one in begun.questions)
        if self.acting not in (None, form.context.up) and (asks_who or self._needs_player(verb)):
            begun = form.about(verb, {**(draft or {}), "by": self.acting})
        self._go_on(begun if draft is None and self.acting is None else begun.ahead())
        return True

    def _needs_player(self, verb: str) -> bool:
        rule = self.session.game.rules.get(verb)
        return rule is not None and rule.needs_player

    def _form_for(self, verb: str) -> EntryForm:
        """A form at the moment of the entry: now, or after what is filled in so that the one who acts is up."""
        context = self.moment()
        if self.acting is None or not self._needs_player(verb):
            return EntryForm(context)
        first = tuple(self.session.game.between(context.state, self.acting))
        for block in first:
            context = context.after(block)
        return EntryForm(context, first=first)

    def against(self, verb: str) -> Sequence[Violation]:
        """Reasons against any action of that kind by the one who acts now."""
        context = self._form_for(verb).context
        assert isinstance(context, SessionContext)
        game = self.session.game
        return game.verb_violations(context.state, verb) if verb in game.rules else ()

    def _why_not(self, verb: str) -> Message | None:
        if self.session.is_read_only:
            return say("save.read-only-entry")
        game = self.session.game
        return say("table.over") if verb in game.rules and game.is_over(self.moment().state) else None

    def ask(self, field: str) -> None:
        """Goes to one of the questions of the entry."""
        self._go_on(self.form.at(field))

    def pick(self, place: int) -> None:
        """Takes one of the candidates."""
        self._go_on(self.form.pick(place))

    def _go_on(self, form: EntryForm) -> None:
        if form.status == "left":
            self._throw_away()
            return
        is_wanted = form.status == "booked"
        self.form = replace(form, status="asking")
        self._preview = self._previewed(form.fields) if form.is_complete or is_wanted else None
        if self._preview is not None and self._preview.says_nothing:  # that is asked yet, and not refused
            problem = self._preview.violations[0].message if is_wanted else form.problem
            self.form, self._preview = replace(self.form, problem=problem), None
        elif is_wanted and self._preview is not None:
            self._book_or_point(self._preview)

    @staticmethod
    def at_field(form: EntryForm, path: str) -> EntryForm:
        """A form at the question that has to do with a field; as it was where there is none."""
        field = re.split(r"[.\[]", path)[0]
        owners = (
            one.field
            for one in form.questions
            if field in (one.field, *(route.field for route in one.routes))
        )
        return form.at(next(owners, ""))

    def _overrule(self, preview: Preview) -> None:
        """Asks why the table decides otherwise, where a ruling would book it."""
        if preview.can_be_ruled:
            self.form = self.form.at("ruling")
        else:
            self.form = replace(self.form, problem=say("screen.no-ruling"))

    def _booked(self, preview: Preview, again: str = "") -> bool:
        """Books a preview; or says why not, and with which key it can be tried again, if that is not Enter."""
        try:
            self.session.book_preview(preview, self._now())
        except (Refusal, FileError) as against:
            self._say(_unsaved(against.message, again or self.way(BOOK), bool(again)), "bad")
            return False
        self.version += 1
        self.said = ()
        self._tell_notices()
        return True

    def book_all(self, previews: Iterable[Preview]) -> Preview | None:
        """Books one after another, as far as that goes; the first that is not booked."""
        self._renew()
        again = self.way("what-if")
        return next((one for one in previews if one.violations or not self._booked(one, again)), None)

    def _say(self, message: Message, look: str = "") -> None:
        """Says this alone."""
        self.said = ()
        self.tell([message], look)

    def _tell_notices(self) -> None:
        """What there is to say about the files, once."""
        fresh = self.session.notices[self._notices_said :]
        self._notices_said = len(self.session.notices)
        self.tell(fresh)

    def tell(self, messages: Iterable[Message], look: str = "warn") -> None:
        """Says what the table should know, beside what was said already."""
        record = self.session.record
        self.said += tuple(Notice(self.speaker.say(placed(one, record)), look) for one in messages)

    # Beginning a correction

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
        context, first = self.session.context(), tuple(block.get("first", ()))
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
        found = late_turns(self.session.record)
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
        self.form = EntryForm(self.session.context())

    # The unfinished entry, in its place in the past

    def start(self, verb: str, draft: Mapping[str, Any] | None = None) -> bool:
        """Begins an action, with some of it answered: the one way, for keys, menu, palette, mouse and dice."""
        self.menu = None
        is_shown_first = self.aim is not None and draft is None
        is_begun = self._begun(verb, {} if is_shown_first else draft)
        if self.aim is not None and self.failing is not None and self.form.question is None:
            self._ask_repair(self.aim.revised(self.form.fields), self.failing)  # it asks nothing itself
        return is_begun

    @property
    def failing(self) -> Failing | None:
        """The first later entry that would no longer fit behind the one on its way."""
        preview = self._preview
        found = None if preview is None else failing_in(preview.tried, preview.before)
        if found is None or preview is None:
            return None
        own = preview.number if self.aim is None else self.aim.own
        return None if found.number == own else found

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

    def _previewed(self, block: Mapping[str, Any]) -> Preview:
        """What an entry would do; not worked out again as long as it is the same entry."""
        aim, known = self.aim, self._preview
        whole = block if aim is None else aim.revised(block).block
        if known is None or known.before is not self.session.record or known.block != whole:
            known = self.session.preview(whole)
        if aim is None:
            return known
        failing = failing_in(known.tried, known.before)
        preview = replace(known, book=self.session.book_without(aim.number))
        if failing is None or failing.number != aim.own:
            return preview
        return replace(preview, violations=failing.refusal.violations)  # the entry's own, with their fields

    def _book_or_point(self, preview: Preview) -> None:
        """Books what was shown; of what the rules refuse it asks the question that would cure it."""
        failing, aim = self.failing, self.aim
        if aim is None and preview.block["do"] in CORRECTING:  # what became one, such as other seats
            if preview.violations:
                self.offer(preview.block, self._then)
            else:
                self._book_correction(preview)
        elif aim is None and failing is not None and preview.block["do"] == "setup":
            self._consider_entry(preview)
        elif aim is not None and failing is not None:
            self._ask_repair(aim.revised(self.form.fields), failing)
        elif self.is_unchanged:
            self._leave_correction()
            self._say(say("screen.nothing-changed"), "muted")
        elif preview.violations:
            self._go_on(self.at_field(self.form, str(preview.violations[0].field)))
        elif aim is not None:
            self._book_correction(preview)
        elif self._booked(preview):
            self.session.teach(self.form.lessons)
            self._tell_notices()
            self._renew()

    def _throw_away(self) -> None:
        """Leaves the unfinished entry; one key brings it back."""
        if self._trail:
            self.go_back()
            return
        if self.form.draft or self.form.typed:
            self.thrown, self._thrown_aim = self.form, self.aim
            self._say(self._thrown_said(), "muted")
        else:
            self.said = ()
        self.form, self._preview = EntryForm(self.session.context()), None
        self.aim = self.acting = None

    def _thrown_said(self) -> Message:
        if self.aim is None:
            return say("screen.thrown-away", line=self.notation(), key=self.way(BACK))
        key = "screen.thrown-insert" if self.aim.is_insert else "screen.thrown-correction"
        return say(key, number=self.aim.place, key=self.way(BACK))

    def bring_back(self) -> None:
        """The entry that was thrown away last, as it was."""
        if self.thrown is not None:
            form, self.thrown, self.said, self.aim = self.thrown, None, (), self._thrown_aim
            self._go_on(form)

    def _renew(self) -> None:
        """Everything as it is once an entry is booked."""
        self._leave_correction()
        self.thrown = self.acting = self._then = self._thrown_aim = None

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


def _unsaved(message: Message, again: str, is_gone: bool) -> Message:
    """Say what to do when the disk takes no entry; `is_gone` if the entry has left its form."""
    if message.key != "save.unwritable":
        return message
    reason = message.values["reason"]
    is_full = isinstance(reason, Message) and reason.key == "disk.full"
    cure = say("disk.free-space") if is_full else say("disk.make-writable")
    if is_gone:
        return say("disk.not-done", reason=reason, cure=cure, key=again)
    return say("disk.not-saved", reason=reason, cure=cure, key=again)
