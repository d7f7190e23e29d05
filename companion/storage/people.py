"""The file with the players of earlier sessions: one line each, most recent first."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from companion.core.messages import Message, say
from companion.core.people import MOST, People, Person, remember, rename_people
from companion.games.models import Model, Name, distinct_names, validate
from companion.storage.editable_file import EditableFile
from companion.storage.errors import FileError
from companion.storage.toml import inline

FOLDER = "players"


class PlayerLine(Model):
    name: Name
    colour: Name | None = None


def people_path(folder: Path) -> Path:
    return folder / FOLDER / "players.toml"


class PeopleFile(EditableFile[People]):
    empty = ()
    people: People = ()
    """Most recent first; empty before `load`."""

    def parse(self, raw: dict[str, object]) -> People:
        return tuple(Person(line.name, line.colour) for line in validate(_Players, raw).players[:MOST])

    def text(self, value: People) -> str:
        lines = "".join(f"    {inline(_row(person))},\n" for person in value)
        return f"format = {self.format}\nplayers = [\n{lines}]\n"

    def load(self) -> Message | None:
        """Read the file; return why it can't be used, or None."""
        try:
            self.people = self.read()
        except FileError as fault:
            return say("people.unread", file=str(fault.path), reason=fault.message)
        return None

    def remember(self, players: Iterable[Person]) -> Message | None:
        """Remember the players of a session; return why the file can't be written, or None."""
        return self._update(lambda there: remember(there, tuple(players)))

    def rename(self, names: Mapping[str, str]) -> Message | None:
        return self._update(lambda there: rename_people(there, names))

    def _update(self, change: Callable[[People], People]) -> Message | None:
        try:
            self.people = self.change(change)
        except FileError as fault:
            self.people = change(self.people)
            return say("people.unwritten", file=str(fault.path), reason=fault.message)
        return None


def _row(person: Person) -> dict[str, str]:
    return {"name": person.name} if person.colour is None else {"name": person.name, "colour": person.colour}


def _distinct(lines: tuple[PlayerLine, ...]) -> tuple[PlayerLine, ...]:
    distinct_names([line.name for line in lines])
    return lines


class _Players(Model):
    players: Annotated[tuple[PlayerLine, ...], Field(strict=False), AfterValidator(_distinct)] = ()
