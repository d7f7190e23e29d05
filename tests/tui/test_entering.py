"""On the way through an entry: back without loss, what is optional, refusals and rulings, and pointing."""

from collections.abc import Awaitable, Callable

import pytest

from tests.stephensons_rocket.moves import extend, token
from tests.support import BEATE, DORA
from tests.tui.acting import SIZES, Seen, Size, Start, booked, called, collapsed
from tests.tui.driving import MOMENT, Table, app_of, disk_of, driven
from tests.tui.test_actions_stephensons_rocket import TABLE

Fields = dict[str, object]

AGAIN = TABLE._replace(blocks=[extend(BEATE, "GWR")])
"""Beate has extended GWR in this turn; she may do it again only if the table decides so."""


def on(start: Start, doing: Callable[[Table], Awaitable[None]], size: Size = SIZES[0]) -> list[Fields]:
    """Does something at a table; what is in the file then besides what it began with."""
    disk = start.disk()
    driven(app_of(disk), doing, size)
    return booked(disk)[len(start.blocks) :]


def keys(text: str) -> list[str]:
    return text.split()


def entry_of(table: Table) -> str:
    return collapsed(Seen(table).of("entry"))


# Back


@pytest.mark.parametrize("back", ["backspace", "escape"])
def test_going_back_keeps_what_was_answered(back: str) -> None:
    async def doing(table: Table) -> None:
        await table.press(*keys("e 5 l e enter tab a"), back, back)
        assert "towns next to the locomotive:" in entry_of(table)
        assert "= extend gwr leeds station anton" in entry_of(table)

    assert on(TABLE, doing) == []


@pytest.mark.parametrize("back", ["backspace", "escape"])
def test_going_back_brings_a_name_into_what_is_typed(back: str) -> None:
    async def doing(table: Table) -> None:
        await table.press(*keys("e 5 l e enter"), back)
        assert "towns next to the locomotive: Leeds" in entry_of(table)
        await table.press(back)
        assert "towns next to the locomotive: Leed " in entry_of(table)

    assert on(TABLE, doing) == []


@pytest.mark.parametrize("back", ["backspace", "escape"])
def test_going_back_keeps_rows(back: str) -> None:
    async def doing(table: Table) -> None:
        await table.press(*keys("e 5 tab tab c 1 a"), back, back)
        assert "= extend gwr veto claus 1" in entry_of(table)

    assert on(TABLE, doing) == []


def test_an_action_that_was_left_finds_its_answers_again() -> None:
    async def doing(table: Table) -> None:
        await table.press(*keys("e 5 tab d"), *["backspace"] * 4)
        assert Seen(table).of("entry").startswith("── before the first entry")
        await table.press("e")
        assert "= extend gwr station dora" in entry_of(table)
        await table.press("enter")

    assert on(TABLE, doing) == [{**extend(BEATE, "GWR", station=DORA), "at": MOMENT}]


# What is optional


def test_tab_opens_what_is_optional_one_after_the_other() -> None:
    asked = (
        "whose station stood there:",
        "bids of a veto:",
        "the line it merges into:",
        "who did it:",
        "a note:",
        "the reason of a ruling:",
    )

    async def doing(table: Table) -> None:
        await table.press("e", "5")
        for question in asked:
            await table.press("tab")
            assert question in entry_of(table)

    assert on(TABLE, doing) == []


# Refusals


@pytest.mark.parametrize("size", SIZES, ids=called)
def test_a_refused_entry_says_why_at_once_and_a_ruling_with_its_reason_books_it(size: Size) -> None:
    async def doing(table: Table) -> None:
        await table.press("e", "5")
        assert "refused; Enter: the table decides otherwise" in entry_of(table)
        assert "GWR was already extended in this turn; extend another line" in entry_of(table)
        await table.press("enter")
        assert "the reason of a ruling:" in entry_of(table)
        assert len(table.session.record.blocks) == 1
        await table.press(*"agreed", "enter")
        assert "= extend gwr ruling" in entry_of(table)
        assert "overruled: GWR was already extended in this turn" in entry_of(table)
        await table.press("enter")

    assert on(AGAIN, doing, size) == [{**extend(BEATE, "GWR", ruling="agreed"), "at": MOMENT}]


@pytest.mark.parametrize("size", SIZES, ids=called)
def test_what_no_ruling_lifts_is_never_booked(size: Size) -> None:
    async def doing(table: Table) -> None:
        await table.press(*keys("e 5 tab tab tab 5"))
        assert "GWR cannot merge into itself" in entry_of(table)
        assert "refused ──" in entry_of(table)
        assert "the table decides otherwise" not in entry_of(table)
        await table.press("enter", "enter")
        await table.press("tab", "tab", "tab", *"why", "enter", "enter", "enter")
        assert "GWR cannot merge into itself" in entry_of(table)

    assert on(TABLE, doing, size) == []


def test_a_missing_answer_is_said_and_nothing_is_booked() -> None:
    async def doing(table: Table) -> None:
        await table.press("e", "enter")
        assert "still to say: the line" in entry_of(table)

    assert on(TABLE, doing) == []


# Pointing


@pytest.mark.parametrize("size", SIZES, ids=called)
def test_pointing_at_hints_and_candidates_does_what_their_keys_do(size: Size) -> None:
    async def doing(table: Table) -> None:
        await table.click("e extend")
        await table.click("5 GWR")
        assert "= extend gwr" in entry_of(table)
        await table.click("Manchester  Reading")
        assert "= extend gwr manchester" in entry_of(table)
        await table.click("Enter accept")

    assert on(TABLE, doing, size) == [{**extend(BEATE, "GWR", metropolises=["Manchester"]), "at": MOMENT}]


@pytest.mark.parametrize("size", SIZES, ids=called)
def test_pointing_at_a_part_of_the_entry_asks_for_it(size: Size) -> None:
    async def doing(table: Table) -> None:
        await table.press("e", "5")
        await table.click("station   veto")
        assert "whose station stood there:" in entry_of(table)
        await table.click("d Dora")
        assert "= extend gwr station dora" in entry_of(table)

    assert on(TABLE, doing, size) == []


def test_signs_of_several_characters_do_not_shift_what_is_pointed_at() -> None:
    async def doing(table: Table) -> None:
        await table.press("e", "5")
        await table.click("station   veto")
        await table.click("c (", below="whose station")
        assert "= extend gwr station claus" in entry_of(table)

    driven(app_of(disk_of(players=("👩‍🚀", "👍🏽", "Claus"))), doing)


@pytest.mark.parametrize("size", SIZES, ids=called)
def test_pointing_at_a_line_of_the_log_opens_its_receipt(size: Size) -> None:
    start = TABLE._replace(blocks=[token(BEATE, "Reading")])

    async def doing(table: Table) -> None:
        await table.click("take-token reading steel")
        assert table.lines()[0].strip() == "Entry 1"
        await table.press("escape")
        assert table.lines()[0].startswith("Stephenson's Rocket")

    assert on(start, doing, size) == []
