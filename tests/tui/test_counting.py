"""Counting what lies on the table: what differs is said at once, with entries that could explain it, and one recount
sets it. notation.md, "In every game", `recount`: the table has more or fewer pieces than the entries say.
"""

from typing import Any

import pytest

from companion.pages.count import CountEditor, CountGrid
from companion.pages.grid import Place
from companion.session.reconciling import begin_count
from tests.dampfross.moves import END_BUILDING, build, depart, fee, ferry, train
from tests.stephensons_rocket.moves import extend, line, skip, started, token
from tests.support import ANTON, BEATE, CLAUS, THREE
from tests.tui.acting import booked
from tests.tui.counting import cell_lines
from tests.tui.desk import AtDesk, collapsed, read
from tests.tui.driving import app_of, disk_of, running
from tests.whistle_stop.moves import denver, move


class Counted:
    """A count at a table: keys pressed, and all that is drawn of it."""

    def __init__(self, game: str, blocks: list[dict[str, Any]], width: int = 78, **header: Any) -> None:
        self.desk, self.width = AtDesk(disk_of(blocks, THREE, game, **header)), width
        session = self.desk.session
        plan = begin_count(session.record, session.board_notes, self.desk.model.speaker.lexicon)
        self.model = CountEditor(plan)

    def press(self, keys: str) -> str:
        for key in keys.split():
            self.model.press(key)
        view, width = self.view, self.width
        return collapsed(read([*view.head(width), *cell_lines(view, width)]))

    @property
    def view(self) -> CountGrid:
        return CountGrid(self.desk.model, self.model)

    @property
    def recounts(self) -> list[dict[str, Any]]:
        """Recounts that are saved once the count is done."""
        return [dict(self.view.block)] if self.model.is_done else []


def recount(**position: Any) -> dict[str, Any]:
    return {"do": "recount", "position": position}


TWICE = [token(ANTON, "Reading", "steel"), token(ANTON, "Reading", "steel")]
"""One token, entered twice."""
CASES = {
    "stephensons-rocket": (
        TWICE,
        "tab tab tab tab tab tab tab tab tab 1 enter",
        "steel, Reading: Anton, Tokens held: Companion has 2, but you counted 1.",
        "Perhaps entry 2 never happened: Anton takes a steel token from Reading, 1 → 2",
        recount(tokens=[{"commodity": "steel", "city": "Reading", "held": {ANTON: 1}}]),
    ),
    "whistle-stop": (
        [move("wood")],
        "down down down down down down 0 enter",
        "Anton, goods of wood: Companion has 1, but you counted 0.",
        "Perhaps entry 1 never happened: Anton moves to a wood stop, 0 → 1",
        recount(players={ANTON: {"goods": {"wood": 0}}}),
    ),
    "dampfross": (
        [build(ANTON, fees=[fee(BEATE, crossings=2)]), build(BEATE), build(CLAUS)],
        "2 0 enter",
        "Anton, balances: Companion has 18, but you counted 20.",
        "Perhaps entry 1 never happened: Anton rolls 6 and builds, 20 → 18",
        recount(accounts={ANTON: 20}),
    ),
}


@pytest.mark.parametrize("game", CASES)
def test_what_differs_is_said_with_the_entry_that_explains_it_and_one_recount_sets_it(game: str) -> None:
    blocks, keys, difference, suspect, block = CASES[game]
    count = Counted(game, blocks)
    for screen in (count.press(keys), count.press("end")):
        assert difference in screen
        assert suspect in screen
    count.press("enter")
    assert count.recounts == [block]


def test_a_share_counted_for_one_player_is_said_to_leave_the_other() -> None:
    """Each share is one card (Whistle Stop rulebook, shares): Anton's B 1 can't lie before both."""
    count = Counted("whistle-stop", [move("wood"), move("wood"), denver()])
    count.model.go(Place(0, 11, 1))
    end = count.press("1 enter end")
    assert "Beate, shares of B: Companion has nothing, but you counted 1." in end
    assert "Anton, shares of B: nobody counted this, but it changes too: 1 → nothing." in end


GREW = [
    extend(ANTON, "GWR", railway_towns=["Leeds"]),
    skip(ANTON),
    extend(BEATE, "GWR", railway_towns=["York"]),
]
"""Anton's station is the only one of GWR, which has a town: 2 towns pay him 2,000, then 3 towns 3,000."""
PAID = [token(ANTON, "Reading", "steel"), extend(ANTON, "GWR", metropolises=["Reading"])]
"""The one token of Reading brings Anton 2,000."""
FERRY = [ferry(ANTON, "Gedser 1"), END_BUILDING, depart(train(BEATE, ferries={ANTON: 1}))]
"""Anton has 20, buys a ferry for 6 and gets 3 for its use."""


