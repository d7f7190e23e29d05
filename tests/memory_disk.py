"""A disk that a test can look into, stop at any call, and cut at any byte."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

from companion.core.names import fold
from companion.storage.disk import Disk, NoLocks


class PowerCut(BaseException):
    """The machine stopped here. Not an Exception: no code of ours may catch it and go on."""


class MemoryDisk(Disk):
    """Files in memory. The writing call numbered `stop_at` is cut off after `bytes_kept`."""

    def __init__(self, files: dict[Path, bytes] | None = None) -> None:
        self.files: dict[Path, bytes] = dict(files or {})
        self.reads: Counter[Path] = Counter()
        """How often each file was read."""
        self.calls: list[str] = []
        self.stop_at: int | None = None
        self.bytes_kept = 0
        self.full_at: int | None = None
        """The writing call at which the disk is full."""
        self.fault: OSError | None = None
        """What every writing call says, as long as it is set; what makes room is possible."""
        self.locked: set[Path] = set()
        self.has_locks = True

    def read(self, path: Path, most: int = 10**9) -> bytes:
        self.reads[path] += 1
        return self._content(path)[: most + 1]

    def has_content(self, path: Path, content: bytes) -> bool:
        return path in self.files and self.read(path) == content

    def stamp(self, path: Path) -> tuple[int, ...] | None:
        return (len(self.files[path]), crc32(self.files[path])) if path in self.files else None

    def is_file(self, path: Path) -> bool:
        return path in self.files

    def create(self, path: Path, content: bytes, like: Path | None = None) -> None:
        if path in self.files:
            raise FileExistsError(17, "File exists")
        self._call("create")
        self.files[path] = content

    def replace(self, path: Path, content: bytes) -> None:
        self._call("replace")
        self.files[path] = content

    def write(self, path: Path, content: bytes, like: Path | None = None) -> None:
        self._call("write", path, content)
        self.files[path] = content

    def append(self, path: Path, content: bytes) -> None:
        before = self._content(path)
        self._call("append", path, content, before)
        self.files[path] = before + content

    def write_unsynced(self, path: Path, content: bytes) -> None:
        self._call("write_unsynced", path, content)
        self.files[path] = content

    def truncate(self, path: Path, size: int) -> None:
        self._call("truncate")
        self.files[path] = self._content(path)[:size]

    def rename(self, source: Path, target: Path) -> None:
        self._call("rename")
        self.files[target] = self.files.pop(source)

    def move(self, source: Path, target: Path) -> None:
        if target in self.files:
            raise FileExistsError(17, "File exists")
        self.rename(source, target)

    def sync_folder(self, folder: Path) -> None:
        self._call("sync_folder")

    def make_folder(self, folder: Path) -> None:
        self._call("make_folder")

    def names(self, folder: Path) -> list[str]:
        return sorted(path.name for path in self.files if path.parent == folder)

    def remove(self, path: Path) -> None:
        self._call("remove")
        self.files.pop(path, None)

    def lock(self, path: Path, patience: float = 0, is_beside: bool = False) -> Callable[[], None] | None:
        if is_beside:
            path = path.with_name(f".{path.name}.lock")
        else:
            self._content(path)
        if not self.has_locks:
            raise NoLocks
        if path in self.locked:
            return None
        self.locked.add(path)
        return lambda: self.locked.discard(path)

    def _content(self, path: Path) -> bytes:
        if path not in self.files:
            raise FileNotFoundError(2, "No such file or directory")
        return self.files[path]

    def _call(self, name: str, path: Path | None = None, content: bytes = b"", before: bytes = b"") -> None:
        """A writing call, which may fail; then only the beginning of the content is there."""
        number = len(self.calls)
        self.calls.append(name)
        fault: BaseException | None = None
        if number == self.stop_at:
            fault = PowerCut()
        elif self.fault is not None and name not in ("truncate", "remove"):
            fault = self.fault
        elif number == self.full_at:
            fault = OSError(28, "No space left on device")
        if fault is not None:
            if path is not None:
                self.files[path] = before + content[: self.bytes_kept]
            raise fault


class WindowsDisk(MemoryDisk):
    """Renames nothing that is claimed, and nothing onto it: a claim there is an open file."""

    def rename(self, source: Path, target: Path) -> None:
        self._check_unlocked(source, target)
        super().rename(source, target)

    def replace(self, path: Path, content: bytes) -> None:
        self._check_unlocked(path)
        super().replace(path, content)

    def _check_unlocked(self, *paths: Path) -> None:
        if self.locked.intersection(paths):
            raise PermissionError(13, "Permission denied")


class CaseBlindDisk(MemoryDisk):
    """Takes names that differ in case, or in how an accent is written, for one: as macOS and Windows do."""

    def stamp(self, path: Path) -> tuple[int, ...] | None:
        return super().stamp(self._there(path))

    def is_file(self, path: Path) -> bool:
        return super().is_file(self._there(path))

    def read(self, path: Path, most: int = 10**9) -> bytes:
        return super().read(self._there(path), most)

    def create(self, path: Path, content: bytes, like: Path | None = None) -> None:
        super().create(self._there(path), content)

    def write(self, path: Path, content: bytes, like: Path | None = None) -> None:
        super().write(self._there(path), content)

    def _there(self, path: Path) -> Path:
        return next((one for one in self.files if fold(str(one)) == fold(str(path))), path)
