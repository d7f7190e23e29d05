"""The final sheet and the run sheet: one key away, and after the end by themselves; every figure opens its receipts."""

from typing import Any

import pytest

from companion.draw.html import PageHtml
from companion.draw.sheet import draw_sheet
from companion.report.drawing import capitalise
from companion.report.spans import plain
from companion.report.standings import final_sheet
from companion.tui.models.table import TableModel
from companion.tui.screens.table import TableScreen
from companion.words import LANGUAGES
from tests.dampfross.moves import depart, operating, places, train
from tests.laws.test_pages import Words
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import FINISH, line, skip, started
from tests.stephensons_rocket.test_worked_examples import FINAL_TABLE, PRINTED
from tests.support import ANTON, BEATE, CLAUS, FILE, ROOT, THREE, shipped
from tests.tui.desk import AtDesk, collapsed, page_lines, page_of, read, view_of
from tests.tui.driving import LARGE, NARROW, app_of, disk_of, is_page, running

LABELS = {"final-tokens": "", "final-stations": " stations", "final-shares": " shares"}


def figures(*amounts: int) -> str:
    return " ".join(f"{amount:,}" if amount else "·" for amount in amounts)


async def test_the_end_opens_its_sheet_and_every_figure_opens_what_is_behind_it() -> None:
    """The table of the rulebook, row by row; steel by Beate's two tokens against four and three brings her nothing."""
    async with running(app_of(disk_of(**FINAL_TABLE)), NARROW) as table:
        await table.press("f", "enter")
        assert is_page(table.app.screen, "score_sheet")
        seen = table.seen
        assert "BEATE WINS with 75,000" in seen
        for kind, subject, *amounts in PRINTED:
            assert capitalise(f"{subject}{LABELS[kind]} {figures(*amounts)}") in seen
        assert "28,000 30,000 25,000" in seen
        assert "Total 72,000 75,000 65,000" in seen
        assert max(map(len, table.lines())) <= NARROW[0]
        await table.press("right", "down", "enter")
        seen = table.seen
        assert seen.startswith("Beate, steel: 0")
        assert "Claus 4, Anton 3, Beate 2" in seen
        assert "Claus is first: 6,000" in seen
        assert "Final scores, textiles" not in seen
        await table.press("enter")
        assert table.seen.startswith("Entry 1")
        await table.press("escape", "escape", "end", "enter")
        assert "total +75,000" in table.seen
        await table.press("escape", "escape")
        assert isinstance(table.app.screen, TableScreen), "the sheet does not come back"
        assert "Beate wins" in table.text()
        await table.press("u")
        assert isinstance(table.app.screen, TableScreen)
        await table.press("f", "enter")
        assert is_page(table.app.screen, "score_sheet"), "the game ended anew"


async def test_before_the_end_the_sheet_says_that_it_is_not_over() -> None:
    async with running(app_of(disk_of(**FINAL_TABLE))) as table:
        await table.press("F")
        seen = table.seen
        assert "The game isn't over. If it ended now, Beate would have the most: 75,000" in seen
        assert "Total 72,000 75,000 65,000" in seen
        await table.press("down", "enter")
        assert "At the end" in table.text()
        assert "Enter Whole entry" not in table.text(), "nothing is saved that could be opened"
        await table.press("enter", "escape", "escape")
        assert isinstance(table.app.screen, TableScreen)
        assert "Run sheet" not in table.lines()[-1]
        await table.press("R")
        assert isinstance(table.app.screen, TableScreen), "a game without runs has no key for their sheet"
        assert table.notices() == []


def test_behind_a_figure_each_fact_stands_once_below_a_title() -> None:
    """Anton's token of Dover, which no line reaches, is discarded before leather is counted."""
    held = [{"commodity": "leather", "city": "Dover", "held": {ANTON: 1}}]
    lines = page_lines(
        AtDesk(disk_of(**started(tokens=held))).model,
        "score_sheet",
        player=ANTON,
        line="final-tokens leather",
    )
    assert [plain(one).strip() for one in lines][1:4] == [
        "Final scoring, most tokens (leather)",
        "Anton discards 1 Dover token, because no line reached Dover",
        "Nobody has any, so nothing is paid",
    ]


