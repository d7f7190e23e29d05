"""What is refused before any page looks at it: strangers' hosts and origins, long bodies, too many requests.

Written against the plain interface of a server (ASGI), so that nothing gets past it.
"""

from collections.abc import Awaitable, Callable, Collection, MutableMapping
from dataclasses import dataclass
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LONGEST_BODY = 8_192
LONGEST_TARGET = 512
"""Of an address with all that stands behind it."""
PER_SECOND, AT_ONCE = 12.0, 60.0
"""Requests of one address: so many every second, and so many on top of that in one go."""
MOST_ADDRESSES = 1_000
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}
BAD_REQUEST, FORBIDDEN, TOO_LARGE, TOO_MANY = 400, 403, 413, 429


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class Guard:
    def __init__(
        self, app: App, hosts: Collection[str], now: Callable[[], float], per_second: float = PER_SECOND
    ) -> None:
        self._app, self._hosts, self._now = app, frozenset(hosts), now
        self._per_second = per_second
        self._buckets: dict[str, _Bucket] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await _answer(send, refusal)
            return
        await self._app(scope, _bounded(receive), _with_headers(send))

    def _refusal(self, scope: Scope) -> int | None:
        headers = scope["headers"]
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_TARGET:
            return BAD_REQUEST
        if [value.decode("latin-1").lower() for name, value in headers if name == b"host"] not in (
            [host] for host in self._hosts
        ):
            return BAD_REQUEST
        origins = {f"http://{host}" for host in self._hosts}
        given = [value.decode("latin-1").lower() for name, value in headers if name == b"origin"]
        sites = {value for name, value in headers if name == b"sec-fetch-site"}
        is_reading = scope["method"] in ("GET", "HEAD")
        if any(one not in origins for one in given) or (not is_reading and len(given) != 1):
            return FORBIDDEN
        modes = {value for name, value in headers if name == b"sec-fetch-mode"}
        if sites & {b"cross-site", b"same-site"} and (not is_reading or modes != {b"navigate"}):
            return FORBIDDEN
        lengths = [value for name, value in headers if name == b"content-length"]
        if any(not value.isdigit() or int(value[:10]) > LONGEST_BODY for value in lengths):
            return TOO_LARGE
        return None if self._has_room(scope["client"][0] if scope["client"] else "") else TOO_MANY

    def _has_room(self, address: str) -> bool:
        now = self._now()
        bucket = self._buckets.setdefault(address, _Bucket(AT_ONCE, now))
        bucket.left = min(AT_ONCE, bucket.left + (now - bucket.at) * self._per_second)
        bucket.at = now
        while len(self._buckets) > MOST_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]
        if bucket.left < 1:
            return False
        bucket.left -= 1
        return True


def _bounded(receive: Receive) -> Receive:
    """Gives no more of a body than there may be, also of one that does not say how long it is."""
    read = 0

    async def limited() -> MutableMapping[str, Any]:
        nonlocal read
        message = await receive()
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            if read > LONGEST_BODY:
                return {"type": "http.disconnect"}
        return message

    return limited


def _with_headers(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            given = {name for name, _ in message.get("headers", ())}
            added = [
                (name.encode(), value.encode())
                for name, value in HEADERS.items()
                if name.encode() not in given
            ]
            message = {**message, "headers": [*message.get("headers", ()), *added]}
        await send(message)

    return sending


async def _answer(send: Send, status: int) -> None:
    """No words: whoever gets this is no phone of the table."""
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await _with_headers(send)({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
