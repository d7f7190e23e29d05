"""The sheet of the final scoring at the keyboard: where figures go, what is said of them, and the way back to it."""

from pathlib import Path

import pytest

from companion.tui.models.new_session import FormRow
from companion.tui.models.position import Place
from companion.tui.screens.new_session import NewPage, PositionPage
from companion.tui.screens.start import StartPage
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, DORA, SAVES, THREE, library, shipped, text_of
from tests.tui.driving import Table, driven
from tests.tui.test_score_the_end import fresh, made, rulebook_keys, sheet

TWO = (ANTON, BEATE)


def lines_of(page: PositionPage) -> list[list[str]]:
    """What stands in the rows of the lines: towns, stations, shares."""
    return [[cell.text for cell in row.cells] for row in page.counting.sections[1].rows]


def test_the_first_enter_behind_the_last_figure_makes_the_session() -> None:
    """The last figure of the sheet ends by itself: no line has more than 16 shares."""

    async def doing(table: Table) -> None:
        page = await sheet(table, "stephensons-rocket", TWO)
        page.counting.go(Place(1, 0, 0))
        await table.press("1", "enter")
        page.counting.go(Place(1, 6, 0))
        await table.press("1", "enter")
        page.counting.go(Place(1, 6, 4))
        await table.press("3")
        assert "that is all" in table.text()
        await table.press("enter")
        await table.past_the_end()
        assert isinstance(table.app.screen, TableScreen)

    driven(fresh(), doing)


# Spec of Stephenson's Rocket, worked example 5: towns, stations and shares of NER, LNWR and GWR.
ROWS = {0: "13 2 2 3 3 4 2", 2: "4 0 2 1 3 1 2", 4: "12 3 2 1 2 3 5"}


@pytest.mark.parametrize(
    "is_pressed", [True, False], ids=["Tab behind every figure", "Tab where it is needed"]
)
def test_lines_are_filled_from_left_to_right_by_whoever_goes_on_with_tab(is_pressed: bool) -> None:
    keys = []
    for row in range(7):
        for place, figure in enumerate(ROWS.get(row, "0").split()):
            is_needed = (row, place) == (0, 0) or (
                figure == "1" and place > 3
            )  # 13 ends by itself, Tab says which way
            keys += [*figure, *(["tab"] if is_pressed or is_needed or (row, figure) == (2, "4") else [])]
    keys = keys[:-1] if is_pressed else keys

    async def doing(table: Table) -> None:
        page = await sheet(table, "stephensons-rocket")
        page.counting.go(Place(1, 0, 0))
        await table.press(*keys)
        nothing = ["0", *[""] * 6]
        assert lines_of(page) == [ROWS[row].split() if row in ROWS else nothing for row in range(7)]
        assert page.counting.is_at_end

    driven(fresh(), doing)


def test_nothing_that_stands_there_is_typed_over_by_a_number_that_led_there() -> None:
    """Spec, "Components": 9 passengers, so one digit of steel or passengers ends by itself."""

    async def doing(table: Table) -> None:
        page = await sheet(table, "stephensons-rocket")
        page.counting.go(Place(0, 2, 0))
        await table.press("4", "up", "3", "7")
        assert [row.cells[0].text for row in page.counting.sections[0].rows[1:3]] == ["3", "4"]
        assert "4 stands there already; Enter or Tab goes on, Delete empties it" in " ".join(
            table.text().split()
        )
        await table.press("enter")
        assert page.counting.place == (0, 3, 0)
        assert "stands there already" not in table.text()
        await table.press("up", "7")
        assert page.counting.sections[0].rows[2].cells[0].text == "7", "a key led there"

    driven(fresh(), doing)


def test_backspace_right_behind_a_number_that_ended_takes_its_last_digit_back() -> None:
    async def doing(table: Table) -> None:
        page = await sheet(table, "stephensons-rocket")
        page.counting.go(Place(0, 1, 0))
        await table.press("3", "backspace", "5", "enter")
        assert page.counting.plan.position["tokens"] == [{"commodity": "steel", "held": {ANTON: 5}}]

    driven(fresh(), doing)


def test_what_is_said_of_a_text_goes_with_it() -> None:
    async def doing(table: Table) -> None:
        await sheet(table, "dampfross")
        await table.press(*"x48", "enter")
        assert 'Anton, accounts is a whole number, not "x48"' in table.text()
        await table.press("delete")
        assert "whole number" not in table.text()

    driven(fresh(), doing)


@pytest.mark.parametrize("game", ["dampfross", "stephensons-rocket", "whistle-stop"])
def test_a_blank_counts_nothing_and_the_sheet_says_so(game: str) -> None:
    """Spec of Dampfross: accounts begin with 20, but who is told nothing has nothing."""
    disk = MemoryDisk(shipped())

    async def doing(table: Table) -> None:
        await sheet(table, game, TWO)
        assert "a blank counts 0" in table.text()
        await table.press(*"9000", "end", "enter")
        await table.past_the_end()
        assert isinstance(table.app.screen, TableScreen)

    driven(fresh(disk), doing)
    session = library(disk=disk).read(made(disk))
    assert session.game.scores(session.state) == {ANTON: 9000, BEATE: 0}


