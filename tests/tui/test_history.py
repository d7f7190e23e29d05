"""The history: every entry that stands, the table as it was beside it, what was undone, and what stays covered."""

from typing import Any

import pytest

from tests.corrections import amend
from tests.dampfross.moves import END_BUILDING, FINISH, build, depart, places, train
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import token
from tests.support import ANTON, BEATE, CLAUS, DORA, FILE
from tests.tui.acting import Seen, Size, Start, booked, collapsed, table_screen, whole_preview
from tests.tui.correcting import SIZES, every_size, is_idle, leave, sizes_in_turn
from tests.tui.driving import MOMENT, SMALL, Table, app_of, claimed_by_another, driven
from tests.tui.test_correcting import RAILS, ROCKET, WHISTLE
from tests.whistle_stop.table import move

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


def seen_after(start: Start, keys: str, size: Size = SMALL) -> str:
    """What stands on the screen after keys."""
    seen = []

    async def doing(table: Table) -> None:
        await table.press(*keys.split())
        seen.append(collapsed(table.text()))

    driven(app_of(start.disk()), doing, size)
    return seen[0]


# The table as it was


@sizes_in_turn(
    "start,keys,shows",
    [
        (ROCKET, "h up up up up", ("after entry 1 ", "▸B Beate 1", "14,000", "10,000")),
        (ROCKET, "h up", ("after entry 4 ", "▸D Dora 2", "14,000")),
        (RUNS, "h up up up up up up up", ("after entry 1 ", "1. 26 2. 20 2. 20")),
        (RUNS, "h up up", ("after entry 6 ", "1. 46 2. 32 3. 26")),
        (RUNS, "h", ("after entry 8 ", "2. 46 1. 52 3. 36")),
    ],
    ["rocket-1", "rocket-4", "dampfross-1", "dampfross-6", "dampfross-8"],
)
def test_beside_an_entry_stands_the_table_as_it_was_after_it(
    start: Start, keys: str, shows: tuple[str, ...], size: Size
) -> None:
    """Before Manchester was paid for, Anton had 12,000 and Claus 9,000."""
    seen = seen_after(start, keys, size)
    for text in shows:
        assert text in seen


@every_size
def test_beside_an_entry_stands_what_was_in_hand_then(size: Size) -> None:
    """Whistle Stop: Anton begins with 4 coal and spends one a stop; Beate has 4, Claus 5."""
    first = seen_after(ROUNDS, "h home", size)
    assert "after entry 1 " in first
    assert collapsed("coal 3 4 5") in collapsed(first)
    assert collapsed("wood 1 · ·") in collapsed(first) or size != SMALL
    assert collapsed("coal 2 3 5") in collapsed(seen_after(ROUNDS, "h up up up", size))


@every_size
def test_all_tables_as_they_were_and_nothing_can_be_entered_there(size: Size) -> None:
    seen = seen_after(RUNS, "h home w", size)
    assert "All tables after entry 1" in seen
    assert "12 Anton" in seen
    assert "31 Beate" not in seen


@pytest.mark.parametrize("size", [(120, 40)], ids=["120x40"])
def test_a_wide_screen_has_the_table_at_the_side_of_the_list(size: Size) -> None:
    async def doing(table: Table) -> None:
        await table.press("h", "home")
        (row,) = (line for line in table.lines() if "1 Anton build" in line)
        assert "after entry 1" in table.lines()[2] or "after entry 1" in row

    driven(app_of(RUNS.disk()), doing, size)


# Headings, and what is looked for


def listed(start: Start, keys: str, size: Size = SMALL) -> list[str]:
    """Headings, and numbers of entries, as the history lists them."""
    found: list[str] = []

    async def doing(table: Table) -> None:
        await table.press(*keys.split())
        rows = [collapsed(line) for line in Seen(table).of("content").splitlines()]
        found.extend(row if row.split()[0] in ("Round", "Run") else row.split()[0] for row in rows if row)

    driven(app_of(start.disk()), doing, size)
    return found


def test_rounds_and_runs_are_headings() -> None:
    tall = (80, 50)
    expected = ["Round 1", "1", "2", "3", "Round 2", "4", "5", "Run 1", "6", "Run 2", "7", "8"]
    assert listed(RUNS, "h", tall) == expected
    expected = ["Round 1", "1", "2", "3", "4", "5", "6", "Round 2", "7"]
    assert listed(ROUNDS, "h", tall) == expected


FOUND_NARROW = ("extend claus", "Claus build", "Anton move")
"""What is found does not depend on the size; one of each game is looked for in a narrow terminal too."""


