"""Counting what lies on the table: what differs is said at once, with entries that could explain it, and one recount
sets it. Spec, README, `recount`: "when the table has more or fewer pieces than the log says".
"""

import re
from typing import Any

import pytest

from tests.dampfross.moves import build, fee
from tests.stephensons_rocket.moves import skip, token
from tests.support import ANTON, BEATE, CLAUS, THREE
from tests.tui.acting import booked, collapsed
from tests.tui.correcting import sizes_in_turn
from tests.tui.driving import SMALL, Table, app_of, disk_of, driven
from tests.whistle_stop.moves import move

NARROW = (40, 30)
SCROLLBAR = re.compile("[▁-█]")
COUNTED = "counted at the table"


def counted(
    game: str,
    keys: str,
    blocks: list[dict[str, Any]],
    size: tuple[int, int] = SMALL,
    **header: Any,
) -> tuple[list[dict[str, Any]], list[str]]:
    """What is booked by keys, and the screen behind each part of them; a bar parts them."""
    disk, seen = disk_of(blocks, THREE, game, **header), list[str]()

    async def doing(table: Table) -> None:
        for part in keys.split("|"):
            await table.press(*part.split())
            seen.append(collapsed(SCROLLBAR.sub(" ", table.text())))

    driven(app_of(disk), doing, size)
    found = booked(disk)[len(blocks) :]
    return [{key: value for key, value in one.items() if key != "at"} for one in found], seen


def recount(**position: Any) -> dict[str, Any]:
    return {"do": "recount", "position": position, "reason": COUNTED}


TWICE = [token(ANTON, "Reading", "steel"), token(ANTON, "Reading", "steel")]
"""One token, entered twice."""
CASES = {
    "stephensons-rocket": (
        TWICE,
        "C tab tab tab tab tab tab tab tab tab 1",
        "steel, Reading: Anton, held: the companion has 2, the table 1",
        "entry 2, Anton: take-token reading steel: from 1 to 2. Perhaps that was not so",
        recount(tokens=[{"commodity": "steel", "city": "Reading", "held": {ANTON: 1}}]),
    ),
    "whistle-stop": (
        [move(ANTON, "wood")],
        "C enter enter enter enter enter enter 0 enter",
        "Anton, goods of wood: the companion has 1, the table 0",
        "entry 1, Anton: move wood: from 0 to 1. Perhaps that was not so",
        recount(players={ANTON: {"goods": {"wood": 0}}}),
    ),
    "dampfross": (
        [build(ANTON, fees=[fee(BEATE, crossings=2)]), build(BEATE), build(CLAUS)],
        "C 2 0 enter",
        "Anton, accounts: the companion has 18, the table 20",
        "from 20 to 18. Perhaps that was not so",
        recount(accounts={ANTON: 20}),
    ),
}


@sizes_in_turn("game", [(game,) for game in CASES], CASES)
def test_what_differs_is_said_with_the_entry_that_explains_it_and_one_recount_sets_it(
    game: str, size: tuple[int, int]
) -> None:
    blocks, keys, difference, suspect, block = CASES[game]
    found, (live, end, offered, _) = counted(game, f"{keys} | end | enter | enter", blocks, size)
    for screen in (live, end):
        assert difference in screen
        assert suspect in screen
    assert COUNTED in end
    assert "recount" in offered
    assert found == [block]


def test_an_entry_that_was_not_so_comes_before_one_that_happened_twice_or_the_other_way_round() -> None:
    """Anton paid 2, got 2 and lost 1, so he has 19; 21 lie there: he did not pay, got 2 twice, or got 1."""
    paid = build(ANTON, fees=[fee(BEATE, crossings=2)])
    got = [{"do": "adjust", "player": ANTON, "amount": by, "reason": "found"} for by in (2, -1)]
    _, (screen,) = counted("dampfross", "C 2 1 enter end", [paid, *got])
    said = [
        "from 20 to 18. Perhaps that was not so: without it, this agrees.",
        "from 18 to 20. Perhaps that happened twice and was entered once.",
        "from 20 to 19. Perhaps it was the other way round.",
    ]
    assert [screen.count(one) for one in said] == [1, 1, 1]
    assert sorted(said, key=screen.index) == said


