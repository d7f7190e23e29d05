"""Small files that people may edit, such as players and board notes.

Nothing a person wrote is lost: a file that can't be read is left alone, and a file that a person edited is
copied before it is rewritten.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

from companion.core.errors import Refusal
from companion.core.messages import say
from companion.storage.backups import backup_path
from companion.storage.disk import Disk, NoLocks, draft_of, sweep_drafts
from companion.storage.documents import PATIENCE
from companion.storage.errors import FileError, content_of, writing
from companion.storage.toml import parse_toml

LARGEST = 1_000_000
_TRIES = 5

T = TypeVar("T")


@contextmanager
def small_file_lock(disk: Disk, path: Path) -> Iterator[None]:
    """Lock a small file if the disk has locks. Go on without a lock if another program doesn't release it."""
    release = None
    with suppress(OSError, NoLocks):  # writing the file reports the reason
        release = disk.lock(path, PATIENCE, is_beside=True)
    try:
        yield
    finally:
        if release is not None:
            release()


class EditableFile(ABC, Generic[T]):
    """A file with a `format` and one value, which subclasses parse and write."""

    format = 1
    empty: T
    """The value of an empty or missing file."""

    def __init__(self, disk: Disk, path: Path, former: Path | None = None) -> None:
        """`former` is the file's path in earlier versions: read until `path` exists, and never written."""
        self._disk = disk
        self.path = path
        self._former = former

    @abstractmethod
    def parse(self, raw: dict[str, Any]) -> T:
        """Return the value of a parsed file, given without its `format`. Raise Refusal if it is invalid."""

    @abstractmethod
    def text(self, value: T) -> str: ...

    def stamp(self) -> tuple[int, ...] | None:
        """A value that changes whenever the file does; None if the file doesn't exist or can't be read."""
        with suppress(OSError):
            return self._disk.stamp(self.path)
        return None

    def read(self) -> T:
        return self._read()[0]

    def change(self, change: Callable[[T], T]) -> T:
        """Change the value, write it and return it. After a FileError or Refusal the file is unchanged."""
        for _ in range(_TRIES):
            with small_file_lock(self._disk, self.path):
                known, stamp, content = self._read()
                changed = change(known)
                if changed == known or self._write(changed, known, stamp, content):
                    return changed
        raise FileError(self.path, say("editable-file.busy"))

    def _write(self, value: T, known: T, stamp: tuple[int, ...] | None, content: bytes) -> bool:
        """Replace the file that was read; False if it changed meanwhile. Raise FileError if that fails."""
        text = self.text(value).encode()
        if len(text) > LARGEST:
            raise FileError(self.path, say("editable-file.full", most=LARGEST // 1_000_000))
        folder, disk = self.path.parent, self._disk
        draft = draft_of(self.path)
        with writing(self.path, "editable-file.unwritable"):
            disk.make_folder(folder)
            sweep_drafts(disk, folder)
            disk.write(draft, text, self.path)
            if disk.stamp(self.path) != stamp:
                return False
            if content.strip() and content != self.text(known).encode():
                disk.create(backup_path(disk, self.path, "edited"), content, self.path)
            disk.rename(draft, self.path)
            with suppress(OSError):  # the file is written, even if a power cut may undo that
                disk.sync_folder(folder)
        return True

    def _read(self) -> tuple[T, tuple[int, ...] | None, bytes]:
        """Return the value, the stamp of the file (None if it doesn't exist) and the content."""
        stamp, content = content_of(self._disk, self.path, LARGEST)
        if stamp is not None or self._former is None:
            return self._value_of(self.path, content), stamp, content
        content = content_of(self._disk, self._former, LARGEST)[1]
        return self._value_of(self._former, content), None, content

    def _value_of(self, path: Path, content: bytes) -> T:
        if not content.strip():
            return self.empty
        raw = parse_toml(path, content)
        found = raw.pop("format", None)
        if found is None:
            raise FileError(path, say("form.missing", key="format"))
        if type(found) is not int or abs(found) > LARGEST:
            raise FileError(path, say("form.whole-number", key="format"))
        if found > self.format:
            raise FileError(path, say("save.newer-format", found=found, known=self.format))
        if found < self.format:
            raise FileError(path, say("form.at-least", key="format", wanted=self.format))
        try:
            return self.parse(raw)
        except Refusal as refusal:
            raise FileError(path, refusal.message) from None
