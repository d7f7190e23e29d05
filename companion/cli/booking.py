"""A line read, previewed and booked: alike from a pipe and at the prompt."""

from datetime import UTC, datetime
from typing import Any

from companion.cli.console import complain, sentence, terminal_width
from companion.core.errors import Refusal, Violation
from companion.core.messages import say
from companion.core.names import cleaned
from companion.forms.lexicon import Lexicon
from companion.report.layout import folded
from companion.report.preview import preview_said
from companion.report.show import PAGE_WIDTH, result_lines
from companion.report.words import Speaker
from companion.session import Preview, Session

LONGEST_LINE = 20_000


def read_line(session: Session, line: str, lexicon: Lexicon) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise Refusal(Violation(say("entry.too-long", most=LONGEST_LINE), final=True))
    return session.read(line, lexicon)


def book(session: Session, preview: Preview, speaker: Speaker) -> list[str]:
    """Books what was shown; what it answers is the result when the game ends with it."""
    known = len(session.notices)
    session.book_preview(preview, datetime.now(UTC).replace(microsecond=0))
    for notice in session.notices[known:]:
        complain(sentence(notice, session.ruleset))
    return result_lines(session, speaker) if preview.would_end else []


def echo_lines(preview: Preview, speaker: Speaker, is_booked: bool = False) -> list[str]:
    """The entry's line under its number, and what it does, or did."""
    width = terminal_width()
    texts = [said.text for said in preview_said(preview, speaker, (width or PAGE_WIDTH) - 4, is_booked)]
    if not preview.violations:
        texts = [
            f"{preview.number}  {preview.public_line(speaker.lexicon)}",
            *(f"    {text}" for text in texts),
        ]
    return [folded(cleaned(text), width) for text in texts] if width else texts
