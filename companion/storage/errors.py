"""What is wrong with a file, outside its actions."""

import errno
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.messages import Message, say

if TYPE_CHECKING:
    from companion.games.ruleset import Ruleset


class FileError(Exception):
    def __init__(self, path: Path, message: Message, ruleset: "Ruleset | None" = None) -> None:
        super().__init__(str(path), message.key)
        self.path = path
        self.message = message
        self.ruleset = ruleset
        """Whose names the message uses, if it is known."""


class Overtaken(FileError):  # noqa: N818 - a normal answer, not an error
    """The file holds another list than the one that was known: nothing was written."""


def reason_of(error: Exception) -> Message | str:
    """In plain words where that is known, else in the system's own, without numbers and paths."""
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ENOSPC, errno.EDQUOT):
        return say("disk.full")
    if number == errno.EROFS:
        return say("disk.read-only")
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
