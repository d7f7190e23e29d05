"""What somebody who has the code may try: to see what is hidden, to enter from no seat, to break a desk or the file."""

import tomllib
from typing import Any

import pytest

from companion.core.messages import say
from companion.desk.desk import Desk
from companion.pages.share import FORMS
from companion.report.words import Speaker
from companion.session import Session
from companion.web import guest_pages
from companion.web.public_view import LABELS
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, FILE, SAVES, library, sound_session, text_of
from tests.web.phones import Page
from tests.web.visiting import House, Visitor, leaks, on_disk

PAGES = (
    *("/", "/seats", "/page/entries", "/more", "/players.css"),
    *(f"/page/scores?tab={one}" for one in ("gain", "chart")),
    *(f"/export/{form}" for form in FORMS),
)


EXTEND = ("verb:extend", "pick:0")
"""Extends the first line that is offered."""


# What is hidden


def seen_by(guest: Visitor) -> str:
    """All that a guest can get at without entering anything."""
    answers = [guest.get(path) for path in (*PAGES, *(f"/page/{name}" for name in LABELS))]
    assert {one.status for one in answers} == {200}
    found = [one.text for one in answers]
    for page in guest_pages.PAGES:
        with guest.live(page) as stream:
            assert stream.events, page
            found += stream.events
    return " ".join(found)


def test_who_made_an_entry_sees_what_is_covered_in_it() -> None:
    mined = {"do": "move", "by": ANTON, "stop": "gold-mine", "with": "coal", "gold": [5]}
    anton = House(sound_session([mined], (ANTON, BEATE), game="whistle-stop")).visitor(seat=0)
    assert "Your gold token is worth 5" in anton.get("/").text
    anton.tap("change:1")
    assert "Before: 5" in anton.tap("ask:gold").entry


# Who may enter


def test_a_looker_on_enters_nothing() -> None:
    house = House()
    looker = house.visitor()
    for target in ("verb:extend", "command:undo", "press:enter", "say:1"):
        for drawn in ("0", "1", "2"):
            assert looker.post("/do", {"target": target, "drawn": drawn}).status == 401
    assert house.hub._desks == {}


HIDDEN = [{"do": "recount", "reason": "x", "position": {"tracks_laid": 3, "cash": {ANTON: 7123}}}]
KEPT = "every phone keeps its seat"


def test_while_nothing_is_hidden_a_seat_goes_to_the_phone_that_takes_it() -> None:
    house = House()
    first, second = house.visitor(seat=0), house.visitor()
    first.tap("verb:extend")
    assert KEPT not in second.get("/seats").text
    second.post("/seats", {"target": "seat:0"})
    assert (first.guest.seat, second.guest.seat) == (None, 0)
    drawn = str(house.hub.numbered_desk(first.guest).drawing_number)
    assert first.post("/do", {"target": "pick:0", "drawn": drawn}).status == 401
    second.taps(*EXTEND, "press:enter")
    assert house.hub.session.record.entry_count == 1


@pytest.mark.parametrize("then", ["", "seat:", "seat:1"])
def test_a_seat_shows_what_it_hides_to_no_other_phone_until_the_computer_removes_the_first(then: str) -> None:
    """Also one that was left, to look on or for another seat, which a phone doesn't get either."""
    house = House(sound_session(HIDDEN, options={"hidden_money": True}))
    anton, other, host = house.visitor(seat=0), house.visitor(), house.host()
    anton.post("/seats", {"target": then})
    assert anton.guest.seat == (None if then == "seat:" else 0)
    other.post("/seats", {"target": "seat:0"})
    assert other.guest.seat is None
    assert "7,123" not in seen_by(other)
    assert KEPT in other.get("/seats").text
    assert other.post("/seats", {"target": f"away:{anton.guest.number}"}).status == 401
    anton.post("/seats", {"target": "seat:0"})
    assert "7,123" in anton.get("/").text, "who used a seat comes back at once"
    host.post("/seats", {"target": f"away:{anton.guest.number}"})
    other.post("/seats", {"target": "seat:0"})
    assert "7,123" in other.get("/").text


def test_a_phone_that_sat_everywhere_keeps_only_the_last_seat_once_something_is_hidden() -> None:
    house, disk = on_disk()
    guest, host = house.visitor(), house.host()
    for phone in (guest, host):
        for seat in (1, 2, 0):
            phone.post("/seats", {"target": f"seat:{seat}"})
    assert host.guest.seat == 0
    disk.files[FILE] = text_of(HIDDEN, options={"hidden_money": True}).encode()
    house.hub.follow()
    for seat in range(3):
        guest.post("/seats", {"target": f"seat:{seat}"})
        assert guest.guest.seat is None, "the host keeps seats for players without a phone"


