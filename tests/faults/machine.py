"""A machine whose plug can be pulled: stands in for `os` below `Disk`, with all files in memory.

Bytes are safe once their file is synced, names (new, renamed, linked, removed) once their folder is. What else
survives a power cut is a guess: none of it, all of it, or any part in any order, with zeros and cut lengths.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from companion.storage import disk as seam

Image = dict[str, bytes | None]
"""A disk's content by path; None for a folder."""


@dataclass(eq=False)
class Node:
    number: int
    is_folder: bool = False
    seen: bytes = b""
    safe: bytes = b""
    dirty: list[tuple[int, int]] = field(default_factory=list)
    """Parts written since the last sync."""
    changed: int = 0
    locked_by: int | None = None

    def sync(self) -> None:
        kept = bytearray(self.safe[: len(self.seen)].ljust(len(self.seen), b"\0"))
        for start, end in self.dirty:
            kept[start:end] = self.seen[start:end]
        self.safe, self.dirty = bytes(kept), []


@dataclass
class Handle:
    path: str
    node: Node
    appends: bool
    place: int = 0


Names = dict[str, Node | None]
"""Nodes by path; None for a path that is removed."""


class Machine:
    O_RDONLY, O_WRONLY, O_RDWR = os.O_RDONLY, os.O_WRONLY, os.O_RDWR
    O_CREAT, O_TRUNC, O_APPEND, O_EXCL = os.O_CREAT, os.O_TRUNC, os.O_APPEND, os.O_EXCL
    fchmod = staticmethod(lambda handle, mode: None)
    strerror, getpid, kill = staticmethod(os.strerror), staticmethod(os.getpid), staticmethod(os.kill)

    def __init__(self, image: Mapping[str, bytes | None]) -> None:
        self.path = SimpleNamespace(
            realpath=str, samestat=os.path.samestat, islink=lambda path: False, isdir=self._is_folder
        )
        self._count, self._clock = 0, 0.0
        self._seen: dict[str, Node] = {}
        for path, content in image.items():
            folders = [str(one) for one in Path(path).parents]
            for folder in [path, *folders] if content is None else folders:
                self._seen.setdefault(folder, Node(self._new_number(), is_folder=True))
            if content is not None:
                self._seen[path] = Node(self._new_number(), seen=content, safe=content)
        self._safe = dict(self._seen)
        self._pending: list[tuple[str, Names]] = []
        """Unsynced changes, each with its folder; the names of one change survive together."""
        self.handles: dict[int, Handle] = {}
        self.calls: list[str] = []
        self.before: Callable[[str], None] = lambda name: None
        """Called before each call."""
        self.fault: Callable[[int, str], int | None] = lambda number, name: None
        """Returns the error of a call by its number and name; -1 for a write that takes only half."""

    def seen(self) -> Image:
        """Return what programs see."""
        return _image(self._seen, lambda file: file.seen)

    def survivor(self, guess: Random | None = None) -> Image:
        """Return what a power cut leaves: what is safe, and with a guess some of what isn't."""
        if guess is None:
            return _image(self._safe, lambda file: file.safe)
        names, contents = dict(self._safe), dict[Node, bytes]()
        for _, change in self._pending:
            if guess.random() < 0.5:
                _apply(names, change)
        return _image(names, lambda file: contents.setdefault(file, _some_bytes(file, guess)))

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        node, writes = self._seen.get(str(path)), bool(flags & (os.O_WRONLY | os.O_RDWR))
        is_new = node is None and bool(flags & os.O_CREAT)
        self._call("create" if is_new else "open for writing" if writes else "open")
        self._check_folder(path)
        if node is None and not is_new:
            raise _error(errno.ENOENT)
        if node is None:
            node = Node(self._new_number())
            self._change(path, node)
        if node.is_folder and writes:
            raise _error(errno.EISDIR)
        if flags & os.O_TRUNC:
            self._cut(node, 0)
        number = self._new_number()
        self.handles[number] = Handle(str(path), node, bool(flags & os.O_APPEND))
        return number

    def close(self, handle: int) -> None:
        node = self.handles.pop(handle).node
        if node.locked_by == handle:
            node.locked_by = None
        self._call("close")

    def read(self, handle: int, most: int) -> bytes:
        self._call("read")
        opened = self.handles[handle]
        if opened.node.is_folder:
            raise _error(errno.EISDIR)
        part = opened.node.seen[opened.place : opened.place + most]
        opened.place += len(part)
        return part

    def write(self, handle: int, content: bytes) -> int:
        opened, whole = self.handles[handle], bytes(content)
        try:
            is_short = self._call("write") == -1
        except OSError:
            self._put(opened, whole[: len(whole) // 2])  # nobody knows how much was written
            raise
        part = whole[: (len(whole) + 1) // 2] if is_short else whole
        self._put(opened, part)
        return len(part)

    def fsync(self, handle: int) -> None:
        path, node = self.handles[handle].path, self.handles[handle].node
        try:
            self._call("fsync folder" if node.is_folder else "fsync")
        except OSError as error:
            if error.errno == errno.EIO:
                node.dirty = []  # as Linux does: it forgets what it couldn't write, which then looks written
            raise
        node.sync()
        for folder, change in self._pending if node.is_folder else ():
            if folder == path:
                _apply(self._safe, change)
        self._pending = [one for one in self._pending if one[0] != path or not node.is_folder]

    def ftruncate(self, handle: int, size: int) -> None:
        self._call("ftruncate")
        self._cut(self.handles[handle].node, size)

    def stat(self, path: Path) -> Any:
        self._call("stat")
        return _stat_of(self._existing(path))

    def _is_folder(self, path: Path) -> bool:
        with suppress(OSError):
            return stat.S_ISDIR(self.stat(path).st_mode)
        return False

    def fstat(self, handle: int) -> Any:
        self._call("fstat")
        return _stat_of(self.handles[handle].node)

    def replace(self, source: Path, target: Path) -> None:
        self._call("rename")
        node = self._existing(source)
        self._check_folder(target)
        if _folder_of(source) == _folder_of(target):
            self._change(target, node, {str(source): None})
        else:
            self._change(target, node)
            self._change(source, None)

    def link(self, source: Path, target: Path) -> None:
        self._call("link")
        node = self._existing(source)
        self._check_free(target)
        self._change(target, node)

    def unlink(self, path: Path) -> None:
        self._existing(path)
        self._call("unlink")
        self._change(path, None)

    def mkdir(self, path: Path) -> None:
        self._call("mkdir")
        self._check_free(path)
        self._change(path, Node(self._new_number(), is_folder=True))

    def listdir(self, path: Path) -> list[str]:
        self._call("listdir")
        if not self._existing(path).is_folder:
            raise _error(errno.ENOTDIR)
        return [Path(one).name for one in self._seen if one != "/" and _folder_of(one) == str(path)]

    def flock(self, handle: int, how: int) -> None:
        self._call("flock")
        node = self.handles[handle].node
        if node.locked_by not in (None, handle):
            raise _error(errno.EAGAIN)
        node.locked_by = handle

    def monotonic(self) -> float:
        return self._clock

    def sleep(self, seconds: float) -> None:
        self._clock += seconds

    def _call(self, name: str) -> int | None:
        self.before(name)
        self.calls.append(name)
        fault = self.fault(len(self.calls) - 1, name)
        if fault is not None and fault > 0:
            raise _error(fault)
        return fault

    def _new_number(self) -> int:
        self._count += 1
        return self._count

    def _check_folder(self, path: Path) -> None:
        folder = self._seen.get(_folder_of(path))
        if folder is None or not folder.is_folder:
            raise _error(errno.ENOENT if folder is None else errno.ENOTDIR)

    def _existing(self, path: Path) -> Node:
        self._check_folder(path)
        if str(path) not in self._seen:
            raise _error(errno.ENOENT)
        return self._seen[str(path)]

    def _check_free(self, path: Path) -> None:
        self._check_folder(path)
        if str(path) in self._seen:
            raise _error(errno.EEXIST)

    def _change(self, path: Path, node: Node | None, more: Names | None = None) -> None:
        change = {**(more or {}), str(path): node}
        _apply(self._seen, change)
        self._pending.append((_folder_of(path), change))

    def _put(self, opened: Handle, part: bytes) -> None:
        node = opened.node
        start = len(node.seen) if opened.appends else opened.place
        opened.place = start + len(part)
        node.seen = node.seen[:start] + part + node.seen[opened.place :]
        node.dirty.append((start, opened.place))
        node.changed = self._new_number()

    def _cut(self, node: Node, size: int) -> None:
        node.seen = node.seen[:size].ljust(size, b"\0")
        node.dirty = [(start, min(end, size)) for start, end in node.dirty if start < size]
        node.changed = self._new_number()


def _folder_of(path: object) -> str:
    return str(path).rpartition("/")[0] or "/"


def _image(names: dict[str, Node], content: Callable[[Node], bytes]) -> Image:
    """Return all that can be reached from the root."""
    found: Image = {"/": None}
    for path, node in sorted(names.items()):
        if _folder_of(path) in found and path != "/":
            found[path] = None if node.is_folder else content(node)
    del found["/"]
    return found


def _apply(names: dict[str, Node], change: Names) -> None:
    for path, node in change.items():
        if node is None:
            names.pop(path, None)
        else:
            names[path] = node


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def _stat_of(node: Node) -> Any:
    kind = stat.S_IFDIR if node.is_folder else stat.S_IFREG
    return SimpleNamespace(
        st_mode=kind | 0o755, st_size=len(node.seen), st_mtime_ns=node.changed, st_ino=node.number, st_dev=1
    )


def _some_bytes(file: Node, guess: Random) -> bytes:
    """Return what a disk may hold of a file that wasn't synced."""
    safe, seen = file.safe, file.seen
    if len(seen) <= len(safe):
        return guess.choice((safe, seen))
    start = len(safe) if seen.startswith(safe) else 0
    cut = guess.randint(start, len(seen))
    return guess.choice(
        (
            safe,
            seen,
            seen[:cut],
            seen[:start] + bytes(len(seen) - start),  # the new length came before the data
            seen[:cut] + bytes(len(seen) - cut),
            seen[:start] + bytes(cut - start) + seen[cut:],  # a later part came before an earlier one
        )
    )


@contextmanager
def plugged_in(machine: Machine) -> Iterator[None]:
    """Let `Disk` work on this machine."""
    seam.Disk._unsynced.clear()
    locks = SimpleNamespace(flock=machine.flock, LOCK_EX=2, LOCK_NB=4)
    names = {"os": machine, "fcntl": locks, "sleep": machine.sleep, "monotonic": machine.monotonic}
    with ExitStack() as stack:
        for name, one in names.items():
            if hasattr(seam, name):
                stack.enter_context(patch.object(seam, name, one))
        yield