def test_a_sum_that_no_notes_make_is_said_and_not_scored() -> None:
    """Rulebook, components: the smallest note is 1,000."""
    sentence = "Anton, cash is 28, but the smallest note is 1,000; type the whole sum"

    async def doing(table: Table) -> None:
        page = await sheet(table, "stephensons-rocket")
        await table.press(*"28", "enter")
        assert sentence in table.text()
        await table.press("end", "enter")
        assert (table.app.screen, page.counting.place) == (page, (0, 0, 0))
        assert sentence in table.text()
        await table.press(*"28000", "end", "enter")
        await table.past_the_end()
        assert isinstance(table.app.screen, TableScreen)

    driven(fresh(), doing)


def test_a_line_with_shares_and_no_towns_is_asked_about() -> None:
    async def doing(table: Table) -> None:
        page = await sheet(table, "stephensons-rocket")
        page.counting.go(Place(1, 2, 4))
        await table.press("3", "end", "enter")
        assert page.counting.place == (1, 2, 0)
        assert "towns of LNWR is blank, but something stands behind it; type a number there, 0 for none" in (
            " ".join(table.text().split())
        )
        assert "none if it was merged" in table.text()
        await table.press("0", "end", "enter")
        await table.past_the_end()
        assert isinstance(table.app.screen, TableScreen)

    driven(fresh(), doing)


# The way back


def test_the_sheet_scored_last_is_brought_back_with_its_figures() -> None:
    disk = MemoryDisk(shipped())

    async def doing(table: Table) -> None:
        await sheet(table, "stephensons-rocket")
        await table.press(*rulebook_keys(), "q", "q")
        assert "Backspace brings back the sheet scored last" in table.text()
        await table.press("backspace", "enter", *"29000", "end", "enter")
        await table.past_the_end()
        assert isinstance(table.app.screen, TableScreen)
        assert table.session.game.scores(table.session.state) == {ANTON: 73_000, BEATE: 75_000, CLAUS: 65_000}

    driven(fresh(disk), doing)
    assert len([path for path in disk.files if path.parent == SAVES]) == 2


@pytest.mark.parametrize("key", ["n", "s"])
def test_escape_throws_the_plan_away_and_backspace_brings_it_back(key: str) -> None:
    async def doing(table: Table) -> None:
        await table.press("s", "1")
        await table.fill(ANTON, "")
        await table.press("enter")
        assert "takes 2 to 6 players, not 1" in table.text()
        await table.press("escape")
        assert isinstance(table.app.screen, StartPage)
        await table.press(key)
        assert ANTON not in table.text()
        await table.press("escape", "backspace")
        assert "1 Anton" in table.text()
        assert "Count" in table.text()

    driven(fresh(), doing)


def test_what_was_wrong_is_not_said_again_when_the_plan_is_brought_back() -> None:
    async def doing(table: Table) -> None:
        await table.press("n", "1")
        await table.fill(*TWO)
        page = table.app.screen
        assert isinstance(page, NewPage)
        page.model.go(FormRow("option", 0))
        await table.press("x")
        assert "not on offer" in table.text()
        await table.press("escape", "backspace")
        assert "not on offer" not in table.text()

    driven(fresh(), doing)


@pytest.mark.parametrize("key", ["n", "s"])
def test_the_game_played_last_is_the_one_that_is_proposed(key: str) -> None:
    path = SAVES / "2026-11-01-stephensons-rocket.toml"
    files: dict[Path, bytes] = {**shipped(), path: text_of((), THREE).encode()}

    async def doing(table: Table) -> None:
        await table.press(key)
        assert "●Stephenson's Rocket" in table.text()

    driven(fresh(MemoryDisk(files)), doing)


def test_the_help_where_the_end_is_scored_speaks_of_rows_that_are_there() -> None:
    async def doing(table: Table) -> None:
        await table.press("s", "f1")
        assert "on Count it opens the sheet" in " ".join(table.text().split())
        assert "Play" not in table.text()
        assert "Starts" not in table.text()

    driven(fresh(), doing)


# Narrow


def test_where_it_is_narrow_all_figures_stand_there_and_no_sentence_is_cut() -> None:
    async def doing(table: Table) -> None:
        page = await sheet(table, "stephensons-rocket", (ANTON, BEATE, CLAUS, DORA))
        drawn = ["".join(span.text for span in line) for line in page._content.lines]
        assert " ".join(" ".join(drawn[-2:]).split()) == (
            "Enter here: makes the session and scores the end; a blank counts 0"
        )
        assert sum(line.startswith("NER") for line in drawn) == 2
        assert [line.split() for line in drawn if "shares" in line or "stations" in line] == [
            ["stations"],
            ["shares"],
        ]
        assert "..." not in table.text()
        page.counting.go(Place(1, 6, 8))
        await table.press("3")
        assert page._content.scroll_offset.y > 0

    driven(fresh(), doing, (40, 30))
