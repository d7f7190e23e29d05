"""The server: its addresses, how it starts and ends."""

import asyncio
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import closing
from types import FrameType

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.storage.environment import PORT_OPTION
from companion.web.guarding import RATE, Rate
from companion.web.hub import Hub
from companion.web.routes import app_of

HERE = "127.0.0.1"
FOLLOWS_EVERY = 0.3
"""Seconds between checks whether another program changed the file."""
MOST_AT_THE_DOOR = 64
"""Connections accepted at once, before others are served again."""
FIRST_REQUEST = 10.0
"""Seconds until a connection has to ask for something: idle ones would use up all that this machine may have."""
ELSEWHERE = ("192.0.2.1", "10.42.0.2", "192.168.137.2", "192.168.2.2")
"""An address for examples, and those of hotspots without internet. Asking for a route to them sends nothing."""


def own_address() -> str | None:
    """Return this machine's address in its network; None without a network."""
    for other in ELSEWHERE:
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as way:
            try:
                way.connect((other, 9))
            except OSError:
                continue
            address = str(way.getsockname()[0])
        if not address.startswith("127."):
            return address
    return None


def bind(addresses: Sequence[str], port: int) -> list[socket.socket]:
    """Bind all addresses to one port: `port`, or any free one if it is taken. Raise OSError if that fails."""
    for wished in (port, 0):
        bound: list[socket.socket] = []
        try:
            for address in addresses:
                # Name the protocol: else asyncio doesn't recognise TCP and delays small answers.
                listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
                bound.append(listener)
                listener.setsockopt(socket.SOL_SOCKET, getattr(socket, PORT_OPTION), 1)
                listener.bind((address, wished))
                wished = listener.getsockname()[1]
            return bound
        except OSError:
            for listener in bound:
                listener.close()
            if wished != port:
                raise
    raise OSError


class Serving:
    def __init__(self, hub: Hub, is_lan: bool, port: int = 0, rate: Rate = RATE) -> None:
        self.hub = hub
        self.outside = own_address() if is_lan else None
        """Address for phones; None if only this machine can connect."""
        addresses = [HERE, *([self.outside] if self.outside else [])]
        self.sockets = bind(addresses, port)
        self.port = hub.port = int(self.sockets[0].getsockname()[1])
        hub.address = self.address if self.outside else ""
        config = uvicorn.Config(
            app_of(hub, [*addresses, "localhost"], self.port, rate=rate),
            lifespan="off",
            log_config=None,
            log_level="critical",  # what strangers send isn't logged
            access_log=False,
            server_header=False,
            proxy_headers=False,
            backlog=MOST_AT_THE_DOOR,
            timeout_graceful_shutdown=1,
            ws="none",
            http=_Connection,
            loop="asyncio",
        )
        self._server = _Server(config, self.stop)

    @property
    def address(self) -> str:
        return f"http://{self.outside or HERE}:{self.port}"

    @property
    def link(self) -> str:
        """Link that joins without typing the code. Browsers don't send what is after the #."""
        return f"{self.address}/#{self.hub.guests.code}"

    @property
    def host_link(self) -> str:
        return f"http://{HERE}:{self.port}/#{self.hub.guests.host_code}"

    def stay_here(self) -> None:
        """Serve this machine alone after all. Call this only before `run`."""
        for listener in self.sockets[1:]:
            listener.close()
        del self.sockets[1:]
        self.outside, self.hub.address = None, ""

    def listen(self) -> None:
        """Accept connections; `run` serves them."""
        for listener in self.sockets:
            listener.listen()
        self.hub.tell()

    async def run(self) -> None:
        following = asyncio.create_task(self._follow())
        await self._server.serve(self.sockets)
        following.cancel()

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(FOLLOWS_EVERY)
            self.hub.follow()

    def stop(self, is_for_good: bool = False) -> None:
        """Tell every page, and stop. Unless it is for good, guests can come back later."""
        self.hub.end(is_for_good)
        self._server.should_exit = self._server.force_exit = True


class _Connection(H11Protocol):
    """Connection that ends unless its first request comes soon. uvicorn ends those that are idle after one."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(FIRST_REQUEST, self._end_without_request)

    def _end_without_request(self) -> None:
        if self.cycle is None:
            self.transport.close()


class _Server(uvicorn.Server):
    """Server that ends at once and quietly: it doesn't wait for phones or raise the signal again."""

    def __init__(self, config: uvicorn.Config, stop: Callable[[bool], None]) -> None:
        super().__init__(config)
        self._stop = stop

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop. Ctrl-C ends serving for good; after a kill, guests can come back."""
        asyncio.get_running_loop().call_soon_threadsafe(self._stop, sig == signal.SIGINT)