def test_a_phone_that_lost_its_seat_says_so_until_it_takes_another_place() -> None:
    house = House()
    first, host = house.visitor(seat=0), house.host()
    host.post("/seats", {"target": "seat:0"})
    lost = "Your seat now belongs to another phone."
    with first.live("table") as stream:
        assert lost in stream.parts["entry"]
    assert lost in first.get("/seats").text
    first.post("/seats", {"target": "seat:"})
    assert lost not in first.get("/").text + first.get("/seats").text


@pytest.mark.parametrize(
    "target", ["seat:99", "seat:-1", "seat:3", "seat:٣", "seat:1e1", "seat: 1", "x:1", "", "seat:0:1"]
)
def test_there_are_no_other_seats_than_those_of_the_table(target: str) -> None:
    guest = House().visitor()
    assert guest.post("/seats", {"target": target}).status == 200
    assert guest.guest.seat is None


def test_whoever_sits_goes_with_the_player_when_seats_or_names_change() -> None:
    """The money of a hidden table belongs to a person, not to a place in the file."""
    house, disk = on_disk(options={"hidden_money": True})
    anton = house.visitor(seat=0)
    disk.files[FILE] = text_of((), (BEATE, ANTON, CLAUS), options={"hidden_money": True}).encode()
    house.hub.follow()
    assert house.hub.player(anton.guest) == ANTON
    assert "The list shown until now" in (told := anton.get("/").text)
    assert leaks(told) == []
    disk.files[FILE] = text_of((), (BEATE, "Tony", CLAUS), options={"hidden_money": True}).encode()
    house.hub.follow()
    assert house.hub.player(anton.guest) == "Tony"
    assert "Tony" in anton.get("/").text


# What no button says

JUNK = [
    "verb:", "verb:nothing", "verb:__class__", "pick:99999", "pick:-1", "pick:x", "pick:" + "9" * 50, "less:1",
    "theirs:9", "ask:by", "ask:position", "part:setup/players", "parts:x", "for:Nobody", "for:",
    "repair:strike", "press:ctrl+q", "press:q", "press:" + "x" * 300, "command:quit", "command:recount", "command:",
    "line:undo", "change:0", "change:99", "change:x", "say:" + "x" * 400, "say", "\x00", "press:\x00", "verb:extend\n",
    "VERB:extend", "é" * 90, "peek:Anton", "peek:", "command:peek", "command:reveal", "press:m",
]  # fmt: skip


def test_what_an_earlier_drawing_offered_or_a_page_only_shows_is_not_offered() -> None:
    """A note may look like a button; a button of another drawing is none of this one."""
    house = House()
    guest = house.visitor(seat=0)
    note = 'name="target" value="press:m"'
    page = Page(guest.taps(*EXTEND, "ask:note").entry)
    offered = house.hub.numbered_desk(guest.guest).drawing.offered
    assert ("say" in offered, "verb:extend" in offered) == (True, False)
    page = Page(guest.tap("say", note).entry)
    offered = house.hub.numbered_desk(guest.guest).drawing.offered
    assert note in page.text
    assert {*page.targets} == {*offered} == {str(target) for target in offered.values()}
    assert "press:m" not in offered


@pytest.mark.parametrize("begun", [(), EXTEND[:1], EXTEND])
def test_a_target_that_no_button_has_does_nothing(begun: tuple[str, ...]) -> None:
    house = House()
    guest = house.visitor(seat=0)
    before = guest.taps(*begun, "nothing").entry
    tried = [target for target in JUNK if f'value="{target}"' not in before]
    assert len(tried) > len(JUNK) - 3
    for target in tried:
        house.clock.now += 10
        answer = guest.tap(target, "text")
        assert (answer.status, answer.entry == before) == (200, True), target
    assert house.hub.session.record.entry_count == 0


def test_a_tap_on_what_has_changed_does_nothing() -> None:
    house = House()
    guest = house.visitor(seat=0)
    guest.taps(*EXTEND)
    drawn = house.hub.numbered_desk(guest.guest).drawing_number
    for old in (drawn - 1, drawn + 1, 0, -1):
        guest.tap("press:enter", drawn=old)
    for old_text in ("", "x", f" {drawn}", f"{drawn}.0"):
        guest.post("/do", {"target": "press:enter", "drawn": old_text})
    assert house.hub.session.record.entry_count == 0
    guest.tap("press:enter", drawn=drawn)
    guest.tap("press:enter", drawn=drawn)  # the same tap twice, as a bad network sends it
    assert house.hub.session.record.entry_count == 1


TEXTS = [
    "x" * 5000, "\x00", "a\x00b", "\x1b[31m", "\r\n[[actions]]\ndo = 'undo'", '"""', "'''\n", "\\u0000", "\u202eabc",
    "\ud800", "\ufffe", "]]>", "💥" * 150, "<script>", "{rules.x}", "{0}", "%s", "#", "note", "-- then undo",
]  # fmt: skip


