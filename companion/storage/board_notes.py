"""The board notes of a ruleset as a file that people can read and edit: a line for each name."""

import hashlib
from pathlib import Path
from typing import Annotated, Any

import pydantic
from pydantic_core import PydanticCustomError

from companion.core.board_notes import BoardNotes, Lesson, learn
from companion.games.models import Amount, Line, Name, TextLine, distinct_names, validate
from companion.storage.backups import safe_stem
from companion.storage.disk import UNFIT, Disk
from companion.storage.editable_file import EditableFile
from companion.storage.toml import inline, key_of

FOLDER, FORMER = "board-notes", "copybook"
_RENAMED = {"fame": "points"}
"""Keys of facts in earlier versions, and the keys that replaced them."""


def board_notes_file(disk: Disk, folder: Path, ruleset: str) -> "BoardNotesFile":
    path = board_notes_path(folder, ruleset)
    return BoardNotesFile(disk, path, folder / FORMER / path.name)


def board_notes_path(folder: Path, ruleset: str) -> Path:
    """Return the path of a ruleset's board notes. An id that isn't a safe file name gets a digest."""
    safe = safe_stem(ruleset)[:80]
    if safe != ruleset or UNFIT.fullmatch(safe):
        safe = f"{safe}-{hashlib.sha256(ruleset.encode()).hexdigest()[:8]}"
    return folder / FOLDER / f"{safe}.toml"


class BoardNotesFile(EditableFile[BoardNotes]):
    empty = BoardNotes()

    def parse(self, raw: dict[str, Any]) -> BoardNotes:
        lessons = []
        for page, names in validate(_Pages, raw).root.items():
            for name, facts in names.items():
                own = {_RENAMED.get(key, key): fact for key, fact in facts.items()}
                lessons.append(Lesson(page, name, own))
        return learn(BoardNotes(), lessons)

    def text(self, value: BoardNotes) -> str:
        text = f"format = {self.format}\n"
        for page, names in value.pages.items():
            text += f"\n[{key_of(page)}]\n"
            text += "".join(f"{key_of(one.name)} = {inline(one.facts)}\n" for one in names.values())
        return text


def _fact(value: Any, handler: pydantic.ValidatorFunctionWrapHandler) -> Any:
    """Report one error for an invalid fact, not pydantic's one per allowed type."""
    try:
        return handler(value)
    except pydantic.ValidationError:
        raise PydanticCustomError("copybook.fact", "unfit") from None


def _distinct(table: Any) -> Any:
    """Refuse two spellings of one name. This runs before names are tidied: tidying would drop one of them."""
    return distinct_names(table) if isinstance(table, dict) else table


_Fact = Annotated[
    bool
    | Amount
    | TextLine
    | Annotated[tuple[TextLine, ...], pydantic.Field(strict=False)]
    | dict[Name, Amount | TextLine],
    pydantic.WrapValidator(_fact),
]
_Names = Annotated[dict[Name, dict[Name, _Fact]], pydantic.BeforeValidator(_distinct)]


class _Pages(pydantic.RootModel[dict[Line, _Names]]):
    model_config = pydantic.ConfigDict(strict=True, frozen=True, defer_build=True)
