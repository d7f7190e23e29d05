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
from tests.web.visiting import House
from tests.whistle_stop.moves import denver, held
from tests.whistle_stop.moves import played as whistle_stop

PASSES = [{"do": "pass", "by": name} for name in (ANTON, ANTON, BEATE, BEATE, CLAUS, CLAUS, ANTON)]
ADJUST = {"do": "adjust", "by": ANTON, "player": CLAUS, "amount": 500, "reason": "slip"}


def part(session: Session, name: str, reader: str | None) -> str:
    return Page(PublicView(session, speaker_of(session, "en")).part(name, reader)).text


PIECES = held(
    Anton={
        "coal": 2,
        "whistle": 0,
        "goods": {"wood": 3},
        "gold": [5, 3],
        "shares": {"B": [1]},
        "upgrades": [],
    },
    Beate={"coal": 1, "upgrades": ["mine-cart"]},
)


@pytest.mark.parametrize(
    ("reader", "has", "lacks"),
    [
        (
            ANTON,
            "You have Points 0 In hand coal 2 wood 3 gold 2 Shares B 1* Only for you ••••• Show",
            "whistle",
        ),
        (BEATE, "In hand coal 1 upgrades Mine Cart", "Only for you"),
        (None, "", "You have"),
    ],
)
def test_the_card_lists_ones_own_things_without_zeros(reader: str | None, has: str, lacks: str) -> None:
    found = part(whistle_stop(players=(ANTON, BEATE), **PIECES), "own", reader)
    assert has.casefold() in found.casefold()
    assert lacks not in found


def test_a_pad_needs_no_card_and_my_row_says_you() -> None:
    session = session_of(
        [{"do": "round", "scores": dict(zip(THREE, (3, 20, 3), strict=True))}], game="hearts"
    )
    assert part(session, "own", ANTON) == ""
    assert part(session, "scores", ANTON).startswith("Scores A You +3 3 B Beate")
    hidden = session_of(game="hearts", options={"hidden_money": True})
    assert "money" not in (part(hidden, "own", ANTON) + part(hidden, "scores", ANTON)).casefold()


SINCE = "Since your last turn"


@pytest.mark.parametrize(
    ("blocks", "reader", "said"),
    [
        (PASSES, ANTON, f"{SINCE} Latest 3 of 4 C Claus passes C Claus passes B Beate passes"),
        (PASSES, BEATE, f"{SINCE} A Anton passes C Claus passes C Claus passes"),
        ([*PASSES[:6], ADJUST], CLAUS, f"{SINCE} A Anton adjusts Claus's score C Claus +500"),
        (PASSES[:3], CLAUS, ""),
        (PASSES[:6], CLAUS, ""),
        (PASSES, None, ""),
    ],
    ids=["in my turn", "after it", "paid", "no turn yet", "nothing since", "watching"],
)
def test_entries_since_my_last_turn_come_newest_first(blocks: Any, reader: str | None, said: str) -> None:
    assert part(session_of(blocks), "since", reader) == said


@pytest.mark.parametrize(("seat", "is_folded"), [(0, False), (1, True)])
def test_only_somebody_elses_turn_is_folded(seat: int, is_folded: bool) -> None:
    html = House(session_of()).visitor(seat=seat).get("/").text
    fold = re.search(r'<details class="for">.*?</details>', html, re.DOTALL)
    assert bool(fold) is is_folded
    if fold is not None:
        assert {"verb:extend", "verb:pass"} <= {*Page(fold[0]).targets}
        assert Page(fold[0]).text.startswith("Enter for Anton It's Anton's turn.")
    assert "verb:pass" in Page(html).targets


def entered(house: House, guest: Any, block: Any) -> None:
    house.hub.act(guest.guest, lambda desk: (desk.open_block(block), desk.press("enter")))  # type: ignore[arg-type,func-returns-value]


@pytest.mark.parametrize(
    ("seat", "block", "said"),
    [
        (1, PASSES[0], "Beate entered for Anton: Anton passes"),
        (0, PASSES[0], "Entered elsewhere: Anton passes"),
        (1, {"do": "isolate", "line": "GWR"}, "Entered by Beate: GWR"),
    ],
)
def test_the_others_read_once_who_entered_for_whom(seat: int, block: Any, said: str) -> None:
    house = House(session_of())
    doer, other = house.visitor(seat=seat), house.visitor(seat=2)
    other.get("/")
    entered(house, doer, block)
    found = Page(other.post("/do", {}).entry).text
    assert said in found
    assert len(re.findall("[Ee]ntered (?:by|for|elsewhere)", found)) == 1


