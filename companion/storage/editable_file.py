"""Small files kept between sessions that people may edit: never half, never over what is not understood.

What a person wrote is never lost: a file that cannot be understood is left alone, and one written differently
is kept before it is rewritten.
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
from companion.storage.toml import toml_of

LARGEST = 1_000_000
_TRIES = 5

T = TypeVar("T")


@contextmanager
def alone(disk: Disk, path: Path) -> Iterator[None]:
    """Lock a small file against other programs, if the disk knows locks; a program that hangs is not waited for."""
    release = None
    with suppress(OSError, NoLocks):  # writing the file itself says what is wrong
        release = disk.lock(path, PATIENCE, is_beside=True)
    try:
        yield
    finally:
        if release is not None:
            release()


class EditableFile(ABC, Generic[T]):
    """A file with a `format` and one value; each kind says what the value is and how it is written."""

    format = 1
    nothing: T
    """What an empty file holds, and none at all."""

    def __init__(self, disk: Disk, path: Path, former: Path | None = None) -> None:
        """`former` is where earlier versions kept it: read until the file itself is there, and never written."""
        self._disk = disk
        self.path = path
        self._former = former

    @abstractmethod
    def understood(self, raw: dict[str, Any]) -> T:
        """The value of all but the format; Refusal where it is none."""

    @abstractmethod
    def text(self, value: T) -> str: ...

    def stamp(self) -> tuple[int, ...] | None:
        """Another one once somebody wrote the file; None where there is none, or it cannot be looked at."""
        with suppress(OSError):
            return self._disk.stamp(self.path)
        return None

    def read(self) -> T:
        return self._there()[0]

    def change(self, change: Callable[[T], T]) -> T:
        """Change the value and write it to the disk; after a FileError or a Refusal the file is as it was."""
        for _ in range(_TRIES):
            with alone(self._disk, self.path):
                there, stamp, content = self._there()
                changed = change(there)
                if changed == there or self._write(changed, there, stamp, content):
                    return changed
        raise FileError(self.path, say("editable-file.busy"))

    def _write(self, value: T, there: T, stamp: tuple[int, ...] | None, content: bytes) -> bool:
        """Puts a new file in the place of the one that was read; False when that is another one by now."""
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
            if content.strip() and content != self.text(there).encode():
                disk.create(backup_path(disk, self.path, "edited"), content, self.path)
            disk.rename(draft, self.path)
            with suppress(OSError):  # it is there, if not for good
                disk.sync_folder(folder)
        return True

    def _there(self) -> tuple[T, tuple[int, ...] | None, bytes]:
        """The value, with the stamp of the file and the content it was read from."""
        stamp, content = content_of(self._disk, self.path, LARGEST)
        if stamp is not None or self._former is None:
            return self._value_of(self.path, content), stamp, content
        content = content_of(self._disk, self._former, LARGEST)[1]
        return self._value_of(self._former, content), None, content

    def _value_of(self, path: Path, content: bytes) -> T:
        if not content.strip():
            return self.nothing
        raw = toml_of(path, content)
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
            return self.understood(raw)
        except Refusal as refusal:
            raise FileError(path, refusal.message) from None
