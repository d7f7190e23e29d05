"""The real disk: names that two programs want at once, disks without hard links, drafts, and who may read a file."""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.session import Library
from companion.session.opening import opened_at_table
from companion.storage import backups, board_notes, people, summaries
from companion.storage import disk as seam
from companion.storage.disk import Disk
from companion.storage.errors import FileError
from companion.storage.export_files import EXPORTS, write_export
from companion.storage.reports import REPORTS
from companion.storage.rulesets import KEPT
from tests.memory_disk import MemoryDisk
from tests.support import FILE, SAVES, library, shipped, text_of
from tests.tui.driving import app_of, running

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
def test_a_lock_beside_a_file_leaves_nothing_behind(tmp_path: Path) -> None:
    release = Disk().lock(tmp_path / "jo.toml", is_beside=True)
    assert release is not None
    assert Disk().lock(tmp_path / "jo.toml", is_beside=True) is None
    release()
    assert list(tmp_path.iterdir()) == []


@posix
def test_whoever_waited_for_a_lock_beside_a_file_has_one_that_others_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file that was waited for is removed just before it could be locked."""
    first = Disk().lock(tmp_path / "jo.toml", is_beside=True)
    monkeypatch.setattr(seam, "_claim", _after(seam._claim, first))
    second = Disk().lock(tmp_path / "jo.toml", 1, is_beside=True)
    assert second is not None
    assert Disk().lock(tmp_path / "jo.toml", is_beside=True) is None
    second()
    assert list(tmp_path.iterdir()) == []


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_whoever_may_read_a_session_may_read_what_is_made_of_it_and_nobody_else(
    mode: int, tmp_path: Path
) -> None:
    """A session and its copies, and the file with a torn end; whatever the umask says."""
    path = tmp_path / "session.toml"
    path.write_text(text_of([{"note": "x", "do": "remark"}]) + "\n[[actions]]\nby = ")
    path.chmod(mode)
    session = opened_at_table(Library(), path)
    session.enter({"note": "y", "do": "remark"})
    session.close()
    names = {"session.toml", "session.toml.torn", "session.1.toml", "session.2.toml"}
    found = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.rglob("session*")}
    assert found == dict.fromkeys(names, mode)


def test_a_file_behind_a_link_is_replaced_where_it_is_and_the_link_stays(tmp_path: Path) -> None:
    """Settings, pads and sessions may be links into a folder that is synced."""
    synced, link = tmp_path / "synced", tmp_path / "session.toml"
    synced.mkdir()
    synced.joinpath("thursday.toml").write_bytes(b"old")
    try:
        link.symlink_to(Path("synced") / "thursday.toml")
    except OSError:
        pytest.skip("this system makes no links")
    Disk().replace(link, b"new")
    assert link.is_symlink()
    assert {one.name: one.read_bytes() for one in synced.iterdir()} == {"thursday.toml": b"new"}
    assert {one.name for one in tmp_path.iterdir()} == {"synced", "session.toml"}


def test_what_only_has_the_name_of_a_copy_is_in_nobodys_way(tmp_path: Path) -> None:
    pad, copy = tmp_path / "jo.toml", tmp_path / "jo.toml.edited"
    pad.write_bytes(b"mine")
    copy.mkdir()
    kept = [backups.keep_copy(Disk(), pad, b"mine", copy) for _ in range(2)]
    assert kept == [tmp_path / "jo.toml.edited-2"] * 2
    assert kept[0].read_bytes() == b"mine"


class UnreadableDisk(MemoryDisk):
    def has_content(self, path: Path, content: bytes) -> bool:
        raise OSError(5, "Input/output error")


def test_a_copy_that_cannot_be_read_again_is_made_once() -> None:
    """Each was taken for none, and the disk filled up with them."""
    disk = UnreadableDisk()
    disk.full_at = 9
    assert backups.keep_copy(disk, FILE, b"mine", SAVES / "copy") == SAVES / "copy"
    assert disk.files == {SAVES / "copy": b"mine"}


HERE, ENDED = seam._HOST, 7
STAYS = {
    f".session.toml.{HERE}-7.new": False,
    f".session.toml.torn.{HERE}-7.new": False,
    f".summaries.json.{HERE}-7.new": False,
    f".session.toml.{HERE}-8.new": True,
    f".session.toml.{HERE}x-7.new": True,
    ".notes.7.new": True,
    f"session.toml.{HERE}-7.new": True,
}
"""Whether a name stays: that of a living program, of another machine, of no temporary file."""
INSIDE = (backups.FOLDER, board_notes.FOLDER, EXPORTS, KEPT, people.FOLDER, REPORTS, summaries.FOLDER)


def left_in(folder: Path) -> MemoryDisk:
    """A disk with a session, and what programs left in a folder."""
    return MemoryDisk({**shipped(), FILE: text_of().encode(), **{folder / name: b"x" for name in STAYS}})


@pytest.mark.parametrize("folder", ["", *INSIDE])
def test_a_program_that_enters_removes_temporary_files_of_killed_ones(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one that reads removes nothing."""
    monkeypatch.setattr(seam, "has_ended", lambda pid: pid == ENDED)
    disk = left_in(SAVES / folder)
    before = dict(disk.files)
    library(disk=disk).read(FILE)
    assert disk.files == before
    library(disk=disk).open(FILE).close()
    assert {name: SAVES / folder / name in disk.files for name in STAYS} == STAYS


@pytest.mark.parametrize("folder", [SAVES, SAVES / KEPT, Path("/own"), Path("/settings")], ids=str)
async def test_the_app_removes_temporary_files_of_killed_programs_when_it_starts(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those of made pads and of settings, which no session needs."""
    monkeypatch.setattr(seam, "has_ended", lambda pid: pid == ENDED)
    disk = left_in(folder)
    async with running(app_of(disk, None, config_path=Path("/settings/config.toml"))):
        assert {name: folder / name in disk.files for name in STAYS} == STAYS


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
