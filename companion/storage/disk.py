"""All calls to the disk, few enough for a test to replace.

They use only `os`, so a test can replace the system too.
"""

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import ClassVar


class NoLocks(Exception):  # noqa: N818 - names what is missing
    """The disk has no locks, like some network shares."""


class NoPlainFile(OSError):  # noqa: N818 - names what is missing
    """The file is a pipe, a socket or a device."""


class NoFolder(NotADirectoryError):  # noqa: N818 - names what is missing
    """A file or a broken link has the name of a folder."""


class Disk:
    """Files and folders. `create`, `replace`, `write`, `append`, `truncate` return after syncing the disk."""

    _unsynced: ClassVar[set[Path]] = set()
    """New folders not synced yet: a power cut may remove them."""

    def read(self, path: Path, most: int) -> bytes:
        """Return the content, but at most `most` + 1 bytes. The one more shows that the file is too large."""
        self._check_plain(path)
        try:
            with _open(path, os.O_RDONLY | _BINARY) as handle:
                parts, left = [], most + 1
                while part := os.read(handle, min(left, _PART)):
                    parts.append(part)
                    left -= len(part)
                return b"".join(parts)
        except PermissionError:
            if stat.S_ISDIR(os.stat(path).st_mode):  # Windows reports a folder as a missing permission
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)) from None
            raise

    def has_content(self, path: Path, content: bytes) -> bool:
        try:
            return self.read(path, len(content)) == content
        except FileNotFoundError:
            return False

    def stamp(self, path: Path) -> tuple[int, ...] | None:
        """Return values that change whenever the file does, size first; None if the file doesn't exist."""
        try:
            status = os.stat(path)
        except OSError as error:
            if error.errno in _NOWHERE:
                return None
            raise
        return status.st_size, status.st_mtime_ns, status.st_ino

    def _check_plain(self, path: Path) -> None:
        """Raise NoPlainFile for a pipe, a socket or a device: reading one might never end."""
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise NoPlainFile(errno.EINVAL, os.strerror(errno.EINVAL))

    def is_file(self, path: Path) -> bool:
        try:
            return stat.S_ISREG(os.stat(path).st_mode)
        except OSError:
            return False

    def create(self, path: Path, content: bytes, like: Path | None = None) -> None:
        """Create a file wholly or not at all, with the mode of `like`. Raise FileExistsError if the name is taken."""
        temporary = temporary_of(path)
        try:
            self.write(temporary, content, like)
            self._link_or_rename(temporary, path)
        finally:
            _drop(temporary)
        try:
            self.sync_folder(path.parent)
        except OSError:  # the caller takes this to mean that there is no file
            _drop(path)
            raise

    def replace(self, path: Path, content: bytes) -> None:
        """Create or replace a file completely. If writing fails, the old file stays."""
        target = Path(os.path.realpath(path))  # a link stays a link
        temporary = temporary_of(target)
        try:
            self.write(temporary, content, target)
            self.rename(temporary, target)
        finally:
            _drop(temporary)
        self.sync_folder(target.parent)

    def replace_locked(self, path: Path, content: bytes, known: bytes, release: Callable[[], None]) -> bool:
        """Replace a locked file. On Windows release it first; return False if it is changed then."""
        try:
            self.replace(path, content)
        except PermissionError:
            release()
            if not any(self.has_content(path, expected) for expected in (known, content)):
                return False
            self.replace(path, content)
        return True

    def write(self, path: Path, content: bytes, like: Path | None = None) -> None:
        """Create or overwrite a file, with the mode of `like` if it exists. A failed call may write part."""
        mode = None
        if like is not None and sys.platform != "win32":
            with suppress(OSError):
                mode = stat.S_IMODE(os.stat(like).st_mode)
        self._put(path, content, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)

    def append(self, path: Path, content: bytes) -> None:
        self._put(path, content, os.O_WRONLY | os.O_APPEND)

    def write_unsynced(self, path: Path, content: bytes) -> None:
        """Overwrite a file quickly, readable by its owner only. The content survives a crash, not a power cut."""
        with _open(path, os.O_WRONLY | os.O_CREAT | _BINARY, 0o600) as handle:
            os.ftruncate(handle, os.write(handle, content))

    def truncate(self, path: Path, size: int) -> None:
        with _open(path, os.O_WRONLY | _BINARY) as handle:
            os.ftruncate(handle, size)
            _sync(handle)

    def rename(self, source: Path, target: Path) -> None:
        """Rename atomically, even over an existing file. Until `sync_folder`, a power cut may undo it."""
        for pause in _PAUSES:
            try:
                os.replace(source, target)
                return
            except PermissionError:  # Windows, while another program reads the target
                sleep(pause)
        os.replace(source, target)

    def move(self, source: Path, target: Path) -> None:
        """Move a file or a link. Raise FileExistsError if the name is taken, OSError if the source is replaced."""
        if os.path.islink(source):
            leads_to = os.readlink(source)
            if not os.path.isabs(leads_to):
                leads_to = os.path.relpath(os.path.realpath(source), os.path.realpath(target.parent))
            os.symlink(leads_to, target)
        else:
            self._link_or_rename(source, target)
        try:
            self.sync_folder(target.parent)  # before the old name goes, or a power cut may take both
            if is_one_file(source, target):
                os.unlink(source)
            elif self.stamp(source) is not None:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        except OSError:
            if is_one_file(source, target) or os.path.islink(target):
                _drop(target)
            raise
        with suppress(OSError):  # the file has moved; at worst it is in both folders
            self.sync_folder(source.parent)

    def sync_folder(self, folder: Path) -> None:
        if sys.platform == "win32":  # folders cannot be opened there, and need not be
            return
        with _open(folder, os.O_RDONLY) as handle:
            _sync(handle)

    def make_folder(self, folder: Path) -> None:
        """Make a folder and those above it, unless they exist. Raise NoFolder if something else has a name."""
        try:
            os.mkdir(folder)
            self._unsynced.add(folder)
        except FileExistsError:
            if not os.path.isdir(folder):
                raise NoFolder(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None
        except OSError as error:
            if error.errno not in _NOWHERE or folder.parent == folder:
                raise
            self.make_folder(folder.parent)
            with suppress(FileExistsError):  # another program may make it at the same time
                os.mkdir(folder)
            self._unsynced.add(folder)
        if folder in self._unsynced:  # even if an earlier call made it but couldn't sync it
            self.sync_folder(folder.parent)
            self._unsynced.discard(folder)

    def names(self, folder: Path) -> list[str]:
        """Return the sorted names in a folder; empty if there is no such folder."""
        try:
            return sorted(os.listdir(folder))
        except OSError as error:
            if error.errno in _NOWHERE:
                return []
            raise

    def remove(self, path: Path) -> None:
        with suppress(FileNotFoundError):
            os.unlink(path)

    def lock(self, path: Path, patience: float = 0, is_beside: bool = False) -> Callable[[], None] | None:
        """Lock a file within `patience` seconds. Return a function that releases it; None if it stays locked.

        The lock ends with the program. With `is_beside`, lock another file beside it until the release, because
        `path` may not exist or every change replaces it. Raise NoLocks if the disk has no locks.
        """
        if is_beside:
            path = path.with_name(f".{path.name}.lock")
            self.make_folder(path.parent)
        give_up, pause = monotonic() + patience, 0.002
        while True:
            release = self._try_lock(path, is_beside)
            if release is not None or monotonic() >= give_up:
                return release
            sleep(pause)
            pause = min(2 * pause, 0.05)

    def _try_lock(self, path: Path, is_beside: bool) -> Callable[[], None] | None:
        if not is_beside:
            self._check_plain(path)
        handle = os.open(path, os.O_RDWR | _BINARY | (os.O_CREAT if is_beside else 0), 0o666)
        is_ours = False
        try:
            try:
                _claim(handle)
            except OSError as error:
                if error.errno in _TAKEN:
                    return None
                raise NoLocks from None
            # if not, the file was replaced or removed while it was being locked
            with suppress(FileNotFoundError):
                is_ours = os.path.samestat(os.fstat(handle), os.stat(path))
        finally:
            if not is_ours:
                _close(handle)
        return (lambda: _close(handle, path if is_beside else None)) if is_ours else None

    def _link_or_rename(self, source: Path, target: Path) -> None:
        """Give a file another name; the old name may stay. Raise FileExistsError if the new name is taken."""
        try:
            os.link(source, target)  # unlike a rename, this never takes another file's place
        except FileExistsError:
            raise
        except OSError:  # a disk without links: an empty file takes the name first
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666))
            try:
                self.rename(source, target)
            except OSError:
                _drop(target)
                raise

    def _put(self, path: Path, content: bytes, flags: int, mode: int | None = None) -> None:
        with _open(path, flags | _BINARY, 0o666 if mode is None else mode) as handle:
            if mode is not None:
                with suppress(OSError):  # disks without modes
                    os.fchmod(handle, mode)
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(handle, rest) :]
            _sync(handle)


