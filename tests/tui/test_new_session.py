"""From the start page to a table ready to play: the file that is made, the keys it takes, and what is never lost."""

import tomllib
from datetime import timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from companion.core.people import People, Person
from companion.storage.config import Config
from companion.storage.people import PeopleFile, people_path
from companion.tui.app import CompanionApp
from companion.tui.models.new_session import FormRow
from companion.tui.screens.new_session import NewPage
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, DORA, SAVES, THREE, shipped
from tests.tui.driving import LARGE, MOMENT, NARROW, SMALL, Table, app_of, is_page, running

DIGITS = {"dampfross": "1", "stephensons-rocket": "2", "whistle-stop": "3"}
REGULARS: People = (Person(CLAUS, "green"), Person(ANTON, "red"), Person(BEATE, "blue"), Person(DORA))


def fresh(disk: MemoryDisk | None = None, **more: Any) -> CompanionApp:
    return app_of(disk or MemoryDisk(shipped()), None, **more)


def remembering(people: People = REGULARS) -> MemoryDisk:
    disk = MemoryDisk(shipped())
    path = people_path(SAVES)
    disk.files[path] = PeopleFile(disk, path).text(people).encode()
    return disk


def sessions(disk: MemoryDisk) -> dict[str, dict[str, Any]]:
    """The session files, without the digest of their ruleset."""
    found = {}
    for path, content in disk.files.items():
        if path.parent == SAVES:
            header = tomllib.loads(content.decode())
            assert header.pop("ruleset")
            found[path.name] = header
    return found


def text_of_screen(table: Table) -> str:
    return " ".join(table.text().replace("│", " ").split())


def page_of(table: Table) -> NewPage:
    assert isinstance(table.app.screen, NewPage)
    return table.app.screen


async def go(table: Table, row: FormRow) -> None:
    page_of(table).model.go(row)
    await page_of(table).do(lambda: True)


async def seat(table: Table, *names: str) -> None:
    """Open a new session with these players from the start page, the cursor on Start."""
    await table.press("n", "2")
    await table.fill(*names, "")


# Ready to play


@pytest.mark.parametrize(("game", "is_known"), [("stephensons-rocket", False), ("dampfross", True)])
async def test_a_table_is_ready_in_seven_keys_and_remembers_its_players(game: str, is_known: bool) -> None:
    """New names take 2 keys, one for each name and 2: seven for three. Remembered players take one key each."""
    keys: list[str] = ["n", DIGITS[game]]
    if is_known:
        keys += ["2", "3", "1"]  # Anton, Beate, Claus
    else:
        keys += [key for name in THREE for key in (*name, "enter")]
    keys += ["enter", "enter"]
    assert len(keys) - (0 if is_known else sum(map(len, THREE))) == 7
    disk = remembering() if is_known else MemoryDisk(shipped())
    async with running(fresh(disk)) as table:
        await table.press(*keys[:2])
        await table.rattle(*keys[2:])
        assert isinstance(table.app.screen, TableScreen)
        assert table.session.record.table.players == THREE
        assert "Set up the table: - " in text_of_screen(table)
        await table.press("q", "n")
        assert page_of(table).model.plan.seats == (), "the next one begins empty"
        assert page_of(table).model.row == FormRow("game")
        await table.press("2")
        assert "1 Anton 2 Beate 3 Claus" in text_of_screen(table)
    colours = {ANTON: "red", BEATE: "blue", CLAUS: "green"} if is_known else {}
    assert sessions(disk) == {
        f"2026-11-14-{game}-anton-beate-claus.toml": {
            "format": 2,
            "game": game,
            "created": MOMENT,
            "players": [{"name": name, **({"colour": colours[name]} if is_known else {})} for name in THREE],
        }
    }


async def test_a_session_is_dated_by_the_clock_on_the_wall() -> None:
    """Half past seven in the evening in Greenwich is half past seven in the morning of the next day in Auckland."""
    disk = MemoryDisk(shipped())
    app = fresh(disk, zone=timezone(timedelta(hours=12)))
    async with running(app) as table:
        await seat(table, ANTON, BEATE)
        await table.press("enter")
    assert list(sessions(disk)) == ["2026-11-15-stephensons-rocket-anton-beate.toml"]


async def test_six_players_find_room_in_80x24_without_scrolling() -> None:
    """In German, where the ways into a game under way take two rows."""
    async with running(fresh(config=Config(language="de")), SMALL) as table:
        await table.press("n", "1")
        await table.fill("Anna", "Ben", "Carl", "Dora", "Eva", "Fritz")
        for said in ("Spiel ", "Spieler", "Fritz", "Wer beginnt", "o Ändern", "Start   Anna", "j Jetzt"):
            assert said in table.text(), said


