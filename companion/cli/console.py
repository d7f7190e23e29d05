"""Functions that commands share: output, complaints, language, folder of saves, reading a session."""

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
    from pathlib import Path

    from companion.games.ruleset import Ruleset
    from companion.session import Session
    from companion.storage.errors import FileError

GOOD, BAD_FILE, WRONG_CALL = 0, 1, 2
USUAL_PORT = 8640
"""Default port of `serve`, so that the address stays the same."""
LONGEST_COMPLAINT = 600


class CommandError(Exception):
    """Ends the command with a sentence and an exit code."""

    def __init__(self, reason: str | Message, code: int) -> None:
        super().__init__(reason)
        self.sentence, self.code = reason if isinstance(reason, str) else sentence(reason), code


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


def out_json(structure: object) -> None:
    from companion.report.session_json import json_text

    out(json_text(structure, ascii_only="utf" not in (sys.stdout.encoding or "").lower()))


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


def report_crash(error: Exception) -> str:
    """Write the traceback into a report beside the saves; return the sentence that says so."""
    from datetime import UTC, datetime

    from companion.storage.disk import Disk
    from companion.storage.reports import keep_report

    first, facts = sentence(say("crash.report")), {"command": "".join(_command)}
    return sentence(
        say("crash.command", report=keep_report(Disk(), saves(), datetime.now(UTC), error, first, facts))
    )


def fit_line(line: str) -> str:
    """Fold a line to the width of the terminal, if the output is a terminal."""
    from companion.report.text_width import fold_text

    width = terminal_width()
    return line if width is None else fold_text(clean(line), width)


_flags: dict[str, str] = {}
_command: list[str] = []


def note_call(command: str, given: Sequence[str]) -> None:
    """Remember the command, language and folder of the command line: any message may need them."""
    _command[:] = [command] if command else []
    _flags.clear()
    for flag, word in (*pairwise(given), *(word.partition("=")[::2] for word in given)):
        if (flag == "--saves" and word) or (flag == "--lang" and word in LANGUAGES):
            _flags[flag] = word
    _settled_language.cache_clear()


def language() -> str:
    """The language of the command line, else of the settings, else of the system."""
    return _flags.get("--lang") or _settled_language()


@cache
def _settled_language() -> str:
    from companion.storage.environment import config_name, system_language

    if not os.path.exists(config_name()):  # noqa: PTH110 - without settings nothing else is imported
        return system_language()
    from companion.storage.config import read_config
    from companion.storage.places import config_file

    return read_config(config_file())[0].language


def saves() -> "Path":
    """The folder of saves from the command line, or the default folder."""
    from companion.storage.places import saves_folder

    return saves_folder(_flags.get("--saves"))


def check_saves() -> None:
    """Raise CommandError if what is named as the folder of saves is no folder."""
    named = _flags.get("--saves") or os.environ.get("COMPANION_SAVES", "")
    if os.path.exists(named) and not os.path.isdir(named):  # noqa: PTH110, PTH112 - `pathlib` is slow to import
        raise wrong_call(say("cli.no-folder", file=named))


def sentence(message: Message, ruleset: "Ruleset | None" = None) -> str:
    """Return the sentence of a message, with a ruleset's names if the message needs them."""
    from companion.report.words import Speaker

    return Speaker(ruleset, language()).say(message)


def wrong_call(reason: str | Message, close: str | None = None, program: str = "") -> CommandError:
    """Make the error for a wrong command line: why, and what was meant (`close`) or how to get help."""
    near, program = with_nearest(reason, close), program or " ".join(["companion", *_command])
    call = near if close else sentence(say("cli.wrong-call", reason=near, program=program))
    return CommandError(f"{program}: {call}", WRONG_CALL)


def with_nearest(reason: str | Message, close: str | None) -> str:
    text = reason if isinstance(reason, str) else sentence(reason)
    return sentence(say("cli.near", reason=text, close=close)) if close else text


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this word; None if none is close."""
    from companion.core.names import nearest as nearest_of

    folded = {fold(name): name for name in known}
    close = nearest_of(fold(word[:60]), folded)
    return None if close is None else folded[close]


def must_exist(file: str) -> None:
    """Raise CommandError if the file doesn't exist, and suggest the nearest session."""
    if is_missing(file):
        raise CommandError(f"{file}: {with_nearest(say('save.missing'), nearest_session(file))}", BAD_FILE)


def is_missing(file: str) -> bool:
    from pathlib import Path

    try:
        return not Path(file).exists()
    except (OSError, ValueError):  # reading the file reports what is wrong with the name
        return False


def nearest_session(file: str) -> str | None:
    """The session most like a file name, in the same folder or among the saves; None if none is close."""
    from pathlib import Path

    from companion.storage.disk import Disk

    path, known = Path(file), dict[str, str]()
    for folder in (saves(), path.parent):
        with suppress(OSError, ValueError):
            files = [folder / name for name in Disk().names(folder) if name.endswith(".toml")]
            known |= {one.stem: str(one) for one in files if one.exists()}
    word = path.name.removesuffix(".toml")
    parts = [stem for stem in known if word and fold(word) in fold(stem)]
    close = parts[0] if len(parts) == 1 else nearest(word, known)
    return (f'"{known[close]}"' if " " in known[close] else known[close]) if close else None


@contextmanager
def file_errors(file: str = "") -> Iterator[None]:
    """Turn a FileError into a CommandError."""
    from companion.storage.errors import FileError

    try:
        yield
    except FileError as fault:
        raise CommandError(fault_sentence(fault, file), BAD_FILE) from None


def read_sound_session(file: str) -> "Session":
    """Read a session and print its notices; raise CommandError if it can't be read or doesn't replay."""
    from pathlib import Path

    from companion.session import Library

    with file_errors(file):
        session = Library().read(Path(file), with_board_notes=True)
    if failure := failure_sentence(session, file):
        raise CommandError(failure, BAD_FILE)
    complain_notices(session, file)
    if torn := torn_sentence(session, file):
        complain(torn)
    return session


def complain_notices(session: "Session", file: str) -> None:
    for notice in session.notices:
        complain(f"{file}: {sentence(notice, session.record.ruleset)}")


def fault_sentence(fault: "FileError", file: str = "") -> str:
    """A fault with its file's name, as typed on the command line."""
    name = file if file and fault.path == type(fault.path)(file) else fault.path
    return f"{name}: {sentence(fault.message, fault.ruleset)}"


def failure_sentence(session: "Session", file: str) -> str | None:
    """The action that doesn't replay and why; None if the session is sound."""
    failure = session.record.failure
    if failure is None:
        return None
    reason = sentence(failure.message, session.record.ruleset)
    return f"{file}: {sentence(say('cli.action-fault', number=failure.number, reason=reason))}"


def torn_sentence(session: "Session", file: str) -> str | None:
    return f"{file}: {sentence(say('save.torn', line=session.torn.line))}" if session.torn else None
