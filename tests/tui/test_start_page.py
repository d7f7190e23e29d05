"""The start page: sessions opened, found, renamed, archived, played again, or why they cannot be."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.report.cards import Cards
from companion.session import Library
from companion.session.archiving import ARCHIVE
from companion.storage.places import examples_folder
from companion.tui.app import CompanionApp
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, DORA, SAVES, THREE, shipped, text_of
from tests.tui.driving import Table, app_of, at_rest, is_page, running, screen_strips

ROCKET, WHISTLE, DAMPFROSS = (
    SAVES / "2026-11-01-stephensons-rocket.toml",
    SAVES / "2026-11-02-whistle-stop.toml",
    SAVES / "2026-11-03-dampfross.toml",
)
AFTER = {"do": "pass", "by": ANTON, "at": datetime(2026, 11, 9, 20, tzinfo=UTC)}


def day(number: int) -> datetime:
    return datetime(2026, 11, number, 19, tzinfo=UTC)


def three_sessions() -> dict[Path, bytes]:
    """Stephenson's Rocket was begun first and played last."""
    rocket = text_of([AFTER], THREE, created=day(1), title="Thursday at Beate's")
    whistle = text_of((), (ANTON, BEATE), game="whistle-stop", created=day(2))
    dampfross = text_of((), (ANTON, BEATE, CLAUS, DORA), game="dampfross", created=day(3))
    return {ROCKET: rocket.encode(), WHISTLE: whistle.encode(), DAMPFROSS: dampfross.encode()}


BROKEN = {SAVES / "broken.toml": b"format = 1\ngame =", SAVES / "newer.toml": b"format = 9\n"}


def start(files: dict[Path, bytes] | None = None, disk: MemoryDisk | None = None) -> CompanionApp:
    return app_of(disk or MemoryDisk({**shipped(), **(three_sessions() if files is None else files)}), None)


def on_table(table: Table) -> Path | None:
    return table.session.path if isinstance(table.app.screen, TableScreen) else None


def marked(table: Table) -> Path:
    assert isinstance(table.app.screen, PageScreen)
    return Path(str(table.app.screen.marked))


def listed(table: Table) -> list[Path]:
    assert isinstance(table.app.screen, PageScreen)
    return [Path(str(key)) for key in table.app.screen.rows if str(key).endswith(".toml")]


async def test_a_session_is_opened_by_its_digit_or_where_the_mark_is() -> None:
    async with running(start()) as table:
        for keys, path in (
            ("1", ROCKET),
            ("3", WHISTLE),
            ("home enter", ROCKET),
            ("home down enter", DAMPFROSS),
            ("end enter", WHISTLE),
        ):
            await table.press(*keys.split())
            assert on_table(table) == path, keys
            await table.press("q")
        await table.press("4", "9", "0")
        assert is_page(table.app.screen, "start"), "no session has such a digit"
        assert table.notices() == []


async def test_a_session_is_opened_by_pointing_and_marked_once_it_was_left() -> None:
    """Whoever then renames or puts away means that one."""
    async with running(start()) as table:
        row = next(at for at, line in enumerate(table.lines()) if "Whistle Stop" in line)
        before = screen_strips(table.app)[row]
        await table.pilot.hover(offset=(60, row))
        await at_rest(table.app)
        assert list(screen_strips(table.app)[row]) != list(before), "the row under the pointer can be pressed"
        await table.click("Railway Rivals")
        assert on_table(table) == DAMPFROSS
        await table.press("q")
        assert is_page(table.app.screen, "start")
        assert marked(table) == DAMPFROSS
        await table.click("everyone would now have 0")
        assert on_table(table) == ROCKET, "its second line belongs to it"


async def test_the_program_is_left_by_q_and_never_by_escape() -> None:
    async with running(start()) as table:
        leaves = "Press q to quit Companion."
        await table.press("escape")
        assert leaves in table.text()
        await table.press("escape")
        assert leaves not in table.text(), "it puts away what was said"
        await table.press("/", "z", "down", "escape")
        assert "Railway Rivals" in table.text(), "it ends a search"
        assert leaves not in table.text()
        await table.press("q")
        assert not table.app.is_running


# What cannot be opened


async def test_broken_files_are_listed_last_with_their_fault_and_open_nothing() -> None:
    files = {**three_sessions(), **BROKEN}
    disk = MemoryDisk({**shipped(), **files})
    async with running(start(disk=disk)) as table:
        text = table.seen
        assert "4 newer.toml: Another version of Companion wrote this" in text
        assert "5 broken.toml: Companion can't read this file" in text
        for place, key in enumerate(("4", "5"), 1):
            await table.press(key)
            assert is_page(table.app.screen, "start")
            assert len(table.notices()) == place
        assert "Companion can't read this file" in table.notices()[-1]
        await table.press("1")
        assert on_table(table) == ROCKET
    assert {path: disk.files[path] for path in files} == files, "reading never writes"


