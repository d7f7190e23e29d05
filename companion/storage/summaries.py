"""The file with summaries of a folder's sessions: a checksum and a summary in each line.

The file can be deleted at any time. A damaged or edited line is ignored, and its session is read again.
The checks are written by hand because Pydantic is too slow for the start page.
"""

import json
from collections.abc import Mapping
from datetime import MAXYEAR, MINYEAR, datetime
from itertools import chain
from pathlib import Path
from typing import Any
from zlib import crc32

from companion import __version__
from companion.core.names import is_line
from companion.core.summary import Summary
from companion.storage.disk import Disk
from companion.storage.errors import FileError, content_of

FOLDER, NAME = "summaries", "summaries.json"
LARGEST = 16_000_000
_COUNTER = f"{__version__}, 10th way of counting"
"""Version that made the summaries. Increase the number whenever summaries change: then all are made again."""
_LARGEST_NUMBER = 10**15
KeptSummary = tuple[tuple[int, ...], Summary]


def read_summaries(disk: Disk, folder: Path) -> dict[str, KeptSummary]:
    """Return valid summaries by file name; empty if the file can't be read or another version wrote it."""
    try:
        made_by, *lines = content_of(disk, folder / FOLDER / NAME, LARGEST)[1].split(b"\n")
    except FileError:
        return {}
    return dict(filter(None, map(_kept_summary, lines))) if made_by == _COUNTER.encode() else {}


def write_summaries(disk: Disk, folder: Path, kept: Mapping[str, KeptSummary]) -> None:
    """Write all summaries. Raise OSError if that fails."""
    lines = [_COUNTER]
    for name, summary in kept.items():
        row = json.dumps((name, *summary), default=_time_text, separators=(",", ":"))
        lines.append(f"{crc32(row.encode()):08x} {row}")
    disk.make_folder(folder / FOLDER)
    disk.replace(folder / FOLDER / NAME, "\n".join(lines).encode())


def _time_text(moment: datetime) -> str:
    text = moment.isoformat()
    return f"{text[:-6]}Z" if text.endswith("+00:00") else text


def _kept_summary(line: bytes) -> tuple[str, KeptSummary] | None:
    """Return a line's file name, stamp and summary; None if the line was damaged or edited."""
    checksum, _, row = line.partition(b" ")
    if checksum != b"%08x" % crc32(row):
        return None
    try:
        name, stamp, raw = json.loads(row)
        return str(name), (tuple(stamp), _summary_of(*raw))
    except (ValueError, TypeError, AttributeError, RecursionError):  # somebody made the checksum fit
        return None


def _summary_of(*raw: Any) -> Summary:
    """Return the summary in a row. Raise ValueError, TypeError or AttributeError if it is invalid."""
    summary = Summary(*raw)
    summary = summary._replace(players=tuple(summary.players), winners=tuple(summary.winners))
    summary = summary._replace(given=tuple((name, key) for name, key in summary.given))
    summary = summary._replace(begun=_time_in(summary.begun), last=_time_in(summary.last))
    players = set(summary.players)
    texts = (summary.game, summary.title, *summary.players, *summary.colours.values(), *chain(*summary.given))
    numbers = (summary.seconds, summary.entries, *summary.scores.values(), *summary.places.values())
    if not (
        set(summary.scores) == players >= set(summary.places)
        and players.issuperset((summary.starts, *summary.winners, *summary.colours))
        and all(map(is_line, texts))
        and summary.trail.isascii()
        and all(type(number) is int and abs(number) <= _LARGEST_NUMBER for number in numbers)
        and all(isinstance(flag, bool) for flag in (summary.is_over, summary.is_hidden, summary.wins_lowest))
        and (summary.is_over or not summary.winners)
        and 1 in summary.places.values()
    ):
        raise ValueError
    return summary


def _time_in(text: Any) -> datetime | None:
    if text is None:
        return None
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None or not MINYEAR < moment.year < MAXYEAR:
        raise ValueError
    return moment
