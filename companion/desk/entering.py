"""An action on its way at the table: begun, answered key by key, previewed, thrown away or booked.

What is booked is the preview that was shown; nothing else writes.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from companion.core.errors import Refusal, Violation
from companion.core.forms import lettered
from companion.core.messages import Message, say
from companion.forms.entry_form import EntryForm
from companion.forms.lines import THEN, EntryContext, action_line, actions_in
from companion.report.preview import placed
from companion.report.words import Speaker
from companion.session import Preview, Session
from companion.session.context import SessionContext
from companion.session.notation import Notation
from companion.storage.errors import FileError

OVERRULE = "!"
BOOK, LEAVE, BACK = "book", "leave-entry", "back"
"""The ways to book what is on its way, to leave it, and to what was thrown away last."""


class Notice(NamedTuple):
    text: str
    look: str = ""


class EnteringModel:
    mark: Message | None = None
    """What the top says in place of when the last entry was saved, where nothing is."""

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
        """Of the entry on its way, once nothing is missing."""
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
        """The moment at which the next entry is made."""
        return self.session.context()

    @property
    def letters(self) -> Mapping[str, str]:
        return {name: key.upper() for name, key in lettered(self.session.table.players).items()}

    @property
    def is_entering(self) -> bool:
        """Whether keys are answers to an entry's questions."""
        return self.form.verb is not None

    @property
    def preview(self) -> Preview | None:
        """What the entry on its way would do; None as long as something is missing."""
        return self._preview

    @property
    def lines(self) -> Notation:
        """Entries as lines, in the language of the table."""
        return Notation(self.session.record, self.speaker.lexicon)

    def notation(self) -> str:
        """The entry on its way in the notation, without what the table may not see."""
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
        """What is filled in before the entry on its way, each with the moment at which it is made."""
        *before, _ = actions_in(self.moment(), {"first": self.form.first})
        return list(before)

    def proposal(self) -> Mapping[str, Any] | None:
        found = self.session.game.proposals(self.session.state)
        return found[0] if found else None

    def answer(self, key: str) -> None:
        """A key of the entry on its way."""
        preview = self.preview
        if key == OVERRULE and preview is not None and preview.violations and not self.form.is_typing:
            self._overrule(preview)
        else:
            self._go_on(replace(self.form, lexicon=self.speaker.lexicon).press(key))

    def start(self, verb: str, draft: Mapping[str, Any] | None = None) -> bool:
        """Begins an action, with some of it answered: the one way, for keys, menu, palette, mouse and dice.

        What keeps any entry of that kind from being booked is said before it asks anything.
        """
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
        """What speaks against any action of that kind by the one who acts now."""
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

    def _throw_away(self) -> None:
        """Leaves the entry on its way; one key brings it back."""
        if self.form.draft or self.form.typed:
            self.thrown = self.form
            self._say(self._thrown_said(), "muted")
        else:
            self.said = ()
        self.form, self._preview, self.acting = EntryForm(self.session.context()), None, None

    def _thrown_said(self) -> Message:
        return say("screen.thrown-away", line=self.notation(), key=self.way(BACK))

    def bring_back(self) -> None:
        """The entry that was thrown away last, as it was."""
        if self.thrown is not None:
            form, self.thrown, self.said = self.thrown, None, ()
            self._go_on(form)

    def _previewed(self, block: Mapping[str, Any]) -> Preview:
        """What an entry would do; not worked out again as long as it is the same entry."""
        known = self._preview
        if known is None or known.before is not self.session.record or known.block != block:
            known = self.session.preview(block)
        return known

    def _book_or_point(self, preview: Preview) -> None:
        """Books what was shown; of what the rules refuse it asks the question that would cure it."""
        if preview.violations:
            self._go_on(self.at_field(self.form, str(preview.violations[0].field)))
        elif self._booked(preview):
            self.session.teach(self.form.lessons)
            self._tell_notices()
            self._renew()

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

    def _renew(self) -> None:
        """Everything as it is once an entry is booked."""
        self.form, self._preview = EntryForm(self.session.context()), None
        self.thrown, self.acting = None, None

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


def _unsaved(message: Message, again: str, is_gone: bool) -> Message:
    """What the table can do where the disk takes no entry; whether the entry is no longer on its way."""
    if message.key != "save.unwritable":
        return message
    reason = message.values["reason"]
    is_full = isinstance(reason, Message) and reason.key == "disk.full"
    cure = say("disk.free-space") if is_full else say("disk.make-writable")
    if is_gone:
        return say("disk.not-done", reason=reason, cure=cure, key=again)
    return say("disk.not-saved", reason=reason, cure=cure, key=again)
