"""A report on the disk: there whole, or everything is as it was."""

from pathlib import Path

import pytest

from companion.storage.disk import Disk
from companion.storage.errors import FileError
from companion.storage.exports import write_export
from tests.memory_disk import MemoryDisk

REPORT = Path("/reports/evening.md")


def test_a_full_disk_leaves_the_former_report_and_says_so() -> None:
    disk = MemoryDisk({REPORT: b"# former"})
    disk.full_at = 0
    with pytest.raises(FileError) as refusal:
        write_export(disk, REPORT, b"# new")
    assert refusal.value.message.key == "export.unwritable"
    assert disk.files == {REPORT: b"# former"}


class FullDisk(Disk):
    """Has room for three bytes."""

    def write(self, path: Path, content: bytes) -> None:
        super().write(path, content[:3])
        raise OSError(28, "No space left on device")


def test_a_report_that_did_not_fit_leaves_no_draft_behind(tmp_path: Path) -> None:
    report = tmp_path / "evening.md"
    report.write_bytes(b"# former")
    with pytest.raises(FileError):
        write_export(FullDisk(), report, b"# new")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"evening.md": b"# former"}


class Renaming(Disk):
    """Remembers what lay under the name before the new content took it."""

    def __init__(self, path: Path) -> None:
        self.path, self.seen = path, b""

    def write(self, path: Path, content: bytes) -> None:
        super().write(path, content)
        self.seen = self.path.read_bytes()


def test_the_former_report_is_there_until_the_new_one_is_whole(tmp_path: Path) -> None:
    report = tmp_path / "evening.md"
    report.write_bytes(b"# former")
    disk = Renaming(report)
    write_export(disk, report, b"# new")
    assert (disk.seen, report.read_bytes()) == (b"# former", b"# new")
    assert [path.name for path in tmp_path.iterdir()] == ["evening.md"]
