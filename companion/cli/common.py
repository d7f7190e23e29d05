"""Functions that commands share: sentences in the right language, the folder of saves, reading a session."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion import session as sessions
from companion.cli import console
from companion.cli.console import BAD_FILE, CommandError, MissingFileError, complain, flags, out, wrong_call
from companion.core import likeness, names
from companion.core.messages import Message, say
from companion.report.session_json import json_text
from companion.report.text_width import fold_text
from companion.report.words import Speaker
from companion.storage.config import read_config
from companion.storage.disk import Disk
from companion.storage.errors import FileError
from companion.storage.places import config_file, saves_folder
from companion.storage.reports import keep_report

if TYPE_CHECKING:
    from companion.games.ruleset import Ruleset
    from companion.session import Session


def explain(error: Exception) -> int:
    """Say why a command fails; return its exit code."""
    error = _with_nearest(error) if isinstance(error, MissingFileError) else error
    if isinstance(error, CommandError):
        reason = error.reason if isinstance(error.reason, str) else sentence(error.reason)
        complain(f"{error.before}{reason}")
    elif isinstance(error, OSError):
        complain(sentence(say("cli.unwritable", reason=error.strerror)))
    else:
        complain(report_crash(error))
    return error.code if isinstance(error, CommandError) else BAD_FILE


def _with_nearest(missing: MissingFileError) -> CommandError:
    file, close = missing.file, nearest(missing.file, missing.words) or nearest_session(missing.file)
    if missing.words:
        reason = say("cli.unknown-command", word=file[:60])
        return wrong_call(reason, f"companion {close}" if close else None)
    reason = say("save.missing")
    near = say("cli.near", reason=reason, close=close) if close else reason
    return CommandError(near, BAD_FILE, f"{file}: ")


def out_json(structure: object) -> None:
    out(json_text(structure, ascii_only="utf" not in (sys.stdout.encoding or "").lower()))


def report_crash(error: Exception, **more: str) -> str:
    """Write the traceback into a report beside the saves; return the sentence that says so."""
    first, facts = sentence(say("crash.report")), {"command": "".join(console.command), **more}
    report = keep_report(Disk(), saves(), datetime.now(UTC), error, first, facts)
    return sentence(say("crash.command", report=report))


def fit_line(line: str) -> str:
    width = console.terminal_width()
    return line if width is None else fold_text(names.clean(line), width)


def language() -> str:
    """The language of the command line, else of the settings, else of the system."""
    if "--lang" not in flags:
        flags["--lang"] = read_config(config_file())[0].language
    return flags["--lang"]


def saves() -> Path:
    return saves_folder(flags.get("--saves"))


def sentence(message: Message, ruleset: "Ruleset | None" = None) -> str:
    return Speaker(ruleset, language()).say(message)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this word; None if none is close."""
    folded = {names.fold(name): name for name in known}
    close = likeness.nearest(names.fold(word[:60]), folded)
    return None if close is None else folded[close]


def nearest_session(file: str) -> str | None:
    """The session most like a file name, in the same folder or among the saves; None if none is close."""
    path, known = Path(file), dict[str, str]()
    for folder in (saves(), path.parent):
        with suppress(OSError, ValueError):
            files = [folder / name for name in Disk().names(folder) if name.endswith(".toml")]
            known |= {one.stem: str(one) for one in files if one.exists()}
    word = path.name.removesuffix(".toml")
    parts = [stem for stem in known if word and names.fold(word) in names.fold(stem)]
    close = parts[0] if len(parts) == 1 else nearest(word, known)
    return (f'"{known[close]}"' if " " in known[close] else known[close]) if close else None


@contextmanager
def file_errors(file: str = "") -> Iterator[None]:
    try:
        yield
    except FileError as fault:
        raise CommandError(fault_sentence(fault, file), BAD_FILE) from None


def read_sound_session(file: str) -> "Session":
    """Read a session and print its notices; raise CommandError if it can't be read or doesn't replay."""
    with file_errors(file):
        session = sessions.Library().read(Path(file), with_board_notes=True)
    if failure := failure_sentence(session, file):
        raise CommandError(failure, BAD_FILE)
    complain_notices(session, file)
    if torn := torn_sentence(session, file):
        complain(torn)
    return session


def complain_notices(session: "Session", file: str) -> None:
    for notice in session.notices:
        complain(f"{file}: {sentence(notice, session.record.ruleset)}")


def fault_sentence(fault: FileError, file: str = "") -> str:
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
