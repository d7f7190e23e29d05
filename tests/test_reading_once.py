"""Opening a session reads every file once, parses it once and begins the game once; an entry parses nothing again."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import tomli

from companion.games.stephensons_rocket.rules import StephensonsRocket
from companion.session import Library, Session
from companion.storage import documents, rulesets
from companion.storage.toml import toml_of
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import token
from tests.support import ANTON, BEATE, FILE, RULESETS, library, shipped, text_of

RULESET = RULESETS / "stephensons-rocket.toml"
OWN = Path("/own/at-home.toml")
AT_HOME = b'id = "at-home"\nextends = "stephensons-rocket"\n'


def disk_with(content: str, files: dict[Path, bytes] | None = None) -> MemoryDisk:
    return MemoryDisk({**shipped(), FILE: content.encode(), **(files or {})})


def opened_counting(shelf: Library) -> tuple[Session, int, int]:
    """A session opened, how many texts were parsed for that, and how often the game was begun."""
    begin, begun = StephensonsRocket.begin, []

    def beginning(*given: Any) -> Any:
        begun.append(given)
        return begin(*given)

    with (
        patch.object(rulesets, "toml_of", toml_of),  # tests remember what they parsed
        patch.object(documents, "toml_of", toml_of),
        patch("tomli.loads", wraps=tomli.loads) as parsing,
        patch.object(StephensonsRocket, "begin", beginning),
    ):
        session = shelf.open(FILE)
    return session, parsing.call_count, len(begun)


def test_opening_reads_parses_and_begins_once() -> None:
    disk = disk_with(text_of([token(ANTON, "Reading")]))
    session, parsed, begun = opened_counting(library(disk=disk))
    assert session.failure is None
    assert disk.reads == {FILE: 1, RULESET: 1}
    assert (parsed, begun) == (2, 1)


def test_a_ruleset_that_extends_another_is_read_once_with_it() -> None:
    disk = disk_with(text_of(game="at-home"), {OWN: AT_HOME})
    _, parsed, begun = opened_counting(library(disk=disk))
    assert disk.reads == {FILE: 1, OWN: 1, RULESET: 1}
    assert (parsed, begun) == (3, 1)


def test_a_corrected_header_begins_the_game_once_more() -> None:
    """The header must hold as it stands, and the corrected one is another table."""
    disk = disk_with(text_of([{"starts": BEATE, "do": "setup"}]))
    session, _, begun = opened_counting(library(disk=disk))
    assert (session.table.starts, begun) == (BEATE, 2)


def test_the_second_session_reads_no_ruleset_again() -> None:
    disk = disk_with(text_of())
    shelf = library(disk=disk)
    shelf.open(FILE).close()
    shelf.open(FILE)
    assert disk.reads == {FILE: 2, RULESET: 1}


def test_a_ruleset_that_was_edited_meanwhile_is_read_again() -> None:
    disk = disk_with(text_of(game="at-home"), {OWN: AT_HOME})
    shelf = library(disk=disk)
    assert shelf.shelf.load("at-home").ruleset.players.most == 4
    disk.files[RULESET] = disk.files[RULESET].replace(b"most = 4", b"most = 3")
    assert shelf.shelf.load("at-home").ruleset.players.most == 3
    assert shelf.shelf.load("stephensons-rocket").ruleset.players.most == 3


def test_an_entry_compares_the_file_with_what_is_known_and_parses_only_itself() -> None:
    disk = disk_with(text_of([token(ANTON, "Leeds")]))
    session = library(disk=disk).open(FILE)
    with patch("tomli.loads", wraps=tomli.loads) as parsing:
        session.enter({"note": "x", "do": "remark"})
    assert disk.reads[FILE] == 2
    assert not [call for call in parsing.call_args_list if "Leeds" in call.args[0]]
    assert library(disk=disk).read(FILE).entry_count == 2


def test_a_file_made_by_hand_without_a_last_line_break_is_given_one_and_nothing_else() -> None:
    disk = disk_with(text_of([token(ANTON, "Leeds")]).rstrip("\n"))
    before = disk.files[FILE]
    session = library(disk=disk).open(FILE)
    session.enter({"note": "x", "do": "remark"})
    assert disk.files[FILE].startswith(before + b"\n")
    assert library(disk=disk).read(FILE).entry_count == 2


def test_an_older_form_is_kept() -> None:
    old = 'actions = [{ by = "Anton", city = "Reading", commodity = "steel", do = "take-token" }]\n'
    disk = disk_with(old + text_of())
    before = disk.files[FILE]
    session = library(disk=disk).open(FILE)
    session.enter({"do": "undo"})
    assert disk.files[FILE.with_name("session.toml.format-2")] == before