# Folders


async def test_a_folder_without_sessions_welcomes_and_offers_a_new_session_and_an_example() -> None:
    async with running(start({SAVES / "notes.txt": b"x", SAVES / ".hidden.toml": b"x"})) as table:
        assert [" ".join(line.split()) for line in table.lines() if line.strip()] == [
            "Companion",
            "You play. Companion does the sums: who gets how much, and why.",
            "For Railway Rivals, Rocket and Whistle Stop. Score pads for any other game.",
            "▸n New session Pick a game, add the players, start.",
            "e Examples Look around. Nothing is saved.",
            "Language ● English ○ Deutsch ○ Magyar ○ Italiano",
            "Enter Open n New session e Examples │ + Menu ? Help q Quit",
        ]
        await table.press("enter")
        assert is_page(table.app.screen, "new_session")
        await table.press("escape", "down", "enter")
        assert table.lines()[0].split()[0] == "Examples"


def under_headings(table: Table) -> list[list[str]]:
    """The columns of the menu, each with its heading."""
    rows = table.lines()
    first = next(at for at, row in enumerate(rows) if row.strip() == "Menu") + 1
    starts = [rows[first].index(heading) for heading in re.split(" {2,}", rows[first].strip())]
    ends = [*starts[1:], None]
    columns = [[row[a:b].strip() for row in rows[first:-1]] for a, b in zip(starts, ends, strict=True)]
    return [[one for one in column if one] for column in columns]


async def test_the_menu_has_what_is_possible_now_under_its_headings() -> None:
    async with running(start()) as table:
        await table.press("+")
        session, sessions = ["This session", "t Title", "x Archive"], ["/ Find", "e Examples", "s Statistics"]
        own = ["Companion", "g Games", "p Split a payout", "o Settings"]
        assert under_headings(table) == [session, ["Sessions", *sessions], own]
        assert table.lines()[-1].strip() == "Esc Close  ? Help"
        await table.press("x", "+")
        sessions.insert(1, "a Archived")
        assert under_headings(table)[1] == ["Sessions", *sessions]
    async with running(start({})) as table:
        await table.press("+")
        assert under_headings(table) == [["Sessions", "e Examples", "s Statistics"], own]


class ClosedDisk(MemoryDisk):
    """A disk whose folder of sessions is closed to us."""

    def names(self, folder: Path) -> list[str]:
        if folder == SAVES:
            raise PermissionError(13, "Permission denied")
        return super().names(folder)


async def test_a_folder_that_cannot_be_looked_into_is_one_sentence() -> None:
    disk = ClosedDisk({**shipped(), **three_sessions()})
    async with running(start(disk=disk)) as table:
        assert "The sessions folder can't be read: Permission denied" in table.text()
        await table.press("n", "right")
        await table.fill(ANTON, BEATE, "", "")
        assert is_page(table.app.screen, "new_session")
        assert "The file can't be read: Permission denied" in table.text()


EXAMPLES = {path: path.read_bytes() for path in examples_folder().rglob("*.*")}
ENDED = {"do": "finish", "at": day(8)}


def disk_with(**more: bytes) -> MemoryDisk:
    return MemoryDisk({**shipped(), **three_sessions(), **{Path(path): text for path, text in more.items()}})


async def test_who_won_and_who_leads_is_said_unless_money_is_hidden() -> None:
    """Rulebook: Reading pays 2,000 to the only one with a token there; the end adds 6,000 for steel, and 2,000 for the
    shares of a line with two towns.
    """
    paid: list[dict[str, Any]] = [
        {"do": "take-token", "by": ANTON, "city": "Reading", "commodity": "steel"},
        {"do": "extend", "by": ANTON, "line": "GWR", "metropolises": ["Reading"], "at": day(13)},
    ]
    files = {
        ROCKET: text_of(paid, THREE, created=day(1)),
        WHISTLE: text_of(paid, THREE, created=day(1), options={"hidden_money": True}, title="secret"),
        DAMPFROSS: text_of([*paid, ENDED], THREE, created=day(2)),
    }
    async with running(start({path: text.encode() for path, text in files.items()})) as table:
        said = table.seen
        assert "1 yesterday Stephenson's Rocket" in said
        assert said.count("would win A 10,000") == 1, "as the score sheet says"
        assert said.count("money is hidden") == 1
        assert said.count(" won A 10,000") == 1
        assert (
            said.index("Running") < said.index("yesterday") < said.index("Finished") < said.index("3 entries")
        )


