"""The addresses under which the pages are found, and what is done there."""

import asyncio
import json
import pkgutil
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from time import monotonic
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.core.messages import say
from companion.web.guarding import App, Guard
from companion.web.guests import Full, Guest, Slowed
from companion.web.hub import Hub, WebDesk
from companion.web.pages import Pages

COOKIE = "companion"
A_DAY = 86_400
FOLLOWS_EVERY = 0.3
BEAT = 15.0
"""Seconds after which a page is told that nothing is new."""
MOST_STREAMS = 4
"""Of one guest at a time."""
LIVE = ("table", "board", "history", "seats")
LONGEST_TEXT = 200
SEE_OTHER, UNAUTHORIZED, NOT_FOUND, TOO_MANY, BROKEN = 303, 401, 404, 429, 500
KEYS = frozenset({"enter", "escape", "backspace", "delete", "tab", "shift+tab", ",", "=", "!", "0", "y", "n"})
"""What a button may press; no letter, so that no key of the app is meant."""
NUMBERED = frozenset({"pick", "less", "count", "beside", "row", "pair", "last"})
NUMBERED |= {"theirs", "entries", "change", "strike", "insert"}
"""Targets with a number behind them."""
TARGETS = NUMBERED | {"press", "ask", "verb", "parts", "part", "roll", "for", "repair"}


class Table:
    """The pages of one session, for whoever has joined."""

    def __init__(self, hub: Hub, now: Callable[[], float] = monotonic) -> None:
        self.hub, self.pages, self._now = hub, Pages(hub), now

    def _guest(self, request: Request) -> Guest | None:
        return self.hub.guests.known(request.cookies.get(COOKIE, ""))

    def _say(self, key: str, **values: object) -> str:
        return self.hub.speaker.say(say(key, **values))

    # Joining

    async def join(self, request: Request) -> Response:
        given = await _fields(request)
        address = request.client.host if request.client else ""
        try:
            guest = self.hub.guests.join(given.get("code", ""), address, self._now())
        except Slowed as slowed:
            said = self._say("web.slowed", seconds=int(slowed.seconds) + 1)
            return _page(self.pages.join(said), TOO_MANY)
        except Full:
            return _page(self.pages.join(self._say("web.full")), TOO_MANY)
        if guest is None:
            return _page(self.pages.join(self._say("web.wrong-code")), UNAUTHORIZED)
        answer = RedirectResponse("/seats", SEE_OTHER)
        answer.set_cookie(COOKIE, guest.token, max_age=A_DAY, httponly=True, samesite="strict")
        return answer

    # Pages

    async def show(self, request: Request) -> Response:
        guest = self._guest(request)
        if guest is None:
            return _page(self.pages.join()) if request.url.path == "/" else RedirectResponse("/", SEE_OTHER)
        name = request.url.path.strip("/") or "table"
        until = request.query_params.get("until", "")
        return _page(
            self.pages.page(name, guest, int(until) if until.isdecimal() and len(until) < 7 else None)
        )

    async def players(self, request: Request) -> Response:
        if self._guest(request) is None:
            return Response(status_code=UNAUTHORIZED)
        return Response(self.pages.standing.colours(), media_type="text/css")

    async def chart(self, request: Request) -> Response:
        if self._guest(request) is None:
            return Response(status_code=UNAUTHORIZED)
        policy = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}
        return Response(self.pages.standing.chart(), media_type="image/svg+xml", headers=policy)

    async def live(self, request: Request) -> Response:
        """What is new on a page, as long as it is open."""
        guest, page = self._guest(request), request.query_params.get("page", "")
        if guest is None or page not in LIVE:
            return Response(status_code=UNAUTHORIZED)
        if guest.streams >= MOST_STREAMS:
            return Response(status_code=TOO_MANY)
        return StreamingResponse(self._news(guest, page), media_type="text/event-stream")

    async def _news(self, guest: Guest, page: str) -> AsyncIterator[str]:
        guest.streams += 1
        try:
            sent: dict[str, int] = {}
            while self.hub.guests.known(guest.token) is guest:
                version = self.hub.version
                parts = self.pages.parts(page, guest)
                fresh = {name: html for name, html in parts.items() if sent.get(name) != hash(html)}
                sent |= {name: hash(html) for name, html in fresh.items()}
                yield f"data: {json.dumps(fresh)}\n\n"
                await self.hub.news(version, BEAT)
            yield "event: gone\ndata: .\n\n"
        finally:
            guest.streams -= 1

    # What is done

    async def do(self, request: Request) -> Response:
        """A tap at the desk; of what was drawn before something else came, nothing is done."""
        guest, given = self._guest(request), await _fields(request)
        if guest is None or (guest.seat is None and not guest.is_host):
            return Response(status_code=UNAUTHORIZED)
        target, text = given.get("target", ""), given.get("text", "")[:LONGEST_TEXT]
        drawn, is_seen = given.get("drawn", ""), False
        desk = self.hub.desk(guest)
        self.pages.entry(guest)
        is_seen = drawn == str(desk.drawn)
        if is_seen:
            self.hub.act(guest, lambda one: _pointed(one, target, text))
        return self._answered(request, "table", {"entry": self.pages.entry(guest)})

    async def sit(self, request: Request) -> Response:
        guest, given = self._guest(request), await _fields(request)
        if guest is None:
            return Response(status_code=UNAUTHORIZED)
        what, _, seat = given.get("target", "").partition(":")
        is_seat = seat.isdecimal() and len(seat) < 3 and int(seat) < len(self.hub.session.table.players)
        if what == "seat" and (is_seat or not seat):
            is_taken = self.hub.guests.take(guest, int(seat) if seat else None)
            if is_taken:
                return self._answered(request, "seats", {}, "/")
        return self._answered(request, "seats", self.pages.parts("seats", guest))

    async def host(self, request: Request) -> Response:
        guest, given = self._guest(request), await _fields(request)
        if guest is None or not guest.is_host:
            return Response(status_code=UNAUTHORIZED)
        what, _, number = given.get("target", "").partition(":")
        guests = self.hub.guests
        whom = int(number) if number.isdecimal() and len(number) < 9 else 0
        if what in ("allow", "deny"):
            guests.settle(whom, what == "allow")
        elif what == "away":
            guests.send_away(whom)
        elif what == "code":
            guests.change_code()
        return self._answered(request, "seats", self.pages.parts("seats", guest))

    @staticmethod
    def _answered(request: Request, page: str, parts: Mapping[str, str], path: str = "") -> Response:
        """The new parts for the page's script; the page itself for a browser without one."""
        if "application/json" not in request.headers.get("accept", ""):
            return RedirectResponse(path or ("/" if page == "table" else f"/{page}"), SEE_OTHER)
        body = {"parts": parts, **({"go": path} if path else {})}
        return Response(json.dumps(body), media_type="application/json")


