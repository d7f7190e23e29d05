"""A session in a few lines of plain text, for a chat."""

from collections.abc import Iterator

from companion.core.summary import Summary
from companion.report.drawing import capitalise
from companion.report.standings import how_long, result_of, status_of
from companion.report.story import story_of
from companion.report.words import Speaker
from companion.session import Session
from companion.session.summary import summary_of


def summary_text(session: Session, speaker: Speaker) -> str:
    """Sum up a session: game, title, day, result or ranks. Hidden balances stay hidden until the end."""
    return "\n".join(_lines(session, speaker))


def _lines(session: Session, speaker: Speaker) -> Iterator[str]:
    game, title = session.ruleset.names.of(speaker.language).long, session.table.title
    yield f"{game}: {title}" if title else game
    yield ", ".join(when_and_how_long(summary_of(session), speaker))
    yield f"{capitalise(speaker.say(status_of(session)))}."
    if session.record.hides_money:
        yield speaker.phrase("show.hidden")
        return
    for name, score, rank in session.record.standings():
        key = "sharing.left" if name in session.record.gone else "sharing.ranked"
        yield speaker.phrase(key, rank=rank, player=name, score=score)
    tie = result_of(session).tie
    yield from (speaker.say(one) for one in (*([tie] if tie else []), *story_of(session)[1:2]))


def when_and_how_long(summary: Summary, speaker: Speaker) -> Iterator[str]:
    """Yield the day, the time it took, and the number of entries that count."""
    if summary.begun is not None:  # in the file's time zone, not this machine's
        month = speaker.phrase("sharing.months").split()[summary.begun.month - 1]
        yield speaker.phrase("sharing.day", day=summary.begun.day, month=month, year=summary.begun.year)
    length = how_long(summary.seconds)
    if length is not None:
        yield speaker.say(length)
    yield speaker.phrase("show.entries", count=summary.entries)
