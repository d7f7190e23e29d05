"""Crash reports: files that can be sent to the makers of the program."""

import platform
import sys
import traceback
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from companion import __version__
from companion.core.messages import Message, say
from companion.storage.backups import unused_path
from companion.storage.disk import Disk
from companion.storage.errors import reason_of

REPORTS = "reports"
MOST_REPORTS = 10
LONGEST_REPORT = 50_000


def keep_report(
    disk: Disk, saves: Path, moment: datetime, error: BaseException, first: str, facts: Mapping[str, str]
) -> Message:
    """Write a crash report, which holds no entries; return a message. Beyond MOST_REPORTS the oldest is replaced."""
    try:
        folder = saves.absolute() / REPORTS
        own = {"companion": __version__, "python": sys.version, "platform": platform.platform()}
        known = {**own, **facts}
        head = "\n".join(f"{name}: {value}" for name, value in known.items())
        trace = "".join(traceback.format_exception(error))[-LONGEST_REPORT:]
        disk.make_folder(folder)
        path = unused_path(disk, folder, f"{moment:%Y-%m-%d-%H-%M-%S}", ".txt")
        old = [name for name in disk.names(folder) if name.endswith(".txt")]
        for name in old[: max(0, len(old) - MOST_REPORTS + 1)]:
            disk.rename(folder / name, path)  # the new report overwrites it below
        disk.replace(path, f"{first}\n\n{head}\n\n{trace}".encode("utf-8", "backslashreplace"))
    except Exception as fault:  # the first error must be reported, even if this report fails
        return say("crash.unwritten", reason=reason_of(fault))
    return say("crash.written", file=str(path))
