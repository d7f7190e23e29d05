"""What phones ask for: routes and their handlers."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from companion.core.messages import Message, say
from companion.core.names import clean, slug
from companion.core.targets import Target, read_target
from companion.desk.desk import Desk
from companion.desk.states import Item, Menu
from companion.draw.export import export_bytes, export_name
from companion.pages.share import FORMS
from companion.report.words import speaker_of
from companion.web.guarding import HEADERS, RATE, Guard, Rate
from companion.web.guest_pages import PAGES, GuestPages
from companion.web.guests import KEPT_FOR, Full, Guest, Slowed
from companion.web.hub import Hub
from companion.words import LANGUAGES

A_YEAR = 31_536_000
BEAT = 3.0
"""Seconds between signs of life on a stream."""
MOST_STREAMS = 4
"""Most streams of one guest. With one more, the oldest ends: a lost connection may have left it open."""
CHOSEN = "companion-language"
"""Cookie with the chosen language, for every session served by this machine."""
FILES = Path(__file__).with_name("static")
KINDS = {"html": "text/html", "csv": "text/csv", "json": "application/json"}
LONGEST_TEXT, LONGEST_NAME = 200, 60
REMATCH = Target("rematch", "now")
_Answer = Callable[[Request], Awaitable[Response]]
SEE_OTHER, UNAUTHORIZED, NOT_FOUND, CONFLICT, TOO_MANY, BROKEN = 303, 401, 404, 409, 429, 500


def _cookie(request: Request) -> str:
    """Name of the guest's cookie. Cookies ignore ports, so two servers on one machine need two names."""
    return f"companion-{request.scope['server'][1]}"


