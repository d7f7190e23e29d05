"""One session and everybody who looks at it: desks for those who enter, and word to all pages when something is new."""

import asyncio
from collections.abc import Callable
from datetime import datetime

from companion.core.forms import Die
from companion.core.messages import Message, say
from companion.desk.desk import Desk
from companion.desk.following import why_not_followed
from companion.report.words import Speaker
from companion.session import Session
from companion.session.record import Record
from companion.session.session import News
from companion.storage.errors import FileError
from companion.web.guests import Guest, Guests

LABELS = {"book": "web.book", "leave-entry": "web.leave", "back": "web.bring-back", "redo": "web.redo"}
"""How the buttons are called that sentences speak of."""
LABELS |= {"undo": "web.undo", "change": "web.change", "what-if": "web.book"}


class WebDesk(Desk):
    """A desk on a phone: what was drawn for it has a number, and only what was drawn last is answered."""

    glance = 0.0

    def __init__(self, session: Session, speaker: Speaker, die: Die, now: Callable[[], datetime]) -> None:
        super().__init__(session, speaker, die, now)
        self.drawn = 0
        self.html = ""

    def way(self, command: str) -> str:
        return self.speaker.say(say("web.button", label=say(LABELS[command])))

    def draw(self, html: str) -> int:
        """The number of what is drawn now; another one where it is not what was drawn before."""
        if html != self.html:
            self.html = html
            self.drawn += 1
        return self.drawn


class Hub:
    def __init__(self, session: Session, speaker: Speaker, die: Die, now: Callable[[], datetime]) -> None:
        self.session, self.speaker = session, speaker
        self._die, self._now = die, now
        self.guests = Guests(self.tell)
        self.version = 0
        """Another one whenever a page may show something new."""
        self.fault: Message | None = None
        """Why the file cannot be followed."""
        self._desks: dict[int, WebDesk] = {}
        self._waiting: set[asyncio.Future[None]] = set()

    # Word to the pages

    def tell(self) -> None:
        """Wakes everybody who waits for something new."""
        self.version += 1
        for one in self._waiting:
            if not one.done():
                one.set_result(None)
        self._waiting.clear()
        here = {one.number for one in self.guests.all()} if self._desks else set()
        for number in self._desks.keys() - here:
            del self._desks[number]

    async def news(self, version: int, seconds: float) -> None:
        """Comes back when something is newer than this, or after so many seconds."""
        if self.version != version:
            return
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.add(waiting)
        try:
            async with asyncio.timeout(seconds):
                await waiting
        except TimeoutError:
            pass
        finally:
            self._waiting.discard(waiting)

    # Desks

    def desk(self, guest: Guest) -> WebDesk:
        """The desk of somebody who enters, made when it is first needed."""
        if guest.number not in self._desks:
            self._desks[guest.number] = WebDesk(self.session, self.speaker, self._die, self._now)
        return self._desks[guest.number]

    def player(self, guest: Guest) -> str | None:
        """Who sits there, under the present name."""
        players = self.session.table.players
        return players[guest.seat] if guest.seat is not None and guest.seat < len(players) else None

    def act(self, guest: Guest, do: Callable[[WebDesk], None]) -> None:
        """Lets somebody do something at the own desk; all others learn of what was booked by it."""
        desk, before, players = self.desk(guest), self.session.record, self.session.table.players
        do(desk)
        if self.session.record is not before:
            self._spread(before, players, desk)
        self.tell()

    def follow(self) -> None:
        """Takes in what other programs did to the file."""
        before, players = self.session.record, self.session.table.players
        known = self.fault
        try:
            self.fault = None
            self.session.follow()
        except FileError as found:
            self.fault = why_not_followed(found)
        if self.session.record is not before:
            self._spread(before, players, None)
        for desk in self._desks.values():
            desk.fault = self.fault
        if self.session.record is not before or known != self.fault:
            self.tell()

    def _spread(self, before: Record, players: tuple[str, ...], doer: WebDesk | None) -> None:
        """Everybody but the one who did it learns what came since then."""
        after, count = self.session.record, len(before.blocks)
        is_other = after.config is not before.config or after.blocks[:count] != before.blocks
        news = News(0 if is_other else len(after.blocks) - count, is_other)
        for desk in self._desks.values():
            if desk is not doer:
                desk.take_in(news, players)
