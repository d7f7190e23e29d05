"""A place at the table from which entries are made: the session, the unfinished entry with its preview, what was said.

It is told what was pointed at and gives nothing back; whoever draws it looks at what it holds.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from companion.core.errors import Refusal
from companion.core.forms import Die, lettered
from companion.core.messages import say
from companion.desk.correcting import CORRECTING, LEAVE, Aim
from companion.desk.following import FollowingModel
from companion.desk.line import LineModel
from companion.desk.menus import Item, Menu
from companion.forms.entry_form import EntryForm
from companion.report.words import Speaker
from companion.session import Preview, Session
from companion.session.drafts import KeptEntry, content_of, form_again, kept_entry, kept_form
from companion.session.notation import Notation
from companion.session.revision import Revision, late_turns

_ANSWERED: Mapping[str, Callable[[EntryForm, int], EntryForm]] = {
    "less": EntryForm.less,
    "beside": EntryForm.go_beside,
    "row": EntryForm.go_to_row,
    "pair": lambda form, _: form.next_pair(),
    "last": lambda form, _: form.without_last(),
}
"""What pointing at a part of the unfinished entry does, by the word and a number."""
LISTED = 12
"""So many entries are offered at a time."""
SETUP = "setup"
"""The action whose parts have nothing to do with one another."""
_NOTHING: tuple[object, object, str] = (None, None, "")


class StepLines:
    """The steps of the corrected game in one line each, written once."""

    def __init__(self, session: Session, speaker: Speaker) -> None:
        self._session, self._speaker = session, speaker
        self._texts: dict[int, tuple[object, object, str]] = {}
        """By place: the step, what was hidden and in which words, and its line."""

    def since(self, place: int = 0, until: int | None = None) -> list[str]:
        """Each step behind so many, in the notation; only those that are new are written."""
        notation, texts = Notation(self._session.record, self._speaker.lexicon), self._texts
        steps, looks = self._session.steps[:until], (notation.redaction, notation.lexicon)
        first = place
        while first < len(steps) and texts.get(first, _NOTHING)[:2] == (steps[first], looks):
            first += 1
        for at, text in enumerate(notation.step_lines(first, until), first):
            texts[at] = (steps[at], looks, text)
        return [texts[at][2] for at in range(place, len(steps))]


class Desk(FollowingModel):
    seat: str | None = None
    """Who sits there alone, and may read the own hidden answers; nobody where all look at it."""
    _held_at: int | None = None
    """The version at which an entry left unfinished by a crash is held."""

    def __init__(
        self,
        session: Session,
        speaker: Speaker,
        die: Die,
        now: Callable[[], datetime],
    ) -> None:
        super().__init__(session, speaker, now)
        self._die = die
        self.typed = LineModel(session, speaker)
        self.step_lines = StepLines(session, speaker)
        self._tell_notices()
        self._tell_faults()

    def take_over(self, left: "Desk") -> tuple[bool, bool]:
        """Keeps what was on its way at another table of this session, for the keys that bring back what was left.

        Says whether there was an entry, and a line. No entry where more was booked since: it may have been that one.
        """
        form = left.form if left.form.draft or left.form.typed else left.thrown
        if form is not None and self.session.entry_count == left.session.entry_count:
            self.thrown = form
            self._thrown_aim = left.aim if form is left.form else left._thrown_aim
        self.typed.left = left.line or ""
        return self.thrown is not None, bool(self.typed.left)

    # What is shown

    @property
    def is_busy(self) -> bool:
        is_choosing = self.menu is not None or self.offered is not None
        return self.is_entering or is_choosing or self.line is not None

    @property
    def preview(self) -> Preview | None:
        """What the line that is typed would do, or the unfinished entry; None as long as something is missing."""
        if self.line is not None:
            return self.typed.preview
        return self._preview if self.offered is None else self.offered

    # Keys

    def press(self, key: str) -> bool:
        """Takes a key; False where it means nothing here and somebody else may want it."""
        if self.menu is not None:
            return self._choose(key)
        if self.offered is not None:
            return self._answer_offer(self.offered, key)
        if not self.is_entering:
            return self._begin(key)
        self.answer(key)
        return True

    def _begin(self, key: str) -> bool:
        """A key while no entry is open."""
        if self.aim is not None and key in ("tab", "enter", "backspace"):
            return True
        if key == "escape" and self.aim is not None:
            self.go_back()
        elif key == "tab":
            self.offer_players()
        elif key == "backspace" and self.thrown is not None:
            self.bring_back()
        elif key == "escape" and self.acting is not None:
            self.acting, self.said = None, ()
        elif key == "enter" and (proposal := self.proposal()) is not None:
            self.start(str(proposal["do"]), {name: one for name, one in proposal.items() if name != "do"})
        else:
            return False
        return True

    def _renew(self) -> None:
        super()._renew()
        self.typed.close()

    def _tell_faults(self) -> None:
        """What was set aside because it was cut off; which entry does not play."""
        if self.session.torn is not None:
            self.tell([say("save.torn", line=self.session.torn.line)])
        self._tell_failure()

    # Commands

    def add(self, field: str) -> None:
        """Goes to what may stand on any entry, such as a note, past all that is optional before it."""
        if self.is_entering:
            self.ask(field)

    def can_begin(self, verb: str) -> bool:
        """Whether an action of that kind can be made now by the one who acts, as far as the rules know."""
        return not self.against(verb)

    def offer_parts(self, verb: str) -> None:
        """The parts of an action of which any may be said alone, each with what holds now."""
        asked = self.session.context().ask(verb)({})
        parts = {one.field: one for one in asked if not one.is_rare}
        items = []
        for field, letter in lettered(tuple(parts)).items():
            ask = parts[field].ask
            if parts[field].kind == "several":  # what holds now would be too long
                ask = say("screen.part", what=ask.values.get("what", ask))
            items.append(Item(letter, self.speaker.say(ask), f"part:{verb}/{field}"))
        self.menu = Menu(say("screen.menu.parts"), tuple(items))

    def offer_rolls(self) -> None:
        """What can be rolled; where it is only one thing, it is."""
        known = self.session.game.rolls(self.session.state)
        if len(known) > 1:
            word = self.speaker.lexicon.word
            items = [Item(letter, word(name), f"roll:{name}") for name, letter in lettered(known).items()]
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
        kept = self.form.draft if roll.verb == self.form.verb else {}
        if self.start(roll.verb, {**kept, **roll.draft}):
            self._go_on(self.form.ahead())  # what the dice said is not asked again
            self._say(roll.text, "good")

    def offer_entries(self, until: int) -> None:
        """Which of the earlier entries is to be changed: some of them, the newest first, up to so many steps."""
        record, last = self.session.record, min(until, len(self.session.steps))
        first = max(0, last - LISTED)
        lines = self.step_lines.since(first, last)
        numbers = [step.number for step in self.session.steps[first:last]]
        items = [
            Item("", f"{record.place_of(number)}. {line}", f"change:{number}")
            for number, line in zip(numbers, lines, strict=True)
        ]
        older = [Item("", self.speaker.say(say("web.older")), f"entries:{first}")] if first else []
        self.menu = Menu(say("screen.menu.entries"), (*reversed(items), *older))

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

    # Somebody else's turn

    def offer_players(self) -> None:
        """For whom the next entry is; or how many of the last ones were another player's already."""
        up, letters = self.session.game.up(self.moment().state), self.letters
        said = self.speaker.say
        items = [
            Item(key.lower(), said(say("screen.is-up", player=name)) if name == up else name, f"for:{name}")
            for name, key in letters.items()
        ]
        if not self.is_entering:
            for count, (_, heir) in enumerate(late_turns(self.session.record), 1):
                key = "screen.theirs-one" if count == 1 else "screen.theirs"
                label = said(say(key, count=count, player=heir))
                items.append(Item(str(count), label, f"theirs:{count}"))
        self.menu = Menu(say("screen.menu.players"), tuple(items))

    def act_for(self, name: str) -> None:
        """The next entry, or the one on its way, is that player's."""
        self.menu = None
        self.acting = None if name == self.session.game.up(self.moment().state) else name
        verb, draft = self.form.verb, self.form.draft
        if verb is not None:
            self.start(verb, {key: value for key, value in draft.items() if key != "by"})
        elif self.acting is not None:
            self._say(say("screen.acting", player=name, key=self.way(LEAVE)), "strong")

    def _choose(self, key: str) -> bool:
        assert self.menu is not None
        item = self.menu.item(key)
        if key in ("escape", "backspace"):
            if self._pending is None:
                self.menu = None
            else:
                self.go_back()
        elif item is not None:
            self.point(item.target)
        return True

    def point(self, target: str) -> bool:
        """Does what a part of the screen or of a menu stands for; False for what is not of the table."""
        what, _, value = target.partition(":")
        named: dict[str, Callable[[str], object]] = {
            "press": self.press,
            "ask": self.ask,
            "verb": self.start,
            "parts": self.offer_parts,
            "roll": self.roll,
            "peek": self.peek,
            "for": self.act_for,
            "repair": self.repair,
        }
        numbered: dict[str, Callable[[int], object]] = {
            "pick": self.pick,
            "theirs": self.offer_as_theirs,
            "entries": self.offer_entries,
            "change": self.change,
            "strike": self.strike,
            "insert": self.insert_before,
        }
        if what in named:
            named[what](value)
        elif what in numbered:
            numbered[what](int(value))
        elif what in _ANSWERED:
            self._go_on(_ANSWERED[what](self.form, int(value)))
        elif what == "say":
            self._go_on(replace(self.form, lexicon=self.speaker.lexicon).say(value))
        elif what == "count":
            place, _, text = value.partition("/")
            self._go_on(self.form.count(int(place), text))
        elif what == "part":
            verb, _, field = value.partition("/")
            self.start(verb)
            self.ask(field)
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
        self.said = ()
        self._go_on(self.form)  # what was on its way is still there

    def enter_line(self) -> None:
        """Books the line; where it does not say an entry, or one that is refused, it stays."""
        if not (self.line or "").strip():
            self.close_line()
            return
        preview = self.typed.look()
        is_correction = preview is not None and preview.block["do"] in CORRECTING
        if preview is None or (preview.violations and (preview.tried is None or not is_correction)):
            return
        if preview.violations:
            self.typed.close()
            self.offer(preview.block)
        elif is_correction:
            self._book_correction(preview)
        elif self._booked(preview):
            self._renew()

    # The unfinished entry outlives the program: kept at every key, there again when the session is opened

    def keep_draft(self) -> None:
        """Writes down the unfinished entry if it changed; nothing once it is booked or thrown away."""
        on_its_way = self._on_its_way()
        is_held = self._held_at == self.version and on_its_way is None
        if self.session.drafts is not None and not is_held:
            self._held_at = None
            self.session.drafts.keep(content_of(on_its_way))

    def hold_draft(self) -> None:
        """Leaves what was on its way where it lies until it is brought back or something else is booked: it may have
        been what the app broke of.
        """
        if self.session.drafts is not None and self.session.drafts.left():
            self._held_at = self.version

    def _on_its_way(self) -> KeptEntry | None:
        line = (self.typed.text or "").strip() and self.typed.text
        aim, form = (self._trail[0].aim, self._trail[0].form) if self._trail else (self.aim, self.form)
        kept = None if aim is not None and aim.revision.changes else kept_form(form)
        if not line and kept is None:
            return None
        session, preview = self.session, self.preview
        return KeptEntry(
            session.ruleset.id,
            session.table.players,
            session.entry_count,
            None if preview is None else dict(preview.block),
            line or None,
            kept,
            self.acting,
            None if aim is None else aim.number,
            aim is not None and aim.is_insert,
        )

    def bring_back_draft(self) -> None:
        """Bring back the entry left unfinished last time; drop what no longer fits."""
        left = b"" if self.session.drafts is None else self.session.drafts.left()
        entry = kept_entry(left, self.session) if left else None
        if entry is None:
            return
        try:
            self._take_up(entry)
        except Exception:  # whatever is wrong with it, it is worth less than the table
            self._renew()
        else:
            is_correction = entry.number is not None and not entry.is_insert
            self.tell([say("screen.left-correction" if is_correction else "screen.left-entry")], "strong")

    def _take_up(self, entry: KeptEntry) -> None:
        record, number = self.session.record, entry.number
        context = self.moment()
        if number is not None:
            book = self.session.book if entry.is_insert else self.session.book_without(number)
            place, context = record.numbers.index(number) + 1, record.context(book, number)
            self.aim = Aim(Revision(record), number, context, place, entry.is_insert)
        if entry.form is not None:
            self._go_on(form_again(entry.form, context))
        self.acting = entry.acting
        if entry.line is not None:
            self.typed.type(entry.line)
