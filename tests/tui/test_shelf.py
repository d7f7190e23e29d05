"""The sessions in order on the start page: found, called otherwise, copied, put away, imported, played again."""

from pathlib import Path
from typing import Any

from companion.session.filing import PUT_AWAY
from companion.session.summary import summary_of
from companion.storage.places import examples_folder
from companion.storage.summaries import FOLDER
from companion.tui.screens.new_session import NewPage
from companion.tui.screens.sessions import AwayPage, ExamplesPage
from companion.tui.screens.start import StartPage
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, SAVES, THREE, library, shipped, text_of
from tests.test_listing import in_saves
from tests.tui.driving import Table, app_of, driven, running
from tests.tui.test_start_page import DAMPFROSS, ROCKET, WHISTLE, day, on_table, start, three_sessions

NARROW = (40, 30)
EXAMPLES = {path: path.read_bytes() for path in examples_folder().glob("*.toml")}
ENDED = {"do": "finish", "at": day(8)}


def squeezed(table: Table) -> str:
    return " ".join(table.text().split())


def disk_with(**more: bytes) -> MemoryDisk:
    return MemoryDisk({**shipped(), **three_sessions(), **{Path(path): text for path, text in more.items()}})


def test_sessions_that_were_never_summed_up_come_in_one_after_the_other_and_are_kept() -> None:
    """The mark stays at its session meanwhile."""
    files = {
        SAVES / f"2026-10-{number:02}.toml": text_of((), THREE, title=f"evening {number}").encode()
        for number in range(1, 26)
    }
    disk = MemoryDisk({**shipped(), **files})

    async def doing(table: Table) -> None:
        assert "more session" not in table.text(), "all of them are there"
        await table.press("end")
        assert "evening 1 " in table.text()

    driven(start(disk=disk), doing)
    disk.reads.clear()
    driven(start(disk=disk), doing)
    assert in_saves(disk) == {SAVES / FOLDER / "summaries.json": 1}


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
        DAMPFROSS: text_of([*paid, ENDED], THREE, created=day(1)),
    }
    async with running(start({path: text.encode() for path, text in files.items()})) as table:
        said = squeezed(table)
        assert "1 yesterday Stephenson's Rocket" in said
        assert said.count("Anton leads with 2,000") == 1
        assert said.count("money is hidden") == 1
        assert said.count("Anton won with 10,000") == 1
        assert "over, 3 entries" in said


async def test_typing_finds_by_game_player_title_day_and_end_and_escape_shows_all() -> None:
    over = text_of([ENDED], (ANTON, "Zoe"), created=day(5), title="last week").encode()
    finished = SAVES / "2026-11-05-over.toml"
    async with running(start({**three_sessions(), finished: over})) as table:
        screen = table.app.screen
        assert isinstance(screen, StartPage)
        for typed, found in (
            ("dampf", [DAMPFROSS]),
            ("zoe", [finished]),
            ("thurs", [ROCKET]),
            ("11-02", [WHISTLE]),
            ("over", [finished]),
            ("rocket anton", [ROCKET, finished]),
        ):
            await table.press("/")
            await table.type(typed)
            assert [one.path for one in screen.found] == found, typed
            assert f"find: {typed}" in squeezed(table)
            await table.press("escape")
            assert len(screen.found) == 4
        await table.press("/", "q", "9", "7")
        assert "No session has q97 in it; Esc shows all." in squeezed(table)
        await table.press("backspace", "backspace", "backspace")
        await table.type("zoe")
        await table.press("enter")
        await table.past_the_end()
        assert on_table(table) == finished


async def test_a_session_put_away_says_how_it_comes_back_and_does() -> None:
    disk = disk_with()
    async with running(start(disk=disk), NARROW) as table:
        assert "those put away" not in squeezed(table)
        await table.press("home", "x")
        assert "Mark a session first, with the arrow keys." in squeezed(table)
        await table.press("down", "x")
        said = (
            "Put away, into the folder put-away: Thursday at Beate's. a lists what was put away; Enter there"
        )
        assert said in squeezed(table)
        assert disk.files[SAVES / PUT_AWAY / ROCKET.name] == three_sessions()[ROCKET]
        assert ROCKET not in disk.files
        assert "a those put away" in squeezed(table)
        await table.press("a")
        assert isinstance(table.app.screen, AwayPage)
        assert "Thursday at Beate's" in squeezed(table)
        await table.press("x")
        assert "Back on the start page: Thursday at Beate's." in squeezed(table)
        assert "Nothing is put away." in squeezed(table)
        await table.press("enter", "escape")
        assert "1 Monday Stephenson's Rocket Thursday at Beate's" in squeezed(table)
    assert disk.files[ROCKET] == three_sessions()[ROCKET]


