"""What a stranger's network may try against the pages: each attack a test. Requests and answers."""

import asyncio
import re
from typing import Any

import pytest

from companion.core.messages import say
from companion.report.words import Speaker
from companion.web import guarding
from companion.web.guarding import LONGEST_BODY, Rate
from companion.web.guest_pages import GuestPages
from companion.web.routes import MOST_STREAMS
from tests.support import FILE, SAVES, session_of, sound_session
from tests.web.visiting import (
    FORM,
    HOST,
    OPEN,
    STATIC,
    BrokenPageError,
    Headers,
    House,
    Stream,
    Visitor,
    leaks,
    on_disk,
)

GUARDED = (
    "/page/entries", "/more", "/seats", "/live?page=table", "/page/scores?tab=chart", "/players.css",
    "/page/entries?last=3",
    "/page/scores", "/page/entry?number=1", "/live?page=page/scores", "/more", "/export/html", "/export/json",
)  # fmt: skip
POSTED = ("/do", "/seats")


# Without the code


def test_without_the_code_nothing_is_shown_but_the_page_that_asks_for_it() -> None:
    house = House(session_of(title="Secret evening"))
    stranger = Visitor(house)
    for path in OPEN:
        answer = stranger.get(path)
        assert answer.status == 200
        assert not [one for one in ("Anton", "Secret", house.hub.guests.code) if one in answer.text], path
    for path in GUARDED:
        answer = stranger.get(path)
        assert (answer.status in (303, 401), "Anton" in answer.text) == (True, False), path
        assert answer.status == 401 or answer.header("location") == "/"
    for path in POSTED:
        assert stranger.post(path, {"target": "seat:0", "drawn": "1"}).status == 401, path
    assert house.hub.guests.all() == []


@pytest.mark.parametrize(
    "cookie", ["companion-8000=", "companion-8000=x", "companion-8000=None", "companion=1", ";;="]
)
def test_a_made_up_cookie_opens_nothing_and_is_not_taken_over(cookie: str) -> None:
    """Session fixation: a token is only ever one that the server made for a right code."""
    house = House()
    stranger = Visitor(house)
    stranger.cookie = cookie
    assert stranger.get("/more").status == 303
    given = stranger.post("/join", {"code": house.hub.guests.code}).header("set-cookie")
    token = given.partition("=")[2].partition(";")[0]
    assert (token == cookie.partition("=")[2], len(token) >= 40) == (False, True)


def test_the_cookie_is_for_this_server_alone_and_out_of_reach_of_scripts() -> None:
    house = House()
    given = Visitor(house).post("/join", {"code": house.hub.guests.code}).header("set-cookie").lower()
    assert given.startswith("companion-8000=")
    assert {"httponly", "samesite=strict", "path=/"} <= {one.strip() for one in given.split(";")}
    assert "domain" not in given


def test_who_joins_again_stays_the_same_guest_and_the_old_token_opens_nothing() -> None:
    house = House()
    guest = house.visitor(seat=1)
    old, number = guest.cookie, guest.guest.number
    guest.cookie = guest.post("/join", {"code": house.hub.guests.code}).header("set-cookie").partition(";")[0]
    assert (guest.guest.number, guest.guest.seat, guest.cookie == old) == (number, 1, False)
    guest.cookie = old
    assert guest.get("/more").status == 303


def test_a_guest_who_was_sent_away_can_do_nothing_any_more() -> None:
    house = House()
    guest, host = house.visitor(seat=0), house.host()
    number = guest.guest.number
    with guest.live("table") as stream:
        house.hub.guests.send_away(number)
        stream.settle()
        assert stream.events[-1] == "event: go\ndata: /\n\n"
        assert stream.task.done()
    assert guest.get("/more").status == 303
    assert guest.post("/do", {"target": "verb:extend", "drawn": "1"}).status == 401
    assert guest.post("/seats", {"target": "seat:0"}).status == 401
    assert host.get("/more").status == 200


def test_no_page_shows_a_token_or_the_hosts_code_and_only_the_host_sees_the_code() -> None:
    house = House()
    house.hub.address = "http://10.0.0.5:8000"
    guest, host, other = house.visitor(seat=0), house.host(), house.visitor()
    secrets = [one.cookie.partition("=")[2] for one in (guest, host, other)] + [house.hub.guests.host_code]
    for path in ("/", "/seats", "/page/entries", "/players.css", "/page/chart", "/more", "/export/json"):
        for who in (guest, host, other):
            text = who.get(path).text
            assert len(text) > 50, path
            assert not [one for one in secrets if one in text], path
            assert (house.hub.guests.code in text) <= (who is host), path
    assert f"http://10.0.0.5:8000/#{house.hub.guests.code}" in host.get("/seats").text


