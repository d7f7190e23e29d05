"""What is in view at 40x30, 80x24 and 120x40: the reason of a payout, whole previews, whole words, the same tables."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import product

import pytest

from companion.core.views import Term
from companion.draw.scores import score_lines
from companion.draw.tables import TableArea, TableCache, shown_tables
from companion.report.drawing import capitalise
from companion.report.spans import plain
from companion.report.standings import place_text
from companion.storage.config import Config
from companion.tui.screens.table import TableScreen
from companion.words import LANGUAGES
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, DORA, FILE, part_of, session_of, shipped
from tests.tui.desk import model_of
from tests.tui.driving import LARGE, NARROW, SMALL, Size, Table, app_of, running
from tests.tui.entries import EVERYTHING, FARES, REMEMBERED, entry
from tests.tui.test_cuts import EXAMPLES

GAMES = ("stephensons-rocket", "whistle-stop", "dampfross")
SIX = (ANTON, BEATE, CLAUS, DORA, "Emil", "Fritz")
MOST_PLAYERS = {"stephensons-rocket": 4, "whistle-stop": 5, "dampfross": 6}


@asynccontextmanager
async def example(game: str, size: Size, language: str = "en") -> AsyncIterator[Table]:
    disk = MemoryDisk({**shipped(), FILE: EXAMPLES[f"{game}-running"]})
    async with running(app_of(disk, config=Config(language=language)), size) as table:
        yield table


def row_of(table: Table, start: str) -> int:
    return next(at for at, row in enumerate(table.lines()) if row.strip().startswith(start))


# 40x30


@pytest.mark.parametrize(
    ("game", "first_table"), list(zip(GAMES, ("Lines", "In hand", "Holdings"), strict=True))
)
async def test_a_narrow_screen_shows_turn_scores_the_last_entry_and_then_the_tables(
    game: str, first_table: str
) -> None:
    async with example(game, NARROW) as table:
        last = f"── {table.session.record.entry_count}  "
        order = ["▸" if game != "dampfross" else "Run 5", "If over" if game != "dampfross" else "Units"]
        rows = [row_of(table, start) for start in (*order, last, first_table)]
        assert rows == sorted(rows)


async def test_a_narrow_screen_shows_why_a_merger_paid() -> None:
    """Reading pays Anton and Beate 1,000 each, the merger Beate 4,000 and Claus 2,000."""
    merger = entry("stephensons-rocket", EVERYTHING)
    async with running(app_of(merger.start.disk()), NARROW) as table:
        await table.press(*merger.keys.split())
        assert "PAY B Beate 5,000 C Claus 2,000 A Anton 1,000" in table.seen
        assert "Most shares: Beate 3, Claus 1. Beate is first: 4,000. Claus is second: 2,000." in table.seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_player_has_a_place_on_a_narrow_screen(language: str) -> None:
    checked = 0
    for game, most in MOST_PLAYERS.items():
        for count in range(2, most + 1):
            model = model_of(session_of((), SIX[:count], game=game), language)
            lines = score_lines(model, NARROW[0], TableArea(model, NARROW[0], False, TableCache()).frame())
            places = {*"¹²³⁴⁵⁶", *(place_text(model.speaker, rank) for rank in range(1, count + 1))}
            found = [word for line in lines for word in plain(line).split() if word in places]
            assert (game, count, len(found)) == (game, count, count)
            checked += 1
    assert checked == 3 + 4 + 5


# 80x24


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
async def test_a_preview_fits_in_a_small_terminal(game: str, keys: str, more: tuple[str, ...]) -> None:
    async with running(app_of(entry(game, keys).start.disk())) as table:
        await table.press(*keys.split()[:-1], *more)
        screen = table.app.screen
        assert isinstance(screen, TableScreen)
        assert screen.model.preview is not None
        assert "PgDn" not in table.text()


@pytest.mark.parametrize("game", GAMES)
async def test_the_history_shows_more_than_six_entries_in_a_small_terminal(game: str) -> None:
    async with example(game, SMALL) as table:
        await table.press("h")
        rows = [row.lstrip(" ▸").split() for row in table.lines()]
        assert len([row for row in rows if len(row) > 2 and ":" in row[0] and row[1].isdecimal()]) > 6


RACE = (
    "depart 22 65 train dora length 18 fare anton 3 fare beate 6 train anton fare emil 4 length 15 "
    "train beate length 17",
    *(f"race-roll {name} {pips}" for pips in (4, 2, 3, 1, 1) for name in ("dora", "anton", "beate")),
)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_same_tables_are_shown_all_through_a_race(size: Size) -> None:
    """Five rolls make the worksheet wider, and the departure has the longest reason."""
    found = []
    async with example("dampfross", size) as table:
        for line in RACE:
            await table.enter_line(line)
            shown = [row.partition("w shows")[0] for row in table.lines()]
            found.append({name for name in ("Race", "Holdings", "First in") if name in "\n".join(shown)})
    assert len(found) == 16
    assert found == [found[0]] * 16


# 120x40


@pytest.mark.parametrize(("game", "language"), part_of([*product(GAMES, LANGUAGES)], 3))
async def test_no_table_is_only_named_if_it_would_fit(game: str, language: str) -> None:
    async with example(game, LARGE, language) as table:
        screen = table.app.screen
        assert isinstance(screen, TableScreen)
        rows = [row.partition("│")[0].rstrip() for row in table.lines()[3:-1]]
        empty = next(count for count, row in enumerate(reversed(rows)) if row)
        shown, checked = "\n".join(row for row in rows if not row.startswith(" w")), 0
        for one in shown_tables(screen.model):
            if capitalise(screen.model.speaker.text(one.title)) not in shown:
                assert len(one.rows) + 1 > empty
            checked += 1
        assert checked >= 3


@pytest.mark.parametrize(("game", "language"), part_of([*product(GAMES[:2], LANGUAGES)], 3))
async def test_words_are_whole_in_a_large_terminal(game: str, language: str) -> None:
    async with example(game, LARGE, language) as table:
        screen = table.app.screen
        assert isinstance(screen, TableScreen)
        speaker, seen = screen.model.speaker, table.text()
        labels = [row.cells[0].value for one in shown_tables(screen.model)[:2] for row in one.rows]
        terms = [capitalise(speaker.text(one)) for one in labels if isinstance(one, Term)]
        words = [speaker.phrase("screen.if-over"), *terms]
        assert len(words) > 10
        assert [word for word in words if f" {word} " not in seen] == []


async def test_what_is_left_is_not_said_twice() -> None:
    """A station that joins brings a passenger: the table shows 6 already, the turn would still say 7."""
    async with example("stephensons-rocket", LARGE) as table:
        assert "Pass." not in table.lines()[1]
        assert "Passengers 1= · 1= 7" in table.seen


async def test_the_key_of_all_tables_is_not_named_in_an_entry_where_it_is_a_letter() -> None:
    async with example("stephensons-rocket", SMALL) as table:
        assert "w shows " in table.text()
        await table.press("e")
        assert "w shows " not in table.text()


# Who left, and what the last entry is


@pytest.mark.parametrize(("width", "is_roomy"), [(40, False), (80, False), (66, True)])
@pytest.mark.parametrize("game", GAMES)
def test_who_left_has_no_sign_behind_a_figure_and_no_bar_if_others_have_none(
    game: str, width: int, is_roomy: bool
) -> None:
    """A cross behind the 8 of Claus would read as "8 times"."""
    blocks: list[dict[str, object]] = [
        {"do": "adjust", "player": name, "amount": 8, "reason": "x"} for name in SIX[:4]
    ]
    blocks.append({"do": "leave", "player": CLAUS, "reason": "tired"})
    model = model_of(session_of(blocks, SIX[:4], game=game))
    lines = score_lines(model, width, TableArea(model, width, is_roomy, TableCache()).frame())
    assert [span.look for line in lines for span in line if "×" in span.text] == ["chip:Claus"]
    assert "–" in plain(lines[-1]) or "–" in plain(lines[-2]), "a dash says that the player has no rank"
    bars = {span.look for line in lines for span in line if "━" in span.text}
    assert len(bars) in (0, 4)


async def test_an_undo_is_told_before_the_entry_now_last() -> None:
    """Below the title of another entry it would read as part of that one."""
    for size in (NARROW, SMALL, LARGE):
        async with example("stephensons-rocket", size) as table:
            await table.press("u", "enter")
            rows = [" ".join((row.partition("│")[2] or row).split()) for row in table.lines()]
            titles = [row[:16] for row in rows if row.startswith("── ")]
            at = titles.index("── Undone: Emil ")
            assert titles[at + 1] == "── 36 Dora exten"


async def test_an_undo_that_takes_money_back_is_told_with_it_before_the_entry_now_last() -> None:
    """Amounts below the entry now last would read as its own."""
    async with example("stephensons-rocket", SMALL) as table:
        for key in ":", "adjust emil 3000 because slip":
            await table.press(*key)
        await table.press("enter", "enter", "u", "enter")
        told = [" ".join(row.split()) for row in table.lines()]
        at = next(at for at, row in enumerate(told) if "Undone: " in row)
        assert told[at + 2 : at + 3] == ["COLLECT E Emil 3,000"]
        assert told[at + 3].startswith("── 37 Emil extends NER to Leeds")


async def test_after_a_rename_the_title_has_the_new_name() -> None:
    async with example("stephensons-rocket", SMALL) as table:
        await table.press("h", "r", "1")
        await table.type("Lyon")
        await table.press("enter", "enter")
        titles = [" ".join(row.split()) for row in table.lines() if row.startswith("── ")]
        assert titles[-1] == f"── 37 Emil extends NER to Lyon {'─' * 35} l Receipt ──"
