"""Keys and pointing on the page of a new session: players, options, maps and companies."""

from itertools import groupby, product
from typing import Any

import pytest

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.people import People, Person
from companion.report.words import Speaker
from companion.storage.board_notes import board_notes_path
from companion.tui.draw.new_session import row_lines
from companion.tui.models.new_session import FormRow, Kind, NewSessionModel
from companion.tui.widgets.lines import Lines
from companion.words import LANGUAGES
from tests.memory_disk import MemoryDisk
from tests.planned import plan
from tests.random_play import GAMES
from tests.support import ANTON, BEATE, CLAUS, DORA, SAVES, THREE, library, loaded, part_of, shipped
from tests.tui.desk import keys_of
from tests.tui.driving import Table, app_of, at_rest, running
from tests.tui.test_new_session import DIGITS, go, page_of, remembering

PEOPLE: People = (
    Person(CLAUS, "green"),
    Person(ANTON, "red"),
    Person("Anna"),
    Person(BEATE, "blue"),
    Person(DORA),
)
"""Remembered players; their digits are 1 to 5."""
THREE_SIT = "'Anton' enter 'Beate' enter 'Claus' enter"
MUTE = "That key does nothing here. The bottom row shows the keys that do."
FULL = "Every seat is taken. To change a name, go to its row."
BOUND = "rounds must be at most 30."

Case = tuple[str, dict[str, Any]]
"""Keys, with text to be typed in quotes, rows to go to and parts to point at; and what the page has then."""
CASES: dict[str, list[Case]] = {
    "stephensons-rocket": [
        # Players sit down by digit or name
        (THREE_SIT, {"players": [*THREE], "row": "add"}),
        (f"{THREE_SIT} enter", {"players": [*THREE], "row": "play"}),
        ("enter", {"text": "Add the players in seating order.", "row": "add"}),  # out of habit, after the digit
        ("2 enter 4", {"players": [ANTON, BEATE], "row": "add"}),  # one player isn't enough to start
        (f"{THREE_SIT} 'Dora' enter", {"players": [*THREE, DORA], "row": "play"}),  # 2 to 4 players
        ("2 2 x enter", {"players": [ANTON, "2x"]}),  # who sits already is not added again: a name begins
        ("'7of9' enter '0x' enter", {"players": ["7of9", "0x"]}),  # nobody has that digit
        ("2 4 enter 'Claus' enter", {"players": [*THREE], "row": "add"}),  # a letter on Start begins a name
        ("2 4 enter 1", {"players": [*THREE], "row": "add"}),  # and a digit is still somebody who is offered
        ("'be' tab enter 'an' tab enter", {"players": [BEATE, ANTON]}),  # the most recent of those that fit
        ("2 4 tab", {"players": [ANTON, BEATE], "row": "starts"}),
        ("up right tab 'Emil' enter", {"players": ["Emil"]}),  # names never land in an option
        ("2 'Emil' down", {"players": [ANTON, "Emil"], "row": "starts"}),  # taken by whatever leaves the row
        ("'Jo' enter 'os' enter 'ro' enter", {"players": ["Jo", "os", "ro"]}),  # no letter is a key there
        ("up 'jo' enter 'sa' enter", {"players": ["jo", "sa"]}),  # nor on the game, where a name may begin
        ("2 4 backspace", {"players": [ANTON, BEATE], "row": "seat"}),
        ("2 4 1 up up delete 'Emil' enter", {"players": [ANTON, CLAUS, "Emil"]}),  # no other name gets longer
        ("2 4 1 up up delete up delete", {"players": [ANTON], "row": "add"}),
        ("2 4 enter r", {"players": [ANTON, BEATE], "row": "add"}),
        ("'Em' delete 'Fritz' enter", {"players": ["Fritz"]}),  # Delete clears the text
        ("2 4 tab 'Emil' enter", {"players": [ANTON, BEATE, "Emil"]}),
        ("2 4 1", {"colours": {ANTON: "red", BEATE: "blue", CLAUS: "green"}}),
        ("2", {"offered": [(1, CLAUS), (3, "Anna"), (4, BEATE), (5, DORA)]}),  # others keep their digits
        # They are moved, renamed, coloured and taken away
        (f"{THREE_SIT} up shift+up", {"players": [ANTON, CLAUS, BEATE], "row": "seat"}),
        (f"{THREE_SIT} up shift+up shift+down shift+down", {"players": [ANTON, BEATE, CLAUS]}),
        (f"{THREE_SIT} up up right right left", {"colours": {ANTON: "red", BEATE: "yellow", CLAUS: "green"}}),
        (f"'Anton' enter 'Beate' enter up {'backspace ' * 5} enter", {"players": [ANTON, BEATE]}),
        (f"{THREE_SIT} go:seat {'backspace ' * 5} 'Dora' point:seat-1:delete", {"players": [DORA, CLAUS]}),
        ("'Do' point:add-0:5", {"players": [DORA]}),
        # Who starts is chosen or drawn: the last one here
        (f"{THREE_SIT} go:starts right", {"starts": BEATE}),
        (f"{THREE_SIT} go:starts left", {"starts": CLAUS}),
        (f"{THREE_SIT} go:starts right 1", {"starts": ANTON}),
        (f"{THREE_SIT} go:starts r", {"starts": CLAUS}),
        # A key that does nothing says so
        ("go:game delete", {"text": MUTE, "row": "game"}),
        (f"{THREE_SIT} go:starts backspace", {"text": MUTE, "row": "starts"}),
        (f"{THREE_SIT} go:options left", {"text": MUTE, "row": "options"}),
        (f"{THREE_SIT} go:play right", {"text": MUTE, "row": "play"}),
        (f"{THREE_SIT} 'Dora' enter go:starts x", {"text": FULL, "row": "starts"}),
        (f"{THREE_SIT} 'Dora' enter go:play x", {"text": FULL, "row": "play"}),
        ("2 tab", {"text": "Add at least 1 more player.", "row": "add"}),
        ("end enter", {"text": "Add the players in seating order.", "row": "play"}),
        # A switch is turned by Space and arrows, and Backspace takes it back
        ("option:hidden_money space", {"options": {"hidden_money": True}}),
        ("option:hidden_money space right", {"options": {"hidden_money": False}}),
        ("option:hidden_money 'yes' down", {"options": {"hidden_money": True}}),
        ("option:hidden_money 'yes' down up backspace", {"options": {"hidden_money": False}}),
    ],
    "whistle-stop": [
        ("2 4 1 option:rounds go:add point:rounds", {"options": {"rounds": 11}}),  # only marked the first time
        ("2 4 1 option:rounds go:add point:rounds point:rounds", {"options": {"rounds": 12}}),
        *((f"2 4 option:rounds 3 1 {way}", {"text": BOUND, "row": "option"}) for way in ("down", "enter")),
        *((f"2 4 option:rounds 3 1 point:{at}", {"text": BOUND, "row": "option"}) for at in ("play-0:", "add-0:1")),
        ("2 4 option:rounds 3 1 down backspace down", {"options": {"rounds": 3}}),
        ("go:colour x", {"text": "Use Left and Right to choose here. Player names have their own row."}),
    ],
    # The maps of the rulebook; another one only by saying so
    "dampfross": [
        ("option:map right", {"options": {"map": "france"}}),
        ("option:map right right right", {"options": {"map": "usa-west"}}),
        ("option:map left 'Our garden' down", {"options": {"map": "Our garden"}}),
        ("option:map left 'Our garden' down up right", {"options": {"map": "germany"}}),
        ("option:map left down", {"options": {"map": "germany"}}),
    ],
}  # fmt: skip


