"""Middleware around every page: finds the guest, refuses foreign origins, long bodies and too many requests.

Starlette checks the host, uvicorn limits headers and idle connections, and `guests` slows down wrong codes.
"""

from collections.abc import Callable, Collection, Hashable
from typing import NamedTuple

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Bucket(NamedTuple):
    per_second: float
    at_once: float


class Buckets:
    """A token bucket for each key. Beyond `most` keys, the least recently used one is forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._levels: dict[Hashable, tuple[float, float]] = {}

    def _level(self, key: Hashable, bucket: Bucket, now: float) -> float:
        left, at = self._levels.get(key, (bucket.at_once, now))
        return min(bucket.at_once, left + (now - at) * bucket.per_second)

    def wait(self, key: Hashable, bucket: Bucket, now: float) -> float:
        """Return the seconds until the next request is allowed; 0 if it is allowed now."""
        return max(0.0, (1 - self._level(key, bucket, now)) / bucket.per_second)

    def take(self, key: Hashable, bucket: Bucket, now: float) -> None:
        left = max(0.0, self._level(key, bucket, now) - 1)
        self._levels.pop(key, None)
        self._levels[key] = left, now
        if len(self._levels) > self._most:
            del self._levels[next(iter(self._levels))]


LONGEST_BODY = 8_192
RATE = Bucket(12.0, 100.0)
"""Limit for one guest, or all strangers at one address together."""
MOST_KEPT = 2_000
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
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
        rate: Bucket,
    ) -> None:
        self._app, self._origins, self._find_guest = app, origins, find_guest
        self._now, self._rate, self._buckets = now, rate, Buckets(MOST_KEPT)

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
        who, now = guest or (request.client and request.client.host), self._now()
        if self._buckets.wait(who, self._rate, now):
            return TOO_MANY
        self._buckets.take(who, self._rate, now)
        origin, length = request.headers.get("origin"), request.headers.get("content-length", "0")
        is_reading = request.method in ("GET", "HEAD")
        if origin not in self._origins and not (is_reading and origin is None):
            return FORBIDDEN
        if "transfer-encoding" in request.headers:  # no browser sends a form like this, and it may never end
            return NO_LENGTH
        return TOO_LARGE if int(length) > LONGEST_BODY else None
