"""The table on phones: from an entry to the last page, a page after a booking, and what each who looks on costs.

    python -m bench.web [entries [lookers]]

A server in a process of its own (`companion serve`) holds a session of six; over real connections on this machine, each
from an address of its own, six enter at once until all entries are booked, and many look on. Then single entries are
timed until every page has them. The floor is an empty app behind the same uvicorn, which sends as many bytes to as
many pages; both are measured in turns in one run. Memory is how the server's process grows while pages are opened.
"""

import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple
from urllib.parse import urlencode

import uvicorn

from bench.measuring import Row
from companion.session import Library
from companion.web.guarding import Receive, Scope, Send
from companion.web.running import bound
from tests.support import ROOT, text_of
from tests.web.crowd import GAME, SIX, Enterer, booked_marks, marks

ENTRIES, LOOKERS, TIMES = 500, 50, 15
PAUSE = 0.1
"""Seconds after which somebody who was too quick tries again."""


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

    async def tap(self, fields: dict[str, str]) -> str:
        return str(json.loads((await self.ask("POST", "/do", fields)).body)["parts"]["entry"])


class Hall:
    """The phones at a server."""

    def __init__(self, phones: list[Phone]) -> None:
        self.phones = phones

    async def until(self, is_there: Callable[[Phone], bool]) -> None:
        async def heard(phone: Phone) -> None:
            while not is_there(phone):
                await phone.hear()

        await asyncio.gather(*map(heard, self.phones))


def kilobytes(process: int) -> float:
    """What a process holds in memory."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert found
    return float(found[1])


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
    sockets = bound(["127.0.0.1"], 0)
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


async def evening(file: Path, entries: int, lookers: int) -> tuple[list[Row], list[str]]:
    """So many entries by as many as are there to enter, then single ones timed: their rows, and what else was seen."""
    server, told = started("-m", "companion", "serve", str(file), "--port", "0", "--piped")
    empty, told_empty = started("-c", "from bench.web import serve_empty; serve_empty()")
    asyncio.get_running_loop().run_in_executor(None, server.stdout.read)  # type: ignore[union-attr]
    try:
        port, floor_port = (int(one["address"].rpartition(":")[2]) for one in (told, told_empty))
        seats = [Phone(f"127.0.1.{at + 1}", port) for at in range(6 if entries else 1)]
        looking = [Phone(f"127.0.2.{at + 1}", port) for at in range(lookers)]
        floor = Hall([Phone(f"127.0.3.{at + 1}", floor_port) for at in range(len(seats) + lookers)])
        for seat, phone in enumerate(seats):
            await phone.join(told["code"], seat)
            await phone.watch()
        for phone in looking:
            await phone.join(told["code"])
        await Hall(seats).until(lambda one: "entry" in one.parts)
        before = kilobytes(server.pid)
        for phone in looking:
            await phone.watch()
        hall = Hall([*seats, *looking])
        await hall.until(lambda one: "entry" in one.parts)
        memory = (kilobytes(server.pid) - before) / lookers
        for phone in floor.phones:
            await phone.watch()
        lines = [await crowded(hall, seats, entries, file)] if entries else []
        lines.append(
            f"memory of one who looks on: {memory:.0f} KB; of the server {kilobytes(server.pid):.0f} KB"
        )
        return list(await timed(hall, seats[0], floor)), lines
    finally:
        for process in (server, empty):
            process.kill()
            process.wait()


async def crowded(hall: Hall, seats: list[Phone], entries: int, file: Path) -> str:
    """Six enter at once: everything once in the file, and every page at the same entry in the end."""
    wanted = marks(entries)

    async def entered(seat: int) -> int:
        enterer = Enterer(seats[seat].tap, seat)
        for mark in wanted[seat]:
            await enterer.enter(mark)
        return enterer.overtaken

    start = time.perf_counter()
    count = sum(map(len, wanted))
    watching = asyncio.create_task(hall.until(lambda one: f">{count}<" in one.parts["last"]))
    overtaken = sum(await asyncio.gather(*map(entered, range(6))))
    seconds = time.perf_counter() - start
    async with asyncio.timeout(30):
        await watching
    assert booked_marks(Library().read(file)) == sorted(mark for own in wanted for mark in own)
    shown = {(one.parts["last"], one.parts["scores"], one.parts["turn"]) for one in hall.phones}
    assert len(shown) == 1
    pages = len(hall.phones)
    told = f"{count} entries by six at once in {seconds:.1f} s, {overtaken} times overtaken"
    return f"{told}: none lost or doubled, {pages} pages alike"


async def _entered(hall: Hall, seat: Phone, mark: str) -> tuple[float, float, float, int]:
    """When the last tap of an entry was sent, answered and on all pages, and how long its answer was."""
    sent = 0.0

    async def tap(fields: dict[str, str]) -> str:
        nonlocal sent
        sent = time.perf_counter()
        return await seat.tap(fields)

    enterer = Enterer(tap, 0, twice=0.0)
    watching = asyncio.create_task(hall.until(lambda one: mark in one.parts["last"]))
    await enterer.enter(mark)
    answered = time.perf_counter()
    await watching
    return sent, answered, time.perf_counter(), len(enterer.entry)


async def timed(hall: Hall, seat: Phone, floor: Hall) -> tuple[Row, Row]:
    """From the last tap of an entry to the last page, and to its own page."""
    times, floors, own, own_floors = [], [], [], []
    for turn in range(TIMES):
        await asyncio.sleep(1.0 if len(hall.phones) > 2 else 0.2)  # nobody is in a hurry, as at a table
        began, booked, there, size = await _entered(hall, seat, f"timed{turn}")
        own.append((booked - began) * 1000)
        times.append((there - began) * 1000)
        for phone in floor.phones:
            phone.heard = 0
        start = time.perf_counter()
        watching = asyncio.create_task(floor.until(lambda one: one.heard > 0))
        pushed = int(median(one.heard for one in hall.phones))
        await floor.phones[0].ask("POST", "/do", {"target": f"{pushed}-{size}"})
        own_floors.append((time.perf_counter() - start) * 1000)
        await watching
        floors.append((time.perf_counter() - start) * 1000)
    count = len(hall.phones)
    on = "the same bytes from an empty ASGI app"
    what = (
        f"from an entry to the last of {count} pages" if count > 2 else "the page of a phone after a booking"
    )
    return (
        Row(what, on, 3 if count <= 2 else None, floors, times),
        Row("the page of who booked it", on, None, own_floors, own),
    )


def rows() -> list[Row]:
    """One who enters, and one who looks on."""
    return measured(0, 1)[0]


def measured(entries: int, lookers: int) -> tuple[list[Row], list[str]]:
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "session.toml"
        file.write_text(text_of((), SIX, game=GAME))
        return asyncio.run(evening(file, entries, lookers))


def main(entries: int, lookers: int) -> None:
    timed_rows, lines = measured(entries, lookers)
    print("\n".join((*(row.told() for row in timed_rows), *lines)))


if __name__ == "__main__":
    main(*(int(sys.argv[at]) if len(sys.argv) > at else many for at, many in ((1, ENTRIES), (2, LOOKERS))))
