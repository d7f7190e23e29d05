"""The page of entries: those that stand, the table as it was beside them, what was undone, and what stays covered."""

import pytest

from companion.draw.table_area import TableCache
from companion.pages.effects import AtDesk as PageAtDesk
from companion.pages.page import RowList
from companion.report.spans import Key
from companion.tui.draw.heading import as_of_lines
from tests.corrections import amend, strike
from tests.dampfross.moves import END_BUILDING, FINISH, build, depart, places, train
from tests.stephensons_rocket.moves import token
from tests.support import ANTON, BEATE, CLAUS, DORA
from tests.tui.acting import Start, block_text, booked, collapsed, table_screen
from tests.tui.desk import AtDesk, page_lines, page_of, read, view_of
from tests.tui.driving import MOMENT, app_of, running
from tests.tui.test_correcting import RAILS, ROCKET, WHISTLE
from tests.whistle_stop.moves import move

END_OF_BEATE, END_OF_CLAUS = ({"by": name, "do": "end-turn"} for name in (BEATE, CLAUS))
ROUNDS = WHISTLE._replace(blocks=[*WHISTLE.blocks, END_OF_BEATE, END_OF_CLAUS, move("wood")])
RUNS = RAILS._replace(
    blocks=[
        *RAILS.blocks,
        END_BUILDING,
        depart(train(ANTON)),
        depart(train(BEATE), train(CLAUS)),
        places([BEATE], [CLAUS]),
    ]
)
"""Anton ran alone for 20, Beate came in before Claus: 20 and 10. Anton 46, Beate 52, Claus 36."""


def entries_of(start: Start, keys: str = "", **args: Key) -> str:
    return read(page_lines(AtDesk(start.disk()).press(keys).model, "entries", 77, 20, **args))


# The table as it was


@pytest.mark.parametrize(
    ("start", "place", "shows"),
    [
        (ROCKET, 1, ("After entry 1 ", "▸B Beate 1", "14,000", "10,000")),
        (ROCKET, 4, ("After entry 4 ", "▸D Dora 2", "14,000")),
        (RUNS, 1, ("After entry 1 ", "26 1st 20 2nd 20 2nd")),
        (RUNS, 8, ("After entry 8 ", "46 2nd 52 1st 36 3rd")),
        (ROUNDS, 4, ("Coal 2 3 5",)),
    ],
)
def test_an_entry_shows_the_table_then(start: Start, place: int, shows: tuple[str, ...]) -> None:
    """For Manchester Anton got 2,000; a stop of Whistle Stop costs Anton one of 4 coal; Beate has 4, Claus 5."""
    model = AtDesk(start.disk()).model
    seen = collapsed(read(as_of_lines(view_of(model).as_of(place), place, 80, 30, TableCache())))
    for text in shows:
        assert text in seen


# Headings, and what is looked for


def rows_listed(start: Start, words: str = "") -> list[str]:
    """Headings, and numbers of entries, as the page lists them."""
    rows = [collapsed(row) for row in entries_of(start, words=words).splitlines()]
    return [row if row.split()[0] in ("Round", "Run") else row.split()[0] for row in rows if row]


@pytest.mark.parametrize(
    ("start", "words", "numbers"),
    [
        (RUNS, "", ["Round 1", "1", "2", "3", "Round 2", "4", "5", "Run 1", "6", "Run 2", "7", "8"]),
        (ROUNDS, "", ["Round 1", "1", "2", "3", "4", "5", "6", "Round 2", "7"]),
        (ROCKET, "Beate", ["1", "2"]),
        (ROCKET, "york", ["5"]),
        (ROCKET, "extend claus", ["1", "4"]),
        (RUNS, "31", ["Round 1", "2", "Run 1", "6", "Run 2", "7"]),
        (RUNS, "arrive", ["Run 2", "8"]),
        (RUNS, "Beate build", ["Round 1", "2", "Round 2", "4"]),
        (ROUNDS, "Anton move", ["Round 1", "1", "2", "Round 2", "7"]),
    ],
    ids=str,
)
def test_entries_are_found_under_their_own_heading(start: Start, words: str, numbers: list[str]) -> None:
    """For Manchester Claus is paid in the first entry, so that one is found with his name too."""
    assert rows_listed(start, words) == numbers


# Undone entries

UNDONE = {
    "stephensons-rocket": (ROCKET, token(DORA, "York")),
    "dampfross": (RAILS, build(BEATE, cities=[23])),
    "whistle-stop": (WHISTLE, move("cotton", BEATE)),
}


@pytest.mark.parametrize("game", UNDONE)
def test_backspace_after_undo_opens_the_entry_in_its_form(game: str) -> None:
    start, last = UNDONE[game]
    desk = AtDesk(start.disk())
    state = desk.session.record.state
    assert "Backspace to edit it" in desk.press("u").entry
    assert desk.press("backspace").model.form.verb == last["do"]
    assert desk.press("enter").session.record.state == state
    assert desk.blocks[len(start.blocks) :] == [{"do": "undo"}, last]


