"""The sessions of a folder, last played first, from summaries kept beside them.

Only changed files are read, one at a time, perhaps in another thread, so that no screen waits for hundreds.
The order is known from the start: nothing moves while files are read.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from companion.core.messages import Message, say
from companion.core.names import clean
from companion.core.summary import IDENTITY, LONG_AGO, Summary
from companion.session.summary import summary_of
from companion.storage.disk import Disk, is_one_file
from companion.storage.errors import FileError, reason_of
from companion.storage.places import examples_folder
from companion.storage.summaries import read_summaries, write_summaries

if TYPE_CHECKING:
    from companion.games.ruleset import Ruleset
    from companion.session.session import Session

LARGEST_LISTED = 500_000
"""The largest file read for a list, in bytes: ten times a long session, read in one or two seconds."""
_TIMES = (b"\nat =", b"\nat=", b"\ncreated =", b"\ncreated=")


class ListedSession(NamedTuple):
    path: Path
    summary: Summary | None = None
    fault: Message | None = None
    """Why the session can't be read or replayed to its end. Without summary and fault, it isn't read yet."""
    is_outdated: bool = False
    """Whether the file has changed since, and is still to be read."""
    ruleset: "Ruleset | None" = None
    """Ruleset whose names the fault uses, if known."""
    original: Path | None = None
    """The session that this is a copy of; None if it isn't one."""
    difference: Message | None = None
    """How many entries only the copy has, and only the original."""


def with_copies(listed: Iterable[ListedSession]) -> list[ListedSession]:
    """Put copies right behind their session, whichever was played last; the shortest file name is the session's."""
    groups = defaultdict[object, list[ListedSession]](list)
    for at, session in enumerate(listed):
        groups[(session.summary and session.summary.trail[IDENTITY]) or at].append(session)
    for group in groups.values():
        if len(group) > 1:  # rarely: pages ask for all sessions again and again
            group.sort(key=lambda one: (len(one.path.name), one.path))
            group[1:] = [_copy(group[0], other) for other in group[1:]]
    return [session for group in groups.values() for session in group]


def _copy(session: ListedSession, other: ListedSession) -> ListedSession:
    """Return the other one as a copy of the session, unless both names are of one file."""
    if session.summary is None or other.summary is None or is_one_file(session.path, other.path):
        return other
    trails = session.summary.trail, other.summary.trail
    shared = [*(one == two for one, two in zip(*trails, strict=False)), False].index(False) // 4
    own, others = (len(trail) // 4 - shared for trail in reversed(trails))
    difference = say("copies.row", file=clean(session.path.name, "?"), own=own, other=others)
    return other._replace(original=session.path, difference=difference)


class Listing:
    def __init__(self, disk: Disk, folder: Path, read: "Callable[[Path], Session]") -> None:
        self._disk, self._folder, self._read = disk, folder, read
        self._known: dict[str, tuple[tuple[int, ...] | None, ListedSession]] = {}
        """Result for each file, with the file's stamp."""
        self._outdated: dict[str, ListedSession] = {}
        """Earlier results for files that have changed, shown until they are read again."""
        self._places: list[Path] = []
        self.fault: FileError | None = None
        self._is_loaded = self._is_changed = False
        self._is_shipped = folder == examples_folder()
        """Whether only a file's size tells that it changed: it has another time on every computer."""
        self._writing = Lock()

    @property
    def waiting(self) -> list[Path]:
        return [path for path in self._places if path.name not in self._known]

    def list_files(self) -> None:
        """List the files of the folder; raise FileError if it can't be read."""
        known, self.fault = self._known, None
        if not self._is_loaded:
            self._is_loaded = True
            for name, (stamp, summary) in read_summaries(self._disk, self._folder).items():
                known[name] = stamp, ListedSession(self._folder / name, summary)
        try:
            names = [one for one in self._disk.names(self._folder) if one.endswith(".toml") and one[0] != "."]
        except OSError as error:
            self._known, self._places = {}, []
            self.fault = FileError(self._folder, say("save.folder-unreadable", reason=reason_of(error)))
            raise self.fault from None
        listed = {name: known[name] for name in names if name in known}
        self._is_changed |= len(listed) < len(known)
        current = {name: item for name, item in listed.items() if item[0] == self._stamp(item[1].path)}
        outdated = {name: session for name, (_, session) in listed.items() if name not in current}
        self._outdated |= {name: session._replace(is_outdated=True) for name, session in outdated.items()}
        last = {name: self._last_in(name, current.get(name)) for name in names}
        names.sort(key=lambda name: (last[name], name), reverse=True)
        self._known, self._places = current, [self._folder / name for name in names]

    def take(self, path: Path) -> None:
        """Read and sum up a session file. Any thread may call this."""
        stamp = self._stamp(path)
        is_long = stamp is not None and stamp[0] > LARGEST_LISTED
        listed = ListedSession(path, None, say("shelf.too-long")) if is_long else self._summed_up(path)
        self._known[path.name] = stamp, listed
        self._is_changed |= listed.fault is None

    def sessions(self) -> list[ListedSession]:
        sessions = {**self._outdated, **{name: session for name, (_, session) in self._known.copy().items()}}
        return with_copies(sessions.get(path.name) or ListedSession(path) for path in self._places)

    def games(self) -> list[str]:
        """Ids of the games played, the last one first."""
        return list(dict.fromkeys(session.summary.game for session in self.sessions() if session.summary))

    def keep(self) -> None:
        """Write the summaries, not the examples' shipped ones; any thread may. If that fails, they are made again."""
        with self._writing:
            if not self._is_changed or self._is_shipped:
                return
            self._is_changed, kept = False, {}
            for name, (stamp, session) in self._known.copy().items():
                if stamp is not None and session.summary is not None and session.fault is None:
                    kept[name] = stamp, session.summary
            try:
                write_summaries(self._disk, self._folder, kept)
            except OSError:
                self._is_changed = True

    def _last_in(self, name: str, known: tuple[object, ListedSession] | None) -> datetime:
        """When something was last entered, by the summary or the last line with a time; else LONG_AGO."""
        if known is not None and known[1].summary is not None:
            return known[1].summary.last or LONG_AGO
        path = self._folder / name
        stamp = self._stamp(path)
        if stamp is None or stamp[0] > LARGEST_LISTED:
            return LONG_AGO
        try:
            content = self._disk.read(path, LARGEST_LISTED)
            line = content[1 + max(map(content.rfind, _TIMES)) :].partition(b"\n")[0]
            moment = datetime.fromisoformat(line.partition(b"=")[2].partition(b"#")[0].strip().decode())
        except (OSError, ValueError):
            return LONG_AGO
        return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)

    def _stamp(self, path: Path) -> tuple[int, ...] | None:
        try:
            stamp = self._disk.stamp(path)
        except OSError:  # reading it says why
            return None
        return stamp[:1] if self._is_shipped and stamp is not None else stamp

    def _summed_up(self, path: Path) -> ListedSession:
        try:
            session = self._read(path)
        except FileError as fault:
            return ListedSession(path, None, fault.message, ruleset=fault.ruleset)
        failure = session.record.failure
        if failure is None:
            return ListedSession(path, summary_of(session))
        number = session.record.visible_number(failure.number or 0) or failure.number
        stuck = say("shelf.stuck", number=number, reason=failure.message)
        return ListedSession(path, summary_of(session), stuck, ruleset=session.record.ruleset)
