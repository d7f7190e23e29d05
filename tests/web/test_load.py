"""Many who enter at once: nothing is lost or doubled, and every page shows the same in the end."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import Any
from urllib.parse import urlencode

from companion.session import Session
from companion.web.phone_pages import PhonePages
from tests.support import often, session_of
from tests.web.browsing import BrowserPhone, Phones
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
        pages = PhonePages(house.hub)
        for stream, guest in zip(streams, guests, strict=True):
            await stream.rest()
            assert stream.parts == pages.parts("table", guest.guest)
            await stream.close()
        return sum(overtaken)

    overtaken = asyncio.run(evening())
    assert booked_marks(house.hub.session) == sorted(mark for own in marks(ENTRIES) for mark in own)
    assert overtaken > ENTRIES / 6


# Four phones in a browser that save at the same moment, again and again: none keeps an old page.


FOUR = ("Anna", "Ben", "Cleo", "Dora")
PAD, ROUNDS = "wizard", 15
AT_ONCE = 2 * ROUNDS
"""Times at which all four save in one game: their bids and their tricks."""
EXPECTED_OLDER = 60
"""After so many times an answer has come that was older than what the phone showed: one does in every five."""
COUNT_OLDER = """() => {
  const draw = show, entry = document.getElementById("entry");
  window.older = 0;
  show = (parts, isAnswer) => {
    const shownNow = Number(entry.querySelector("[data-drawn]").dataset.drawn);
    window.older += isAnswer && drawnIn(parts.entry ?? "") < shownNow;
    draw(parts, isAnswer);
  };
}"""
TYPE = """([asked, number]) => {
  const question = () => document.querySelector("#entry .own h3")?.textContent;
  let keys = null;
  const type = () => {
    if (question() === asked && !taps.isSending) {
      keys ??= document.querySelector("#entry .numbers") ? [number] : [...number];
      const key = document.querySelector(`#entry .own [data-key="${keys[0]}"]`);
      if (key && !taps.isLate(key)) { keys.shift(); key.click(); }
    }
    if (keys?.length !== 0) setTimeout(type, 10);
  };
  type();
}"""
IS_TYPED = """([asked, number]) => {
  const own = document.querySelector("#entry .own"), save = own?.querySelector(".main:not([disabled])");
  return own?.querySelector("h3").textContent === asked && own.querySelector("output").textContent === number && save
    && !taps.isSending && !taps.isLate(save);
}"""
SAVE_SOON = """milliseconds => {
  setTimeout(() => document.querySelector("#entry .own .main").click(), milliseconds);
}"""
IS_SAVED = """asked => {
  const own = document.querySelector("#entry .own"), save = own?.querySelector(".main:not([disabled])");
  const isAsked = own?.querySelector("h3").textContent === asked;
  if (isAsked && own.querySelector(".warn") && save && !taps.isSending && !taps.isLate(save)) save.click();
  return !isAsked;
}"""
"""Whether something else is asked. Whoever sees a warning only now, as the last one at the end does, taps again."""
IS_NEWEST = """async () => {
  const loaded = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
  const read = whole => ["#turn", "#scores", "#entry .own"].map(one => whole.querySelector(one)?.textContent).join();
  return !taps.isSending && read(document) === read(loaded);
}"""
"""Whether the page is as if it was loaded now."""


def play(phones: Phones, times: int, random: Random) -> int:
    """Let four phones save at once so many times; return how many answers came after a newer drawing."""
    table = phones.table(players=FOUR, game=PAD)
    four = {name: phones.seated(table, seat) for seat, name in enumerate(FOUR)}
    for phone in four.values():
        phone.page.evaluate(COUNT_OLDER)
    scores, bids = dict.fromkeys(FOUR, 0), dict.fromkeys(FOUR, 0)
    for time in range(times):
        number = time // 2 + 1
        if time % 2 == 0:
            bids = {name: random.randint(0, number) for name in FOUR}
            save_at_once(four, f"Your bid for round {number}", bids, random)
        else:
            won = dict.fromkeys(FOUR, 0)
            for _ in range(number):
                won[random.choice(FOUR)] += 1
            save_at_once(four, f"Your tricks in round {number}", won, random)
            for name in FOUR:  # 20 and 10 a trick, or 10 off for each too many or too few
                miss = abs(bids[name] - won[name])
                scores[name] += -10 * miss if miss else 20 + 10 * won[name]
            assert table.session.record.scores == scores, f"after round {number}"
    return sum(phone.page.evaluate("older") for phone in four.values())


def save_at_once(
    four: Mapping[str, BrowserPhone], asked: str, numbers: Mapping[str, int], random: Random
) -> None:
    for name, phone in four.items():
        phone.page.evaluate(TYPE, [asked, str(numbers[name])])
    for name, phone in four.items():
        _wait(phone, IS_TYPED, [asked, str(numbers[name])])
    for phone in four.values():
        phone.page.evaluate(SAVE_SOON, random.randrange(30))
    for phone in four.values():
        _wait(phone, IS_SAVED, asked)
        _wait(phone, IS_NEWEST)


def _wait(phone: BrowserPhone, wanted: str, given: Any = None) -> None:
    from playwright.sync_api import TimeoutError as TooLate

    try:
        phone.page.wait_for_function(wanted, arg=given, polling=20)
    except TooLate:
        raise AssertionError(f"{given or 'an old page stays'}: {phone.text('turn')} {phone.text()}") from None


def test_four_phones_that_save_at_once_keep_no_old_page_and_lose_no_number(phones: Phones) -> None:
    times, random = often(2, 2_000), Random(1)
    older = sum(play(phones, min(AT_ONCE, times - done), random) for done in range(0, times, AT_ONCE))
    assert older or times < EXPECTED_OLDER, "no answer was older than what a phone showed"
    logging.info("saved at once %s times; %s answers were older than what was shown", times, older)