def _pointed(desk: WebDesk, target: str, text: str) -> None:
    """Does what a button stands for; what no button says does nothing."""
    what, _, value = target.partition(":")
    if what in NUMBERED and not (value.isdecimal() and len(value) < 6):
        return
    if what == "command" and value in ("undo", "redo"):
        desk.take(value)
    elif what == "command" and value == "change":
        desk.change()
    elif what == "count":
        desk.point(f"count:{value}/{text}")
    elif what == "say":
        desk.point(f"say:{text or value}")
    elif what in TARGETS and (what != "press" or value in KEYS):
        desk.point(target)


async def _fields(request: Request) -> dict[str, str]:
    """What a form says; nothing where the body is no form, or too long."""
    try:
        body = await request.body()
    except ClientDisconnect:
        return {}
    if (
        request.headers.get("content-type", "").partition(";")[0].strip()
        != "application/x-www-form-urlencoded"
    ):
        return {}
    try:
        found = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=8)
    except ValueError:
        return {}
    return {key: values[0] for key, values in found.items()}


def _page(content: str, status: int = 200) -> Response:
    return Response(content, status, media_type="text/html")


def _file(name: str, media_type: str) -> Callable[[Request], Response]:
    content = pkgutil.get_data(__name__, f"static/{name}") or b""
    return lambda request: Response(content, media_type=media_type)


def app_of(
    hub: Hub, hosts: Collection[str], now: Callable[[], float] = monotonic, per_second: float | None = None
) -> App:
    """Everything that is served, behind its guard."""
    table = Table(hub, now)

    @asynccontextmanager
    async def following(app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(_follow(hub))
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def missing(request: Request, error: Exception) -> Response:
        return _page(hub.speaker.say(say("web.missing")), NOT_FOUND)

    async def broken(request: Request, error: Exception) -> Response:
        return _page(hub.speaker.say(say("web.broken")), BROKEN)

    routes = [
        *(Route(path, table.show) for path in ("/", "/history", "/board", "/seats")),
        Route("/seats", table.sit, methods=["POST"]),
        Route("/join", table.join, methods=["POST"]),
        Route("/do", table.do, methods=["POST"]),
        Route("/host", table.host, methods=["POST"]),
        Route("/live", table.live),
        Route("/chart.svg", table.chart),
        Route("/players.css", table.players),
        Route("/page.css", _file("page.css", "text/css")),
        Route("/icon.svg", _file("icon.svg", "image/svg+xml")),
        Route("/page.js", _file("page.js", "text/javascript")),
    ]
    handlers = {404: missing, 405: missing, Exception: broken}
    inner = Starlette(routes=routes, lifespan=following, exception_handlers=handlers)
    return Guard(inner, hosts, now, **({} if per_second is None else {"per_second": per_second}))


async def _follow(hub: Hub) -> None:
    while True:
        await asyncio.sleep(FOLLOWS_EVERY)
        hub.follow()
