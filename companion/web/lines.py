"""Connections: how many there may be, from one address and in all, and how long one may keep the server waiting.

uvicorn bounds requests and idle connections only: whoever sends a letter of a request every few seconds, or opens a
page and does not read it, would stay for ever.
"""

import asyncio
from socket import SO_SNDBUF, SOL_SOCKET

from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.web.guarding import Guard

MOST_LINES, MOST_OF_ADDRESS = 180, 90
"""Fewer than a program may have files open, on any system: entries have to be written too."""
SENT_AHEAD = 65_536
"""Bytes that the system may hold for one that does not read; without a word it would be megabytes."""
PATIENCE = 10.0
"""Seconds in which a line has to bring a request, or to take what it is sent; it may be twice that."""


class Line(H11Protocol):
    """A connection. Where there are too many, the one that has waited longest without a request gives way to a new one.

    So nobody who only opens connections keeps a phone out: a phone asks at once.
    """

    _watch: asyncio.TimerHandle | None = None
    _seen: tuple[object, int] = (None, 0)
    """At which request it was when it was last looked at, and how often it had read what it was sent."""
    _reads = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._began = self.loop.time()
        transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, SENT_AHEAD)
        if isinstance(self.app, Guard) and self.app.is_slowed(self.address):
            self.end()
            return
        lines = [one for one in self.connections if isinstance(one, Line)]
        own = [one for one in lines if one.address == self.address]
        crowd = own if len(own) > MOST_OF_ADDRESS else lines if len(lines) > MOST_LINES else []
        if crowd:
            idle = [one for one in crowd if one.is_idle and one is not self]
            (min(idle, key=lambda one: one._began) if idle else self).end()
        self._watch = self.loop.call_later(PATIENCE, self.look)

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def is_idle(self) -> bool:
        """Whether no whole request has come that is not answered yet."""
        return self.cycle is None or self.cycle.more_body or self.cycle.response_complete

    def look(self) -> None:
        """Ends it where nothing came, or nothing was read, since it was last looked at."""
        now = (self.cycle, self._reads)
        is_waiting = self.is_idle or self.flow.write_paused or self.transport.is_closing()
        if is_waiting and now == self._seen:
            self.end()
            return
        self._seen = now
        self._watch = self.loop.call_later(PATIENCE, self.look)

    def resume_writing(self) -> None:
        self._reads += 1
        super().resume_writing()

    def end(self) -> None:
        """At once: what it has not read is thrown away."""
        self.connections.discard(self)
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._watch is not None:
            self._watch.cancel()
        super().connection_lost(exc)
