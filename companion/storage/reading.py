"""A whole file read, or what keeps it from being read."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.core.messages import say
from companion.storage.disk import Disk, NoPlainFile
from companion.storage.errors import FileError, reason_of


def content_of(disk: Disk, path: Path, most: int) -> tuple[tuple[int, ...] | None, bytes]:
    """The stamp and the content of a file, None and nothing where there is none; FileError if it cannot be read."""
    with reading(path):
        stamp = disk.stamp(path)
        content = b"" if stamp is None else disk.read(path, most)
    if len(content) > most:
        raise FileError(path, say("save.too-large", most=most // 1_000_000))
    return stamp, content


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Makes a FileError of what the system says against it."""
    try:
        yield
    except IsADirectoryError:
        raise FileError(path, say("save.folder")) from None
    except NoPlainFile:
        raise FileError(path, say("save.no-plain-file")) from None
    except (OSError, ValueError) as error:
        raise FileError(path, say("save.unreadable", reason=reason_of(error))) from None
