"""The table on phones: from an entry to the page of the last of five.

A server in a process of its own (`companion serve`); over real connections on this machine, each from an address of its
own, five have the page of the table open (a seat has one phone, and the examples are games of three: the others look
on), and the first one enters; tables, which stand below all else, come after the rest. The floor is an empty app behind
the same uvicorn, which sends as many bytes to as many pages; both are measured in turns.
"""

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import uvicorn
from starlette.types import Receive, Scope, Send

from bench import measuring
from bench.long_sessions import GAMES, title_of, written
from bench.measuring import Row
from companion.web.server import bind
from tests.support import PATIENCE, ROOT

PHONES, SEATS = 5, 3
PAUSE = 0.1
"""Seconds after which somebody who was too quick tries again."""
REST = 0.5
"""Seconds between two entries: nobody is in a hurry, as at a table."""
TAPS = {
    "stephensons-rocket": ("verb:extend", "pick:2"),
    "whistle-stop": ("verb:move", "pick:0"),
    "dampfross": ("verb:arrive", "pick:1", "pick:0"),
}
"""What begins an entry and answers it, as in `bench.keys`."""
ENTER = "press:enter"


class Told(NamedTuple):
    status: int
    head: str
    body: bytes


class Phone:
    """A phone with an address of its own, one connection for what it asks and one for what is new."""

    def __init__(self, address: str, port: int) -> None:
        self._address, self._port = address, port
        self._cookie = ""
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._live: asyncio.StreamReader | None = None
        self.parts: dict[str, str] = {}
        self.heard = 0

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            "127.0.0.1", self._port, local_addr=(self._address, 0), limit=2**22
        )

    def _request(self, method: str, path: str, body: bytes = b"") -> bytes:
        host = f"127.0.0.1:{self._port}"
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {host}",
            f"Cookie: {self._cookie}",
            "Accept: application/json",
        ]
        if method == "POST":
            lines += [f"Origin: http://{host}", "Content-Type: application/x-www-form-urlencoded"]
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join((*lines, "", "")).encode() + body

    async def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> Told:
        body = urlencode(fields or {}).encode()
        while True:
            try:
                self._line = self._line or await self._connected()
                reader, writer = self._line
                writer.write(self._request(method, path, body))
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = re.search(r"content-length: (\d+)", head)
                told = Told(
                    int(head.split()[1]), head, await reader.readexactly(int(length[1]) if length else 0)
                )
            except (ConnectionError, asyncio.IncompleteReadError):
                self._line = None
                await asyncio.sleep(PAUSE)
                continue
            if told.status != 429:
                return told
            self._line = None
            await asyncio.sleep(PAUSE)

    async def join(self, code: str, seat: int | None = None) -> None:
        told = await self.ask("POST", "/join", {"code": code})
        found = re.search(r"set-cookie: ([^;]+)", told.head)
        assert found, told
        self._cookie = found[1]
        if seat is not None:
            await self.ask("POST", "/seats", {"target": f"seat:{seat}"})

    async def watch(self, path: str = "/live?page=table") -> None:
        self._live, writer = await self._connected()
        writer.write(self._request("GET", path))
        await self._live.readuntil(b"\r\n\r\n")
        self._watching = writer

    async def hear(self) -> None:
        """The next event."""
        assert self._live is not None
        size = int(await self._live.readline(), 16)
        event = (await self._live.readexactly(size + 2))[:-2]
        self.heard = len(event)
        if event.startswith(b"data: {"):
            self.parts |= json.loads(event.removeprefix(b"data: "))

    async def tap(self, target: str) -> None:
        """A tap on what the own page shows."""
        drawn = re.search(r'data-drawn="(\d+)"', self.parts["entry"])
        told = await self.ask("POST", "/do", {"target": target, "drawn": drawn[1] if drawn else ""})
        self.parts |= json.loads(told.body)["parts"]


# The floor: an empty app, which sends to all pages as many bytes as it is told


