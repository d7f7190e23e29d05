"""My own phone: my things, what happened since my turn, somebody else's turn, undoing somebody else's entry."""

import re
from typing import Any

import pytest

from companion.report.words import speaker_of
from companion.session import Session
from companion.web.public_view import PublicView
from tests.support import ANTON, BEATE, CLAUS, THREE, session_of
from tests.web.browsing import Phones
from tests.web.phones import Page
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
        (ANTON, "You have Points 0 In hand coal 2 wood 3 gold 2 Shares B 1* Only for you", "whistle"),
        (BEATE, "In hand coal 1 upgrades Mine Cart", "Only for you"),
        (None, "", "You have"),
    ],
)
def test_the_card_lists_ones_own_things_without_zeros(reader: str | None, has: str, lacks: str) -> None:
    found = part(whistle_stop(players=(ANTON, BEATE), **PIECES), "own", reader)
    assert has.casefold() in found.casefold()
    assert lacks not in found


def test_a_pad_needs_no_card_and_my_row_says_you() -> None:
    session = session_of([HAND], game="hearts")
    assert part(session, "own", ANTON) == ""
    assert part(session, "scores", ANTON).startswith("Scores A You +3 3 B Beate")
    hidden = session_of(game="hearts", options={"hidden_money": True})
    assert "money" not in (part(hidden, "own", ANTON) + part(hidden, "scores", ANTON)).casefold()


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


@pytest.mark.parametrize(
    ("seat", "block", "said"),
    [
        (1, PASSES[0], "Beate entered for Anton: Anton passes"),
        (1, {"do": "isolate", "line": "GWR"}, "Entered by Beate: GWR"),
    ],
)
def test_the_others_read_once_who_entered_for_whom(seat: int, block: Any, said: str) -> None:
    house = House(session_of())
    doer, other = house.visitor(seat=seat), house.visitor(seat=2)
    other.get("/")
    house.hub.act(doer.guest, entered(block))
    found = Page(other.post("/do", {}).entry).text
    assert said in found
    assert len(re.findall("[Ee]ntered (?:by|for|elsewhere)", found)) == 1


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


def test_a_guest_counts_no_hidden_money() -> None:
    for is_hidden in (False, True):
        guest = House(session_of(options={"hidden_money": is_hidden})).visitor(seat=0)
        assert ("Money" not in Page(guest.tap("verb:recount").entry).text) is is_hidden


def test_the_board_is_linked_from_the_start_if_entries_can_teach_something() -> None:
    for session, is_linked in ((session_of(game="hearts"), False), (session_of(), True)):
        nav = House(session).visitor(seat=0).get("/").text.partition("</nav>")[0]
        assert ("/page/notes" in nav) is is_linked


@pytest.mark.parametrize(("show", "numbers"), [("", "7654321"), ("mine", "321"), ("payouts", "3")])
def test_the_history_can_show_my_entries_or_payouts(show: str, numbers: str) -> None:
    """Anton passes in entries 1 and 2; his adjustment in entry 3 is the only one that pays."""
    guest = House(session_of([*PASSES[:2], ADJUST, *PASSES[2:6]])).visitor(seat=0)
    html = guest.get(f"/history?show={show}").text
    assert "".join(re.findall(r'class="number">(\d+)', html)) == numbers
    assert re.findall("<h([1-6])", html) == sorted(re.findall("<h([1-6])", html))


def test_my_entries_are_those_by_me_for_me_or_paying_me() -> None:
    pays_me: dict[str, Any] = {**ADJUST, "by": BEATE, "player": ANTON}
    others: list[dict[str, Any]] = [{**PASSES[3], "note": "Entered by Anton"}, {**ADJUST, "by": BEATE}]
    guest = House(session_of([*PASSES[:3], pays_me, *others])).visitor(seat=0)
    html = guest.get("/history?show=mine").text
    assert re.findall(r'class="number">(\d+)', html) == ["5", "4", "2", "1"]


def test_the_end_lists_places_and_folds_the_breakdown() -> None:
    session = session_of([HAND, {"do": "finish"}], game="hearts")
    assert "3rd B Beate 20" in part(session, "scores", ANTON)
    assert "<summary>Breakdown</summary>" in House(session).visitor(seat=0).get("/").text


NAMES = ("Ömer", "Ágnes", "Maximilian-Alexander", "Konstantin Emanuel", "Wolfgang-Bartholomäus")
BROKEN = r"""all => all.filter(one => {
  const range = document.createRange();
  const isBroken = ({ index, 0: word }) => {
    range.setStart(one.firstChild, index); range.setEnd(one.firstChild, index + word.length);
    return range.getClientRects().length > 1; };
  return [...one.textContent.matchAll(/[^\s-]+-?/g)].some(isBroken);
}).map(one => one.textContent)"""
SMALL = "all => all.map(one => one.getBoundingClientRect()).filter(one => one.width < 44 || one.height < 44)"


def test_names_break_between_words_on_television_and_figures_fit_a_thumb(phones: Phones) -> None:
    table = phones.table(players=NAMES, game="whistle-stop")
    page = phones.seated(table, 0).page
    page.goto(f"{table.address}/page/score_sheet")
    assert page.eval_on_selector_all(".sheet a", SMALL) == []
    for width, height in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{table.address}/board")
        page.wait_for_selector("#tables .sheet.on")
        assert page.eval_on_selector_all("#tables .sheet.on bdi, #scores bdi", BROKEN) == []