def test_undoing_somebody_elses_entry_says_what_goes_back() -> None:
    house = House(session_of())
    anton, beate = house.visitor(seat=0), house.visitor(seat=1)
    beate.get("/")
    entered(house, anton, ADJUST)
    page = Page(beate.tap("command:undo").entry)
    for said in ("Undo Anton's entry?", "Anton saved it at", "Anton adjusts", "Claus gives back 500"):
        assert said in page.text
    assert page.text.endswith("Keep it Undo")
    assert not house.hub.page(beate.guest).desk.messages
    beate.tap("press:enter")
    assert house.hub.session.record.scores[CLAUS] == 0
    assert "500" not in part(house.hub.session, "scores", CLAUS), "a correction's difference"


def test_a_guest_counts_no_hidden_money() -> None:
    for options, is_offered in (({"hidden_money": True}, False), ({}, True)):
        guest = House(session_of(options=options)).visitor(seat=0)
        assert ("Money" in Page(guest.tap("verb:recount").entry).text) is is_offered


def test_the_board_is_linked_once_it_has_notes() -> None:
    noted = whistle_stop(denver(pay={}, ruling="x"), players=(ANTON, BEATE))
    for session, is_linked in ((session_of(game="hearts"), False), (noted, True)):
        nav = House(session).visitor(seat=0).get("/").text.partition("</nav>")[0]
        assert ("/page/notes" in nav) is is_linked


@pytest.mark.parametrize(
    ("show", "numbers"), [("", "7654321"), ("mine", "321"), ("payouts", "3"), ("x", "7654321")]
)
def test_the_history_can_show_my_entries_or_payouts(show: str, numbers: str) -> None:
    """Anton passes in entries 1 and 2; his adjustment in entry 3 is the only one that pays."""
    guest = House(session_of([*PASSES[:2], ADJUST, *PASSES[2:6]])).visitor(seat=0)
    html = guest.get(f"/history?show={show}").text
    assert "".join(re.findall(r'class="number">(\d+)', html)) == numbers
    assert re.findall("<h([1-6])", html) == sorted(re.findall("<h([1-6])", html))


def test_the_end_names_the_winner_and_folds_the_breakdown() -> None:
    scores = dict(zip(THREE, (3, 20, 3), strict=True))
    session = session_of([{"do": "round", "scores": scores}, {"do": "finish"}], game="hearts")
    page = House(session).visitor(seat=0)
    assert part(session, "sheet", ANTON).startswith("Breakdown Score sheet")
    assert "3rd B Beate 20" in part(session, "scores", ANTON)
    assert '<details class="fold"><summary>Breakdown' in page.get("/").text


NAMES = ("Ömer", "Ágnes", "Maximilian-Alexander", "Konstantin Emanuel", "Wolfgang-Bartholomäus")
BROKEN = r"""() => [...document.querySelectorAll("#tables .sheet.on bdi, #scores bdi")].filter(one => {
  const range = document.createRange(), text = one.firstChild;
  return [...text.data.matchAll(/[^\s-]+-?/g)].some(word => {
    range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(box => box.top)).size > 1;
  });
}).map(one => one.textContent)"""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_no_name_breaks_in_a_word_on_television(phones: Phones, size: tuple[int, int]) -> None:
    table = phones.table(players=NAMES, game="whistle-stop")
    page = phones.page(viewport={"width": size[0], "height": size[1]})
    page.goto(table.link)
    page.wait_for_url("**/seats")
    page.goto(f"{table.address}/board")
    page.wait_for_selector("#tables .sheet.on")
    assert page.evaluate(BROKEN) == []


def test_figures_on_the_score_sheet_are_large_enough_for_a_thumb(phones: Phones) -> None:
    table = phones.table(players=NAMES[:4])
    phone = phones.seated(table, 0)
    phone.page.goto(f"{table.address}/page/score_sheet")
    boxes = "all => all.map(one => one.getBoundingClientRect()).filter(one => one.width < 44 || one.height < 44).length"
    assert phone.page.eval_on_selector_all(".sheet a", boxes) == 0
