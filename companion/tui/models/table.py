"""The table as its screen sees it: the session, the entry on its way with its preview, and what was last said.

It takes keys and gives nothing back; whoever draws it looks at what it holds.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

from companion.core.errors import Refusal
from companion.core.forms import Die, lettered
from companion.core.messages import say
from companion.report.words import Speaker
from companion.session import Preview, Session
from companion.session.late_turns import late_turns
from companion.tui.commands import TABLE, keys_in, shown
from companion.tui.models.correcting import CORRECTING
from companion.tui.models.drafting import DraftingModel
from companion.tui.models.line import LineModel
from companion.tui.models.menus import Item, Menu
from companion.tui.models.step_lines import StepLines

SETUP = "setup"
"""The action whose parts have nothing to do with one another."""


class TableModel(DraftingModel):
    def __init__(
        self,
        session: Session,
        speaker: Speaker,
        die: Die,
        now: Callable[[], datetime],
        chosen: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(session, speaker, now, chosen)
        self._die = die
        self.typed = LineModel(session, speaker)
        self.step_lines = StepLines(session, speaker)
        self._tell_notices()
        self._tell_faults()

    def as_of(self, place: int) -> "TableModel":
        """The table as it was after so many steps of the corrected game, to look at."""
        return TableModel(self.session.as_of(place), self.speaker, self._die, self._now, self._chosen)

    def take_over(self, left: "TableModel") -> tuple[bool, bool]:
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
        """What the line that is typed would do, or the entry on its way; None as long as something is missing."""
        if self.line is not None:
            return self.typed.preview
        return self._preview if self.offered is None else self.offered

    # Keys

    def press(self, key: str) -> bool:
        """Takes a key; False where it means nothing here and somebody else may want it."""
        if self.wants_help(key):
            return False
        if self.menu is not None:
            return self._choose(key)
        if self.offered is not None:
            return self._answer_offer(self.offered, key)
        if not self.is_entering:
            return self._begin(key)
        self.answer(key)
        return True

    def wants_help(self, key: str) -> bool:
        """Whether a key asks for help, which it does where it cannot be part of an answer."""
        form, question = self.form, self.form.question
        is_note = question is not None and question.kind in ("text", "value")
        is_text = self.is_entering and self.menu is None and (is_note or (form.is_typing and form.takes_text))
        return key in keys_in(self.keys["app.help"]) and not is_text

    def _begin(self, key: str) -> bool:
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
        elif key == "enter":
            proposal = self.proposal()
            if proposal is None:
                return False
            self.start(str(proposal["do"]), {name: one for name, one in proposal.items() if name != "do"})
        else:
            verbs = self.session.context().verbs
            verb = next((one.name for one in verbs if key in keys_in(self.verb_keys[one.name])), None)
            if verb is None:
                return self.aim is not None and key not in keys_in(self.keys["table.more"])
            self.start(verb)
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

    def offer_more(self) -> None:
        """The actions that have no key of their own and those that cannot be made now; then the pages of the table."""
        verbs = sorted(
            self.session.context().verbs, key=lambda verb: bool(verb.key)
        )  # so letters stay the same
        names = [verb.name for verb in verbs if not verb.key or not self.can_begin(verb.name)]
        letters, own = (
            dict(lettered(tuple(names))),
            {name: shown(self.verb_keys[name], self.speaker) for name in names},
        )
        plain = {letters[name] for name in names if not own[name]}
        letters |= {name: key for name, key in own.items() if len(key) == 1 and key not in plain}
        items = [
            Item(
                letter,
                self.speaker.lexicon.word(name),
                f"{'parts' if name == SETUP else 'verb'}:{name}",
                not self.can_begin(name),
            )
            for name, letter in letters.items()
        ]
        items += [
            Item(shown(self.keys[one.id], self.speaker), self.speaker.say(one.label), f"command:{one.action}")
            for one in TABLE
            if one.is_in_menu and self.aim is None
        ]
        self.menu = Menu(say("screen.menu.more"), tuple(items))

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
            for count, (_, heir) in enumerate(late_turns(self.session), 1):
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
            self._say(say("screen.acting", player=name), "strong")

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
        if what == "press":
            self.press(value)
        elif what == "pick":
            self.pick(int(value))
        elif what == "ask":
            self.ask(value)
        elif what == "verb":
            self.start(value)
        elif what == "parts":
            self.offer_parts(value)
        elif what == "part":
            verb, _, field = value.partition("/")
            self.start(verb)
            self.ask(field)
        elif what == "roll":
            self.roll(value)
        elif what == "peek":
            self.peek(value)
        elif what == "for":
            self.act_for(value)
        elif what == "repair":
            self.repair(value)
        elif what == "theirs":
            self.offer_as_theirs(int(value))
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
