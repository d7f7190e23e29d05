"""Refuse requests before any page sees them: foreign hosts and origins, long bodies, too many requests.

Written against ASGI, so that nothing gets past it. `connections` guards connections, `server` pages and buttons.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Hashable, MutableMapping
from typing import Any, NamedTuple


class Bucket(NamedTuple):
    per_second: float
    at_once: float


class Buckets:
    """A bucket for each key. Beyond the most, the key not used for longest is forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._levels: dict[Hashable, tuple[float, float]] = {}

    def wait(self, key: Hashable, bucket: Bucket, now: float) -> float:
        """Return the seconds until the next request is allowed; 0 if it is now."""
        return max(0.0, (1 - self.take(key, bucket, now, 0)) / bucket.per_second)

    def take(self, key: Hashable, bucket: Bucket, now: float, much: float = 1.0) -> float:
        """Take from a bucket and return what is left; the debt is at most a full bucket."""
        left, at = self._levels.pop(key, (bucket.at_once, now))
        left = min(bucket.at_once, left + (now - at) * bucket.per_second)
        self._levels[key] = max(-bucket.at_once, left - much), now
        while len(self._levels) > self._most:
            del self._levels[next(iter(self._levels))]
        return self._levels[key][0]


Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LONGEST_BODY, LONGEST_HEAD, LONGEST_TARGET = 8_192, 8_192, 512
"""Bytes of a body, of all headers together, and of an address with its query."""
BODY_SECONDS = 10.0
"""Time for a whole body to arrive."""
Rates = tuple[Bucket, Bucket]
RATES: Rates = (Bucket(12.0, 100.0), Bucket(40.0, 400.0))
"""Limits for a guest, or for all strangers at one address; and for everybody at one address."""
A_REQUEST = 0.02
"""Seconds. Longer requests count as several, so that nobody gets more than a quarter of the server."""
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
BAD_REQUEST, FORBIDDEN, NO_METHOD, TIMED_OUT, NO_LENGTH = 400, 403, 405, 408, 411
TOO_LARGE, TOO_MANY, BROKEN = 413, 429, 500


class Progress:
    """Requests begun by a connection, and whether a complete one is being answered."""

    requests = 0
    is_answering = False


class Guard:
    """`guest` finds who sent a cookie, None for a stranger; `broken` reports an error and returns a sentence."""

    def __init__(
        self,
        app: App,
        hosts: Collection[str],
        now: Callable[[], float],
        guest: Callable[[Scope], Hashable | None],
        broken: Callable[[Exception], str],
        rates: Rates = RATES,
        body_seconds: float = BODY_SECONDS,
    ) -> None:
        self._app, self._now, self._guest, self._broken = app, now, guest, broken
        self._hosts = frozenset(host.encode() for host in hosts)
        self._origins = frozenset(b"http://" + host for host in self._hosts)
        self._each, self._address = rates
        self._buckets = Buckets(MOST_KEPT)
        self._body_seconds = body_seconds
        self.progress: dict[Hashable, Progress] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        progress = self.progress.get(scope["client"], Progress())
        progress.requests += 1
        at = ("at", scope["client"][0] if scope["client"] else "")
        refusal, body, start = self._refusal(scope), None, self._now()
        guest = None if refusal else self._guest(scope)
        who = ("stranger", *at) if guest is None else guest
        if self._buckets.wait(at, self._address, start) or self._buckets.wait(who, self._each, start):
            refusal = TOO_MANY
        if refusal is None:
            body = b"" if scope["method"] == "GET" else await self._body(receive)
        if body is None:
            self._buckets.take(at, self._address, start)
            await _answer(send, refusal or TIMED_OUT)
            return
        start = self._now()

        def count() -> None:
            """Count the request once the answer begins: from then on only the network takes time."""
            much = max(1.0, (self._now() - start) / A_REQUEST)
            self._buckets.take(at, self._address, start, much)
            self._buckets.take(who, self._each, start, much)

        progress.is_answering = True
        sending = _Sending(send, count)
        try:
            await self._app(scope, _whole(body, receive), sending)
        except Exception as error:  # no word of it goes out
            said = self._broken(error)
            if not sending.has_begun:
                await _answer(sending, BROKEN, said)
            elif not sending.has_ended:
                raise  # what is half sent has to be cut off
        finally:
            progress.is_answering = False

    def is_slowed(self, address: str) -> bool:
        """Whether the next request from an address would be one too many."""
        return self._buckets.wait(("at", address), self._address, self._now()) > 0

    def _refusal(self, scope: Scope) -> int | None:
        headers = scope["headers"]

        def given(wanted: bytes) -> list[bytes]:
            return [value.lower() for name, value in headers if name == wanted]

        path, origins, hosts = scope["raw_path"], given(b"origin"), given(b"host")
        is_long = len(path) + len(scope["query_string"]) > LONGEST_TARGET
        is_long = is_long or sum(len(name) + len(value) for name, value in headers) > LONGEST_HEAD
        is_ours = path.startswith(b"/") and len(hosts) == 1 and hosts[0] in self._hosts
        if is_long or not is_ours or given(b"upgrade"):
            return BAD_REQUEST
        if scope["method"] not in ("GET", "POST"):
            return NO_METHOD
        is_reading = scope["method"] == "GET"
        if any(one not in self._origins for one in origins) or (not is_reading and len(origins) != 1):
            return FORBIDDEN
        is_foreign = {b"cross-site", b"same-site"} & {*given(b"sec-fetch-site")}
        if is_foreign and (not is_reading or given(b"sec-fetch-mode") != [b"navigate"]):
            return FORBIDDEN
        if given(b"transfer-encoding"):  # no browser sends a form so, and it need not come to an end
            return NO_LENGTH
        lengths = given(b"content-length")
        if any(not one.isdigit() or int(one[:10]) > LONGEST_BODY * (not is_reading) for one in lengths):
            return TOO_LARGE
        return None

    async def _body(self, receive: Receive) -> bytes | None:
        """Read the body; None if it is late or the client has gone."""
        body = b""
        try:
            async with asyncio.timeout(self._body_seconds):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        return None
                    body += bytes(message.get("body", b""))
                    if len(body) > LONGEST_BODY:
                        return None
                    if not message.get("more_body", False):
                        return body
        except TimeoutError:
            return None


def _whole(body: bytes, receive: Receive) -> Receive:
    """Replay the body in one piece, then pass on what follows."""
    left = [body]

    async def received() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": left.pop(), "more_body": False} if left else await receive()

    return received


class _Sending:
    """Sends answers with the headers that all of them have."""

    def __init__(self, send: Send, at_first: Callable[[], None]) -> None:
        self._send, self._at_first = send, at_first
        self.has_begun = self.has_ended = False

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            self._at_first()
            message = {**message, "headers": _with_headers(message.get("headers", ()))}
        elif not message.get("more_body", False):
            self.has_ended = True
        await self._send(message)


def _with_headers(headers: Collection[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    given = {name for name, _ in headers}
    every = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    return [*headers, *(one for one in every if one[0] not in given)]


async def _answer(send: Send, status: int, said: str = "") -> None:
    """Answer and end the connection. There is mostly no text: no phone of the table gets this."""
    body, kind = said.encode(), b"text/plain; charset=utf-8"
    length = str(len(body)).encode()
    headers = [(b"content-length", length), (b"content-type", kind), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": _with_headers(headers)})
    await send({"type": "http.response.body", "body": body})
