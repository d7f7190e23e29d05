"""Backup copies of a session, and file names that are not taken.

A copy is removed only if everything in it is also in the session or in a copy that stays.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain, count
from pathlib import Path

from companion.core.messages import Message, say
from companion.core.names import fold
from companion.storage.disk import Disk
from companion.storage.errors import reason_of
from companion.storage.session_file import LARGEST

FOLDER = "backups"
MOST = 5
"""Newest copies that always stay. An older copy stays only if it has entries found nowhere else."""
REPLACED = "replaced"
"""Part of the name of a copy that stays for good, since the session no longer has the copy's entries."""


def unused_path(disk: Disk, folder: Path, stem: str, ending: str = "") -> Path:
    """Return a path in the folder whose name is not taken, with a number if the plain name is."""
    taken = {fold(name) for name in disk.names(folder)}  # as macOS and Windows compare names
    numbered = (f"{stem}-{number}{ending}" for number in count(2))
    return folder / next(name for name in chain([f"{stem}{ending}"], numbered) if fold(name) not in taken)


def keep_copy(disk: Disk, path: Path, content: bytes, copy: Path, ending: str = "") -> Path:
    """Keep content of `path` for good as `copy`, numbered if that name is taken. Return where it is kept."""
    while True:
        for file in (copy.parent / name for name in disk.names(copy.parent) if name.startswith(copy.name)):
            with suppress(OSError):  # what can't be read is no copy
                if disk.has_content(file, content):
                    disk.sync_folder(copy.parent)  # whoever made it may have been killed before
                    return file
        with suppress(FileExistsError):  # another program has just taken the name
            kept = unused_path(disk, copy.parent, copy.name, ending)
            disk.create(kept, content, path)
            return kept


def safe_stem(text: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in text)


class Backups:
    """Numbered copies of a session in a folder beside it."""

    def __init__(self, disk: Disk, session: Path) -> None:
        self._disk, self._session = disk, session
        self.folder = session.parent / FOLDER

    def take(self, content: bytes) -> Message | None:
        """Make a copy unless the newest is the same; drop old ones found elsewhere. Return why that failed, or None."""
        try:
            copies = self.newest_first()
            if copies and self._disk.has_content(copies[0], content):
                return None
            number, is_kept = int(copies[0].suffixes[-2][1:]) if copies else 0, False
            self._disk.make_folder(self.folder)
            while not is_kept:
                number += 1
                path = self._path(number)
                with suppress(FileExistsError):  # another program has just taken the number
                    self._disk.create(path, content, self._session)
                is_kept = self._disk.has_content(path, content)
            copies = self.newest_first()
            unique = self._unique(copies) if len(copies) > MOST else {}
            for path in copies[MOST:]:
                if path not in unique:
                    self._disk.remove(path)
        except OSError as error:
            return say("disk.no-backup", folder=str(self.folder), reason=reason_of(error))
        return None

    def newest_first(self) -> list[Path]:
        copy = re.compile(re.escape(self._session.stem) + r"\.(\d{1,9})\.toml")
        numbers = [int(match[1]) for match in map(copy.fullmatch, self._disk.names(self.folder)) if match]
        return [self._path(number) for number in sorted(numbers, reverse=True)]

    def _path(self, number: int) -> Path:
        return self.folder / f"{self._session.stem}.{number}.toml"

    def unknown_copies(self) -> list[bytes]:
        """Return copies, newest first, with entries that neither the session nor a copy kept for good has."""
        prefix = f"{self._session.stem}.{REPLACED}"
        kept = [name for name in self._disk.names(self.folder) if name.startswith(prefix)]
        return [*self._unique(self.newest_first(), kept).values()]

    def _unique(self, copies: Sequence[Path], kept: Sequence[str] = ()) -> dict[Path, bytes]:
        """Return the copies, newest first, that are not the beginning of the session or of another copy."""
        known = [self._content(self._session), *(self._content(self.folder / name) for name in kept)]
        unique = dict[Path, bytes]()
        for path in copies:
            content = self._content(path)
            if not any(other.startswith(content) for other in (*known, *unique.values())):
                unique[path] = content
        return unique

    def _content(self, path: Path) -> bytes:
        try:
            return self._disk.read(path, LARGEST)
        except FileNotFoundError:
            return b""

    def set_aside(self, content: bytes, why: str) -> Path:
        """Keep a copy for good; return its path."""
        self._disk.make_folder(self.folder)
        copy = self.folder / f"{self._session.stem}.{why}"
        kept = keep_copy(self._disk, self._session, content, copy, ".toml")
        self._disk.sync_folder(self._session.parent)  # the folder of the backups may be new
        return kept
