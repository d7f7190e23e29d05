"""The model of the table screen: a desk with a keyboard."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from companion.core.messages import say
from companion.core.targets import Target
from companion.desk.correcting import SETUP
from companion.desk.desk import Desk
from companion.desk.menus import lost_menu, peek_menu
from companion.desk.rights import Rights
from companion.desk.saying import BACK, LEAVE, SAVE, Sayings
from companion.desk.states import Entering, Idle, Item, Menu
from companion.pages.commands import APP, BY_ID, TABLE, Commands
from companion.pages.rules import Rules
from companion.pages.session_view import SessionView
from companion.pages.view import SessionDisplay
from companion.report.words import Speaker
from companion.session import Session
from companion.session.record import Record

ENTRY = frozenset(
    {"enter", "tab", "shift+tab", "backspace", "delete", "escape", "up", "down", "left", "right"}
    | {*"0-,.!="}
)
"""Keys of an entry; no action begins with one of them."""
RESERVED = ENTRY.union(key for command in (*APP, *TABLE) for key in command.keys.split(","))
MOST_SHOWN = 5
"""Actions in the row of keys; one less where there is a key to look at hidden money."""
COMMANDS_TOO = ("adjust", "recount", "remark")
PEOPLE = ("leave", "seats", SETUP, "join", "replace")
_OF_AN_ENTRY = {SAVE: "enter", LEAVE: "escape", BACK: "backspace"}


class TableSayings(Sayings):
    def way(self, command: str) -> str:
        key = _OF_AN_ENTRY.get(command)
        return BY_ID[f"table.{command}"].key_label(self.speaker) if key is None else self.speaker.key(key)


class TableModel(Desk):
    def __init__(self, session: Session, speaker: Speaker, now: Callable[[], datetime]) -> None:
        super().__init__(session, now, Rights(session), TableSayings(session, speaker))

    @property
    def verb_keys(self) -> dict[str, str]:
        return self.speaker.lexicon.verb_keys(self.session.context().verbs, RESERVED)

    def rules(self) -> Rules:
        keys, now = self.verb_keys, self.form.verb if self.is_entering else None
        possible = {verb.name: keys[verb.name] for verb in self.moment().possible_verbs}
        return Rules(self.record.game, self.speaker, possible, now)

    def key(self, command: str) -> str:
        return BY_ID[command].key_label(self.speaker)

    def press(self, key: str) -> bool:
        if BY_ID["app.help"].has_key(key) and not self._is_text:
            return False
        return super().press(key) or (isinstance(self.state, Idle) and self._begins(key))

    @property
    def record_after(self) -> Record | None:
        """The record with the unfinished entry, for the scores; None if impossible or with other players."""
        after = None if self.preview is None else self.preview.after
        return after if after is not None and after.roster == self.session.record.roster else None

    @property
    def seen_after(self) -> SessionDisplay:
        """The session for the tables: with the unfinished entry, unless it fails or reveals hidden values."""
        after = self.record_after
        if after is None or after.reveals(self.session.record):
            return self
        return SessionView(self.session.with_record(after), self.speaker)

    @property
    def help_key(self) -> str:
        """The key for help as printed on a keyboard; while letters are text, a key that types nothing."""
        return BY_ID["app.help"].key_label(self.speaker, self._is_text)

    @property
    def _is_text(self) -> bool:
        prompt = self.form.prompt
        is_note = prompt.nav.question is not None and prompt.nav.question.is_prose
        is_name = prompt.is_typing and prompt.takes_text
        return self.is_entering and self.menu is None and (is_note or is_name)

    def _begins(self, key: str) -> bool:
        keys, verbs = self.verb_keys, self.moment().possible_verbs
        verb = next((verb.name for verb in verbs if keys[verb.name] == key), None)
        if verb is not None:
            self.start(verb)
            if isinstance(self.state, Entering):
                self.state = replace(self.state, form=replace(self.state.form, key=key))
            return True
        return self.aim is not None and not BY_ID["table.more"].has_key(key)

    @property
    def commands(self) -> Commands:
        has_count = self.session.record.game.positions is not None
        return tuple(command for command in TABLE if command.action != "count" or has_count)

    def shown_verbs(self) -> list[str]:
        """The game's actions in the row of keys: the usual ones, or if none is possible, all that are."""
        record, keys, moment = self.record, self.verb_keys, self.moment()
        if record.game.is_over(moment.state) or self.session.is_read_only:
            return []
        verbs = [verb.name for verb in moment.possible_verbs if keys[verb.name]]
        usual = [name for name in verbs if name in record.game.usual_verbs(moment.state)]
        possible = [name for name in verbs if self.beginning.can_begin(name)]
        shown = usual if set(possible).intersection(usual) else possible
        return shown[: MOST_SHOWN - record.hides_money]

    def offer_peek(self) -> None:
        if self.record.hides_money:
            self.choose(peek_menu(self.record))
        else:
            why = "screen.hidden-on-phones" if self.record.hides else "screen.nothing-hidden"
            self.sayings.tell_only(say(why))

    def offer_lost(self) -> None:
        if self.session.lost is not None:
            self.choose(lost_menu(self.speaker, self.record, self.session.lost.entries))

    def offer_more(self) -> None:
        rows, shown = {} if self.record.is_over else self.record.game.rows, self.shown_verbs()
        others = [verb.name for verb in self.moment().possible_verbs if verb.name in rows]
        others = [name for name in others if name not in (*shown, *PEOPLE)]
        end = self.record.game.end_verb  # a table may stop early, with a house ruling
        others = [name for name in others if name == end or self.beginning.can_begin(name)]
        items = [
            Item(self.verb_keys[name] or str(number), self.speaker.verb(name), Target("verb", name), "play")
            for number, name in enumerate(others, 1)
        ]
        for command in self.commands if self.aim is None else ():
            is_useful = command.group == "look" or not self.session.is_read_only
            if command.group and is_useful:
                label, target = self.speaker.say(command.label), Target("command", command.action)
                items.append(Item(self.key(command.id), label, target, command.group))
        self.choose(Menu(say("screen.label.more"), tuple(items), keys=("tab", "ctrl+p")))
