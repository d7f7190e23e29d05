"""A session of an older format is upgraded as it is read; `tests/test_formats.py` writes such files."""

from pathlib import Path
from typing import Any

from companion.core.upgrading import Upgraded
from companion.storage.saves import open_save
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import skip
from tests.support import ANTON, FILE, text_of


def upgrade(path: Path, header: dict[str, Any], blocks: list[Any]) -> Upgraded:
    return Upgraded({**header, "title": "upgraded"}, [{**block, "note": "upgraded"} for block in blocks])


def test_reading_an_older_format_writes_nothing_and_what_an_older_program_appends_is_upgraded_too() -> None:
    disk = MemoryDisk({FILE: text_of([skip(ANTON)], format=1).encode()})
    save = open_save(disk, FILE, upgrade)
    assert disk.calls == []
    disk.append(FILE, b'\n[[actions]]\nby = "Anton"\ndo = "pass"\n')
    there = save.look()
    assert there is not None
    assert [block["note"] for block in there.blocks] == ["upgraded", "upgraded"]