class RequestHandlers:
    def __init__(self, hub: Hub, now: Callable[[], float] = monotonic) -> None:
        self.hub, self._now = hub, now
        self._pages: dict[tuple[str, str], GuestPages] = {}

    def guest(self, request: Request) -> Guest | None:
        return self.hub.guests.find(request.cookies.get(_cookie(request), ""))

    def pages(self, guest: Guest | None, wished: str = "") -> GuestPages:
        language = (wished if guest is None else guest.language) or self.hub.speaker.language
        known = self.hub.session_id, language
        if known not in self._pages:
            self._pages[known] = GuestPages(self.hub, speaker_of(self.hub.session, language))
        return self._pages[known]

    # Joining

    async def join(self, request: Request) -> Response:
        fields, wished = await _fields(request), _wished_language(request)
        address = request.client.host if request.client else ""
        pages = self.pages(None, wished)
        try:
            token = request.cookies.get(_cookie(request), "")
            guest = self.hub.guests.join(fields.get("code", ""), address, self._now(), token)
        except Slowed as slowed:
            return HTMLResponse(pages.join(say("web.slowed", seconds=int(slowed.seconds) + 1)), TOO_MANY)
        except Full:
            return HTMLResponse(pages.join(say("web.full")), TOO_MANY)
        if guest is None:
            return HTMLResponse(pages.join(say("web.wrong-code")), UNAUTHORIZED)
        guest.language = guest.language or wished
        answer = RedirectResponse("/seats", SEE_OTHER)
        answer.set_cookie(
            _cookie(request),
            guest.token,
            max_age=int(KEPT_FOR.total_seconds()),
            httponly=True,
            samesite="strict",
        )
        return answer

    # Pages

    async def show(self, request: Request) -> Response:
        guest, name = request.state.guest, request.url.path.strip("/") or "table"
        if guest is None and name != "table":
            return RedirectResponse("/", SEE_OTHER)
        if guest is None:
            token = request.cookies.get(_cookie(request))
            why = "web.sent-away" if self.hub.guests.was_sent_away(token or "") else "web.not-known"
            pages = self.pages(None, _wished_language(request))
            return HTMLResponse(pages.join(None if token is None else say(why)))
        name += f"?{request.url.query}" if name not in PAGES and request.url.query else ""
        if not self.pages(guest).has(name):
            raise HTTPException(NOT_FOUND)
        return HTMLResponse(self.pages(guest).page(name, guest))

    async def players(self, request: Request, guest: Guest) -> Response:
        colours = self.pages(guest).public.chips.style(self.hub.session.record.roster.seats)
        return Response(colours, media_type="text/css")

    async def export(self, request: Request, guest: Guest) -> Response:
        session = self.hub.session
        if session.record.failure is not None:
            return self.problem(request, say("sharing.broken"), CONFLICT)
        form = request.url.path.rpartition("/")[2]
        name = slug(session.record.roster.title or export_name(session))
        named = {"content-disposition": f'attachment; filename="{name[:LONGEST_NAME]}.{form}"'}
        content = export_bytes(session, form, self.pages(guest).public.speaker.language)
        return Response(content, media_type=KINDS[form], headers=named)

    def problem(self, request: Request, message: Message, status: int) -> Response:
        pages = self.pages(request.state.guest, _wished_language(request))
        return HTMLResponse(pages.problem(message), status, HEADERS)

    async def live(self, request: Request, guest: Guest) -> Response:
        page = request.query_params.get("page", "")
        if not self.pages(guest).has(page):
            return Response(status_code=UNAUTHORIZED)
        session_id = request.query_params.get("table", self.hub.session_id)
        return StreamingResponse(self._changed_parts(guest, page, session_id), media_type="text/event-stream")

    async def _changed_parts(self, guest: Guest, page: str, session_id: str) -> AsyncIterator[bytes]:
        """Yield changed parts; a slow phone gets only the latest. A page of another session is loaded anew."""
        guest.streams += 1
        guest.opened += 1
        own = guest.opened
        self.hub.tell(guest)
        try:
            sent: dict[str, int] = {}
            is_new = True
            while (
                session_id == self.hub.session_id
                and self.hub.guests.is_here(guest)
                and self.hub.ending is None
            ):
                if guest.opened - own >= MOST_STREAMS:
                    return
                stamp, pages = self.hub.waiting.stamp(guest), self.pages(guest)
                for make in (pages.first, pages.below):
                    made = make(page, guest).items()
                    fresh = {name: html for name, html in made if sent.get(name) != hash(html)}
                    sent |= {name: hash(html) for name, html in fresh.items()}
                    if fresh or not is_new:
                        yield f"data: {json.dumps(fresh)}\n\n".encode()
                    is_new = True
                    await asyncio.sleep(0)  # let all pages get their first parts before any gets the others
                is_new = await self.hub.waiting.wait(stamp, BEAT, guest)
            if self.hub.ending is None:
                yield _event("go", "/")
            else:
                yield _event("ended", self.pages(guest).public.speaker.say(self.hub.ending))
        finally:
            guest.streams -= 1

    # Buttons

    async def tap(self, request: Request, guest: Guest) -> Response:
        """Handle a tap; answer a stale one, made on an earlier drawing, with the new drawing."""
        fields = await _fields(request)
        if not guest.can_enter:
            return Response(status_code=UNAUTHORIZED)
        text = clean(fields.get("text", "")[:LONGEST_TEXT], allowed="\n")
        # draw before comparing: a desk that has changed gets a new number first
        entry = self.pages(guest).entry(guest)
        target = self.hub.numbered_desk(guest).offered(fields.get("target", ""), fields.get("drawn", ""))
        if target == REMATCH:
            self.hub.rematch(guest)
            return self._answer(request, "table", {}, "/")
        if target is not None:
            self.hub.act(guest, partial(_point, target=target, text=text))
            entry = self.pages(guest).entry(guest)
        away, is_late = "/" if fields.get("page") == "entries" else "", target is None and "target" in fields
        return self._answer(request, "table", {"entry": entry}, away, is_late)

    async def choose(self, request: Request, guest: Guest) -> Response:
        what, value = read_target((await _fields(request)).get("target", ""))
        if what == "language":
            return self._choose_language(request, guest, str(value))
        number = value if isinstance(value, int) else None
        if what in ("away", "code"):
            return self._change_guests(request, guest, None if what == "code" else number or 0)
        is_seat = what == "seat" and (number is not None or not value)
        return self._sit(request, guest, number if is_seat else -1)

    def _choose_language(self, request: Request, guest: Guest, language: str) -> Response:
        answer = self._answer(request, "more", {}, "/more")
        if language in LANGUAGES:
            self.hub.speak(guest, language)
            answer.set_cookie(CHOSEN, language, max_age=A_YEAR, httponly=True, samesite="strict")
        return answer

    def _change_guests(self, request: Request, guest: Guest, number: int | None) -> Response:
        """As the host, remove a guest; without a number, change the code."""
        if not guest.is_host:
            return Response(status_code=UNAUTHORIZED)
        if number is None:
            self.hub.guests.change_code()
        else:
            self.hub.guests.send_away(number)
        return self._answer(request, "seats", self.pages(guest).parts("seats", guest))

    def _sit(self, request: Request, guest: Guest, seat: int | None) -> Response:
        players, pages = self.hub.session.record.roster.players, self.pages(guest)
        if seat is None or (0 <= seat < len(players) and self.hub.is_free(guest, seat)):
            self.hub.guests.sit(guest, seat)
            return self._answer(request, "seats", {}, "/")
        refused = pages.parts("seats", guest) | pages.seats(guest, is_refused=True)
        return self._answer(request, "seats", refused)

    @staticmethod
    def _answer(
        request: Request, page: str, parts: Mapping[str, str], path: str = "", is_late: bool = False
    ) -> Response:
        if "application/json" not in request.headers.get("accept", ""):
            return RedirectResponse(path or ("/" if page == "table" else f"/{page}"), SEE_OTHER)
        return JSONResponse({"parts": parts, "go": path, "late": is_late})