async def do(table: Table, step: str) -> None:
    """Go to a row or an option, or point at a part of a row."""
    model = page_of(table).model
    word, _, where = step.partition(":")
    if (word == "option" or where == "colour") and not model.are_options_open:
        model.open_options(BoardNotes())
    rows = {one.key: FormRow("option", at) for at, one in enumerate(model.plan.options)}
    pieces = [FormRow("piece", at) for at, one in enumerate(model.plan.pieces) if not one.is_named]
    rows |= {"colour": pieces[0]} if pieces else {}
    if word == "point":
        page_of(table).post_message(Lines.Pointed(f"{rows[where].id}:" if where in rows else where))
        await at_rest(table.app)
    else:
        kind: Any = where
        await go(table, rows.get(where, FormRow(kind)))


def seen(table: Table) -> dict[str, Any]:
    model = page_of(table).model
    plan = model.plan
    return {
        "players": [*plan.names],
        "colours": {seat.name: seat.colour for seat in plan.seats if seat.colour},
        "offered": [(place + 1, one.name) for place, one in model.suggestions],
        "starts": plan.names[plan.start_place] if plan.seats else None,
        "options": {one.key: one.value for one in plan.options},
        "row": model.row.kind,
    }


@pytest.mark.parametrize("game", CASES)
async def test_keys_and_pointing_change_what_they_mean_and_nothing_else(game: str) -> None:
    async with running(app_of(remembering(PEOPLE), None, draw=lambda count: count - 1)) as table:
        for keys, expected in CASES[game]:
            await table.press("n", DIGITS[game])
            for is_step, steps in groupby(keys_of(keys), lambda key: ":" in key):
                if is_step:
                    for step in steps:
                        await do(table, step)
                else:
                    await table.rattle(*steps)
            found = seen(table)
            for part, value in expected.items():
                if part == "text":
                    assert table.seen.count(value) == 1, keys
                elif part == "options":
                    assert found[part] == {**found[part], **value}, keys
                else:
                    assert found[part] == value, keys
            await table.press("escape")


