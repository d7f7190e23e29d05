"""Small files kept between sessions that people may edit: never half, never over what is not understood.

What a person wrote is never lost: a file that cannot be understood is left alone, and one written otherwise than
here is kept before it is written anew.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from companion.core.errors import Refused
from companion.core.messages import say
from companion.storage.aside import aside
from companion.storage.disk import Disk
from companion.storage.faults import Fault, reason_of
from companion.storage.toml import toml_of

LARGEST = 1_000_000
_TRIES = 5

T = TypeVar("T")


def content_of(disk: Disk, path: Path) -> tuple[tuple[int, ...] | None, bytes]:
    """The stamp and the content of a small file, None and nothing where there is none; Fault if it cannot be read."""
    try:
        stamp = disk.stamp(path)
        content = b"" if stamp is None else disk.read(path, LARGEST)
    except IsADirectoryError:
        raise Fault(path, say("save.folder")) from None
    except (OSError, ValueError) as error:
        raise Fault(path, say("save.unreadable", reason=reason_of(error))) from None
    if len(content) > LARGEST:
        raise Fault(path, say("save.too-large", most=LARGEST // 1_000_000))
    return stamp, content


class Keepsake(ABC, Generic[T]):
    """A file with a `format` and one value; each kind says what the value is and how it is written."""

    format = 1

    def __init__(self, disk: Disk, path: Path) -> None:
        self._disk = disk
        self.path = path

    @abstractmethod
    def nothing(self) -> T:
        """What an empty file holds, and none at all."""

    @abstractmethod
    def understood(self, raw: dict[str, Any]) -> T:
        """The value of all but the format; Refused where it is none."""

    @abstractmethod
    def text(self, value: T) -> str:
        """A whole file."""

    def read(self) -> T:
        """The value in the file; Fault where it cannot be understood."""
        return self._value_of(content_of(self._disk, self.path)[1])

    def change(self, change: Callable[[T], T]) -> T:
        """Makes a change to what is there now, and writes it if it is one; when this returns it is on the disk.

        Fault if it cannot be, or what the change itself refuses; then the file is as it was.
        """
        for _ in range(_TRIES):
            stamp, content = content_of(self._disk, self.path)
            there = self._value_of(content)
            changed = change(there)
            if changed == there or self._write(changed, there, stamp, content):
                return changed
        raise Fault(self.path, say("keepsake.busy"))

    def _write(self, value: T, there: T, stamp: tuple[int, ...] | None, content: bytes) -> bool:
        """Puts a new file in the place of the one that was read; False when that is another one by now."""
        text = self.text(value).encode()
        if len(text) > LARGEST:
            raise Fault(self.path, say("keepsake.full", most=LARGEST // 1_000_000))
        folder, disk = self.path.parent, self._disk
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}.new")
        try:
            disk.make_folder(folder)
            disk.write(draft, text)
            if disk.stamp(self.path) != stamp:
                return False
            if content.strip() and content != self.text(there).encode():
                disk.write(aside(disk, self.path, "edited"), content)
            disk.rename(draft, self.path)
            disk.sync_folder(folder)
            if stamp is None:  # the folder may be new too
                disk.sync_folder(folder.parent)
        except OSError as error:
            raise Fault(self.path, say("keepsake.unwritable", reason=reason_of(error))) from None
        return True

    def _value_of(self, content: bytes) -> T:
        if not content.strip():
            return self.nothing()
        raw = toml_of(self.path, content)
        found = raw.pop("format", None)
        if found is None:
            raise Fault(self.path, say("form.missing", key="format"))
        if type(found) is not int:
            raise Fault(self.path, say("form.whole-number", key="format"))
        if found > self.format:
            raise Fault(self.path, say("save.newer-format", found=found, known=self.format))
        if found < self.format:
            raise Fault(self.path, say("form.at-least", key="format", wanted=self.format))
        try:
            return self.understood(raw)
        except Refused as refusal:
            raise Fault(self.path, refusal.message) from None
