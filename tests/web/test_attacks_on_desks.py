"""What somebody who has the code may try: to see what is hidden, to enter from no seat, to break a desk or the file."""

import tomllib
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.core.messages import say
from companion.desk.desk import Desk
from companion.desk.states import Entering
from companion.report.export import FORMS
from companion.report.words import Speaker
from companion.session import Session
from companion.web import entry, pages
from companion.web.hosting import TerminalHost, hear, status
from companion.web.public_view import LABELS
from companion.web.running import Serving
from companion.web.server import LIVE
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, FILE, SAVES, library, sound_session, text_of
from tests.web.visiting import House, Visitor, leaks, on_disk

PAGES = (
    *("/", "/seats", "/board", "/history", "/more", "/chart.svg", "/players.css"),
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
    for page in LIVE:
        with guest.live(page) as stream:
            assert stream.events, page
            found += stream.events
    return " ".join(found)


def gold_session(worth: int = 5) -> Session:
    mined = {"do": "move", "by": ANTON, "stop": "gold-mine", "with": "coal", "gold": [worth]}
    return sound_session([mined], (ANTON, BEATE), game="whistle-stop")


def test_who_made_an_entry_sees_what_is_covered_in_it() -> None:
    anton = House(gold_session()).visitor(seat=0)
    assert "Your gold token is worth 5" in anton.get("/").text
    anton.tap("change:1")
    assert "Before: 5" in anton.tap("ask:gold").entry


TOLD: dict[str, tuple[str, ...]] = {
    "opened": ("change:1", "ask:gold"),
    **{f"value {at} tried": ("change:1", "ask:gold", "press:backspace", f"pick:{at}") for at in range(3)},
    "undone": ("command:undo", "press:backspace"),
}


@pytest.mark.parametrize("way", TOLD)
def test_no_tap_tells_what_is_covered_in_anothers_entry(way: str) -> None:
    """Whatever it is worth, and whatever is picked in its place, the page says the same of it."""
    guests = [House(gold_session(worth)).visitor(seat=1) for worth in (5, 3)]
    for target in TOLD[way]:
        shown, other = (guest.tap(target).entry for guest in guests)
        assert shown == other, target
    assert "Stop</small>gold mine" in shown, "it is open"


def test_nobody_makes_anothers_covered_answer_readable_by_calling_it_the_own() -> None:
    house = House(gold_session())
    beate = house.visitor(seat=1)
    beate.tap("change:1")
    desk = house.hub.page(beate.guest).desk
    form = replace(desk.form, draft={**desk.form.draft, "by": BEATE})
    desk.state = Entering(form, desk.aim)
    gold = next(one for one in desk.form.questions if one.field == "gold")
    assert desk.hides(gold)


GIVEN: dict[str, tuple[str, ...]] = {
    "as theirs": ("press:tab", "theirs:1"),
    "by a ruling": ("change:1", "ask:by", "pick:1", "press:!", "say", "press:enter"),
    "as a repair": ("change:1", "insert:1", "verb:end-turn", "press:enter", "repair:give"),
}


@pytest.mark.parametrize("way", GIVEN)
def test_nobody_takes_over_anothers_entry_with_what_is_covered_in_it(way: str) -> None:
    house = House(gold_session())
    beate = house.visitor(seat=1)
    for target in GIVEN[way]:
        beate.tap(target, "agreed")
        if "That could show" in beate.get("/").text:
            break
    else:
        raise AssertionError("not left to the host")
    beate.tap("press:enter")
    assert house.hub.session.record.entry_count == 1
    assert "Your gold tokens" not in beate.get("/").text


@pytest.mark.parametrize("way", ["undo", "redo"])
def test_no_phone_brings_back_names_that_the_host_has_changed(way: str) -> None:
    """Two swapped names give each player what the other one hid."""
    swapped = {"do": "setup", "rename": {ANTON: BEATE, BEATE: ANTON}}
    mined = {"do": "move", "by": ANTON, "stop": "gold-mine", "with": "coal", "gold": [5]}
    undone = [{"do": "undo"}] if way == "redo" else []
    house = House(sound_session([mined, swapped, *undone], (ANTON, BEATE), game="whistle-stop"))
    guest, before = house.visitor(seat=1), house.hub.session.record.entry_count
    for target in (f"command:{way}", "press:enter"):
        assert "That could show" in guest.tap(target).entry
    assert house.hub.session.record.entry_count == before
    assert "Your gold tokens" not in guest.get("/").text


def test_anothers_entry_is_still_corrected_and_the_own_one_given_away() -> None:
    for seat in (0, 1):
        house = House(gold_session())
        guest = house.visitor(seat=seat)
        ways = (("change:1", "ask:note", "say", "press:enter"), ("press:tab", "theirs:1", "press:enter"))
        for target in ways[seat == 0]:
            guest.tap(target, "x")
        assert house.hub.session.record.entry_count == 2
    assert house.hub.session.record.state.gold[ANTON] == (5,)


# Who may enter


def test_a_looker_on_enters_nothing() -> None:
    house = House()
    looker = house.visitor()
    for target in ("verb:extend", "command:undo", "press:enter", "say:1"):
        for drawn in ("0", "1", "2"):
            assert looker.post("/do", {"target": target, "drawn": drawn}).status == 401
    assert house.hub._desks == {}


def test_a_seat_is_taken_over_only_with_the_hosts_word_and_then_the_other_enters_no_more() -> None:
    house = House()
    first, second, host = house.visitor(seat=0), house.visitor(), house.host()
    first.tap("verb:extend")
    second.post("/seats", {"target": "seat:0"})
    assert (first.guest.seat, second.guest.seat) == (0, None)
    for target in ("allow", "deny", "away", "code"):
        assert second.post("/host", {"target": f"{target}:{second.guest.number}"}).status == 401
    for target in ("away", "code"):
        assert first.post("/host", {"target": f"{target}:{second.guest.number}"}).status == 401
    host.post("/host", {"target": f"allow:{first.guest.number}/{ANTON}"})  # who did not ask gets nothing
    host.post("/host", {"target": f"deny:{second.guest.number}/{ANTON}"})
    assert (first.guest.seat, second.guest.seat, second.guest.wants) == (0, None, None)
    second.post("/seats", {"target": "seat:0"})
    host.post("/host", {"target": f"allow:{second.guest.number}/{ANTON}"})
    assert (first.guest.seat, second.guest.seat) == (None, 0)
    drawn = str(house.hub.page(first.guest).drawing_number)
    assert first.post("/do", {"target": "pick:0", "drawn": drawn}).status == 401
    second.taps(*EXTEND, "press:enter")
    assert house.hub.session.record.entry_count == 1


@pytest.mark.parametrize("then", ["seat:1", "seat:", "away"])
@pytest.mark.parametrize("answerer", ["user", "host"])
def test_a_seat_that_somebody_used_shows_nothing_of_it_before_that_one_or_the_host_allows_it(
    then: str, answerer: str
) -> None:
    """Also one that was left: by hopping to another, by looking on, or because the host sent its phone away."""
    counted = {"do": "recount", "reason": "x", "position": {"tracks_laid": 3, "cash": {ANTON: 7123}}}
    house = House(sound_session([counted], options={"hidden_money": True}))
    anton, other, host = house.visitor(seat=0), house.visitor(), house.host()
    number, user = other.guest.number, anton.guest.number
    if then == "away":
        host.post("/host", {"target": f"away:{user}"})
    else:
        anton.post("/seats", {"target": then})
        host.post("/host", {"target": f"allow:{user}/{BEATE}"})
    for answer in ("deny", "allow"):
        other.post("/seats", {"target": "seat:0"})
        assert "7,123" not in seen_by(other)
        assert (other.guest.seat, other.guest.wants) == (None, 0)
        asked = host if answerer == "host" or then == "away" else anton
        assert "1 request" in asked.get("/").text
        assert f'value="{answer}:{number}/{ANTON}"' in asked.get("/seats").text
        assert asked.post("/host", {"target": f"{answer}:{number}/{ANTON}"}).status == 200
    assert "7,123" in other.get("/").text
    if then != "away":
        anton.post("/seats", {"target": "seat:0"})
        assert "7,123" not in seen_by(anton), "now it is the other one's"


def test_who_used_a_seat_comes_back_at_once_and_asks_for_any_other() -> None:
    """Else one phone would read what every seat hides that nobody has taken yet."""
    house = House()
    guest, other = house.visitor(seat=0), house.visitor()
    guest.post("/seats", {"target": "seat:"})
    guest.post("/seats", {"target": "seat:0"})
    assert guest.guest.seat == 0
    guest.post("/seats", {"target": "seat:1"})
    assert (guest.guest.seat, guest.guest.wants) == (0, 1)
    other.post("/seats", {"target": "seat:1"})
    assert other.guest.seat == 1, "free for who had none"
    for target in ("allow", "deny", "away", "code"):
        assert guest.post("/host", {"target": f"{target}:{other.guest.number}"}).status == 401


class Host:
    """Whoever answers what guests ask: on a phone, at the laptop, or in the terminal of `companion serve`."""

    def __init__(self, house: House, who: str, number: int, user: Visitor | None = None) -> None:
        where = {"address": "", "outside": None, "link": "http://x", "host_link": ""}
        self._serving = cast("Serving", SimpleNamespace(hub=house.hub, **where))
        self._phone = user if user and who == "user" else house.host()
        self._who, self._number, self.lines = who, number, list[str]()
        self._terminal = TerminalHost(self.lines.append, lambda _: False, Speaker().say, 0)
        self._terminal.tell(status(self._serving))

    def read(self) -> str:
        """What is asked, by all the ways to answer it."""
        told = status(self._serving)
        self._terminal.tell(told)
        return str(told["asks"][0]["wish"])

    def answer(self, word: str, wish: str) -> None:
        if self._who in ("phone", "user"):
            way = "allow" if word == "yes" else "deny"
            self._phone.post("/host", {"target": f"{way}:{self._number}/{wish}"})
        elif self._who == "laptop":
            hear(self._serving, f"{word} {self._number} {wish}")
        else:
            self._terminal.hear(self._serving, f"{word} {self._number}")


@pytest.mark.parametrize("who", ["phone", "user", "laptop", "terminal"])
def test_a_yes_is_for_the_seat_that_was_asked_for_when_it_was_said(who: str) -> None:
    """Else somebody asks for one seat, and for another one just before the answer."""
    house = House()
    _, beate, other = house.visitor(seat=0), house.visitor(seat=1), house.visitor()
    host = Host(house, who, other.guest.number, beate)
    other.post("/seats", {"target": "seat:1"})
    wish = host.read()
    other.post("/seats", {"target": "seat:0"})
    host.answer("yes", wish)
    assert (other.guest.seat, other.guest.wants) == (None, 0)
    other.post("/seats", {"target": "seat:1"})
    host.answer("yes", host.read())
    assert (other.guest.seat, other.guest.wants) == (1, None)


@pytest.mark.parametrize("who", ["phone", "laptop", "terminal"])
def test_a_guest_saves_what_brings_the_end_nearer_once_the_host_said_yes_to_just_that(who: str) -> None:
    """Rulebook of Stephenson's Rocket: there are 60 tiles; the game ends once none is left. That opens hidden money."""
    house = House(sound_session(options={"hidden_money": True}))
    anton, beate, host = house.visitor(seat=0), house.visitor(seat=1), house.host()
    number = anton.guest.number
    decider = Host(house, who, number)
    for target, text in (
        ("verb:recount", ""),
        ("count:0/", "60"),
        ("press:enter", ""),
        ("say", "lost"),
        ("press:enter", ""),
    ):
        anton.tap(target, text)
    asked = "Anton wants to save this entry: Anton counts: Track tiles left 0 (lost)."
    assert "You asked the host to allow this." in anton.get("/").text
    assert "Waiting for the host" in anton.get("/").text
    assert asked in host.get("/seats").text
    assert asked not in beate.get("/seats").text
    wish = decider.read()
    assert f'value="allow:{number}/{wish}"' in host.get("/seats").text
    assert beate.post("/host", {"target": f"allow:{number}/{wish}"}).status == 401
    assert asked in decider.lines[-1]
    for target, text in (("ask:position", ""), ("count:0/", "59"), ("press:enter", "")):
        anton.tap(target, text)
    decider.answer("yes", wish)
    assert house.hub.session.record.entry_count == 0, "the host read something else"
    decider.answer("no", decider.read())
    assert "The host said no. Nothing was saved." in anton.get("/").text
    anton.tap("press:enter")
    decider.answer("yes", decider.read())
    assert [block["position"] for block in house.hub.session.record.blocks] == [{"tracks_laid": 59}]
    assert "Saved." in anton.get("/").text
    assert "wants to save" not in host.get("/seats").text
    counted = {"do": "recount", "reason": "x", "position": {"tracks_laid": 60}}
    house.hub.act(host.guest, lambda desk: desk.open_block(counted))
    host.tap("press:enter")
    assert house.hub.session.record.entry_count == 2, "the host asks nobody"


def test_a_request_is_gone_once_anything_else_is_saved_or_its_phone_sits_elsewhere() -> None:
    """What the host would allow is what the guest saw, at a table as both knew it."""
    house = House(sound_session(options={"hidden_money": True}))
    anton, host = house.visitor(seat=0), house.host()
    counted = {"do": "recount", "reason": "x", "position": {"tracks_laid": 60}}
    changes: list[Callable[[], object]] = [
        lambda: host.taps("verb:pass", "press:enter"),
        lambda: host.post("/seats", {"target": "seat:0"}),
    ]
    for change in changes:
        house.hub.act(anton.guest, lambda desk: desk.open_block(counted))
        anton.tap("press:enter")
        assert "wants to save" in host.get("/seats").text
        change()
        assert "wants to save" not in host.get("/seats").text


def test_who_has_to_ask_reads_it_before_and_after_and_is_at_the_table_once_it_is_allowed() -> None:
    """Two phones behind one router: the second can't know by itself why a seat isn't simply free."""
    house = House()
    first, host = house.visitor(seat=0), house.host()
    second = house.visitor(address=first.address)
    why = "This phone, or another one with the same network address, has already taken a seat."
    assert (why in second.get("/seats").text, second.get("/seats").text.count("Ask the host")) == (True, 2)
    assert why not in house.visitor().get("/seats").text
    with second.live("seats") as stream, second.live("table") as other_page:
        second.post("/seats", {"target": "seat:1"})
        stream.settle()
        assert "The table opens here" in stream.parts["seats"]
        assert why not in stream.parts["seats"]
        host.post("/host", {"target": f"allow:{second.guest.number}/{BEATE}"})
        stream.settle()
        assert stream.events[-1] == "event: go\ndata: /\n\n"
        assert not other_page.task.done()
    second.get("/seats")
    with second.live("seats") as stream:
        assert "event: go" not in stream.events[-1], "who looks at the seats later stays there"


@pytest.mark.parametrize("how", ["without its cookie", "sent away", "gave it away", "restarted"])
def test_a_phone_that_has_sat_once_asks_for_every_other_seat_also_where_it_joins_anew(how: str) -> None:
    house, disk = on_disk()
    house.hub.come_back(disk)
    guest, host = house.visitor(seat=0), house.host()
    if how == "sent away":
        host.post("/host", {"target": f"away:{guest.guest.number}"})
    elif how == "gave it away":
        heir = house.visitor()
        heir.post("/seats", {"target": "seat:0"})
        guest.post("/host", {"target": f"allow:{heir.guest.number}/{ANTON}"})
        assert heir.guest.seat == 0
    elif how == "restarted":
        disk = MemoryDisk(disk.files)
        house = House(library(disk=disk).open(FILE), disk)
        house.hub.come_back(disk)
    again = guest if how == "gave it away" else house.visitor(address=guest.address)
    again.post("/seats", {"target": "seat:1"})
    assert (again.guest.seat, again.guest.wants) == (None, 1)
    assert house.visitor(seat=1).guest.seat == 1, "free for another phone"


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
    "theirs:9", "ask:by", "ask:position", "part:setup/players", "parts:x", "roll:dice", "roll:", "for:Nobody", "for:",
    "repair:strike", "press:ctrl+q", "press:q", "press:" + "x" * 300, "command:quit", "command:recount", "command:",
    "line:undo", "change:0", "change:99", "change:x", "say:" + "x" * 400, "say", "\x00", "press:\x00", "verb:extend\n",
    "VERB:extend", "é" * 90, "peek:Anton", "peek:", "command:peek", "command:reveal", "press:m",
]  # fmt: skip


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
    drawn = house.hub.page(guest.guest).drawing_number
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
    assert "<script>" not in guest.get("/history").text


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
    kept = Desk.take_in
    bad = house.hub.page(beate.guest).desk
    monkeypatch.setattr(Desk, "take_in", lambda self, *more: broken() if self is bad else kept(self, *more))
    anton.taps(*EXTEND, "press:enter")
    assert house.hub.page(beate.guest).desk is not bad
    assert house.hub.page(claus.guest).desk.is_entering
    assert house.hub.session.record.entry_count == 1


