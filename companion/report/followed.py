"""What another program did to a session that is open here, for the table to read."""

from companion.core.messages import Message, say
from companion.session.session import News, Session

MOST = 3
"""More entries than that are only counted."""


def followed_said(session: Session, news: News) -> list[Message]:
    if news.is_other:
        return [say("followed.other", count=session.entry_count)]
    lines = session.notation.public_entry_lines()[-news.entries :] if session.failure is None else []
    left_out = news.entries - len(lines[-MOST:])
    more = [say("followed.more", count=left_out)] if left_out else []
    return [*more, *(say("followed.entry", line=line) for line in lines[-MOST:])]