@pytest.mark.parametrize("game", UNDONE)
def test_an_undone_entry_stays_listed_after_new_ones_and_is_entered_again_as_a_copy(game: str) -> None:
    start, last = UNDONE[game]
    desk = AtDesk(start.disk())
    state = desk.session.record.state
    desk.press("u").enter_line('remark "the dog"')
    (block,) = page_of(desk.model, "entries", undone=1).blocks
    assert isinstance(block, RowList)
    (row,) = block.rows
    assert isinstance(row.opens, PageAtDesk)
    row.opens.do(desk.model)
    assert "undone:" not in desk.entry
    assert desk.press("enter").session.record.state == state
    assert [one["do"] for one in desk.blocks[len(start.blocks) :]] == ["undo", "remark", last["do"]]
    assert desk.blocks[-1] == last


# Games that are over

OVER = {
    "stephensons-rocket": (ROCKET, FINISH, "change:5 G u enter enter", token(DORA, "Guildford"), 5),
    "dampfross": (RAILS, FINISH, "change:4 delete 2 4 enter enter", build(BEATE, cities=[24]), 4),
}


@pytest.mark.parametrize("game", OVER)
def test_a_finished_game_is_corrected_like_any_other_with_the_keys_of_that_moment(game: str) -> None:
    """The game stays finished, and its end is scored again."""
    start, end, keys, action, number = OVER[game]
    desk = AtDesk(start._replace(blocks=[*start.blocks, end]).disk())
    assert desk.session.record.is_over
    hints = desk.press(f"insert:{number}").hints
    assert ("p Pass" if game == "stephensons-rocket" else "b Build") in hints
    assert "Tab Other player" not in hints
    assert desk.press("escape").press(keys).session.record.is_over
    assert desk.blocks[-1] == amend(number, action)
    assert desk.press("u").session.record.is_over


# On its page


async def test_entries_are_marked_found_opened_and_corrected_from_the_page() -> None:
    """The page always opens on the last entry; receipts and search results have the same keys."""
    disk = ROCKET.disk()
    async with running(app_of(disk)) as table:
        model = table_screen(table).model
        await table.press("h", "up", "up")
        assert "After entry 3 " in table.text()
        (marked,) = (line for line in table.lines() if line.startswith("▸"))
        assert marked.split()[1] == "3", "the mark is seen without colour"
        await table.press("T")
        assert table.lines()[0].strip().startswith("After entry 3 ")
        await table.press("escape", "enter")
        assert table.lines()[0].strip() == "Entry 3"
        await table.press("x")
        assert model.menu is not None
        await table.press("escape", "down", "down")
        assert "After entry 5 " in table.text()
        await table.press("i", "h")
        assert model.aim is not None
        assert model.aim.place == 5
        assert table_screen(table).app.screen is table_screen(table), "nothing else can be done"
        await table.press("escape", "/", *"York", "enter")
        assert "No entry" not in table.text()
        assert block_text(table, "content").startswith("▸ 5 ")
        await table.press("escape", "/", *"reading", "enter", *"cGu", "enter", "enter")
    assert booked(disk)[-1] == {**amend(2, token(BEATE, "Guildford")), "at": MOMENT}


@pytest.mark.parametrize(
    "keys", ["c escape", "c G u enter enter", "i escape", "enter c escape", "c G u escape"]
)
async def test_what_was_begun_on_the_page_of_entries_leads_back_to_it(keys: str) -> None:
    """Changed, inserted or left alone: the entry is marked as before. On the table an edit stays there."""
    async with running(app_of(ROCKET.disk())) as table:
        await table.press("h", "up", "up", "up")
        before = table.lines()[0]
        await table.press(*keys.split())
        assert table.lines()[0] == before
        assert "After entry 2 " in table.text()
        await table.press("escape", "c", "escape")
        assert table.app.screen is table_screen(table)


async def test_typing_a_number_marks_that_entry() -> None:
    """12 entries: 1 marks the first, 12 the last, then 3 the third, since there is no 123."""
    disk = Start(
        "stephensons-rocket", blocks=[{"do": "remark", "note": f"note {at}"} for at in range(12)]
    ).disk()
    async with running(app_of(disk)) as table:
        await table.press("h")
        for key, place in (
            ("up", 11),
            ("1", 1),
            ("2", 12),
            ("3", 3),
            ("up", 2),
            ("1", 1),
            ("0", 10),
            ("0", 10),
        ):
            await table.press(key)
            assert f"After entry {place} " in table.text(), key
        await table.press("up", "x", "enter")
    assert booked(disk)[-1] == {**strike(9), "at": MOMENT}


# What is covered
