"""What is in view at 80x24 and 120x40: whole previews, tables, who left, what was undone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import product

import pytest

from companion.desk.entry_view import preview_in_order
from companion.draw.table_area import shown_tables
from companion.report.table_text import capitalise
from companion.storage.config import Config
from companion.tui.screens.table import TableScreen
from companion.words import LANGUAGES
from tests.memory_disk import MemoryDisk
from tests.support import FILE, part_of, shipped
from tests.tui.acting import block_text
from tests.tui.desk import collapsed
from tests.tui.driving import LARGE, Size, Table, app_of, running
from tests.tui.entries import EVERYTHING, FARES, REMEMBERED, ROUND, entry
from tests.tui.entries import table as rich_table
from tests.tui.test_cuts import EXAMPLES
from tests.whistle_stop.moves import denver, move

GAMES = ("stephensons-rocket", "whistle-stop", "dampfross")


@asynccontextmanager
async def example(game: str, size: Size, language: str = "en") -> AsyncIterator[Table]:
    disk = MemoryDisk({**shipped(), FILE: EXAMPLES[f"{game}-running"]})
    async with running(app_of(disk, config=Config(language=language)), size) as table:
        yield table


# 80x24


async def test_what_a_toll_can_be_paid_with_stays_in_view_where_the_town_is_refused() -> None:
    start = rich_table(
        *(denver(), *ROUND),
        anton={"goods": dict.fromkeys(("cotton", "stone", "wood", "cattle", "steel"), 2)},
        beate={"upgrades": ["toll-station"]},
        worth={"toll-station": 3},
    )
    async with running(app_of(start.disk())) as table:
        await table.press("m", "t", "1", *("tab",) * 3)
        assert "c cotton n stone a cattle s steel w (wood)" in table.seen


HINT = (
    "2 whiskeyért, 2 acélért, 1 szarvasmarháért és 1 szénért 12 győzelmi pont; B-részvény; vagy 4 pont büntetés; "
    "Antonnak 2 whiskey, 2 acél és 1 szarvasmarha hiányzik."
)


async def test_the_hint_of_a_town_is_never_cut() -> None:
    """However many towns there are beside it; the goods stay in view."""
    price = {"whiskey": 2, "steel": 2, "cattle": 1, "coal": 1}
    towns = [denver(town=f"Town {number}", pay={"coal": 1}) for number in range(8)]
    penalty = move("town", town="Denver", penalty=4)
    start = rich_table(
        *(denver(pay=price, points=12), penalty, *towns[:2], *ROUND),
        *(*towns[2:6], *ROUND),
        *(*towns[6:], *ROUND),
        anton={"coal": 30, "goods": {"whiskey": 2, "steel": 2, "cattle": 1}},
        beate={"upgrades": ["toll-station"]},
        worth={"toll-station": 3},
    )
    async with running(app_of(start.disk(), config=Config(language="hu"))) as table:
        await table.press("m", "v", "down")
        assert HINT in collapsed(table.text())


@pytest.mark.parametrize(
    ("game", "keys", "more"),
    [
        ("stephensons-rocket", EVERYTHING, ()),
        ("stephensons-rocket", EVERYTHING, ("enter", "c")),
        ("whistle-stop", REMEMBERED, ()),
        ("whistle-stop", REMEMBERED, ("enter", "c")),
        ("dampfross", FARES, ()),
    ],
)
async def test_a_preview_leaves_the_main_table_and_says_who_gets_what(
    game: str, keys: str, more: tuple[str, ...]
) -> None:
    async with running(app_of(entry(game, keys).start.disk())) as table:
        await table.press(*keys.split()[:-1], *more)
        screen = table.app.screen
        assert isinstance(screen, TableScreen)
        assert screen.model.preview is not None
        main, speaker = shown_tables(screen.model)[0], screen.model.speaker
        labels = [capitalise(speaker.text(row.cells[0].value)) for row in main.rows]
        assert len(labels) >= 3
        assert [one for one in labels if one not in table.text()] == []
        paid = [one.text for one in preview_in_order(screen.model) if one.kind == "paid"]
        assert len(paid) == (not more), "an entry that is opened again changes nothing"
        assert all(collapsed(one.split("  ")[0]) in block_text(table, "entry") for one in paid)


# 120x40


@pytest.mark.parametrize(("game", "language"), part_of([*product(GAMES, LANGUAGES)], 3))
async def test_no_table_is_only_named_if_it_would_fit(game: str, language: str) -> None:
    async with example(game, LARGE, language) as table:
        screen = table.app.screen
        assert isinstance(screen, TableScreen)
        rows = [row.partition("│")[0].rstrip() for row in table.lines()[3:-1]]
        empty = next(count for count, row in enumerate(reversed(rows)) if row)
        shown, checked = "\n".join(row for row in rows if not row.startswith(" T Tables")), 0
        for one in shown_tables(screen.model):
            if capitalise(screen.model.speaker.text(one.title)) not in shown:
                assert len(one.rows) + 2 > empty  # its title and a gap above it
            checked += 1
        assert checked >= 3


# Who left, and what the last entry is
