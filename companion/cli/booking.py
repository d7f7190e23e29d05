"""A line read, told and booked: alike from a pipe and at the prompt."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from companion.cli.console import complain, sentence, terminal_width
from companion.core.messages import say
from companion.core.names import cleaned

if TYPE_CHECKING:
    from companion.report.words import Speaker
    from companion.session import Preview, Session

LONGEST_LINE = 20_000


def read_line(session: "Session", line: str) -> dict[str, Any]:
    from companion.core.errors import Refusal, Violation

    if len(line) > LONGEST_LINE:
        raise Refusal(Violation(say("entry.too-long", most=LONGEST_LINE), final=True))
    return session.read(line)


def book(session: "Session", fields: dict[str, Any], speaker: "Speaker") -> list[str]:
    """Books an entry; what it answers is the result when the game ends with it."""
    from companion.report.show import result_lines

    known, was_over = len(session.notices), session.is_over
    session.enter(fields, datetime.now(UTC).replace(microsecond=0))
    for notice in session.notices[known:]:
        complain(sentence(notice, session.ruleset))
    return result_lines(session, speaker) if session.is_over and not was_over else []


def echo_lines(
    session: "Session", preview: "Preview", fields: dict[str, Any], speaker: "Speaker"
) -> list[str]:
    """The entry's line under its number, and what it does; before it is booked."""
    from companion.report.layout import folded
    from companion.report.preview import preview_lines
    from companion.report.result import money_is_hidden
    from companion.report.show import PAGE_WIDTH

    width = terminal_width()
    sentences = preview_lines(session, preview, speaker, (width or PAGE_WIDTH) - 4)
    if not preview.violations:
        line = session.public_line(fields, money_is_hidden(session))
        sentences = [f"{preview.number}  {line}", *(f"    {line}" for line in sentences)]
    return [folded(cleaned(line), width) for line in sentences] if width else sentences
