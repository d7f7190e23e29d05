"""A small file costs a small effort: entries, renames, lists and files are limited to more than any game needs."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest

from companion.core import journal
from companion.core.choices import LONGEST_LIST
from companion.core.roster import MOST_RENAMES
from companion.session import listing
from companion.session.record import Record
from companion.session.statistics import statistics_in
from companion.storage.config import read_config, write_config
from companion.storage.errors import FileError
from companion.storage.toml import parse_toml
from tests.memory_disk import MemoryDisk
from tests.support import FILE, SAVES, library, session_of, shipped, text_of

Block = Mapping[str, Any]
REMARK = {"do": "remark", "note": "x"}


def test_undo_takes_back_only_so_many_entries_in_a_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two remarks, undone together five times: with a limit of nine entries the fifth undo is one too many."""
    monkeypatch.setattr(journal, "MOST_UNDONE", 9)
    undo, redo = {"do": "undo", "to": 0}, {"do": "redo"}
    blocks: list[Block] = [REMARK, REMARK, *(undo, redo) * 5]
    assert _failed_at(session_of(blocks[:10]).record) is None
    assert _failed_at(session_of(blocks).record) == ("journal.too-much-undone", 11)


def test_players_are_renamed_only_so_often() -> None:
    """Every former name is kept for the entries of its time."""
    blocks = [
        {"do": "setup", "rename": {f"A{number}" if number else "Anton": f"A{number + 1}"}}
        for number in range(MOST_RENAMES + 1)
    ]
    assert _failed_at(session_of(blocks[:-1]).record) is None
    record = session_of(blocks).record
    assert _failed_at(record) == ("table.too-many-renames", MOST_RENAMES + 1)
    assert record.roster.players == (f"A{MOST_RENAMES}", "Beate", "Claus"), "it opens up to there"


_NAMES = [f"n{number}" for number in range(LONGEST_LIST + 1)]
LONG_ENTRIES: Mapping[str, tuple[str, Block]] = {
    "veto": (
        "stephensons-rocket",
        {"do": "extend", "by": "Anton", "line": "GWR", "veto": [{"player": "Beate", "shares": 1}] * 100},
    ),
    "position.tokens": (
        "stephensons-rocket",
        {"do": "recount", "reason": "x", "position": {"tokens": [{"commodity": "steel", "held": {}}] * 100}},
    ),
    "colours": ("stephensons-rocket", {"do": "setup", "colours": dict.fromkeys(_NAMES, "red")}),
    "track": ("dampfross", {"do": "build", "by": "Anton", "track": dict.fromkeys(_NAMES, 1)}),
    "pay": ("whistle-stop", {"do": "buy", "by": "Anton", "upgrade": "x", "pay": dict.fromkeys(_NAMES, 1)}),
}


@pytest.mark.parametrize("field", LONG_ENTRIES)
def test_no_list_or_table_of_an_entry_is_longer_than_any_table_needs(field: str) -> None:
    """Each row is compared with the others, or with every name of the game."""
    game, block = LONG_ENTRIES[field]
    record = session_of([block], game=game).record
    assert _failed_at(record) == ("form.at-most-items", 1)
    assert record.failure is not None
    assert record.failure.message.values["key"] == field


def test_rulings_name_only_so_many_towns() -> None:
    """A state holds all towns named so far, and every entry keeps one."""
    blocks: list[Block] = []
    for name in _NAMES:
        fields = {"do": "extend", "by": "Anton", "line": "GWR", "metropolises": [name], "ruling": "x"}
        blocks += [fields, {"do": "recount", "reason": "x", "position": {"tracks_laid": 0}}]
    assert _failed_at(session_of(blocks).record) == ("stephensons-rocket.too-many-towns", len(blocks) - 1)


def test_a_train_rolls_only_so_often_in_a_race() -> None:
    trains = [{"players": [name], "length": 999} for name in ("Anton", "Beate")]
    blocks: list[Block] = [
        {"do": "end-building", "ruling": "x"},
        {"do": "depart", "start": 11, "goal": 16, "trains": trains, "ruling": "x"},
        *[{"do": "race-roll", "by": "Anton", "roll": 1, "ruling": "x"}] * (LONGEST_LIST + 1),
    ]
    record = session_of(blocks, game="dampfross").record
    assert _failed_at(record) == ("dampfross.rolled-enough", len(blocks))


ENDLESS = ".".join("a" * 80)
"""A key of so many parts is more than any file has."""
IN_A_TEXT = [
    f'x = "{ENDLESS}"',
    f"# {ENDLESS}",
    f'x = "\\" {ENDLESS}"',
    f"x = '''\n{ENDLESS}'''",
    f'x = """\n"{ENDLESS}"""',
]


@pytest.mark.parametrize("text", IN_A_TEXT)
def test_points_in_a_text_or_a_comment_are_no_key(text: str) -> None:
    """A guest may type them as a note: a session must open with whatever it took."""
    parse_toml(FILE, text.encode())


LONG = 900_000
"""Bytes. With a pattern whose cost grows with the square of the length each of these takes an hour or more."""
COSTLY = {
    "escaped quotes": '# "' + '\\"' * (LONG // 2) + ".a" * 70,
    "open texts": ('"""\n' + "\"\\\n'\n") * (LONG // 8) + ".a" * 70,
    "words": "x = 1 # " + "a a" * (LONG // 3) + ".a" * 70,
    "blanks": "x = [" + " " * LONG + "]" + "#" + ".a" * 70,
    "settings": 'x = """\n' + 'theme = "dark"\n' * (LONG // 15) + '"""',
}


@pytest.mark.parametrize("text", COSTLY.values(), ids=COSTLY.keys())
def test_a_file_costs_no_more_than_its_length(text: str) -> None:
    """The file is read as board notes, session and settings, and written as settings."""
    path, content = FILE.with_name("config.toml"), text.encode()
    assert len(content) > LONG * 0.9
    with suppress(FileError):
        parse_toml(path, content)
    disk = MemoryDisk({path: content})
    read_config(path, disk)
    with suppress(FileError):
        write_config(path, {"theme": "light"}, disk)


def _failed_at(record: Record) -> tuple[str, int | None] | None:
    failure = record.failure
    return None if failure is None else (failure.message.key, failure.number)


def test_no_file_longer_than_any_session_is_read_for_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    short, long = text_of().encode(), text_of([REMARK]).encode()
    monkeypatch.setattr(listing, "LARGEST_LISTED", len(short))
    disk = MemoryDisk({**shipped(), FILE: short, SAVES / "long.toml": long})
    found = {one.path.stem: one for one in library(disk=disk).summaries(SAVES)}
    assert disk.reads[SAVES / "long.toml"] == 0
    assert found["session"].fault is None
    assert found["long"].summary is None
    assert found["long"].fault is not None
    assert found["long"].fault.key == "shelf.too-long"
    assert statistics_in(library(disk=disk), SAVES).unreadable == 1
