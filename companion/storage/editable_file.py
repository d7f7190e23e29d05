"""Small files that people may edit, such as players and board notes.

Nothing a person wrote is lost: a file that can't be read is left alone, and a file that a person edited is
copied before it is rewritten.
"""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Generic, TypeVar

from companion.core.errors import Refusal
from companion.core.messages import say
from companion.storage.backups import keep_copy
from companion.storage.disk import Disk, NoLocks, release_nothing, temporary_of
from companion.storage.errors import FileError, content_of, writing
from companion.storage.session_file import PATIENCE, check_format
from companion.storage.toml import parse_toml

LARGEST = 1_000_000
_TRIES = 5

T = TypeVar("T")


@contextmanager
def small_file_lock(disk: Disk, path: Path) -> Iterator[None]:
    """Lock a small file if the disk has locks. Go on without a lock if another program doesn't release it."""
    with ExitStack() as once:
        with suppress(OSError, NoLocks):  # writing the file reports the reason
            once.callback(disk.lock(path, PATIENCE, is_beside=True) or release_nothing)
        yield


class EditableFile(ABC, Generic[T]):
    """A file with a `format` and one value, which subclasses parse and write."""

    format = 1
    empty: T

    def __init__(self, disk: Disk, path: Path) -> None:
        self._disk = disk
        self.path = path

    @abstractmethod
    def parse(self, raw: dict[str, object]) -> T:
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
        temporary = temporary_of(self.path)
        with writing(self.path, "editable-file.unwritable"):
            disk.make_folder(folder)
            disk.write(temporary, text, self.path)
            if disk.stamp(self.path) != stamp:
                return False
            if content.strip() and content != self.text(known).encode():
                keep_copy(disk, self.path, content, Path(f"{self.path}.edited"))
            disk.rename(temporary, self.path)
            with suppress(OSError):  # the file is written, even if a power cut may undo that
                disk.sync_folder(folder)
        return True

    def _read(self) -> tuple[T, tuple[int, ...] | None, bytes]:
        """Return the value, the stamp of the file (None if it doesn't exist) and the content."""
        stamp, content = content_of(self._disk, self.path, LARGEST)
        return self._value_of(content), stamp, content

    def _value_of(self, content: bytes) -> T:
        if not content.strip():
            return self.empty
        raw = parse_toml(self.path, content)
        check_format(self.path, raw.pop("format", None), self.format, say("form.missing", key="format"))
        try:
            return self.parse(raw)
        except Refusal as refusal:
            lines = content.splitlines(keepends=True)
            line = bisect_left(
                range(len(lines)), True, key=lambda end: self._is_faulty(b"".join(lines[:end]))
            )
            raise FileError(self.path, say("form.in-line", line=line, reason=refusal.message)) from None

    def _is_faulty(self, beginning: bytes) -> bool:
        with suppress(FileError):  # it ends within a value
            raw = parse_toml(self.path, beginning)
            try:
                self.parse({key: value for key, value in raw.items() if key != "format"})
            except Refusal:
                return True
        return False
