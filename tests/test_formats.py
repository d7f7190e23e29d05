"""Files as earlier companions wrote them open, come to the same figures, and can be gone on with (tests/formats)."""

import json
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from companion.storage.migrations import Formats

from companion.core.people import Person
from companion.session.config import config_of
from companion.session.session import Session
from companion.session.summary import summary_of
from companion.storage.config import Config, read_config
from companion.storage.copybook import BookFile
from companion.storage.documents import read_document
from companion.storage.people import PeopleFile
from companion.storage.saves import open_save
from companion.storage.summaries import FOLDER as SUMMARIES
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import token
from tests.support import SAVES, library, shipped, shown
from tests.test_golden import EXPECTED
from tests.test_golden import FOLDER as GOLDEN

FORMATS = Path(__file__).parent / "formats"
LATER = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
SESSIONS = sorted(FORMATS.glob("*/*-*.toml"))
RULESETS = sorted(FORMATS.glob("*/kept-rulesets/*.toml"))
BOOKS = sorted(FORMATS.glob("*/copybook/*.toml"))
ANOTHER_RULESET = ("4-three-games", "5-first")
"""The forms in which Dampfross and Whistle Stop had other rulesets than today."""
IN_LIGHT: dict[str, dict[str, Any]] = {
    "last": {"by": "Beate", "stop": "town", "town": "Reno", "fame": 5, "company": "B", "do": "move"},
    "scores": {"Anton": 3, "Beate": 5, "Claus": 4 + 2},
}
"""The one session that is none of the golden ones: only fame was entered, town by town."""


def name_of(path: Path) -> str:
    return str(path.relative_to(FORMATS).with_suffix(""))


