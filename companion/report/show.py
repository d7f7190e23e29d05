"""A session as plain text: standings, projection and the log with every receipt."""

from typing import Any

from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.replay import Step
from companion.games.entries import Action
from companion.report.entries import entry_line, receipt_message, remarks_of
from companion.report.layout import columns, folded
from companion.report.result import is_covered, standings_rows, status_of
from companion.report.words import Speaker
from companion.session import Session


def session_text(session: Session, speaker: Speaker, language: str, width: int | None = None) -> str:
    """Balances, ranks and sums stay covered until the end when the money is hidden.

    Lines of the log are folded to the width, where one is given.
    """
    covered = is_covered(session)
    lines = [*_heading(session, speaker, language), "", *_standings(session, speaker, covered)]
    opening = [_told(line, speaker, covered) for line in session.opening.log]
    opening += [speaker.say(say("show.warning", warning=warning)) for warning in session.opening.warnings]
    if opening or session.steps:
        lines += ["", speaker.say(say("show.log"))]
    lines += [f"      {line}" for line in opening]
    for step in session.steps:
        lines += _step(session, step, speaker, covered)
    return "\n".join(folded(line, width) if width else line for line in lines)


def _heading(session: Session, speaker: Speaker, language: str) -> list[str]:
    title = session.ruleset.names.of(language).long
    if session.table.title:
        title += f" - {session.table.title}"
    count = say("show.entries", count=session.entry_count)
    return [title, f"{speaker.say(count)}; {speaker.say(status_of(session))}"]


def _standings(session: Session, speaker: Speaker, covered: bool) -> list[str]:
    if covered:
        return [speaker.say(say("show.hidden")), *(f"  {name}" for name in session.table.seats)]
    return columns(standings_rows(session, speaker), right=frozenset({0, 2, 3, 4}))


def _step(session: Session, step: Step[Any, Action], speaker: Speaker, covered: bool) -> list[str]:
    colon = "" if step.by else ":"
    told = [_told(line, speaker, covered) for line in step.outcome.log]
    told += [" ".join(speaker.say(remark).split()) for remark in remarks_of(step)]
    head = f"{step.item.number:4}{colon} {entry_line(session, step)}"
    return [head, *(f"      {line}" for line in told)]


def _told(line: Message | Receipt, speaker: Speaker, covered: bool) -> str:
    return speaker.say(receipt_message(line, covered) if isinstance(line, Receipt) else line)
