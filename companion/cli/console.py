"""The console: command line, input and output. It imports little: `--help` and `--version` need nothing else."""

import os
import sys
from collections.abc import Sequence
from itertools import pairwise

from companion.core.messages import Message, say
from companion.core.names import clean
from companion.words import LANGUAGES

GOOD, BAD_FILE, WRONG_CALL = 0, 1, 2
USUAL_PORT = 8640
"""Default port of `serve`, so that the address stays the same."""
LONGEST_COMPLAINT = 600


class CommandError(Exception):
    """Ends the command with a sentence and an exit code."""

    def __init__(self, reason: str | Message, code: int, before: str = "") -> None:
        super().__init__(reason)
        self.reason, self.code, self.before = reason, code, before


class MissingFileError(CommandError):
    """A file that doesn't exist, or none of the words that may stand in its place."""

    def __init__(self, file: str, words: Sequence[str] = ()) -> None:
        super().__init__(file, BAD_FILE)
        self.file, self.words = file, words


def prepare_streams() -> None:
    """Replace closed streams with empty ones, and escape characters that a stream can't encode."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - stays open
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def out(text: str) -> None:
    """Print one or more lines, without characters that a terminal would take as a command."""
    sys.stdout.write(clean(text, allowed="\n\t") + "\n")


def out_bytes(content: bytes) -> None:
    """Write bytes to standard output unchanged, whatever its encoding or line endings."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)


def has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def terminal_width() -> int | None:
    """Columns to fit a text into; None if the output isn't a terminal."""
    return max(40, columns()) if sys.stdout.isatty() else None


def columns() -> int:
    """Return the terminal's width, or COLUMNS if set. Same as `shutil`, which is slow to import."""
    named = os.environ.get("COLUMNS", "")
    if named.isdecimal() and int(named):
        return int(named)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # no terminal
        return 80


def complain(sentence: str) -> None:
    """Print one line to standard error, even if a file put line breaks into the sentence."""
    line = clean(sentence)
    if len(line) > LONGEST_COMPLAINT:
        line = f"{line[:LONGEST_COMPLAINT]} ..."
    sys.stderr.write(f"{line}\n")


flags: dict[str, str] = {}
command: list[str] = []
"""Flags and command of the command line: any message may need them."""


def note_call(name: str, given: Sequence[str]) -> None:
    command[:] = [name] if name else []
    flags.clear()
    for flag, word in (*pairwise(given), *(word.partition("=")[::2] for word in given)):
        if (flag == "--saves" and word) or (flag == "--lang" and word in LANGUAGES):
            flags[flag] = word


def check_saves() -> None:
    """Raise CommandError if what is named as the folder of saves is no folder."""
    named = flags.get("--saves") or os.environ.get("COMPANION_SAVES", "")
    if os.path.exists(named) and not os.path.isdir(named):  # noqa: PTH110, PTH112 - `pathlib` is slow to import
        raise wrong_call(say("cli.no-folder", file=named))


def wrong_call(reason: str | Message, close: str | None = None) -> CommandError:
    """Make the error for a wrong command line: why, and what was meant (`close`) or how to get help."""
    program = " ".join(["companion", *command])
    near = say("cli.near", reason=reason, close=close)
    call = near if close else say("cli.wrong-call", reason=reason, program=program)
    return CommandError(call, WRONG_CALL, f"{program}: ")


def must_exist(file: str) -> None:
    """Raise MissingFileError if the file doesn't exist."""
    if is_missing(file):
        raise MissingFileError(file)


def is_missing(file: str) -> bool:
    try:
        os.stat(os.path.normpath(file))  # noqa: PTH116 - `pathlib` is slow to import
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return True
    except OSError:  # reading the file reports what is wrong with the name
        return False
    return False
