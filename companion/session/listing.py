"""The sessions of a folder, the one last entered in first, from summaries kept beside them.

Only a session whose file is not the one that was summed up is read, one at a time, so that whoever lists hundreds need
not wait. The file of summaries can be thrown away at any time; one that does not fit is made again.
"""

from collections.abc import Callable
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from companion import __version__
from companion.core.messages import Message, say
from companion.core.names import is_printable
from companion.games.models import LONGEST_LINE
from companion.games.ruleset import Ruleset
from companion.session.session import Session
from companion.session.summary import Summary, summary_of
from companion.storage.disk import Disk
from companion.storage.errors import FileError, reason_of
from companion.storage.reading import content_of

FOLDER = "summaries"
"""The folder beside the sessions with the file of their summaries."""
LARGEST = 16_000_000
_COUNTER = f"{__version__}, 2nd way of counting"
"""Who counted: another number with every change of what a summary says."""
_LARGEST_NUMBER = 10**15
_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


class Listed(NamedTuple):
    path: Path
    summary: Summary | None = None
    fault: Message | None = None
    """Why it cannot be read; with a summary beside it, why it does not play to its end."""
    ruleset: Ruleset | None = None
    """Whose names the fault uses, if it is known."""


class Kept(NamedTuple):
    stamp: tuple[int, ...]
    """Of the file that was summed up."""
    summary: Summary


class _File(NamedTuple):
    made_by: str
    """The companion that counted; another one counts again."""
    sessions: dict[str, Kept]


_FILE = TypeAdapter(_File)


class Listing:
    def __init__(self, disk: Disk, folder: Path, read: Callable[[Path], Session]) -> None:
        self._disk, self._folder, self._read = disk, folder, read
        self._path = folder / FOLDER / "summaries.json"
        self._known: dict[str, tuple[tuple[int, ...] | None, Listed]] = {}
        """What was made of each file, with its stamp then."""
        self._is_loaded = self._is_changed = False
        self.waiting: list[Path] = []
        """Those still to be read, the last one first: their names begin with the day."""

    def look(self) -> None:
        """What lies in the folder now; FileError where it cannot be looked into."""
        if not self._is_loaded:
            self._load()
        self.waiting = []
        try:
            names = [one for one in self._disk.names(self._folder) if one.endswith(".toml") and one[0] != "."]
        except OSError as error:
            self._known = {}
            raise FileError(self._folder, say("save.folder-unreadable", reason=reason_of(error))) from None
        found = {name: self._known[name] for name in names if name in self._known}
        self._is_changed |= len(found) < len(self._known)
        self._known = {name: one for name, one in found.items() if one[0] == self._stamp(name)}
        self.waiting = [self._folder / name for name in names if name not in self._known]

    def take(self) -> None:
        """Reads one of those that are waiting."""
        path = self.waiting.pop()
        stamp = self._stamp(path.name)
        listed = self._listed(path)
        self._known[path.name] = stamp, listed
        self._is_changed |= listed.fault is None

    def listed(self) -> list[Listed]:
        """All that are read already."""
        found = [one for _, (_, one) in sorted(self._known.items(), reverse=True)]
        return sorted(found, key=_last, reverse=True)

    def keep(self) -> None:
        """Writes what was summed up; a file that cannot be written only has to be made again."""
        if not self._is_changed:
            return
        kept = {
            name: Kept(stamp, one.summary)
            for name, (stamp, one) in self._known.items()
            if stamp is not None and one.summary is not None and one.fault is None
        }
        try:
            self._disk.make_folder(self._path.parent)
            self._disk.replace(self._path, _FILE.dump_json(_File(_COUNTER, kept)))
        except OSError:
            return
        self._is_changed = False

    def _load(self) -> None:
        self._is_loaded = True
        try:
            file = _FILE.validate_json(content_of(self._disk, self._path, LARGEST)[1])
        except (FileError, ValidationError):  # or none at all
            return
        if file.made_by == _COUNTER:
            self._known = {
                name: (one.stamp, Listed(self._folder / name, one.summary))
                for name, one in file.sessions.items()
                if _is_sound(one.summary)
            }

    def _stamp(self, name: str) -> tuple[int, ...] | None:
        try:
            return self._disk.stamp(self._folder / name)
        except OSError:  # reading it says why
            return None

    def _listed(self, path: Path) -> Listed:
        try:
            session = self._read(path)
        except FileError as fault:
            return Listed(path, None, fault.message, fault.ruleset)
        failure = session.failure
        if failure is None:
            return Listed(path, summary_of(session))
        number = session.record.place_of(failure.number or 0) or failure.number
        stuck = say("shelf.stuck", number=number, reason=failure.message)
        return Listed(path, summary_of(session), stuck, session.ruleset)


def _is_sound(summary: Summary) -> bool:
    """Whether it could have been written here: the file lies where anybody may edit it."""
    moments = [one for one in (summary.begun, summary.last) if one is not None]
    texts = (
        summary.game,
        summary.title,
        summary.starts,
        *summary.players,
        *summary.winners,
        *summary.colours,
    )
    numbers = (summary.seconds, summary.entries, *summary.scores.values(), *summary.projection.values())
    return (
        all(one.tzinfo is not None and MINYEAR < one.year < MAXYEAR for one in moments)
        and all(len(one) <= LONGEST_LINE and is_printable(one) for one in texts)
        and all(abs(one) <= _LARGEST_NUMBER for one in numbers)
    )


def _last(listed: Listed) -> datetime:
    return (listed.summary and listed.summary.last) or _LONG_AGO
