"""A new session: what each key does in each row, the file that is made, and what is never lost."""

import tomllib
from datetime import timedelta, timezone
from typing import Any

import pytest

from companion.core.people import People, Person
from companion.storage.people import PeopleFile, people_path
from companion.tui.app import CompanionApp
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, DORA, SAVES, THREE, library, shipped
from tests.tui.desk import missing
from tests.tui.driving import MOMENT, Table, app_of, running
from tests.tui.planning import Planning

TO_GAME = {"dampfross": 0, "stephensons-rocket": 1, "whistle-stop": 2}
"""How often Right leads to a game."""
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


async def begin(table: Table, game: str = "stephensons-rocket") -> None:
    await table.press("n", *["right"] * TO_GAME[game])


async def seat(table: Table, *names: str) -> None:
    """Open a new session with these players from the start page, the mark on Start."""
    await begin(table)
    await table.fill(*names, "")


# What a key does


PEOPLE: People = (*REGULARS[:2], Person("Anna"), *REGULARS[2:])
"""Remembered players: Claus, Anton, Anna, Beate, Dora; their digits are 1 to 5."""
THREE_SIT = "'Anton' enter 'Beate' enter 'Claus' enter"
FULL = "Every seat is taken. To change a name, go to its row."
BOUND = "rounds must be at most 30."
MANY = "Add at least 1 more player."
Case = tuple[str, dict[str, Any]]
"""Keys, with text to be typed in quotes and rows to go to after @; and what the page has then."""
CASES: dict[str, list[Case]] = {
    "stephensons-rocket": [
        # Players sit down by digit or name
        (THREE_SIT, {"players": [*THREE], "row": "add"}),
        (f"{THREE_SIT} enter", {"players": [*THREE], "row": "play"}),
        ("enter enter", {"text": "Add the players in seating order.", "row": "add"}),  # out of habit
        ("2 enter 4", {"text": "!Add at least", "players": [ANTON, BEATE], "row": "add"}),
        ("2 enter", {"text": MANY, "row": "add"}),  # one player isn't enough to start
        ("2 2 x enter", {"players": [ANTON, "2x"]}),  # who sits already is not added again: a name begins
        ("'7of9' enter '0x' enter", {"players": ["7of9", "0x"]}),  # nobody has that digit
        ("'be' tab enter 'an' tab enter", {"players": [BEATE, ANTON]}),  # the most recent of those that fit
        ("2 'Emil' down", {"players": [ANTON, "Emil"], "row": "starts"}),  # taken by whatever leaves the row
        ("2 4 backspace", {"players": [ANTON, BEATE], "row": "seat:1"}),
        ("2", {"offered": {1: CLAUS, 3: "Anna", 4: BEATE, 5: DORA}}),  # others keep their digits
        # No letter is a command, in no row: "steve" is a player
        *((f"{row} 'ojsr' enter", {"players": ["ojsr"]}) for row in ("@game", "@add", "@begin", "@options", "@play")),
        ("2 4 @option:hidden_money 'yes' enter", {"players": [ANTON, BEATE, "yes"]}),
        (f"{THREE_SIT} 'Dora' enter @starts x", {"text": FULL, "row": "starts"}),
        # They are moved, renamed, coloured and taken away
        (f"{THREE_SIT} up shift+up shift+down shift+down", {"players": [ANTON, BEATE, CLAUS]}),
        (f"{THREE_SIT} up up right right left", {"colours": {ANTON: "red", BEATE: "yellow", CLAUS: "green"}}),
        (f"'Anton' enter 'Beate' enter up {'backspace ' * 5} enter", {"players": [ANTON, BEATE]}),
        (f"{THREE_SIT} @seat:0 'Dora' down", {"players": [DORA, BEATE, CLAUS]}),
        # A name that is being typed is everywhere the one on the screen
        (f"{THREE_SIT} @seat:2 'Dora'", {"text": "Who starts ● Anton ○ Beate ○ Dora"}),
        (f"{THREE_SIT} @seat:2 'Dora'", {"text": "Anton, Beate and Dora. Anton starts."}),
        (f"{THREE_SIT} 'Beate' enter @seat:3 'Dora'", {"text": "!Two players would be called"}),
        # Who starts is chosen, or drawn when the session starts: the last one here
        (f"{THREE_SIT} @starts right", {"starts": BEATE, "text": "Anton, Beate and Claus. Beate starts."}),
        (f"{THREE_SIT} @starts left left", {"starts": CLAUS}),
        (f"{THREE_SIT} @starts left", {"starts": ANTON, "text": "Companion draws lots."}),
        (f"{THREE_SIT} @starts left @play enter", {"done": "play", "made": {"starts": CLAUS}}),
        # It begins at the beginning, in the middle, or at its end
        (f"{THREE_SIT} @begin right @play enter", {"done": "count", "begins": "middle"}),
        (f"{THREE_SIT} @begin left @play enter", {"done": "count", "begins": "end"}),
        ("2 @begin left enter", {"done": "count"}),  # a final scoring of one player is counted
        ("'A' enter 'A' enter @begin right delete @seat:0 'B' down", {"players": ["B", "A"]}),  # nothing was counted
        (f"{THREE_SIT} @begin left", {"text": "!Who starts"}),
        # An option is turned by arrows, and Backspace takes it back
        ("@option:hidden_money right backspace", {"options": {"hidden_money": False}}),
        ("2 4 @options enter escape", {"done": "leave"}),  # as its row of keys says
        # Other games
        ("right", {"text": "○ Stephenson's Rocket ● Whistle Stop"}),
        *((f"right right {way}", {"done": "page", "row": "game"}) for way in ("enter", "down", "tab", "end")),
    ],
    "whistle-stop": [
        ("2 4 1 @option:rounds right", {"options": {"rounds": 12}}),
        *((f"2 4 @option:rounds 3 1 {way}", {"text": BOUND, "row": "option:rounds"}) for way in ("down", "enter")),
    ],
    "dampfross": [  # the maps of the rulebook, and another one by its name
        ("@option:map right", {"options": {"map": "france"}}),
        ("@option:map 'Our garden' down", {"options": {"map": "Our garden"}, "text": "Map: Our garden"}),
        ("@option:map 'Our garden' down up backspace", {"options": {"map": "germany"}}),
    ],
}  # fmt: skip


