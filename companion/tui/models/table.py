"""The model of the table screen: a desk with a keyboard."""

from collections.abc import Callable, Mapping
from datetime import datetime

from companion.core.forms import Die
from companion.core.messages import Message, say
from companion.desk.desk import BACK, BOOK, LEAVE, SETUP, Desk, DeskProfile
from companion.desk.drafts import Drafts
from companion.desk.states import Idle, Item, Menu
from companion.desk.step_lines import StepLines
from companion.desk.what_if import WhatIf
from companion.pages.commands import COMMANDS, TABLE, Commands
from companion.pages.view import SessionDisplay, SessionView
from companion.report.words import Speaker
from companion.session import Session
from companion.session.record import Record
from companion.tui.keymap import key_label, keys_in, keys_of, verb_commands

_OF_AN_ENTRY = {BOOK: "enter", LEAVE: "escape", BACK: "backspace"}


class TableModel(Desk):
    what_if: "WhatIf[TableModel] | None" = None
    """The what-if of this table; None at the game's table."""

    def __init__(
        self,
        session: Session,
        speaker: Speaker,
        die: Die,
        now: Callable[[], datetime],
        chosen: Mapping[str, str] | None = None,
        ruling: str | None = None,
    ) -> None:
        self.session, self.speaker = session, speaker
        self.keys: dict[str, str] = {}
        self.verb_keys: dict[str, str] = {}
        """Keys that begin each action, as chosen on this machine; some have none."""
        self.take_keys(chosen or {})
        super().__init__(session, speaker, die, now, DeskProfile(self._key_of, ruling=ruling))
        self.drafts = Drafts(self)

    def take_keys(self, chosen: Mapping[str, str]) -> None:
        """Set the keys chosen on this machine, for the what-if too."""
        self.keys.update(keys_of(COMMANDS, chosen))
        verbs, lexicon = self.session.context().verbs, self.speaker.lexicon
        for one in verb_commands(self.session.record.game.engine, verbs, lexicon):
            self.verb_keys[one.action] = chosen.get(one.id, one.keys)

    def _key_of(self, command: str) -> str:
        return key_label(_OF_AN_ENTRY.get(command) or self.keys[f"table.{command}"], self.speaker)

    def key(self, command: str) -> str:
        return key_label(self.keys[command], self.speaker)

    def first_entry(self) -> list[Message]:
        """Explain how to make the first entry, if a key begins one."""
        for verb in self.session.context().possible_verbs:
            keys, word = self.verb_keys[verb.name], self.speaker.verb(verb.name)
            if keys and self.can_begin(verb.name):
                undo, helps, key = self.key("table.undo"), self.key("app.help"), key_label(keys, self.speaker)
                return [say("shelf.first-entry", key=key, verb=word, undo=undo, help=helps)]
        return []

    def beside(self, what_if: "WhatIf[TableModel]") -> "TableModel":
        session, ruling = self.session.what_if(what_if.ruling), what_if.ruling
        model = TableModel(session, self.speaker, self._die, self._now, ruling=ruling)
        model.keys, model.verb_keys, model.what_if = self.keys, self.verb_keys, what_if
        model.step_lines = StepLines(session, self.speaker, self.step_lines)
        return model

    def press(self, key: str) -> bool:
        if self.wants_help(key):
            return False
        if self.dice and key in keys_in(self.keys["table.roll"]):
            self.throw()
            return True
        return super().press(key) or (isinstance(self.state, Idle) and self._begins(key))

    @property
    def record_after(self) -> Record | None:
        """The record with the unfinished entry, for the scores; None if impossible or with other players."""
        after = None if self.preview is None else self.preview.after
        return after if after is not None and after.table == self.session.record.table else None

    @property
    def seen_after(self) -> SessionDisplay:
        """The session for the tables: with the unfinished entry, unless it fails or reveals hidden values."""
        after = self.record_after
        if after is None or after.reveals(self.session.record):
            return self
        return SessionView(self.session.with_record(after), self.speaker, self.key)

    def wants_help(self, key: str) -> bool:
        """Whether a key asks for help and isn't part of an answer."""
        return key in keys_in(self.keys["app.help"]) and not self._is_text

    @property
    def help_key(self) -> str:
        """The key for help as printed on a keyboard; while letters are text, a key that types nothing."""
        return key_label(self.keys["app.help"], self.speaker, self._is_text or self.line is not None)

    @property
    def _is_text(self) -> bool:
        hand = self.form.hand
        is_note = hand.question is not None and hand.question.is_prose
        is_name = hand.is_typing and hand.takes_text
        return self.is_entering and self.menu is None and (is_note or is_name)

    def _begins(self, key: str) -> bool:
        verbs = self.moment().possible_verbs
        verb = next((one.name for one in verbs if key in keys_in(self.verb_keys[one.name])), None)
        if verb is not None:
            self.start(verb)
            return True
        return self.aim is not None and key not in keys_in(self.keys["table.more"])

    @property
    def commands(self) -> Commands:
        game = self.session.record.game
        run_sheet = game.run_sheet(self.session.record.opening, ())
        uses = {"ties": game.usual_split(), "run_sheet": run_sheet, "count": game.has_position}
        return tuple(one for one in TABLE if uses.get(one.action, True))

    def offer_more(self) -> None:
        """Offer rare and impossible actions, with digits if they have no one-character key; then commands."""
        rules, usual = self.record.game.rules, self.record.game.usual_verbs(self.moment().state)
        verbs = sorted(self.moment().possible_verbs, key=lambda verb: verb.name in rules)
        keys = {verb.name: key_label(self.verb_keys[verb.name], self.speaker) for verb in verbs}
        without = [name for name, key in keys.items() if len(key) != 1]
        keys |= {name: str(number % 10) for number, name in enumerate(without, 1)}
        items = []
        for verb in verbs:
            name, is_dimmed = verb.name, not self.can_begin(verb.name)
            if is_dimmed or name not in usual or not self.verb_keys[name]:
                target = f"{'parts' if name == SETUP else 'verb'}:{name}"
                items.append(Item(keys[name], self.speaker.verb(name), target, is_dimmed))
        items.sort(key=lambda item: item.is_dimmed)
        for one in self.commands:
            if one.is_in_menu and self.aim is None:
                items.append(Item(self.key(one.id), self.speaker.say(one.label), f"command:{one.action}"))
        self.choose(Menu(say("screen.menu.more"), tuple(items)))
