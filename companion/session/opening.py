"""Open a session to play on: with backups, a draft file, and recovery of a broken file."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

from companion.core.messages import Message, say
from companion.session.library import Library
from companion.session.record import Record
from companion.session.session import Lost, Session
from companion.storage.backups import Backups
from companion.storage.disk import NoLocks
from companion.storage.draft_file import DraftFile
from companion.storage.errors import FileError, content_of, reason_of
from companion.storage.session_file import LARGEST, PATIENCE, sound_beginning
from companion.storage.toml import parse_toml

BROKEN = (
    "save.empty",
    "save.not-text",
    "save.not-toml",
    "save.too-deep",
    "save.long-number",
    "save.actions-form",
)
"""Faults of a file that Companion never writes. Newer formats and mistakes in entries aren't recovered."""

_TELLING = ("game", "created", "players")


def opened_at_table(library: Library, path: Path) -> Session:
    """Open a session to play on, a broken file's last good state if need be. Raise FileError if there is none."""
    notice = None
    try:
        session = library.open(path)
    except FileError as fault:
        if fault.message.key not in BROKEN or fault.path != path:
            raise
        notice = _put_in_order(library, path, fault)
        session = library.open(path)
    session.notices += [notice] if notice else []
    if not session.is_read_only:
        session.drafts = DraftFile(library.disk, path)
        session.lost = _find_lost(library, session)
        session.start_backups()
    return session


def _find_lost(library: Library, session: Session) -> Lost | None:
    """Find the backup with the most entries that the session doesn't have; None if there is none."""
    path, candidates = session.path, list[tuple[int, Lost]]()
    with suppress(FileError, OSError):
        copies = Backups(library.disk, path).unknown_copies()
        header = _header(path, content_of(library.disk, path, LARGEST)[1]) if copies else {}
        for content in copies if session.record.failure is None else ():
            with suppress(FileError):
                record = library.read_content(path, content).record
                missing = _block_counts(record) - _block_counts(session.record)
                if missing and record.failure is None and header == _header(path, content):
                    candidates.append((missing.total(), Lost(content, len(record.numbers))))
    return max(candidates, default=(0, None), key=lambda item: item[0])[1]


def _block_counts(record: Record) -> Counter[str]:
    return Counter(repr(sorted(block.items())) for block in record.blocks)


def _put_in_order(library: Library, path: Path, fault: FileError) -> Message | None:
    """Replace a broken file with its last good state, and keep the broken one.

    Return the message; None if another program was quicker. Raise FileError if there is no good state.
    """
    disk, content = library.disk, content_of(library.disk, path, LARGEST)[1]
    backups = Backups(disk, path)
    try:
        best = max(_good(library, path, content, backups), key=lambda candidate: candidate[1], default=None)
        if best is None:
            raise fault
        good, _, session = best
        count = len(session.record.played_numbers)
        with ExitStack() as once:
            with suppress(NoLocks):
                release = disk.lock(path, PATIENCE)
                if release is None:
                    raise FileError(path, say("save.busy"))
                once.callback(release)
            if not disk.has_content(path, content):
                return None  # another program was quicker
            kept = backups.set_aside(content, "broken")
            if not disk.replace_locked(path, good, content, once.close):
                return None
    except OSError as error:
        against = say("disk.not-recovered", fault=fault.message, reason=reason_of(error))
        raise FileError(path, against) from None
    reason = say("disk.was-empty") if fault.message.key == "save.empty" else fault.message
    return say("disk.recovered", reason=reason, aside=f"{kept.parent.name}/{kept.name}", count=count)


def _good(
    library: Library, path: Path, content: bytes, backups: Backups
) -> Iterator[tuple[bytes, int, Session]]:
    """Yield the sound beginning of a broken file and its newest sound backup, each with its number of good blocks."""
    whole, opens = sound_beginning(path, content), False
    with suppress(FileError):
        session = library.read_content(path, whole)
        failure = session.record.failure  # the session opens up to its last good entry
        count = session.record.entry_count if failure is None else (failure.number or 1) - 1
        opens = True
        yield whole, count, session
    header = _header(path, whole) or _header(path, content) or _header(path, content.partition(b"\n[")[0])
    for copy in backups.newest_first():
        with suppress(FileError):
            known = content_of(library.disk, copy, LARGEST)[1]
            if opens and known and whole.startswith(known):
                return  # an earlier state of the same file, without more entries
            session = library.read_content(path, known)
            is_same = header.items() <= _header(path, known).items()
            if is_same and session.record.failure is None:
                yield known, session.record.entry_count, session
                return


def _header(path: Path, content: bytes) -> dict[str, str]:
    """The fields that identify a session; empty if the content can't be read."""
    with suppress(FileError):
        return {key: repr(value) for key, value in parse_toml(path, content).items() if key in _TELLING}
    return {}
