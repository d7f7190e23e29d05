"""A desk on a phone: its entries are signed, and some are left to the computer."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import PurePath

from companion.core.choices import Block
from companion.core.errors import Violation
from companion.core.messages import Message, say
from companion.desk.desk import Desk
from companion.desk.rights import Rights
from companion.desk.saying import Notice, Sayings
from companion.desk.states import CorrectionTarget, Entering
from companion.games.actions import PlayerAction
from companion.report.preview_sentences import change_sentences
from companion.report.words import Speaker
from companion.session import Preview, Session

AT_COMPUTER = say("web.at-computer")
END_AT_COMPUTER = say("web.ends-at-computer")
LABELS = {
    "save": "screen.label.save",
    "leave-entry": "screen.label.cancel",
    "back": "web.bring-back",
    "undo": "screen.label.undo",
    "redo": "screen.label.redo",
    "change": "web.change",
}
_PLACES = ("file", "folder")
"""Names of message values that are paths on this machine."""


def guest_desk(session: Session, speaker: Speaker, now: Callable[[], datetime], notes: Speaker) -> Desk:
    """Make a desk; `notes` writes, in the session's language, who made an entry for another player."""
    desk = Desk(session, now, GuestRights(session, notes), GuestSayings(session, speaker))
    desk.saver.glance = 0.0  # a tap on an old drawing doesn't count
    return desk


def asks_to_end(desk: Desk) -> bool:
    """Whether the open entry would end the game, for which the host is asked."""
    state = desk.state
    return isinstance(state, Entering) and any(one.message == END_AT_COMPUTER for one in state.violations)


def end_game(desk: Desk) -> None:
    """Save the open entry, which ends the game, as the host allows."""
    if not isinstance(desk.state, Entering):
        return
    desk.rights.may_end = True
    desk.show_entry(replace(desk.state, preview=None))
    desk.finish()
    desk.rights.may_end = False


class GuestRights(Rights):
    may_end = False

    def __init__(self, session: Session, notes: Speaker) -> None:
        super().__init__(session)
        self._notes = notes

    def sign(self, block: Block) -> Block:
        """Return the entry signed by the player at this desk: in `by`, or for a player's action in `note`."""
        if self.seat is None:
            return block
        row = self.session.record.game.rows.get(block["do"])
        if row is None or not issubclass(row.model, PlayerAction):
            return {**block, "by": self.seat}
        say_by, typed = partial(self._notes.phrase, "entry.by"), str(block.get("note", ""))
        is_forged = any(say_by(player=name) in typed for name in self.session.record.roster.players)
        if block.get("by") in (None, self.seat) and not is_forged:
            return block
        own = say_by(player=self.seat)
        typed = typed.removesuffix(own).removesuffix("; ")
        return {**block, "note": f"{typed}; {own}" if typed else own}

    def preview(self, block: Block) -> Preview:
        """Preview an entry; tell nothing of the effects of what only the computer may save."""
        preview = super().preview(block)
        if not preview.is_for_computer(self.seat) or (preview.would_end and self.may_end):
            return preview
        reason = END_AT_COMPUTER if preview.would_end else AT_COMPUTER
        return replace(preview, violations=(Violation(reason, final=True),), tried=None)

    def change_violation(self, aim: CorrectionTarget | None) -> Message | None:
        if aim is None or aim.is_insert or not self.session.notation.hides_from(self.seat, aim.number):
            return None
        return AT_COMPUTER


class GuestSayings(Sayings):
    def way(self, command: str) -> str:
        return self.speaker.phrase("web.button", label=say(LABELS[command]))

    def clean(self, message: Message) -> Message:
        """Shorten paths to file names: this machine's folders are nobody's business."""

        def bare(name: str, value: object) -> object:
            if isinstance(value, Message):
                return self.clean(value)
            return PurePath(str(value)).name if name in _PLACES else value

        return Message(message.key, {name: bare(name, value) for name, value in message.values.items()})

    def tell_saved(self, preview: Preview) -> None:
        """Tell what undoing and redoing changed: a phone shows no log."""
        if preview.block["do"] in ("undo", "redo"):
            changes = change_sentences(preview, self.speaker, preview.before)
            notices = (Notice(change.text, "good") for change in changes if change.kind == "change")
            self.shown = (*notices, *self.shown)

    def tell_not_yours(self) -> None:
        """Say nothing: the sheet asks whether to undo the entry of the player it names."""
