"""The machine may stop at any call to the disk: what was acknowledged is there afterwards, and the file opens."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.session import Library
from companion.storage.migrations import Formats
from companion.storage.saves import open_save
from tests.memory_disk import MemoryDisk, PowerCut
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, FILE, header, library, shipped, text_of

ENTRIES: list[dict[str, Any]] = [
    token(ANTON, "Reading"),
    extend(ANTON, "GWR", metropolises=["Reading"], veto=[]),
    {"do": "undo"},
    {"do": "redo"},
    {"entry": 1, "action": token(ANTON, "Manchester"), "do": "amend"},
    skip(BEATE),
]

Scenario = Callable[[Library, list[dict[str, Any]]], None]


def from_new(shelf: Library, acknowledged: list[dict[str, Any]]) -> None:
    shelf.create(FILE, header())
    go_on(shelf, acknowledged)


def go_on(shelf: Library, acknowledged: list[dict[str, Any]]) -> None:
    session = shelf.open(FILE)
    for fields in ENTRIES:
        session.enter(fields)
        acknowledged.append(fields)
    session.close()


TORN = text_of() + '\n# 1 extend\n[[actions]]\nby = "Anton"\nline = "GW'
INLINE = text_of().replace("\n[[players]]", "\nactions = []\n\n[[players]]", 1)

SCENARIOS: dict[str, tuple[Scenario, dict[Path, bytes]]] = {
    "a new session": (from_new, {}),
    "a session with a torn block": (go_on, {FILE: TORN.encode()}),
    "a session whose actions are an inline list": (go_on, {FILE: INLINE.encode()}),
    "a session without a last line break": (go_on, {FILE: text_of().rstrip().encode()}),
}


def calls_of(scenario: Scenario, files: dict[Path, bytes]) -> list[str]:
    disk = MemoryDisk({**shipped(), **files})
    scenario(library(disk=disk), [])
    return disk.calls


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("kept", [0, 1, 40, 10_000], ids=lambda kept: f"{kept} bytes kept")
def test_a_power_cut_at_any_call_loses_at_most_the_entry_being_written(name: str, kept: int) -> None:
    scenario, files = SCENARIOS[name]
    calls = calls_of(scenario, files)
    assert "append" in calls
    for number in range(len(calls)):
        disk = MemoryDisk({**shipped(), **files})
        disk.stop_at, disk.bytes_kept = number, kept
        acknowledged: list[dict[str, Any]] = []
        with pytest.raises(PowerCut):
            scenario(library(disk=disk), acknowledged)
        if FILE not in disk.files:
            assert not acknowledged
            continue
        after = library(disk=MemoryDisk(disk.files)).open(FILE)
        assert after.failure is None
        booked = after.entry_count
        assert len(acknowledged) <= booked <= len(acknowledged) + 1
        after.enter({"note": "we go on", "do": "remark"})
        assert after.entry_count == booked + 1


def test_a_full_disk_books_nothing_and_leaves_the_file_as_it_was() -> None:
    for kept in (0, 1, 25, 60):
        disk = MemoryDisk({**shipped(), FILE: text_of([skip(ANTON)]).encode()})
        before = disk.files[FILE]
        session = library(disk=disk).open(FILE)
        state = session.state
        disk.full_at, disk.bytes_kept = 0, kept
        with pytest.raises(Exception, match=r"save\.unwritable"):
            session.enter(skip(ANTON))
        assert disk.files[FILE] == before
        assert (session.state, session.entry_count) == (state, 1)
        session.enter(skip(ANTON))
        assert library(disk=disk).read(FILE).entry_count == 2


@pytest.mark.parametrize("name", [name for name, (scenario, _) in SCENARIOS.items() if scenario is go_on])
def test_an_entry_can_be_made_again_after_the_disk_was_full_at_any_call(name: str) -> None:
    """The file is made ready for its first entry in several steps, any of which may fail."""
    _, files = SCENARIOS[name]
    calls = calls_of(*SCENARIOS[name])
    for number in range(min(calls.index(one) for one in ("append", "replace") if one in calls) + 1):
        disk = MemoryDisk({**shipped(), **files})
        session = library(disk=disk).open(FILE)
        disk.full_at = number
        with pytest.raises(Exception, match=r"save\.unwritable"):
            session.enter(ENTRIES[0])
        session.enter(ENTRIES[0])
        assert library(disk=disk).read(FILE).entry_count == 1


def to_two(document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "title": f"upgraded {document.get('title', '')}".strip()}


def test_an_older_format_is_upgraded_on_the_next_write_at_any_moment_with_the_old_file_kept() -> None:
    old = text_of([skip(ANTON)]).encode()
    formats = Formats(2, {1: to_two})

    def write(disk: MemoryDisk) -> None:
        save = open_save(disk, FILE, formats)
        assert save.document.header["title"] == "upgraded"
        save.append(skip(ANTON), "pass", lambda: ["pass"])

    whole = MemoryDisk({FILE: old})
    write(whole)
    assert b"format = 2" in whole.files[FILE]
    assert whole.files[FILE].count(b"[[actions]]") == 2
    assert whole.files[FILE.with_name(f"{FILE.name}.format-1")] == old
    for number in range(len(whole.calls)):
        disk = MemoryDisk({FILE: old})
        disk.stop_at = number
        with pytest.raises(PowerCut):
            write(disk)
        content = disk.files[FILE]
        kept = disk.files.get(FILE.with_name(f"{FILE.name}.format-1"))
        assert content == old or (b"format = 2" in content and kept == old)


def test_reading_an_older_format_leaves_the_file_alone() -> None:
    disk = MemoryDisk({FILE: text_of([skip(ANTON)]).encode()})
    open_save(disk, FILE, Formats(2, {1: to_two}))
    assert disk.calls == []