@pytest.mark.parametrize("size", [SMALL, LARGE, NARROW])
async def test_start_is_always_in_view_and_so_is_the_mark(size: tuple[int, int]) -> None:
    """Whatever is unfolded above it, and wherever Home, End and the arrows lead."""
    async with running(fresh(), size) as table:
        await table.press("n", "1")
        await table.fill(*THREE, DORA, "")
        await table.press("o")
        for key in ("home", "end", *["up"] * 4, "end", "down", "down"):
            await table.press(key)
            assert "Start   Anton" in table.text(), key
            assert table.text().count("▸") == 1, key
        await table.press("end", "enter")
        assert isinstance(table.app.screen, TableScreen)


async def test_another_language_is_on_the_page_at_once() -> None:
    async with running(fresh()) as table:
        await seat(table, *THREE)
        table.app.take_language("de")
        await table.press("o")
        assert "Neue Partie" in table.text()
        assert "Start   Anton, Beate und Claus. Anton beginnt." in table.text()
        await table.press(*"ja", "enter")
        assert [one.value for one in page_of(table).model.plan.options] == [True]


# What keeps a session from being made


async def test_players_that_cannot_be_remembered_are_said_at_the_table_that_opens() -> None:
    disk = MemoryDisk({**shipped(), people_path(SAVES): b"nonsense"})
    async with running(fresh(disk)) as table:
        await seat(table, *THREE)
        await table.press("enter")
        assert isinstance(table.app.screen, TableScreen)
        assert "players.toml" in table.text()
    assert len(sessions(disk)) == 1
    assert disk.files[people_path(SAVES)] == b"nonsense"


async def test_without_any_sound_ruleset_the_start_page_says_so() -> None:
    async with running(fresh(MemoryDisk(dict.fromkeys(shipped(), b"nonsense")))) as table:
        await table.press("n")
        assert is_page(table.app.screen, "start")
        assert len(table.notices()) == 1


# Nothing typed is lost


async def test_whoever_leaves_the_page_by_mistake_finds_everything_again_but_what_was_wrong() -> None:
    async with running(fresh()) as table:
        await seat(table, *THREE)
        await table.press("o", "x")
        problem = "Player names have their own row"
        assert problem in text_of_screen(table)
        await table.press("escape")
        assert "Press Backspace to go on with the session you were setting up." in table.text()
        await table.press("backspace")
        assert problem not in text_of_screen(table)
        await go(table, FormRow("title"))
        await table.type("Thursd")
        await table.press("escape", "backspace")
        assert "Thursd" in table.text()
        await table.type("ay")
        model = page_of(table).model
        assert [seat.name for seat in model.plan.seats] == list(THREE)
        assert (model.row, model.typed) == (FormRow("title"), "Thursday")


async def test_a_plan_for_a_game_that_is_gone_keeps_its_players() -> None:
    own = Path("/own/ours.toml")
    disk = MemoryDisk({**shipped(), own: b'extends = "dampfross"\nid = "ours"\n'})
    async with running(fresh(disk)) as table:
        await table.press("n", "4")
        await table.fill(ANTON, BEATE)
        assert page_of(table).model.plan.game == "ours"
        await table.press("escape")
        del disk.files[own]
        await table.press("backspace")
        plan = page_of(table).model.plan
        assert (plan.game, [seat.name for seat in plan.seats]) == ("dampfross", [ANTON, BEATE])


async def test_a_pasted_name_is_typed_and_nothing_is_pasted_if_nothing_is_typed() -> None:
    async with running(fresh()) as table:
        await table.press("n")
        await table.paste("3 Claus")
        assert page_of(table).model.row == FormRow("game")
        await table.press("2")
        await table.paste("Anton\n")
        assert page_of(table).model.typed == ANTON
        assert page_of(table).model.plan.game == "stephensons-rocket"


# The mouse


async def test_a_session_is_made_by_pointing_alone() -> None:
    disk = remembering()
    async with running(fresh(disk, draw=lambda count: 1), LARGE) as table:
        await table.click("New session")
        await table.click("Whistle Stop")
        for name in (ANTON, CLAUS, BEATE):
            await table.click(name, below=" +  ")
        await table.click(BEATE)
        await table.click("↑", below=BEATE)
        await table.click(ANTON)
        await table.click("[Remove]", below=ANTON)
        await table.click(DORA, below=" +  ")
        await table.click("Draw lots")
        await table.click("orange")
        await table.click("Beate, Claus and Dora. Claus starts.")
        assert isinstance(table.app.screen, TableScreen)
    ((_, header),) = sessions(disk).items()
    assert header["game"] == "whistle-stop"
    assert header["players"] == [
        {"name": BEATE, "colour": "blue"},
        {"name": CLAUS, "colour": "green"},
        {"name": DORA, "colour": "red"},
    ]
    assert header["starts"] == CLAUS
