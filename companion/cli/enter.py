"""`companion enter FILE`: lines of the notation from the input, saved one by one."""

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from companion.cli import console
from companion.cli.common import failure_sentence, file_errors, fit_line, language, sentence, torn_sentence
from companion.cli.console import BAD_FILE, CommandError, complain, out
from companion.core.errors import Refusal, refusal
from companion.core.journal import Play, Redo, Undo
from companion.core.messages import say
from companion.report.preview_sentences import entry_sentence, preview_sentences, with_visible_number
from companion.report.session_text import PAGE_WIDTH, result_lines
from companion.report.table_lines import sentence_texts
from companion.report.words import Speaker, speaker_of
from companion.session import Library, Preview, Session
from companion.storage.errors import FileError, Overtaken

LONGEST_LINE = 20_000


def run(arguments: argparse.Namespace) -> None:
    file = arguments.file
    with file_errors(file):
        session = Library().open(Path(file))
        session.start_backups()
    notices = [f"{file}: {sentence(notice, session.record.ruleset)}" for notice in session.notices]
    if session.is_read_only:
        raise CommandError(notices[-1], BAD_FILE)
    for fault in (torn_sentence(session, file), failure_sentence(session, file)):
        notices += [fault] if fault else []
    for notice in notices:
        complain(notice)
    try:
        _save_lines(session, speaker_of(session, language()), file)
    finally:
        session.close()


def _save_lines(session: Session, speaker: Speaker, file: str) -> None:
    for number, line in _lines(sys.stdin):
        # an editor or shell on Windows may have written something other than UTF-8
        is_text = not any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in line)
        fault = _save_line(session, speaker, line) if is_text else sentence(say("cli.not-utf-8"))
        if fault is not None:
            reason = sentence(say("cli.line-fault", number=number, reason=fault))
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
            if len(line) > LONGEST_LINE:
                raise refusal("entry.too-long", most=LONGEST_LINE)
            preview = session.preview(session.read(line))
            session.save_preview(preview, datetime.now(UTC).replace(microsecond=0))
            for text in _effect_lines(preview, speaker):
                out(fit_line(text))
            for text in result_lines(session, speaker) if preview.would_end else ():
                out(text)
            return None
        except Overtaken:
            continue
        except (Refusal, FileError) as against:
            return speaker.say(with_visible_number(against.message, session.record))
        finally:
            for notice in session.notices[known:]:
                complain(speaker.say(notice))


def _effect_lines(preview: Preview, speaker: Speaker) -> list[str]:
    width = (console.terminal_width() or PAGE_WIDTH) - 4
    sentences = preview_sentences(preview, speaker)
    effects = [line for one in sentences for line in sentence_texts(one, speaker, width)]
    if preview.entry is None or isinstance(preview.entry.command, Undo | Redo):
        return effects
    line = entry_sentence(preview, speaker)
    if isinstance(preview.entry.command, Play):
        line = f"{len(preview.before.numbers) + 1}  {line}"
    return [line, *(f"    {effect}" for effect in effects)]
