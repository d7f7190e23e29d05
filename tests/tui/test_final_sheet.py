"""The final sheet and the run sheet: one key away, and after the end by themselves; every figure opens its receipts."""

from typing import Any

import pytest

from companion.draw.html import PageHtml
from companion.draw.sheet import draw_sheet
from companion.draw.svg import SMALL as SMALL_CHART
from companion.report.score_sheet import final_sheet
from companion.report.spans import plain
from companion.report.table_text import capitalise
from companion.tui.models.table import TableModel
from companion.tui.screens.table import TableScreen
from tests.laws.test_pages import Words
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import FINISH, line, skip
from tests.stephensons_rocket.test_worked_examples import FINAL_TABLE, PRINTED
from tests.support import ANTON, BEATE, CLAUS, FILE, ROOT, THREE, shipped
from tests.tui.desk import AtDesk, collapsed, page_lines, page_of, read, view_of
from tests.tui.driving import LARGE, SMALL, app_of, disk_of, is_page, running

LABELS = {"final-tokens": "", "final-stations": " stations", "final-shares": " shares"}


def figures(*amounts: int) -> str:
    return " ".join(f"{amount:,}" if amount else "·" for amount in amounts)


async def test_the_end_opens_its_sheet_and_every_figure_opens_what_is_behind_it() -> None:
    """The table of the rulebook, row by row; steel by Beate's two tokens against four and three brings her nothing."""
    async with running(app_of(disk_of(**FINAL_TABLE))) as table:
        await table.press("f", "enter")
        assert is_page(table.app.screen, "scores")
        seen = table.seen
        assert "BEATE WINS with 75,000" in seen
        for kind, subject, *amounts in PRINTED:
            assert capitalise(f"{subject}{LABELS[kind]} {figures(*amounts)}") in seen
        assert "28,000 30,000 25,000" in seen
        assert "Total 72,000 75,000 65,000" in seen
        await table.press("enter")
        assert table.seen.startswith("Beate, total: 75,000"), "before an arrow, Enter opens who won"
        await table.press("escape", "right", "down", "enter")
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
        assert is_page(table.app.screen, "scores"), "the game ended anew"


def sheet_of(disk: MemoryDisk, page: str = "scores") -> str:
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
"""Ranks of Anton, Beate and Claus; manual.md, "At the table": the leaver is last and does not win."""


@pytest.mark.parametrize(("case", "ranks"), [*zip(RESULTS, RANKS, strict=True)])
def test_the_sheet_says_what_decided_a_tie_and_has_the_ranks_also_on_phones(case: str, ranks: str) -> None:
    disk, won, decided = RESULTS[case]
    seen, model = sheet_of(disk), AtDesk(disk).model
    assert won in seen
    assert decided in seen
    html = PageHtml(view_of(model), lambda link: "", SMALL_CHART).page(page_of(model, "scores"))
    on_phone = collapsed(" ".join(Words(html).found))
    if not won:
        assert f"Place {ranks}" in sheet_rows(model, SMALL[0] - 3)
        assert f"place {ranks}" in on_phone
    for place, name in zip(ranks.split() if won else (), THREE, strict=False):
        assert f"{place} {name[0]} {name}" in seen
        assert f"{place} {name[0]} {name}" in on_phone


def sheet_rows(model: TableModel, width: int) -> list[str]:
    sheet = page_of(model, "scores").sheet
    assert sheet is not None
    drawing = draw_sheet(view_of(model), sheet, width)
    return [collapsed(plain(row)) for row in (*drawing.heads, *drawing.rows, *drawing.foot)]


async def test_a_finished_session_opens_on_its_sheet_with_lines_folded_if_they_have_no_room() -> None:
    """Seven lines of two towns: first money is 2,000 for each, 14,000 for all stations and for all shares."""
    names = ("NER", "L&Y", "LNWR", "GER", "GWR", "LSWR", "SER")
    lines = [line(name, unnamed_towns=2, stations={ANTON: 1}, shares={BEATE: 1}) for name in names]
    async with running(app_of(disk_of([FINISH], position={"lines": lines}))) as table:
        assert is_page(table.app.screen, "scores")
        assert "Stations 14,000 · · Shares · 14,000 ·" in table.seen
        await table.resize(LARGE)
        assert "SER stations 2,000 · ·" in table.seen


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
