"""Small screens, long names, all languages: nothing scrolls sideways, is cut or is out of sight.

Every page: no name or button is broken in a word, every text has a contrast of 4.5 to 1 at least.
Every action of the three games, by day and by night: whoever gets something stands above Save.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import cycle, product

import pytest

from companion.report.words import speaker_of
from companion.session import Session
from companion.storage.errors import FileError
from companion.web.guest_pages import GuestPages
from companion.web.hub import Hub
from companion.web.public_view import LABELS
from companion.words import LANGUAGES
from tests.dampfross.moves import build, fee
from tests.support import FILE, RAILWAYS, ROOT, library, part_of, sound_session, text_of
from tests.tui.acting import Fields, Start
from tests.web.browsing import PhoneServer, box, seen
from tests.web.phones import PaidPhone, PlainPhone
from tests.web.tapping import (
    BOOK,
    as_offered,
    beginning,
    enter,
    entry_kinds,
    goal_of,
    is_for_computer,
    next_tap,
)
from tests.web.test_pages import guest_of
from tests.web.visiting import hub_of
from tests.whistle_stop.moves import held
from tests.whistle_stop.moves import played as whistle_stop

LONG = {
    "Emil": "Maximilian-Alexander",
    "Anton": "Bartholomäus",
    "Dora": "Konstantin Emanuel",
    "Beate": "Wilhelmine-Charlotte",
    "Claus": "Hans-Jürgen",
}
FIVE = tuple(LONG.values())
TABS = ("page/scores?tab=gain", "page/scores?tab=chart", "page/scores?tab=chart&figures=1")
PAGES = ("table", "page/entries", "seats", *(f"page/{name}" for name in LABELS), *TABS)
CSS = (ROOT / "companion" / "web" / "static" / "page.css").read_text(encoding="utf-8")
SCREENS = ((360, 1), (320, 1), (360, 2))
"""Width in pixels, and how much larger than usual the text is."""

FAULTS = (ROOT / "tests/web/small_screens.js").read_text(encoding="utf-8")
"""Text of twice the size may scroll in its card, and a word may be wider than that."""


def with_long_names(text: str, names: Mapping[str, str] = LONG) -> str:
    return re.sub(rf"\b({'|'.join(names)})\b", lambda found: names[found[0]], text)


def example(game: str) -> Session:
    text = (ROOT / "companion" / "examples" / f"{game}-running.toml").read_text(encoding="utf-8")
    return library({FILE: with_long_names(text).encode()}).open(FILE)


def sessions() -> Iterator[tuple[Session, str]]:
    for game, language in (("stephensons-rocket", "it"), ("whistle-stop", "hu"), ("dampfross", "it")):
        yield example(game), language
    pieces = {name: {"coal": 12, "gold": [5, 3], "upgrades": []} for name in FIVE}
    yield whistle_stop(players=FIVE, **held(**pieces)), "it"
    rich = [{"do": "adjust", "player": name, "amount": 321, "reason": "found"} for name in FIVE]
    yield sound_session(rich, FIVE, game="dampfross"), "hu"


def deleting(session: Session) -> PlainPhone:
    """A phone that shows what deleting the last entry changes."""
    phone = PlainPhone(session)
    phone.tap("command:change")
    phone.tap(f"strike:{session.record.numbers[-1]}")
    return phone


def departing() -> PlainPhone:
    """A phone that shows the fares of three trains, one of them shared."""
    session = example("dampfross")
    phone, block = PlainPhone(session), {**session.record.blocks[-2], "start": 12, "goal": 45}
    block["trains"][0]["players"] = ["Konstantin Emanuel", "Maximilian-Alexander"]
    goal = goal_of(phone.desk, block)
    taps = beginning(phone.desk, block, goal)
    while not (phone.desk.preview and phone.desk.preview.workings) or taps[0].target != BOOK:
        phone.tap(*as_offered(phone, taps.pop(0)))
        taps = taps or [next_tap(phone, goal)]
    return phone


@pytest.fixture
def documents() -> dict[str, str]:
    """Every second page of each session, with its styles in it; made outside of the loop that drives the browser."""
    shown: list[tuple[str, Hub, Sequence[str]]] = []
    for at, (session, language) in enumerate(sessions()):
        hub = hub_of(session, language)
        guest_of(hub, 0)
        shown.append((f"{session.record.ruleset.id} {at}", hub, part_of(PAGES[at % 2 :], 2)))
    entering = deleting(example("stephensons-rocket")), deleting(example("whistle-stop")), departing()
    shown += [(f"entering {at}", phone.hub, PAGES[:1]) for at, phone in enumerate(entering)]
    found = {}
    for what, hub, names in shown:
        pages, guest = GuestPages(hub), hub.guests.holder(0)
        assert guest is not None
        style = CSS + pages.public.chips.style(hub.session.record.roster.seats)
        for page in names:
            document = pages.page(page, guest)
            found[f"{what} {page}"] = document.replace("</head>", f"<style>{style}</style></head>")
    return found


def test_every_page_fits_a_small_screen_with_long_names_and_in_long_words(
    phones: PhoneServer, documents: Mapping[str, str]
) -> None:
    """A table may scroll in its card where the text is twice as large, the page never. Screens take turns."""
    page, faults = phones.page(), list[str]()
    for at, (what, document) in enumerate(documents.items()):
        assert "<pre" not in document
        page.set_content(document)
        first = at % len(SCREENS)
        for width, times in part_of((*SCREENS[first:], *SCREENS[:first]), len(SCREENS)):
            page.set_viewport_size({"width": width, "height": 740})
            faults += [f"{what} at {width} x {times}: {one}" for one in page.evaluate(FAULTS, times)]
    assert not faults, "\n".join(faults)


TWELVE = ("Maximilianus", "Bartholomäus", "Wilhelmchen", "Konstantinus", "Hans-Jürgen1", "Łukaszewicze")


@pytest.mark.parametrize(("language", "count"), list(zip(LANGUAGES, (4, 5, 6, 4), strict=True)))
def test_no_tap_makes_a_page_wider_than_the_phone(phones: PhoneServer, language: str, count: int) -> None:
    """Everybody was paid; then Cancel, Save, Undo, Redo and a refusal. Of 360 pixels it took 410, in Hungarian 416."""
    names, built = TWELVE[:count], [build(name, 3) for name in TWELVE[:count]]
    paid = build(names[1], 3, fees=[fee(name, joins=2) for name in names if name != names[1]])
    table = phones.table_of(text_of([*built, paid], names, game="dampfross"), language, game="dampfross")
    doer, other = (phones.seated(table, seat) for seat in (2, 3))
    undoing = ("press:enter", "command:undo", "command:redo", "verb:finish")
    for target in ("verb:build", "press:0", "press:escape", "press:backspace", *undoing):
        doer.tap(target)
        for page in (doer.page, other.page):
            assert page.evaluate("document.documentElement.scrollWidth") == 360, target


def test_held_sideways_a_phone_shows_the_actions_or_the_keys_first(phones: PhoneServer) -> None:
    passed, own = [{"do": "pass", "by": FIVE[1]}], (".own .main", ".more")
    for game, blocks, parts in (RAILWAYS[0], passed, (".actions", ".back")), ("hearts", [], own):
        phone = phones.at(blocks=blocks, players=FIVE[1:], game=game).page
        phone.set_viewport_size({"width": 740, "height": 360})
        ends = [box(phone, f"#entry {part}")["bottom"] for part in parts]
        assert ends[0] <= 360, f"{game}: cut off"
        assert ends == sorted(ends), f"{game}: the ways back come first"


IN_VIEW = """one => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def test_held_sideways_a_pads_sum_and_save_stay_in_view_at_every_counter(phones: PhoneServer) -> None:
    page = phones.at(players=FIVE, game="agricola").page
    page.tap('#entry [data-key="+own:fields/"]')
    page.wait_for_selector(".blanks")
    for width, height in ((740, 360), (667, 375)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".tally .row").last.scroll_into_view_if_needed()
        for part in (".own > p", ".blanks button", ".own .main"):
            assert seen(page, part, IN_VIEW)[0], f"{part} at {width} x {height}"


