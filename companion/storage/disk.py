"""The seam to the disk: every call the storage room makes, few enough for a test to stand in for them."""

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Protocol


class Disk(Protocol):
    """What returns has reached the disk: `write`, `append` and `truncate` come back only when it is safe."""

    def read(self, path: Path, most: int) -> bytes:
        """The content, or a little more than `most` bytes of it."""

    def stamp(self, path: Path) -> tuple[int, ...] | None:
        """Changes with every change of the file; None where there is none."""

    def is_file(self, path: Path) -> bool:
        """Whether a plain file lies there: no folder, no device."""

    def create(self, path: Path, content: bytes) -> None:
        """A new file, there whole or not at all; FileExistsError where the name is taken."""

    def replace(self, path: Path, content: bytes) -> None:
        """A file with just this content, new or in place of an old one; whole, or all is as it was."""

    def write(self, path: Path, content: bytes) -> None:
        """A file with just this content, new or in place of an old one; not atomic."""

    def append(self, path: Path, content: bytes) -> None: ...

    def truncate(self, path: Path, size: int) -> None: ...

    def rename(self, source: Path, target: Path) -> None:
        """Atomic; takes the place of an existing target. Safe after `sync_folder`. On Windows neither may be open."""

    def move(self, source: Path, target: Path) -> None:
        """To another place, for good; FileExistsError where the name is taken there."""

    def sync_folder(self, folder: Path) -> None: ...

    def make_folder(self, folder: Path) -> None: ...

    def names(self, folder: Path) -> list[str]:
        """Names in a folder, sorted; none where there is no such folder."""

    def remove(self, path: Path) -> None:
        """Takes a file away; nothing where there is none."""

    def lock(self, path: Path, patience: float = 0, is_beside: bool = False) -> Callable[[], None] | None:
        """Has a file for this program alone; None when another one still has it after so many seconds. The answer gives
        it free again, and so does the end of the program, however it ends. NoLocks where the disk knows no locks.

        What need not be there, or is replaced by every change, is locked by a file beside it.
        """


class NoLocks(Exception):  # noqa: N818 - says what there is not
    """A disk without locks, such as some network shares."""


class RealDisk:
    def read(self, path: Path, most: int) -> bytes:
        try:
            with path.open("rb") as file:
                return file.read(most + 1)
        except PermissionError:
            if path.is_dir():  # Windows says no more of it than that it may not be read
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)) from None
            raise

    def stamp(self, path: Path) -> tuple[int, ...] | None:
        try:
            found = path.stat()
        except FileNotFoundError:
            return None
        return found.st_size, found.st_mtime_ns, found.st_ino

    def is_file(self, path: Path) -> bool:
        return path.is_file()

    def create(self, path: Path, content: bytes) -> None:
        draft = draft_of(path)
        try:
            self.write(draft, content)
            self._put_there(draft, path)
        finally:
            draft.unlink(missing_ok=True)
        self.sync_folder(path.parent)

    def replace(self, path: Path, content: bytes) -> None:
        target = path.resolve()  # a link stays a link
        draft = draft_of(target)
        try:
            self.write(draft, content)
            self.rename(draft, target)
        finally:
            draft.unlink(missing_ok=True)
        self.sync_folder(target.parent)

    def write(self, path: Path, content: bytes) -> None:
        self._put(path, content, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)

    def append(self, path: Path, content: bytes) -> None:
        self._put(path, content, os.O_WRONLY | os.O_APPEND)

    def truncate(self, path: Path, size: int) -> None:
        with _opened(path, os.O_WRONLY | _BINARY) as handle:
            os.ftruncate(handle, size)
            os.fsync(handle)

    def rename(self, source: Path, target: Path) -> None:
        for pause in _PAUSES:
            try:
                source.replace(target)
                return
            except PermissionError:  # as Windows says while another program reads the target
                sleep(pause)
        source.replace(target)

    def move(self, source: Path, target: Path) -> None:
        self._put_there(source, target)
        source.unlink(missing_ok=True)
        self.sync_folder(target.parent)
        self.sync_folder(source.parent)

    def sync_folder(self, folder: Path) -> None:
        if sys.platform == "win32":  # folders cannot be opened there, and need not be
            return
        with _opened(folder, os.O_RDONLY) as handle:
            os.fsync(handle)

    def make_folder(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)

    def names(self, folder: Path) -> list[str]:
        try:
            return sorted(entry.name for entry in folder.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return []

    def remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    def lock(self, path: Path, patience: float = 0, is_beside: bool = False) -> Callable[[], None] | None:
        if is_beside:
            path = path.with_name(f".{path.name}.lock")
            self.make_folder(path.parent)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | _BINARY, 0o666))
        give_up, pause = monotonic() + patience, 0.002
        while True:
            release = self._locked(path)
            if release is not None or monotonic() >= give_up:
                return release
            sleep(pause)
            pause = min(2 * pause, 0.05)

    def _locked(self, path: Path) -> Callable[[], None] | None:
        handle = os.open(path, os.O_RDWR | _BINARY)
        try:
            _claim(handle)
            if os.path.samestat(os.fstat(handle), path.stat()):
                return lambda: os.close(handle)
            is_free = False  # it was replaced while it was being locked
        except OSError as error:
            is_free = error.errno not in _TAKEN
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        if is_free:
            raise NoLocks
        return None

    def _put_there(self, source: Path, target: Path) -> None:
        """Under another name; the old one may still be there."""
        try:
            os.link(source, target)  # unlike a rename, this never takes another file's place
        except FileExistsError:
            raise
        except OSError:  # a disk without links
            if target.exists():
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
            source.rename(target)

    def _put(self, path: Path, content: bytes, flags: int) -> None:
        with _opened(path, flags | _BINARY) as handle:
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)


@contextmanager
def _opened(path: Path, flags: int) -> Iterator[int]:
    handle = os.open(path, flags, 0o666)
    try:
        yield handle
    finally:
        os.close(handle)


def draft_of(path: Path) -> Path:
    """Where a file is written before it takes its name."""
    return path.with_name(f".{path.name}.{os.getpid()}.new")


_BINARY = getattr(os, "O_BINARY", 0)
_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)

if sys.platform == "win32":
    import msvcrt

    _PAUSES: tuple[float, ...] = (0.01, 0.05, 0.25)

    def _claim(handle: int) -> None:
        os.lseek(handle, 2**30, os.SEEK_SET)  # far behind the end, so that reading stays possible
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def has_ended(pid: int) -> bool:
        """Whether no such program runs any more, where that can be known; asking there might end it."""
        return False

else:
    import fcntl

    _PAUSES: tuple[float, ...] = ()

    def _claim(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def has_ended(pid: int) -> bool:
        """Whether no such program runs any more, where that can be known."""
        try:
            os.kill(pid, 0)
        except (ProcessLookupError, OverflowError):
            return True
        except OSError:
            pass
        return False
