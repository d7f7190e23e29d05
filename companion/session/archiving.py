"""Session files: archive, restore, retitle. No session is ever deleted."""

import errno
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.messages import say
from companion.core.names import tidy
from companion.storage.backups import unused_path
from companion.storage.disk import Disk, NoLocks, release_nothing
from companion.storage.errors import FileError, Overtaken, reason_of
from companion.storage.session_file import PATIENCE, read_document

if TYPE_CHECKING:
    from companion.session.library import Library

ARCHIVE = "archive"


def archive_session(library: "Library", path: Path) -> Path:
    """Move a session or a pad to the archive beside it; return its new path. Raise FileError if it can't be moved."""
    return _move(library, path, path.parent / ARCHIVE)


def archived_names(disk: Disk, folder: Path) -> list[str]:
    """File names of a folder's archived sessions; empty if the archive can't be read."""
    with suppress(OSError):
        return [name for name in disk.names(folder / ARCHIVE) if name.endswith(".toml")]
    return []


def restore_session(library: "Library", path: Path) -> Path:
    """Move a session back from the archive and return its new path. Raise FileError if it can't be moved."""
    return _move(library, path, path.parent.parent)


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


def _move(library: "Library", path: Path, folder: Path) -> Path:
    disk = library.disk
    _carry_ruleset(library, path, folder)
    try:
        release = disk.lock(path, PATIENCE)
    except (PermissionError, NoLocks):  # it may not be written, but it may be moved
        release = release_nothing
    except OSError as error:
        key = "shelf.unmoved" if error.errno == errno.EROFS else "save.unreadable"
        raise FileError(path, say(key, reason=reason_of(error))) from None
    if release is None:
        raise FileError(path, say("shelf.in-use"))
    try:
        while True:
            try:
                disk.make_folder(folder)
                target = unused_path(disk, folder, path.stem, ".toml")
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
            raise FileError(path, say("shelf.in-use")) from None
        raise FileError(path, say("shelf.unmoved", reason=reason_of(error))) from None
    finally:
        release()


def _carry_ruleset(library: "Library", path: Path, folder: Path) -> None:
    """Copy a session's kept ruleset to the new folder. Ignore errors: opening the session reports them."""
    with suppress(FileError):
        header = read_document(library.disk, path).header
        library.shelf.copy_kept(str(header.get("game")), str(header.get("ruleset")), path.parent, folder)
