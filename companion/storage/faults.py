"""What is wrong with a file, outside its actions."""

from pathlib import Path

from companion.core.messages import Message


class Fault(Exception):  # noqa: N818 - carries a message, like a refusal
    def __init__(self, path: Path, message: Message) -> None:
        super().__init__(str(path), message.key)
        self.path = path
        self.message = message


def reason_of(error: OSError) -> str:
    """The system's own words, without numbers and paths."""
    return error.strerror or type(error).__name__
