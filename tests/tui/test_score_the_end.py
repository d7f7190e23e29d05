"""Score the end: a sheet with the players across and only what the final scoring needs, and the result stands there."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from companion.core.copybook import Book, Lesson, learn
from companion.storage.copybook import book_path
from companion.tui.app import CompanionApp
from companion.tui.models.new_session import FormRow
from companion.tui.screens.new_session import NewPage, PositionPage
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, DORA, SAVES, THREE, book_text, library, shipped
from tests.tui.driving import Table, app_of, driven

FOUR = (ANTON, BEATE, CLAUS, DORA)
DIGITS = {"dampfross": "1", "stephensons-rocket": "2", "whistle-stop": "3"}


def fresh(disk: MemoryDisk | None = None) -> CompanionApp:
    return app_of(disk or MemoryDisk(shipped()), None)


def made(disk: MemoryDisk) -> Path:
    (path,) = (path for path in disk.files if path.parent == SAVES)
    return path


async def sheet(table: Table, game: str, players: tuple[str, ...] = THREE) -> PositionPage:
    """From the start page to the sheet."""
    await table.press("s", DIGITS[game])
    await table.fill(*players, *([""] if len(players) < 4 or game != "stephensons-rocket" else []))
    await table.press("enter")
    assert isinstance(table.app.screen, PositionPage), table.text()
    return table.app.screen


def figures(keys: Iterable[str]) -> int:
    return sum(key.isdecimal() for key in keys)


# Spec of Stephenson's Rocket, worked example 5: by player cash, steel, textiles, brewing, leather, passengers;
# then towns of the seven lines, and by player the stations and then the shares on NER, LNWR and GWR.
HANDS = (("28000", "34323"), ("30000", "22331"), ("25000", "42320"))
TOWNS = ("13", "0", "4", "0", "12", "0", "0")
STATIONS = ("203", "222", "311")
SHARES = ("332", "413", "225")


def rulebook_keys() -> list[str]:
    """Money ends with Enter, as does a share that could be the first digit of 10 to 16; all else ends by itself."""
    keys = [key for cash, rest in HANDS for key in (*cash, "enter", *rest)]
    keys += [key for one in (*TOWNS, *STATIONS) for key in one]
    for held in SHARES:
        for count in held:
            keys += [count, *(["enter"] if count == "1" else [])]
    return [*keys, "enter"]


def test_the_final_table_of_the_rulebook_takes_at_most_twelve_keys_more_than_its_figures() -> None:
    """Spec, worked example 5: 72, 75 and 65 thousand; Beate wins. The lines that are merged are no figures of it."""
    keys = rulebook_keys()
    needed = figures(keys) - TOWNS.count("0")
    assert needed == 53
    assert len(keys) - needed <= 12
    disk = MemoryDisk(shipped())

    async def doing(table: Table) -> None:
        await sheet(table, "stephensons-rocket")
        await table.press(*keys)
        assert "BEATE WINS with 75,000" in table.text()
        await table.press("escape")
        assert isinstance(table.app.screen, TableScreen)
        assert "Beate wins" in table.text()
        assert "2. 72,000   1. 75,000   3. 65,000" in table.text()
        assert "A figure is wrong? q, then Backspace: the sheet again." in table.text()

    driven(fresh(disk), doing)
    session = library(disk=disk).read(made(disk))
    assert session.is_over
    assert session.game.scores(session.state) == {ANTON: 72_000, BEATE: 75_000, CLAUS: 65_000}
    assert len(session.steps) == 1
    assert sum(len(one.rows) for one in session.steps[0].outcome.receipts) > 0


def test_whoever_presses_enter_behind_every_figure_gets_the_same() -> None:
    figured = [*(("28000", *"34323")), *("30000", *"22331"), *("25000", *"42320"), *TOWNS]
    figured += [*"".join(STATIONS), *"".join(SHARES)]
    disk = MemoryDisk(shipped())

    async def doing(table: Table) -> None:
        await sheet(table, "stephensons-rocket")
        await table.fill(*figured)
        await table.past_the_end()
        assert isinstance(table.app.screen, TableScreen)

    driven(fresh(disk), doing)
    session = library(disk=disk).read(made(disk))
    assert session.game.scores(session.state) == {ANTON: 72_000, BEATE: 75_000, CLAUS: 65_000}


@pytest.mark.parametrize("game", sorted(DIGITS))
def test_the_sheet_fits_the_small_screen_with_four_players_and_all_of_them_across(game: str) -> None:
    async def doing(table: Table) -> None:
        page = await sheet(table, game, FOUR)
        assert page.counting.sections[0].players == FOUR
        assert len(page._content.lines) <= page._content.size.height
        assert " …" not in table.text()
        assert "Enter here: makes the session and scores the end" in table.text()

    driven(fresh(), doing)


LABELS = {
    "dampfross": ["accounts"],
    "stephensons-rocket": ["cash", "steel", "textiles", "brewing", "leather", "passengers"],
    "whistle-stop": [
        *("points", "shares A", "shares B", "shares C", "shares D", "shares E", "upgrades", "gold"),
        *("basic goods", "rare goods", "markers", "black tiles"),
    ],
}


@pytest.mark.parametrize("game", sorted(DIGITS))
def test_the_sheet_asks_only_for_what_the_final_scoring_needs(game: str) -> None:
    async def doing(table: Table) -> None:
        await sheet(table, game)
        first = next(at for at, line in enumerate(table.lines()) if line.split() == list(THREE))
        rows = table.lines()[first + 1 : first + 1 + len(LABELS[game])]
        assert [" ".join(row.split()).removesuffix(" · · ·") for row in rows] == LABELS[game]

    driven(fresh(), doing)


def scored(keys: list[str], game: str, disk: MemoryDisk, players: tuple[str, ...] = THREE) -> dict[str, Any]:
    """The scores of the session that some keys on the sheet make."""

    async def doing(table: Table) -> None:
        await sheet(table, game, players)
        for key in keys:
            await (table.press(key) if key in ("enter", "end", "down", "tab") else table.type(key))
        await table.past_the_end()
        assert isinstance(table.app.screen, TableScreen), table.text()

    driven(fresh(disk), doing)
    session = library(disk=disk).read(made(disk))
    assert session.is_over
    return session.game.scores(session.state)


ANTONS_END = [
    *("47", "enter"),
    *("12", "enter", "3", "enter", "", "enter", "", "enter", "", "enter"),  # most of A and of B
    *("coal, safe", "enter", "43", "enter", "4", "enter", "2", "enter", "5", "enter", "1"),
]
"""Spec of Whistle Stop, worked example: track 47, 2 majorities, upgrades 5 + 3, gold 4 + 3, 4 basic, 2 rare, 5 markers,
1 black tile: 94."""
WORTHS = {"coal-car": 5, "safe": 3}


def test_worths_of_upgrades_that_nobody_knows_are_asked_below() -> None:
    disk = MemoryDisk(shipped())
    rest = [key for _ in range(24) for key in ("enter",)]  # nothing of Beate and Claus
    assert (
        scored([*ANTONS_END, "enter", *rest, "5", "3", "enter", "enter"], "whistle-stop", disk)[ANTON] == 94
    )
    made_with = tomllib.loads(disk.files[made(disk)].decode())
    assert made_with["options"] == {"track": "score"}
    assert made_with["position"]["worth"] == WORTHS


def test_worths_of_upgrades_come_from_the_copy_book() -> None:
    book = learn(Book(), [Lesson("upgrade", name, {"worth": worth}) for name, worth in WORTHS.items()])
    disk = MemoryDisk({**shipped(), book_path(SAVES, "whistle-stop"): book_text(book).encode()})
    assert scored([*ANTONS_END, "end", "enter"], "whistle-stop", disk)[ANTON] == 94
    assert tomllib.loads(disk.files[made(disk)].decode())["position"]["worth"] == WORTHS


def test_balances_are_all_that_dampfross_needs() -> None:
    disk = MemoryDisk(shipped())
    keys = ["210", "enter", "180", "enter", "-5", "enter", "enter"]
    assert scored(keys, "dampfross", disk) == {ANTON: 210, BEATE: 180, CLAUS: -5}


def test_what_cannot_be_scored_is_said_with_the_name_of_its_cell_and_nothing_is_made() -> None:
    """Spec of Whistle Stop, "End": 3 black tiles at most without the Extra Boiler."""
    disk = MemoryDisk(shipped())

    async def doing(table: Table) -> None:
        page = await sheet(table, "whistle-stop")
        for _ in range(11):
            await table.press("down")
        await table.press("4", "end", "enter")
        assert isinstance(table.app.screen, PositionPage)
        assert "Anton, black tiles: " in table.text()
        assert page.counting.place == (0, 11, 0)

    driven(fresh(disk), doing)
    assert not [path for path in disk.files if path.parent == SAVES]


def test_a_new_session_leads_to_the_sheet_too_and_back_with_what_was_counted() -> None:
    disk = MemoryDisk(shipped())

    async def doing(table: Table) -> None:
        await table.press("n", "1")
        await table.fill(*THREE, "")
        await table.press("up", "enter", *"210", "enter", "escape")
        assert isinstance(table.app.screen, NewPage)
        model = table.app.screen.model
        assert (model.row, model.plan.is_final) == (FormRow("score"), False)
        assert "position" not in model.plan.header()
        await table.press("enter")
        assert "210" in table.text()
        await table.press("end", "enter")
        await table.past_the_end()
        assert isinstance(table.app.screen, TableScreen)

    driven(fresh(disk), doing)
    assert tomllib.loads(disk.files[made(disk)].decode())["position"] == {
        "accounts": {ANTON: 210, BEATE: 0, CLAUS: 0}
    }


def test_a_disk_that_is_full_is_one_sentence_and_the_figures_stay() -> None:
    disk = MemoryDisk(shipped())

    async def doing(table: Table) -> None:
        await sheet(table, "dampfross")
        await table.press(*"210", "end")
        disk.full_at = len(disk.calls)
        await table.press("enter")
        assert isinstance(table.app.screen, NewPage)
        assert "the file cannot be written: the disk is full" in " ".join(table.text().split())
        await table.press("enter", "end", "enter")
        await table.past_the_end()
        assert isinstance(table.app.screen, TableScreen)

    driven(fresh(disk), doing)
    session = library(disk=disk).read(made(disk))
    assert session.game.scores(session.state)[ANTON] == 210


def test_the_sheet_needs_players_and_says_so() -> None:
    async def doing(table: Table) -> None:
        await table.press("s", "2", "enter", "enter")
        assert isinstance(table.app.screen, NewPage)
        assert "Stephenson's Rocket takes 2 to 4 players, not 0" in table.text()

    driven(fresh(), doing)