@sizes_in_turn(
    "game,typed",
    [("stephensons-rocket", "0"), ("whistle-stop", "0"), ("dampfross", "2 0")],
    ["rocket", "whistle-stop", "dampfross"],
)
def test_a_table_that_agrees_is_told_so_and_nothing_is_booked(
    game: str, typed: str, size: tuple[int, int]
) -> None:
    """Anton begins without money or fame, and with 20 units (rulebooks)."""
    found, (_, end, _, table) = counted(game, f"C {typed} enter | end | enter | escape", [], size)
    assert "The table and the companion agree in all that was counted." in end
    assert "agree" not in table
    assert found == []


def test_what_is_left_empty_is_not_counted() -> None:
    found, (end, _) = counted("whistle-stop", "C end | enter", [])
    assert "What you leave empty was not counted and stays as it is." in end
    assert found == []


def test_a_cell_that_is_emptied_again_is_not_counted() -> None:
    found, (_, end) = counted("whistle-stop", "C 9 enter | up delete enter end", [])
    assert "was not counted" in end
    assert found == []


def test_the_reason_can_be_typed() -> None:
    found, _ = counted("dampfross", "C 2 3 enter end d o g enter enter", [])
    assert [one["reason"] for one in found] == ["dog"]


def test_what_was_counted_is_there_again_after_a_look_at_the_table() -> None:
    _, (again,) = counted("dampfross", "C 2 3 enter escape C end", [])
    assert "the companion has 20, the table 23" in again


def test_counts_are_forgotten_once_something_is_entered() -> None:
    _, (_, fresh) = counted("stephensons-rocket", "C 5 enter escape | p enter C end", [skip(ANTON)])
    assert "was not counted" in fresh


def test_a_hidden_balance_is_compared_only_when_all_is_counted_and_never_told() -> None:
    """Beate has 4,000: nobody may find that out by trying amounts."""
    has = [{"do": "recount", "position": {"cash": {BEATE: 4000}}, "reason": "notes"}]
    keys = "C | tab 7 0 0 0 enter | end | enter | enter enter"
    found, seen = counted("stephensons-rocket", keys, has, options={"hidden_money": True})
    assert all("4,000" not in screen and "4000" not in screen for screen in seen)
    assert "another amount" not in seen[1] + seen[2]
    assert "Beate, cash: the companion has another amount" in seen[3]
    assert found == [recount(cash={BEATE: 7000})]


def test_what_cannot_lie_there_is_said_at_its_cell() -> None:
    """Spec, whistle-stop, "Position": one share is with one player only; at most 10 goods are kept."""
    found, (_, refused) = counted("whistle-stop", "C enter enter enter enter 9 9 enter | end enter", [])
    assert "Anton, goods of cotton" in refused
    assert found == []


def test_what_enter_does_behind_the_last_cell_is_said_only_there() -> None:
    _, (cell, end) = counted("dampfross", "C 2 3 enter | end", [])
    assert "Enter here" not in cell
    assert "Enter goes on to the next cell; End ends the count." in cell
    assert "Enter here: a recount of what differs" in end


def test_a_count_that_agreed_begins_at_its_first_cell_again() -> None:
    _, (again,) = counted("dampfross", "C 2 0 enter end escape C", [])
    assert again.startswith("Count Anton, accounts")


@pytest.mark.parametrize("game", ["whistle-stop", "stephensons-rocket"])
def test_home_shows_whose_columns_they_are(game: str) -> None:
    _, (there,) = counted(game, "C end home", [], NARROW)
    assert "Anton Beate Claus" in there


def test_the_help_of_the_count_names_no_plan() -> None:
    _, (helped,) = counted("dampfross", "C f1", [], (120, 60))
    assert "back to the screen before" in helped
    assert "plan" not in helped


def test_a_long_list_stands_there_whole() -> None:
    cities = [14, 15, 23, 24, 16, 11, 12, 13, 21, 22, 25]
    has = [{"do": "recount", "position": {"connected": cities}, "reason": "looked"}]
    _, (narrow,) = counted("dampfross", "C", has, NARROW)
    assert f"connected {', '.join(map(str, cities))} ferries" in narrow


def test_columns_out_of_view_are_hinted_at_where_they_are() -> None:
    disk, seen = disk_of([], [*THREE, "Dora", "Emil"], "whistle-stop"), list[list[str]]()

    async def doing(table: Table) -> None:
        await table.press("C")
        seen.append(table.lines()[2].split())
        await table.press("tab", "tab", "tab", "tab")
        seen.append(table.lines()[2].split())

    driven(app_of(disk), doing, NARROW)
    assert seen == [["Ant.", "Bea.", "Cla.", "…"], ["…", "Cla.", "Dora", "Emil"]]
