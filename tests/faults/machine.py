"""A machine whose plug can be pulled: the calls of `os` that storage makes, over files that live in memory.

It keeps two pictures of every file and folder: what programs see, and what is safe. A file's bytes are safe once it
was synced, a name (new, renamed, linked, taken away) once its folder was. What else survives a power cut is anybody's
guess, and `survivor` guesses: nothing, all, or any part of it, in any order, zeros and cut lengths among it.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from companion.storage import disk as seam

Image = dict[str, bytes | None]
"""What lies on a disk: the content by path, None for a folder."""
Guess = Callable[["File"], bytes]


@dataclass(eq=False)
class File:
    number: int
    seen: bytearray = field(default_factory=bytearray)
    safe: bytearray = field(default_factory=bytearray)
    dirty: list[tuple[int, int]] = field(default_factory=list)
    """Parts written since the last sync."""
    changed: int = 0
    locked_by: int | None = None

    def sync(self) -> None:
        kept = bytearray(len(self.seen))
        kept[: len(self.safe)] = self.safe[: len(self.seen)]
        for start, end in self.dirty:
            kept[start:end] = self.seen[start:end]
        self.safe, self.dirty = kept[: len(self.seen)], []

    @property
    def is_safe(self) -> bool:
        return self.safe == self.seen


@dataclass(eq=False)
class Folder:
    number: int
    seen: "dict[str, Node]" = field(default_factory=dict)
    safe: "dict[str, Node]" = field(default_factory=dict)
    pending: "list[dict[str, Node | None]]" = field(default_factory=list)
    """Changes since the last sync; the names of one change come together."""

    def change(self, names: "dict[str, Node | None]") -> None:
        _apply(self.seen, names)
        self.pending.append(names)

    def sync(self) -> None:
        self.safe, self.pending = dict(self.seen), []


Node = File | Folder


def _apply(entries: dict[str, Node], names: dict[str, Node | None]) -> None:
    for name, node in names.items():
        if node is None:
            entries.pop(name, None)
        else:
            entries[name] = node


class Machine:
    """Stands in for `os` below `Disk`; see `plugged_in`."""

    O_RDONLY, O_WRONLY, O_RDWR = os.O_RDONLY, os.O_WRONLY, os.O_RDWR
    O_CREAT, O_TRUNC, O_APPEND, O_EXCL = os.O_CREAT, os.O_TRUNC, os.O_APPEND, os.O_EXCL
    fchmod = staticmethod(lambda handle, mode: None)
    strerror, getpid, kill = staticmethod(os.strerror), staticmethod(os.getpid), staticmethod(os.kill)

    def __init__(self, image: Mapping[str, bytes | None]) -> None:
        self._count = 0
        self._handles: dict[int, tuple[Node, int, list[int]]] = {}
        self._root = Folder(0)
        self._clock = 0.0
        self.calls: list[str] = []
        """Every call made so far."""
        self.before: Callable[[str], None] = lambda name: None
        """Looks at the machine before each call."""
        self.fault: Callable[[int, str], int | None] = lambda number, name: None
        """The error of a call, by its place and name; -1 for a write that takes only half."""
        self.path = SimpleNamespace(realpath=str, samestat=os.path.samestat, islink=lambda path: False)
        for path, content in image.items():
            folder = self._root
            *above, name = path.strip("/").split("/")
            for one in above:
                found = folder.seen.setdefault(one, Folder(self._new_number()))
                assert isinstance(found, Folder)
                folder = found
            node: Node
            if content is None:
                node = folder.seen.get(name) or Folder(self._new_number())
            else:
                node = File(self._new_number(), bytearray(content), bytearray(content))
            folder.seen[name] = node
        self._settle(self._root)

    def _settle(self, folder: Folder) -> None:
        folder.sync()
        for node in folder.seen.values():
            if isinstance(node, Folder):
                self._settle(node)

    # What is left after the plug was pulled

    def seen(self) -> Image:
        return self._image(lambda folder: folder.seen, lambda file: bytes(file.seen))

    def survivor(self, guess: Random | None = None) -> Image:
        """What is safe; with a guess also some of what is not."""
        if guess is None:
            return self._image(lambda folder: folder.safe, lambda file: bytes(file.safe))
        contents: dict[File, bytes] = {}
        return self._image(
            lambda folder: _some_names(folder, guess),
            lambda file: contents.setdefault(file, _some_bytes(file, guess)),
        )

    def _image(self, names: Callable[[Folder], dict[str, Node]], content: Guess) -> Image:
        found: Image = {}

        def look(folder: Folder, path: str) -> None:
            for name, node in names(folder).items():
                here = f"{path}/{name}"
                if isinstance(node, Folder):
                    found[here] = None
                    look(node, here)
                else:
                    found[here] = content(node)

        look(self._root, "")
        return dict(sorted(found.items()))

    # The calls

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        is_new = bool(flags & os.O_CREAT) and self._find(path) is None
        writes = flags & (os.O_WRONLY | os.O_RDWR)
        self._call("create" if is_new else "open for writing" if writes else "open")
        node = self._find(path)
        if node is None:
            folder, name = self._parent(path)
            if not flags & os.O_CREAT:
                raise _error(errno.ENOENT)
            node = File(self._new_number())
            folder.change({name: node})
        elif isinstance(node, Folder) and writes:
            raise _error(errno.EISDIR)
        if isinstance(node, File) and flags & os.O_TRUNC:
            self._cut(node, 0)
        handle = self._new_number()
        self._handles[handle] = node, flags, [0]
        return handle

    def close(self, handle: int) -> None:
        node, _, _ = self._handles.pop(handle)
        if isinstance(node, File) and node.locked_by == handle:
            node.locked_by = None
        self._call("close")

    def read(self, handle: int, most: int) -> bytes:
        self._call("read")
        node, _, place = self._handles[handle]
        if isinstance(node, Folder):
            raise _error(errno.EISDIR)
        part = bytes(node.seen[place[0] : place[0] + most])
        place[0] += len(part)
        return part

    def write(self, handle: int, content: bytes) -> int:
        node, flags, place = self._handles[handle]
        assert isinstance(node, File)
        try:
            is_short = self._call("write") == -1
        except OSError:
            self._put(
                node, flags, place, bytes(content)[: len(content) // 2]
            )  # how far it came, nobody knows
            raise
        part = bytes(content)[: (len(content) + 1) // 2] if is_short else bytes(content)
        self._put(node, flags, place, part)
        return len(part)

    def fsync(self, handle: int) -> None:
        node = self._handles[handle][0]
        try:
            self._call("fsync folder" if isinstance(node, Folder) else "fsync")
        except OSError as error:
            if isinstance(node, File) and error.errno == errno.EIO:
                node.dirty = []  # as Linux does: what could not be written is forgotten, and looks written
            raise
        node.sync()

    def ftruncate(self, handle: int, size: int) -> None:
        self._call("ftruncate")
        node = self._handles[handle][0]
        assert isinstance(node, File)
        self._cut(node, size)

    def stat(self, path: Path) -> Any:
        self._call("stat")
        node = self._find(path)
        if node is None:
            self._parent(path)
            raise _error(errno.ENOENT)
        return _stat_of(node)

    def fstat(self, handle: int) -> Any:
        self._call("fstat")
        return _stat_of(self._handles[handle][0])

    def replace(self, source: Path, target: Path) -> None:
        self._call("rename")
        (old, name), (new, other) = self._parent(source), self._parent(target)
        if name not in old.seen:
            raise _error(errno.ENOENT)
        node = old.seen[name]
        if old is new:
            old.change({name: None, other: node})
        else:
            new.change({other: node})
            old.change({name: None})

    rename = replace

    def link(self, source: Path, target: Path) -> None:
        self._call("link")
        node, (folder, name) = self._find(source), self._parent(target)
        if node is None:
            raise _error(errno.ENOENT)
        if name in folder.seen:
            raise _error(errno.EEXIST)
        folder.change({name: node})

    def unlink(self, path: Path) -> None:
        folder, name = self._parent(path)
        if name not in folder.seen:
            raise _error(errno.ENOENT)
        self._call("unlink")
        folder.change({name: None})

    def mkdir(self, path: Path) -> None:
        self._call("mkdir")
        folder, name = self._parent(path)
        if name in folder.seen:
            raise _error(errno.EEXIST)
        folder.change({name: Folder(self._new_number())})

    def listdir(self, path: Path) -> list[str]:
        self._call("listdir")
        node = self._find(path)
        if not isinstance(node, Folder):
            raise _error(errno.ENOENT if node is None else errno.ENOTDIR)
        return list(node.seen)

    def flock(self, handle: int, how: int) -> None:
        self._call("flock")
        node = self._handles[handle][0]
        assert isinstance(node, File)
        if node.locked_by not in (None, handle):
            raise _error(errno.EAGAIN)
        node.locked_by = handle

    def monotonic(self) -> float:
        return self._clock

    def sleep(self, seconds: float) -> None:
        self._clock += seconds

    @property
    def open_handles(self) -> int:
        return len(self._handles)

    # Inside

    def _call(self, name: str) -> int | None:
        self.before(name)
        number = len(self.calls)
        self.calls.append(name)
        fault = self.fault(number, name)
        if fault is not None and fault > 0:
            raise _error(fault)
        return fault

    def _new_number(self) -> int:
        self._count += 1
        return self._count

    def _find(self, path: Path) -> Node | None:
        node: Node = self._root
        for name in Path(path).parts[1:]:
            if not isinstance(node, Folder) or name not in node.seen:
                return None
            node = node.seen[name]
        return node

    def _parent(self, path: Path) -> tuple[Folder, str]:
        folder = self._find(Path(path).parent)
        if folder is None:
            raise _error(errno.ENOENT)
        if isinstance(folder, File):
            raise _error(errno.ENOTDIR)
        return folder, Path(path).name

    def _put(self, node: File, flags: int, place: list[int], part: bytes) -> None:
        start = len(node.seen) if flags & os.O_APPEND else place[0]
        node.seen[start : start + len(part)] = part
        node.dirty.append((start, start + len(part)))
        place[0] = start + len(part)
        node.changed = self._new_number()

    def _cut(self, node: File, size: int) -> None:
        node.seen[:] = node.seen[:size].ljust(size, b"\0")
        node.dirty = [(start, min(end, size)) for start, end in node.dirty if start < size]
        node.changed = self._new_number()


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def _stat_of(node: Node) -> Any:
    is_file = isinstance(node, File)
    return SimpleNamespace(
        st_mode=(stat.S_IFREG if is_file else stat.S_IFDIR) | 0o755,
        st_size=len(node.seen) if is_file else 0,
        st_mtime_ns=node.changed if isinstance(node, File) else 0,
        st_ino=node.number,
        st_dev=1,
    )


def _some_names(folder: Folder, guess: Random) -> dict[str, Node]:
    """Any of the changes that were not synced, each by itself."""
    names = dict(folder.safe)
    for change in folder.pending:
        if guess.random() < 0.5:
            _apply(names, change)
    return names


def _some_bytes(file: File, guess: Random) -> bytes:
    """What a disk may hold of a file that was not synced."""
    safe, seen = bytes(file.safe), bytes(file.seen)
    if file.is_safe:
        return safe
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
    """While this lasts, `Disk` works on that machine."""
    seam.Disk._unsynced.clear()
    locks = SimpleNamespace(flock=machine.flock, LOCK_EX=2, LOCK_NB=4)
    names: dict[str, Any] = {
        "os": machine,
        "fcntl": locks,
        "sleep": machine.sleep,
        "monotonic": machine.monotonic,
    }
    before = {name: getattr(seam, name) for name in names if hasattr(seam, name)}
    for name in before:
        setattr(seam, name, names[name])
    try:
        yield
    finally:
        for name, one in before.items():
            setattr(seam, name, one)
