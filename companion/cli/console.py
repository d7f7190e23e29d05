"""What commands share: saying things, complaining, and opening a session to read."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.core.messages import Message, say
from companion.core.names import clean, fold
from companion.words import LANGUAGES

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from companion.games.ruleset import Ruleset
    from companion.session import Session
    from companion.storage.errors import FileError

GOOD, BAD_FILE, WRONG_CALL = 0, 1, 2
USUAL_PORT = 8640
"""Of `serve`, so that an address stays the same from evening to evening."""
LONGEST_COMPLAINT = 600


class CommandError(Exception):
    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.sentence, self.code = sentence, code


def out(text: str) -> None:
    """Text of any number of lines, without what a terminal would take as a command."""
    text = clean(text, allowed="\n\t")
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


def has_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def terminal_width() -> int | None:
    """Columns to fit a text into; None when no terminal reads it."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    return max(40, columns())


def columns() -> int:
    """Of the terminal, or as COLUMNS says; what `shutil` would tell, which is slow to come."""
    named = os.environ.get("COLUMNS", "")
    if named.isdecimal() and int(named):
        return int(named)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # no terminal
        return 80


def complain(sentence: str) -> None:
    """One line, whatever a file put into it."""
    line = clean(sentence)
    if len(line) > LONGEST_COMPLAINT:
        line = f"{line[:LONGEST_COMPLAINT]} ..."
    if sys.stderr is not None:
        sys.stderr.write(f"{line}\n")


def fitted(line: str) -> str:
    """A line folded to the terminal, where one reads it."""
    from companion.report.layout import fold_text

    width = terminal_width()
    return line if width is None else fold_text(clean(line), width)


_wished: list[str] = []


def hear(given: Sequence[str]) -> None:
    """Note the language of a call before any message."""
    wished = [word for flag, word in pairwise(given) if flag == "--lang"]
    wished += [flag.partition("=")[2] for flag in given if flag.startswith("--lang=")]
    _wished[:] = [word for word in wished if word in LANGUAGES]
    _settled.cache_clear()


def language() -> str:
    """As said on the command line, else in the settings, else that of the machine."""
    return _wished[-1] if _wished else _settled()


@cache
def _settled() -> str:
    from companion.storage.environment import config_name, system_language

    if not os.path.exists(config_name()):  # noqa: PTH110 - nothing else is imported where there are no settings
        return system_language()
    from companion.storage.config import read_config
    from companion.storage.places import config_file

    return read_config(config_file())[0].language


def sentence(message: Message, ruleset: "Ruleset | None" = None) -> str:
    """A message in words, with the names of a ruleset where it needs them."""
    from companion.report.words import Speaker

    return Speaker(ruleset, language()).say(message)


def wrong_call(reason: str | Message, program: str = "companion", close: str | None = None) -> CommandError:
    """What is wrong with a call, and what may have been meant; else where to read how it is made."""
    near = with_nearest(reason, close)
    call = near if close else sentence(say("cli.wrong-call", reason=near, program=program))
    return CommandError(f"{program}: {call}", WRONG_CALL)


def with_nearest(reason: str | Message, close: str | None) -> str:
    text = reason if isinstance(reason, str) else sentence(reason)
    return sentence(say("cli.near", reason=text, close=close)) if close else text


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The one of those known that is most like a word; None where none is like it."""
    from companion.core.names import nearest as nearest_of

    folded = {fold(one): one for one in known}
    close = nearest_of(fold(word[:60]), folded)
    return None if close is None else folded[close]


def must_exist(file: str, arguments: "argparse.Namespace") -> None:
    """Stop where there is no such file, with the session that may have been meant."""
    if is_missing(file):
        missing = with_nearest(say("save.missing"), nearest_session(file, arguments))
        raise CommandError(f"{file}: {missing}", BAD_FILE)


def is_missing(file: str) -> bool:
    from pathlib import Path

    try:
        return not Path(file).exists()
    except (OSError, ValueError):  # reading it says what is wrong with an impossible name
        return False


def nearest_session(file: str, arguments: "argparse.Namespace") -> str | None:
    """The session that a name means or is most like: beside it, or among the saves. It is named, never opened."""
    from pathlib import Path

    from companion.storage.disk import Disk

    path, known = Path(file), dict[str, str]()
    for folder in (saves_of(arguments), path.parent):
        with suppress(OSError, ValueError):
            found = [folder / name for name in Disk().names(folder) if name.endswith(".toml")]
            known |= {one.stem: str(one) for one in found if one.exists()}
    word = path.name.removesuffix(".toml")
    parts = [stem for stem in known if word and fold(word) in fold(stem)]
    close = parts[0] if len(parts) == 1 else nearest(word, known)
    return (f'"{known[close]}"' if " " in known[close] else known[close]) if close else None


def die() -> int:
    import secrets

    return 1 + secrets.randbelow(6)


def saves_of(arguments: "argparse.Namespace") -> "Path":
    from companion.storage.places import saves_folder

    return saves_folder(getattr(arguments, "saves", None))


@contextmanager
def stopping(file: str = "") -> Iterator[None]:
    """Ends the command where a file does not do what is asked of it."""
    from companion.storage.errors import FileError

    try:
        yield
    except FileError as fault:
        raise CommandError(fault_sentence(fault, file), BAD_FILE) from None


def read_sound_session(file: str) -> "Session":
    """The session in a file, with a word on what is odd about it; Stop where it does not replay."""
    from pathlib import Path

    from companion.session import Library

    with stopping(file):
        session = Library().read(Path(file), with_board_notes=True)
    if failure := failure_sentence(session, file):
        raise CommandError(failure, BAD_FILE)
    for notice in session.notices:
        complain(f"{file}: {sentence(notice)}")
    if torn := torn_sentence(session, file):
        complain(torn)
    return session


def fault_sentence(fault: "FileError", file: str = "") -> str:
    """A fault with its file, named as the caller named it."""
    named = file if file and fault.path == type(fault.path)(file) else fault.path
    return f"{named}: {sentence(fault.message, fault.ruleset)}"


def failure_sentence(session: "Session", file: str) -> str | None:
    """Which action does not replay and why; None for a session that is sound."""
    failure = session.failure
    if failure is None:
        return None
    reason = sentence(failure.message, session.ruleset)
    return f"{file}: {sentence(say('cli.action-fault', number=failure.number, reason=reason))}"


def torn_sentence(session: "Session", file: str) -> str | None:
    return f"{file}: {sentence(say('save.torn', line=session.torn.line))}" if session.torn else None
