"""What pages show: nothing hidden but to its owner, no name as markup, nothing from outside, every sentence whole."""

import re
from html.parser import HTMLParser
from itertools import cycle
from pathlib import Path

import pytest

from companion.session import Session
from companion.web.guests import Guest
from companion.web.hub import Hub
from companion.web.pages import Pages
from companion.web.public_view import LABELS, OPEN
from companion.words import LANGUAGES, sentence
from tests.support import FILE, ROOT, library, session_of, sound_session
from tests.web.phones import FREELY
from tests.web.visiting import House, Visitor, hub_of, leaks
from tests.whistle_stop.moves import held, move, placed
from tests.whistle_stop.moves import played as whistle_stop

FINISHED = ROOT / "companion" / "examples" / "stephensons-rocket-finished.toml"
EXAMPLES = sorted((ROOT / "companion" / "examples").glob("*.toml"))
SPOKEN = list(zip(EXAMPLES, cycle(LANGUAGES), strict=False))
"""Every example in one language, and every language."""
NAMES = ("table", "board", "history", "seats")
OPENED = [f"page/{name}" for name in LABELS]
OPENED += ["page/entry?number=1", "page/evening?figures=1", "page/score_sheet?player=Anton&line=total"]


def example(path: Path) -> Session:
    return library({FILE: path.read_bytes()}).open(FILE)


def guest_of(hub: Hub, seat: int | None = None, is_host: bool = False) -> Guest:
    guests = hub.guests
    guest = guests.join(guests.host_code if is_host else guests.code, "here", 0.0)
    assert guest is not None
    if seat is not None:
        assert guests.take(guest, seat)
    return guest


class Elements(HTMLParser):
    """The tags of a page with their attributes, and its words."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(content)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


# What is hidden


def test_the_same_is_shown_to_others_whatever_the_hidden_gold_is_worth() -> None:
    """So no score, rank, projection or table tells it either, nor the entry in which it was taken."""
    seen = []
    for value in (3, 5):
        held_before = whistle_stop(**held(Anton={"gold": [value, value]}, Beate={}, Claus={}))
        taken = placed(move("gold-mine", gold=[value]), anton={"coal": 9})
        for session in (held_before, taken):
            hub = hub_of(session)
            pages, other = Pages(hub), guest_of(hub, 1)
            seen.append([pages.parts(name, other) for name in ("table", "board", "history", *OPENED)])
    assert seen[:2] == seen[2:]


# What is written on a page


@pytest.mark.parametrize(("path", "language"), SPOKEN, ids=lambda one: getattr(one, "stem", one))
def test_a_page_is_whole_in_every_language_and_needs_nothing_from_outside(path: Path, language: str) -> None:
    """No gap in a sentence, no style or script in the page itself, no address but those of the table."""
    hub = hub_of(example(path), language)
    pages = Pages(hub)
    host, looking = guest_of(hub, 0, is_host=True), guest_of(hub)
    opened = [name for name in OPENED if "Anton" not in name]
    for page in (
        *(pages.page(name, host) for name in (*NAMES, *opened)),
        pages.page("table", looking),
        pages.join(),
    ):
        elements = Elements(page)
        assert not re.search(r"[{}]|\bNone\b|\bweb\.[a-z]", " ".join(elements.words))
        for tag, given in elements.found:
            assert tag != "style"
            assert not [key for key in given if key == "style" or key.startswith("on")]
            for key in ("src", "href", "action"):
                assert re.match(r"/(?!/)", given.get(key) or "/")
        scripts = [given for tag, given in elements.found if tag == "script"]
        assert {one["src"] for one in scripts} <= {"/page.js", "/board.js"}


# What belongs on it


def test_a_game_that_is_over_shows_the_winner_with_the_score_and_the_sheet() -> None:
    """The example that comes with the program: Beate wins with 59,000."""
    hub = hub_of(example(FINISHED))
    parts = Pages(hub).parts("board", guest_of(hub))
    assert "Beate wins" in parts["turn"]
    assert "with 59,000" in parts["turn"]
    assert "Score sheet" in parts["sheet"]


@pytest.mark.parametrize(
    "address",
    ["nothing", "history", "export", "page", "entry", "entry?number=one", "entry?number=1&by=Anton", "evening?view=1",
     "evening?figures=-1", "tables?steps=1.5", "entry?number=99999999", "score_sheet?player=Nobody&line=total",
     "..", "leads/"],
)  # fmt: skip
def test_an_unknown_page_or_one_that_is_told_something_else_than_it_asks_is_not_found(address: str) -> None:
    guest = House(sound_session([{"do": "remark", "note": "one"}])).visitor(seat=0)
    answer = guest.get(f"/page/{address}")
    assert answer.status == 404
    assert leaks(answer.text) == []


def test_every_link_of_a_page_leads_to_one_that_is_there() -> None:
    """From the table to the score sheet, the figures in it and the entries behind them."""
    house = House(example(FINISHED), rates=(FREELY, FREELY))
    guest, waiting, seen = house.visitor(seat=0), ["/"], {"/"}
    while waiting:
        answer = guest.get(waiting.pop())
        assert answer.status == 200
        for tag, given in Elements(answer.text).found:
            href = given.get("href") or ""
            if tag == "a" and href not in seen:
                seen.add(href)
                waiting.append(href)
    assert {one.partition("?")[0] for one in seen} >= {"/history", *(f"/page/{name}" for name in OPEN)} - {
        "/page/run_sheet"
    }


def test_a_page_that_is_open_is_brought_up_to_date() -> None:
    house = House()
    with house.visitor(seat=0).live("page/entry%3Fnumber%3D1") as stream:
        house.hub.session.enter({"do": "remark", "note": "tea is ready"})
        house.hub.tell()
        stream.settle()
        assert "tea is ready" in stream.parts["page"]


def test_an_open_page_about_a_player_who_is_renamed_stays_as_it_was() -> None:
    session = sound_session()
    pages, address = Pages(hub := hub_of(session)), "page/score_sheet?player=Anton&line=total"
    guest = guest_of(hub)
    assert "page" in pages.parts(address, guest)
    session.enter({"do": "setup", "rename": {"Anton": "Toni"}})
    assert set(pages.parts(address, guest)) == {"bar"}


def test_only_those_who_enter_are_offered_to_change_an_entry() -> None:
    hub = hub_of(sound_session([{"do": "remark", "note": "one"}, {"do": "remark", "note": "two"}]))
    pages = Pages(hub)
    seated, looks = (pages.parts("history", guest)["history"] for guest in (guest_of(hub, 0), guest_of(hub)))
    offered = [given["value"] for tag, given in Elements(seated).found if tag == "button"]
    assert offered == ["change:2", "change:1"]
    assert not [tag for tag, _ in Elements(looks).found if tag == "button"]


def test_a_table_that_did_not_change_has_the_name_that_the_copy_book_learned() -> None:
    session = session_of((), game="whistle-stop")
    pages = Pages(hub_of(session))
    assert "Sooner" not in pages.public.part("tables")
    session.copybook.note("company", "A", {"name": "Sooner"})
    session.enter({"do": "remark", "note": "we go on"})
    assert "Sooner" in pages.public.part("tables")


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
    german.post("/language", {"target": "language:hu"})
    desk = house.hub.page(german.guest).desk
    assert desk.is_entering
    assert sentence("words.yes", "hu") == desk.speaker.phrase("words.yes")
    assert '<html lang="en">' in french.get().text
