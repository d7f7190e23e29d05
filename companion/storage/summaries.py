"""The summaries of a folder's sessions as a file beside them. It can be thrown away at any time, and is made again
where it does not fit; checked by hand, for the start page waits for it.
"""

import json
from collections.abc import Callable, Mapping
from datetime import MAXYEAR, MINYEAR, datetime
from pathlib import Path
from typing import Any, NamedTuple

from companion import __version__
from companion.core.names import is_line
from companion.core.summary import Summary
from companion.storage.disk import Disk
from companion.storage.errors import FileError
from companion.storage.reading import content_of

FOLDER = "summaries"
"""The folder beside the sessions with the file of their summaries."""
LARGEST = 16_000_000
_COUNTER = f"{__version__}, 2nd way of counting"
"""Who counted: another number with every change of what a summary says. Another companion counts again."""
_LARGEST_NUMBER = 10**15


class Kept(NamedTuple):
    stamp: tuple[int, ...]
    """Of the file that was summed up."""
    summary: Summary


class SummariesFile:
    def __init__(self, disk: Disk, folder: Path) -> None:
        self._disk, self._path = disk, folder / FOLDER / "summaries.json"

    def read(self) -> dict[str, Kept]:
        """By the name of the session's file; none where there is no file, or one that was not written here."""
        try:
            made_by, sessions = json.loads(content_of(self._disk, self._path, LARGEST)[1])
            if made_by != _COUNTER:
                return {}
            return {name: Kept(tuple(stamp), _understood(*raw)) for name, (stamp, raw) in sessions.items()}
        except (FileError, ValueError, TypeError, AttributeError, RecursionError):  # or none at all
            return {}

    def write(self, kept: Mapping[str, Kept]) -> None:
        """OSError where it cannot be written."""
        self._disk.make_folder(self._path.parent)
        written = json.dumps((_COUNTER, kept), default=_moment_text, separators=(",", ":"))
        self._disk.replace(self._path, written.encode())


def _moment_text(moment: datetime) -> str:
    text = moment.isoformat()
    return f"{text[:-6]}Z" if text.endswith("+00:00") else text


def _understood(*raw: Any) -> Summary:
    """The summary in a row of the file; ValueError where it cannot have been written here: anybody may edit it."""
    found = Summary(*raw)
    found = found._replace(
        players=tuple(found.players),
        winners=tuple(found.winners),
        begun=_moment(found.begun),
        last=_moment(found.last),
    )
    texts = (found.game, found.title, found.starts, *found.players, *found.winners)
    numbers = (found.seconds, found.entries)
    tables = ((found.colours, is_line), (found.scores, _is_number), (found.projection, _is_number))
    if not (
        all(map(is_line, texts))
        and all(map(_is_number, numbers))
        and all(_is_table(table, is_sound) for table, is_sound in tables)
        and isinstance(found.is_over, bool)
        and isinstance(found.is_hidden, bool)
    ):
        raise ValueError
    return found


def _moment(text: Any) -> datetime | None:
    if text is None:
        return None
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None or not MINYEAR < moment.year < MAXYEAR:
        raise ValueError
    return moment


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) <= _LARGEST_NUMBER


def _is_table(value: object, is_sound: Callable[[object], bool]) -> bool:
    return isinstance(value, dict) and all(map(is_line, value)) and all(map(is_sound, value.values()))
