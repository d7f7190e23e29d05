"""Refuse requests before any page sees them: foreign hosts and origins, long bodies, too many requests.

This is ASGI middleware around the whole app, so no request gets past it.
`connections` guards connections, `server` guards pages and buttons.
"""

import asyncio
from collections.abc import Callable, Collection, Hashable
from typing import NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Bucket(NamedTuple):
    per_second: float
    at_once: float


class Buckets:
    """A token bucket for each key. Beyond `most` keys, the least recently used one is forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._levels: dict[Hashable, tuple[float, float]] = {}

    def wait(self, key: Hashable, bucket: Bucket, now: float) -> float:
        """Return the seconds until the next request is allowed; 0 if it is allowed now."""
        return max(0.0, (1 - self.take(key, bucket, now, 0)) / bucket.per_second)

    def take(self, key: Hashable, bucket: Bucket, now: float, much: float = 1.0) -> float:
        """Take `much` from a bucket and return what is left, which may be negative by up to a full bucket."""
        left, at = self._levels.pop(key, (bucket.at_once, now))
        left = min(bucket.at_once, left + (now - at) * bucket.per_second)
        self._levels[key] = max(-bucket.at_once, left - much), now
        while len(self._levels) > self._most:
            del self._levels[next(iter(self._levels))]
        return self._levels[key][0]


LONGEST_BODY, LONGEST_HEAD, LONGEST_TARGET = 8_192, 8_192, 512
"""Bytes of a body, of all headers together, and of an address with its query."""
BODY_SECONDS = 10.0
Rates = tuple[Bucket, Bucket]
RATES: Rates = (Bucket(12.0, 100.0), Bucket(40.0, 400.0))
"""Limits for one guest, or all strangers at one address together; and for everybody at one address."""
A_REQUEST = 0.02
"""Seconds. A longer request counts as several: nobody gets more than a quarter of the server's time."""
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
    """How many requests a connection has begun, and whether a request is being answered."""

    requests = 0
    is_answering = False


class Guard:
    """`guest` finds the guest, None for a stranger. `broken` reports an error and returns a sentence."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: Collection[str],
        now: Callable[[], float],
        guest: Callable[[Scope], Hashable | None],
        broken: Callable[[Exception], str],
        rates: Rates = RATES,
        body_seconds: float = BODY_SECONDS,
    ) -> None:
        self._app, self._now, self._guest, self._broken = app, now, guest, broken
        self._hosts = frozenset(hosts)
        self._origins = frozenset(f"http://{host}" for host in hosts)
        self._each, self._address = rates
        self._buckets = Buckets(MOST_KEPT)
        self._body_seconds = body_seconds
        self.progress: dict[Hashable, Progress] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
            await _hang_up(scope, receive, send, refusal or TIMED_OUT)
            return
        start = self._now()

        def count() -> None:
            """Count the request once the answer begins: from then on only the network takes time."""
            much = max(1.0, (self._now() - start) / A_REQUEST)
            self._buckets.take(at, self._address, start, much)
            self._buckets.take(who, self._each, start, much)

        has_begun = has_ended = False

        async def answer(message: Message) -> None:
            nonlocal has_begun, has_ended
            if message["type"] == "http.response.start":
                has_begun = True
                count()
                _add_headers(message)
            elif not message.get("more_body", False):
                has_ended = True
            await send(message)

        progress.is_answering = True
        try:
            await self._app(scope, _whole(body, receive), answer)
        except Exception as error:  # the answer must not mention the error
            sentence = self._broken(error)
            if not has_begun:
                await _hang_up(scope, receive, answer, BROKEN, sentence)
            elif not has_ended:
                raise  # a half-sent answer must be cut off
        finally:
            progress.is_answering = False

    def is_slowed(self, address: str) -> bool:
        """Whether the next request from an address would be one too many."""
        return self._buckets.wait(("at", address), self._address, self._now()) > 0

    def _refusal(self, scope: Scope) -> int | None:
        headers, path, is_reading = Headers(scope=scope), scope["raw_path"], scope["method"] == "GET"
        hosts, origins, sites = (
            [value.lower() for value in headers.getlist(name)]
            for name in ("host", "origin", "sec-fetch-site")
        )
        is_long = len(path) + len(scope["query_string"]) > LONGEST_TARGET
        is_long = is_long or sum(len(name) + len(value) for name, value in headers.raw) > LONGEST_HEAD
        is_ours = path.startswith(b"/") and len(hosts) == 1 and hosts[0] in self._hosts
        if is_long or not is_ours or "upgrade" in headers:
            return BAD_REQUEST
        if scope["method"] not in ("GET", "POST"):
            return NO_METHOD
        if any(one not in self._origins for one in origins) or (not is_reading and len(origins) != 1):
            return FORBIDDEN
        is_foreign = not {"cross-site", "same-site"}.isdisjoint(sites)
        if is_foreign and (not is_reading or headers.getlist("sec-fetch-mode") != ["navigate"]):
            return FORBIDDEN
        if "transfer-encoding" in headers:  # no browser sends a form like this, and it may never end
            return NO_LENGTH
        longest = 0 if is_reading else LONGEST_BODY
        lengths = headers.getlist("content-length")
        is_large = any(not (one.isascii() and one.isdigit()) or int(one[:10]) > longest for one in lengths)
        return TOO_LARGE if is_large else None

    async def _body(self, receive: Receive) -> bytes | None:
        """Read the body; None if it is late or too long, or the client has gone."""
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
    """Return a function that first returns the whole body, then what `receive` returns."""
    left = [body]

    async def receive_again() -> Message:
        return {"type": "http.request", "body": left.pop(), "more_body": False} if left else await receive()

    return receive_again


def _add_headers(message: Message) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)


async def _hang_up(scope: Scope, receive: Receive, send: Send, status: int, sentence: str = "") -> None:
    """Answer with a status and end the connection. Refusals have no text: our own pages cause none."""
    await PlainTextResponse(sentence, status, {**HEADERS, "connection": "close"})(scope, receive, send)
