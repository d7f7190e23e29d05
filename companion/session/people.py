"""The players of earlier sessions. A file that can't be read or written is only reported."""

from collections.abc import Callable, Iterable, Mapping

from companion.core import people
from companion.core.messages import Message, say
from companion.core.people import People, Person
from companion.storage.errors import FileError
from companion.storage.people import PeopleFile, is_sound


class Regulars:
    def __init__(self, file: PeopleFile) -> None:
        self._file = file
        self.people: People = ()
        """Most recent first; empty before `load`."""

    def load(self) -> Message | None:
        """Read the file; return why it can't be used, or None."""
        try:
            self.people = self._file.read()
        except FileError as fault:
            return say("people.unread", file=str(fault.path), reason=fault.message)
        return None

    def remember(self, players: Iterable[Person]) -> Message | None:
        """Remember the players of a session; return why the file can't be written, or None."""
        came = tuple(one for one in players if is_sound(one))
        return self._change(lambda there: people.remember(there, came))

    def rename(self, names: Mapping[str, str]) -> Message | None:
        return self._change(lambda there: people.rename_people(there, names))

    def _change(self, change: Callable[[People], People]) -> Message | None:
        try:
            self.people = self._file.change(change)
        except FileError as fault:
            self.people = change(self.people)
            return say("people.unwritten", file=str(fault.path), reason=fault.message)
        return None
