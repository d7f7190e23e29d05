"""The board notes of a session: the content of their file and the lessons of the session's entries."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from copy import copy
from itertools import chain

from companion.core.board_notes import (
    BoardNotes,
    Facts,
    Lesson,
    apply_change,
    differing_names,
    forget,
    learn,
    news,
    rename_or_merge,
    without_names,
)
from companion.core.errors import refusal
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.games.models import Model, Name, validate
from companion.storage.board_notes import BoardNotesFile
from companion.storage.errors import FileError


class _NewName(Model):
    name: Name


def checked_name(text: str) -> str:
    """Return the name without surplus spaces; raise Refusal if it isn't a valid name."""
    return validate(_NewName, {"name": text}).name


def _rename_in_lesson(lesson: Lesson, page: str, old: str, new: str) -> Lesson:
    return next(iter(rename_or_merge(learn(BoardNotes(), (lesson,)), page, old, new).lessons()), lesson)


class SessionBoardNotes:
    """The board notes: the content of the file, plus the lessons of entries that count, plus edits by hand.

    Without a file nothing is ever written. After a Refusal or FileError everything is as it was.
    """

    def __init__(self, file: BoardNotesFile | None = None, in_other: Callable[[str], bool] = bool) -> None:
        """`in_other` says whether another session has a name, and so may have taught it too."""
        self._file, self._is_in_other = file, in_other
        self._base = BoardNotes()
        """Notes that don't depend on any entry made while the session was open."""
        self._taught: dict[int, Sequence[Lesson]] = {}
        self._beside: dict[int, Sequence[Lesson]] = {}
        """Lessons told while an entry was made that aren't part of the entry."""
        self._renamed: dict[int, tuple[str, str, str]] = {}
        """Renamings by entries made here, by entry number: page, old name, new name."""
        self._old: Collection[int] = ()
        """Numbers of the entries made before the session was opened: their lessons are offered, but not written."""
        self._by_hand: dict[tuple[str, str], int] = {}
        """Names edited by hand, each with the last entry before the edit: lessons up to that entry no longer count."""
        self._stamp: tuple[int, ...] | None = None
        self._kept = BoardNotes()
        """Content of the file as far as known."""
        self.problem: Message | None = None
        self.board_notes = self._own = BoardNotes()
        """All notes, and in `_own` all except the lessons of old entries."""

    @property
    def is_kept(self) -> bool:
        """Whether there is a file, so that notes can be edited by hand."""
        return self._file is not None

    def aside(self) -> "SessionBoardNotes":
        """Return a copy for a what-if: it learns, and nothing is written."""
        other = copy(self)
        other._file, other._taught = None, dict(self._taught)
        other._beside, other._by_hand = dict(self._beside), dict(self._by_hand)
        other._renamed = dict(self._renamed)
        return other

    def load(self) -> Message | None:
        """Read the file; return why it can't be used, or None."""
        if self._file is None:
            return None
        try:
            self._base = self._file.read()
        except FileError as fault:
            self.problem = say("board-notes.unread", file=str(fault.path), reason=fault.message)
            return self.problem
        self._kept = self.board_notes = self._own = self._base
        return None

    def remember(self, taught: Mapping[int, Sequence[Lesson]], old: Collection[int]) -> None:
        """Learn from entries without writing the lessons of the old ones, which were or will be written elsewhere."""
        self._old = {*self._old, *old}
        self._teach(taught)

    def follow_file(self) -> None:
        """Read the file if another session changed it, unless something is still to be written here."""
        stamp = None if self._file is None else self._file.stamp()
        if self._file is None or stamp in (None, self._stamp) or self._own != self._kept:
            return
        self._stamp = stamp
        with suppress(FileError):  # if it can't be read, the names stay as they are
            self._take_in(self._file.read(), self._own)

    def learn(
        self, taught: Mapping[int, Sequence[Lesson]], number: int, beside: Sequence[Lesson] = ()
    ) -> Message | None:
        """Learn from the entries that count and write; return why the file can't be written, or None."""
        if beside:
            self._beside[number] = beside
        self._teach(taught)
        return self.save(self._taught.get(number, ()))

    def rename_with(self, number: int, page: str, old: str, new: str) -> Message | None:
        """Use the new name as long as this entry counts; return why the file can't be written, or None."""
        self._renamed[number] = (page, old, new)
        self._tell()
        return self.save()

    def _teach(self, taught: Mapping[int, Sequence[Lesson]]) -> None:
        if self._taught and max(taught, default=0) > max(self._taught):
            self._forget_corrected(taught)
        self._taught = {number: (*own, *self._beside.get(number, ())) for number, own in taught.items()}
        self._tell()

    def _forget_corrected(self, taught: Mapping[int, Sequence[Lesson]]) -> None:
        """Forget what old entries taught before a correction, unless others or a person said it too."""
        old = {at: [*rows] for at, rows in self._taught.items() if at in self._old}
        changed = {at for at, rows in old.items() if rows != [*taught.get(at, ())]}
        said = {(row.page, fold(row.name)) for at in changed for row in old[at]}
        wrong = {key for key in said - self._by_hand.keys() if not self._is_in_other(key[1])}
        before, after = (learn(BoardNotes(), chain(*own.values())) for own in (self._taught, taught))
        others = [key for key in differing_names(before, after) if key not in wrong]
        self._base = apply_change(self._base, without_names(before, others), without_names(after, others))
        self._old = {*self._old} - changed

    def save(self, lessons: Sequence[Lesson] = ()) -> Message | None:
        """Write the file, with lessons that others may have removed; return why it can't be written, or None."""
        own = self._own
        if self._file is None or (own == self._kept and not lessons):
            return None
        try:
            there = self._file.change(lambda there: learn(apply_change(there, self._kept, own), lessons))
        except FileError as fault:
            return say("board-notes.unwritten", file=str(fault.path), reason=fault.message)
        self._take_in(there, own)
        return None

    def note(self, page: str, name: str, facts: Facts) -> None:
        """Note something printed on the board that no entry has. Raise Refusal if the name is invalid."""
        lesson = Lesson(page, checked_name(name), facts)
        self._edit(page, (), lambda board_notes: learn(board_notes, (lesson,)))

    def call(self, page: str, old: str, new: str) -> None:
        """Rename an item, even one known by a number; items of one name are merged."""
        name, own = checked_name(new), self.board_notes.pages.get(page, {}).values()
        numbered = (piece.name for piece in own if fold(str(piece.facts.get("name", ""))) == fold(old))
        names = [*numbered, *(called for called in (old, name) if self.board_notes.has(page, called))]
        if rename_or_merge(self.board_notes, page, old, name) != self.board_notes:
            self._edit(page, names, lambda board_notes: rename_or_merge(board_notes, page, old, name))

    def forget(self, page: str, name: str) -> None:
        self._edit(page, (name,), lambda board_notes: forget(board_notes, page, name))

    def _edit(self, page: str, names: Sequence[str], change: Callable[[BoardNotes], BoardNotes]) -> None:
        """Apply an edit by hand, here and to the file, which may lack our lessons. Raise Refusal if there is none."""
        if self._file is None:
            raise refusal("board-notes.look-only")
        notes, own = self.board_notes, self._own
        edited = change(notes)
        known = [Lesson(page, notes.spelling(page, name), notes.facts(page, name)) for name in names]

        def change_file(there: BoardNotes) -> BoardNotes:
            ours = apply_change(there, self._kept, own)
            return change(learn(ours, news(ours, known)))

        there, settled = self._file.change(change_file), differing_names(notes, edited)
        self._by_hand.update(dict.fromkeys(settled, max(self._taught, default=0)))
        self._take_in(there, own, settled)

    def board_notes_without(self, but: Collection[int] = ()) -> BoardNotes:
        """The notes without the lessons of some entries, and without lessons older than an edit by hand."""
        learnt: list[tuple[int, Lesson]] = []
        for number, lessons in self._taught.items():
            if number not in but:
                own = (row for row in lessons if number > self._by_hand.get((row.page, fold(row.name)), -1))
                learnt += ((number, lesson) for lesson in own)
        board_notes = self._base
        for renamed, names in self._renamed.items():
            if renamed in self._taught:
                board_notes = rename_or_merge(board_notes, *names)
                learnt = [(n, row if n >= renamed else _rename_in_lesson(row, *names)) for n, row in learnt]
        return learn(board_notes, (lesson for _, lesson in learnt))

    def _tell(self) -> None:
        self.board_notes, self._own = self.board_notes_without(), self.board_notes_without(self._old)

    def _take_in(self, there: BoardNotes, own: BoardNotes, settled: Collection[tuple[str, str]] = ()) -> None:
        """Make what others wrote or a person edited permanent: undoing an entry no longer removes it."""
        base = apply_change(there, without_names(own, settled), without_names(self._base, settled))
        if base != self._base or settled:
            self._base = base
            self._tell()
        self._kept = self._own
