"""The table as its screen sees it: the session, the entry on its way with its preview, and what was last said.

It takes keys and gives nothing back; whoever draws it looks at what it holds.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from companion.core.errors import Refusal
from companion.core.forms import Die, lettered
from companion.core.messages import Message, say
from companion.forms.entry_form import EntryForm
from companion.forms.lines import action_line
from companion.report.preview import changes_said
from companion.report.words import Speaker
from companion.session import Preview, Session
from companion.storage.errors import FileError
from companion.tui.commands import COMMANDS, keys_in, keys_of, shown
from companion.tui.models.line import LineModel
from companion.tui.models.step_lines import StepLines

CORRECTING = ("amend", "strike", "insert")


class Notice(NamedTuple):
    text: str
    look: str = ""


class Item(NamedTuple):
    key: str
    label: str
    target: str
    """What happens when it is chosen."""


class Menu(NamedTuple):
    """A choice between a few things that are no entry."""

    title: Message
    items: tuple[Item, ...]


class TableModel:
    def __init__(
        self,
        session: Session,
        speaker: Speaker,
        die: Die,
        now: Callable[[], datetime],
        chosen: Mapping[str, str] | None = None,
    ) -> None:
        self.session, self.speaker = session, speaker
        self._die, self._now = die, now
        self.keys = keys_of(COMMANDS, chosen or {})
        """The keys of each command by its id, as chosen on this machine."""
        engine = session.game.engine
        self.verb_keys = {
            verb.name: (chosen or {}).get(f"{engine}.{verb.name}", verb.key)
            for verb in session.context().verbs
        }
        """The keys that begin each action, as chosen on this machine; none for some."""
        self.form = EntryForm(session.context())
        self._preview: Preview | None = None
        """Of the entry on its way, once nothing is missing."""
        self.typed = LineModel(session)
        self.step_lines = StepLines(session)
        self.menu: Menu | None = None
        self.peeked: str | None = None
        self.said: tuple[Notice, ...] = ()
        self.version = 0
        """Another one with every booked entry: what depends on the session alone need not be worked out again."""
        self._notices_said = 0
        self._tell_notices()
        self._tell_faults()

    # What is shown

    @property
    def letters(self) -> Mapping[str, str]:
        return {name: key.upper() for name, key in lettered(self.session.table.players).items()}

    @property
    def is_entering(self) -> bool:
        """Whether keys are answers to an entry's questions."""
        return self.form.verb is not None

    @property
    def is_busy(self) -> bool:
        return self.is_entering or self.menu is not None or self.line is not None

    @property
    def preview(self) -> Preview | None:
        """What the line that is typed would do, or the entry on its way; None as long as something is missing."""
        return self._preview if self.line is None else self.typed.preview

    def notation(self) -> str:
        """The entry on its way in the notation, without what the table may not see."""
        form = self.form
        if form.verb is None:
            return ""
        if self.preview is not None and not self.preview.violations:
            return self.preview.public_line
        try:
            visible = self.session.notation.public_block({**form.draft, "do": form.verb}, form.questions)
            return action_line(form.context, visible, form.questions)
        except Refusal:
            return form.verb

    def proposal(self) -> Mapping[str, Any] | None:
        found = self.session.game.proposals(self.session.state)
        return found[0] if found else None

    # Keys

    def press(self, key: str) -> bool:
        """Takes a key; False where it means nothing here and somebody else may want it."""
        if self.wants_help(key):
            return False
        if self.menu is not None:
            return self._choose(key)
        if not self.is_entering:
            return self._begin(key)
        self._go_on(self.form.press(key))
        return True

    def wants_help(self, key: str) -> bool:
        """Whether a key asks for help, which it does where it cannot be part of an answer."""
        is_text = self.is_entering and self.menu is None and self.form.takes_text
        return key in keys_in(self.keys["app.help"]) and not is_text

    def _begin(self, key: str) -> bool:
        if key == "enter":
            proposal = self.proposal()
            if proposal is None:
                return False
            self.start(str(proposal["do"]), {name: one for name, one in proposal.items() if name != "do"})
            return True
        verbs = self.session.context().verbs
        verb = next((one.name for one in verbs if key in keys_in(self.verb_keys[one.name])), None)
        if verb is None:
            return False
        self.start(verb)
        return True

    def start(self, verb: str, draft: Mapping[str, Any] | None = None) -> bool:
        """Begins an action, with some of it answered: the one way, for keys, menu, palette, mouse and dice.

        What keeps any entry of that kind from being booked is said before it asks anything.
        """
        refusal = self._why_not(verb)
        self.menu = None
        self.said = ()
        if refusal is not None:
            self._say(refusal, "bad")
            return False
        self._go_on(self.form.begun(verb) if draft is None else self.form.about(verb, dict(draft)).ahead())
        return True

    def _why_not(self, verb: str) -> Message | None:
        if self.session.is_read_only:
            return say("save.read-only-entry")
        is_own = verb in self.session.game.rules
        return say("table.over") if is_own and self.session.is_over else None

    def ask(self, field: str) -> None:
        """Goes to one of the questions of the entry."""
        self._go_on(self.form.at(field))

    def pick(self, place: int) -> None:
        """Takes one of the candidates."""
        self._go_on(self.form.pick(place))

    def _go_on(self, form: EntryForm) -> None:
        is_wanted = form.status == "booked"
        self.form = replace(form, status="asking")
        self._preview = self._previewed(form.fields) if form.is_complete or is_wanted else None
        if is_wanted and self._preview is not None:
            self._book_or_ask(self._preview)

    def _previewed(self, block: Mapping[str, Any]) -> Preview:
        """What an entry would do; not worked out again as long as it is the same entry."""
        known = self._preview
        if known is None or known.before is not self.session.record or known.block != block:
            known = self.session.preview(block)
        return known

    def _book_or_ask(self, preview: Preview) -> None:
        """Books what was shown; what the rules refuse asks for a ruling where one would book it."""
        if not preview.violations:
            if self._booked(preview):
                self._renew()
        elif preview.can_be_ruled:
            self.form = self.form.at("ruling")

    def _renew(self) -> None:
        """Everything as it is once an entry is booked."""
        self.form, self._preview = EntryForm(self.session.context()), None
        self.typed.close()

    def _booked(self, preview: Preview) -> bool:
        try:
            self.session.book_preview(preview, self._now())
        except (Refusal, FileError) as against:
            self._say(against.message, "bad")
            return False
        self.version += 1
        self.said = ()
        self._tell_notices()
        return True

    def _say(self, message: Message, look: str = "") -> None:
        """Says this alone."""
        self.said = ()
        self.tell([message], look)

    def _tell_notices(self) -> None:
        """What there is to say about the files, once."""
        fresh = self.session.notices[self._notices_said :]
        self._notices_said = len(self.session.notices)
        self.tell(fresh)

    def _tell_faults(self) -> None:
        """Which entry does not play and how to mend it; what was set aside because it was cut off."""
        failure, torn = self.session.failure, self.session.torn
        if torn is not None:
            self.tell([say("save.torn", line=torn.line)])
        if failure is not None:
            reason = self.speaker.say(failure.message)
            key = shown(self.keys["table.line"])
            self.tell([say("screen.does-not-play", number=failure.number, reason=reason, key=key)], "bad")

    def tell(self, messages: Iterable[Message], look: str = "warn") -> None:
        """Says what the table should know, beside what was said already."""
        self.said += tuple(Notice(self.speaker.say(message), look) for message in messages)

    # Commands

    def drop(self) -> None:
        """Leaves the entry that is on its way; its action begun again finds the answers."""
        self.menu = None
        self._go_on(self.form.given_up_now())

    def add(self, field: str) -> None:
        """Goes to what may stand on any entry, such as a note, past all that is optional before it."""
        if self.is_entering:
            self.ask(field)

    def take(self, verb: str) -> None:
        """Undoes or redoes an entry, and says which."""
        preview = self.session.preview({"do": verb})
        if not self._booked(preview):
            return
        self._renew()
        self._tell_changes(preview)
        if verb == "undo":
            key = shown(self.keys["table.redo"])
            self.tell([say("screen.can-be-redone", key=key)], "muted")

    def offer_more(self) -> None:
        """The actions that have no key of their own."""
        items = [
            Item(letter, name, f"verb:{name}")
            for name, letter in lettered(
                tuple(verb.name for verb in self.session.context().verbs if not verb.key)
            ).items()
        ]
        self.menu = Menu(say("screen.menu.more"), tuple(items))

    def offer_rolls(self) -> None:
        """What can be rolled; where it is only one thing, it is."""
        known = self.session.game.rolls(self.session.state)
        if len(known) > 1:
            items = [Item(letter, name, f"roll:{name}") for name, letter in lettered(known).items()]
            self.menu = Menu(say("screen.menu.roll"), tuple(items))
        else:
            self.roll("".join(known))

    def roll(self, what: str) -> None:
        """Throws dice, and begins the entry that takes them; what was answered of it stays."""
        self.menu = None
        try:
            roll = self.session.game.roll(self.session.state, what, self._die)
        except Refusal as refusal:
            self._say(refusal.message, "bad")
            return
        is_same = roll.verb in (self.form.verb, self.form.given_up)
        kept = self.form.draft if is_same else {}
        if self.start(roll.verb, {**kept, **roll.draft}):
            self._go_on(self.form.ahead())  # what the dice said is not asked again
            self._say(roll.text, "good")

    def offer_peek(self) -> None:
        """Whose balance is to be shown, where they are hidden."""
        if not self.session.record.hides_money:
            self._say(say("screen.nothing-hidden"))
            return
        items = [Item(key.lower(), name, f"peek:{name}") for name, key in self.letters.items()]
        self.menu = Menu(say("screen.menu.peek"), tuple(items))

    def peek(self, name: str) -> None:
        """Shows one player's balance until the next key."""
        self.menu = None
        self.peeked = name if self.session.record.hides_money else None

    def _choose(self, key: str) -> bool:
        assert self.menu is not None
        item = next((one for one in self.menu.items if one.key == key.casefold()), None)
        if key in ("escape", "backspace"):
            self.menu = None
        elif item is not None:
            self.point(item.target)
        return True

    def point(self, target: str) -> bool:
        """Does what a part of the screen or of a menu stands for; False for what is not of the table."""
        what, _, value = target.partition(":")
        if what == "press":
            self.press(value)
        elif what == "pick":
            self.pick(int(value))
        elif what == "ask":
            self.ask(value)
        elif what == "verb":
            self.start(value)
        elif what == "roll":
            self.roll(value)
        elif what == "peek":
            self.peek(value)
        else:
            return False
        return True

    # The line of the notation

    @property
    def line(self) -> str | None:
        """What is typed as a line of the notation; None while none is."""
        return self.typed.text

    def open_line(self, text: str = "") -> None:
        self.menu = None
        self.typed.type(text)

    def close_line(self) -> None:
        self.typed.close()
        self._go_on(self.form)  # what was on its way is still there

    def enter_line(self) -> None:
        """Books the line; where it does not say an entry, or one that is refused, it stays."""
        if not (self.line or "").strip():
            self.close_line()
            return
        preview = self.typed.look()
        if preview is None or preview.violations:
            return
        if self._booked(preview):
            self._renew()
            if preview.block["do"] in CORRECTING:  # stands nowhere by itself, nor need it be the last entry
                self.tell([say("screen.corrected", line=preview.public_line)], "good")
                self._tell_changes(preview)

    def _tell_changes(self, preview: Preview) -> None:
        """What became of other entries."""
        self.said += tuple(Notice(said.text, "good") for said in changes_said(preview, self.speaker))