def _event(name: str, data: str) -> bytes:
    return f"event: {name}\ndata: {data}\n\n".encode()


def _point(desk: Desk, target: Target, text: str) -> None:
    match target:
        case ("rematch", None):
            begin = Item("", desk.speaker.phrase("screen.label.new"), REMATCH)
            desk.choose(Menu(say("screen.label.rematch"), (begin,)))
        case ("command", "change"):
            desk.change()
        case ("command", verb):
            desk.take(verb)
        case ("say", None):
            desk.point(Target("say", text))
        case (what, (key, "")):
            desk.point(Target(what, (key, text)))
        case _:
            desk.point(target)


async def _fields(request: Request) -> dict[str, str]:
    """Return the fields of a form; empty if the body isn't a form, isn't UTF-8 or has too many fields."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    try:
        body = (await request.body()).decode() if kind == "application/x-www-form-urlencoded" else ""
        fields = parse_qs(body, keep_blank_values=True, max_num_fields=8)
    except ValueError:
        return {}
    return {key: values[0] for key, values in fields.items()}


def _wished_language(request: Request) -> str:
    """The language chosen before, else the browser's first language that Companion has; empty if none."""
    wished = [request.cookies.get(CHOSEN, ""), *request.headers.get("accept-language", "").lower().split(",")]
    codes = (name.partition(";")[0].partition("-")[0].strip() for name in wished)
    return next((code for code in codes if code in LANGUAGES), "")


def _for_guests(answer: Callable[[Request, Guest], Awaitable[Response]]) -> _Answer:
    async def check(request: Request) -> Response:
        guest = request.state.guest
        return Response(status_code=UNAUTHORIZED) if guest is None else await answer(request, guest)

    return check


def app_of(
    hub: Hub, names: Sequence[str], port: int, now: Callable[[], float] = monotonic, rate: Rate = RATE
) -> Starlette:
    handlers = RequestHandlers(hub, now)

    async def missing(request: Request, _error: Exception) -> Response:
        return handlers.problem(request, say("web.missing"), NOT_FOUND)

    async def broken(request: Request, error: Exception) -> Response:
        hub.report(error)
        return handlers.problem(request, say("web.broken"), BROKEN)

    posts = {"/do": handlers.tap, "/seats": handlers.choose}
    gets = {"/live": handlers.live, "/players.css": handlers.players}
    gets |= {f"/export/{form}": handlers.export for form in FORMS}
    routes = [
        *(Route(path, handlers.show) for path in ("/", "/seats", "/more", "/page/{name}")),
        Route("/join", handlers.join, methods=["POST"]),
        *(Route(path, _for_guests(answer), methods=["POST"]) for path, answer in posts.items()),
        *(Route(path, _for_guests(answer)) for path, answer in gets.items()),
        Mount("/", StaticFiles(directory=FILES)),
    ]
    origins = [f"http://{name}:{port}" for name in names]
    guards = [
        Middleware(Guard, origins=origins, find_guest=handlers.guest, now=now, rate=rate),
        Middleware(TrustedHostMiddleware, allowed_hosts=names, www_redirect=False),
    ]
    on_errors: dict[Any, Any] = {404: missing, 405: missing, Exception: broken}
    on_errors[ClientDisconnect] = lambda *_: Response()
    return Starlette(routes=routes, middleware=guards, exception_handlers=on_errors)