@pytest.mark.parametrize(
    ("start", "words", "numbers"),
    [
        (ROCKET, "Beate", ["1", "2"]),
        (ROCKET, "lswr", ["1"]),
        (ROCKET, "york", ["5"]),
        (ROCKET, "extend", ["1", "4"]),
        (ROCKET, "extend claus", ["1", "4"]),
        (RUNS, "31", ["Round 1", "2", "Run 1", "6", "Run 2", "7"]),
        (RUNS, "arrive", ["Run 2", "8"]),
        (RUNS, "run", ["Run 1", "6", "Run 2", "7", "8"]),
        (RUNS, "Claus build", ["Round 1", "3"]),
        (RUNS, "Beate build", ["Round 1", "2", "Round 2", "4"]),
        (ROUNDS, "cotton", ["Round 1", "4"]),
        (ROUNDS, "end-turn", ["Round 1", "3", "5", "6"]),
        (ROUNDS, "Anton move", ["Round 1", "1", "2", "Round 2", "7"]),
    ],
    ids=str,
)
def test_entries_are_found_by_player_by_line_or_town_and_by_kind_under_their_own_heading(
    start: Start, words: str, numbers: list[str]
) -> None:
    """For Manchester Claus is paid in the first entry, so that one is found with his name too."""
    keys = " ".join("space" if letter == " " else letter for letter in words)
    for size in SIZES if words in FOUND_NARROW else SIZES[:1]:
        assert listed(start, f"h / {keys} enter", size) == numbers


def test_what_is_not_found_is_said_and_escape_shows_all_again() -> None:
    assert "No entry has Berlin in it; Esc shows all." in seen_after(RUNS, "h / B e r l i n enter")
    assert listed(ROCKET, "h / Y o r k enter escape") == ["1", "2", "3", "4", "5"]


@every_size
def test_a_change_begun_in_what_was_found_is_one_of_that_entry(size: Size) -> None:
    disk = ROCKET.disk()
    assert_booked(
        disk, "h / r e a d i n g enter c G u enter enter", [amend(2, token(BEATE, "Guildford"))], size
    )


def assert_booked(disk: MemoryDisk, keys: str, blocks: list[Any], size: Size = SMALL) -> None:
    before = booked(disk)

    async def doing(table: Table) -> None:
        await table.press(*keys.split())

    driven(app_of(disk), doing, size)
    assert booked(disk) == [*before, *({**block, "at": MOMENT} for block in blocks)]


@sizes_in_turn("keys", [("c",), ("x",), ("i",)], "cxi")
def test_a_receipt_has_the_same_keys(keys: str, size: Size) -> None:
    async def doing(table: Table) -> None:
        await table.press("h", "enter")
        assert "Entry 4" in table.text()
        await table.press(keys)
        model = table_screen(table).model
        assert model.aim is not None or model.offered is not None

    driven(app_of(WHISTLE.disk()), doing, size)


# Undone entries


@every_size
def test_after_undo_and_corrections_the_count_at_the_top_is_the_last_number_of_the_list(size: Size) -> None:
    async def doing(table: Table) -> None:
        for keys in ("", "u", "h up up x p enter", "u", "U", "c w enter", "e"):
            await table.press(*keys.split())
            count = table.lines()[0].split("#")[1].split()[0]
            await table.press("h")
            last = Seen(table).of("content").rstrip().splitlines()[-1].replace("19:30", "")
            assert last.split()[0] == count, keys
            await table.press("escape")

    driven(app_of(ROUNDS.disk()), doing, size)


UNDONE = {
    "stephensons-rocket": (ROCKET, token(DORA, "York")),
    "dampfross": (RAILS, build(BEATE, cities=[23])),
    "whistle-stop": (WHISTLE, move("cotton", BEATE)),
}
every_undone = sizes_in_turn("game", [(game,) for game in UNDONE], UNDONE)


@every_undone
def test_backspace_after_undo_opens_the_entry_in_its_form(game: str, size: Size) -> None:
    start, last = UNDONE[game]
    disk = start.disk()

    async def doing(table: Table) -> None:
        state = table.session.state
        await table.press("u")
        assert "Backspace opens it to be changed" in collapsed(table.text())
        await table.press("backspace")
        assert table_screen(table).model.form.verb == last["do"]
        await table.press("enter")
        assert table.session.state == state

    driven(app_of(disk), doing, size)
    assert booked(disk)[len(start.blocks) :] == [{"do": "undo", "at": MOMENT}, {**last, "at": MOMENT}]


@every_undone
def test_an_undone_entry_stays_listed_after_new_ones_and_is_entered_again_as_a_copy(
    game: str, size: Size
) -> None:
    start, last = UNDONE[game]
    disk = start.disk()

    async def doing(table: Table) -> None:
        state = table.session.state
        await table.press("u")
        await table.enter_line('remark "the dog"')
        await table.press("h", "a")
        assert "Undone entries" in table.text()
        await table.press("enter")
        seen = collapsed(await whole_preview(Seen(table)))
        assert "taken back" not in seen
        await table.press("enter")
        assert table.session.state == state

    driven(app_of(disk), doing, size)
    assert [one["do"] for one in booked(disk)[len(start.blocks) :]] == ["undo", "remark", last["do"]]
    assert booked(disk)[-1] == {**last, "at": MOMENT}


