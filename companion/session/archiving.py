"""Session files: archive, restore, retitle, choose between copies. No session is ever deleted."""

import errno
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.messages import say
from companion.core.names import tidy
from companion.storage.backups import FOLDER, REPLACED, unused_path
from companion.storage.disk import Disk, NoLocks, release_nothing
from companion.storage.errors import FileError, Overtaken, reading, reason_of
from companion.storage.saves import Save
from companion.storage.session_file import PATIENCE, Document, read_document

if TYPE_CHECKING:
    from companion.session.library import Library

ARCHIVE = "archive"


def archive_session(library: "Library", path: Path) -> Path:
    """Move a session or a pad to the archive beside it; return its new path. Raise FileError if it can't be moved."""
    _carry_ruleset(library, path, path.parent / ARCHIVE)
    return _move(library.disk, path, path.parent / ARCHIVE, path.stem)


def archived_names(disk: Disk, folder: Path) -> list[str]:
    """File names of a folder's archived sessions; empty if the archive can't be read."""
    with suppress(OSError):
        return [name for name in disk.names(folder / ARCHIVE) if name.endswith(".toml")]
    return []


def restore_session(library: "Library", path: Path) -> Path:
    """Move a session back from the archive and return its new path. Raise FileError if it can't be moved."""
    _carry_ruleset(library, path, path.parent.parent)
    return _move(library.disk, path, path.parent.parent, path.stem)


def settle_copies(disk: Disk, session: Document, copy: Document, chosen: Path) -> Path:
    """Let one of two copies go on in the session's file, and move the copy's file to the backups.

    Return where the other one is kept. Raise FileError if that fails, Overtaken if a file has changed.
    """
    with reading(copy.path):
        if not disk.has_content(copy.path, copy.content):
            raise Overtaken(copy.path, say("save.moved-on"))
    with closing(Save(disk, session)) as save:
        kept = save.restore(copy.content) if chosen == copy.path else None
        moved = _move(disk, copy.path, session.path.parent / FOLDER, f"{session.path.stem}.{REPLACED}")
        return kept or moved


def retitle(library: "Library", path: Path, title: str) -> None:
    """Change a session's title with an entry without a time. Raise Refusal or FileError if that fails."""
    session = library.open(path)
    try:
        if session.is_read_only:
            raise FileError(path, session.notices[-1])
        while True:
            with suppress(Overtaken):
                session.follow()
                session.enter({"do": "setup", "title": tidy(title)})
                return
    finally:
        session.close()


def _move(disk: Disk, path: Path, folder: Path, stem: str) -> Path:
    try:
        release = disk.lock(path, PATIENCE)
    except (PermissionError, NoLocks):  # it may not be written, but it may be moved
        release = release_nothing
    except OSError as error:
        key = "shelf.unmoved" if error.errno == errno.EROFS else "save.unreadable"
        raise FileError(path, say(key, reason=reason_of(error))) from None
    if release is None:
        raise FileError(path, say("save.busy"))
    try:
        while True:
            try:
                disk.make_folder(folder)
                target = unused_path(disk, folder, stem, ".toml")
                disk.move(path, target)
                return target
            except FileExistsError:  # another program has just taken the name
                continue
            except PermissionError:
                if release is release_nothing:
                    raise
                release()  # Windows moves no open file
                release = release_nothing
    except OSError as error:
        if error.errno == errno.EBUSY:
            raise FileError(path, say("save.busy")) from None
        raise FileError(path, say("shelf.unmoved", reason=reason_of(error))) from None
    finally:
        release()


def _carry_ruleset(library: "Library", path: Path, folder: Path) -> None:
    """Copy a session's kept ruleset to the new folder. Ignore errors: opening the session reports them."""
    with suppress(FileError):
        header = read_document(library.disk, path).header
        library.rulesets.copy_kept(str(header.get("game")), str(header.get("ruleset")), path.parent, folder)
