"""FileError, and functions that turn the system's errors into a FileError."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.messages import Message, say
from companion.storage.disk import Disk, NoFolder, NoPlainFile

if TYPE_CHECKING:
    from companion.games.ruleset import Ruleset


class FileError(Exception):
    def __init__(self, path: Path, message: Message, ruleset: "Ruleset | None" = None) -> None:
        super().__init__(str(path), message.key)
        self.path, self.message = path, message
        self.ruleset = ruleset


class Overtaken(FileError):  # noqa: N818 - a normal answer, not an error
    """The file has entries other than the known ones. Nothing was written."""


def reason_of(error: Exception) -> Message | str:
    """Return why the system refused: our message for some errors, else its own, without number and path."""
    if isinstance(error, NoFolder):
        return say("disk.no-folder", path=str(error.filename))
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ENOSPC, errno.EDQUOT):
        return say("disk.full")
    if number == errno.EROFS:
        return say("disk.read-only")
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__


def content_of(disk: Disk, path: Path, most: int) -> tuple[tuple[int, ...] | None, bytes]:
    """Return the stamp and content of a file; None and b"" if it doesn't exist. Raise FileError if it can't be read."""
    with reading(path):
        stamp = disk.stamp(path)
        content = b"" if stamp is None else disk.read(path, most)
    if len(content) > most:
        raise FileError(path, say("save.too-large", most=most // 1_000_000))
    return stamp, content


@contextmanager
def writing(path: Path, key: str = "save.unwritable") -> Iterator[None]:
    """Turn an OSError into a FileError with the message `key` and the reason."""
    try:
        yield
    except OSError as error:
        raise FileError(path, say(key, reason=reason_of(error))) from None


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn the system's error about reading a file into a FileError."""
    try:
        yield
    except IsADirectoryError:
        raise FileError(path, say("save.folder")) from None
    except NoPlainFile:
        raise FileError(path, say("save.no-plain-file")) from None
    except (OSError, ValueError) as error:
        raise FileError(path, say("save.unreadable", reason=reason_of(error))) from None
