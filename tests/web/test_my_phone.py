"""My own phone: my things, what happened since my turn, somebody else's turn, undoing somebody else's entry."""

import re
from typing import Any

import pytest

from companion.report.session_text import summary_text
from companion.report.words import speaker_of
from companion.session import Session
from companion.web.public_view import PAGE, PublicView
from companion.words import sentence
from tests.support import ANTON, BEATE, CLAUS, THREE, session_of
from tests.web.browsing import PhoneServer, seen
from tests.web.phones import Page
from tests.web.test_pages import FINISHED
from tests.web.test_small_screens import IN_VIEW
from tests.web.test_who_entered import entered
from tests.web.visiting import House
from tests.whistle_stop.moves import held
from tests.whistle_stop.moves import played as whistle_stop

PASSES = [{"do": "pass", "by": name} for name in (ANTON, ANTON, BEATE, BEATE, CLAUS, CLAUS, ANTON)]
HAND = {"do": "round", "scores": dict(zip(THREE, (3, 20, 3), strict=True))}
ADJUST = {"do": "adjust", "by": ANTON, "player": CLAUS, "amount": 500, "reason": "slip"}
PIECES = held(
    Anton={"coal": 2, "goods": {"wood": 3}, "gold": [5, 3], "shares": {"B": [1]}},
    Beate={"coal": 1, "upgrades": ["mine-cart"]},
)
SINCE = "Since your last turn"


def part(session: Session, name: str, reader: str | None) -> str:
    return Page(PublicView(session, speaker_of(session, "en")).part(name, reader)).text


@pytest.mark.parametrize(
    ("reader", "has", "lacks"),
    [
        (ANTON, "You have Points 0 Holdings coal 2 wood 3 gold 2 Shares B 1* Only for you", "whistle"),
        (BEATE, "Holdings coal 1 upgrades Mine Cart", "Only for you"),
        (None, "", "You have"),
    ],
)
def test_the_card_lists_ones_own_things_without_zeros(reader: str | None, has: str, lacks: str) -> None:
    found = part(whistle_stop(players=(ANTON, BEATE), **PIECES), "own", reader)
    assert has.casefold() in found.casefold()
    assert lacks not in found


@pytest.mark.parametrize(
    ("blocks", "reader", "said"),
    [
        (PASSES, ANTON, f"{SINCE} Latest 3 of 4 C Claus passes C Claus passes B Beate passes"),
        (PASSES, BEATE, f"{SINCE} A Anton passes C Claus passes C Claus passes"),
        ([*PASSES[:6], ADJUST], CLAUS, f"{SINCE} A Anton adjusts Claus's score C Claus +500"),
        (PASSES[:3], CLAUS, ""),
        (PASSES[:6], CLAUS, ""),
    ],
    ids=["in my turn", "after it", "paid", "no turn yet", "nothing since"],
)
def test_entries_since_my_last_turn_come_newest_first(blocks: Any, reader: str | None, said: str) -> None:
    assert part(session_of(blocks), "since", reader) == said


def test_only_somebody_elses_turn_is_folded() -> None:
    own, other = (House(session_of()).visitor(seat=seat).get("/").text for seat in (0, 1))
    (fold,) = re.findall(r'<details class="for">.*?</details>', other, re.DOTALL)
    assert {"verb:extend", "verb:pass"} <= {*Page(fold).targets}
    assert Page(fold).text.startswith("Enter for Anton It's Anton's turn.")
    assert 'class="for"' not in own


def test_undoing_somebody_elses_entry_says_what_goes_back() -> None:
    house = House(session_of())
    anton, beate = house.visitor(seat=0), house.visitor(seat=1)
    beate.get("/")
    house.hub.act(anton.guest, entered(ADJUST))
    page = Page(beate.tap("command:undo").entry)
    for said in ("Undo Anton's entry?", "Anton saved it at", "Anton adjusts", "Claus gives back 500"):
        assert said in page.text
    assert page.text.endswith("Keep it Undo")
    beate.tap("press:enter")
    assert house.hub.session.record.scores[CLAUS] == 0
    assert "500" not in part(house.hub.session, "scores", CLAUS), "a correction's difference"


NUMBER = re.compile(r'class="number">(?:\d\d:\d\d · )?(\d+)')


