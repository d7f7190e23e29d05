"""What pages show: nothing hidden but to its owner, no name as markup, nothing from outside, every sentence whole."""

import json
import re
import struct
from itertools import cycle
from pathlib import Path

import pytest

from companion.pages.share import FORMS
from companion.session import Session
from companion.web.guest_pages import PAGES, GuestPages
from companion.web.guests import Guest
from companion.web.hub import Hub
from companion.web.public_view import LABELS, OPEN
from companion.words import LANGUAGES, sentence
from tests.support import FILE, ROOT, library, session_of, sound_session
from tests.web.phones import FREELY, Page
from tests.web.visiting import STATIC, House, Visitor, hub_of

FINISHED = ROOT / "companion" / "examples" / "stephensons-rocket-finished.toml"
EXAMPLES = sorted((ROOT / "companion" / "examples").glob("*.toml"))
SPOKEN = list(zip(EXAMPLES, cycle(LANGUAGES), strict=False))
"""Every example in one language, and every language."""
OPENED = [f"page/{name}" for name in LABELS]
OPENED += ["page/entry?number=1", *(f"page/scores?tab={one}" for one in ("gain", "chart"))]
OPENED += ["page/scores?tab=chart&figures=1", "page/breakdown?player=Anton&line=total"]


def example(path: Path) -> Session:
    return library({FILE: path.read_bytes()}).open(FILE)


def guest_of(hub: Hub, seat: int | None = None, is_host: bool = False) -> Guest:
    guests = hub.guests
    guest = guests.join(guests.host_code if is_host else guests.code, "here", 0.0)
    assert guest is not None
    if seat is not None:
        guests.sit(guest, seat)
    return guest


# What is written on a page


@pytest.mark.parametrize(("path", "language"), SPOKEN, ids=lambda one: getattr(one, "stem", one))
def test_a_page_is_whole_in_every_language_and_needs_nothing_from_outside(path: Path, language: str) -> None:
    """No gap in a sentence, no style or script in the page itself, no address but those of the table and BG Stats."""
    hub = hub_of(example(path), language)
    hub.address = "http://10.0.0.5:8000"
    pages = GuestPages(hub)
    host, looking = guest_of(hub, 0, is_host=True), guest_of(hub)
    opened = [name for name in OPENED if "Anton" not in name]
    for page in (
        *(pages.page(name, host) for name in (*PAGES, *opened)),
        pages.page("table", looking),
        pages.join(),
    ):
        elements = Page(page)
        assert [tag for tag, _ in elements.tags].count("h1") == 1
        assert not re.search(r"[{}]|\bNone\b|\bweb\.[a-z]", elements.text)
        for tag, given in elements.tags:
            assert tag != "style"
            assert not [key for key in given if key == "style" or key.startswith("on")]
            for key in ("src", "href", "action"):
                own = "https://app.bgstatsapp.com/" if given.get("target") == "_blank" else r"/(?!/)"
                assert key not in given or re.match(own, given[key] or "/")
        scripts = [given for tag, given in elements.tags if tag == "script"]
        assert {one["src"] for one in scripts} <= {"/page.js"}


# What belongs on it


def test_every_link_of_a_page_leads_to_one_that_is_there() -> None:
    """From the table to what else there is, the score sheet, the figures in it and the entries behind them.

    Of links that differ only in a number or a name one is followed.
    """
    house = House(example(FINISHED), rate=FREELY)
    guest, waiting, seen = house.visitor(seat=0), ["/"], {"/"}
    while waiting:
        answer = guest.get(waiting.pop())
        assert answer.status == 200
        for tag, given in Page(answer.text).tags:
            href = given.get("href") or ""
            kind = re.sub(r"(last|line|note|number|place|player|steps)=[^&]*", r"\1", href)
            if tag == "a" and "target" not in given and kind not in seen:
                seen.add(kind)
                waiting.append(href)
    assert {one.partition("?")[0] for one in seen} >= {
        *("/seats", "/more", *(f"/export/{form}" for form in FORMS)),
        *(f"/page/{name}" for name in OPEN if name != "run_sheet"),
    }


def test_each_phone_speaks_its_own_language() -> None:
    """The browser's where it is one of ours, else the host's; a chosen one at once, with the entry as it is."""
    house = House()
    french, german = (
        house.visitor(seat, wished=wished) for seat, wished in enumerate(("fr", "fr-FR,de-AT;q=0.8,en"))
    )
    assert '<html lang="en">' in french.get("/seats").text
    assert '<html lang="de">' in german.get("/seats").text
    assert '<html lang="it">' in Visitor(house).get("/", {"accept-language": "it"}).text
    german.tap("verb:extend")
    german.post("/seats", {"target": "language:hu"})
    desk = house.hub.numbered_desk(german.guest).desk
    assert desk.is_entering
    assert sentence("label.yes", "hu") == desk.speaker.phrase("label.yes")
    assert '<html lang="en">' in french.get().text


def test_a_chosen_language_is_kept_also_for_another_table_and_before_the_code() -> None:
    house = House()
    guest = house.visitor(wished="de")
    kept = guest.post("/seats", {"target": "language:hu"}).header("set-cookie")
    assert kept.startswith("companion-language=hu;")
    stranger = Visitor(house)
    stranger.cookie = kept.partition(";")[0]
    assert '<html lang="hu">' in stranger.get("/", {"accept-language": "de"}).text
    assert "set-cookie" not in dict(house.visitor().post("/seats", {"target": "language:xx"}).headers)


