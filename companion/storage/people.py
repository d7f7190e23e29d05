"""The file with the players of earlier sessions: one line each, most recent first."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from companion.core.errors import Refusal
from companion.core.people import MOST, People, Person
from companion.games.models import Model, Name, distinct_names, validate
from companion.storage.editable_file import EditableFile
from companion.storage.toml import inline

FOLDER = "players"


class PlayerLine(Model):
    name: Name
    colour: Name | None = None


def people_path(folder: Path) -> Path:
    return folder / FOLDER / "players.toml"


class PeopleFile(EditableFile[People]):
    empty = ()

    def parse(self, raw: dict[str, Any]) -> People:
        return tuple(Person(line.name, line.colour) for line in validate(_Players, raw).players[:MOST])

    def text(self, value: People) -> str:
        lines = "".join(f"    {inline(_row(one))},\n" for one in value)
        return f"format = {self.format}\nplayers = [\n{lines}]\n"


def is_sound(one: Person) -> bool:
    try:
        validate(PlayerLine, _row(one))
    except Refusal:
        return False
    return True


def _row(one: Person) -> dict[str, str]:
    return {"name": one.name} if one.colour is None else {"name": one.name, "colour": one.colour}


def _distinct(lines: tuple[PlayerLine, ...]) -> tuple[PlayerLine, ...]:
    distinct_names([line.name for line in lines])
    return lines


class _Players(Model):
    players: Annotated[tuple[PlayerLine, ...], Field(strict=False), AfterValidator(_distinct)] = ()
