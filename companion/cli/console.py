"""What commands share: saying things, complaining, and opening a session to read."""

import argparse
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.messages import Message, say
from companion.core.names import cleaned

if TYPE_CHECKING:
    from companion.games.ruleset import Ruleset
    from companion.session import Session
    from companion.storage.errors import FileError

GOOD, BAD_FILE, WRONG_CALL = 0, 1, 2
LONGEST_COMPLAINT = 600


class Stop(Exception):  # noqa: N818 - ends the command
    """Ends a command with one sentence and an exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.sentence, self.code = sentence, code


def out(text: str) -> None:
    if sys.stdout is not None:  # none where the caller closed it
        sys.stdout.write(f"{text}\n")


def out_bytes(content: bytes) -> None:
    """To the output just as they are, whatever its encoding and line ends."""
    if sys.stdout is not None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)


def out_json(structure: object) -> None:
    from companion.report.structure import json_text

    encoding = "" if sys.stdout is None else sys.stdout.encoding or ""
    out(json_text(structure, ascii_only="utf" not in encoding.lower()))


def terminal_width() -> int | None:
    """Columns to fit a text into; None when no terminal reads it."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    return max(40, shutil.get_terminal_size().columns)


def complain(sentence: str) -> None:
    """One line, whatever a file put into it."""
    line = cleaned(sentence)
    if len(line) > LONGEST_COMPLAINT:
        line = f"{line[:LONGEST_COMPLAINT]} ..."
    if sys.stderr is not None:
        sys.stderr.write(f"{line}\n")


def write_or_print(out: str | None, content: bytes) -> None:
    """Into a file where one is named, but never over a session; else to the output."""
    if out is None:
        out_bytes(content)
        return
    from companion.session import Library

    with stopping(out):
        Library().write_export(Path(out), content)


def sentence(message: Message, ruleset: "Ruleset | None" = None) -> str:
    """A message in words, with the names of a ruleset where it needs them."""
    from companion.report.words import Speaker

    return Speaker(ruleset).say(message)


def wrong_call(reason: str | Message, program: str = "companion") -> Stop:
    text = reason if isinstance(reason, str) else sentence(reason)
    call = sentence(say("cli.wrong-call", reason=text, program=program))
    return Stop(f"{program}: {call}", WRONG_CALL)


def die() -> int:
    return 1 + secrets.randbelow(6)


def language_of(arguments: argparse.Namespace) -> str:
    """As said on the command line, else in the settings."""
    if hasattr(arguments, "lang"):
        return str(arguments.lang)
    from companion.storage.config import read_config
    from companion.storage.places import config_file

    return read_config(config_file())[0].language


def saves_of(arguments: argparse.Namespace) -> Path:
    from companion.storage.places import saves_folder

    return saves_folder(getattr(arguments, "saves", None))


@contextmanager
def stopping(file: str = "") -> Iterator[None]:
    """Ends the command where a file does not do what is asked of it."""
    from companion.storage.errors import FileError

    try:
        yield
    except FileError as fault:
        raise Stop(fault_sentence(fault, file), BAD_FILE) from None


def read_sound_session(file: str) -> "Session":
    """The session in a file, with a word on what is odd about it; Stop where it does not replay."""
    from companion.session import Library

    with stopping(file):
        session = Library().read(Path(file))
    failure = failure_sentence(session, file)
    if failure is not None:
        raise Stop(failure, BAD_FILE)
    for notice in session.notices:
        complain(f"{file}: {sentence(notice)}")
    torn = torn_sentence(session, file)
    if torn is not None:
        complain(torn)
    return session


def fault_sentence(fault: "FileError", file: str = "") -> str:
    """A fault with its file, named as the caller named it."""
    named = file if file and fault.path == Path(file) else fault.path
    return f"{named}: {sentence(fault.message, fault.ruleset)}"


def failure_sentence(session: "Session", file: str) -> str | None:
    """Which action does not replay and why; None for a session that is sound."""
    failure = session.failure
    if failure is None:
        return None
    reason = sentence(failure.message, session.ruleset)
    return f"{file}: {sentence(say('cli.action-fault', number=failure.number, reason=reason))}"


def torn_sentence(session: "Session", file: str) -> str | None:
    """What is to be said of a last block that was cut off."""
    return f"{file}: {sentence(say('save.torn', line=session.torn.line))}" if session.torn else None
