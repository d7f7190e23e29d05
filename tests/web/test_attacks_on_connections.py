"""What can be done with a connection alone: too many, too slow, never read. Real connections on this machine."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from typing import Any, NamedTuple

import pytest
import uvicorn
from uvicorn.server import ServerState

from companion.web import connections
from companion.web.connections import Connection
from companion.web.guarding import Bucket
from companion.web.guests import Guest
from companion.web.pages import Pages
from companion.web.running import _config, bind
from tests.support import session_of
from tests.web.visiting import HOST, House, leaks

GET = f"GET / HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
POST = f"POST /join HTTP/1.1\r\nHost: {HOST}\r\nOrigin: http://{HOST}\r\nContent-Length: 50\r\n\r\n".encode()


class Caller(NamedTuple):
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def head(self) -> bytes:
        return await self.reader.readuntil(b"\r\n\r\n")

    async def status(self) -> int:
        return int((await self.head()).split()[1])

    async def rest(self) -> bytes:
        """What the server says until it hangs up."""
        found = b""
        with suppress(ConnectionError):
            while read := await self.reader.read(65536):
                found += read
        return found


class Server:
    """The house with its door: connections in the order in which they came."""

    def __init__(self, house: House, config: uvicorn.Config, state: ServerState) -> None:
        self.house, self._config, self._state = house, config, state
        self.all: list[Connection] = []
        self.received: dict[int, bytes] = {}
        self.callers: list[Caller] = []

    def connection(self) -> Connection:
        made: Any = self._config.http_protocol_class
        one, at = made(config=self._config, server_state=self._state, app_state={}), len(self.all)
        received = one.data_received

        def noted(data: bytes) -> None:
            self.received[at] = data
            received(data)

        one.data_received = noted
        self.all.append(one)
        return self.all[-1]

    @property
    def open(self) -> list[int]:
        return [at for at, one in enumerate(self.all) if not one.transport.is_closing()]

    async def call(self, data: bytes = b"") -> Caller:
        count = len(self.all)
        caller = Caller(*await asyncio.open_connection("127.0.0.1", self.port, limit=4000))
        self.callers.append(caller)
        while len(self.all) == count:
            await asyncio.sleep(0)
        caller.send(data)
        return caller

    port = 0


@asynccontextmanager
async def served(house: House | None = None) -> AsyncIterator[Server]:
    house = house or House()
    server = Server(house, _config(house.app), ServerState())
    listening = await asyncio.get_running_loop().create_server(server.connection, "127.0.0.1", 0)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        async with asyncio.timeout(20):
            yield server
    finally:
        listening.close()
        for caller in server.callers:
            caller.writer.close()
        for one in server.all:
            one.end()
        await asyncio.sleep(0)


def live_of(house: House) -> tuple[Guest, bytes]:
    """A guest, and the request for the stream of that guest's page."""
    guest = house.hub.guests.join(house.hub.guests.code, "10.0.0.7", 0.0)
    assert guest is not None
    cookie = f"Cookie: companion-8000={guest.token}\r\n\r\n".encode()
    return guest, GET.replace(b"/ ", b"/live?page=table ", 1)[:-2] + cookie


@pytest.mark.parametrize("begun", [b"", b"G", GET[:-2], POST, POST + b"code="])
async def test_whoever_does_not_come_to_the_point_is_hung_up_on(begun: bytes) -> None:
    """A request letter by letter, a body that never ends: one look ahead, and at the next it is gone."""
    async with served() as server:
        caller = await server.call(begun)
        connection = server.all[0]
        while begun and not server.received:
            await asyncio.sleep(0)
        connection.check()
        caller.send(b"x")
        connection.check()
        assert server.open == []
        await caller.rest()


async def test_a_connection_that_has_its_answer_is_closed_after_a_while_and_an_open_page_is_not() -> None:
    house = House()
    _, live = live_of(house)
    async with served(house) as server:
        asked, watching = await server.call(GET), await server.call(live)
        assert (await asked.status(), await watching.status()) == (200, 200)
        for connection in server.all * 3:
            connection.check()
        assert server.open == [1]
        asked_again = await server.call(GET)
        assert await asked_again.status() == 200


async def test_a_connection_that_asks_again_between_two_checks_stays() -> None:
    async with served() as server:
        caller = await server.call(GET)
        for _ in range(3):
            assert await caller.status() == 200
            server.all[0].check()
            caller.send(GET)
            await caller.reader.readuntil(b"</html>")
        assert server.open == [0]


