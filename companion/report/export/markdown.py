"""A session as a Markdown report: who played what, how it stands, every entry with its receipts, what was corrected."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby

from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.views import Cell, Column
from companion.report.entries import entry_lines, parts_of, remarks_of
from companion.report.export.corrections import correction_rows
from companion.report.export.markup import bullets, inline, paragraph, table
from companion.report.export.receipts import receipt_blocks
from companion.report.result import standings_rows, status_of
from companion.report.rulesets import option_text
from companion.report.sheet import final_sheet, sheet_table
from companion.report.words import Speaker
from companion.session import Session
from companion.session.summary import entries_played


def session_markdown(session: Session, speaker: Speaker, language: str) -> str:
    """Balances and ranks stay hidden until the end where the table agreed on that."""
    return "\n\n".join(_blocks(session, speaker, language)) + "\n"


def _blocks(session: Session, speaker: Speaker, language: str) -> Iterator[str]:
    game = session.ruleset.names.of(language).long
    yield f"# {inline(session.table.title or game)}"
    yield bullets(facts_of(session, speaker, language, game))
    yield _heading(speaker, say("export.players"))
    yield _players(session, speaker)
    yield _heading(speaker, say("export.result" if session.is_over else "export.standing"))
    yield f"{paragraph(speaker.say(status_of(session)))}."
    if session.record.hides_money:
        yield paragraph(speaker.say(say("show.hidden")))
    else:
        yield table(standings_rows(session, speaker), right=frozenset({0, 2, 3, 4}))
        yield from _sheets(session, speaker)
    yield from _log(session, speaker)
    yield from _corrections(session, speaker)


def _heading(speaker: Speaker, message: Message) -> str:
    return f"## {inline(speaker.say(message))}"


def facts_of(session: Session, speaker: Speaker, language: str, game: str) -> Iterator[str]:
    """What was agreed: game, moment, start player, and the options."""
    yield speaker.say(say("export.game", game=game, id=session.ruleset.id))
    if session.record.config.created is not None:
        yield speaker.say(say("export.begun", moment=_moment(session.record.config.created, speaker)))
    yield speaker.say(say("export.starts", player=session.table.starts))
    standing, written = entries_played(session.record), session.entry_count
    key = "show.entries" if standing == written else "export.entries"
    yield speaker.say(say(key, count=standing, written=written))
    for key, value in session.table.options.items():
        name = session.ruleset.options[key].names.of(language).long
        said = option_text(session.ruleset, key, value, speaker)
        yield speaker.say(say("export.option", name=name, value=said))


def _moment(moment: datetime, speaker: Speaker) -> str:
    """As the file has it, to the minute, whatever the clock of this machine."""
    zone = moment.isoformat(" ", "minutes")[len("2026-11-16 19:30") :]
    return f"{speaker.moment(moment)}{zone.replace('+00:00', ' UTC')}"


def _players(session: Session, speaker: Speaker) -> str:
    """Clockwise from the start player."""
    colours = session.table.colours
    keys = ("seat", "player", "colour") if colours else ("seat", "player")
    rows = [[speaker.say(say(f"export.{key}")) for key in keys]]
    for seat, name in enumerate(session.table.seats, 1):
        rows.append([str(seat), name, speaker.colour(colours.get(name, ""))][: len(keys)])
    return table(rows, right=frozenset({0}))


def _sheets(session: Session, speaker: Speaker) -> Iterator[str]:
    """The score sheet, then ledgers of the whole game, where it has any."""
    scores = final_sheet(session)
    first = [sheet_table(scores.without_nothing())] if scores else []
    for sheet in (*first, *session.game.sheets(session.opening, session.steps)):
        yield f"## {inline(speaker.text(sheet.title))}"
        head = [_head(column, speaker) for column in sheet.columns]
        rows = [[_cell(cell, speaker) for cell in row.cells] for row in sheet.rows]
        right = frozenset(place for place, column in enumerate(sheet.columns) if column.is_right)
        yield table([head, *rows], right=right)


def _head(column: Column, speaker: Speaker) -> str:
    label = "" if column.label is None else speaker.text(column.label)
    return f"{column.owner} {label}".strip() if column.owner else label


def _cell(cell: Cell, speaker: Speaker) -> str:
    if cell.value is None:
        return ""
    return speaker.money(cell.value) if isinstance(cell.value, int) else speaker.text(cell.value)


def _log(session: Session, speaker: Speaker) -> Iterator[str]:
    opening = session.opening
    if not (opening.log or opening.warnings or session.steps):
        return
    yield _heading(speaker, say("show.log"))
    if opening.log or opening.warnings:
        yield f"### {inline(speaker.say(say('export.set-up')))}"
        warnings = [say("show.warning", warning=warning) for warning in opening.warnings]
        yield from _log_lines([*opening.log, *warnings], speaker)
    for step, line in zip(session.steps, entry_lines(session, speaker), strict=True):
        yield f"### {step.number}. {inline(line)}"
        yield from _log_lines([*step.outcome.log, *(remark for _, remark in remarks_of(step))], speaker)


def _log_lines(log: Sequence[Message | Receipt], speaker: Speaker) -> Iterator[str]:
    """What happened, step by step: lists of what was done, and receipts in their places."""
    for _, run in groupby(parts_of(log), key=lambda part: isinstance(part, Message)):
        parts = list(run)
        done = [speaker.say(part) for part in parts if isinstance(part, Message)]
        if done:
            yield bullets(done)
        for alike in parts:
            if isinstance(alike, list):
                yield from receipt_blocks(alike, speaker)


def _corrections(session: Session, speaker: Speaker) -> Iterator[str]:
    rows = correction_rows(session, speaker)
    if rows:
        yield _heading(speaker, say("export.corrected"))
        yield table(rows, right=frozenset({0}))
