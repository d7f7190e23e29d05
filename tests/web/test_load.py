"""Six who enter at once and many who look on: nothing is lost or doubled, and every page shows the same in the end."""

import asyncio
from urllib.parse import urlencode

from companion.web.pages import Pages
from tests.support import session_of
from tests.web.crowd import GAME, SIX, Enterer, booked_marks, marks
from tests.web.phones import FREELY
from tests.web.visiting import FORM, HOST, House, Stream, Visitor

ENTRIES, LOOKERS = 48, 20


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
        pages = Pages(house.hub)
        for stream, guest in zip(streams, guests, strict=True):
            await stream.rest()
            assert stream.parts == pages.parts("table", guest.guest)
            await stream.close()
        return sum(overtaken)

    overtaken = asyncio.run(evening())
    assert booked_marks(house.hub.session) == sorted(mark for own in marks(ENTRIES) for mark in own)
    assert overtaken > ENTRIES / 6
