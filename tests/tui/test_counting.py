"""Counting what lies on the table: what differs is said at once, with entries that could explain it, and one recount
sets it. Spec, README, `recount`: "when the table has more or fewer pieces than the log says".
"""

from typing import Any

import pytest

from companion.core.errors import Refusal
from companion.session.reconciling import begin_count
from companion.tui.screens.count import CountModel, CountPage
from tests.dampfross.moves import END_BUILDING, build, depart, fee, ferry, train
from tests.stephensons_rocket.moves import extend, line, skip, started, token
from tests.support import ANTON, BEATE, CLAUS, THREE
from tests.tui.acting import booked
from tests.tui.desk import AtDesk, collapsed, read
from tests.tui.driving import app_of, disk_of, running
from tests.whistle_stop.moves import move

COUNTED = "counted at the table"


class Counted:
    """A count at a table: keys pressed, and all that is drawn of it."""

    def __init__(self, game: str, blocks: list[dict[str, Any]], width: int = 78, **header: Any) -> None:
        self.desk, self.width = AtDesk(disk_of(blocks, THREE, game, **header)), width
        session = self.desk.session
        plan = begin_count(session.record, session.board_notes, self.desk.model.speaker.lexicon)
        self.model = CountModel(plan, COUNTED)

    def press(self, keys: str) -> str:
        for key in keys.split():
            self.model.press(key)
        page, width = CountPage(self.model, self.desk.model, lambda *_: None), self.width
        lines = [*page.head_lines(width), *page.content_lines(width), *page.last_difference(width)]
        return collapsed(read(lines))

    @property
    def recounts(self) -> list[dict[str, Any]]:
        """Recounts that the table offers once the count is done."""
        return [self.model.source.recount(self.model.reason)] if self.model.is_done else []


def recount(**position: Any) -> dict[str, Any]:
    return {"do": "recount", "position": position, "reason": COUNTED}


TWICE = [token(ANTON, "Reading", "steel"), token(ANTON, "Reading", "steel")]
"""One token, entered twice."""
CASES = {
    "stephensons-rocket": (
        TWICE,
        "tab tab tab tab tab tab tab tab tab 1",
        "steel, Reading: Anton, Tokens held: Companion has 2, but you counted 1.",
        "Entry 2 (Anton takes steel from Reading) changed this from 1 to 2. Maybe that didn't happen",
        recount(tokens=[{"commodity": "steel", "city": "Reading", "held": {ANTON: 1}}]),
    ),
    "whistle-stop": (
        [move("wood")],
        "enter enter enter enter enter enter 0 enter",
        "Anton, goods of wood: Companion has 1, but you counted 0.",
        "Entry 1 (Anton moves to a wood stop) changed this from 0 to 1. Maybe that didn't happen",
        recount(players={ANTON: {"goods": {"wood": 0}}}),
    ),
    "dampfross": (
        [build(ANTON, fees=[fee(BEATE, crossings=2)]), build(BEATE), build(CLAUS)],
        "2 0 enter",
        "Anton, balances: Companion has 18, but you counted 20.",
        "from 20 to 18. Maybe that didn't happen",
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
    assert COUNTED in screen
    count.press("enter")
    assert count.recounts == [block]


def test_an_entry_that_was_not_so_comes_before_one_that_happened_twice_or_the_other_way_round() -> None:
    """Anton paid 2, got 2 and lost 1, so he has 19; 21 lie there: he did not pay, got 2 twice, or got 1."""
    paid = build(ANTON, fees=[fee(BEATE, crossings=2)])
    got = [{"do": "adjust", "player": ANTON, "amount": by, "reason": "found"} for by in (2, -1)]
    screen = Counted("dampfross", [paid, *got]).press("2 1 enter end")
    said = [
        "from 20 to 18. Maybe that didn't happen. Without it, your count matches.",
        "from 18 to 20. Maybe it happened twice and you entered it once.",
        "from 20 to 19. Maybe it was the other way round.",
    ]
    assert [screen.count(one) for one in said] == [1, 1, 1]
    assert sorted(said, key=screen.index) == said


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
            "Maybe that didn't happen. Without it, your count matches. This changes: Anton, money 2,000 → 0; ",
        ),
        (
            ("stephensons-rocket", GREW),
            "3 0 0 0 end",
            "Entry 1 (Anton extends GWR to Leeds) changed this from 0 to 2,000. Entry 3",
        ),
        (
            ("dampfross", FERRY),
            "2 3 end",
            "Maybe that didn't happen. But without it, entry 3 isn't possible: Anton doesn't own a ferry.",
        ),
    ],
    ids=["a later payment changes", "the amount would be another", "a later entry breaks"],
)
def test_what_is_said_of_an_entry_that_was_not_so_was_tried_out(
    count: tuple[str, list[dict[str, Any]]], keys: str, said: str
) -> None:
    """Spec, Rocket, worked examples 1 and 2, and "Station payout"; Dampfross, `depart`: a ferry's owner gets 3."""
    header = started(line("GWR", unnamed_towns=1, stations={ANTON: 1})) if count[1] is GREW else {}
    assert said in Counted(*count, **header).press(keys)


