"""Phones at the table: one without a browser, which reads the pages and taps only what stands there."""

import asyncio
import json
from html.parser import HTMLParser
from itertools import count
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlencode

from companion.report.words import Speaker
from companion.session import Session
from companion.web.hub import Hub, WebDesk
from companion.web.server import app_of
from tests.tui.driving import DIE, MOMENT

HOST = "127.0.0.1:8000"


def hub_of(session: Session, language: str = "en") -> Hub:
    return Hub(session, Speaker(session.ruleset, language), lambda: DIE, lambda: MOMENT)


class Form(NamedTuple):
    targets: list[str]
    fields: list[str]


class Page(HTMLParser):
    """The buttons of a page, in their forms, and what can be read on it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.drawn, self._texts = "", [""]
        self.feed(html)
        self.text = " ".join(" ".join(self._texts).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.drawn = given.get("data-drawn", self.drawn)
        if tag == "form":
            self.forms.append(Form([], []))
        elif tag == "button" and given.get("name") == "target":
            self.forms[-1].targets.append(given["value"])
        elif tag == "input":
            self.forms[-1].fields.append(given["name"])
        self._texts.append("")

    def handle_data(self, data: str) -> None:
        self._texts.append(data)

    @property
    def targets(self) -> list[str]:
        return [target for form in self.forms for target in form.targets]


class Phone(Protocol):
    """Somebody who taps what stands there."""

    desk: WebDesk

    @property
    def targets(self) -> list[str]: ...

    def tap(self, target: str, text: str | None = None) -> None: ...


class PlainPhone:
    """A phone that asks the server itself, without a network."""

    def __init__(self, hub: Hub, seat: int | None = 0) -> None:
        self.hub = hub
        self._app = app_of(hub, [HOST], count(step=100).__next__)
        self._loop = asyncio.new_event_loop()
        self.cookie = ""
        _, headers, _ = self.send("POST", "/join", {"code": hub.guests.code})
        self.cookie = headers["set-cookie"].partition(";")[0]
        guest = hub.guests.known(self.cookie.partition("=")[2])
        assert guest is not None
        self.guest = guest
        if seat is not None:
            self.send("POST", "/seats", {"target": f"seat:{seat}"})
        self.desk = hub.desk(guest)
        self.page = Page("")
        self.look()

    def close(self) -> None:
        self._loop.close()

    @property
    def targets(self) -> list[str]:
        return self.page.targets

    def look(self) -> None:
        """What stands there by now: an outdated tap does nothing, and gets it for an answer."""
        self._do({})

    def _do(self, fields: dict[str, str]) -> None:
        status, _, body = self.send("POST", "/do", fields)
        assert status == 200, status
        self.page = Page(json.loads(body)["parts"]["entry"])

    def tap(self, target: str, text: str | None = None) -> None:
        form = next((one for one in self.page.forms if target in one.targets), None)
        assert form is not None, f"no button {target} among {self.page.targets}: {self.page.text}"
        fields = {"target": target, "drawn": self.page.drawn}
        if text is not None:
            assert "text" in form.fields, f"no field beside {target}: {self.page.text}"
            fields["text"] = text
        self._do(fields)

    def send(
        self, method: str, path: str, fields: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], str]:
        body = urlencode(fields or {}).encode()
        headers = {"host": HOST, "cookie": self.cookie, "accept": "application/json"}
        if fields is not None:
            kind = "application/x-www-form-urlencoded"
            headers |= {"origin": f"http://{HOST}", "content-type": kind, "content-length": str(len(body))}
        scope: dict[str, Any] = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8000),
        }
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body}

        async def send(message: Any) -> None:
            sent.append(message)

        self._loop.run_until_complete(self._app(scope, receive, send))
        answered = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        whole = b"".join(one.get("body", b"") for one in sent[1:])
        return sent[0]["status"], answered, whole.decode()