async def test_a_session_is_called_otherwise_copied_and_imported() -> None:
    there = Path("/stick/an evening.toml")
    disk = disk_with(**{str(there): text_of((), (ANTON, "Zoe")).encode()})
    async with running(start(disk=disk), NARROW) as table:
        await table.press("down", "t")
        assert "What should this session be called?" in squeezed(table)
        await table.type("Rainy Sunday")
        await table.press("enter")
        assert "It is called Rainy Sunday now." in squeezed(table)
        await table.press("d")
        assert "Copied: Rainy Sunday (copy), in the file 2026-11-03-dampfross-2.toml." in squeezed(table)
        await table.press("i", "enter")
        await table.type("nowhere.toml")
        await table.press("enter")
        assert "there is no such file" in squeezed(table)
        assert "Enter copies it" not in squeezed(table), "for it does not"
        await table.press("delete")
        assert "Enter copies it into /saves" in squeezed(table)
        await table.type("x")
        await table.press("ctrl+u")
        await table.paste(f"'{there}'")
        await table.press("enter")
        assert isinstance(table.app.screen, StartPage)
        assert "Imported: the copy is /saves/an evening.toml." in squeezed(table)
        marked = table.app.screen.session
        assert marked is not None
        assert marked.path == SAVES / "an evening.toml"
        await table.press("home", "i")
        await table.paste(str(there))
        await table.press("enter")
        assert "This session is here already, so nothing was copied: /saves/an evening" in squeezed(table)
        assert table.app.screen.session == marked
    titles = {
        name: summary_of(library(disk=disk).read(SAVES / name)).title
        for name in (DAMPFROSS.name, "2026-11-03-dampfross-2.toml")
    }
    assert list(titles.values()) == ["Rainy Sunday", "Rainy Sunday (copy)"]
    assert disk.files[there], "the file itself stays"


async def test_a_rematch_is_filled_in_so_that_enter_starts_it() -> None:
    file = text_of((), THREE, created=day(9), starts=BEATE, title="Thursday", options={"hidden_money": True})
    async with running(start({ROCKET: file.encode()})) as table:
        await table.press("r")
        assert isinstance(table.app.screen, NewPage)
        await table.press("enter")
        session = table.session
        assert (session.table.players, session.table.starts) == (THREE, CLAUS)
        assert session.table.options["hidden_money"] is True
        assert not session.table.title
        await table.press("q", "down", "down", "r", "enter")
        assert table.session.table.starts == CLAUS, "of the one that is marked, where one is"


# Somebody new


async def test_an_example_can_be_tried_out_and_nothing_of_it_is_saved() -> None:
    disk = MemoryDisk({**shipped(), **EXAMPLES})
    files = dict(disk.files)
    async with running(start(disk=disk)) as table:
        assert "You play on the board as always." in squeezed(table)
        assert "e Look at an example" in squeezed(table)
        await table.press("down", "enter")
        assert isinstance(table.app.screen, ExamplesPage)
        assert "nothing is saved" in squeezed(table)
        screen = table.app.screen
        assert len(screen.found) == 6
        await table.press("1")
        count = table.session.entry_count
        assert "EXAMPLE: nothing is saved" in table.text()
        await table.press("p", "enter")
        assert table.session.entry_count == count + 1
        await table.press("q", "escape")
        assert "You play on the board as always." in squeezed(table), "no example is among the sessions"
        await table.press("n")
        assert "●Dampfross" in squeezed(table), "nor the game played last"
    assert disk.files == files


async def test_the_first_entry_of_all_is_guided_and_no_later_one() -> None:
    guide = "Your first entry: e begins extend"
    disk = MemoryDisk(shipped())
    async with running(app_of(disk, None), NARROW) as table:
        await table.press("n", "2")
        await table.fill(ANTON, BEATE, "", "")
        assert guide in squeezed(table)
        await table.press("q", "1")
        assert guide in squeezed(table), "as long as nothing is entered"
        await table.press("p", "enter")
        assert guide not in squeezed(table)
        await table.press("q", "n")
        await table.fill(ANTON, CLAUS, "", "")
        assert guide not in squeezed(table), "somebody has made an entry"