async def test_while_money_is_hidden_the_sheet_says_why_it_is_empty() -> None:
    async with running(app_of(disk_of(options={"hidden_money": True}, **FINAL_TABLE))) as table:
        await table.press("F", "down", "enter")
        seen = table.seen
        assert "Money is hidden until the end of the game, and so is the score sheet." in seen
        assert "75,000" not in seen
        await table.press("escape", "f", "enter")
        assert "BEATE WINS with 75,000" in table.text(), "the end uncovers it"


def sheet_of(disk: MemoryDisk, page: str = "score_sheet") -> str:
    return collapsed(read(page_lines(AtDesk(disk).model, page)))


FIVE = {"cash": {ANTON: 5000, BEATE: 5000, CLAUS: 4000}}
EQUAL = {"players": {ANTON: {"points": 9, "shares": {"A": [1]}}, BEATE: {"points": 9, "shares": {"B": [1]}}}}
STOPPED = ROOT / "tests" / "golden" / "whistle-stop-stopped.toml"
RESULTS = {
    "Stephenson's Rocket": (
        disk_of([FINISH], position=FIVE),
        "ANTON AND BEATE SHARE THE WIN with 5,000",
        "Anton and Beate have 5,000 pounds each, and no rule breaks the tie.",
    ),
    # Its first lines: track 10 and one company of 15 each; Anton has two shares, Beate three
    "Whistle Stop, decided": (
        MemoryDisk({**shipped(), FILE: STOPPED.read_bytes()}),
        "BEATE WINS with 25",
        "Anton and Beate tie at 25 points. Shares break the tie: Beate 3 > Anton 2.",
    ),
    "Whistle Stop, shared": (
        disk_of([{"do": "final", "black_tiles": {}}], THREE, "whistle-stop", position={**EQUAL, "round": 1}),
        "ANTON AND BEATE SHARE THE WIN with 2",
        "Shares don't break the tie: Anton 1 = Beate 1.",
    ),
    "Beate left": (
        disk_of([{"do": "leave", "player": BEATE, "reason": "the last bus"}], position=FIVE),
        "",
        "",
    ),
}
RANKS = ("1st 1st 3rd", "2nd 1st 3rd", "1st 1st 3rd", "1st left 2nd")
"""Ranks of Anton, Beate and Claus; spec README, "leave": the leaver is last and does not win."""


@pytest.mark.parametrize(("case", "ranks"), [*zip(RESULTS, RANKS, strict=True)])
def test_the_sheet_says_what_decided_a_tie_and_has_the_ranks_also_on_phones(case: str, ranks: str) -> None:
    disk, won, decided = RESULTS[case]
    seen, model = sheet_of(disk), AtDesk(disk).model
    assert won in seen
    assert decided in seen
    assert f"Rank {ranks}" in sheet_rows(model, NARROW[0] - 3)
    html = PageHtml(view_of(model), lambda link: "", "").page(page_of(model, "score_sheet"))
    assert f"rank {ranks}" in collapsed(" ".join(Words(html).found))


def sheet_rows(model: TableModel, width: int) -> list[str]:
    sheet = page_of(model, "score_sheet").sheet
    assert sheet is not None
    drawing = draw_sheet(view_of(model), sheet, width)
    return [collapsed(plain(row)) for row in (*drawing.heads, *drawing.rows, *drawing.foot)]


LONG = ("Maximiliane", "Bartholomäus", "Hubertus-Karl", "Dora", "Emmanuelle", "Friederike")


