"""The sessions of a folder, the one last entered in first, from summaries kept beside them.

Only a session whose file is not the one that was summed up is read, one at a time, so that whoever lists hundreds need
not wait. Only then what plays a session is imported. Every session has its place from the start: nothing moves while
others are read.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.core.messages import Message, say
from companion.storage.disk import Disk
from companion.storage.errors import FileError, reason_of
from companion.storage.summaries import LONG_AGO, Summary, read_summaries, write_summaries

if TYPE_CHECKING:
    from companion.games.ruleset import Ruleset
    from companion.session.session import Session

LARGEST_LISTED = 500_000
"""Bytes of a file that is read for a list: some ten times a long session, and a second or two to read."""
_MOMENT = re.compile(rb"^(?:at|created) *= *([0-9T:.+Z-]+)", re.MULTILINE)


class Listed(NamedTuple):
    path: Path
    summary: Summary | None = None
    fault: Message | None = None
    """Why it can't be read or, beside a summary, replayed to its end. Without either it hasn't been read yet."""
    ruleset: "Ruleset | None" = None
    """Whose names the fault uses, if it is known."""


class Listing:
    def __init__(self, disk: Disk, folder: Path, read: "Callable[[Path], Session]") -> None:
        self._disk, self._folder, self._read = disk, folder, read
        self._known: dict[str, tuple[tuple[int, ...] | None, Listed]] = {}
        """What was made of each file, with its stamp then."""
        self._is_loaded = self._is_changed = False
        self._last: dict[str, datetime] = {}
        """When something was last entered in each, which is its place in the list."""
        self.waiting: list[Path] = []
        """Those still to be read, the last one first."""

    def look(self) -> None:
        """What lies in the folder now; FileError where it cannot be looked into."""
        if not self._is_loaded:
            self._is_loaded = True
            for name, (stamp, summary) in read_summaries(self._disk, self._folder).items():
                self._known[name] = stamp, Listed(self._folder / name, summary)
        self.waiting = []
        try:
            names = [one for one in self._disk.names(self._folder) if one.endswith(".toml") and one[0] != "."]
        except OSError as error:
            self._known = {}
            raise FileError(self._folder, say("save.folder-unreadable", reason=reason_of(error))) from None
        found = {name: self._known[name] for name in names if name in self._known}
        self._is_changed |= len(found) < len(self._known)
        self._known = {name: one for name, one in found.items() if one[0] == self._stamp(one[1].path)}
        for name, (_, one) in self._known.items():
            if one.summary is not None:
                self._last[name] = one.summary.last or LONG_AGO
        new = [name for name in names if name not in self._known]
        self._last |= {name: self._last_in(self._folder / name) for name in new}
        self.waiting = [self._folder / name for name in sorted(new, key=lambda one: (self._last[one], one))]

    def take(self) -> None:
        path = self.waiting.pop()
        stamp = self._stamp(path)
        is_long = stamp is not None and stamp[0] > LARGEST_LISTED
        listed = Listed(path, None, say("shelf.too-long")) if is_long else self._listed(path)
        self._known[path.name] = stamp, listed
        self._is_changed |= listed.fault is None

    def listed(self) -> list[Listed]:
        found = [*(one for _, one in self._known.values()), *map(Listed, self.waiting)]
        return sorted(found, key=lambda one: (self._last[one.path.name], one.path.name), reverse=True)

    def keep(self) -> None:
        """Writes what was summed up; a file that cannot be written only has to be made again."""
        if not self._is_changed:
            return
        kept = {}
        for name, (stamp, one) in self._known.items():
            if stamp is not None and one.summary is not None and one.fault is None:
                kept[name] = stamp, one.summary
        with suppress(OSError):
            write_summaries(self._disk, self._folder, kept)
            self._is_changed = False

    def _last_in(self, path: Path) -> datetime:
        """When something was last entered in a file that isn't read yet, by its last line that has a time."""
        stamp = self._stamp(path)
        if stamp is None or stamp[0] > LARGEST_LISTED:
            return LONG_AGO
        try:
            said = _MOMENT.findall(self._disk.read(path, LARGEST_LISTED))
            moment = datetime.fromisoformat(said[-1].decode())
        except (OSError, IndexError, ValueError):
            return LONG_AGO
        return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)

    def _stamp(self, path: Path) -> tuple[int, ...] | None:
        try:
            return self._disk.stamp(path)
        except OSError:  # reading it says why
            return None

    def _listed(self, path: Path) -> Listed:
        from companion.session.summary import summary_of

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
