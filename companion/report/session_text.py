"""A session as plain text: standings, tables and the log with every receipt; or a summary for a chat."""

from collections.abc import Iterator

from companion.core.receipts import Receipt
from companion.core.summary import Summary
from companion.report.columns import text_lines
from companion.report.entries import entry_lines, step_sentences
from companion.report.standings import how_long, result_of, standing_rows, status_of, takeovers
from companion.report.table_lines import clock_lines, legend_lines, reminder_lines, table_lines
from companion.report.table_text import capitalise
from companion.report.text_width import fold_text
from companion.report.words import Speaker
from companion.session import Session
from companion.session.summary import summary_of

PAGE_WIDTH = 80


def session_text(session: Session, speaker: Speaker, width: int | None = None) -> str:
    lines, record = _standing(session, speaker, width), session.record
    opening = [speaker.say(part.text if isinstance(part, Receipt) else part) for part in record.opening.log]
    opening += [speaker.phrase("show.warning", warning=warning) for warning in record.opening.warnings]
    if opening or record.steps:
        lines += ["", speaker.phrase("show.log")]
    lines += [f"      {line}" for line in opening]
    headlines = entry_lines(session, speaker)
    for place, step, line in zip(
        record.numbers_by_step, map(record.as_told, record.steps), headlines, strict=True
    ):
        lines.append(f"{place:4} {line}")
        lines += [f"      {sentence.text}" for sentence in step_sentences(step, speaker, record.game)]
    return "\n".join(fold_text(line, width) if width else line for line in lines)


def _standing(session: Session, speaker: Speaker, width: int | None) -> list[str]:
    record, room = session.record, width or PAGE_WIDTH
    title = record.ruleset.names.of(speaker.language).long
    if record.roster.title:
        title += f" - {record.roster.title}"
    count = speaker.phrase("show.entries", count=len(record.numbers))
    lines = [title, f"{count}; {speaker.say(status_of(session))}", "", *_standings(session, speaker)]
    tables = record.game.views.tables(record.state)
    blocks = [clock_lines(record.clock, speaker, room)]
    blocks += [table_lines(table, speaker, room) for table in tables]
    blocks.append(legend_lines(tables, speaker, room))
    blocks.append(reminder_lines(record.game.views.reminders(record.state), speaker, room))
    return lines + [line for block in blocks if block for line in ("", *block)]


def result_lines(session: Session, speaker: Speaker) -> list[str]:
    return [speaker.say(status_of(session)), *_standings(session, speaker)]


def _standings(session: Session, speaker: Speaker) -> list[str]:
    if session.record.hides_money:
        left = dict.fromkeys(session.record.former_players, f" ({speaker.phrase('show.gone')})")
        seats = (f"  {name}{left.get(name, '')}" for name in session.record.roster.seats)
        return [speaker.phrase("show.hidden"), *seats]
    rows, notes = standing_rows(session.record, speaker), map(speaker.say, takeovers(session.record))
    return [*text_lines(rows, right=(0, 2, 3, 4)), *notes]


def summary_text(session: Session, speaker: Speaker) -> str:
    """Sum up a session: game, title, day, who won or would win now. Hidden balances stay hidden until the end."""
    record = session.record
    game, title = record.ruleset.names.of(speaker.language).long, record.roster.title
    lines = [f"{game}: {title}" if title else game]
    lines.append(", ".join(when_and_how_long(summary_of(session), speaker)))
    if record.hides_money:
        lines.append(f"{capitalise(speaker.say(status_of(session)))}.")
        return "\n".join([*lines, speaker.phrase("show.hidden")])
    result = result_of(session)
    result_text = speaker.say(status_of(session) if record.is_over else result.text)
    lines.append(f"{capitalise(result_text.removesuffix('.'))}.")
    if record.is_over and record.config.position is None:  # a session that only scores the end has no rounds
        unfinished = [gauge for gauge in record.clock.gauges if gauge.grows and gauge.left]
        lines += [speaker.phrase("show.ended-early", gauge=gauge.said) for gauge in unfinished]
    for name, score, rank in record.public_projection:
        key = "sharing.left" if name in record.former_players else "sharing.ranked"
        lines.append(speaker.phrase(key, rank=rank, player=name, score=score))
    notes = [*([result.tie] if result.tie else []), *takeovers(record)]
    return "\n".join([*lines, *map(speaker.say, notes)])


def when_and_how_long(summary: Summary, speaker: Speaker) -> Iterator[str]:
    if summary.begun is not None:  # in the file's time zone, not this machine's
        yield speaker.day(summary.begun)
    length = how_long(summary.seconds)
    if length is not None:
        yield speaker.say(length)
    yield speaker.phrase("show.entries", count=summary.entries)