def disk_with(folder: Path, with_rulesets: bool = True) -> MemoryDisk:
    """The files of one form in the folder of the sessions, beside today's rulesets."""
    files = {
        SAVES / path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
    return MemoryDisk({**(shipped() if with_rulesets else {}), **files})


def left_out(session: str) -> dict[str, Any]:
    """The last entry, with which the session comes to what was worked out by hand."""
    if session == "whistle-stop-light":
        return dict(IN_LIGHT["last"])
    golden = tomllib.loads((GOLDEN / f"{session}.toml").read_text(encoding="utf-8"))
    return dict(golden["actions"][-1])


def assert_worked_out(session: Session, name: str) -> None:
    assert (session.failure, session.torn) == (None, None)
    result = shown(session)
    scores = {row["player"]: row["score"] for row in result["standings"]}
    if name == "whistle-stop-light":
        assert scores == IN_LIGHT["scores"]
        return
    expected = EXPECTED[name]
    assert (scores, result["winners"]) == (expected["scores"], expected["winners"])
    assert {key: result["state"][key] for key in expected["state"]} == expected["state"]
    first = session.table.players[0]
    assert (session.table.title, session.table.colours[first]) == ("Another title", "black")


@pytest.mark.parametrize("path", SESSIONS, ids=name_of)
def test_a_session_of_any_form_goes_on_to_the_figures_worked_out_by_hand_and_only_grows(path: Path) -> None:
    disk, here = disk_with(path.parent), SAVES / path.name
    session = library(disk=disk).open(here)
    was_another = path.parent.name in ANOTHER_RULESET and session.ruleset.id != "stephensons-rocket"
    assert [one.key for one in session.notices] == (["ruleset.kept-used"] if was_another else [])
    session.enter(left_out(path.stem), LATER)
    session.close()
    assert_worked_out(session, path.stem)
    assert disk.files[here].startswith(path.read_bytes()), "what was there is not written anew"
    again = library(disk=disk).read(here)
    assert shown(again) == shown(session)
    assert_worked_out(again, path.stem)


@pytest.mark.parametrize("path", SESSIONS, ids=name_of)
def test_a_session_of_any_form_is_carried_into_a_later_format_whole(path: Path) -> None:
    disk, here = disk_with(path.parent), SAVES / path.name
    written = read_document(disk, here)
    later = Formats(2, {1: lambda document: {**document, "title": "Carried over"}})
    save = open_save(disk, here, later)
    document = save.document
    loaded, _ = library(disk=disk).shelf.played_with(
        document.header["game"], document.header["ruleset"], SAVES
    )
    session = Session(document, save, config_of(document.header, loaded), [])
    session.enter({"do": "remark", "note": "later"}, LATER)
    session.close()
    upgraded = read_document(disk, here, later)
    assert (upgraded.found_format, upgraded.is_outdated) == (2, False)
    assert upgraded.header == {**written.header, "format": 2, "title": "Carried over"}
    assert upgraded.blocks == (*written.blocks, {"note": "later", "at": LATER, "do": "remark"})
    assert disk.files[here.with_name(f"{here.name}.format-1")] == path.read_bytes()


@pytest.mark.parametrize("path", RULESETS, ids=name_of)
def test_a_ruleset_of_any_form_is_understood_and_is_the_one_its_name_says(path: Path) -> None:
    """A session is played with the numbers it was begun with, whatever its ruleset says today."""
    disk = disk_with(path.parents[1], with_rulesets=False)
    kept = library(disk=disk).shelf.check(SAVES / path.relative_to(path.parents[1]))
    digest = path.stem.removeprefix(f"{kept.ruleset.id}-")
    assert kept.is_meant_by(digest)
    of_it = [one for one in SESSIONS if one.parent == path.parents[1] and digest in one.read_text("utf-8")]
    assert of_it
    for one in of_it:
        session = library(disk=disk).open(SAVES / one.name)
        assert [notice.key for notice in session.notices] == ["ruleset.kept-only"]
        session.enter(left_out(one.stem), LATER)
        assert_worked_out(session, one.stem)


@pytest.mark.parametrize("path", BOOKS, ids=name_of)
def test_a_copy_book_of_any_form_is_read_and_written_as_it_is(path: Path) -> None:
    file = BookFile(MemoryDisk({path: path.read_bytes()}), path)
    assert tomllib.loads(file.text(file.read())) == tomllib.loads(path.read_text(encoding="utf-8"))


def test_an_old_copy_book_keeps_its_names_when_a_session_goes_on() -> None:
    disk = disk_with(FORMATS / "3-lines")
    session = library(disk=disk).open(SAVES / "stephensons-rocket-stopped.toml")
    session.enter(token("Claus", "Bristol", "steel"), LATER)
    session.close()
    book = tomllib.loads(disk.files[SAVES / "copybook/stephensons-rocket.toml"].decode())
    assert book["metropolis"] == {
        "Reading": {"commodities": ["steel", "leather"]},
        "Manchester": {"commodities": ["steel"]},
        "Bristol": {"commodities": ["steel"]},
    }
    assert book["railway-town"] == {"Leeds": {}}
    assert not [one for one in disk.files if "edited" in one.name], "nobody but a companion wrote it"


def test_players_of_any_form_are_known_and_more_are_added() -> None:
    for path in sorted(FORMATS.glob("*/players/players.toml")):
        disk = MemoryDisk({path: path.read_bytes()})
        there = PeopleFile(disk, path).read()
        assert there == (Person("Anton", "red"), Person("József"))
        PeopleFile(disk, path).change(lambda known: (Person("Dora", "green"), *known))
        assert PeopleFile(disk, path).read() == (Person("Dora", "green"), *there)


def test_settings_of_any_form_hold() -> None:
    keys = {"table.undo": "ctrl+z", "stephensons-rocket.extend": "x,f2"}
    wanted = {
        "4-three-games": Config(keys, "light", "plain"),
        "6-summaries": Config(keys, "light", "safe", "de"),
    }
    for form, config in wanted.items():
        assert read_config(FORMATS / form / "config.toml") == (config, ())


def test_summaries_that_counted_otherwise_are_made_again() -> None:
    """The first ones counted remarks and titles as entries, under the same version of the companion."""
    folder = FORMATS / "6-summaries"
    disk, kept = disk_with(folder), SAVES / SUMMARIES / "summaries.json"
    del disk.files[SAVES / "config.toml"]
    made_by, sessions = json.loads(disk.files[kept])
    there = {name: one for name, one in sessions.items() if SAVES / name in disk.files}
    for name, one in there.items():
        one[0] = disk.stamp(SAVES / name)  # so that nothing but the way of counting tells them apart
    disk.files[kept] = json.dumps([made_by, there]).encode()
    shelf = library(disk=disk)
    listed = shelf.summaries(SAVES)
    assert len(listed) == len(list(folder.glob("*-*.toml")))
    for one in listed:
        assert one.summary == summary_of(shelf.read(one.path))


@pytest.mark.parametrize("path", sorted(FORMATS.glob("6-*/*-*.toml")), ids=name_of)
def test_the_last_form_is_the_one_written_today(path: Path) -> None:
    """Who changes what is written puts a file of the form before into tests/formats, and says here what is the last."""
    disk, here = MemoryDisk(shipped()), SAVES / path.name
    document = read_document(disk_with(path.parent), here)
    shelf = library(disk=disk)
    shelf.create(here, document.header)
    session = shelf.open(here)
    for block in document.blocks:
        session.enter({key: value for key, value in block.items() if key != "at"}, block["at"])
    assert _without_comments(disk.files[here]) == _without_comments(path.read_bytes())


def _without_comments(content: bytes) -> list[bytes]:
    return [line for line in content.splitlines() if not line.startswith(b"#")]
