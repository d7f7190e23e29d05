"""Whoever asks the server something, friend or stranger: requests made by hand, without a network."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple
from urllib.parse import urlencode

from companion.report.words import speaker_of
from companion.session import Session
from companion.web.guests import Guest
from companion.web.hub import Hub
from companion.web.routes import FILES, app_of
from tests.memory_disk import MemoryDisk
from tests.support import FILE, ROOT, Blocks, library, session_of, shipped, text_of
from tests.tui.driving import MOMENT

HOST = "127.0.0.1:8000"
FORM = "application/x-www-form-urlencoded"
STATIC = sorted(path.name for path in FILES.iterdir())
OPEN = ("/", *(f"/{name}" for name in STATIC))
"""What everybody may see: the page that asks for the code, with its styles, scripts and icons."""

_RUNNER = asyncio.Runner()
Headers = Mapping[str, str | None]


def hub_of(session: Session, language: str = "en", disk: MemoryDisk | None = None) -> Hub:
    served = None if disk is None else library(disk=disk)
    return Hub(session, speaker_of(session, language), lambda: MOMENT, served)


class Answer(NamedTuple):
    status: int
    headers: list[tuple[str, str]]
    text: str

    def header(self, name: str) -> str:
        return ", ".join(value for key, value in self.headers if key == name)

    @property
    def entry(self) -> str:
        return str(json.loads(self.text)["parts"]["entry"])


class BrokenPageError(Exception):
    """Raised by a test where a page breaks."""


class Clock:
    """Goes on only where a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class House:
    """A table that is served, and those who ask it something."""

    def __init__(self, session: Session | None = None, disk: MemoryDisk | None = None, **more: Any) -> None:
        session = session or session_of()
        self.clock = Clock()
        self.hub = hub_of(session, disk=disk)
        self._visitors = 0
        self.app = app_of(self.hub, ["127.0.0.1", "localhost"], 8000, self.clock, **more)

    def visitor(
        self, seat: int | None = None, code: str | None = None, address: str = "", wished: str = ""
    ) -> "Visitor":
        """Somebody who has joined, with an address of their own unless one is given."""
        self._visitors += 1
        found = Visitor(self, address or f"10.1.{self._visitors // 250}.{self._visitors % 250}")
        code = self.hub.guests.code if code is None else code
        joined = found.post("/join", {"code": code}, {"accept-language": wished})
        assert joined.status == 303, joined
        found.cookie = joined.header("set-cookie").partition(";")[0]
        if seat is not None:
            found.post("/seats", {"target": f"seat:{seat}"})
            assert found.guest.seat == seat, "somebody has it"
        return found

    def host(self) -> "Visitor":
        return self.visitor(code=self.hub.guests.host_code)


def on_disk(blocks: Blocks = (), **more: Any) -> tuple[House, MemoryDisk]:
    disk = MemoryDisk({**shipped(), FILE: text_of(blocks, **more).encode()})
    return House(library(disk=disk).open(FILE), disk), disk


class Visitor:
    def __init__(self, house: House, address: str = "10.0.0.66") -> None:
        self.house, self.address, self.cookie = house, address, ""

    @property
    def guest(self) -> Guest:
        found = self.house.hub.guests.find(self.cookie.partition("=")[2])
        assert found is not None
        return found

    def get(self, path: str = "/", headers: Headers | None = None, method: str = "GET") -> Answer:
        return _RUNNER.run(self.asked(method, path, headers or {}))

    def post(
        self, path: str, fields: Any = None, headers: Headers | None = None, body: bytes | None = None
    ) -> Answer:
        body = urlencode(fields or {}).encode() if body is None else body
        length = {"origin": f"http://{HOST}", "content-type": FORM, "content-length": str(len(body))}
        return _RUNNER.run(self.asked("POST", path, {**length, **(headers or {})}, body))

    def tap(self, target: str, text: str = "", drawn: int | None = None) -> Answer:
        """A tap as the page sends it, on what stands at the desk now."""
        self.get()
        page = self.house.hub.numbered_desk(self.guest)
        fields = {
            "target": target,
            "text": text,
            "drawn": str(page.drawing_number if drawn is None else drawn),
        }
        return self.post("/do", fields)

    def taps(self, *targets: str) -> Answer:
        """Tap one after another; return the last answer."""
        return [self.tap(target) for target in targets][-1]

    async def asked(self, method: str, path: str, headers: Headers, body: bytes = b"") -> Answer:
        sent: list[Any] = []
        left = [body]

        async def receive() -> dict[str, Any]:
            if not left:
                await asyncio.Event().wait()  # nobody hangs up
            return {"type": "http.request", "body": left.pop(), "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        with suppress(BrokenPageError):  # Starlette answers, then raises it for uvicorn's log
            await self.house.app(self.scope(method, path, headers), receive, send)
        whole = b"".join(one.get("body", b"") for one in sent[1:])
        given = [(name.decode(), value.decode()) for name, value in sent[0]["headers"]]
        return Answer(sent[0]["status"], given, whole.decode(errors="replace"))

    def scope(self, method: str, path: str, headers: Headers) -> dict[str, Any]:
        whole = {"host": HOST, "cookie": self.cookie, "accept": "application/json", **headers}
        given = [
            (name.encode(), value.encode("utf-8", "surrogateescape"))
            for name, value in whole.items()
            if value
        ]
        plain, _, query = path.partition("?")
        return {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": plain,
            "raw_path": plain.encode(),
            "query_string": query.encode(),
            "headers": given,
            "client": (self.address, 1),
            "server": ("127.0.0.1", 8000),
        }

    @contextmanager
    def live(self, page: str) -> Iterator["Stream"]:
        """A page's stream, open and with its first events."""

        async def opened() -> Stream:
            return Stream(self, page)

        stream = _RUNNER.run(opened())
        stream.settle()
        yield stream
        _RUNNER.run(stream.close())


class Stream:
    """The events of an open page."""

    def __init__(self, visitor: Visitor, page: str) -> None:
        self.parts: dict[str, str] = {}
        self.events: list[str] = []
        self.status = 0
        self._gone = asyncio.Event()
        scope = visitor.scope("GET", f"/live?page={page}", {})
        self.task = asyncio.create_task(visitor.house.app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        event = message.get("body", b"").decode()
        if not event:
            return
        self.events.append(event)
        if event.startswith("data: {"):
            self.parts |= json.loads(event.removeprefix("data: "))

    async def rest(self) -> None:
        """Until all that is to be sent now was sent."""
        for _ in range(12):
            await asyncio.sleep(0)

    def settle(self) -> None:
        """The same for a test that isn't asynchronous."""
        _RUNNER.run(self.rest())

    async def close(self) -> None:
        self._gone.set()
        await asyncio.gather(self.task, return_exceptions=True)


def leaks(text: str) -> list[str]:
    """What no answer may hold: a path of the machine, a line of a program."""
    signs = ("Traceback", 'File "', ".py", "/saves", "/home", "/root", str(ROOT), "site-packages", "Error:")
    return [one for one in signs if one in text]
