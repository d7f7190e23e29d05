"""Older versions of a file: names that nothing has yet, and whole copies of a session.

A copy goes only if all of it is also in the session, or in a copy that stays.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path

from companion.core.messages import Message, say
from companion.core.names import fold
from companion.storage.disk import Disk, sweep_drafts
from companion.storage.documents import LARGEST
from companion.storage.errors import reason_of

FOLDER = "backups"
MOST = 5
"""Copies of one session, besides those that hold something else."""
MOST_BYTES = 100_000_000
"""Of all sessions of a folder together, besides the same."""
REPLACED = "replaced"
"""In the name of a copy that is kept for good, since the session no longer has what is in it."""
_COPY = re.compile(r"(.+)\.(\d{1,9})\.toml")


def backup_path(disk: Disk, path: Path, ending: str) -> Path:
    return unused(disk, path.parent, f"{path.name}.{ending}")


def unused(disk: Disk, folder: Path, stem: str, ending: str = "") -> Path:
    """A free name in a folder; with a number where the plain one is taken."""
    taken = {fold(name) for name in disk.names(folder)}  # as macOS and Windows compare names
    name, number = f"{stem}{ending}", 1
    while fold(name) in taken:
        number += 1
        name = f"{stem}-{number}{ending}"
    return folder / name


def safe_stem(text: str) -> str:
    """A text as part of a file name: whatever might not fit in one is a dash."""
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in text)


class Backups:
    """Copies of a session in a folder beside it: each has the next number."""

    def __init__(self, disk: Disk, session: Path) -> None:
        self._disk, self._session = disk, session
        self.folder = session.parent / FOLDER

    def take(self, content: bytes) -> Message | None:
        """Keeps a copy, unless the newest one is the same; return what keeps it from being made, never raise it."""
        try:
            copies = self.newest_first()
            if copies and self._disk.has_content(copies[0], content):
                return None
            number, is_kept = int(copies[0].suffixes[-2][1:]) if copies else 0, False
            self._disk.make_folder(self.folder)
            sweep_drafts(self._disk, self.folder)
            while not is_kept:
                number += 1
                path = self.folder / f"{self._session.stem}.{number}.toml"
                with suppress(FileExistsError):  # another program has just taken the number
                    self._disk.create(path, content, self._session)
                is_kept = self._disk.has_content(path, content)
            copies = self.newest_first()
            unique = self._unique(self._session, copies) if len(copies) > MOST else {}
            for path in (*(one for one in copies[MOST:] if one not in unique), *self._too_much()):
                self._disk.remove(path)
        except OSError as error:
            return say("disk.no-backup", folder=str(self.folder), reason=reason_of(error))
        return None

    def newest_first(self) -> list[Path]:
        own = [one for one in self._all() if one[1] == self._session.stem]
        return [path for _, _, path in sorted(own, reverse=True)]

    def unknown(self) -> list[bytes]:
        """Return what copies hold, newest first, that neither the session nor a copy kept for good begins with."""
        aside = (self.folder / name for name in self._disk.names(self.folder))
        own = [one for one in aside if one.name.startswith(f"{self._session.stem}.{REPLACED}")]
        return [*self._unique(self._session, self.newest_first(), own).values()]

    def _unique(self, session: Path, copies: Sequence[Path], kept: Sequence[Path] = ()) -> dict[Path, bytes]:
        """Of copies, newest first, those with which neither the session, nor a kept or newer one begins."""
        known, unique = [self._content(one) for one in (session, *kept)], dict[Path, bytes]()
        for path in copies:
            content = self._content(path)
            if not any(one.startswith(content) for one in (*known, *unique.values())):
                unique[path] = content
        return unique

    def _content(self, path: Path) -> bytes:
        try:
            return self._disk.read(path, LARGEST)
        except FileNotFoundError:
            return b""

    def set_aside(self, content: bytes, why: str) -> Path:
        """Keep a copy for good, which no newer one takes the place of; return where it is, also if it was there."""
        stem = f"{self._session.stem}.{why}"
        self._disk.make_folder(self.folder)
        while True:
            for name in self._disk.names(self.folder):
                if name.startswith(stem) and self._disk.has_content(self.folder / name, content):
                    return self.folder / name
            with suppress(FileExistsError):  # another program has just taken the name
                self._disk.create(unused(self._disk, self.folder, stem, ".toml"), content, self._session)
                self._disk.sync_folder(self._session.parent)  # the folder of the backups may be new

    def _all(self) -> list[tuple[int, str, Path]]:
        found = ((_COPY.fullmatch(name), name) for name in self._disk.names(self.folder))
        return [(int(match[2]), match[1], self.folder / name) for match, name in found if match]

    def _too_much(self) -> list[Path]:
        """Copies of other sessions that are over the bound: those of the oldest go first, whose names begin so."""
        there = sorted(((name, -number, path) for number, name, path in self._all()))
        sizes = {path: (self._disk.stamp(path) or (0,))[0] for _, _, path in there}
        over, gone = sum(sizes.values()) - MOST_BYTES, list[Path]()
        for name, rows in groupby(there, key=lambda row: row[0]):
            copies = [path for _, _, path in rows]
            if over > 0 and name != self._session.stem:
                unique = self._unique(self._session.with_name(f"{name}.toml"), copies)
                for path in reversed(copies):
                    if over > 0 and path not in unique:
                        over -= sizes[path]
                        gone.append(path)
        return gone
