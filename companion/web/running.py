"""The server itself: which addresses it has, the picture that a phone photographs, and its life."""

import socket
from collections.abc import Sequence
from contextlib import closing

import segno
import uvicorn

from companion.web.guarding import App
from companion.web.hub import Hub
from companion.web.lines import Line
from companion.web.server import app_of

HERE = "127.0.0.1"
MOST_AT_THE_DOOR = 64
"""Connections that are let in in one go, before those that are there are looked after again."""
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
NOWHERE = "192.0.2.1"
"""An address for examples, which nobody has: asked which way it would go, no packet leaves."""


def own_address() -> str | None:
    """Under which others in this network reach the machine; None where there is no network."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as way:
        try:
            way.connect((NOWHERE, 9))
        except OSError:
            return None
        found = str(way.getsockname()[0])
    return None if found.startswith("127.") else found


def bound(addresses: Sequence[str], port: int) -> list[socket.socket]:
    """Sockets at these addresses, all with one port: the wished one, or any that is free; OSError where that fails."""
    for wished in (port, 0):
        found: list[socket.socket] = []
        try:
            for address in addresses:
                one = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
                found.append(one)
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


def picture(text: str) -> list[str]:
    """A text as rows of half blocks, to be shown dark on light; a phone photographs it."""
    code = segno.make(text, error="m", micro=False)
    modules = [[bool(one) for one in row] for row in code.matrix_iter(border=2)]
    modules += [[False] * len(modules[0])] * (len(modules) % 2)
    pairs = zip(modules[::2], modules[1::2], strict=True)
    return ["".join(_HALVES[above, below] for above, below in zip(*pair, strict=True)) for pair in pairs]


class Serving:
    """A server of one session, under its addresses, until it is told to stop."""

    def __init__(self, hub: Hub, is_lan: bool, port: int = 0) -> None:
        self.hub = hub
        outside = own_address() if is_lan else None
        self.sockets = bound([HERE, *([outside] if outside else [])], port)
        self.port = int(self.sockets[0].getsockname()[1])
        self.address = f"http://{outside or HERE}:{self.port}"
        hosts = [f"{name}:{self.port}" for name in (HERE, "localhost", *([outside] if outside else []))]
        self._server = uvicorn.Server(_config(app_of(hub, hosts)))

    @property
    def link(self) -> str:
        """What a phone opens to join at once; the code stays in the browser."""
        return f"{self.address}/#{self.hub.guests.code}"

    @property
    def host_link(self) -> str:
        return f"http://{HERE}:{self.port}/#{self.hub.guests.host_code}"

    async def run(self) -> None:
        await self._server.serve(self.sockets)

    def stop(self) -> None:
        self._server.should_exit = self._server.force_exit = True


def _config(app: App) -> uvicorn.Config:
    """What a stranger may send is no news for a terminal, so nothing is logged; and no header says who asks."""
    return uvicorn.Config(
        app,
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=MOST_AT_THE_DOOR,
        timeout_graceful_shutdown=1,
        ws="none",
        h11_max_incomplete_event_size=16_384,
        http=Line,
        loop="asyncio",
    )
