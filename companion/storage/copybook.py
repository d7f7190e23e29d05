"""The copy book of a ruleset as a file beside the saves: one line a name, readable and editable by hand.

What a person wrote is never lost: a file that cannot be understood is left alone, and one written otherwise than
here is kept before it is written anew.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    RootModel,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

from companion.core.copybook import Book, Lesson, learn
from companion.core.errors import Refused
from companion.core.messages import say
from companion.games.models import Amount, Name, Text, TextLine, distinct_names, validated
from companion.storage.aside import aside
from companion.storage.disk import Disk
from companion.storage.faults import Fault, reason_of
from companion.storage.toml import inline, key_of, toml_of

FOLDER = "copybook"
"""The folder beside the sessions with the copy books."""
FORMAT = 1

_LARGEST = 1_000_000
_TRIES = 5


def book_path(folder: Path, ruleset: str) -> Path:
    """Where the book of a ruleset lies; an id that would make no good file name gets one of its own."""
    safe = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in ruleset)[:80]
    if safe != ruleset:
        safe = f"{safe}-{hashlib.sha256(ruleset.encode()).hexdigest()[:8]}"
    return folder / FOLDER / f"{safe}.toml"


class BookFile:
    def __init__(self, disk: Disk, path: Path) -> None:
        self._disk = disk
        self.path = path

    def read(self) -> Book:
        """The book in the file, an empty one where there is no file; Fault where it cannot be understood."""
        return self._book_of(self._content()[1])

    def change(self, change: Callable[[Book], Book]) -> Book:
        """Makes a change to what is there now, and writes it if it is one; when this returns it is on the disk.

        Fault if it cannot be, or what the change itself refuses; then the file is as it was.
        """
        for _ in range(_TRIES):
            stamp, content = self._content()
            there = self._book_of(content)
            changed = change(there)
            if changed == there or self._write(changed, there, stamp, content):
                return changed
        raise Fault(self.path, say("copybook.busy"))

    def _write(self, book: Book, there: Book, stamp: tuple[int, ...] | None, content: bytes) -> bool:
        """Puts a new file in the place of the one that was read; False when that is another one by now."""
        text = book_text(book).encode()
        if len(text) > _LARGEST:
            raise Fault(self.path, say("copybook.full", most=_LARGEST // 1_000_000))
        folder, disk = self.path.parent, self._disk
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}.new")
        try:
            disk.make_folder(folder)
            disk.write(draft, text)
            if disk.stamp(self.path) != stamp:
                return False
            if content.strip() and content != book_text(there).encode():
                disk.write(aside(disk, self.path, "edited"), content)
            disk.rename(draft, self.path)
            disk.sync_folder(folder)
            if stamp is None:  # the folder may be new too
                disk.sync_folder(folder.parent)
        except OSError as error:
            raise Fault(self.path, say("copybook.unwritable", reason=reason_of(error))) from None
        return True

    def _content(self) -> tuple[tuple[int, ...] | None, bytes]:
        try:
            stamp = self._disk.stamp(self.path)
            content = b"" if stamp is None else self._disk.read(self.path, _LARGEST)
        except IsADirectoryError:
            raise Fault(self.path, say("save.folder")) from None
        except (OSError, ValueError) as error:
            raise Fault(self.path, say("save.unreadable", reason=reason_of(error))) from None
        if len(content) > _LARGEST:
            raise Fault(self.path, say("save.too-large", most=_LARGEST // 1_000_000))
        return stamp, content

    def _book_of(self, content: bytes) -> Book:
        if not content.strip():
            return Book()
        raw = toml_of(self.path, content)
        found = raw.pop("format", None)
        if found is None:
            raise Fault(self.path, say("form.missing", key="format"))
        if type(found) is not int:
            raise Fault(self.path, say("form.whole-number", key="format"))
        if found > FORMAT:
            raise Fault(self.path, say("save.newer-format", found=found, known=FORMAT))
        if found < FORMAT:
            raise Fault(self.path, say("form.at-least", key="format", wanted=FORMAT))
        try:
            pages = validated(_Pages, raw).root
        except Refused as refusal:
            raise Fault(self.path, refusal.message) from None
        return learn(
            Book(),
            (Lesson(page, name, facts) for page, names in pages.items() for name, facts in names.items()),
        )


def book_text(book: Book) -> str:
    """A whole file: a table for each page, and in it a line for each name."""
    text = f"format = {FORMAT}\n"
    for page, names in book.pages.items():
        text += f"\n[{key_of(page)}]\n"
        text += "".join(f"{key_of(one.name)} = {inline(one.facts)}\n" for one in names.values())
    return text


def _fact(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
    """One sentence for whatever is no fact, in place of one for each kind of fact that it is not."""
    try:
        return handler(value)
    except ValidationError:
        raise PydanticCustomError("copybook.fact", "unfit") from None


def _distinct(table: Any) -> Any:
    """Looked at before names are tidied, so that of two spellings none is dropped."""
    return distinct_names(table) if isinstance(table, dict) else table


_Fact = Annotated[
    bool
    | Amount
    | TextLine
    | Annotated[tuple[TextLine, ...], Field(strict=False)]
    | dict[Name, Amount | TextLine],
    WrapValidator(_fact),
]
_Names = Annotated[dict[Name, dict[Name, _Fact]], BeforeValidator(_distinct)]


class _Pages(RootModel[dict[Text, _Names]]):
    model_config = ConfigDict(strict=True, frozen=True, defer_build=True)
