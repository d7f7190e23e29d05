"""A table that phones reach outlives its program: codes, seats, languages and half-made entries are the same again."""

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.storage.disk import Disk
from companion.storage.draft_file import PHONES, DraftFile
from companion.web.guests import KEPT_FOR
from tests.memory_disk import MemoryDisk
from tests.support import BEATE, FILE, SAVES, THREE, library, shipped, text_of
from tests.tui.driving import MOMENT
from tests.web.visiting import House, Visitor

KEPT = SAVES / PHONES / f"{FILE.stem}.1"


def opened(disk: MemoryDisk, later: timedelta = timedelta(), file: Path = FILE) -> House:
    house = House(library(disk=disk).open(file), disk)
    house.hub._now = lambda: MOMENT + later
    house.hub.come_back(disk)
    house.hub.tell()
    return house


def disk_of(**more: Any) -> MemoryDisk:
    return MemoryDisk({**shipped(), FILE: text_of(**more).encode()})


def again(disk: MemoryDisk, later: timedelta = timedelta(), file: Path = FILE) -> House:
    """The same after a kill: locks are gone, files are not."""
    return opened(MemoryDisk(disk.files), later, file)


def same(visitor: Visitor, house: House) -> Visitor:
    found = Visitor(house, visitor.address)
    found.cookie = visitor.cookie
    return found


def test_after_a_kill_codes_seats_languages_and_half_made_entries_are_the_same() -> None:
    house = opened(disk := disk_of(options={"hidden_money": True}))
    anton, beate, other = house.visitor(seat=0, wished="it"), house.visitor(seat=1), house.visitor()
    before = anton.taps("verb:extend", "pick:0")
    beate.tap("verb:take-token")
    code, host_code = house.hub.guests.code, house.hub.guests.host_code
    house = again(disk)
    assert (house.hub.guests.code, house.hub.guests.host_code) == (code, host_code)
    assert same(anton, house).guest.seat == 0
    now = same(anton, house).post("/do", {})
    inner = [re.sub(r'name="drawn" value="\d+"', "", one.entry.partition(">")[2]) for one in (before, now)]
    assert inner[0] == inner[1], "the form with its answers, in the language of the phone"
    assert house.hub.numbered_desk(same(beate, house).guest).desk.form.verb == "take-token"
    assert same(other, house).post("/seats", {"target": "seat:0"}).status == 200
    assert same(anton, house).guest.seat == 0, "it is still Anton's"
    assert same(anton, house).tap("press:enter").status == 200
    assert house.hub.session.record.entry_count == 1
    fresh = house.visitor()
    assert fresh.guest.number == 4, "nobody has the number of another one"


def test_a_tap_on_what_was_drawn_before_the_kill_does_nothing() -> None:
    house = opened(disk := disk_of())
    anton = house.visitor(seat=0)
    anton.taps("verb:extend", "pick:0")
    drawn = house.hub.numbered_desk(anton.guest).drawing_number
    house = again(disk)
    back = same(anton, house)
    assert int(back.get("/").text.partition('data-drawn="')[2].partition('"')[0]) > drawn + 1
    back.post("/do", {"target": "press:enter", "drawn": str(drawn)})
    assert house.hub.session.record.entry_count == 0


def test_the_file_is_of_its_owner_alone_and_opens_no_page(tmp_path: Path) -> None:
    house = opened(disk := disk_of())
    anton = house.visitor(seat=0)
    token = anton.cookie.partition("=")[2]
    assert token.encode() not in disk.files[KEPT]
    stranger = Visitor(again(disk))
    stranger.cookie = anton.cookie.partition("=")[0] + "=" + anton.guest.key
    assert stranger.get("/page/entries").status == 303
    DraftFile(Disk(), tmp_path / "session.toml", PHONES).keep(b"x")
    assert (tmp_path / PHONES / "session.1").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("how", ["ended", "damaged", "foreign", "old", "taken", "no time"])
def test_what_is_no_such_table_any_more_is_begun_anew(how: str) -> None:
    house = opened(disk := disk_of())
    anton, code, later = house.visitor(seat=0), house.hub.guests.code, timedelta()
    if how == "ended":
        house.hub.end(is_for_good=True)
        assert KEPT not in disk.files
    elif how == "damaged":
        disk.files[KEPT] = disk.files[KEPT][:-9]
    elif how == "foreign":
        disk.files[KEPT] = disk.files[KEPT].replace(b"Anton", b"Antje")
    elif how == "no time":
        disk.files[KEPT] = disk.files[KEPT].replace(b"Z", b"")
    elif how == "old":
        later = KEPT_FOR + timedelta(hours=1)
    house = opened(disk) if how == "taken" else again(disk, later)  # while the first program still runs
    assert house.hub.guests.code != code
    assert house.hub.guests.all() == []
    said = same(anton, house).get("/").text
    assert "This table isn&#x27;t open to you any more. Type the code to join again." in said
    assert "any more" not in Visitor(house).get("/").text, "nothing of the kind to who is new"


def test_whoever_is_sent_away_is_told_also_after_a_kill() -> None:
    house = opened(disk := disk_of())
    guest, host = house.visitor(seat=0), house.host()
    host.post("/seats", {"target": f"away:{guest.guest.number}"})
    for one in (house, again(disk)):
        assert "The host removed you." in same(guest, one).get("/").text


