"""A small file costs a small effort: reading a session costs what its entries cost, in whatever order they correct one
another, and no file is read for a list that is longer than any session. Counted, not timed.
"""

import sys
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Any

import pytest

from companion.core import journal
from companion.core.table import MOST_RENAMES
from companion.games.models import LONGEST_LIST
from companion.session import listing
from companion.session.config import config_of
from companion.session.record import Record, record_of
from companion.session.statistics import statistics_in
from tests.memory_disk import MemoryDisk
from tests.support import FILE, SAVES, header, library, session_of, shipped, text_of

Block = Mapping[str, Any]
REMARK = {"do": "remark", "note": "x"}
REST = {"do": "rest", "by": "Anton", "ruling": "x"}
MANY = 120


def _insert(before: int) -> dict[str, Any]:
    return {"do": "insert", "before": before, "action": REMARK}


FAMILIES: Mapping[str, Callable[[int], list[Block]]] = {
    "remarks": lambda count: [REMARK] * count,
    "inserted before one entry": lambda count: [REMARK, *[_insert(1)] * count],
    "inserted before one another": lambda count: [REMARK, *map(_insert, range(1, count))],
    "inserted by one entry": lambda count: [REMARK, {**_insert(1), "also": [_insert(1)] * count}],
    "amended again and again": lambda count: [
        REMARK,
        *[{"do": "amend", "entry": 1, "action": REMARK}] * count,
    ],
    "undone and redone": lambda count: [REMARK, *[{"do": "undo"}, {"do": "redo"}] * count],
    "first of one entry": lambda count: [{**REST, "first": [REST] * count}],
    "titles": lambda count: [{"do": "setup", "title": f"{number}"} for number in range(count)],
    "titles after the game cannot begin": lambda count: [
        {"do": "setup", "options": {"rounds": 4}},
        *({"do": "setup", "title": f"{number}"} for number in range(count)),
    ],
}


@pytest.mark.parametrize("family", FAMILIES)
def test_reading_costs_no_more_for_an_entry_behind_many(family: str) -> None:
    """The third hundred entries cost about what the second cost; in a list that is gone through for each they would
    cost two thirds more.
    """
    first, second, third = (_effort(FAMILIES[family](MANY * times)) for times in (1, 2, 3))
    assert third - second < 1.25 * (second - first)


def _effort(blocks: list[Block]) -> int:
    """How many instructions of the companion's are run to read a session."""
    steps = 0

    def step(frame: FrameType, event: str, given: object) -> Any:
        nonlocal steps
        steps += event == "opcode"
        return step

    def call(frame: FrameType, event: str, given: object) -> Any:
        if "companion" not in frame.f_code.co_filename:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return step

    before, config = sys.gettrace(), _config()
    record_of(config, blocks)  # what is only done once is done
    sys.settrace(call)
    try:
        record_of(config, blocks)
    finally:
        sys.settrace(before)
    return steps


def _config() -> Any:
    """Of a game that begins in its seventh round, so that four rounds are too few."""
    whole = header(game="whistle-stop", position={"round": 7})
    return config_of(whole, library().shelf.load("whistle-stop"))


def test_undo_takes_back_only_so_many_entries_in_a_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two remarks, undone together five times: with a limit of nine entries the fifth undo is one too many."""
    monkeypatch.setattr(journal, "MOST_UNDONE", 9)
    undo, redo = {"do": "undo", "to": 0}, {"do": "redo"}
    blocks: list[Block] = [REMARK, REMARK, *(undo, redo) * 5]
    assert _failed_at(session_of(blocks[:10]).record) is None
    assert _failed_at(session_of(blocks).record) == ("journal.too-much-undone", 11)


def test_players_are_renamed_only_so_often() -> None:
    """Every name that was ever known is kept for the entries of its time."""
    blocks = [
        {"do": "setup", "rename": {f"A{number}" if number else "Anton": f"A{number + 1}"}}
        for number in range(MOST_RENAMES + 1)
    ]
    assert _failed_at(session_of(blocks[:-1]).record) is None
    record = session_of(blocks).record
    assert _failed_at(record) == ("table.too-many-renames", MOST_RENAMES + 1)
    assert record.table.players == (f"A{MOST_RENAMES}", "Beate", "Claus"), "it opens up to there"


_NAMES = [f"n{number}" for number in range(LONGEST_LIST + 1)]
LONG_ENTRIES: Mapping[str, tuple[str, Block]] = {
    "veto": (
        "stephensons-rocket",
        {"do": "extend", "by": "Anton", "line": "GWR", "veto": [{"player": "Beate", "shares": 1}] * 100},
    ),
    "position.lines": (
        "stephensons-rocket",
        {"do": "recount", "reason": "x", "position": {"lines": [{"line": name} for name in _NAMES]}},
    ),
    "position.tokens": (
        "stephensons-rocket",
        {"do": "recount", "reason": "x", "position": {"tokens": [{"commodity": "steel", "held": {}}] * 100}},
    ),
    "colours": ("stephensons-rocket", {"do": "setup", "colours": dict.fromkeys(_NAMES, "red")}),
    "track": ("dampfross", {"do": "build", "by": "Anton", "track": dict.fromkeys(_NAMES, 1)}),
    "pay": ("whistle-stop", {"do": "buy", "by": "Anton", "upgrade": "x", "pay": dict.fromkeys(_NAMES, 1)}),
    "position.worth": (
        "whistle-stop",
        {"do": "recount", "reason": "x", "position": {"worth": dict.fromkeys(_NAMES, 1)}},
    ),
}


@pytest.mark.parametrize("field", LONG_ENTRIES)
def test_no_list_or_table_of_an_entry_is_longer_than_any_table_needs(field: str) -> None:
    """Each of its rows is compared with the others, or with every name of the game."""
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
