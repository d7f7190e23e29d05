"""What is unfinished, kept beside the sessions at every key: it outlives the program, not a power cut.

Each program that has a session open has a file of its own, claimed as long as it runs: one with content that nobody
has was left by a program that ended. Nothing here keeps anybody from playing, so what fails is not said.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.storage.backups import unused
from companion.storage.disk import Disk, NoLocks, unlocked

FOLDER, PHONES = "drafts", "phones"
"""For the unfinished entry of the app; for who is at a table that phones reach."""
LARGEST = 200_000
MOST = 50
"""Programs with one session open; who comes later keeps no drafts."""


class DraftFile:
    def __init__(self, disk: Disk, session: Path, folder: str = FOLDER) -> None:
        self._disk, self._folder = disk, session.parent / folder
        self._slots = [self._folder / f"{session.stem}.{number}" for number in range(1, MOST + 1)]
        self._path: Path | None = None
        self._release: Callable[[], None] = unlocked
        self._kept = b""

    def unfinished(self) -> bytes:
        """What a program left that ended; it is this one's from now on. Nothing where there is none."""
        with suppress(OSError):
            names = set(self._disk.names(self._folder))
            for path in self._slots:
                if path.name in names and self._claim(path, lambda content: bool(content)):
                    return self._kept.partition(b"\n")[0]  # what is behind it was longer once
        return b""

    def keep(self, content: bytes) -> None:
        """Puts one line in place of what was there; an empty one if there is no unfinished entry."""
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
        """Give what was left another name, under which nobody takes it up; return where it is now."""
        path = self._path or self._slots[0]
        self.close()  # Windows renames no open file
        with suppress(OSError):
            aside = unused(self._disk, self._folder, f"{path.name}.aside")
            self._disk.move(path, aside)
            return aside
        return path

    def close(self) -> None:
        """The unfinished entry stays, for whoever opens the session next."""
        self._release()
        self._path, self._release, self._kept = None, unlocked, b""

    def _claim(self, path: Path, is_wanted: Callable[[bytes], bool]) -> bool:
        """Takes a file that no program has, if its content is as wanted."""
        try:
            if self._disk.stamp(path) is None:
                self._disk.write_unsynced(path, b"")
            try:
                release = self._disk.lock(path)
            except NoLocks:  # then only one program writes the session, and it is this one
                release = unlocked
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