COVERED = """[...document.querySelectorAll("main :is(button, a, summary):not(.toast *)")].filter(one => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".toast");
}).map(one => one.textContent)"""


def test_what_was_saved_is_told_in_sight_and_covers_no_button(phones: PhoneServer) -> None:
    """It lay on the buttons that edit or bring back an entry. Gauges take no more than a line held sideways."""
    phone = phones.at("command:undo", blocks=[{"do": "build", "by": "Anton", "roll": 3}], game="dampfross")
    gauges = phones.at().page
    for width, height in ((390, 844), (740, 360)):
        for page in (phone.page, gauges):
            page.set_viewport_size({"width": width, "height": height})
        assert seen(phone.page, ".toast button", IN_VIEW)[0]
        assert phone.page.evaluate(COVERED) == []
        assert box(gauges, ".gauges")["height"] < height / 12


SCROLLING = """[...document.querySelectorAll("main *")].filter(one => {
  const { overflowX, overflowY } = getComputedStyle(one);
  const isWide = overflowX === "auto" && one.scrollWidth > one.clientWidth + 1;
  return isWide || (overflowY === "auto" && one.scrollHeight > one.clientHeight + 1);
}).map(one => one.tabIndex)"""


def test_what_scrolls_can_have_the_focus(phones: PhoneServer) -> None:
    """So that arrow keys scroll it: the scores, the actions, what an entry pays."""
    text = (ROOT / "companion" / "examples" / "stephensons-rocket-running.toml").read_text("utf-8")
    page = phones.joined(table := phones.table_of(text), 0, viewport={"width": 180, "height": 340})
    for path in ("", "page/scores"):
        page.goto(f"{table.address}/{path}")
        page.wait_for_function("() => stream.source.readyState === EventSource.OPEN")
        found = page.evaluate(SCROLLING)
        assert found, f"nothing scrolls on /{path}"
        assert set(found) == {0}


