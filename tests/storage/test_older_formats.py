"""A session of an older format is upgraded on the next write, the old one kept; `tests/faults` stops that anywhere."""

from pathlib import Path
from typing import Any

from companion.core.upgrading import Upgraded
from companion.storage.saves import open_save
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import skip
from tests.support import ANTON, FILE, text_of


def upgrade(path: Path, header: dict[str, Any], blocks: list[Any]) -> Upgraded:
    return Upgraded({**header, "title": "upgraded"}, [{**block, "note": "upgraded"} for block in blocks])


OLD = text_of([skip(ANTON)], format=1).encode()


def test_an_older_format_is_upgraded_on_the_next_write_with_the_old_file_kept() -> None:
    disk = MemoryDisk({FILE: OLD})
    save = open_save(disk, FILE, upgrade)
    assert (save.document.header["format"], save.document.header["title"]) == (2, "upgraded")
    save.append(skip(ANTON), "pass", lambda: ["pass"])
    assert b"format = 2" in disk.files[FILE]
    assert disk.files[FILE].count(b"[[actions]]") == 2
    assert disk.files[FILE].count(b'note = "upgraded"') == 1, "the entry made today is not upgraded"
    assert disk.files[FILE.with_name(f"{FILE.name}.format-1")] == OLD


def test_reading_an_older_format_leaves_the_file_alone() -> None:
    disk = MemoryDisk({FILE: OLD})
    open_save(disk, FILE, upgrade)
    assert disk.calls == []


def test_a_program_that_has_the_older_file_open_finds_the_same_list_in_the_upgraded_one() -> None:
    disk = MemoryDisk({FILE: OLD})
    one, other = open_save(disk, FILE, upgrade), open_save(disk, FILE, upgrade)
    one.append(skip(ANTON), "pass", lambda: ["pass"])
    there = other.look()
    assert there is not None
    assert there.header == other.document.header
    assert there.blocks[:1] == other.document.blocks


def test_what_an_older_program_appends_is_upgraded_too() -> None:
    disk = MemoryDisk({FILE: OLD})
    save = open_save(disk, FILE, upgrade)
    disk.append(FILE, b'\n[[actions]]\nby = "Anton"\ndo = "pass"\n')
    there = save.look()
    assert there is not None
    assert [block["note"] for block in there.blocks] == ["upgraded", "upgraded"]
