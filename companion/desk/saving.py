"""Between a desk and the file: what is saved here, and what others saved there. It knows nothing of forms and keys."""

from collections.abc import Callable, Sequence
from datetime import datetime
from time import monotonic

from companion.core.board_notes import BoardNotes
from companion.core.choices import Block
from companion.core.messages import Message, say
from companion.desk.rights import Rights
from companion.desk.saying import Sayings
from companion.report.preview_sentences import followed_messages
from companion.session import Preview, Session
from companion.session.session import News
from companion.storage.errors import FileError

_PLAIN_FAULTS = ("save.gone", "save.other-game", "followed.not-kept")


Condition = tuple[Message | None, bool, BoardNotes]
"""Why the file can't be followed, whether it can only be read, and the board notes."""


class FollowedFile:
    """A session's file as other programs change it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.fault: Message | None = None
        """Why the file can't be followed; nothing can be saved meanwhile."""

    @property
    def condition(self) -> Condition:
        return self.fault, self._session.is_read_only, self._session.board_notes

    def read_news(self) -> News | None:
        """Read what is new in the file."""
        self.fault = None
        try:
            return self._session.follow()
        except FileError as error:
            message = error.message
            is_plain = message.key in _PLAIN_FAULTS
            self.fault = message if is_plain else say("followed.unreadable", reason=message)
            return None


class Saver(FollowedFile):
    glance = 0.3
    """Seconds after a change by another program in which nothing is saved: the key was meant for the old screen. A
    phone's desk has none, since its drawings are numbered.
    """

    def __init__(
        self, session: Session, rights: Rights, sayings: Sayings, now: Callable[[], datetime]
    ) -> None:
        super().__init__(session)
        self._rights, self._sayings, self._now = rights, sayings, now
        self.version = 0
        """Changes with every saved entry; until then drawings of the session alone can be reused."""
        self.others: frozenset[int] = frozenset()
        """The numbers of entries that came from other programs since the session was opened."""
        self._news_at: float | None = None

    def save(self, preview: Preview) -> bool:
        """Save a preview; return False if it is too early. Raise Refusal or FileError if it can't be saved."""
        sayings = self._sayings
        if self._news_at is not None and monotonic() - self._news_at < self.glance:
            sayings.shown = tuple(notice for notice in sayings.shown if notice.look != "warn")
            sayings.tell([say("followed.look")])
            return False
        self._session.save_preview(preview, self._now())
        self._tell_saved()
        sayings.tell_saved(preview)
        return True

    def save_all(self, blocks: Sequence[Block]) -> None:
        """Save entries that were shown together; raise Refusal or FileError, with nothing changed, if one can't be."""
        self._session.enter_all([self._rights.sign(block) for block in blocks], self._now())
        self._tell_saved()

    def _tell_saved(self) -> None:
        self.version += 1
        self._sayings.clear()
        self._sayings.tell_notices()

    def tell_changes(self, before: Condition, is_told: bool) -> bool:
        """Tell whether the file can be followed and written again; return whether anything changed.

        `is_told` if news of entries were told already.
        """
        (old_fault, was_read_only, _), fault = before, self.fault
        if fault is not None and fault != old_fault:
            self._sayings.tell_only(fault, "bad")
        elif fault is None and old_fault is not None and not is_told:
            self._sayings.tell_only(say("followed.back"), "good")
        if was_read_only and not self._session.is_read_only:
            self._sayings.tell([say("followed.writable")], "good")
            self.version += 1
        return self.condition != before

    def take_in(self, news: News, messages: Sequence[Message] | None) -> None:
        """Tell what others saved, or `messages` in its place."""
        count = self._session.record.entry_count
        others = () if news.is_other else (*self.others, *range(count - news.entries + 1, count + 1))
        self.others = frozenset(others)  # an edited list doesn't tell who made which entry
        self._news_at = monotonic()
        self.version += 1
        self._sayings.clear()
        news_messages = followed_messages(self._session, news) if messages is None else messages
        self._sayings.tell(news_messages, "good")
        self._sayings.tell_notices()
        self._sayings.tell_failure()


def with_cure(message: Message, again: str, is_gone: bool) -> Message:
    """Add to a disk error how to save again; `is_gone` if the entry has left its form."""
    if message.key != "save.unwritable":
        return message
    reason = message.values["reason"]
    is_full = isinstance(reason, Message) and reason.key == "disk.full"
    cure = say("disk.free-space") if is_full else say("disk.make-writable")
    return say("disk.not-done" if is_gone else "disk.not-saved", reason=reason, cure=cure, key=again)
