"""The server: its addresses, how it starts and ends."""

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from threading import current_thread, main_thread

import uvicorn

from companion.web.connections import limit_connections
from companion.web.guarding import RATES, Guard, Rates
from companion.web.hub import Hub
from companion.web.server import app_of

HERE = "127.0.0.1"
FOLLOWS_EVERY = 0.3
"""Seconds between checks whether another program changed the file."""
MOST_AT_THE_DOOR = 64
"""Connections accepted at once, before others are served again."""
ELSEWHERE = ("192.0.2.1", "10.42.0.2", "192.168.137.2", "192.168.2.2")
"""An address reserved for examples, and addresses of phones in a hotspot of this machine, without internet.

Asking the system for a route to them sends nothing.
"""
ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)


def own_address() -> str | None:
    """Return this machine's address in its network; None without a network."""
    for other in ELSEWHERE:
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as way:
            try:
                way.connect((other, 9))
            except OSError:
                continue
            found = str(way.getsockname()[0])
        if not found.startswith("127."):
            return found
    return None


def bind(addresses: Sequence[str], port: int) -> list[socket.socket]:
    """Bind all addresses to one port: `port`, or any free one if it is taken. Raise OSError if that fails."""
    for wished in (port, 0):
        found: list[socket.socket] = []
        try:
            for address in addresses:
                # Name the protocol: else asyncio doesn't recognise TCP and delays small answers.
                one = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
                found.append(one)
                if not hasattr(
                    socket, "SO_EXCLUSIVEADDRUSE"
                ):  # on Windows it would let two programs share a port
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                one.bind((address, wished))
                wished = one.getsockname()[1]
            return found
        except OSError:
            for one in found:
                one.close()
            if wished != port:
                raise
    raise OSError


class Serving:
    def __init__(self, hub: Hub, is_lan: bool, port: int = 0, rates: Rates = RATES) -> None:
        self.hub, self._rates = hub, rates
        self.outside = own_address() if is_lan else None
        """Address for phones; None if only this machine can connect."""
        self.sockets = bind([HERE, *([self.outside] if self.outside else [])], port)
        self.port = hub.port = int(self.sockets[0].getsockname()[1])
        self._server = self._make_server()

    def _make_server(self) -> "_Server":
        names = (HERE, "localhost", *([self.outside] if self.outside else []))
        hosts = [f"{name}:{self.port}" for name in names]
        self.hub.address = self.address if self.outside else ""
        return _Server(_config(app_of(self.hub, hosts, rates=self._rates)))

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
        for one in self.sockets[1:]:
            one.close()
        del self.sockets[1:]
        self.outside = None
        self._server = self._make_server()

    def listen(self) -> None:
        """Accept connections; `run` serves them."""
        for one in self.sockets:
            one.listen()
        self.hub.tell()

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        self._server.interrupted = lambda: loop.call_soon_threadsafe(self.hub.end)
        following = asyncio.create_task(self._follow())
        await self._server.serve(self.sockets)
        following.cancel()

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(FOLLOWS_EVERY)
            self.hub.follow()

    def stop(self) -> None:
        self._server.stop()


class _Server(uvicorn.Server):
    """Server that ends at once and quietly: it doesn't wait for phones or raise the signal again."""

    interrupted: Callable[[], object]

    def stop(self, number: int = 0, _frame: object = None) -> None:
        """Stop. Ctrl-C ends serving for good; after a closed terminal or a kill, guests can come back."""
        if number == signal.SIGINT:
            self.interrupted()
        self.should_exit = self.force_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if current_thread() is not main_thread():
            yield
            return
        before = [(one, signal.signal(one, self.stop)) for one in ENDING]
        try:
            yield
        finally:
            for one, handler in before:
                signal.signal(one, handler)


def _config(guard: Guard) -> uvicorn.Config:
    """Configure uvicorn: strangers' requests aren't logged, and forwarding headers are ignored."""
    config = uvicorn.Config(
        guard,
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=MOST_AT_THE_DOOR,
        timeout_graceful_shutdown=1,
        ws="none",
        h11_max_incomplete_event_size=16_384,
        http="h11",
        loop="asyncio",
    )
    return limit_connections(config, guard)