# Sheets in which something is entered

NAMES = {**LONG, "Anton": "Ömer", "Claus": "Łukasz", "Dora": "Ágnes", "Franz": "Bartholomäus"}
SHEET_SCREENS = (360, 740), (740, 360), (180, 740)
FEWEST = 40
"""Of 95 kinds of entries, of which every third one is looked at, all but two have a sheet that can be saved, and
every third one has it at several answers."""
SHEET_FAULTS = (ROOT / "tests/web/sheets.js").read_text(encoding="utf-8")


class WatchedPhone(PaidPhone):
    """Keeps its page, in some language, when the sheet can be saved for the first time, and when it is."""

    def __init__(self, session: Session, language: str) -> None:
        super().__init__(session)
        self.guest, self.seen = self.hub.guests.all()[0], list[str]()
        self.hub.speak(self.guest, language)
        self.look()
        self.pages = GuestPages(self.hub, speaker_of(session, language))
        self.style = self.pages.public.chips.style(session.record.roster.seats)

    def tap(self, target: str, text: str | None = None) -> None:
        if self.saved_foot and (target == BOOK or not self.seen):
            self.seen.append(f"<style>{self.style}</style>{self.pages.page('table', self.guest)}")
        super().tap(target, text)


def session_with(start: Start, block: Fields) -> Session:
    """The session with five players if the game takes them and the entry fits all the same."""
    five = [*start.players, *(one for one in NAMES if one not in start.players)][:5]
    for players in (five, start.players):
        said = json.loads(with_long_names(json.dumps([players, start.blocks, start.more]), NAMES))
        disk = Start(start.game, *said).disk()
        with suppress(FileError):
            session = library(disk=disk).open(FILE)
            if not session.preview(block).violations:
                return session
    raise AssertionError(block)


@pytest.fixture
def sheets() -> dict[str, str]:
    """The first and the last sheet that could be saved, of every third kind of entry; the languages take turns."""
    found = dict[str, str]()
    for entry, language in zip(part_of(entry_kinds(), 3), cycle(LANGUAGES), strict=False):
        block = json.loads(with_long_names(json.dumps(entry.block), NAMES))
        phone = WatchedPhone(session_with(entry.start, block), language)
        if not is_for_computer(phone.desk, block):
            enter(phone, block)
            found |= {f"{entry} {language} {at}": one for at, one in enumerate(phone.seen)}
    return found


def test_payout_and_save_are_in_sight_together(phones: PhoneServer, sheets: Mapping[str, str]) -> None:
    """Day and night take turns. All sheets are looked at on a phone held upright, a third on each other screen."""
    assert len(sheets) >= FEWEST, "too few sheets were looked at"
    assert sum('class="pay"' in one for one in sheets.values()) >= FEWEST // 4, "too few of them pay anybody"
    page, faults, every = phones.page(), list[str](), [*sheets.items()]
    page.set_content(f"<!DOCTYPE html><meta name=viewport content='width=device-width'><style>{CSS}</style>")
    for at, ((width, height), night) in enumerate(product(SHEET_SCREENS, (0, 1))):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=("light", "dark")[night])
        for what, sheet in part_of([*every[at:], *every[:at]], 2 if at < 2 else 6):
            faults += [f"{what} at {width} x {height}: {one}" for one in page.evaluate(SHEET_FAULTS, sheet)]
    assert not faults, "\n".join(faults)