async def test_enter_is_hinted_at_on_start_only_when_it_starts() -> None:
    async with running(app_of(remembering(PEOPLE), None)) as table:
        await table.press("n", "2", "end")
        assert "Enter" not in table.text()
        await table.press("2", "4", "end")
        assert table.text().count("Enter") == 2, "in Start and among the keys"


@pytest.mark.parametrize(
    ("kind", "are_keys"), [("game", False), ("add", False), ("options", True), ("play", True)]
)
def test_a_letter_that_would_begin_a_name_is_not_shown_as_a_key(kind: Kind, are_keys: bool) -> None:
    model = NewSessionModel(library().plan()[0], lambda count: 0)
    model.go(FormRow(kind))
    rows = [FormRow("options"), FormRow("position"), FormRow("score")]
    lines = [line for row in rows for line in row_lines(model, row, Speaker(), 80, 24)]
    letters = [span.text.strip() for line in lines for span in line if span.look == "key"]
    assert "".join(letters) == ("ojs" if are_keys else "")


async def test_a_game_with_fewer_seats_says_so_and_loses_nobody() -> None:
    """Spec of Dampfross: up to six players; of Stephenson's Rocket: up to four."""
    async with running(app_of(MemoryDisk(shipped()), None)) as table:
        await table.press("n", "1")
        await table.fill(*THREE, DORA, "Emil")
        await go(table, FormRow("game"))
        await table.press("2", "enter")
        assert "Stephenson's Rocket is for 2 to 4 players, not 5." in table.seen
        await go(table, FormRow("game"))
        await table.press("left", "enter", "enter", "enter")
        assert len(table.session.record.table.players) == 5


async def test_companies_are_named_and_coloured_and_what_was_not_said_is_not_taught() -> None:
    """Rare goods get a colour and no other name. A company may have the same colour, another good not."""
    disk = MemoryDisk(shipped())
    async with running(app_of(disk, None)) as table:
        await table.press("n", "3")
        await table.fill(*THREE, "")
        await table.press("o")
        await go(table, FormRow("piece"))
        await table.rattle(
            *"Our first", "right", "enter", "right", "enter", *"Third", "enter", "enter", "enter"
        )
        await table.rattle(*"cow", "right", "enter", "right", "right", "enter", "enter")
        assert page_of(table).model.row == FormRow("title")
        assert page_of(table).model.plan.lessons == (
            Lesson("company", "A", {"name": "Our first", "colour": "red"}),
            Lesson("company", "B", {"colour": "blue"}),
            Lesson("company", "C", {"name": "Third"}),
            Lesson("good", "cattle", {"colour": "red"}),
            Lesson("good", "whiskey", {"colour": "green"}),
        )
        await table.press("end", "enter")
        assert table.session.board_notes.facts("company", "C") == {"name": "Third"}
    assert b'C = { name = "Third" }' in disk.files[board_notes_path(SAVES, "whistle-stop")]


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_an_option_has_a_name_of_its_own(game: str) -> None:
    """In all four languages, which the model of a ruleset asks for; nobody says the keys of files."""
    ruleset = loaded(game).ruleset
    for key in ruleset.options:
        for choice in ruleset.listed_values(key):
            words = ruleset.value_words(key, choice)
            assert isinstance(choice, int) or words is not None, (key, choice)


@pytest.mark.parametrize(("game", "language"), part_of([*product(GAMES, LANGUAGES)], 3))
def test_no_key_of_the_ruleset_is_on_the_page(game: str, language: str) -> None:
    model = NewSessionModel(plan(ANTON, BEATE, game=game), lambda count: 0)
    ruleset = model.plan.ruleset
    speaker = Speaker(ruleset, language)
    keys = {key for key in ruleset.options if "_" in key} | {"ten-percent", "18-runs", "roll-off", "usa-east"}
    model.open_options(BoardNotes())
    for here in model.rows:
        model.go(here)
        lines = [line for row in model.rows for line in row_lines(model, row, speaker, 80, 24)]
        text = " ".join("".join(span.text for span in line) for line in lines)
        assert not [key for key in keys if key in text], here