def test_where_nothing_was_undone_the_list_says_so() -> None:
    assert "Nothing was undone that is not there again." in seen_after(ROCKET, "h a")
    assert "Nothing was undone that is not there again." in seen_after(ROCKET, "u U h a")


# Sessions that are only looked at, or over


@sizes_in_turn("start", [(ROCKET,), (RAILS,), (WHISTLE,)], ["rocket", "dampfross", "whistle-stop"])
def test_a_session_that_another_program_has_cannot_be_corrected_and_says_so(start: Start, size: Size) -> None:
    disk = start.disk()
    claimed_by_another(disk)
    content = disk.files[FILE]

    async def doing(table: Table) -> None:
        assert table.session.is_read_only
        for keys in ("c", "h c", "h x", "h i", "h enter c", "h up up x"):
            await table.press(*keys.split())
            assert is_idle(table), keys
            assert table_screen(table).model.said[-1].look == "bad", keys
            await table.press("enter")
            assert disk.files[FILE] == content, keys
            table_screen(table).model.said = ()
            await leave(table)

    driven(app_of(disk), doing, size)


OVER = {
    "stephensons-rocket": (ROCKET, FINISH, "G u enter enter", token(DORA, "Guildford"), 5),
    "dampfross": (RAILS, FINISH, "2 4 enter enter", build(BEATE, cities=[24]), 4),
    "whistle-stop": (WHISTLE, {"do": "final", "ruling": "we stop"}, "w enter", move("wood", BEATE), 4),
}


@sizes_in_turn("game", [(game,) for game in OVER], OVER)
def test_a_finished_game_is_corrected_like_any_other(game: str, size: Size) -> None:
    """It stays finished, and its end is scored again."""
    start, end, answer, action, number = OVER[game]
    disk = start._replace(blocks=[*start.blocks, end]).disk()

    async def doing(table: Table) -> None:
        assert table.session.is_over
        await table.past_the_end()
        await table.press("h", "up", "c", *answer.split())
        assert table.session.is_over
        assert booked(disk)[-1] == {**amend(number, action), "at": MOMENT}
        await table.press("u")
        assert table.session.is_over

    driven(app_of(disk), doing, size)


@pytest.mark.parametrize("game", OVER)
def test_before_an_entry_of_a_finished_game_the_keys_of_that_moment_are_told(game: str) -> None:
    start, end, *_ = OVER[game]
    seen = seen_after(start._replace(blocks=[*start.blocks, end]), "escape h up i")
    assert f"{'p pass' if game == 'stephensons-rocket' else 'b bu'}" in seen
    assert "Tab somebody else" not in seen


# What is covered

HIDDEN = ROCKET._replace(more={**ROCKET.more, "options": {"hidden_money": True}})
BALANCES = ("14,000", "13,000", "15,000", "16,000", "10,000", "9,000", "11,000", "12,000")


WAYS = (
    "h",
    "h up up up up",
    "h home w",
    "h home enter",
    "h home c tab",
    "h home c tab R e enter",
    "h home x",
    "h up up x",
    "h up up x g",
    "h home c tab R e enter enter",
)


@every_size
def test_hidden_money_stays_covered_in_history_forms_and_differences(size: Size) -> None:
    """What an entry pays is always seen, what somebody has never."""
    disk = HIDDEN.disk()

    async def doing(table: Table) -> None:
        for keys in WAYS:
            assert len(booked(disk)) == len(HIDDEN.blocks)
            await table.press(*keys.split())
            seen = table.text()
            if keys.startswith("h home c") or " x" in keys:
                seen += await whole_preview(Seen(table))
            assert not [one for one in BALANCES if one in seen], keys
            await leave(table)

    driven(app_of(disk), doing, size)
    assert len(booked(disk)) == len(HIDDEN.blocks) + 1, "the last of them books"


GOLD = Start("whistle-stop", blocks=[move("gold-mine", gold=[5]), move("wood")])


@every_size
def test_the_worth_of_gold_stays_covered_in_history_forms_and_differences(size: Size) -> None:
    """Gold of 5 is changed into 3: on no screen is a worth to be read, and the file has the new one."""
    disk = GOLD.disk()

    async def doing(table: Table) -> None:
        for keys in ("h", "up", "enter", "escape", "c", "tab", "3", "enter", "h", "up"):
            await table.press(keys)
            seen = collapsed(table.text()).casefold()
            assert "worth 5" not in seen
            assert "worth 3" not in seen
            assert "is worth: 5" not in seen
            assert "gold mine 5" not in seen
        assert "move gold-mine" in table.text()

    driven(app_of(disk), doing, size)
    assert booked(disk)[-1] == {**amend(1, move("gold-mine", gold=[3])), "at": MOMENT}