class Empty:
    """`GET /live` is a page, `POST /do` says how many bytes each page gets and how many come back."""

    def __init__(self) -> None:
        self._pages: list[asyncio.Queue[int]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "GET":
            page: asyncio.Queue[int] = asyncio.Queue()
            self._pages.append(page)
            await send({"type": "http.response.start", "status": 200, "headers": []})
            while True:
                body = b"d" * await page.get()
                await send({"type": "http.response.body", "body": body, "more_body": True})
        said = (await receive())["body"].decode()
        size, back = map(int, said.removeprefix("target=").split("-"))
        for page in self._pages:
            page.put_nowait(size)
        headers = [(b"content-length", str(back).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"d" * back})


def serve_empty() -> None:
    sockets = bind(["127.0.0.1"], 0)
    print(json.dumps({"address": f"http://127.0.0.1:{sockets[0].getsockname()[1]}"}), flush=True)
    config = uvicorn.Config(
        Empty(), log_config=None, access_log=False, lifespan="off", http="h11", loop="asyncio"
    )
    uvicorn.Server(config).run(sockets)


# Measuring


def started(*call: str) -> tuple["subprocess.Popen[str]", dict[str, str]]:
    process = subprocess.Popen(
        (sys.executable, *call), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    told: dict[str, str] = json.loads(process.stdout.readline())
    if "offer" in told:
        assert process.stdin is not None
        process.stdin.write("here\n")
        process.stdin.flush()
        told = json.loads(process.stdout.readline())
    return process, told


async def evening(file: Path, game: str, entries: int) -> list[Row]:
    server, told = started("-m", "companion", "serve", str(file), "--port", "0", "--piped")
    empty, told_empty = started("-c", "from bench.web import serve_empty; serve_empty()")
    asyncio.get_running_loop().run_in_executor(None, server.stdout.read)  # type: ignore[union-attr]
    try:
        port, floor_port = (int(one["address"].rpartition(":")[2]) for one in (told, told_empty))
        phones = [Phone(f"127.0.1.{at + 1}", port) for at in range(PHONES)]
        floor = [Phone(f"127.0.3.{at + 1}", floor_port) for at in range(PHONES)]
        for at, phone in enumerate(phones):
            await phone.join(told["code"], at if at < SEATS else None)
            await phone.watch("/live?page=table")
            while not {"last", "tables"} <= {*phone.parts}:
                await phone.hear()
        for phone in floor:
            await phone.watch()
        return await timed(phones, floor, game, f"{entries} entries")
    finally:
        for process in (server, empty):
            process.kill()
            process.wait()


async def timed(phones: list[Phone], floor: list[Phone], game: str, what: str) -> list[Row]:
    """From the last tap of an entry to all phones."""
    found: list[tuple[float, ...]] = []
    for _ in range(measuring.ROUNDS + 1):
        await asyncio.sleep(REST)
        for tap in TAPS[game]:
            await phones[0].tap(tap)
        ours = await _to_all(phones, ENTER)
        pushed = sum(one.heard for one in phones) // len(phones)
        floors = await _to_all(floor, f"{pushed}-{len(phones[0].parts['entry'])}")
        found.append((*ours, *floors))
        await asyncio.sleep(REST)
        await _to_all(phones, "command:undo")
    seen, whole, floor_phones, _ = (list(one) for one in zip(*found[1:], strict=True))
    on = "the same bytes from an empty ASGI app"
    name = f"an entry to all of {PHONES} phones ({SEATS} seated, {PHONES - SEATS} look on)"
    called = title_of(game)
    return [
        Row(f"{name}, without the tables below, {what}", on, None, floor_phones, seen, called),
        Row(f"{name}, {what}", on, 20, floor_phones, whole, called),
    ]


async def _to_all(phones: list[Phone], target: str) -> tuple[float, float]:
    """Milliseconds from a tap of the first to the last phone, without and with tables."""

    async def told(phone: Phone) -> list[float]:
        known, times = {**phone.parts}, []
        for name in ("last", "tables"):
            phone.heard = 0 if name == "last" else phone.heard
            while not phone.heard or (name in known and phone.parts[name] == known[name]):
                await phone.hear()
            times.append((time.perf_counter() - start) * 1000)
        return times

    start = time.perf_counter()
    watching = [asyncio.create_task(told(one)) for one in phones]
    if not phones[0].parts:
        await phones[0].ask("POST", "/do", {"target": target})
    else:
        await phones[0].tap(target)
    async with asyncio.timeout(PATIENCE):
        times = await asyncio.gather(*watching)
    return max(seen for seen, _ in times), max(whole for _, whole in times)


def rows(folder: Path, entries: int = 50) -> Iterator[Row]:
    for game in GAMES:
        own = folder / game  # seats are kept in a folder, and the next evening has other phones
        own.mkdir()
        yield from asyncio.run(evening(written(own, game, entries), game, entries))


def longer(folder: Path) -> Iterator[Row]:
    yield from rows(folder, 500)
