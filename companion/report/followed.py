"""What another program did to a session that is open here, for the table to read."""

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.forms.lexicon import Lexicon
from companion.report.preview import corrections_told
from companion.session.notation import Notation
from companion.session.session import News, Session

MOST = 3
"""More entries than that are only counted."""


def followed_said(session: Session, news: News, lexicon: Lexicon) -> list[Message]:
    if news.is_other:
        return [say("followed.other", count=len(session.record.numbers))]
    told = 0 if session.failure is not None else min(news.entries, MOST)
    more = [say("followed.more", count=news.entries - told)] if told < news.entries else []
    numbers = range(session.entry_count - told + 1, session.entry_count + 1)
    lines = (line for one in numbers for line in _lines(session, one, lexicon))
    return [*more, *(say("followed.entry", line=line) for line in lines)]


def _lines(session: Session, number: int, lexicon: Lexicon) -> list[str | Message]:
    """Who made an entry, and what it says; of a correction what it changed."""
    record = session.record
    entry = record.entries[number - 1]
    try:
        before = record.with_first(number - 1)
    except Refusal:  # a hand wrote it, and it holds only together with what comes behind it
        return [lexicon.word(entry.model.do)]
    told = corrections_told(before, entry, lexicon, record)
    if told:
        return [*told]
    line, by = Notation(before, lexicon).public_entry_line(entry), entry.model.by
    return [f"{by}: {line}" if by is not None and by == before.game.up(before.state) else line]
