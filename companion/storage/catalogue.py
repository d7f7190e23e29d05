"""Which sessions lie in a folder, without playing them."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.messages import Message, say
from companion.storage.disk import Disk
from companion.storage.errors import FileError, reason_of
from companion.storage.saves import read_document

_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


class Listed(NamedTuple):
    path: Path
    header: Mapping[str, Any] = {}
    entry_count: int = 0
    last: datetime | None = None
    """When something was last entered, or when it was begun."""
    fault: Message | None = None
    """Why it cannot be read."""


def sessions_in(disk: Disk, folder: Path, most: int) -> list[Listed]:
    """The newest sessions of a folder, the one last entered in first; their names begin with the day.

    FileError where the folder cannot be looked into; one that is not there yet has no sessions.
    """
    try:
        found = disk.names(folder)
    except OSError as error:
        raise FileError(folder, say("save.folder-unreadable", reason=reason_of(error))) from None
    names = [name for name in found if name.endswith(".toml") and not name.startswith(".")]
    listed = [_listed(disk, folder / name) for name in sorted(names, reverse=True)[:most]]
    return sorted(listed, key=lambda one: one.last or _LONG_AGO, reverse=True)


def _listed(disk: Disk, path: Path) -> Listed:
    try:
        document = read_document(disk, path)
    except FileError as fault:
        return Listed(path, fault=fault.message)
    moments = [block.get("at") for block in document.blocks if isinstance(block, Mapping)]
    moments = [document.header.get("created"), *moments]
    known = [_moment(one) for one in moments if isinstance(one, date)]
    return Listed(path, document.header, len(document.blocks), known[-1] if known else None)


def _moment(value: date) -> datetime:
    if not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day)
    return value if value.tzinfo is not None else value.replace(tzinfo=UTC)