def seen(planning: Planning) -> dict[str, Any]:
    plan, done = planning.plan, planning.app.done
    return {
        "players": [*plan.names],
        "colours": {seat.name: seat.colour for seat in plan.seats if seat.colour},
        "offered": {digit: person.name for digit, person in planning.view.suggestions.items()},
        "starts": plan.names[plan.start_place] if plan.seats else None,
        "begins": plan.begins,
        "row": planning.mark,
        "done": done[-1][0] if done else "",
    }


@pytest.mark.parametrize(
    ("game", "keys", "expected"), [(game, *case) for game in CASES for case in CASES[game]]
)
def test_keys_change_what_they_mean_and_nothing_else(game: str, keys: str, expected: dict[str, Any]) -> None:
    planning = Planning(library().plan(PEOPLE)[0].with_game(game)).do(keys)
    found = seen(planning)
    for part, value in expected.items():
        if part == "text":
            assert missing([value], planning.text) == []
        elif part == "options":
            assert value.items() <= {option.key: option.value for option in planning.plan.options}.items()
        elif part == "made":
            assert value.items() <= planning.app.done[-1][1].header().items()
        else:
            assert found[part] == value, part


# Ready to play


@pytest.mark.parametrize(("game", "is_known"), [("stephensons-rocket", False), ("stephensons-rocket", True)])
async def test_a_table_is_ready_in_seven_keys_and_remembers_its_players(game: str, is_known: bool) -> None:
    """New names take 2 keys, one for each name and 2: seven for three. Remembered players take one key each."""
    keys = ["n", *["right"] * TO_GAME[game]]
    keys += ["2", "3", "1"] if is_known else [key for name in THREE for key in (*name, "enter")]
    keys += ["enter", "enter"]
    assert len(keys) - (0 if is_known else sum(map(len, THREE))) == 7
    disk = remembering() if is_known else MemoryDisk(shipped())
    async with running(fresh(disk)) as table:
        await table.press(*keys[:2])
        await table.rattle(*keys[2:])
        assert isinstance(table.app.screen, TableScreen)
        assert table.session.record.roster.players == THREE
        assert "Anton starts. Press a letter below" in text_of_screen(table)
        await table.press("q", "n")
        assert "1 Anton 2 Beate 3 Claus" in text_of_screen(table), "the next one begins empty"
    colours = {ANTON: "red", BEATE: "blue", CLAUS: "green"} if is_known else {}
    assert sessions(disk) == {
        f"2026-11-14-{game}-anton-beate-claus.toml": {
            "format": 2,
            "game": game,
            "created": MOMENT,
            "players": [{"name": name, **({"colour": colours[name]} if is_known else {})} for name in THREE],
        }
    }


# What keeps a session from being made


# Nothing typed is lost


async def test_whoever_leaves_the_page_by_mistake_finds_everything_again() -> None:
    async with running(fresh()) as table:
        await seat(table, *THREE)
        await table.press("escape")
        assert "Press Backspace to go on with the session you were setting up." in table.text()
        await table.press("backspace")
        await table.press("end", "up")
        await table.type("Thursd")
        await table.press("escape", "backspace")
        assert "Thursd" in table.text()
        await table.type("ay")
        for said in (*THREE, "▸ Title Thursday"):
            assert said in text_of_screen(table)


# The mouse


async def test_a_session_is_dated_by_the_clock_on_the_wall() -> None:
    """Half past seven in the evening in Greenwich is half past seven in the morning of the next day in Auckland."""
    disk = MemoryDisk(shipped())
    app = fresh(disk, zone=timezone(timedelta(hours=12)))
    async with running(app) as table:
        await seat(table, ANTON, BEATE)
        await table.press("enter")
    assert list(sessions(disk)) == ["2026-11-15-stephensons-rocket-anton-beate.toml"]
