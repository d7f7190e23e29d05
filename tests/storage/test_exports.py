"""A report on the disk: there whole, or everything is as it was."""

from pathlib import Path

import pytest

from companion.storage.disk import Disk
from companion.storage.errors import FileError
from companion.storage.exports import write_export


class FullDisk(Disk):
    """Has room for three bytes."""

    def write(self, path: Path, content: bytes, like: Path | None = None) -> None:
        super().write(path, content[:3])
        raise OSError(28, "No space left on device")


def test_a_report_that_did_not_fit_leaves_no_draft_behind(tmp_path: Path) -> None:
    report = tmp_path / "evening.md"
    report.write_bytes(b"# former")
    with pytest.raises(FileError):
        write_export(FullDisk(), report, b"# new", may_replace=True)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"evening.md": b"# former"}
