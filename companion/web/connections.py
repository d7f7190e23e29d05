"""Limits on connections: how many may be open, from one address and in all, and how long each may be idle.

uvicorn limits requests and idle connections only. Anyone who sends one byte of a request every few seconds, or opens a
page and doesn't read it, could stay for ever. So each of uvicorn's protocols works behind a `Connection`.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any

import uvicorn

from companion.web.guarding import Guard, Progress

MOST_CONNECTIONS, MOST_OF_ADDRESS = 180, 90
"""Connections in all, and from one address. Systems limit open files, and entries need files too."""
SENT_AHEAD = 65_536
"""Bytes the system buffers for a client that doesn't read; the default is megabytes."""
PATIENCE = 10.0
"""Seconds between checks. A client that neither sends a request nor reads its answer meanwhile is cut off."""


def limit_connections(config: uvicorn.Config, guard: Guard) -> uvicorn.Config:
    """Put a `Connection` in front of every protocol that uvicorn makes."""
    config.load()
    config.http_protocol_class = partial(Connection, config.http_protocol_class, guard, set())  # type: ignore[assignment]
    return config


class Connection(asyncio.Protocol):
    """One connection. If there are too many, close the oldest that isn't being answered.

    So nobody can keep phones out by just opening connections: a phone sends its request at once.
    """

    def __init__(
        self,
        protocol: Callable[..., asyncio.Protocol],
        guard: Guard,
        others: "set[Connection]",
        **given: Any,
    ) -> None:
        self._protocol, self._guard, self._others = protocol(**given), guard, others
        self._progress = Progress()
        self._reads = 0
        """How many times the client read on after falling behind."""
        self._seen = (0, 0)
        self.is_paused = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport, loop = transport, asyncio.get_running_loop()
        gone = ("", 0)
        self._client: tuple[str, int] = transport.get_extra_info("peername") or gone
        self._began = loop.time()
        transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, SENT_AHEAD)
        self._guard.progress[self._client] = self._progress
        self._protocol.connection_made(transport)
        self._watch = loop.call_later(PATIENCE, self.check)
        if self._guard.is_slowed(self._client[0]):
            self.end()
            return
        self._others.add(self)
        own = [one for one in self._others if one._client[0] == self._client[0]]
        crowd = own if len(own) > MOST_OF_ADDRESS else list(self._others)
        if len(own) > MOST_OF_ADDRESS or len(crowd) > MOST_CONNECTIONS:
            idle = [one for one in crowd if not one._progress.is_answering and one is not self]
            min(idle, key=lambda one: one._began, default=self).end()

    def check(self) -> None:
        """End the connection if it has made no progress since the last check."""
        now = (self._progress.requests, self._reads)
        is_waiting = not self._progress.is_answering or self.is_paused or self.transport.is_closing()
        if is_waiting and now == self._seen:
            self.end()
            return
        self._seen = now
        self._watch = asyncio.get_running_loop().call_later(PATIENCE, self.check)

    def end(self) -> None:
        """Close at once, and drop what the client has not read."""
        self._others.discard(self)
        self._watch.cancel()
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        self._protocol.data_received(data)

    def eof_received(self) -> bool | None:
        return self._protocol.eof_received()

    def pause_writing(self) -> None:
        self.is_paused = True
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self.is_paused = False
        self._reads += 1
        self._protocol.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._others.discard(self)
        self._watch.cancel()
        self._guard.progress.pop(self._client, None)
        self._protocol.connection_lost(exc)
