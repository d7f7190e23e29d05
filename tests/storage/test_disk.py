"""The real disk: names that two programs want at once, disks without hard links, drafts, and who may read a file."""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.session import Library
from companion.session.recovering import opened_at_table
from companion.storage import disk as seam
from companion.storage.disk import Disk
from companion.storage.errors import FileError
from companion.storage.exports import write_export
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import token
from tests.support import ANTON, FILE, SAVES, library, shipped, text_of

posix = pytest.mark.skipif(os.name != "posix", reason="this system has no such modes")


def no_links(*paths: Any) -> None:
    raise PermissionError(1, "Operation not permitted")


@pytest.mark.parametrize("way", ["create", "move"])
def test_without_hard_links_a_name_is_given_to_one_program_only(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program takes the name right before this one would; one of the two is told so."""
    monkeypatch.setattr(os, "link", no_links)
    disk, path, told = Disk(), tmp_path / "thursday.toml", list[str]()
    for name in ("mine", "other"):
        (tmp_path / name).write_text(name)

    def take(name: str) -> None:
        with suppress(FileExistsError), patch.object(os, "getpid", lambda: len(name)):
            disk.create(path, name.encode()) if way == "create" else disk.move(tmp_path / name, path)
            told.append(name)

    for call in ("rename", "replace"):
        monkeypatch.setattr(os, call, _after(getattr(os, call), lambda: take("other")))
    take("mine")
    assert told == [path.read_text()]
    assert {one.name for one in tmp_path.iterdir()} >= {"thursday.toml", *({"mine", "other"} - {*told})}


def _after(call: Any, first: Any) -> Any:
    """A call that does something else before it, the first time."""
    left = [first]

    def called(*given: Any) -> None:
        if left:
            left.pop()()
        call(*given)

    return called


def test_without_hard_links_a_name_whose_file_could_not_be_made_is_free_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", no_links)
    monkeypatch.setattr(os, "replace", no_links)
    with pytest.raises(PermissionError):
        Disk().create(tmp_path / "thursday.toml", b"x")
    assert list(tmp_path.iterdir()) == []


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_whoever_may_read_a_session_may_read_what_is_made_of_it_and_nobody_else(
    mode: int, tmp_path: Path
) -> None:
    """An upgrade, its copies, and the file with a torn end; whatever the umask says."""
    path = tmp_path / "session.toml"
    path.write_text(text_of([{"note": "x", "do": "remark"}], format=1) + "\n[[actions]]\nby = ")
    path.chmod(mode)
    session = opened_at_table(Library(), None, path)
    session.enter({"note": "y", "do": "remark"})
    session.close()
    names = {"session.toml", "session.toml.format-1", "session.toml.torn", "session.1.toml", "session.2.toml"}
    found = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.rglob("session*")}
    assert found == dict.fromkeys(names, mode)


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


HERE, ENDED = seam._HOST, 7
STAYS = {
    ".session.toml.7.new": False,
    f".session.toml.{HERE}-7.new": False,
    f".session.toml.torn.{HERE}-7.new": False,
    ".session.toml.8.new": True,
    f".session.toml.{HERE}-8.new": True,
    f".session.toml.{HERE}x-7.new": True,
    ".notes.7.new": True,
    "session.toml.7.new": True,
}
"""Whether a name stays: that of a living program, of another machine, of no draft."""


@pytest.mark.parametrize(
    "folder", [SAVES, SAVES / "backups", SAVES / "board-notes"], ids=lambda one: one.name
)
def test_only_a_program_that_enters_sweeps_dead_drafts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seam, "has_ended", lambda pid: pid == ENDED)
    disk = MemoryDisk({**shipped(), FILE: text_of().encode(), **{folder / name: b"x" for name in STAYS}})
    before = dict(disk.files)
    library(disk=disk).read(FILE)
    assert disk.files == before
    session = opened_at_table(library(disk=disk), None, FILE)
    session.enter(token(ANTON, "Leeds"))
    session.close()
    assert {name: folder / name in disk.files for name in STAYS} == STAYS
