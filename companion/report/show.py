"""A session as plain text: standings, projection, tables, and the log with every receipt."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.replay import Step
from companion.games.entries import Action
from companion.report.entries import entry_lines, gathered, receipt_message, receipts_message, remarks_of
from companion.report.layout import columns, folded
from companion.report.result import money_is_hidden, standings_rows, status_of
from companion.report.tables import clock_lines, legend_lines, reminder_lines, table_lines
from companion.report.words import Speaker
from companion.session import Session

PAGE_WIDTH = 80
"""What tables keep to where no terminal says how wide it is."""


def session_text(session: Session, speaker: Speaker, language: str, width: int | None = None) -> str:
    """How the session stands, then its log.

    Balances, ranks and sums stay covered until the end when the money is hidden. Lines of the log are folded to the
    width, where one is given; tables always keep to one.
    """
    hides_money = money_is_hidden(session)
    lines = _standing(session, speaker, language, width)
    opening = [_sentence(line, speaker, hides_money) for line in session.opening.log]
    opening += [speaker.say(say("show.warning", warning=warning)) for warning in session.opening.warnings]
    if opening or session.steps:
        lines += ["", speaker.say(say("show.log"))]
    lines += [f"      {line}" for line in opening]
    for step, line in zip(session.steps, entry_lines(session, hides_money), strict=True):
        lines.append(f"{step.number:4} {line}")
        lines += [f"      {sentences}" for sentences in step_sentences(step, speaker, hides_money)]
    return _page(lines, width)


def standing_text(session: Session, speaker: Speaker, language: str, width: int | None = None) -> str:
    """How the session stands, without its log."""
    return _page(_standing(session, speaker, language, width), width)


def _page(lines: list[str], width: int | None) -> str:
    return "\n".join(folded(line, width) if width else line for line in lines)


def _standing(session: Session, speaker: Speaker, language: str, width: int | None) -> list[str]:
    lines = [
        *_heading(session, speaker, language),
        "",
        *_standings(session, speaker, money_is_hidden(session)),
    ]
    return lines + _views(session, speaker, width or PAGE_WIDTH)


def result_lines(session: Session, speaker: Speaker) -> list[str]:
    """Who has won, and with how much."""
    return [speaker.say(status_of(session)), *_standings(session, speaker, money_is_hidden(session))]


def _heading(session: Session, speaker: Speaker, language: str) -> list[str]:
    title = session.ruleset.names.of(language).long
    if session.table.title:
        title += f" - {session.table.title}"
    count = say("show.entries", count=session.entry_count)
    return [title, f"{speaker.say(count)}; {speaker.say(status_of(session))}"]


def _standings(session: Session, speaker: Speaker, hides_money: bool) -> list[str]:
    if hides_money:
        return [speaker.say(say("show.hidden")), *(f"  {name}" for name in session.table.seats)]
    return columns(standings_rows(session, speaker), right=frozenset({0, 2, 3, 4}))


def _views(session: Session, speaker: Speaker, width: int) -> list[str]:
    """Clock, tables and reminders, each after an empty line."""
    blocks = [clock_lines(session.clock(), speaker, width)]
    tables = session.tables()
    blocks += [table_lines(table, speaker, width) for table in tables]
    blocks.append(legend_lines(tables, speaker, width))
    blocks.append(reminder_lines(session.reminders(), speaker, width))
    return [line for block in blocks if block for line in ("", *block)]


def step_sentences(step: Step[Any, Action], speaker: Speaker, hides_money: bool) -> list[str]:
    """All that happened in one step, a line each."""
    sentences: list[str] = []
    for is_receipt, lines in groupby(step.outcome.log, key=lambda line: isinstance(line, Receipt)):
        run = list(lines)
        if is_receipt:
            sentences += _paid([line for line in run if isinstance(line, Receipt)], speaker, hides_money)
        else:
            sentences += [_sentence(line, speaker, hides_money) for line in run]
    return sentences + _remarked(step, speaker)


def payout_sentences(step: Step[Any, Action], speaker: Speaker, hides_money: bool) -> list[str]:
    """What a step pays and what is to be said of it, without the rest that happens."""
    return _paid(step.outcome.receipts, speaker, hides_money) + _remarked(step, speaker)


def _paid(receipts: Sequence[Receipt], speaker: Speaker, hides_money: bool) -> list[str]:
    return [speaker.say(receipts_message(alike, hides_money)) for alike in gathered(receipts)]


def _remarked(step: Step[Any, Action], speaker: Speaker) -> list[str]:
    return [" ".join(speaker.say(remark).split()) for remark in remarks_of(step)]


def _sentence(line: Message | Receipt, speaker: Speaker, hides_money: bool) -> str:
    return speaker.say(receipt_message(line, hides_money) if isinstance(line, Receipt) else line)
