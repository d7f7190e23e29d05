"""A session and a copy of it, as two laptops leave them in a folder that they share."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.storage.session_file import parse_document
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, SAVES, THREE, shipped, text_of

BEGUN = datetime(2026, 11, 12, 19, tzinfo=UTC)
THURSDAY = SAVES / "thursday.toml"
COPY = SAVES / "thursday.sync-conflict-20261119-201500-ABCDEFG.toml"
FRIDAY = SAVES / "friday.toml"
KEPT = SAVES / "backups" / "thursday.replaced.toml"


def at(minutes: int, **block: Any) -> dict[str, Any]:
    return {**block, "at": BEGUN + timedelta(minutes=minutes)}


def passed(minutes: int, by: str) -> dict[str, Any]:
    return at(minutes, by=by, do="pass")


SHARED = [passed(10, ANTON), passed(12, ANTON)]
HERE = [*SHARED, passed(20, BEATE), at(21, note="Claus makes tea", do="remark")]
THERE = [*SHARED, at(30, player=BEATE, amount=7_000, do="adjust"), at(31, do="undo"), passed(33, BEATE)]
"""The copy, which was played on elsewhere."""


def content(blocks: Sequence[Any], **more: Any) -> bytes:
    return text_of(blocks, THREE, **{"created": BEGUN, **more}).encode()


ON_FRIDAY = content([passed(9, ANTON)], created=BEGUN + timedelta(days=1))


def disk_with(files: dict[Path, bytes] | None = None) -> MemoryDisk:
    """A disk with a session, its copy and another session, and perhaps more files."""
    own = {THURSDAY: content(HERE), COPY: content(THERE), FRIDAY: ON_FRIDAY}
    return MemoryDisk({**shipped(), **own, **(files or {})})


def entries(disk: MemoryDisk, path: Path) -> list[Any]:
    return list(parse_document(path, disk.files[path]).blocks)
