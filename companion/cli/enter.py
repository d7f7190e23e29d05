"""`companion enter FILE`: lines of the notation, from a pipe or at a plain prompt, saved one by one."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from companion.cli import console
from companion.cli.console import BAD_FILE, CommandError, complain, file_errors, language, out, sentence
from companion.cli.prompt import Prompt, echo_lines, read_line, save_entry
from companion.core.errors import Refusal
from companion.core.messages import say
from companion.report.preview import with_visible_number
from companion.report.words import Speaker, speaker_of
from companion.session import Library, Session
from companion.storage.errors import FileError, Overtaken


def run(arguments: argparse.Namespace) -> None:
    file = arguments.file
    with file_errors(file):
        session = Library().open(Path(file))
        session.start_backups()
    notices = [f"{file}: {sentence(notice, session.record.ruleset)}" for notice in session.notices]
    if session.is_read_only:
        raise CommandError(notices[-1], BAD_FILE)
    for fault in (console.torn_sentence(session, file), console.failure_sentence(session, file)):
        notices += [fault] if fault else []
    for notice in notices:
        complain(notice)
    try:
        speaker = speaker_of(session, language())
        if console.has_terminal():
            Prompt(session, speaker).run()
        else:
            _from_pipe(session, speaker, file)
    finally:
        session.close()


def _from_pipe(session: Session, speaker: Speaker, file: str) -> None:
    for number, line in _lines(sys.stdin):
        # an editor or shell on Windows may have written something other than UTF-8
        is_text = not any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in line)
        refusal = _save_line(session, speaker, line) if is_text else sentence(say("cli.not-utf-8"))
        if refusal is not None:
            reason = sentence(say("cli.line-fault", number=number, reason=refusal))
            raise CommandError(f"{file}: {reason}", BAD_FILE)
        sys.stdout.flush()


def _lines(stream: IO[str]) -> Iterator[tuple[int, str]]:
    """Yield the numbers and texts of lines that aren't empty or comments, read as UTF-8 on every machine."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
    for number, line in enumerate(stream, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.rstrip("\r\n")


def _save_line(session: Session, speaker: Speaker, line: str) -> str | None:
    """Save a line against the newest state and print its effects; return why it is refused, or None."""
    while True:
        known = len(session.notices)
        try:
            session.follow()
            for notice in session.notices[known:]:
                complain(speaker.say(notice))
            preview = session.preview(read_line(session, line, speaker.lexicon))
            for text in echo_lines(preview, speaker) + save_entry(session, preview, speaker):
                out(text)
            return None
        except Overtaken:
            continue
        except (Refusal, FileError) as against:
            return speaker.say(with_visible_number(against.message, session.record))