@pytest.mark.parametrize(
    ("is_for_good", "told"),
    [
        (True, "The host has closed this table."),
        (False, "The table is closed. Once the laptop lets phones in again, this page reconnects by itself."),
    ],
)
def test_every_page_is_told_that_the_table_is_closed_and_whether_it_goes_on(
    is_for_good: bool, told: str
) -> None:
    house = opened(disk := disk_of())
    guest = house.visitor(seat=0)
    with guest.live("table") as stream:
        house.hub.end(is_for_good)
        house.hub.end(is_for_good=False)  # the app says that it ends, and is gone
        stream.settle()
        assert stream.events[-1] == f"event: ended\ndata: {told}\n\n"
    assert (KEPT in disk.files) != is_for_good


def test_in_a_rematch_of_the_same_people_phones_go_on_with_code_and_seats() -> None:
    """Beate starts now, so the seats are others; and what Anton had half made was of the game before."""
    disk = disk_of()
    disk.files[SAVES / "rematch.toml"] = text_of(players=("Beate", "Claus", "Anton")).encode()
    disk.files[SAVES / "others.toml"] = text_of(players=("Beate", "Claus", "Dora")).encode()
    house = opened(disk)
    anton, code = house.visitor(seat=0), house.hub.guests.code
    anton.tap("verb:extend")
    house.hub.end(is_for_good=False)
    disk = MemoryDisk(disk.files)
    assert opened(disk, file=SAVES / "others.toml").hub.guests.code != code
    house = opened(disk, file=SAVES / "rematch.toml")
    assert (house.hub.guests.code, house.hub.player(same(anton, house).guest)) == (code, "Anton")
    assert same(anton, house).guest.draft == ""
    assert KEPT not in disk.files, "it moved"


def test_phones_of_a_session_that_was_renamed_go_on_with_what_was_half_made() -> None:
    house = opened(disk := disk_of(created=MOMENT))
    anton, code = house.visitor(seat=0), house.hub.guests.code
    anton.tap("verb:extend")
    house.hub.end(is_for_good=False)
    friday = SAVES / "friday.toml"
    disk = MemoryDisk({**disk.files, friday: disk.files[FILE]})
    del disk.files[FILE]
    house = opened(disk, file=friday)
    assert house.hub.guests.code == code
    assert house.hub.numbered_desk(same(anton, house).guest).desk.form.verb == "extend"


@pytest.mark.parametrize("how", ["old", "damaged"])
def test_phones_that_never_come_back_leave_no_file_behind(how: str) -> None:
    opened(disk := disk_of()).visitor(seat=0)
    if how == "damaged":
        disk.files[KEPT] = disk.files[KEPT][:-9]
    disk = MemoryDisk(disk.files)
    opened(disk, KEPT_FOR + timedelta(hours=1) if how == "old" else timedelta()).visitor(seat=0)
    assert [path for path in disk.files if path.parent == KEPT.parent] == [KEPT]


def test_a_page_of_another_table_is_loaded_anew() -> None:
    """Its tab had the title, and its chips the colours, of the table before."""
    disk = disk_of()
    disk.files[SAVES / "rematch.toml"] = text_of(title="Rematch").encode()
    house = opened(disk)
    anton = house.visitor(seat=0)
    before = re.search(r'data-table="([^"]+)"', anton.get("/").text)
    assert before is not None
    house.hub.end(is_for_good=False)
    again = same(anton, opened(MemoryDisk(disk.files), file=SAVES / "rematch.toml"))
    with again.live(f"page/entries&{urlencode({'table': before[1]})}") as stream:
        assert stream.events == ["event: go\ndata: /\n\n"]
    assert "<title>Rematch</title>" in again.get("/").text


@pytest.mark.parametrize("is_phones", [True, False], ids=["by a phone", "by the app"])
def test_everybody_comes_along_to_a_rematch_whoever_begins_it(is_phones: bool) -> None:
    """Anton began, so Beate does; codes and seats stay, and what was half made or drawn before is gone."""
    house = opened(disk := disk_of(blocks=[{"do": "finish"}], players=THREE))
    anton, beate, watching = house.visitor(seat=0), house.visitor(seat=1, wished="de"), house.visitor()
    code, drawn = house.hub.guests.code, house.hub.numbered_desk(beate.guest).drawing_number
    assert 'value="rematch"' not in watching.get().text
    anton.tap("rematch")
    assert 'value="rematch:now">New session' in anton.get().text, "one tap too many begins nothing"
    with watching.live("table") as stream:
        if is_phones:
            assert json.loads(anton.tap("rematch:now").text) == {"parts": {}, "go": "/", "late": False}
        else:
            house.hub.go_on(library(disk=disk).rematch(house.hub.session, MOMENT))
        stream.settle()
        assert stream.events[-1] == "event: go\ndata: /\n\n"
    session = house.hub.session
    assert (session.record.roster.starts, session.record.entry_count) == (BEATE, 0)
    assert session.path in disk.files
    assert (house.hub.guests.code, anton.guest.seat, beate.guest.seat) == (code, 0, 1)
    assert "Du bist dran" in beate.get().text
    beate.post("/do", {"target": "verb:pass", "drawn": str(drawn)})
    anton.tap("rematch:now")
    assert session.record.entry_count == 0
    assert house.hub.session is session, "only a session that is over has a rematch"
    beate.taps("verb:pass", "press:enter")
    assert again(disk, file=session.path).hub.session.record.entry_count == 1


def test_a_rematch_that_cannot_be_made_says_why_and_leaves_the_result() -> None:
    house = opened(disk := disk_of(blocks=[{"do": "finish"}]))
    anton, before = house.visitor(seat=0), house.hub.session
    anton.tap("rematch")
    disk.fault = OSError(28, "No space left on device")
    anton.tap("rematch:now")
    assert house.hub.session is before
    assert "the disk is full" in anton.get().text
