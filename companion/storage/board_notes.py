"""The board notes of a ruleset as a file that people can read and edit: a line for each name."""

import hashlib
from pathlib import Path
from typing import Annotated

import pydantic
from pydantic_core import PydanticCustomError

from companion.core.board_notes import BoardNotes, Lesson, learn
from companion.games.models import Amount, Count, Line, Model, Name, TextLine, distinct_names, validate
from companion.storage.backups import safe_stem
from companion.storage.disk import UNFIT
from companion.storage.editable_file import EditableFile
from companion.storage.toml import inline, key_of

FOLDER = "board-notes"


def board_notes_path(folder: Path, ruleset: str) -> Path:
    """Return the path of a ruleset's board notes. An id that isn't a safe file name gets a digest."""
    safe = safe_stem(ruleset)[:80]
    if safe != ruleset or UNFIT.fullmatch(safe):
        safe = f"{safe}-{hashlib.sha256(ruleset.encode()).hexdigest()[:8]}"
    return folder / FOLDER / f"{safe}.toml"


class BoardNotesFile(EditableFile[BoardNotes]):
    empty = BoardNotes()

    def parse(self, raw: dict[str, object]) -> BoardNotes:
        pages = validate(_Pages, raw).root
        validate(_Kinds, pages)
        lessons = (Lesson(page, *item) for page, names in pages.items() for item in names.items())
        return learn(BoardNotes(), lessons)

    def text(self, value: BoardNotes) -> str:
        text = f"format = {self.format}\n"
        for page, names in value.pages.items():
            text += f"\n[{key_of(page)}]\n"
            text += "".join(f"{key_of(piece.name)} = {inline(piece.facts)}\n" for piece in names.values())
        return text


def _fact(value: object, handler: pydantic.ValidatorFunctionWrapHandler) -> object:
    """Report one error for an invalid fact, not pydantic's one per allowed type."""
    try:
        return handler(value)
    except pydantic.ValidationError:
        raise PydanticCustomError("board-notes.fact", "unfit") from None


def _distinct(table: object) -> object:
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


class _KnownFacts(Model):
    """The facts that games use, each of one kind; others may be of any kind."""

    model_config = pydantic.ConfigDict(extra="allow")
    name: str = ""
    colour: str = ""
    line: str = ""
    commodities: tuple[str, ...] = ()
    all_seen: bool = False
    pay: dict[str, Count] = {}
    points: Amount = 0
    penalty: Amount = 0
    company: str = ""
    rate: Amount = 0
    worth: Amount = 0


class _Kinds(pydantic.RootModel[dict[str, dict[str, _KnownFacts]]]):
    model_config = pydantic.ConfigDict(strict=True, defer_build=True)