@pytest.mark.parametrize("path", ["/nothing", "/export/toml", "/seats/x"])
def test_what_is_not_there_is_said_in_the_language_of_who_asks(path: str) -> None:
    house = House(session_of(title="Secret evening"))
    for who, wished in ((house.visitor(wished="it"), "de"), (Visitor(house), "it")):
        answer = who.get(path, {"accept-language": wished})
        assert answer.status == 404
        assert '<html lang="it">' in answer.text
        assert sentence("web.missing", "it") in Page(answer.text).text
        assert "Secret" not in answer.text


# What else there is


def test_a_guest_takes_the_session_home_as_a_file_in_the_own_language() -> None:
    house = House(session_of(title='Jenő "; x/..'))
    guest = house.visitor(wished="de")
    kinds = {}
    for form in FORMS:
        answer = guest.get(f"/export/{form}")
        assert answer.status == 200
        assert answer.header("content-disposition") == f'attachment; filename="jeno-x.{form}"'
        kinds[form] = answer.header("content-type").partition(";")[0]
    assert kinds == {
        "html": "text/html",
        "csv": "text/csv",
        "json": "application/json",
    }
    assert '<html lang="de">' in guest.get("/export/html").text
    untitled = House().visitor().get("/export/csv").header("content-disposition")
    assert untitled == f'attachment; filename="{FILE.stem}.csv"'


def test_a_session_that_cannot_be_played_is_not_handed_out_as_a_file() -> None:
    house = House(session_of([{"do": "extend", "by": "Nobody"}]))
    assert house.hub.session.record.failure is not None
    answer = house.visitor().get("/export/html")
    assert (answer.status, answer.header("content-disposition")) == (409, "")
    assert "isn&#x27;t possible" in answer.text


def test_a_phone_keeps_the_table_as_an_app_with_icons_of_the_sizes_it_asks_for() -> None:
    """Strangers too may fetch all of it: it tells nothing of the session."""
    stranger = Visitor(House(session_of(title="Secret evening")))
    head = {given.get("rel"): given.get("href") for _, given in Page(stranger.get().text).tags}
    assert head["manifest"] == "/manifest.json"
    manifest = json.loads(stranger.get("/manifest.json").text)
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Companion", "/", "standalone")
    assert "manifest-src 'self'" in stranger.get().header("content-security-policy")
    icons = {icon["src"]: icon["sizes"] for icon in manifest["icons"]}
    assert {"/icon-192.png": "192x192", "/icon-512.png": "512x512"}.items() <= icons.items()
    for name in (one for one in STATIC if one.endswith(".png")):
        size = int(name.removeprefix("icon-").removesuffix(".png"))
        drawn = (ROOT / "companion" / "web" / "static" / name).read_bytes()
        assert drawn[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", drawn[16:24]) == (size, size)
        assert stranger.get(f"/{name}").header("content-type") == "image/png"
    assert head["apple-touch-icon"] == "/icon-180.png"


def test_one_s_own_turn_has_one_s_own_colour_and_what_it_paid_is_said_to_the_one_who_saved_it() -> None:
    """stephensons-rocket.md, "Scoring 3": 1,000 a town, here Reading and its start town, for the most shares."""
    extended = {"do": "extend", "by": "Anton", "line": "GWR", "metropolises": ["Reading"]}
    passed = [{"do": "pass", "by": name} for name in ("Anton", "Beate", "Beate", "Claus", "Claus")]
    house = House(session_of([extended, *passed]))
    anton, beate = (house.visitor(seat=seat) for seat in (0, 1))
    assert 'class="whose mine p1" data-title="Your turn"' in anton.get("/").text
    assert "mine" not in beate.get("/").text
    saved = anton.taps("verb:extend", "pick:4", "ask:into", "pick:5", "press:enter").entry
    assert re.search(r'class="toast".*Saved.*You</bdi> <b>\+2,000</b>.*command:undo', saved)
    assert "toast" not in beate.get("/").text
    assert "Saved" not in anton.tap("command:undo").entry


def test_the_end_of_somebody_else_s_turn_is_looked_at_before_it_is_saved() -> None:
    house = House(session_of([], ("Anton", "Beate"), game="whistle-stop"))
    beate = house.visitor(1)
    shown = beate.tap("verb:rest").entry
    assert house.hub.session.record.entry_count == 0
    assert "Anton takes a whistle" in shown
    assert "Entered by" not in shown
    beate.tap("press:enter")
    assert house.hub.session.record.entry_count == 1


def test_an_open_page_about_a_player_who_is_renamed_stays_as_it_was() -> None:
    session = sound_session()
    pages, address = GuestPages(hub := hub_of(session)), "page/breakdown?player=Anton&line=total"
    guest = guest_of(hub)
    assert "page" in pages.parts(address, guest)
    session.enter({"do": "setup", "rename": {"Anton": "Toni"}})
    assert set(pages.parts(address, guest)) == {"bar"}


def test_only_those_who_enter_are_offered_to_change_an_entry() -> None:
    hub = hub_of(sound_session([{"do": "remark", "note": "one"}, {"do": "remark", "note": "two"}]))
    pages = GuestPages(hub)
    seated, looks = (
        pages.parts("page/entries", guest)["page"] for guest in (guest_of(hub, 0), guest_of(hub))
    )
    offered = [given["value"] for tag, given in Page(seated).tags if tag == "button"]
    assert offered == ["change:2", "change:1"]
    assert not [tag for tag, _ in Page(looks).tags if tag == "button"]
