"""What is wrong with a file, outside its actions."""

from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.messages import Message

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


def reason_of(error: Exception) -> str:
    """The system's own words, without numbers and paths."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