async def test_typing_finds_by_game_player_title_day_and_end_and_escape_shows_all() -> None:
    over = text_of([ENDED], (ANTON, "Zoe"), created=day(5), title="last week").encode()
    finished = SAVES / "2026-11-05-over.toml"
    async with running(start({**three_sessions(), finished: over})) as table:
        for typed, found in (
            ("dampf", [DAMPFROSS]),
            ("zoe", [finished]),
            ("thurs", [ROCKET]),
            ("11-02", [WHISTLE]),
            ("finished", [finished]),
            ("rocket anton", [ROCKET, finished]),
        ):
            await table.press("/")
            await table.type(typed)
            assert listed(table) == found, typed
            assert f"find: {typed}" in table.seen
            await table.press("escape")
            assert len(listed(table)) == 4
        await table.press("/", "q", "9", "7")
        assert 'No session has "q97" in it. Esc shows all.' in table.seen
        await table.press("backspace", "backspace", "backspace")
        await table.type("zoe")
        await table.press("enter")
        await table.past_the_end()
        assert on_table(table) == finished


async def test_an_archived_session_says_how_it_comes_back_and_does() -> None:
    disk = disk_with()
    async with running(start(disk=disk)) as table:
        await table.press("a")
        assert table.lines()[0].strip() == "Companion", "nothing is archived"
        await table.press("x")
        assert "You archived Thursday at Beate's. Press a to see archived sessions." in table.seen
        assert disk.files[SAVES / ARCHIVE / ROCKET.name] == three_sessions()[ROCKET]
        assert ROCKET not in disk.files
        await table.press("a")
        assert table.lines()[0].split()[0] == "Archived"
        assert "Thursday at Beate's" in table.seen
        await table.press("x")
        assert "Thursday at Beate's is back on the start page." in table.seen
        assert "No archived sessions." in table.seen
        await table.press("enter", "escape")
        assert "1 Monday Stephenson's Rocket Thursday at Beate's" in table.seen
    assert disk.files[ROCKET] == three_sessions()[ROCKET]


# Somebody new


def unread(count: int = 40) -> MemoryDisk:
    """Sessions without summaries; the lower its number, the later something was entered."""
    files = {
        SAVES / f"{number:02}.toml": text_of((), THREE, created=day(1) - timedelta(days=number)).encode()
        for number in range(count)
    }
    return MemoryDisk({**shipped(), **files})


async def test_rows_and_keys_need_no_session_that_is_not_read_yet() -> None:
    """Whatever reads them gets its turn beside the keys; the mark stays on its session."""
    app, later = start(disk=unread()), list[Callable[[], None]]()
    app.in_thread = later.append
    with patch.object(Library, "read", autospec=True, side_effect=Library.read) as reading:
        async with running(app) as table:
            assert "Reading 40 more sessions. ▸1 00.toml reading… 2 01.toml reading…" in table.seen
            await table.press("down", "down")
            assert "▸3 02.toml" in table.seen
            assert reading.call_count == 0
            (read,) = later
            read()
            await table.press("f12")
            assert reading.call_count == 40
            assert "Reading" not in table.seen
            assert "▸3 2026-10-30 Stephenson's Rocket 0 entries A Anton" in table.seen


async def test_a_running_session_names_its_players_however_many_they_are() -> None:
    """At 80x24. A name is cut after six letters at the least."""
    names = ("Maximilian", "Friederike", "Konstantin", "Wilhelmine", "Ferdinand", "Annemarie")
    roll = {"do": "adjust", "player": names[0], "amount": 3, "reason": "found"}
    files = {DAMPFROSS: text_of([roll], names, game="dampfross", created=day(3)).encode()}
    async with running(start(files)) as table:
        assert all(name[:6] in table.seen for name in names), table.seen
        assert "would win" in table.seen


async def test_cards_are_drawn_when_the_mark_comes_near_them() -> None:
    """To draw 500 takes a third of the start page's time."""
    with patch.object(Cards, "lines", autospec=True, side_effect=Cards.lines) as drawing:
        async with running(start(disk=unread(60))) as table:
            assert len({call.args[1].path for call in drawing.mock_calls}) == 40
            await table.press("end")
            assert "▸" in next(line for line in table.lines() if "59.toml" in line or "2026-09-03" in line)
            assert len({call.args[1].path for call in drawing.mock_calls}) == 60


async def test_an_example_can_be_tried_out_and_nothing_of_it_is_saved() -> None:
    disk = MemoryDisk({**shipped(), **EXAMPLES})
    files = dict(disk.files)
    async with running(start(disk=disk)) as table:
        await table.press("end", "up", "enter")
        assert table.lines()[0].split()[0] == "Examples"
        assert len(listed(table)) == 6
        assert disk.reads.keys().isdisjoint(listed(table)), "their summaries come with them"
        assert "would win E 37,000" in table.seen
        await table.press("1")
        count = table.session.record.entry_count
        assert "EXAMPLE: nothing is saved" in table.text()
        await table.press("p", "enter")
        assert table.session.record.entry_count == count + 1
        await table.press("q", "escape")
        assert "You play." in table.seen, "no example is among the sessions"
        await table.press("n")
        assert "● Railway Rivals" in table.seen, "nor the game played last"
    assert disk.files == files