def test_a_desk_that_cannot_be_drawn_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    house, _ = on_disk()
    anton = house.visitor(seat=0)
    anton.tap("verb:extend")
    monkeypatch.setattr(
        pages, "entry_html", lambda desk: broken() if desk.is_entering else entry.entry_html(desk)
    )
    house.hub.page(anton.guest).touch()
    assert Speaker().say(say("web.desk-anew")) in anton.get("/").text


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
    """The session, the copy book beside it, and a report that cannot be written either."""
    house, disk = on_disk()
    guest = house.visitor(seat=0)
    disk.fault = OSError(13, "Permission denied", str(FILE))
    for target in (*EXTEND, "press:enter"):
        told = guest.tap(target).text
        assert leaks(told) == []
    assert "Permission denied" in told
    assert house.hub.session.record.entry_count == 0
    house.hub.report(RuntimeError())
    house.hub.page(guest.guest).desk.tell(
        [say("copybook.unwritten", file="/home/anton/companion/book.toml", reason="x")]
    )
    house.hub.page(guest.guest).touch()
    assert (leaks(told := guest.get("/").text), "book.toml" in told) == ([], True)


def test_what_goes_wrong_while_the_file_is_followed_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    house, _ = on_disk()
    monkeypatch.setattr(Session, "follow", broken)
    house.hub.follow()
    assert house.visitor().get("/").status == 200


def test_desks_go_with_their_guests() -> None:
    house = House()
    for seat in range(3):
        guest = house.visitor(seat=seat)
        guest.get("/")
        assert len(house.hub._desks) == 1
        house.hub.guests.send_away(guest.guest.number)
    assert house.hub._desks == {}
