"""Many who enter at once: nothing is lost or doubled, and every page shows the same in the end."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from random import Random
from urllib.parse import urlencode

from companion.session import Session
from companion.web.guest_pages import GuestPages
from tests.support import often, session_of
from tests.web.phones import FREELY
from tests.web.visiting import FORM, HOST, House, Stream, Visitor

SIX = ("Anton", "Beate", "Claus", "Dora", "Emil", "Frida")
GAME = "dampfross"
ENTRIES, LOOKERS = often(24, 48), often(6, 20)
MOST_TAPS = 2_000
TWICE = 0.1

Post = Callable[[dict[str, str]], Awaitable[str]]
"""Sends a tap and gives the entry as it stands then."""


class Enterer:
    """Somebody at a desk, who gives one unit to the own player. Some taps are sent twice, as by a bad network."""

    def __init__(self, post: Post, seat: int, twice: float = TWICE) -> None:
        self._post, self._seat, self._luck, self._twice = post, seat, Random(seat), twice
        self.entry = ""
        self.overtaken = 0

    async def enter(self, mark: str) -> None:
        """One entry, until it is booked; the mark is its reason."""
        is_sent = False
        for _ in range(MOST_TAPS):
            asked = re.search(r'class="chosen" name="target" value="ask:(\w+)"', self.entry)
            field = asked[1] if asked else ""
            if mark in self.entry and 'value="press:enter"' in self.entry:
                self.overtaken += is_sent
                is_sent = True
                await self._tap("press:enter")
            elif field == "amount":
                is_given = '"count:0/2"' in self.entry
                await self._tap("ask:reason" if is_given else "count:0/1")
            elif field == "reason":
                await self._tap("say", mark)
            elif field == "player" or "pick:0" in self.entry:
                await self._tap(f"pick:{self._seat}")
            elif is_sent:
                return
            else:
                await self._tap("verb:adjust")
        raise AssertionError(f"{mark} was not booked: {self.entry}")

    async def _tap(self, target: str, text: str = "") -> None:
        found = re.search(r'data-drawn="(\d+)"', self.entry)
        fields = {"target": target, "text": text, "drawn": found[1] if found else ""}
        for _ in range(2 if self._luck.random() < self._twice else 1):
            self.entry = await self._post(fields)


def marks(entries: int) -> list[list[str]]:
    """Of so many entries in all, those of each seat."""
    return [[f"m{seat}x{count}" for count in range(seat, entries, len(SIX))] for seat in range(len(SIX))]


def booked_marks(session: Session) -> list[str]:
    """As they stand in the game, sorted."""
    return sorted(str(getattr(step.action, "reason", "")) for step in session.record.steps)


async def posted(guest: Visitor, fields: dict[str, str]) -> str:
    body = urlencode(fields).encode()
    headers = {"origin": f"http://{HOST}", "content-type": FORM, "content-length": str(len(body))}
    await asyncio.sleep(0)  # where a network lets others in between
    answer = await guest.asked("POST", "/do", headers, body)
    assert answer.status == 200
    return answer.entry


def test_of_six_who_enter_at_once_nothing_is_lost_or_doubled_and_all_pages_end_alike() -> None:
    house = House(session_of((), SIX, game=GAME), rate=FREELY)
    guests = [*(house.visitor(seat=seat) for seat in range(6)), *(house.visitor() for _ in range(LOOKERS))]

    async def entered(enterer: Enterer, own: list[str]) -> int:
        for mark in own:
            await enterer.enter(mark)
        return enterer.overtaken

    async def evening() -> int:
        streams = [Stream(one, "table") for one in guests]
        enterers = [
            Enterer(lambda fields, one=one: posted(one, fields), seat)  # type: ignore[misc]
            for seat, one in enumerate(guests[:6])
        ]
        overtaken = await asyncio.gather(*map(entered, enterers, marks(ENTRIES)))
        pages = GuestPages(house.hub)
        for stream, guest in zip(streams, guests, strict=True):
            await stream.rest()
            assert stream.parts == pages.parts("table", guest.guest)
            await stream.close()
        return sum(overtaken)

    overtaken = asyncio.run(evening())
    assert booked_marks(house.hub.session) == sorted(mark for own in marks(ENTRIES) for mark in own)
    assert overtaken > ENTRIES / 6