def test_the_entries_page_has_the_tabs_of_the_laptop_and_my_own_entries() -> None:
    """Newest first, undone ones in their own tab, where nothing can be edited."""
    guest = House(session_of([*PASSES[:2], ADJUST, *PASSES[2:6], {"do": "undo"}])).visitor(seat=0)
    html = guest.get("/page/entries").text
    assert NUMBER.findall(html) == [*"654321"]
    assert re.findall("<h([1-6])", html) == sorted(re.findall("<h([1-6])", html))
    tabs = [given["href"] for name, given in Page(html).tags if given.get("class") == "button"]
    assert tabs == ["/page/entries", "/page/entries?undone=1", "/page/entries?words=Anton"]
    undone = guest.get(tabs[1]).text
    assert len(re.findall("<details", undone)) == 1
    assert "change:" not in undone


def test_my_entries_are_those_by_me_for_me_or_paying_me() -> None:
    pays_me: dict[str, Any] = {**ADJUST, "by": BEATE, "player": ANTON}
    others: list[dict[str, Any]] = [{**PASSES[3], "note": "Entered by Anton"}, {**ADJUST, "by": BEATE}]
    guest = House(session_of([*PASSES[:3], pays_me, *others])).visitor(seat=0)
    html = guest.get("/page/entries?words=Anton").text
    assert NUMBER.findall(html) == ["5", "4", "2", "1"]


def test_older_entries_are_shown_on_demand() -> None:
    remarks = [{"do": "remark", "note": f"note {number}"} for number in range(PAGE + 3)]
    guest = House(session_of(remarks)).visitor(seat=0)
    html = guest.get("/page/entries").text
    assert NUMBER.findall(html)[-1] == "4"
    (older,) = [given["href"] for _, given in Page(html).tags if given.get("class") == "older"]
    assert NUMBER.findall(guest.get(older).text)[-1] == "1"


def test_the_end_lists_places_and_folds_the_breakdown() -> None:
    session = session_of([HAND, {"do": "finish"}], game="hearts")
    assert "3rd B Beate 20" in part(session, "scores", ANTON)
    assert "<summary>Breakdown</summary>" in House(session).visitor(seat=0).get("/").text


def test_the_result_has_rematch_and_share_in_sight(phones: PhoneServer) -> None:
    """Share copies the summary line by line, as on the laptop; who watches has it too, but begins nothing."""
    language = "hu"
    table = phones.table_of(FINISHED.read_text(encoding="utf-8"), language)
    page, watching = (
        phones.joined(table, seat, viewport={"width": 390, "height": 844}) for seat in (0, None)
    )
    for one in (page, watching):
        one.goto(f"{table.address}/")
    for label, selector in (("rematch", "button[value='rematch']"), ("share", "button[data-copied]")):
        button = page.locator(selector)
        assert button.inner_text() == sentence(f"screen.label.{label}", language)
        assert button.evaluate(IN_VIEW)
    assert watching.locator("button[value='rematch']").count() == 0
    watching.locator("button[data-copied]").click()
    said = watching.evaluate("getSelection().toString()").splitlines()
    assert [one.strip() for one in said if one.strip()] == summary_text(
        table.session, speaker_of(table.session, language)
    ).splitlines()


NAMES = ("Ömer", "Ágnes", "Maximilian-Alexander", "Konstantin Emanuel", "Wolfgang-Bartholomäus")
SIZE = "one => { const { width, height } = one.getBoundingClientRect(); return Math.min(width, height); }"


LETTERS = """one => one.checkVisibility() && one.innerText.trim() ? parseFloat(getComputedStyle(one).fontSize) : 99"""


def test_figures_fit_a_thumb_and_who_only_watches_a_large_screen_can_read_it_across_the_room(
    phones: PhoneServer,
) -> None:
    """Of a large screen every letter has 20 of 1080 pixels, and nothing scrolls sideways."""
    table, large = phones.table(players=NAMES, game="whistle-stop"), {"width": 1920, "height": 1080}
    watching, seated = (phones.joined(table, seat, viewport=large) for seat in (None, 0))
    for page, width, is_large in ((watching, 1920, True), (watching, 390, False), (seated, 1920, False)):
        page.set_viewport_size({**large, "width": width})
        page.goto(f"{table.address}/")
        page.wait_for_selector("#tables table")
        assert (min(seen(page, "main *", LETTERS)) >= 20) is is_large
        assert page.evaluate("document.documentElement.scrollWidth") == width
    seated.set_viewport_size({"width": 360, "height": 740})
    seated.goto(f"{table.address}/page/scores")
    sizes = seen(seated, ".sheet a", SIZE)
    assert len(sizes) > 20
    assert min(sizes) >= 44
