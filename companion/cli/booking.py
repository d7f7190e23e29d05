"""A line read, told and booked: alike from a pipe and at the prompt."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from companion.cli.console import complain, sentence, terminal_width
from companion.core.messages import say

if TYPE_CHECKING:
    from companion.report.words import Speaker
    from companion.session import Preview, Session

LONGEST_LINE = 20_000


def read_line(session: "Session", line: str) -> dict[str, Any]:
    from companion.core.errors import Problem, Refused

    if len(line) > LONGEST_LINE:
        raise Refused(Problem(say("entry.too-long", most=LONGEST_LINE), final=True))
    return session.read(line)


def book(session: "Session", fields: dict[str, Any]) -> None:
    known = len(session.notices)
    session.enter(fields, datetime.now(UTC).replace(microsecond=0))
    for notice in session.notices[known:]:
        complain(sentence(notice, session.ruleset))


def echo_lines(
    session: "Session", preview: "Preview", fields: dict[str, Any], speaker: "Speaker"
) -> list[str]:
    """The entry's line under its number, and what it does; before it is booked."""
    from companion.report.layout import folded
    from companion.report.preview import preview_lines
    from companion.report.show import PAGE_WIDTH

    width = terminal_width()
    lines = preview_lines(session, preview, speaker, (width or PAGE_WIDTH) - 4)
    if preview.problems:
        return lines
    told = [f"{preview.number}  {session.line(fields)}"]
    told += [f"    {line}" for line in lines]
    return [folded(line, width) for line in told] if width else told