async def test_where_there_are_too_many_the_longest_waiting_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a phone that asks at once comes in, however many connections somebody holds open; open pages stay."""
    monkeypatch.setattr(connections, "MOST_OF_ADDRESS", 4)
    house = House()
    _, live = live_of(house)
    async with served(house) as server:
        page = await server.call(live)
        assert await page.status() == 200
        for begun in (b"", GET[:9], POST, b"", b""):
            await server.call(begun)
        assert server.open == [0, 3, 4, 5]
        phone = await server.call(GET)
        assert await phone.status() == 200
        assert server.open == [0, 4, 5, 6]


async def test_where_all_are_open_pages_another_one_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 2)
    house = House()
    _, live = live_of(house)
    async with served(house) as server:
        for _ in range(2):
            assert await (await server.call(live)).status() == 200
        assert await (await server.call(GET)).rest() == b""
        assert server.open == [0, 1]


async def test_an_address_that_asked_too_much_is_not_even_let_in() -> None:
    house = House(rates=(Bucket(1.0, 3.0), Bucket(1.0, 5.0)))
    async with served(house) as server:
        statuses = [await (await server.call(GET)).status() for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]
        assert await (await server.call(GET)).rest() == b""
        house.clock.now += 3
        assert await (await server.call(GET)).status() == 200


async def test_a_page_that_does_not_read_keeps_little_and_is_hung_up_on() -> None:
    """News of some ten thousand signs each; what is not sent is not kept, only the newest."""
    house = House(session_of())
    guest, live = live_of(house)
    async with served(house) as server:
        await server.call(live)
        connection = server.all[0]
        while guest.streams == 0:
            await asyncio.sleep(0)
        large = iter(range(10**6))
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(Pages, "first", lambda *_: {"turn": f"{next(large)}" + "x" * 10_000})
            for _ in range(20_000):  # until the system takes no more for it
                if connection.is_paused:
                    break
                house.hub.tell()
                await asyncio.sleep(0)
            assert connection.is_paused
            made = next(large)
            for _ in range(400):
                house.hub.tell()
                await asyncio.sleep(0)
            assert connection.transport.get_write_buffer_size() < 100_000
            assert next(large) <= made + 2, "nothing is made for it any more"
            connection.check()
            connection.check()
            assert server.open == []
            while guest.streams:
                await asyncio.sleep(0)


BAD = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    GET[:-2] + b"Host: evil.example\r\n\r\n", GET[:-2] + b"X: " + b"y" * 20_000 + b"\r\n\r\n", b"x" * 40_000,
    GET[:-2] + b"X: a\x00b\r\n\r\n", GET[:-2] + b"Content-Length: 3\r\nContent-Length: 9\r\n\r\n",
    GET[:-2] + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n", GET.replace(b"/ ", b"http://evil.example/ "),
    POST.replace(b"Content-Length: 50", b"Transfer-Encoding: chunked") + b"5\r\ncode=\r\n",
    POST.replace(b": 50", b": 99999999999"), POST.replace(b": 50", b": -5"), GET.replace(b"GET", b"CONNECT"),
    GET[:-2] + b"Upgrade: websocket\r\nConnection: upgrade\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
]  # fmt: skip


@pytest.mark.parametrize("sent", BAD)
async def test_what_is_no_request_of_ours_is_refused_and_hung_up_on(sent: bytes) -> None:
    async with served() as server:
        caller = await server.call(sent)
        said = (await caller.rest()).decode()
        assert said.split()[1].startswith("4"), said
        assert leaks(said) == []


async def test_what_comes_behind_a_body_is_no_part_of_it() -> None:
    """A body shorter than what follows: the rest is another request, and no good one."""
    async with served() as server:
        body = b"code=WRONG&x=" + b"y" * 37 + b"&code=" + server.house.hub.guests.code.encode() + b"\r\n\r\n"
        caller = await server.call(POST + body)
        assert await caller.status() == 401
        assert b" 400 " in await caller.reader.read(100_000)
        assert server.house.hub.guests.all() == []


async def test_no_header_says_where_a_guess_comes_from() -> None:
    house = House()
    async with served(house) as server:
        forged = b"X-Forwarded-For: 9.9.9.9\r\nForwarded: for=9.9.9.9\r\nX-Real-IP: 9.9.9.9\r\n"
        form = b"Content-Type: application/x-www-form-urlencoded\r\n"
        caller = await server.call(
            POST.replace(b"\r\n\r\n", b"\r\n" + forged + form + b"\r\n") + b"code=".ljust(50, b"x")
        )
        assert await caller.status() == 401
        assert set(house.hub.guests._from) == {"127.0.0.1"}


async def test_nothing_that_a_stranger_sends_is_logged(capfd: pytest.CaptureFixture[str]) -> None:
    """The terminal is the host's; and what nobody reads from a pipe would stop the server."""
    async with served() as server:
        for sent in BAD[:6]:
            await (await server.call(sent)).rest()
    assert capfd.readouterr() == ("", "")


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