def test_no_text_breaks_the_desk_or_the_file() -> None:
    house, disk = on_disk()
    guest = house.visitor(seat=0)
    for count, text in enumerate(TEXTS):
        house.clock.now += 60
        guest.taps(*EXTEND, "ask:note")
        told = guest.tap("say", text.encode("utf-8", "replace").decode())
        assert (told.status, leaks(told.text)) == (200, [])
        if 'value="press:enter"' in guest.tap("nothing").entry:
            guest.tap("press:enter")
        guest.tap("press:escape")
        assert house.hub.session.record.entry_count <= count + 1
        written = tomllib.loads(disk.files[FILE].decode()).get("actions", [])
        assert [one["do"] for one in written] == ["extend"] * house.hub.session.record.entry_count
    again = library(disk=MemoryDisk(disk.files)).read(FILE)
    assert again.record.failure is None
    assert len(again.record.steps) > len(TEXTS) // 2
    assert "<script>" not in guest.get("/page/entries").text


# Whatever goes wrong


def broken(*_: object, **__: object) -> Any:
    raise RuntimeError("unforeseen")


def test_a_desk_that_breaks_is_made_anew_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    house, disk = on_disk()
    anton, beate = house.visitor(seat=0), house.visitor(seat=1)
    there = beate.taps(*EXTEND).entry
    with monkeypatch.context() as patched:
        patched.setattr(Desk, "point", broken)
        answer = anton.tap("verb:extend")
    assert Speaker().say(say("web.desk-anew")) in answer.entry
    assert (leaks(answer.text), house.hub.session.record.entry_count) == ([], 0)
    assert beate.tap("nothing").entry == there
    assert [path.suffix for path in disk.files if path.parent == SAVES / "reports"] == [".txt"]
    anton.taps(*EXTEND, "press:enter")
    assert house.hub.session.record.entry_count == 1


def test_what_breaks_after_it_was_booked_is_booked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    house, _ = on_disk()
    anton, beate = house.visitor(seat=0), house.visitor(seat=1)
    anton.taps(*EXTEND)
    beate.get()
    with monkeypatch.context() as patched:
        patched.setattr(Session, "teach", broken)
        anton.tap("press:enter")
    assert (house.hub.session.record.entry_count, len(house.hub.session.record.steps)) == (1, 1)
    assert "Anton" in beate.tap("nothing").entry


def test_a_desk_that_cannot_take_in_news_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    house, _ = on_disk()
    anton, beate, claus = (house.visitor(seat=seat) for seat in range(3))
    for guest in (beate, claus):
        guest.tap("verb:extend")
    bad = house.hub.numbered_desk(beate.guest).desk
    monkeypatch.setattr(bad.saver, "take_in", broken)
    anton.taps(*EXTEND, "press:enter")
    assert house.hub.numbered_desk(beate.guest).desk is not bad
    assert house.hub.numbered_desk(claus.guest).desk.is_entering
    assert house.hub.session.record.entry_count == 1


@pytest.mark.parametrize(
    "content", [None, b"", b"\xff\xfe", b"not toml", text_of((), game="dampfross").encode()]
)
def test_a_file_that_goes_or_is_broken_says_a_sentence_and_no_path(content: bytes | None) -> None:
    house, disk = on_disk()
    guest, looker = house.visitor(seat=0), house.visitor()
    good = disk.files[FILE]
    guest.taps(*EXTEND)
    if content is None:
        del disk.files[FILE]
    else:
        disk.files[FILE] = content
    told = [guest.tap("press:enter").text]  # before anything was noticed
    house.hub.follow()
    told += [one.get(path).text for one in (guest, looker) for path in PAGES]
    told.append(guest.tap("press:enter").text)
    assert [leaks(one) for one in told] == [[]] * len(told)
    assert "said bad" in told[-1]
    assert house.hub.session.record.entry_count == 0
    disk.files[FILE] = good
    house.hub.follow()
    guest.tap("press:enter")
    assert house.hub.session.record.entry_count == 1


def test_a_disk_that_takes_nothing_is_told_without_a_path() -> None:
    """The session, the board notes beside it, and a report that cannot be written either."""
    house, disk = on_disk()
    guest = house.visitor(seat=0)
    disk.fault = OSError(13, "Permission denied", str(FILE))
    for target in (*EXTEND, "press:enter"):
        told = guest.tap(target).text
        assert leaks(told) == []
    assert "Permission denied" in told
    assert house.hub.session.record.entry_count == 0
    house.hub.report(RuntimeError())
    house.hub.numbered_desk(guest.guest).desk.sayings.tell(
        [say("board-notes.unwritten", file="/home/anton/companion/book.toml", reason="x")]
    )
    house.hub.numbered_desk(guest.guest).touch()
    assert (leaks(told := guest.get("/").text), "book.toml" in told) == ([], True)