@pytest.mark.parametrize(
    ("game", "typed"), [("stephensons-rocket", "0"), ("whistle-stop", "0"), ("dampfross", "2 0")]
)
def test_a_table_that_agrees_is_told_so_and_nothing_is_saved(game: str, typed: str) -> None:
    """Anton begins without money or fame, and with 20 units (rulebooks)."""
    count = Counted(game, [])
    end = count.press(f"{typed} enter end")
    assert "Everything you counted matches." in end
    count.press("enter")
    assert count.recounts == []


@pytest.mark.parametrize("keys", ["", "9 enter up delete enter"], ids=["left empty", "emptied again"])
def test_what_is_empty_is_not_counted(keys: str) -> None:
    count = Counted("whistle-stop", [])
    count.press(keys)
    assert "Anything you leave blank stays as it is." in count.press("end")
    count.press("enter")
    assert count.recounts == []


def test_the_reason_can_be_typed() -> None:
    count = Counted("dampfross", [])
    count.press("2 3 enter end d o g enter")
    assert [one["reason"] for one in count.recounts] == ["dog"]


def test_a_hidden_balance_is_compared_only_when_all_is_counted_and_never_told() -> None:
    """Beate has 4,000: nobody may find that out by trying amounts."""
    has = [{"do": "recount", "position": {"cash": {BEATE: 4000}}, "reason": "notes"}]
    count = Counted("stephensons-rocket", has, options={"hidden_money": True})
    seen = [count.press(keys) for keys in ("", "tab 7 0 0 0 enter", "end", "enter", "enter")]
    assert all("4,000" not in screen and "4000" not in screen for screen in seen)
    assert "a different amount" not in seen[1] + seen[2]
    assert "Beate, money: Companion has a different amount." in seen[3]
    assert count.recounts == [recount(cash={BEATE: 7000})]


def test_what_cannot_lie_there_is_said_at_its_cell() -> None:
    """Spec, whistle-stop, "Position": one share is with one player only; at most 10 goods are kept."""
    count = Counted("whistle-stop", [])
    assert "Anton, goods of cotton" in count.press("enter enter enter enter 9 9 enter end enter")
    assert count.recounts == []


def test_track_tiles_are_counted_as_those_left_like_on_the_table() -> None:
    """The rulebook's 60 track tiles: 17 are laid, so 43 are left; 42 are counted. The file holds what is laid."""
    count = Counted("stephensons-rocket", [], position={"tracks_laid": 17})
    assert "Tiles 43 " in count.desk.heading
    assert "Track tiles 43" in count.press("")
    cell = next(cell for cell in count.model.source.cells if cell.path == ("tracks_laid",))
    count.model.source = count.model.source.put(cell, "42")
    assert "track tiles: Companion has 43, but you counted 42." in count.press("end")
    count.press("enter")
    assert count.recounts == [recount(tracks_laid=18)]
    assert "Track tiles left 42" in count.desk.press("").model.speaker.say(
        count.desk.session.preview(recount(tracks_laid=18)).summary
    )
    with pytest.raises(Refusal):
        count.model.source.put(cell, "61")


# On its page


async def test_a_count_reopened_after_its_review_begins_at_its_first_cell() -> None:
    """After Esc the digits are an amount again: 7,000 in place of 5,000, and the reason is the usual one."""
    disk = disk_of([skip(ANTON)])
    async with running(app_of(disk)) as table:
        await table.press("C", *"5000", "enter", "end", "enter", "escape", "C", *"7000", "enter", "end")
        await table.press("enter", "enter")
    (block,) = booked(disk)[1:]
    assert {key: block[key] for key in block if key != "at"} == recount(cash={ANTON: 7000})


async def test_a_count_is_kept_after_a_look_at_the_table_saved_and_then_forgotten() -> None:
    disk = disk_of([skip(ANTON)])
    async with running(app_of(disk)) as table:
        await table.press("C", *"5000", "enter", "escape", "C", "end")
        assert "Companion has 0, but you counted 5,000" in table.seen
        await table.press("enter")
        assert "The count replaces what Companion had." in table.seen
        await table.press("enter", "C", "end")
        assert "Anything you leave blank" in table.seen, "once something is entered"
        await table.press("home", *"5000", "enter", "end", "escape", "C")
        assert table.seen.startswith("Count Anton, money"), "one that agreed begins at its first cell again"
        await table.press("f1")
        assert "plan" not in table.seen, "its help names no plan"
    (block,) = booked(disk)[1:]
    assert {key: block[key] for key in block if key != "at"} == recount(cash={ANTON: 5000})


async def test_columns_out_of_view_are_hinted_at_where_they_are_and_home_shows_whose_they_are() -> None:
    async with running(app_of(disk_of([], [*THREE, "Dora", "Emil"], "whistle-stop")), (40, 30)) as table:
        await table.press("C")
        assert table.lines()[2].split() == ["Ant.", "Bea.", "Cla.", "…"]
        await table.press("tab", "tab", "tab", "tab")
        assert table.lines()[2].split() == ["…", "Cla.", "Dora", "Emil"]
        await table.press("end", "home")
        assert table.lines()[2].split() == ["Ant.", "Bea.", "Cla.", "…"]
