"""Score the end: a sheet with the players across and only what the final scoring needs, and the result stands there."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.board_notes import BoardNotes
from companion.pages.grid import GridView, Place
from companion.session.planning import sheet_correction
from companion.session.statistics import statistics_in
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, DORA, SAVES, THREE, library, shipped
from tests.tui.counting import Counting
from tests.tui.desk import missing
from tests.tui.driving import MOMENT, Table, app_of, running
from tests.tui.test_new_session import TO_GAME
from tests.tui.test_position_page import grid_of

TWO, FOUR = (ANTON, BEATE), (ANTON, BEATE, CLAUS, DORA)
every_game = pytest.mark.parametrize("game", TO_GAME)


def final(game: str = "stephensons-rocket", players: tuple[str, ...] = THREE, **more: BoardNotes) -> Counting:
    return Counting(game, players, begins="end", **more)


# stephensons-rocket.md, "Final scoring 3": by player cash, steel, textiles, brewing, leather, passengers;
# then towns of the seven lines, and by player the stations and then the shares on NER, LNWR and GWR.
HANDS = (("28000", "34323"), ("30000", "22331"), ("25000", "42320"))
TOWNS = ("13", "0", "4", "0", "12", "0", "0")
STATIONS = ("203", "222", "311")
SHARES = ("332", "413", "225")
RESULT = {ANTON: 72_000, BEATE: 75_000, CLAUS: 65_000}


def rulebook_figures() -> list[str]:
    """Row by row, players side by side; of a merged line only that it has no towns."""
    money, rest = (list(one) for one in zip(*HANDS, strict=True))
    figures = [*money, *(figure for row in zip(*rest, strict=True) for figure in row)]
    held = iter(zip(*STATIONS, strict=True)), iter(zip(*SHARES, strict=True))
    for towns in TOWNS:
        figures += [towns, *(figure for kind in held for figure in next(kind))] if towns != "0" else ["0"]
    return figures


def rulebook_keys() -> list[str]:
    return [key for figure in rulebook_figures() for key in (*figure, "enter")] + ["enter"]


def test_the_final_table_of_the_rulebook_takes_one_key_for_each_of_its_numbers_beside_the_figures() -> None:
    """stephensons-rocket.md, "Final scoring 3". Four lines merged; after the last number Enter shows the review."""
    figures = rulebook_figures()
    assert len(rulebook_keys()) == sum(map(len, figures)) + len(figures) + 1 == 57 + 43 + 1
    sheet = final().press(*rulebook_keys()[:-1])
    assert sheet.model.stop == "end"
    assert not sheet.model.is_done
    assert sheet.press("enter").scores() == RESULT


# What is asked


LABELS = {
    "dampfross": ["Balances"],
    "stephensons-rocket": ["Money", "Steel", "Textiles", "Brewing", "Leather", "Passengers"],
    "whistle-stop": [
        *("Points", "Shares A", "Shares B", "Shares C", "Shares D", "Shares E", "Upgrades", "Gold"),
        *("Basic goods", "Rare goods", "Markers", "Black tiles"),
    ],
}


@every_game
def test_the_sheet_asks_only_for_what_the_final_scoring_needs_and_fits_with_four_players(game: str) -> None:
    rows = final(game).rows()
    first = next(at for at, row in enumerate(rows) if row.split() == list(THREE))
    found = [" ".join(row.split()).removesuffix(" · · ·") for row in rows[first + 1 :]]
    assert found[: len(LABELS[game])] == LABELS[game]
    sheet = final(game, FOUR)
    assert sheet.model.sections[0].players == FOUR
    assert len(sheet.rows()) <= 24 - len(("what is asked", "the keys"))
    assert " …" not in sheet.text
    assert "Blank: 0" in sheet.asked
    assert sheet.press("end").text.endswith("Save")


ANTONS_END = ["47", "2", "1", "", "", "", "8", "43", "4", "2", "5", "1"]
"""whistle-stop.md, "Scoring": track 47, most of A and of B, upgrades 5 + 3, gold 4 + 3, 4 basic, 2 rare, 5
markers, 1 black tile: 94; with the Extra Boiler among the upgrades 104."""


@pytest.mark.parametrize(("has_boiler", "score"), [(False, 94), (True, 104)])
def test_shares_are_counted_and_upgrades_are_a_number_of_points(has_boiler: bool, score: int) -> None:
    sheet = final("whistle-stop").fill(*ANTONS_END, then="down")
    if has_boiler:
        sheet.press("end", "up", *ANTON)
    assert sheet.press("end", "enter").scores()[ANTON] == score
    session, made = sheet.made()
    assert made["options"] == {"track": "score"}
    has = made["position"]["players"][ANTON]
    assert {company: len(numbers) for company, numbers in has["shares"].items()} == {"A": 2, "B": 1}
    assert ("extra-boiler" in has["upgrades"]) is has_boiler
    amounts = [
        row.amount for receipt in session.record.state.scored for row in receipt.rows if row.player == ANTON
    ]
    assert amounts == [47, 15, 15, 8, 7, 10, 2, 0 if has_boiler else -10]


@pytest.mark.parametrize(
    ("shares", "lowest", "scores"),
    [
        ("221", ANTON, (15, 0, 0)),  # whistle-stop.md, "Scoring": A{1,5} B{2,3} C{4}
        ("221", BEATE, (0, 15, 0)),  # A{4,5} B{2,3} C{1}
        ("320", None, (15, 0, 0)),  # A{3,4,6} B{1,2}
    ],
)
def test_only_who_is_tied_is_asked_for_the_lowest_number(
    shares: str, lowest: str | None, scores: tuple[int, ...]
) -> None:
    sheet = final("whistle-stop")
    for column, count in enumerate(shares):
        sheet.model.go(Place(0, 1, column))
        sheet.press(count, "enter")
    sheet.press("end", "enter")
    if lowest:
        assert not sheet.model.is_done
        assert "Anton and Beate tie for the most shares." in sheet.asked
        sheet.press(*lowest, "end", "enter")
    assert tuple(sheet.scores().values()) == scores


# What figures lead to

NOTES = "Anton, money is 28, but the smallest note is 1,000. Type the whole sum."
BLANK = "towns of LNWR is blank, but the row goes on after it. Type a number, or 0 for none."
ENDS = "@1.0.0 1 enter @1.6.0 1 enter @1.6.6 3 enter"
CASES: dict[str, list[tuple[Any, ...]]] = {
    # 6 shares of each company; an upgrade is worth 3 or 5; 3 black tiles at most without the Extra Boiler
    "whistle-stop": [
        ("@0.6.0 7 end enter", (0, 6, 0), "Upgrades are worth 3 or 5 points each, so they can't add up to 7."),
        ("@0.1.0 1 @0.1.1 6 end enter", (0, 1, 1), "Beate, shares of A: There are only 6 A shares, not 7."),
        ("@0.11.0 4 end enter", (0, 11, 0), "Anton, black tiles: "),
    ],
    "stephensons-rocket": [
        ("2 8 down", (0, 1, 0), NOTES),
        ("2 8 enter end enter 2 8 0 0 0 end enter", None),
        # A line with shares and no towns is asked about
        ("@1.2.4 3 end enter", (1, 2, 0), BLANK, "zero if it merged"),
        ("@1.2.4 3 end enter 0 end enter", None),
        ("- 5 enter", (0, 0, 0), "Anton, money must be at least 0."),
        # Enter behind the last figure shows the review, a second one finishes
        (ENDS, (1, 6, 6)),
        ("@1.0.6 tab 0 enter", (1, 2, 0)),
        # What is there is typed over only by a key that led to it
        ("@0.2.0 4 up up 3 7 enter @0.2.0", (0, 2, 0), "4"),
        ("@0.1.0 3 backspace 5 enter @0.1.0", (0, 1, 0), "5"),
    ],
}  # fmt: skip
"""Keys, after @ the cell to go to; the cell that they lead to, or None if the sheet is done; what is asked there."""


@pytest.mark.parametrize(("game", "case"), [(game, case) for game in CASES for case in CASES[game]])
def test_keys_lead_to_the_figure_that_is_missing_or_wrong(game: str, case: tuple[Any, ...]) -> None:
    keys, place, *texts = case
    sheet = final(game).do(keys)
    assert sheet.model.is_done == (place is None)
    assert place in (None, sheet.model.place)
    assert missing(texts, f"{sheet.asked} {sheet.model.cell.text}") == []


# In the app


async def sheet(table: Table, game: str, players: tuple[str, ...] = THREE) -> GridView:
    """Open the sheet from the start page: the choice before the beginning is only the final scoring."""
    await table.press("n", *["right"] * TO_GAME[game])
    await table.fill(*players, *([""] if len(players) < 4 or game != "stephensons-rocket" else []))
    await table.click("only the final scoring")
    await table.press("left", "enter")
    return grid_of(table)


async def test_the_result_is_shown_and_the_sheet_is_brought_back_with_its_figures() -> None:
    disk = MemoryDisk(shipped())
    async with running(app_of(disk, None)) as table:
        await sheet(table, "stephensons-rocket")
        await table.rattle(*rulebook_keys())
        assert "BEATE WINS with 75,000" in table.text()
        await table.press("escape")
        assert isinstance(table.app.screen, TableScreen)
        assert "72,000 2nd   75,000 1st   65,000 3rd" in table.text()
        assert "Is a figure wrong? Press q, then Backspace to reopen the score sheet." in table.text()
        await table.press("q")
        assert "Press Backspace to reopen the last score sheet" in table.text()
        await table.press("backspace", "enter", *"32000", "end", "enter")
        assert "Anton wins instead of Beate." in table.text()
        assert table.session.record.scores == RESULT, "nothing is saved without Enter"
        await table.press("enter")
        await table.past_the_end()
        assert table.session.record.scores == {**RESULT, ANTON: 76_000}
        assert table.session.record.blocks[1:] == (
            {
                "do": "insert",
                "before": 1,
                "action": {
                    "do": "recount",
                    "reason": "score sheet edited",
                    "position": {"cash": {ANTON: 32_000}},
                },
                "at": MOMENT,
            },
        )
        await table.press("u")
        assert table.session.record.scores == RESULT
    assert len([path for path in disk.files if path.parent == SAVES]) == 1
    assert {one.plays for one in statistics_in(library(disk=disk), SAVES).games} == {1}


FILLED = {
    "dampfross": ["90", "80", "70"],
    "stephensons-rocket": rulebook_figures(),
    "whistle-stop": [figure for one in ANTONS_END for figure in (one, "", "")],
}
CHANGED = {
    "dampfross": {(0, 0, 1): "95", (0, 0, 2): ""},
    # Anton's steel, all passengers, towns of GWR, Beate's stations on NER, Claus's shares of GER
    "stephensons-rocket": {
        (0, 1, 0): "",
        (0, 5, 0): "",
        (0, 5, 1): "",
        (0, 5, 2): "",
        (1, 4, 0): "5",
        (1, 0, 2): "0",
        (1, 3, 0): "2",
        (1, 3, 6): "4",
    },
    # points, shares, upgrades, gold, black tiles of Anton; shares of Beate
    "whistle-stop": {
        (0, 0, 0): "31",
        (0, 1, 0): "",
        (0, 1, 1): "2",
        (0, 6, 0): "5",
        (0, 7, 0): "",
        (0, 11, 0): "",
    },
}


@every_game
def test_an_edited_session_scores_as_a_new_one_with_the_same_figures(game: str) -> None:
    """Also with another name and title; what is blank now counts 0."""
    sheet = final(game).fill(*FILLED[game]).press("end", "enter")
    planned, disk = sheet.model.source, MemoryDisk(shipped())
    path = library(disk=disk).make(SAVES, MOMENT.date(), planned.header(MOMENT), planned.ending)
    session = library(disk=disk).open(path)
    for place, text in CHANGED[game].items():
        sheet.model.go(Place(*place))
        sheet.press("delete", *text, *(["enter"] if text else []))
    sheet.model.source = replace(sheet.model.source.rename(1, "Bea"), title="Thursday")
    assert sheet.model.source.faults == ()
    before, due = session.record.scores, sheet.made()[0]
    block = sheet_correction(sheet.model.source, session.record, "x")
    assert block
    session.enter(block)
    assert session.record.scores == due.record.scores != before
    assert (session.record.roster.players, session.record.roster.title) == ((ANTON, "Bea", CLAUS), "Thursday")
    assert sheet_correction(sheet.model.source, session.record, "x") == {}


def test_another_game_or_number_of_players_is_another_session() -> None:
    first, other = final(players=TWO), final(players=THREE)
    record = first.press("end", "enter").made()[0].record
    assert sheet_correction(first.model.source, record, "x") == {}
    assert sheet_correction(other.model.source, record, "x") is None
    assert sheet_correction(final("dampfross", TWO).model.source, record, "x") is None