@contextmanager
def _open(path: Path, flags: int, mode: int = 0o666) -> Iterator[int]:
    handle = os.open(path, flags, mode)
    try:
        yield handle
    finally:
        os.close(handle)


def _sync(handle: int) -> None:
    """Wait for the disk. On macOS `fsync` doesn't wait for the drive's cache."""
    if sys.platform == "darwin":
        with suppress(OSError):  # a share may not know this
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return
    os.fsync(handle)


def is_one_file(path: Path, other: Path) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.stat(other))
    except OSError:
        return False


def _drop(path: Path) -> None:
    with suppress(OSError):
        os.unlink(path)


def _close(handle: int, locked: Path | None = None) -> None:
    """Close a handle, and first remove the file that was only locked. Ignore errors: nothing was written through it."""
    if locked is not None:
        _drop(locked)
    with suppress(OSError):
        os.close(handle)


def release_nothing() -> None:
    """Do nothing: the `release` of a disk without locks."""


def temporary_of(path: Path) -> Path:
    if sys.platform == "win32" and UNFIT.fullmatch(path.name):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    return path.with_name(f".{path.name}.{_HOST}-{os.getpid()}.new")


def sweep_temporary(disk: Disk, folder: Path) -> None:
    """Remove temporary files (`temporary_of`) that killed programs of this machine left in a folder and below it."""
    for place in (folder, *(folder / name for name in _INSIDE)):
        with suppress(OSError):
            for name in disk.names(place):
                match = _TEMPORARY.fullmatch(name)
                if match and match[1] == _HOST and has_ended(int(match[2])):
                    disk.remove(place / name)


