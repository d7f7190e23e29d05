"""What can be done with connections alone: many, wrong ones, forged ones. Real connections on this machine."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from urllib.parse import urlencode

import pytest

from companion.web import server as web_server
from companion.web.guarding import Rate
from companion.web.hub import Hub
from companion.web.server import Serving, bind
from tests.support import PATIENCE, session_of
from tests.web.visiting import FORM, hub_of, leaks

HOST = "127.0.0.1:8000"
GET = f"GET / HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
POST = f"POST /join HTTP/1.1\r\nHost: {HOST}\r\nOrigin: http://{HOST}\r\nContent-Length: 50\r\n\r\n".encode()
PHONE, FLOODER = "127.0.0.1", "127.0.0.2"
SILENT = 200
RATE = Rate(1e-9, 50)
"""So that it doesn't matter how long a test takes."""


class Server:
    def __init__(self, hub: Hub, port: int) -> None:
        self.hub, self._port = hub, port
        self.cookie = ""

    async def call(
        self, data: bytes, address: str = PHONE
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection and send bytes, with the address of the test exchanged for the server's."""
        host = f"127.0.0.1:{self._port}".encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(address, 0))
        writer.write(data.replace(HOST.encode(), host))
        return reader, writer

    async def said(self, data: bytes, address: str = PHONE) -> str:
        """What the server says until it hangs up."""
        reader, writer = await self.call(data, address)
        found = b""
        with suppress(ConnectionError):
            while read := await reader.read(65536):
                found += read
        writer.close()
        return found.decode()

    async def status(self, path: str, address: str = PHONE, **fields: str) -> int:
        """A request of a phone, which keeps the cookie it gets."""
        head = f"Host: {HOST}\r\nOrigin: http://{HOST}\r\nCookie: {self.cookie}\r\nConnection: close\r\n"
        body, method = urlencode(fields), "POST" if fields else "GET"
        head += f"Content-Type: {FORM}\r\nContent-Length: {len(body)}\r\nAccept: application/json\r\n"
        said = await self.said(f"{method} {path} HTTP/1.1\r\n{head}\r\n{body}".encode(), address)
        if "set-cookie: " in said:
            self.cookie = said.partition("set-cookie: ")[2].partition(";")[0]
        return int(said.split()[1])


@asynccontextmanager
async def served() -> AsyncIterator[Server]:
    serving = Serving(hub_of(session_of()), is_lan=False, rate=RATE)
    serving.listen()
    running = asyncio.create_task(serving.run())
    try:
        async with asyncio.timeout(PATIENCE):
            yield Server(serving.hub, serving.port)
    finally:
        serving.stop()
        await running


async def test_a_phone_and_the_host_come_in_and_save_while_somebody_floods() -> None:
    """With requests until they are refused, and with connections that never come to the point."""
    async with served() as server:
        slowly = (b"", GET[:9], POST, POST + b"code=")
        silent = [await server.call(slowly[at % 4], f"127.0.0.{3 + at}") for at in range(SILENT)]
        asked = [await server.status("/", FLOODER) for _ in range(60)]
        assert asked == [200] * 50 + [429] * 10
        for code in (server.hub.guests.code, server.hub.guests.host_code):
            assert await server.status("/join", code=code) == 303
        assert await server.status("/seats", target="seat:0") == 200
        (guest,) = server.hub.guests.all()
        for target in ("verb:extend", "pick:0", "press:enter"):
            await server.status("/")
            drawn = str(server.hub.numbered_desk(guest).drawing_number)
            assert await server.status("/do", target=target, drawn=drawn) == 200
        assert server.hub.session.record.entry_count == 1
        for _, writer in silent:
            writer.close()


async def test_a_connection_that_asks_for_nothing_soon_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """About a thousand of them lock everybody out. A page that is open stays so."""
    monkeypatch.setattr(web_server, "FIRST_REQUEST", 0.1)
    async with served() as server:
        assert await server.status("/join", code=server.hub.guests.code) == 303
        live = f"GET /live?page=table HTTP/1.1\r\nHost: {HOST}\r\nCookie: {server.cookie}\r\n\r\n".encode()
        page, _ = await server.call(live)
        for sent in (b"", GET[:9]):
            assert await server.said(sent) == ""
        await page.readuntil(b"data: ")
        (guest,) = server.hub.guests.all()
        assert guest.streams == 1


BAD = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    GET[:-2] + b"Host: evil.example\r\n\r\n", GET[:-2] + b"X: " + b"y" * 200_000 + b"\r\n\r\n", b"x" * 40_000,
    GET[:-2] + b"X: a\x00b\r\n\r\n", GET[:-2] + b"Content-Length: 3\r\nContent-Length: 9\r\n\r\n",
    GET[:-2] + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n", GET.replace(b"/ ", b"http://evil.example/ "),
    POST.replace(b"Content-Length: 50", b"Transfer-Encoding: chunked") + b"5\r\ncode=\r\n",
    POST.replace(b": 50", b": 99999999999"), POST.replace(b": 50", b": -5"), GET.replace(b"GET", b"CONNECT"),
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
]  # fmt: skip


async def test_what_is_no_request_of_ours_is_refused(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """And not logged: the terminal is the host's; and what nobody reads from a pipe would stop the server."""
    async with served() as server:
        for sent in BAD:
            reader, writer = await server.call(sent)
            said = (await reader.read(65536)).decode()
            assert said.split()[1].startswith("4"), (sent, said)
            assert leaks(said) == []
            writer.close()
    assert capfd.readouterr() == ("", "")


async def test_no_header_says_where_a_guess_comes_from() -> None:
    async with served() as server:
        forged = b"X-Forwarded-For: 9.9.9.9\r\nForwarded: for=9.9.9.9\r\nX-Real-IP: 9.9.9.9\r\nConnection: close\r\n"
        form = f"Content-Type: {FORM}\r\n".encode()
        sent = POST.replace(b"\r\n\r\n", b"\r\n" + forged + form + b"\r\n") + b"code=".ljust(50, b"x")
        assert (await server.said(sent)).split()[1] == "401"
        assert set(server.hub.guests._from) == {"127.0.0.1"}


def test_a_short_answer_is_sent_at_once() -> None:
    """A connection that waits until the answer before was confirmed keeps every tap waiting for 40 milliseconds."""

    async def is_sent_at_once(listening: socket.socket) -> bool:
        heard = asyncio.get_running_loop().create_future()

        async def met(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            heard.set_result(bool(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            writer.close()

        async with await asyncio.start_server(met, sock=listening) as server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.close()
            return bool(await heard)

    (listening,) = bind(["127.0.0.1"], 0)
    with closing(listening):
        assert asyncio.run(is_sent_at_once(listening))