# Other pages in the same browser


@pytest.mark.parametrize(
    "host",
    [None, "", "evil.example:8000", "evil.example", "127.0.0.1.:8000", "localhost.:8000", "evil.example:8000@127.0.0.1",
     "127.0.0.1.evil.example:8000", "[::1]:8000", "0:8000", "127.1:8000", "user@127.0.0.1:8000"],
)  # fmt: skip
def test_a_foreign_host_is_refused(host: str | None) -> None:
    """A name that points here after a page was loaded (DNS rebinding) is none of ours."""
    guest = House().visitor()
    answer = guest.get("/", {"host": host})
    assert (answer.status, "Anton" in answer.text, leaks(answer.text)) == (400, False, [])
    assert guest.get("/", {"host": "LocalHost:8000"}).status == 200, "our own, in any letters"


@pytest.mark.parametrize(
    "origin",
    [None, "null", "http://evil.example", f"https://{HOST}", "http://127.0.0.1:8001", "http://127.0.0.1",
     f"http://{HOST}.evil.example", f"http://{HOST}/", "file://"],
)  # fmt: skip
def test_nothing_is_done_for_another_origin(origin: str | None) -> None:
    """Nor shown; a browser names no origin where its own page reads something."""
    house = House()
    host, code = house.host(), house.hub.guests.code
    given: Headers = {"origin": origin}
    for path, fields in (
        ("/seats", {"target": "code"}),
        ("/seats", {"target": "seat:0"}),
        ("/join", {"code": "x"}),
    ):
        assert host.post(path, fields, given).status == 403, path
    assert (house.hub.guests.code, host.guest.seat, house.hub.guests.wrong) == (code, None, 0)
    for path in ("/", "/live?page=table", "/page.js") if origin else ():
        assert host.get(path, given).status == 403, path


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "X"])
def test_other_methods_do_nothing(method: str) -> None:
    guest = House().visitor()
    given = {"origin": f"http://{HOST}"}
    assert [guest.get(path, given, method).status for path in ("/", "/live", "/do")] == [404, 404, 404]


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example/", "/seats/", "/board", "/more//", "/../../etc/passwd", "/static/page.js", "/%2e%2e/", "/.git",
        "/do", "/%00", "/static", "http://evil.example/", f"http://{HOST}/", "*", "evil.example:443",
        *(f"/page/{one}" for one in (
            "nothing", "share", "export", "page", "entry", "entry?number=one", "entry?number=1&by=Anton",
            "scores?view=1", "scores?figures=-1", "tables?steps=1.5", "entry?number=99999999",
            "breakdown?player=Nobody&line=total", "..", "scores/",
        )),
    ],
)  # fmt: skip
def test_no_path_leads_elsewhere(path: str) -> None:
    """Nor does a page that is told something else than it asks."""
    answer = House(sound_session([{"do": "remark", "note": "one"}])).visitor(seat=0).get(path)
    assert (answer.status, answer.header("location"), leaks(answer.text)) == (404, "", [])


def test_every_answer_forbids_inline_scripts_frames_and_keeping() -> None:
    house = House()
    guest = house.visitor(seat=0)
    for path in (
        *OPEN,
        *GUARDED[:3],
        "/page/scores?tab=chart",
        "/players.css",
        "/nothing",
        "/more",
        "/export/csv",
    ):
        for who in (guest, Visitor(house)):
            answer = who.get(path)
            policy = answer.header("content-security-policy")
            assert "default-src 'none'" in policy, path
            assert "unsafe" not in policy, path
            assert "frame-ancestors 'none'" in policy, path
            assert answer.header("x-content-type-options") == "nosniff"
            is_file = path.lstrip("/") in STATIC
            assert answer.header("cache-control") == ("no-cache" if is_file else "no-store")
            assert answer.header("server") == ""
            assert not re.search(r" style=|javascript:|\son\w+=|http://", _tags(answer.text)), path


def _tags(page: str) -> str:
    """What stands inside of a page's tags, without the name spaces of drawings."""
    inside = (part.partition(">")[0] for part in page.split("<")[1:])
    return " ".join(one for one in inside if "xmlns" not in one and not one.startswith(("path", "text", "!")))


# Bodies and headers


def test_a_body_may_not_be_long_and_says_how_long_it_is() -> None:
    house = House()
    guest = house.visitor()
    long = b"target=seat:0&x=" + b"y" * LONGEST_BODY
    assert guest.post("/seats", body=long).status == 413
    assert guest.post("/seats", {"target": "seat:0"}, {"transfer-encoding": "chunked"}).status == 411
    assert guest.guest.seat is None