@pytest.mark.parametrize(
    ("count", "keys", "said"),
    [
        (
            ("stephensons-rocket", PAID),
            "tab " * 9 + "0 end",
            "Without it, the number matches. Then: Anton, money 2,000 → 0",
        ),
        (
            ("stephensons-rocket", GREW),
            "3 0 0 0 end",
            "Was the payout of entry 1 handed out? Anton extends GWR to Leeds, 0 → 2,000. Save",
        ),
        (
            ("stephensons-rocket", PAID),
            "0 end",
            "Was the payout of entry 2 handed out? Anton extends GWR to Reading, 0 → 2,000. Save",
        ),
        (
            ("whistle-stop", [move("wood")]),
            "down " * 5 + "1 down 0 end",
            "Perhaps entry 1 mixes up Anton, goods of wood and Anton, goods of stone: Anton moves to a wood stop.",
        ),
        (
            ("dampfross", [build(ANTON, fees=[fee(BEATE, crossings=2)])]),
            "2 2 tab 1 8 end",
            "Perhaps entry 1 mixes up Anton, balances and Beate, balances: Anton rolls 6 and builds.",
        ),
        (
            ("whistle-stop", [move("wood")]),
            "down " * 6 + "1 1 enter",  # whistle-stop.md, "Stops": at most 10 goods
            "Anton, goods of wood must be at most 10.",
        ),
        (
            ("dampfross", FERRY),
            "2 3 end",
            "But without it, entry 3 isn't possible: Anton doesn't own a ferry.",
        ),
    ],
    ids=[
        "a later payment changes",
        "one of two payouts still in the bank",
        "a payout still in the bank",
        "two goods mixed up",
        "two players mixed up",
        "an impossible number",
        "a later entry breaks",
    ],
)
def test_what_is_said_of_an_entry_that_was_not_so_was_tried_out(
    count: tuple[str, list[dict[str, Any]]], keys: str, said: str
) -> None:
    """stephensons-rocket.md, "Scoring 1", "Scoring 2"; dampfross.md, "Ferry lines": a ferry's owner gets 3."""
    header = started(line("GWR", unnamed_towns=1, stations={ANTON: 1})) if count[1] is GREW else {}
    assert said in Counted(*count, **header).press(keys)


def test_a_hidden_balance_is_compared_only_when_all_is_counted_and_never_told() -> None:
    """Beate has 4,000: nobody may find that out by trying amounts."""
    has = [{"do": "recount", "position": {"cash": {BEATE: 4000}}, "reason": "notes"}]
    count = Counted("stephensons-rocket", has, options={"hidden_money": True})
    seen = [count.press(keys) for keys in ("", "tab 7 0 0 0 enter", "end", "enter", "enter")]
    assert all("4,000" not in screen and "4000" not in screen for screen in seen)
    assert "a different amount" not in seen[1] + seen[2]
    assert "Beate, money: Companion has a different amount." in seen[3]
    assert count.recounts == [recount(cash={BEATE: 7000})]


# On its page


async def test_a_count_that_was_discarded_is_reopened_and_enter_in_its_review_saves_it() -> None:
    disk = disk_of([skip(ANTON)])
    async with running(app_of(disk)) as table:
        await table.press("C", *"5000", "enter", "7", "escape")  # what was typed is kept too
        assert 'You discarded "Count" without saving it. Backspace reopens it.' in table.seen
        await table.press("backspace", "end")
        assert "Companion has 0, but you counted 5,000" in table.seen
        assert "Enter Save Esc Discard" in table.seen
        await table.press("enter")
        assert "Count: Anton has 5,000 pounds" in table.seen
        await table.press("C", "end")
        assert "Nothing is counted yet. Esc Discard" in table.seen
        await table.press("home", *"5000", "enter", "end", "escape", "backspace")
        assert "discarded" not in table.seen, "one that agreed isn't kept"
        await table.press("C", "f1")
        assert "plan" not in table.seen, "its help names no plan"
    (block,) = booked(disk)[1:]
    assert {key: block[key] for key in block if key != "at"} == recount(cash={ANTON: 5000, BEATE: 7})


@pytest.mark.parametrize("amount", ["7000", "4000"], ids=["differs", "agrees"])
async def test_discarding_a_count_of_hidden_money_does_not_tell_whether_it_differs(amount: str) -> None:
    has = [{"do": "recount", "position": {"cash": {ANTON: 4000}}, "reason": "notes"}]
    async with running(app_of(disk_of(has, options={"hidden_money": True}))) as table:
        await table.press("C", *amount, "enter", "escape")
        assert 'You discarded "Count" without saving it. Backspace reopens it.' in table.seen
