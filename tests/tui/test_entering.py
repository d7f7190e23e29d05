"""On the way through an entry: back without loss, what is optional, refusals and rulings, and pointing."""

from collections.abc import Awaitable, Callable

import pytest

from tests.stephensons_rocket.moves import extend, token
from tests.support import BEATE, DORA
from tests.tui.acting import SIZES, Seen, Size, Start, booked, called, collapsed, table_screen
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


def test_going_back_keeps_what_was_answered() -> None:
    async def doing(table: Table) -> None:
        await table.press(*keys("e 5 l e enter tab a"), "backspace", "backspace")
        assert "towns next to the locomotive" in entry_of(table)
        assert "= extend gwr leeds station anton" in entry_of(table)

    assert on(TABLE, doing) == []


def test_going_back_shows_the_answer_that_stands_there() -> None:
    async def doing(table: Table) -> None:
        await table.press(*keys("e 5 tab a backspace"))
        assert "whose station stood on the space that was entered: Anton" in entry_of(table)

    assert on(TABLE, doing) == []


def test_going_back_brings_a_name_into_what_is_typed() -> None:
    async def doing(table: Table) -> None:
        await table.press(*keys("e 5 l e enter backspace"))
        assert ": Leeds" in entry_of(table)
        await table.press("backspace")
        assert ": Leed " in entry_of(table)

    assert on(TABLE, doing) == []


# Leaving


def test_what_was_thrown_away_stays_away() -> None:
    """A merger that was left once was booked with the next move of that line."""

    async def doing(table: Table) -> None:
        await table.press(*keys("e 5 . 6 escape"))
        await table.press(*keys("e 5"))
        assert "= extend gwr towns" in entry_of(table)
        await table.press("enter")

    assert on(TABLE, doing) == [{**extend(BEATE, "GWR"), "at": MOMENT}]


def test_one_key_brings_back_what_was_thrown_away_as_it_was() -> None:
    async def doing(table: Table) -> None:
        await table.press(*keys("e 5 tab d escape"))
        assert "Thrown away: extend gwr station dora. Backspace brings it back." in entry_of(table)
        assert "Backspace bring back" in Seen(table).of("hints")
        await table.press("backspace")
        assert "= extend gwr station dora" in entry_of(table)
        await table.press("enter")
        assert "bring back" not in Seen(table).of("hints")

    assert on(TABLE, doing) == [{**extend(BEATE, "GWR", station=DORA), "at": MOMENT}]


def test_nothing_thrown_away_comes_back_once_something_was_booked() -> None:
    async def doing(table: Table) -> None:
        await table.press(*keys("e 5 tab d escape e 6 enter backspace"))
        assert not table_screen(table).model.is_entering

    assert on(TABLE, doing) == [{**extend(BEATE, "LSWR"), "at": MOMENT}]


def test_a_row_is_taken_out_alone() -> None:
    """The first of two bids; the other stays."""

    async def doing(table: Table) -> None:
        await table.press(*keys("e 5 tab tab c 1 a 2 left backspace"))
        assert "= extend gwr veto anton 2" in entry_of(table)

    assert on(TABLE, doing) == []


# What is optional


def test_tab_opens_what_is_optional_one_after_the_other() -> None:
    """A ruling has its own key, and who did it is said on the table."""
    parts = ["station", "veto", "note"]

    async def doing(table: Table) -> None:
        model = table_screen(table).model
        await table.press("e", "5")
        for field in parts:
            await table.press("tab")
            assert model.form.cursor == (field,)
        await table.press("tab")
        assert model.form.cursor == ()

    assert on(TABLE, doing) == []


# Refusals


@pytest.mark.parametrize("size", SIZES, ids=called)
def test_a_refused_entry_says_why_at_once_and_a_ruling_with_its_reason_books_it(size: Size) -> None:
    async def doing(table: Table) -> None:
        await table.press("e", "5")
        assert "refused; Enter: change it, ! overrules" in entry_of(table)
        assert "GWR was already extended in this turn; extend another line" in entry_of(table)
        await table.press("!")
        assert "the reason of a ruling:" in entry_of(table)
        assert len(table.session.record.blocks) == 1
        await table.press(*"agreed", "enter")
        assert "= extend gwr ruling" in entry_of(table)
        assert "overruled: GWR was already extended in this turn" in entry_of(table)
        await table.press("enter")

    assert on(AGAIN, doing, size) == [{**extend(BEATE, "GWR", ruling="agreed"), "at": MOMENT}]


def test_enter_on_a_refused_entry_asks_what_would_cure_it_and_answers_become_no_reason() -> None:
    async def doing(table: Table) -> None:
        await table.press("e", "5", "enter")
        assert table_screen(table).model.form.cursor == ("line",)
        await table.press("6", "enter")

    assert on(AGAIN, doing) == [{**extend(BEATE, "LSWR"), "at": MOMENT}]


@pytest.mark.parametrize("size", SIZES, ids=called)
def test_what_no_ruling_lifts_is_never_booked(size: Size) -> None:
    async def doing(table: Table) -> None:
        await table.press(*keys("e 5 . 5"))
        assert "GWR cannot merge into itself" in entry_of(table)
        assert "refused; Enter: change it" in entry_of(table)
        assert "overrules" not in entry_of(table)
        await table.press("enter", "enter", "!")
        assert "not even a ruling can book this" in entry_of(table)
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
        await table.click("Enter ok")

    assert on(TABLE, doing, size) == [{**extend(BEATE, "GWR", metropolises=["Manchester"]), "at": MOMENT}]


@pytest.mark.parametrize("size", SIZES, ids=called)
def test_pointing_at_a_part_of_the_entry_asks_for_it(size: Size) -> None:
    async def doing(table: Table) -> None:
        await table.press("e", "5")
        await table.click("station   veto")
        assert "whose station stood on the space that was entered:" in entry_of(table)
        await table.click("d Dora")
        assert "= extend gwr station dora" in entry_of(table)

    assert on(TABLE, doing, size) == []


def test_signs_of_several_characters_do_not_shift_what_is_pointed_at() -> None:
    async def doing(table: Table) -> None:
        await table.press("e", "5")
        await table.click("station ", below="── extend")
        await table.click("c (", below="whose station")
        assert "= extend gwr station claus" in entry_of(table)

    players = ("👩‍🚀", "👍🏽", "Claus")
    driven(app_of(disk_of([{"do": "place-station", "by": players[0]}], players)), doing)


@pytest.mark.parametrize("size", SIZES, ids=called)
def test_pointing_at_a_line_of_the_log_opens_its_receipt(size: Size) -> None:
    start = TABLE._replace(blocks=[token(BEATE, "Reading")])

    async def doing(table: Table) -> None:
        await table.click("take-token reading steel")
        assert table.lines()[0].strip() == "Entry 1"
        await table.press("escape")
        assert table.lines()[0].lstrip().startswith("Stephenson's Rocket")

    assert on(start, doing, size) == []
