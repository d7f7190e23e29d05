"""Session files as they are written: grown by one block at a time, never half."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import tomli_w

from companion.core.messages import Message, say
from companion.storage.backups import backup_path, unused
from companion.storage.disk import Disk
from companion.storage.documents import LARGEST, Document, read_document
from companion.storage.errors import FileError, reason_of
from companion.storage.migrations import TODAY, Formats
from companion.storage.reading import reading
from companion.storage.toml import block, inline


class Save:
    """A session file open for writing, claimed against other programs."""

    def __init__(self, disk: Disk, document: Document, release: Callable[[], None], formats: Formats) -> None:
        self._disk, self._document, self._formats = disk, document, formats
        self._release = release
        self._stamp = document.stamp
        """Of the file as this program read or left it."""
        self._size: int | None = None
        """Bytes in the file as this program left it; None before its first write."""
        self._is_ready = False
        """Whether blocks can follow what stands in the file."""
        self.path = document.path

    def append(self, fields: Mapping[str, Any], comment: str, past: Callable[[], Sequence[str]]) -> None:
        """Adds one block; when this returns it is on the disk. FileError if it cannot be, the file as it was.

        `past` gives the comments of the blocks that are there, for a file that must be rewritten.
        """
        content = block(fields, comment).encode()
        try:
            if self._disk.stamp(self.path) != self._stamp:
                raise FileError(self.path, say("save.changed"))
            size = self._ready_size(past)
            if size + len(content) > LARGEST:
                raise FileError(self.path, say("save.full", most=LARGEST // 1_000_000))
            self._append(content, size)
        except OSError as error:
            raise FileError(self.path, say("save.unwritable", reason=reason_of(error))) from None
        finally:
            self._remember()

    def close(self) -> None:
        self._release()

    def _remember(self) -> None:
        """What the file looks like now, unless another program has just changed it."""
        if self._size is not None:
            stamp = self._disk.stamp(self.path)
            if stamp is not None and stamp[0] == self._size:
                self._stamp = stamp

    def _append(self, content: bytes, size: int) -> None:
        try:
            self._disk.append(self.path, content)
        except OSError:
            self._disk.truncate(self.path, size)
            raise
        self._size = size + len(content)

    def _ready_size(self, past: Callable[[], Sequence[str]]) -> int:
        """Makes the file ready for its first new block, and says how long it is."""
        document = self._document
        if self._size is None:
            if document.torn is not None:
                self._disk.create(backup_path(self._disk, self.path, "torn"), document.torn.content)
                self._disk.truncate(self.path, document.size)
            self._size = document.size
        if not self._is_ready:  # also where an earlier try failed on its way
            if document.outdated is not None:
                self._rewrite(document.outdated, past())
            elif not document.ends_line:
                self._append(b"\n", document.size)
            self._is_ready = True
        return self._size

    def _rewrite(self, outdated: bytes, comments: Sequence[str]) -> None:
        """The same session in today's form, the old file kept."""
        document = self._document
        header = {**document.header, "format": self._formats.current}
        text = document_text(header, document.blocks, comments).encode()
        kept = backup_path(self._disk, self.path, f"format-{document.found_format}")
        self._disk.create(kept, outdated)
        draft = self.path.with_name(f"{self.path.name}.new")
        self._disk.write(draft, text)
        claimed = self._disk.lock(draft)  # the claim goes with the file when it takes the old one's place
        try:
            self._disk.rename(draft, self.path)
        except PermissionError:  # Windows, where what is open keeps its name
            claimed = self._rename_unclaimed(draft, claimed or (lambda: None))
        self._size = len(text)
        if claimed is not None:
            self._release()
            self._release = claimed
        self._disk.sync_folder(self.path.parent)

    def _rename_unclaimed(self, draft: Path, release: Callable[[], None]) -> Callable[[], None] | None:
        """Lets go of both files for the moment of the renaming, and claims what is there then."""
        stamp = self._disk.stamp(self.path)
        release()
        self._release()
        self._release = lambda: None
        if self._disk.stamp(self.path) != stamp:
            raise FileError(self.path, say("save.changed"))
        self._disk.rename(draft, self.path)
        return self._disk.lock(self.path)


def open_save(
    disk: Disk, path: Path, formats: Formats = TODAY
) -> tuple[Document, Save | None, Message | None]:
    """The session and the right to write it, or why there is none."""
    release, notice = None, say("save.read-only")
    try:
        release = disk.lock(path)
    except PermissionError:
        notice = say("save.not-writable")
    except OSError:  # not there, or a folder: reading says which
        pass
    try:
        document = read_document(disk, path, formats)  # after the lock, so that nothing comes in between
    except BaseException:
        if release is not None:
            release()
        raise
    if release is None:
        return document, None, notice
    return document, Save(disk, document, release, formats), None


def create_save(disk: Disk, path: Path, header: Mapping[str, Any]) -> None:
    """A new session file, there whole or not at all; FileError when the name is taken."""
    try:
        disk.make_folder(path.parent)
        try:
            disk.create(path, document_text(header).encode())
        except FileExistsError:
            raise FileError(path, say("save.exists")) from None
    except OSError as error:
        raise FileError(path, say("save.unwritable", reason=reason_of(error))) from None


def document_text(
    header: Mapping[str, Any], blocks: Sequence[Mapping[str, Any]] = (), comments: Sequence[str] = ()
) -> str:
    """A whole session file: single values, then options, players and position, then one block an action."""
    later = {key: header[key] for key in ("options", "players", "position") if header.get(key)}
    single = {key: value for key, value in header.items() if not isinstance(value, dict | list)}
    text = "".join(f"{key} = {inline(value)}\n" for key, value in single.items())
    if "options" in later:
        text += "\n" + tomli_w.dumps({"options": later["options"]})
    for player in later.get("players", ()):
        text += "\n[[players]]\n" + tomli_w.dumps(player)
    if "position" in later:
        text += "\n" + tomli_w.dumps({"position": later["position"]})
    above = (*comments, *[""] * (len(blocks) - len(comments)))
    return text + "".join(block(fields, comment) for fields, comment in zip(blocks, above, strict=True))


def free_name(disk: Disk, folder: Path, day: date, game: str, players: Sequence[str]) -> Path:
    """A file name of date, game and players that nothing has yet."""
    stem = "-".join([day.isoformat(), _slug(game), *(_slug(name) for name in players)])[:120].rstrip("-")
    with reading(folder):
        return unused(disk, folder, stem, ".toml")


def _slug(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-") or "x"
