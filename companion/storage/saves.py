"""Write session files, appending one whole block at a time."""

import errno
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import date
from pathlib import Path

import tomli_w

from companion.core.choices import Block
from companion.core.messages import Message, say
from companion.core.names import slug
from companion.storage import session_file
from companion.storage.backups import REPLACED, Backups, keep_copy, unused_path
from companion.storage.claims import Claim
from companion.storage.disk import Disk, NoLocks, release_nothing, sweep_temporary
from companion.storage.errors import FileError, Overtaken, content_of, reading, reason_of, writing
from companion.storage.session_file import LARGEST, PATIENCE, Document, Torn
from companion.storage.toml import block, inline, is_same


class Save:
    """A session file that several programs may open. Blocks are appended under a lock, to known content."""

    def __init__(self, disk: Disk, document: Document) -> None:
        self._disk = disk
        self._claim = Claim(disk, document.path)
        self.document = document
        """The content known to this program; blocks are appended only to it. Set it after reading more."""
        self.write_problem: Message | None = None
        """Why this program can't write; None if it can, as far as known."""
        self._is_unsafe = False
        """Whether a block that failed may be readable at the end of the file, but not safely on the disk."""
        self.path = document.path

    def append(self, fields: Mapping[str, object], comment: str) -> Torn | None:
        """Append and sync a block; return a torn one cut off. Raise Overtaken if others wrote, FileError on failure."""
        added = block(fields, comment).encode()
        with writing(self.path):
            self._make_safe()
            with self._lock() as release:
                self._check_list()
                known, torn = self.document._replace(torn=None), self.document.torn
                grown, whole = known.with_blocks(added), known.intact.removesuffix(b"\n") + b"\n"
                if len(whole) + len(added) > LARGEST:
                    raise FileError(self.path, say("save.full", most=LARGEST // 1_000_000))
                if not known.takes_blocks and not _reads_as(whole + added, grown):
                    raise FileError(self.path, say("save.actions-form"))  # they are an inline list
                if torn is not None:  # keep the torn block beside the file, for good
                    keep_copy(self._disk, self.path, torn.content, Path(f"{self.path}.torn"))
                    self._disk.truncate(self.path, torn.start)
                    self.document = known
                if whole == known.intact:
                    self._append(added, grown)
                    return torn
                self._put_in_place(whole, release)
                self.document = session_file.read_now(self._disk, self.path)
            return self.append(fields, comment) or torn  # others may have written meanwhile

    def read_changes(self) -> Document | None:
        """Return the changed file; None if header and blocks are as known. Raise FileError if reading fails.

        A torn block is left out: another program may still be writing it.
        """
        if self.write_problem is not None:
            self.check_writable()
        self._claim.beat()
        with suppress(FileError, OSError):
            self._make_safe()
        if self._is_unsafe:
            return None
        with suppress(OSError):  # reading the file reports the reason
            if self._disk.stamp(self.path) == self.document.stamp:
                return None
        return self._other_list()

    def back_up(self) -> Message | None:
        return Backups(self._disk, self.path).take(self.document.intact)

    def keep(self, content: bytes) -> Path:
        """Keep this content in the backups for good and return its path. Raise FileError if that fails."""
        backups = Backups(self._disk, self.path)
        try:
            return backups.set_aside(content, REPLACED)
        except OSError as error:
            against = say("followed.not-kept", folder=str(backups.folder), reason=reason_of(error))
            raise FileError(self.path, against) from None

    def restore(self, content: bytes) -> Path:
        """Replace the content; the known one stays in the backups for good. Return where. Raise as `append` does."""
        with writing(self.path), self._lock() as release:
            self._check_list()
            kept = self.keep(self.document.content)
            self._put_in_place(content, release)
            return kept

    def check_writable(self) -> None:
        self.write_problem = None
        try:
            with self._lock():
                pass
        except FileError as fault:
            self.write_problem = None if fault.message.key == "save.busy" else fault.message
        except OSError as error:  # other errors are reported when the file is read, or at the next entry
            if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
                self.write_problem = say("save.not-writable")

    def close(self) -> None:
        self._claim.leave()

    @contextmanager
    def _lock(self) -> Iterator[Callable[[], None]]:
        """Hold the write lock; yield a function that releases it early. Raise FileError if that fails."""
        try:
            release = self._disk.lock(self.path, PATIENCE)
        except NoLocks:
            if not self._claim.take():
                raise FileError(self.path, say("save.read-only")) from None
            release = release_nothing
        except FileNotFoundError:
            raise FileError(self.path, say("save.gone")) from None
        if release is None:
            raise FileError(self.path, say("save.busy"))
        with ExitStack() as once:
            once.callback(release)
            yield once.close

    def _make_safe(self) -> None:
        """After a failed append, rewrite the file with its content, so that it is safely on the disk."""
        if not self._is_unsafe:
            return
        with self._lock() as release:
            content = content_of(self._disk, self.path, LARGEST)[1]
            if not self._disk.replace_locked(self.path, content, content, release):
                raise Overtaken(self.path, say("save.moved-on"))
        self._is_unsafe = False

    def _check_list(self) -> None:
        """Read the file if it changed. Raise Overtaken if it no longer has the known header and blocks."""
        with reading(self.path):
            is_known = self._disk.has_content(self.path, self.document.content)
        if not is_known and self._other_list() is not None:
            raise Overtaken(self.path, say("save.moved-on"))

    def _other_list(self) -> Document | None:
        there = session_file.read_again(self._disk, self.document)
        if not is_same((there.blocks, there.header), (self.document.blocks, self.document.header)):
            return there
        self.document = there
        return None

    def _append(self, added: bytes, grown: Document) -> None:
        try:
            self._disk.append(self.path, added)
        except OSError:
            self._is_unsafe = True
            with suppress(OSError):
                self._disk.truncate(self.path, len(self.document.intact))
                self._is_unsafe = False
            raise
        self.document = grown._replace(stamp=(), takes_blocks=True)
        with suppress(OSError):  # the block is saved, whatever happens to the file now
            self.document = self.document._replace(stamp=self._disk.stamp(self.path) or ())

    def _put_in_place(self, content: bytes, release: Callable[[], None]) -> None:
        if not self._disk.replace_locked(self.path, content, self.document.content, release):
            raise Overtaken(self.path, say("save.moved-on"))


def _reads_as(content: bytes, wanted: Document) -> bool:
    try:
        document = session_file.parse_document(wanted.path, content)
    except FileError:
        return False
    lists = [(file.header, file.blocks, file.torn) for file in (document, wanted)]
    return is_same(*lists)


def open_save(disk: Disk, path: Path) -> Save:
    """Open a session for writing, even if it can't be written now. Raise FileError if it can't be read."""
    save = Save(disk, session_file.read_document(disk, path))
    save.check_writable()
    if save.write_problem is None:
        sweep_temporary(disk, path.parent)
    return save


def create_save(disk: Disk, path: Path, text: str) -> None:
    """Create a session file completely or not at all. Raise FileError if it exists or writing fails."""
    with writing(path):
        disk.make_folder(path.parent)
        try:
            disk.create(path, text.encode())
        except FileExistsError:
            raise FileError(path, say("save.exists")) from None


def document_text(header: Block, blocks: Sequence[Block] = (), comments: Sequence[str] = ()) -> str:
    """Return the text of a session file: single values, then options, players and position, then the blocks."""
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
    stem = "-".join([day.isoformat(), slug(game), *(slug(name) for name in players)])[:120].rstrip("-")
    with reading(folder):
        return unused_path(disk, folder, stem, ".toml")
