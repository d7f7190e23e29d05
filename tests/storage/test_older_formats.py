"""A session of an older format is upgraded on the next write, the old one kept; `tests/faults` stops that anywhere."""

from typing import Any

from companion.storage.migrations import Formats
from companion.storage.saves import open_save
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import skip
from tests.support import ANTON, FILE, text_of


def to_two(document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "title": f"upgraded {document.get('title', '')}".strip()}


OLD = text_of([skip(ANTON)]).encode()
FORMATS = Formats(2, {1: to_two})


def test_an_older_format_is_upgraded_on_the_next_write_with_the_old_file_kept() -> None:
    disk = MemoryDisk({FILE: OLD})
    save = open_save(disk, FILE, FORMATS)
    assert save.document.header["title"] == "upgraded"
    save.append(skip(ANTON), "pass", lambda: ["pass"])
    assert b"format = 2" in disk.files[FILE]
    assert disk.files[FILE].count(b"[[actions]]") == 2
    assert disk.files[FILE.with_name(f"{FILE.name}.format-1")] == OLD


def test_reading_an_older_format_leaves_the_file_alone() -> None:
    disk = MemoryDisk({FILE: OLD})
    open_save(disk, FILE, FORMATS)
    assert disk.calls == []