def scored(game: str, count: int) -> tuple[MemoryDisk, list[int]]:
    """A session whose players stand in the order of their scores, with figures as wide as they get; and the scores."""
    players = LONG[:count]
    scores = [(130_000 if game == "stephensons-rocket" else 930) - 100 * at for at in range(count)]
    held = dict(zip(players, scores, strict=True))
    position = {
        "dampfross": {"accounts": held},
        "stephensons-rocket": {"cash": held},
        "whistle-stop": {"players": {name: {"points": points} for name, points in held.items()}},
    }
    return disk_of([], players, game, position=position[game]), scores


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "most"), [("dampfross", 6), ("stephensons-rocket", 4), ("whistle-stop", 5)])
def test_a_narrow_sheet_shows_all_players_whatever_their_names(game: str, most: int, language: str) -> None:
    for count in range(2, most + 1):
        disk, scores = scored(game, count)
        model = AtDesk(disk, language=language).model
        rows = sheet_rows(model, NARROW[0] - 3)
        totals = collapsed(" ".join(map(model.speaker.money, scores)))
        assert sum(row.endswith(totals) for row in rows) == 2, "where they began, and the totals"
        heads = [[part for part in row.split() if len(part) == 1] for row in rows]
        assert [name[0] for name in LONG[:count]] in heads, "their letters"


async def test_a_finished_session_opens_on_its_sheet_with_lines_folded_if_they_have_no_room() -> None:
    """Seven lines of two towns: first money is 2,000 for each, 14,000 for all stations and for all shares."""
    names = ("NER", "L&Y", "LNWR", "GER", "GWR", "LSWR", "SER")
    lines = [line(name, unnamed_towns=2, stations={ANTON: 1}, shares={BEATE: 1}) for name in names]
    async with running(app_of(disk_of([FINISH], position={"lines": lines}))) as table:
        assert is_page(table.app.screen, "score_sheet")
        assert "Stations 14,000 · · Shares · 14,000 ·" in table.seen
        await table.resize(LARGE)
        assert "SER stations 2,000 · ·" in table.seen


def test_the_run_sheet_has_every_run_the_numbers_left_and_the_grid() -> None:
    """Each began with 20: Beate pays Anton 3, is first (20), Anton second (10); 33, 37 and 20 are 90 in all."""
    run = [depart(train(ANTON), train(BEATE, pays={ANTON: 3})), places([BEATE], [ANTON])]
    text = sheet_of(disk_of(run, THREE, "dampfross", position=operating(connected=[65, 31])), "run_sheet")
    assert "33 37 20" in text
    for found in ("Anton's run sheet", "Claus's run sheet", "Not connected (2 of 36 done)", "How often used"):
        assert found in text
    assert "2 12 22 32 42 52 62" in text, "nobody has connected one of them"
    assert "5 15 25 35 45 55" in text, "65 is connected"


def lines_of(disk: MemoryDisk) -> dict[str, list[int]]:
    """The lines of the sheet that have a figure, by what they are called, with what each player has there."""
    desk = AtDesk(disk)
    sheet = final_sheet(desk.session)
    assert sheet is not None
    rows = {desk.model.speaker.text(row.line.label): row.amount for row in sheet.rows}
    found = {label: [amount(name) for name in sheet.players] for label, amount in rows.items()}
    return {label: amounts for label, amounts in found.items() if any(amounts)}


@pytest.mark.parametrize(
    ("blocks", "label"),
    [([], "start position"), ([skip(ANTON), FINISH], "start position"), ([FINISH], "during play")],
    ids=["joined late", "played on", "only the end scored"],
)
def test_what_was_there_before_a_session_says_where_it_comes_from(
    blocks: list[dict[str, Any]], label: str
) -> None:
    position = {"cash": {ANTON: 70000}, "turn": {"player": ANTON}}
    assert lines_of(disk_of(blocks, position=position)) == {label: [70000, 0, 0]}


async def test_a_what_if_that_ends_opens_no_sheet() -> None:
    async with running(app_of(disk_of(**FINAL_TABLE))) as table:
        await table.press("W", "f", "enter")
        assert isinstance(table.app.screen, TableScreen)
        assert table.app.screen.model.session.record.is_over
