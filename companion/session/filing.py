"""Session files: archive, restore, duplicate, import. No session is ever deleted."""

import errno
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.errors import Refusal
from companion.core.messages import say
from companion.core.names import tidy
from companion.storage.backups import unused_path
from companion.storage.disk import Disk, NoLocks, release_nothing
from companion.storage.documents import LARGEST, PATIENCE, read_document
from companion.storage.errors import FileError, Overtaken, content_of, reading, reason_of, writing

if TYPE_CHECKING:
    from companion.session.library import Library

ARCHIVE = "put-away"


def archive_session(library: "Library", path: Path) -> Path:
    """Move a session or a pad to the archive beside it; return its new path. Raise FileError if it can't be moved."""
    return _move(library, path, path.parent / ARCHIVE)


def archived_names(library: "Library", folder: Path) -> list[str]:
    """File names of a folder's archived sessions; empty if the archive can't be read."""
    with suppress(OSError):
        return [name for name in library.disk.names(folder / ARCHIVE) if name.endswith(".toml")]
    return []


def restore_session(library: "Library", path: Path) -> Path:
    """Move a session back from the archive and return its new path. Raise FileError if it can't be moved."""
    return _move(library, path, path.parent.parent)


def duplicate(library: "Library", path: Path, title: str) -> Path:
    """Copy a session, with a new title if it replays. Return the copy's path; raise FileError if it can't be copied."""
    copy = _copy(library.disk, path, path.parent)
    with suppress(Refusal, FileError):
        retitle(library, copy, title)
    return copy


def import_session(library: "Library", source: Path, folder: Path) -> tuple[Path, bool]:
    """Copy a session and its kept ruleset into a folder, unless a file there has the same content.

    Return the path and whether it was copied. Raise FileError if the session can't be read or copied.
    """
    library.read(source)
    with reading(source):
        is_here = source.absolute().parent == folder.absolute()
    if is_here:
        return folder / source.name, False
    content = content_of(library.disk, source, LARGEST)[1]
    with suppress(OSError):
        for name in library.disk.names(folder):
            with suppress(FileError):
                if name.endswith(".toml") and content_of(library.disk, folder / name, LARGEST)[1] == content:
                    return folder / name, False
    path = _copy(library.disk, source, folder)
    _carry_ruleset(library, source, folder)
    return path, True


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


def _copy(disk: Disk, source: Path, folder: Path) -> Path:
    stamp, content = content_of(disk, source, LARGEST)
    if stamp is None:  # another program has just archived it
        raise FileError(source, say("save.missing"))
    while True:
        with reading(folder):
            path = unused_path(disk, folder, source.stem.lstrip(".") or "session", ".toml")
        with writing(path, "shelf.uncopied"), suppress(FileExistsError):
            disk.make_folder(folder)
            disk.create(path, content, source)
            return path


def _carry_ruleset(library: "Library", path: Path, folder: Path) -> None:
    """Copy a session's kept ruleset to the new folder. Ignore errors: opening the session reports them."""
    with suppress(FileError):
        header = read_document(library.disk, path).header
        library.shelf.copy_kept(str(header.get("game")), str(header.get("ruleset")), path.parent, folder)
