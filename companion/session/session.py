"""One session: its file, its board notes, and the next entry."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.choices import Block, Fields
from companion.core.errors import Refusal, refusal
from companion.core.messages import Message, say
from companion.core.people import Person
from companion.core.roster import names_after
from companion.forms import lines
from companion.games.actions import AnyStep
from companion.session.board_notes import SessionBoardNotes
from companion.session.config import SessionConfig
from companion.session.context import SessionContext
from companion.session.notation import Notation
from companion.session.preview import Preview, preview_of
from companion.session.record import Record, record_of
from companion.storage.draft_file import DraftFile
from companion.storage.errors import FileError
from companion.storage.people import PeopleFile
from companion.storage.saves import Save
from companion.storage.session_file import Document
from companion.storage.toml import is_same

BETWEEN_BACKUPS = 50  # entries


class News(NamedTuple):
    entries: int = 0
    is_other: bool = False
    """Whether the file no longer begins with the known entries: somebody edited it."""


class Lost(NamedTuple):
    content: bytes
    entries: int


class Session:
    def __init__(
        self,
        document: Document,
        save: Save | None,
        config: SessionConfig,
        config_for: Callable[[Document], SessionConfig],
        session_notes: SessionBoardNotes | None = None,
    ) -> None:
        self.path, self.torn = document.path, document.torn
        self.notices: list[Message] = []
        """Messages about files, such as another version of the ruleset."""
        self._save, self._config_for = save, config_for
        self._is_scratch = False
        """Whether any entry is taken and nothing is written."""
        self.record: Record = record_of(config, document.blocks)
        self.before: Record | None = None
        """The record before the last entry; None if unknown, the present record if nothing is new."""
        self.drafts: DraftFile | None = None
        """The file for an unfinished entry; None unless the session was opened by `opened_at_table`."""
        self.lost: Lost | None = None
        self.regulars: PeopleFile | None = None
        self._keeps_backups = False
        self.session_notes = session_notes or SessionBoardNotes()
        """Empty if the session is only looked at."""
        if session_notes is not None:
            self._notice(session_notes.load())
            taught = self.record.lessons()
            session_notes.remember(
                taught, taught if self.record.failure is None else range(self.record.entry_count + 1)
            )

    # What there is

    @property
    def board_notes(self) -> BoardNotes:
        return self.session_notes.board_notes

    def display_names(self) -> Mapping[str, str]:
        return self.record.game.names.shown(self.board_notes)

    @property
    def is_read_only(self) -> bool:
        return not self._is_scratch and (self._save is None or self._save.write_problem is not None)

    @property
    def notation(self) -> Notation:
        return Notation(self.record)

    # Entering

    def context(self, number: int | None = None) -> SessionContext:
        return self.record.context(self.board_notes, number)

    def read(self, line: str) -> Fields:
        """Read a line with visible numbers; raise Refusal if it can't be understood."""
        numbers = dict(enumerate(self.record.numbers, 1))
        block = lines.read(lambda place: self.context(numbers.get(place or 0)), line)
        return self.record.with_entry_numbers(block)

    def preview(self, block: Block) -> Preview:
        """Work out an entry's effect, or all its violations. Write nothing."""
        given = {key: value for key, value in block.items() if value is not None}
        known = self.before if given.get("do") in ("undo", "redo") else None
        return preview_of(self.record, given, self.board_notes, known)

    def save_preview(self, preview: Preview, at: datetime | None = None) -> Sequence[AnyStep]:
        """Save a preview, on the disk first. After a Refusal or FileError everything is as it was.

        Raise Refusal if another entry was saved since the preview was made, Overtaken if by another program.
        The board notes are updated afterwards; failing to write them is only a notice.
        """
        if preview.entry is None or preview.after is None:
            raise Refusal(*preview.violations, number=preview.number)
        if preview.before is not self.record:
            raise refusal("save.moved-on", number=preview.number)
        block = preview.block if at is None else {**preview.block, "at": at}
        if self._save is not None:
            line = self.notation.entry_line(preview.entry)
            torn = self._save.append(block, line)
            if torn is not None and torn != self.torn:
                self._notice(say("save.torn", line=torn.line))
        elif not self._is_scratch:
            raise refusal("save.read-only-entry")
        self.before = preview.before
        self.record = replace(preview.after, blocks=(*preview.before.blocks, block))
        self._notice(self.session_notes.learn(self.record.lessons(), self.record.entry_count))
        self._remember_names(preview.before)
        if self.record.entry_count % BETWEEN_BACKUPS == 0:
            self._back_up()
        return self.record.steps

    def _remember_names(self, before: Record) -> None:
        """Rename regular players who were renamed; remember who plays on for somebody."""
        called = names_after(before.roster, self.record.roster)
        names = {old: new for old, new in called.items() if old != new}
        if not names or self.regulars is None:
            return
        is_same_people = len(before.corrected.replaced) == len(self.record.corrected.replaced)
        people = [Person(name) for name in self.record.roster.players if name in names.values()]
        self._notice(self.regulars.rename(names) if is_same_people else self.regulars.remember(people))

    def start_backups(self) -> None:
        """Back up the file now, every `BETWEEN_BACKUPS` entries, and when the session is closed."""
        self._keeps_backups = True
        self._back_up()

    def _back_up(self) -> None:
        is_sound = self.record.failure is None and self.record.entry_count > 0
        if self._keeps_backups and is_sound and self._save is not None:
            self._notice(self._save.back_up())

    def enter(self, block: Mapping[str, object], at: datetime | None = None) -> Sequence[AnyStep]:
        return self.save_preview(self.preview(block), at)

    def enter_all(self, blocks: Sequence[Mapping[str, object]], at: datetime | None = None) -> None:
        """Save entries one after another. If one can't be saved, undo those before it and raise its error."""
        count = self.record.entry_count
        try:
            for block in blocks:
                self.enter(block, at)
        except (Refusal, FileError):
            with suppress(Refusal, FileError):
                if self.record.entry_count > count:
                    self.enter({"do": "undo", "to": count}, at)
            raise

    def teach(self, lessons: Sequence[Lesson]) -> None:
        """Learn lessons told with the last entry that aren't part of it; undoing the entry removes them."""
        if lessons:
            self._notice(self.session_notes.learn(self.record.lessons(), self.record.entry_count, lessons))

    def follow(self) -> News | None:
        """Take in what another program or a person did to the file; None if nothing is new.

        After a FileError the session is as it was. Entries that are dropped are kept among the backups.
        """
        self.session_notes.follow_file()
        there = None if self._save is None else self._save.read_changes()
        if there is None or self._save is None:
            return None
        known = self._save.document
        try:
            config = self.record.config
            if not is_same(there.header, known.header):
                config = self._config_for(there)
                is_as_many = len(config.roster.players) == len(self.record.config.roster.players)
                if config.ruleset != self.record.ruleset or not is_as_many:
                    raise FileError(self.path, say("save.other-game"))
            record = record_of(config, there.blocks, self.record)
        except Refusal as refusal:
            raise FileError(self.path, refusal.message, self.record.ruleset) from None
        count = len(known.blocks)
        is_other = not is_same((there.header, there.blocks[:count]), (known.header, known.blocks))
        if is_other:
            file, entries = self._save.keep(known.intact), len(self.record.numbers)
            self.notices.append(say("followed.kept", file=str(file), count=entries))
        is_one = not is_other and len(there.blocks) == count + 1
        self.record, self.before, self._save.document = record, self.record if is_one else None, there
        lessons = record.lessons()
        self.session_notes.remember(lessons, [at for at in lessons if at > (0 if is_other else count)])
        return News(0 if is_other else len(there.blocks) - count, is_other)

    def settle_lost(self, is_restored: bool) -> News | None:
        """Restore the entries that only a backup has, or set them aside. Raise FileError if that fails."""
        if self.lost is None or self._save is None:
            return None
        if is_restored:
            self._save.restore(self.lost.content)
        else:
            self.notices.append(say("lost.kept", file=str(self._save.keep(self.lost.content))))
        self.lost = None
        return self.follow()

    # Beside the session

    def as_of(self, place: int) -> "Session":
        return self.with_record(self.record.as_of(place))

    def what_if(self) -> "Session":
        is_hidden_so_far = self.record.is_tried_out or not self.record.is_over
        other = self.with_record(replace(self.record, is_tried_out=is_hidden_so_far))
        other._is_scratch, other.before = True, other.record
        return other

    def with_record(self, record: Record) -> "Session":
        """Copy the session with another record, read-only."""
        other = copy(self)
        other.record, other.before, other._save, other.notices = record, None, None, []
        other._is_scratch = False
        other.session_notes, other.drafts, other.regulars = self.session_notes.aside(), None, None
        return other

    def close(self) -> None:
        self._notice(self.session_notes.save())
        self._back_up()
        if self._save is not None:
            self._save.close()
            self._save = None
        if self.drafts is not None:
            self.drafts.close()

    def _notice(self, message: Message | None) -> None:
        if message is not None and message not in self.notices:
            self.notices.append(message)
