"""The messages of a desk to its player, shown until the next ones replace them."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.core.messages import Message, say
from companion.report.preview_sentences import with_visible_number
from companion.report.words import Speaker
from companion.session import Preview, Session

SAVE, LEAVE, BACK = "save", "leave-entry", "back"
"""Commands for `Sayings.way`: save the unfinished entry, discard it, reopen the entry discarded last."""


class Notice(NamedTuple):
    text: str
    look: str = ""


class Sayings:
    def __init__(self, session: Session, speaker: Speaker) -> None:
        self._session, self.speaker = session, speaker
        self.shown: tuple[Notice, ...] = ()
        self._notices_told = 0

    def way(self, command: str) -> str:
        """Name the key or the button of a command, for sentences."""
        raise NotImplementedError

    def clean(self, message: Message) -> Message:
        return message

    def tell(self, messages: Iterable[Message], look: str = "warn") -> None:
        """Add messages to those already shown."""
        record = self._session.record
        cleaned = (with_visible_number(self.clean(message), record) for message in messages)
        self.shown += tuple(Notice(self.speaker.say(message), look) for message in cleaned)

    def tell_only(self, message: Message, look: str = "") -> None:
        self.clear()
        self.tell([message], look)

    def clear(self) -> None:
        self.shown = ()

    def tell_notices(self) -> None:
        """Tell what the session noticed about its files since the last time."""
        fresh = self._session.notices[self._notices_told :]
        self._notices_told = len(self._session.notices)
        self.tell(fresh)

    def tell_failure(self) -> None:
        """Tell which entry can't be played, if any."""
        record, failure = self._session.record, self._session.record.failure
        if failure is not None:
            number = record.visible_number(failure.number or 0) or failure.number
            reason, key = self.speaker.say(failure.message), self.way("change")
            self.tell([say("screen.does-not-play", number=number, reason=reason, key=key)], "bad")

    def tell_saved(self, preview: Preview) -> None:
        """Tell what a saved entry changed, if no log beside the desk shows it."""

    def tell_discarded(self, label: str) -> None:
        self.tell_only(say("screen.discarded", label=label, key=self.way(BACK)), "muted")

    def tell_not_yours(self) -> None:
        """Tell that the entry offered to undo or redo came from another program."""
        self.tell([say("followed.not-yours", key=self.way(SAVE), back=self.way(LEAVE))])
