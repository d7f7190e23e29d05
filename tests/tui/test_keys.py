"""Keys: none has two meanings on one screen, and all have words and a line in the documentation."""

import re
from collections.abc import Mapping
from typing import NamedTuple

import pytest
from textual.keys import Keys

from companion.forms.lexicon import Lexicon
from companion.pages.commands import APP, COMMANDS, LINE, PAGE, TABLE, Commands, commands_of
from companion.report.words import Speaker
from companion.tui.models.table import ENTRY
from companion.words import LANGUAGES
from tests.random_play import GAMES
from tests.support import ROOT, session_of

ROCKET = "stephensons-rocket"
every_game = pytest.mark.parametrize("game", GAMES)


class Keyboard(NamedTuple):
    commands: Commands
    fixed: frozenset[str] = frozenset()
    """Keys with a meaning but no command."""


MARK, DIGITS = frozenset({"up", "down", "home", "end"}), frozenset("123456789")
FIXED: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("phones", "merging", "behind", "archived", "pads", "tabs"), MARK),
    "entries": MARK | {"enter", "T"},
    "board-notes": MARK | DIGITS | {"enter", "tab"},
    "share": MARK,
    "settings": MARK | {"left", "right"},
    "listing": MARK | {"left", "right", "tab", "shift+tab"},
}
"""Keys of pages without a command or with one of another page, by the first part of their commands' ids."""
FROM_TABLE = [one for one in TABLE if one.action == "share"]
KEYBOARDS = (
    Keyboard((*APP, *TABLE), ENTRY),
    Keyboard((*APP, *commands_of("start")), MARK | DIGITS | {"enter", "backspace", "escape"}),
    *(Keyboard((*APP, *PAGE, *commands_of(page)), fixed) for page, fixed in FIXED.items()),
    Keyboard(
        (*APP, *PAGE, *commands_of("scores"), *commands_of("tabs"), *FROM_TABLE),
        MARK | DIGITS | {"left", "right", "shift+tab"},
    ),
    Keyboard(LINE, ENTRY - {"escape"}),
    Keyboard(commands_of("position"), ENTRY - {"escape"}),
)


def is_key(key: str) -> bool:
    *held, last = key.split("+") if len(key) > 1 else [key]
    return {*held} <= {"ctrl", "shift", "alt"} and (len(last) == 1 or last in {one.value for one in Keys})


# Laws over all commands and all games


def test_every_command_has_an_id_of_its_own_keys_that_exist_and_words() -> None:
    assert len({one.id for one in COMMANDS}) == len(COMMANDS)
    for command in COMMANDS:
        assert Speaker().say(command.label)
        assert all(map(is_key, command.keys.split(","))), command.id


def test_the_page_of_keys_has_every_command_no_other_key_and_at_most_55_rows() -> None:
    """A row may have several commands, such as Enter in all lists."""
    text = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
    rows = [tuple(row.split(" | ")[1:]) for row in re.findall(r"^\| (.+) \|$", text, re.MULTILINE)][1:]
    assert len(rows) <= 55
    left = {(row, key) for row in rows for key in re.findall("`(.+?)`", row[0])}
    for command in COMMANDS:
        printed = [Speaker().key(key) for key in command.keys.split(",")]
        says = [Speaker().say(command.label), Speaker().find(command.help) or ""]
        with_key = [row for row in rows if any(f"`{key}`" in row[0] for key in printed)]
        found = [row for row in with_key if all(one in row[1] for one in says)]
        assert found, command.id
        left -= {(row, key) for row in found for key in printed}
    assert not left, "keys of no command"


def test_no_two_commands_of_one_screen_share_a_key() -> None:
    assert {command for board in KEYBOARDS for command in board.commands} == {*COMMANDS}
    for board in KEYBOARDS:
        keys = [key for command in board.commands for key in command.keys.split(",")]
        assert len(keys) == len(set(keys)), board
        assert not set(keys) & board.fixed, board


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_an_action_begins_with_one_letter(game: str, language: str) -> None:
    keys = Lexicon(language, engine=game).verb_keys(session_of(game=game).context().verbs).values()
    assert {*map(len, filter(None, keys))} == {1}
