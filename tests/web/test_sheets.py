"""Every action of the three games on a small screen, with long names, in four languages, by day and by night:
whoever gets something stands above Save in sight, nothing is cut off, nothing scrolls sideways."""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice, product
from typing import Any

import pytest

from companion.report.words import speaker_of
from companion.session import Session
from companion.storage.errors import FileError
from companion.web.pages import Pages
from companion.words import LANGUAGES
from tests.support import FILE, ROOT, library
from tests.tui.acting import Fields, Start
from tests.tui.entries import ENTRIES
from tests.web.browsing import Phones
from tests.web.phones import PlainPhone
from tests.web.tapping import BOOK, enter

LONG = {
    "Anton": "Ömer",
    "Beate": "Wilhelmine-Charlotte",
    "Claus": "Łukasz",
    "Dora": "Ágnes",
    "Emil": "Maximilian-Alexander",
    "Franz": "Bartholomäus",
}
SCREENS = (360, 740), (740, 360), (180, 740)
FEWEST = 120
"""Of 95 kinds of entries all but two have a sheet that can be saved, and every third one has it at several answers."""
FAULTS = r"""page => {
  document.body.className = "table";
  document.body.innerHTML = page;
  const found = [], [foot, body] = [".foot", ".body"].map(one => document.querySelector(`.panel ${one}`));
  const told = one => `${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`;
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  for (const one of document.querySelectorAll(".panel :is(button, input, summary):not(.hidden)")) {
    const box = one.getBoundingClientRect();
    if (!box.width || one.type === "hidden") continue;
    const isOut = box.left < 0 || box.right > innerWidth || one.scrollWidth > one.clientWidth + 1;
    const isBelow = !body.contains(one) && (box.top < 0 || box.bottom > innerHeight);
    if (isOut || isBelow) found.push(`cut: ${told(one)}`);
  }
  for (const one of foot.querySelectorAll(".book, .pay li, .result p:first-of-type")) {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    if (!isInside) found.push(`out of sight: ${told(one)}`);
    const highest = document.elementFromPoint(left + width / 2, top + height / 2);
    if (isInside && !one.contains(highest)) found.push(`covered: ${told(one)}`);
  }
  const fields = ":is(.choices, .squares, .numbers, .tally, .typed) :is(button, input:not([type=hidden])):not(.hidden)";
  const asked = body.querySelector(fields);
  body.querySelector("h3")?.scrollIntoView();
  const isBelow = asked && asked.getBoundingClientRect().bottom > body.getBoundingClientRect().bottom;
  if (isBelow) found.push(`no answer in sight: ${told(asked)}`);
  return found;
}"""


CSS = (ROOT / "companion" / "web" / "static" / "page.css").read_text(encoding="utf-8")


class WatchedPhone(PlainPhone):
    """Keeps its page, in some language, when the sheet can be saved for the first time, and when it is."""

    def __init__(self, session: Session, language: str) -> None:
        self.language, self.seen = language, list[str]()
        super().__init__(session)

    def tap(self, target: str, text: str | None = None) -> None:
        is_ready = 'class="panel"' in self.page.html and 'class="main book"' in self.page.html
        if is_ready and (target == BOOK or not self.seen):
            self.seen.append(self._document())
        super().tap(target, text)

    def _document(self) -> str:
        guest = self.hub.guests.holder(0)
        assert guest is not None
        self.hub.speak(guest, self.language)
        pages = Pages(self.hub, speaker_of(self.hub.session, self.language))
        style = pages.public.chips.style(self.hub.session.record.table.seats)
        _, _, body = pages.page("table", guest).partition("<body")
        self.hub.speak(guest, "en")
        self.look()
        return f"<style>{style}</style><body{body}"


def with_long_names(data: Any) -> Any:
    return json.loads(re.sub(rf"\b({'|'.join(LONG)})\b", lambda found: LONG[found[0]], json.dumps(data)))


def session_with(start: Start, block: Fields) -> Session:
    """The session with five players if the game takes them and the entry fits all the same."""
    five = [*start.players, *(one for one in LONG if one not in start.players)][:5]
    for players in (five, start.players):
        disk = Start(start.game, *with_long_names([players, start.blocks, start.more])).disk()
        with suppress(FileError):
            session = library(disk=disk).open(FILE)
            if not session.preview(block).violations:
                return session
    raise AssertionError(block)


@pytest.fixture
def sheets() -> dict[str, str]:
    """The first and the last sheet that could be saved, of each kind of entry; the languages take turns."""
    kinds = {
        (one.start.game, one.block.get("stop"), one.block.get("upgrade"), *sorted(one.block)): one
        for one in ENTRIES
    }
    found = {}
    for at, entry in enumerate(kinds.values()):
        block = with_long_names(entry.block)
        language = LANGUAGES[at % len(LANGUAGES)]
        phone = WatchedPhone(session_with(entry.start, block), language)
        if not phone.desk.is_for_host(block["do"]):
            enter(phone, block)
            found |= {f"{entry} {language} {at}": one for at, one in enumerate(dict.fromkeys(phone.seen))}
    return found


def test_who_gets_what_stands_above_save_in_sight_on_every_sheet(
    phones: Phones, sheets: Mapping[str, str]
) -> None:
    assert len(sheets) >= FEWEST, "too few sheets were looked at"
    page, faults = phones.page(), list[str]()
    page.set_content(f"<!DOCTYPE html><meta name=viewport content='width=device-width'><style>{CSS}</style>")
    for (width, height), night in product(SCREENS, (0, 1)):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=("light", "dark")[night])
        for what, sheet in islice(sheets.items(), night, None, 2):
            found = page.evaluate(FAULTS, sheet)
            faults += [f"{what} at {width} x {height}: {one}" for one in found]
    assert not faults, "\n".join(faults)
