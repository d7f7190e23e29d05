"""The copy book at a session's side: what its file holds, and what the session itself taught."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.core import copybook
from companion.core.copybook import Book, Facts, Lesson, learn, news
from companion.core.errors import refused
from companion.core.messages import Message, say
from companion.games.models import Model, Name, validated
from companion.storage.errors import FileError

if TYPE_CHECKING:
    from companion.storage.copybook import BookFile


class _NewName(Model):
    name: Name


class CopyBook:
    """Learns from entries, and can be put in order by hand. Without a file nothing is ever written."""

    def __init__(self, file: "BookFile | None" = None) -> None:
        self._file = file
        self._unwritten: tuple[Lesson, ...] = ()
        """Lessons that could not be written yet; they are tried again with the next one."""
        self.book = Book()

    def load(self) -> Message | None:
        """Takes in what the file holds; or says why it cannot be used."""
        if self._file is None:
            return None
        try:
            self.book = learn(self._file.read(), self.book.lessons())
        except FileError as fault:
            return say("copybook.unread", file=str(fault.path), reason=fault.message)
        return None

    def remember(self, lessons: Sequence[Lesson]) -> None:
        """Takes lessons in without writing them."""
        self.book = learn(self.book, lessons)

    def learn(self, lessons: Sequence[Lesson]) -> Message | None:
        """Takes lessons in and writes them; what keeps them from the file is said, never raised."""
        self.remember(lessons)
        self._unwritten += tuple(lessons)
        if self._file is None or not self._unwritten:
            return None
        try:
            self.book = learn(self.book, self._written(lambda there: there).lessons())
        except FileError as fault:
            return say("copybook.unwritten", file=str(fault.path), reason=fault.message)
        return None

    def note(self, page: str, name: str, facts: Facts) -> None:
        """Writes down by hand what is printed and no entry says; Refusal or FileError leave everything as it was."""
        lesson = Lesson(page, validated(_NewName, {"name": name}).name, facts)
        self._edit(page, (), lambda book: learn(book, (lesson,)))

    def rename(self, page: str, old: str, new: str) -> None:
        """Calls something otherwise; Refusal or FileError leave everything as it was."""
        name = validated(_NewName, {"name": new}).name
        self._edit(page, (old,), lambda book: copybook.rename(book, page, old, name))

    def merge(self, page: str, gone: str, into: str) -> None:
        """Makes two names one; Refusal or FileError leave everything as it was."""
        self._edit(page, (gone, into), lambda book: copybook.merge(book, page, gone, into))

    def forget(self, page: str, name: str) -> None:
        """Strikes a name out; Refusal or FileError leave everything as it was."""
        self._edit(page, (name,), lambda book: copybook.forget(book, page, name))

    def _edit(self, page: str, names: Sequence[str], change: Callable[[Book], Book]) -> None:
        """A change by hand, here and in the file, which may not know yet what this session alone taught."""
        if self._file is None:
            raise refused("save.read-only-entry")
        edited = change(self.book)
        known = [Lesson(page, self.book.spelling(page, name), self.book.facts(page, name)) for name in names]
        there = self._written(lambda there: change(learn(there, news(there, known))))
        self.book = learn(edited, there.lessons())

    def _written(self, change: Callable[[Book], Book]) -> Book:
        """What the file holds after a change, which others may have taught too."""
        assert self._file is not None
        there = self._file.change(lambda there: change(learn(there, self._unwritten)))
        self._unwritten = ()
        return there
