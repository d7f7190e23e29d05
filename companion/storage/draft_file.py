"""The unfinished entry, written beside the sessions at every key press. It survives a crash, not a power cut.

Each program that has a session open locks its own file. A file with content that no program locks was left
by a program that crashed. Errors are ignored: a lost draft must not stop the game.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.core.names import fold
from companion.storage.backups import unused_path
from companion.storage.disk import Disk, NoLocks, release_nothing
from companion.storage.errors import FileError
from companion.storage.session_file import read_now

FOLDER, PHONES = "drafts", "phones"
"""Folders for the app's unfinished entry, and for the state of the web server."""
LARGEST = 200_000
MOST = 50
"""Programs that can keep drafts of one session. Any further program keeps none."""
_NAME = re.compile(r"(.+)\.\d+(\.aside.*)?")


class LeftDraft(NamedTuple):
    content: bytes
    session: Path
    """The session with the name of the draft, which need not be the draft's."""
    is_own: bool
    """Whether that is the name of the open session."""
    is_aside: bool


class DraftFile:
    def __init__(self, disk: Disk, session: Path, folder: str = FOLDER) -> None:
        self._disk, self._session, self._folder = disk, session, session.parent / folder
        self._slots = [self._folder / f"{session.stem}.{number}" for number in range(1, MOST + 1)]
        self._path: Path | None = None
        self._release: Callable[[], None] = release_nothing
        self._kept = b""

    def left(self) -> Iterator[LeftDraft]:
        """Yield the drafts that programs left in the folder, own ones first. Each is taken over until the next."""
        own = fold(self._session.stem)
        with suppress(OSError):
            found = filter(None, map(_NAME.fullmatch, self._disk.names(self._folder)))
            for match in sorted(found, key=lambda match: fold(match[1]) != own):
                if self._claim(self._folder / match[0], lambda content: bool(content)):
                    line = self._kept.partition(b"\n")[0]  # the rest is from a longer draft
                    session = self._session.with_name(f"{match[1]}.toml")
                    yield LeftDraft(line, session, fold(match[1]) == own, match[2] is not None)
                    self.close()

    def take_over(self) -> bytes:
        """Take over the draft of a program that crashed and return it; empty if there is none."""
        for draft in self.left():
            if draft.is_own and not draft.is_aside:
                return draft.content
        return b""

    def has_session(self, draft: LeftDraft) -> bool:
        return self._disk.is_file(draft.session)

    def is_session(self, draft: LeftDraft, is_wanted: Callable[[object, Sequence[object]], bool]) -> bool:
        """Whether the session with the draft's name is wanted, by its beginning and entries, or can't be read."""
        try:
            document = read_now(self._disk, draft.session)
        except FileError:
            return True
        return is_wanted(document.header.get("created"), document.blocks)

    def keep(self, content: bytes) -> None:
        """Replace the kept draft; remove the file if the content is empty."""
        line = content + b"\n" if content else b""
        if len(line) > LARGEST or (line == self._kept and (line or self._path is None)):
            return
        with suppress(OSError):
            if self._path is None and line:
                self._disk.make_folder(self._folder)
                next((path for path in self._slots if self._claim(path, lambda there: not there)), None)
            if self._path is not None:
                self._disk.write_unsynced(self._path, line)
                self._kept = line
        if not line:
            with suppress(OSError):
                if self._path is not None:
                    self._disk.remove(self._path)
            self.close()

    def set_aside(self) -> Path:
        """Rename the draft so that no program takes it over. Return its path, the old one on failure."""
        path = self._path or self._slots[0]
        self.close()  # Windows renames no open file
        with suppress(OSError):
            new = unused_path(self._disk, self._folder, f"{path.name}.aside")
            self._disk.move(path, new)
            return new
        return path

    def close(self) -> None:
        """Release the file. The unfinished entry stays for the program that opens the session next."""
        self._release()
        self._path, self._release, self._kept = None, release_nothing, b""

    def _claim(self, path: Path, is_wanted: Callable[[bytes], bool]) -> bool:
        """Lock a file if its content is wanted and no other program locks it; return whether it is ours."""
        try:
            if self._disk.stamp(path) is None:
                self._disk.write_unsynced(path, b"")
            try:
                release = self._disk.lock(path)
            except NoLocks:  # then this program is the only one that writes the session
                release = release_nothing
            if release is None:
                return False
            content = self._disk.read(path, LARGEST)
        except OSError:
            return False
        if not is_wanted(content):
            release()
            return False
        self._path, self._release, self._kept = path, release, content
        return True