@pytest.mark.parametrize(
    "body", [b"\xff\xfe=\xff", b"&" * 500, b"=", b"a=1&" * 100, b"target", b"%00=%00", b"{}"]
)
def test_a_body_that_is_no_form_says_nothing(body: bytes) -> None:
    house = House()
    guest = house.visitor(seat=0)
    for path in ("/do", "/seats", "/join"):
        answer = guest.post(path, body=body)
        assert answer.status < 500, path
        assert leaks(answer.text) == []
    assert guest.post("/seats", {"target": "seat:1"}, {"content-type": "text/plain"}).status == 200
    assert (guest.guest.seat, house.hub.session.record.entry_count) == (0, 0)


# Too much of it


def test_one_who_asks_too_often_is_refused_and_nobody_else_is() -> None:
    house = House(rate=Rate(10.0, 20.0))
    noisy, quiet = house.visitor(), house.visitor()
    got = [noisy.get("/players.css").status for _ in range(40)]
    assert got == [200] * 20 + [429] * 20
    assert quiet.get("/").status == 200
    assert house.visitor(address=noisy.address).get("/").status == 200  # another phone at the same address
    stranger = Visitor(house, noisy.address)
    assert [stranger.get("/page.css").status for _ in range(21)] == [200] * 18 + [429] * 3  # two were to join
    house.clock.now += 1
    assert [noisy.get("/players.css").status for _ in range(11)] == [200] * 10 + [429]


def test_only_so_many_addresses_are_remembered_and_the_busy_ones_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guarding, "MOST_KEPT", 3)
    house = House(rate=Rate(1.0, 5.0))
    busy, idle = Visitor(house, "10.2.0.1"), Visitor(house, "10.2.0.2")
    statuses = [idle.get("/page.js").status for _ in range(6)]
    for at in range(8):
        statuses.append(busy.get("/page.js").status)
        Visitor(house, f"10.3.0.{at}").get("/page.js")
    assert statuses == [200] * 5 + [429] + [200] * 5 + [429] * 3
    assert idle.get("/page.js").status == 200, "forgotten"


def test_of_one_guests_open_pages_only_the_newest_few_stay_open() -> None:
    """A network that went leaves streams behind which nobody ends: the phone that comes back is let in all the same."""
    house = House()
    guest = house.visitor()

    async def watched() -> None:
        streams = []
        for _ in range(MOST_STREAMS + 2):
            streams.append(Stream(guest, "table"))
            await streams[-1].rest()
        assert [one.task.done() for one in streams] == [True] * 2 + [False] * MOST_STREAMS
        assert guest.guest.streams == MOST_STREAMS
        for one in streams:
            await one.close()

    asyncio.run(watched())
    assert guest.guest.streams == 0


def test_pages_are_not_sent_what_they_have() -> None:
    """Joining, wrong codes and seats wake pages, but of an unchanged page not a byte is sent."""
    house = House()
    with house.visitor().live("table") as stream:
        sent = len(stream.events)
        for _ in range(5):
            house.hub.guests.join("WRONG", "10.0.0.99", house.clock.now)
            house.clock.now += 100
            stream.settle()
        assert len(stream.events) == sent


# What an answer may not hold


def test_a_page_that_breaks_says_a_sentence_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    house, disk = on_disk()
    guest = house.visitor(seat=0)

    def broken(*_: object) -> str:
        raise BrokenPageError(f"at {FILE}")

    monkeypatch.setattr(GuestPages, "page", broken)
    answers = [guest.get("/"), guest.get("/"), guest.get("/more")]
    said = Speaker().say(say("web.broken"))
    assert [(one.status, said in one.text, leaks(one.text)) for one in answers] == [(500, True, [])] * 3
    assert "default-src 'none'" in answers[0].header("content-security-policy")
    reports = [path for path in disk.files if path.parent == SAVES / "reports"]
    assert len(reports) == 1  # once, however often it is brought about
    assert b"BrokenPageError" in disk.files[reports[0]]
    assert guest.get("/players.css").status == 200


def test_who_hangs_up_in_the_middle_of_a_form_says_nothing_and_breaks_nothing() -> None:
    house, disk = on_disk()

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(_: Any) -> None:
        pass

    given = {"origin": f"http://{HOST}", "content-type": FORM, "content-length": "9"}
    asyncio.run(house.app(Visitor(house).scope("POST", "/join", given), receive, send))
    assert house.hub.guests.wrong == 0
    assert not [path for path in disk.files if path.parent == SAVES / "reports"]


def test_a_stream_that_breaks_ends_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    guest = house.visitor()

    def broken(*_: object) -> dict[str, str]:
        raise BrokenPageError("at /saves")

    monkeypatch.setattr(GuestPages, "first", broken)
    with guest.live("table") as stream:
        assert stream.task.done()
        assert stream.events == []
    assert guest.guest.streams == 0
