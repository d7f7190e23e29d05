"""Every action of the three games on a small screen, with long names, in four languages, by day and by night:
whoever gets something stands above Save in sight, nothing is cut off, nothing scrolls sideways."""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import cycle, product
from typing import Any

import pytest

from companion.report.paid import gains
from companion.report.words import speaker_of
from companion.session import Session
from companion.storage.errors import FileError
from companion.web.pages import Pages
from companion.words import LANGUAGES
from tests.support import FILE, ROOT, library, part_of
from tests.tui.acting import Fields, Start
from tests.tui.entries import ENTRIES
from tests.web.browsing import Phones
from tests.web.phones import PlainPhone
from tests.web.tapping import BOOK, enter

NAMES = "Ömer", "Wilhelmine-Charlotte", "Łukasz", "Ágnes", "Maximilian-Alexander", "Bartholomäus"
LONG = dict(zip(("Anton", "Beate", "Claus", "Dora", "Emil", "Franz"), NAMES, strict=True))
KINDS = "stop", "upgrade"
SCREENS = (360, 740), (740, 360), (180, 740)
FEWEST = 120
"""Of 95 kinds of entries all but two have a sheet that can be saved, and every third one has it at several answers."""
FAULTS = (ROOT / "tests/web/sheets.js").read_text(encoding="utf-8")
CSS = (ROOT / "companion" / "web" / "static" / "page.css").read_text(encoding="utf-8")


class WatchedPhone(PlainPhone):
    """Keeps its page, in some language, when the sheet can be saved for the first time, and when it is."""

    def __init__(self, session: Session, language: str) -> None:
        super().__init__(session)
        self.guest, self.seen = self.hub.guests.all()[0], list[str]()
        self.hub.speak(self.guest, language)
        self.look()
        self.pages = Pages(self.hub, speaker_of(session, language))
        self.style = self.pages.public.chips.style(session.record.table.seats)

    def tap(self, target: str, text: str | None = None) -> None:
        foot, preview = self.page.html.partition('class="foot"')[2], self.desk.preview
        if "main book" in foot and preview and preview.after and (target == BOOK or not self.seen):
            is_paid = any(gains(preview.before, preview.after).values())
            assert is_paid == ('class="pay"' in foot), f"{foot} doesn't say who gets what"
            self.seen.append(f"<style>{self.style}</style>{self.pages.page('table', self.guest)}")
        super().tap(target, text)


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
    found = dict[str, str]()
    kinds = {(one.start.game, *map(one.block.get, KINDS), *sorted(one.block)): one for one in ENTRIES}
    for entry, language in zip(kinds.values(), cycle(LANGUAGES), strict=False):
        block = with_long_names(entry.block)
        phone = WatchedPhone(session_with(entry.start, block), language)
        if not phone.desk.is_for_host(block["do"]):
            enter(phone, block)
            found |= {f"{entry} {language} {at}": one for at, one in enumerate(phone.seen)}
    return found


def test_payout_and_save_are_in_sight_together(phones: Phones, sheets: Mapping[str, str]) -> None:
    """Day and night take turns. All sheets are looked at on a phone held upright, a third on each other screen."""
    assert len(sheets) >= FEWEST, "too few sheets were looked at"
    page, faults, every = phones.page(), list[str](), [*sheets.items()]
    page.set_content(f"<!DOCTYPE html><meta name=viewport content='width=device-width'><style>{CSS}</style>")
    for at, ((width, height), night) in enumerate(product(SCREENS, (0, 1))):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=("light", "dark")[night])
        for what, sheet in part_of([*every[at:], *every[:at]], 2 if at < 2 else 6):
            faults += [f"{what} at {width} x {height}: {one}" for one in page.evaluate(FAULTS, sheet)]
    assert not faults, "\n".join(faults)
