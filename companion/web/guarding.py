"""Middleware around every page: finds the guest, refuses foreign origins, long bodies and too many requests.

Starlette checks the host, uvicorn limits headers and idle connections, and `guests` slows down wrong codes.
"""

from collections.abc import Callable, Collection, Hashable
from typing import NamedTuple

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Rate(NamedTuple):
    per_second: float
    at_once: float


LONGEST_BODY = 8_192
RATE = Rate(12.0, 100.0)
"""Limit for one guest, or all strangers at one address together."""
MOST_KEPT = 2_000
"""Guests and addresses that are counted; beyond, the one that asked longest ago is forgotten."""
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
FORBIDDEN, NO_LENGTH, TOO_LARGE, TOO_MANY = 403, 411, 413, 429


class Guard:
    """Sets `request.state.guest`, None for a stranger."""

    def __init__(
        self,
        app: ASGIApp,
        origins: Collection[str],
        find_guest: Callable[[Request], Hashable | None],
        now: Callable[[], float],
        rate: Rate,
    ) -> None:
        self._app, self._origins, self._find_guest = app, origins, find_guest
        self._now, self._rate = now, rate
        self._allowed: dict[Hashable, tuple[float, float]] = {}
        """How many requests each may make at once, and since when; who asked last is last."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if "etag" in headers:  # a file: kept, but asked for again, so that an upgrade shows at once
                    headers.setdefault("cache-control", "no-cache")
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(Request(scope))
        # no text: our own pages cause no refusals
        answer = Response(status_code=refusal, headers={"connection": "close"}) if refusal else self._app
        await answer(scope, receive, send_with_headers)

    def _refusal(self, request: Request) -> int | None:
        guest = request.state.guest = self._find_guest(request)
        if not self._is_in_time(guest or (request.client and request.client.host)):
            return TOO_MANY
        origin, length = request.headers.get("origin"), request.headers.get("content-length", "0")
        is_reading = request.method in ("GET", "HEAD")
        if origin not in self._origins and not (is_reading and origin is None):
            return FORBIDDEN
        if "transfer-encoding" in request.headers:  # no browser sends a form like this, and it may never end
            return NO_LENGTH
        return TOO_LARGE if int(length) > LONGEST_BODY else None

    def _is_in_time(self, who: Hashable) -> bool:
        """Count a request, unless it is one too many."""
        now = self._now()
        allowed, since = self._allowed.pop(who, (self._rate.at_once, now))
        allowed = min(self._rate.at_once, allowed + (now - since) * self._rate.per_second)
        self._allowed[who] = allowed - (allowed >= 1), now
        if len(self._allowed) > MOST_KEPT:
            del self._allowed[next(iter(self._allowed))]
        return allowed >= 1
