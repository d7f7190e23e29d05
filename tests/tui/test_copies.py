"""Two copies of a session on the start page: shown as what they are, and settled by a person."""

from pathlib import Path

import pytest

from companion.storage.config import Config
from companion.tui.app import CompanionApp
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.table import TableScreen
from companion.words import LANGUAGES
from tests.copies import (
    COPY,
    FRIDAY,
    HERE,
    KEPT,
    SHARED,
    THERE,
    THURSDAY,
    content,
    disk_with,
    entries,
    passed,
)
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS
from tests.tui.driving import SMALL, Table, app_of, is_page, running


def start(disk: MemoryDisk, path: Path | None = None, language: str = "en") -> CompanionApp:
    return app_of(disk, path, Config(language=language))


def rows(table: Table) -> list[Path]:
    assert isinstance(table.app.screen, PageScreen)
    return [Path(str(key)) for key in table.app.screen.rows]


def on_table(table: Table) -> Path | None:
    return table.session.path if isinstance(table.app.screen, TableScreen) else None


@pytest.mark.parametrize("key", ["enter", "2", "t"])
async def test_opening_a_copy_shows_what_only_one_of_the_two_has(key: str) -> None:
    """Also where an entry would be saved, as for a title."""
    disk = disk_with()
    before = dict(disk.files)
    async with running(start(disk)) as table:
        await table.press("home", "down", key)
        assert is_page(table.app.screen, "copies")
        assert [line.strip() for line in table.lines() if line.strip()] == [
            "Two copies of one session",
            "Both begin with the same 2 entries. Choose the file that goes on. The other",
            "one is kept as a backup.",
            "▸thursday.toml: 4 entries, 2 only here",
            "2026-11-12 19:20 Beate passes",
            "2026-11-12 19:21 Note: Claus makes tea",
            "thursday.sync-conflict-20261119-201500-ABCDEFG.toml: 5 entries, 3 only here",
            "2026-11-12 19:30 Beate's score is adjusted",
            "2026-11-12 19:31 Undo",
            "2026-11-12 19:33 Beate passes",
            "Enter Open  Esc Back",
        ]
        await table.press("escape")
        assert is_page(table.app.screen, "start")
    assert {path: disk.files[path] for path in before} == before


@pytest.mark.parametrize(
    ("keys", "goes_on", "other"),
    [
        ("enter enter", HERE, THERE),
        ("down enter enter", HERE, THERE),
        ("enter down down down enter enter", THERE, HERE),
        ("end enter enter", THERE, HERE),
    ],
)
async def test_the_choice_is_asked_twice_and_leads_to_the_table(
    keys: str, goes_on: list[object], other: list[object]
) -> None:
    disk = disk_with()
    async with running(start(disk)) as table:
        await table.press("2")
        *first, last = keys.split()
        await table.press(*first)
        assert "Press Enter again to go on with" in table.seen
        assert (entries(disk, THURSDAY), entries(disk, COPY)) == (HERE, THERE)
        await table.press(last)
        assert on_table(table) == THURSDAY
        assert "The other one is kept in backups/thursday.replaced.toml." in table.seen
        assert (entries(disk, THURSDAY), entries(disk, KEPT)) == (goes_on, other)
        assert COPY not in disk.files
        await table.press("q")
        assert rows(table) == [THURSDAY, FRIDAY]
        assert table.lines()[3].startswith("▸1")


async def test_the_page_is_shown_anew_if_a_file_changed_meanwhile() -> None:
    disk = disk_with()
    async with running(start(disk)) as table:
        await table.press("2", "enter")
        disk.files[COPY] = content([*THERE, passed(40, BEATE)])
        await table.press("enter")
        assert "Another entry was saved in the meantime." in table.seen
        assert "19:40 Beate passes" in table.seen
        assert KEPT not in disk.files
        await table.press("enter", "enter")
        assert on_table(table) == THURSDAY


async def test_a_copy_that_is_gone_or_a_disk_that_is_full_is_one_sentence() -> None:
    disk = disk_with()
    async with running(start(disk)) as table:
        await table.press("2", "enter")
        disk.fault = OSError(28, "No space left on device")
        await table.press("enter")
        assert "disk is full" in table.seen
        assert (entries(disk, THURSDAY), entries(disk, COPY)) == (HERE, THERE)
        disk.fault = None
        del disk.files[COPY]
        await table.press("enter", "enter")
        assert is_page(table.app.screen, "copies")
        assert f"{COPY}:" in "".join(table.lines())
        await table.press("escape", "2")
        assert on_table(table) == FRIDAY


async def test_a_copy_named_on_the_command_line_leads_to_the_choice_too() -> None:
    disk = disk_with()
    async with running(start(disk, COPY)) as table:
        assert is_page(table.app.screen, "copies")
        await table.press("escape")
        assert rows(table) == [THURSDAY, COPY, FRIDAY]
    async with running(start(disk, THURSDAY)) as table:
        assert on_table(table) == THURSDAY


FAULTY: dict[str, list[object]] = {
    "impossible": [passed(40, ANTON), passed(41, CLAUS)],
    "a correction of nothing": [{"entry": 99, "do": "strike"}, passed(41, CLAUS)],
    "nothing to redo": [{"do": "redo"}, {"do": "undo", "to": 50}],
    "no entry": [{"do": "dance"}, {"by": ANTON, "amount": "x", "do": "adjust"}],
}


@pytest.mark.parametrize("faulty", FAULTY.values(), ids=FAULTY)
async def test_a_copy_that_does_not_play_can_be_looked_at_and_left_behind(faulty: list[object]) -> None:
    disk = disk_with({COPY: content([*SHARED, *faulty])})
    async with running(start(disk)) as table:
        assert "only here, 2 only there." in table.seen
        await table.press("home", "down", "enter")
        assert "thursday.toml: 4 entries, 2 only here" in table.seen
        await table.press("enter", "enter")
        assert on_table(table) == THURSDAY
        assert entries(disk, THURSDAY) == HERE


def without_gaps(table: Table) -> str:
    return "".join(line.rstrip("▁▂▃▄▅▆▇█").replace(" ", "") for line in table.lines())


@pytest.mark.parametrize("size", [SMALL, (40, 20)], ids=["80x24", "40x20"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_row_and_the_page_are_whole_in_every_language(language: str, size: tuple[int, int]) -> None:
    """No number, file or reason is cut off, however long the list; what doesn't fit is a page further down."""
    many = [*SHARED, *(passed(40, BEATE) for _ in range(2)), *({"do": "undo"}, {"do": "redo"}) * 60]
    async with running(start(disk_with({COPY: content(many)}), language=language), size) as table:
        say = table.app.speaker.phrase
        assert say("copies.row", file=THURSDAY.name, own=122, other=2) in table.seen
        await table.press("home", "down", "enter")
        seen = without_gaps(table)
        assert say("copies.shared", count=2).replace(" ", "") in seen
        for name, count, own in ((THURSDAY.name, 4, 2), (COPY.name, 124, 122)):
            assert say("copies.file", file=name, count=count, own=own).replace(" ", "") in seen
        await table.press("end", "enter")
        assert say("copies.sure", file=COPY.name, count=124).replace(" ", "") in without_gaps(table)
        assert f"▸ {say('screen.label.redo')}" in " ".join(table.seen.split())
