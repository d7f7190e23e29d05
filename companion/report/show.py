"""A session as plain text: standings, projection, tables, and the log with every receipt."""

from typing import Any

from companion.core.game import Outcome
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.replay import Step
from companion.games.entries import Action
from companion.report.layout import columns, folded
from companion.report.tables import clock_lines, legend_lines, reminder_lines, table_lines
from companion.report.words import Speaker, money
from companion.session import Session

PAGE_WIDTH = 80
"""What tables keep to where no terminal says how wide it is."""


def session_text(session: Session, speaker: Speaker, language: str, width: int | None = None) -> str:
    """Balances, ranks and sums stay covered until the end when the money is hidden.

    Lines of the log are folded to the width, where one is given; tables always keep to one.
    """
    covered = bool(session.table.options.get("hidden_money")) and not session.is_over
    lines = [*_heading(session, speaker, language), "", *_standings(session, speaker, covered)]
    lines += _views(session, speaker, width or PAGE_WIDTH)
    opening = _told_all(session.opening, speaker, covered)
    if opening or session.steps:
        lines += ["", speaker.say(say("show.log"))]
    lines += opening
    for step in session.steps:
        lines += _step(step, speaker, covered)
    return "\n".join(folded(line, width) if width else line for line in lines)


def _heading(session: Session, speaker: Speaker, language: str) -> list[str]:
    title = session.ruleset.names.of(language).long
    if session.table.title:
        title += f" - {session.table.title}"
    winners = session.winners()
    if winners:
        status = say("show.won" if len(winners) == 1 else "show.shared-win", winners=winners)
    else:
        up = session.up()
        status = say("show.up", player=up) if up else say("show.going-on")
    count = say("show.entries", count=session.entry_count)
    return [title, f"{speaker.say(count)}; {speaker.say(status)}"]


def _standings(session: Session, speaker: Speaker, covered: bool) -> list[str]:
    if covered:
        return [speaker.say(say("show.hidden")), *(f"  {name}" for name in session.table.seats)]
    projected = {name: (score, rank) for name, score, rank in session.projection()}
    head = [speaker.say(say(f"show.{key}")) for key in ("rank", "player", "now", "if-over", "rank")]
    rows = [head]
    for name, score, rank in session.standings():
        final, final_rank = projected[name]
        rows.append([str(rank), name, money(score), money(final), str(final_rank)])
    if session.is_over:
        rows = [row[:3] for row in rows]
    return columns(rows, right=frozenset({0, 2, 3, 4}))


def _views(session: Session, speaker: Speaker, width: int) -> list[str]:
    """Clock, tables and reminders, each after an empty line."""
    blocks = [clock_lines(session.clock(), speaker, width)]
    tables = session.tables()
    blocks += [table_lines(table, speaker, width) for table in tables]
    blocks.append(legend_lines(tables, speaker, width))
    blocks.append(reminder_lines(session.reminders(), speaker, width))
    return [line for block in blocks if block for line in ("", *block)]


def _step(step: Step[Any, Action], speaker: Speaker, covered: bool) -> list[str]:
    action = step.item.action
    by = f" {step.by}" if step.by else ""
    lines = [f"{step.item.number:4}{by}: {action.do}"]
    told: list[str] = []
    if action.ruling is not None:
        told.append(speaker.say(say("show.ruling", reason=action.ruling)))
        told += [speaker.say(say("show.overruled", problem=problem.message)) for problem in step.overruled]
    if action.note:
        told.append(speaker.say(say("show.note", note=" ".join(action.note.split()))))
    return lines + _told_all(step.outcome, speaker, covered) + [f"      {line}" for line in told]


def _told_all(outcome: Outcome[Any], speaker: Speaker, covered: bool) -> list[str]:
    told = [_told(line, speaker, covered) for line in outcome.log]
    told += [speaker.say(say("show.warning", warning=warning)) for warning in outcome.warnings]
    return [f"      {line}" for line in told]


def _told(line: Message | Receipt, speaker: Speaker, covered: bool) -> str:
    if isinstance(line, Message):
        return speaker.say(line)
    if covered and any(row.amount for row in line.rows):
        return speaker.say(say("show.covered-receipt", kind=line.kind, subject=line.subject))
    return speaker.say(line.text)
