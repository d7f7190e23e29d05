"""Write reports, completely or not at all, and never over a session."""

from pathlib import Path

from companion.core.messages import say
from companion.storage.disk import Disk
from companion.storage.errors import FileError, reason_of, writing
from companion.storage.session_file import read_document

EXPORTS = "exports"


def write_beside(disk: Disk, name: Path, content: bytes) -> tuple[Path, bool]:
    """Write a report into the exports folder; return its path and whether it replaced one. Raise FileError."""
    path = name.parent / EXPORTS / name.name
    with writing(path, "editable-file.unwritable"):
        path = path.absolute()
        disk.make_folder(path.parent)
    return path, write_export(disk, path, content, may_replace=True)


def write_export(disk: Disk, path: Path, content: bytes, may_replace: bool) -> bool:
    """Write a report; return whether it replaced a file. Raise FileError if it can't be written."""
    try:
        is_there = disk.stamp(path) is not None
        if is_there and not disk.is_file(path):
            raise FileError(path, say("export.no-plain-file"))
        if is_there and (path.suffix.casefold() == ".toml" or _is_session(disk, path)):
            raise FileError(path, say("export.over-session"))
        (disk.replace if may_replace else disk.create)(path, content)
        return is_there
    except FileExistsError:
        raise FileError(path, say("export.exists")) from None
    except (OSError, ValueError) as error:
        raise FileError(path, say("editable-file.unwritable", reason=reason_of(error))) from None


def _is_session(disk: Disk, path: Path) -> bool:
    """Whether the file is a session under any name, even one of another format."""
    try:
        read_document(disk, path)
    except FileError as fault:
        return fault.message.key == "save.other-format"
    return True