_BINARY = getattr(os, "O_BINARY", 0)
_PART = 1_000_000
UNFIT = re.compile(r"(con|prn|aux|nul|com.|lpt.)(\..*)?|.*:.*", re.IGNORECASE)
"""Names of devices on Windows, and of parts of other files."""
_TEMPORARY = re.compile(r"\..+\.(\w*)-(\d{1,9})\.new")
"""Name of a `temporary_of` file, with machine and process id."""
_INSIDE = ("backups", "board-notes", "exports", "kept-rulesets", "players", "reports", "summaries")
"""Folders beside sessions whose files are written as drafts first."""
_NOWHERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
"""Errors of a path that leads to no file."""
_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)

if sys.platform == "win32":
    import msvcrt

    _HOST = ""
    _PAUSES: tuple[float, ...] = (0.01, 0.05, 0.25)

    def _claim(handle: int) -> None:
        os.lseek(handle, 2**30, os.SEEK_SET)  # far beyond the end, so that other programs can read the file
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def has_ended(pid: int) -> bool:  # noqa: ARG001 - the same signature as below
        return False  # on Windows `os.kill` would end the process

else:
    import fcntl

    # part of a draft's name, since only the same machine can tell whether a program has ended
    _HOST = re.sub(r"\W", "", os.uname().nodename)[:20]
    _PAUSES: tuple[float, ...] = ()

    def _claim(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def has_ended(pid: int) -> bool:
        """Whether no process has this id; False if unknown."""
        try:
            os.kill(pid, 0)
        except (ProcessLookupError, OverflowError):
            return True
        except OSError:
            pass
        return False
