"""Linux, macOS and Windows: what differs is in two files, and tried with the other system in its place."""

import errno
import os
import re
import sys
import unicodedata
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from companion.core.local_time import local_time
from companion.storage import disk as real
from companion.storage.backups import keep_copy
from companion.storage.board_notes import board_notes_path
from companion.storage.errors import content_of
from companion.storage.saves import free_name, open_save
from companion.storage.session_file import LARGEST
from tests.commands import write
from tests.memory_disk import CaseBlindDisk, MemoryDisk, WindowsDisk
from tests.stephensons_rocket.moves import skip
from tests.support import ANTON, FILE, header, library, shipped, text_of

DAY = date(2026, 11, 14)


def load_as_on(system: str, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys, "platform", system)
    there = ModuleType(system)
    exec(compile(Path(str(module.__file__)).read_text(encoding="utf-8"), system, "exec"), vars(there))
    return there


def test_macos_empties_the_cache_of_the_drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network share may not know the call; here the folder is on one."""
    answers, usual = [None, OSError(errno.ENOTSUP, "Operation not supported")], list[int]()

    def empty_cache(handle: int, command: str) -> None:
        if command == "full" and (fault := answers.pop(0)):
            raise fault

    there = load_as_on("darwin", real, monkeypatch)
    monkeypatch.setattr(there.fcntl, "F_FULLFSYNC", "full", raising=False)
    monkeypatch.setattr(there.fcntl, "fcntl", empty_cache)
    monkeypatch.setattr(os, "fsync", usual.append)
    there.Disk().create(tmp_path / "session.toml", b"whole")
    assert (answers, len(usual)) == ([], 1)


def windows_disk(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Load `disk` as on Windows, with a stand-in for its locks that knows one file."""
    claimed: list[tuple[int, int]] = []

    def locking(handle: int, mode: int, count: int) -> None:
        if claimed:
            raise PermissionError(errno.EACCES, "Permission denied")
        claimed.append((os.lseek(handle, 0, os.SEEK_CUR), count))

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking, claimed=claimed))
    return load_as_on("win32", real, monkeypatch)


def test_windows_locks_one_byte_and_syncs_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows locks keep others from reading what is locked; the place must fit into 31 bits for older libraries."""
    there = windows_disk(monkeypatch)
    disk, file = there.Disk(), tmp_path / "session.toml"
    disk.create(file, b"whole")
    release = disk.lock(file)
    assert there.msvcrt.claimed == [(2**30, 1)]
    assert LARGEST < 2**30
    assert disk.lock(file) is None
    disk.append(file, b" and more")
    assert disk.read(file, 100) == b"whole and more"
    release()
    monkeypatch.setattr(os, "fsync", lambda handle: pytest.fail("a folder cannot be synced there"))
    disk.sync_folder(tmp_path)


def test_a_file_is_replaced_where_open_files_keep_their_names() -> None:
    """One without a last line break: it is written again with one before the entry is appended."""
    disk = WindowsDisk({FILE: text_of([skip(ANTON)]).rstrip().encode()})
    save = open_save(disk, FILE)
    save.append(skip(ANTON), "pass")
    assert disk.files[FILE].count(b"[[actions]]") == 2
    assert disk.locked == set()
    save.append(skip(ANTON), "pass")
    save.close()
    assert disk.files[FILE].count(b"[[actions]]") == 3
    assert disk.locked == set()


def test_a_name_in_capitals_is_taken_where_case_does_not_count() -> None:
    """Else a new session would look for a free name forever."""
    folder, players = FILE.parent, ["Anton", "B"]
    there = free_name(MemoryDisk(), folder, DAY, "stephensons-rocket", players)
    disk = CaseBlindDisk({**shipped(), there.with_name(there.name.upper()): b"x"})
    free = free_name(disk, folder, DAY, "stephensons-rocket", players)
    assert free.name == there.name.replace(".toml", "-2.toml")
    assert library(disk=disk).make(folder, DAY, header(players)) == free


def test_a_backup_never_takes_the_place_of_one_whose_name_macos_spells_otherwise() -> None:
    apart = unicodedata.normalize("NFD", "Öde.toml.torn")
    disk = CaseBlindDisk({Path("/saves") / apart: b"x"})
    copy = Path("/saves/Öde.toml.torn")
    assert keep_copy(disk, Path("/saves/Öde.toml"), b"y", copy).name == "Öde.toml.torn-2"


@pytest.mark.parametrize(
    "name",
    ["CON", "nul.", "aux ", 'a<b>c:d"e/f\\g|h?i*j', "..", "x" * 300, "日本", "🚂", "Ödön", "-", "a\tb"],
)
def test_a_name_of_a_session_is_one_on_every_platform(name: str) -> None:
    """Small letters, digits and strokes; it begins with the day, so it is never a device of Windows. With its draft
    it stays far below the 260 characters of a path there."""
    made = free_name(MemoryDisk(), Path("/saves"), DAY, name, [name] * 6).name
    assert re.fullmatch(r"2026-11-14-[a-z0-9-]*[a-z0-9]\.toml", made)
    assert len(real.temporary_of(Path(made)).name) < 160


@pytest.mark.parametrize("name", ["con", "NUL", "com1", "lpt9"])
def test_no_file_is_called_as_a_device_of_windows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pad's file and its board notes have the name of its id. A name with a colon is a part of another file."""
    for unfit in (f"{name}.toml", f"{name}:x.toml"):
        with pytest.raises(OSError, match="Invalid argument"):
            windows_disk(monkeypatch).Disk().create(Path("no-folder") / unfit, b"whole")
    assert library().rulesets.free_id(name) == f"{name.lower()}-2"
    assert re.fullmatch(rf"{name}-[0-9a-f]{{8}}\.toml", board_notes_path(Path("/saves"), name).name)
    assert board_notes_path(Path("/saves"), "concert").name == "concert.toml"


def test_a_rename_is_repeated_while_others_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refusals = [PermissionError(13, "in use"), PermissionError(13, "in use")]
    replace = os.replace

    def refused_twice(source: Path, target: Path) -> None:
        if refusals:
            raise refusals.pop()
        replace(source, target)

    monkeypatch.setattr(os, "replace", refused_twice)
    monkeypatch.setattr(real, "_PAUSES", (0.0, 0.0))
    real.Disk().replace(tmp_path / "players.toml", b"whole")
    assert (tmp_path / "players.toml").read_bytes() == b"whole"
    assert refusals == []


def test_a_folder_is_known_where_it_is_denied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(path: Path, flags: int, mode: int) -> Any:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "file").touch()
    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(Exception, match=r"save\.folder"):
        content_of(real.Disk(), tmp_path, 100)
    with pytest.raises(Exception, match=r"save\.unreadable"):
        content_of(real.Disk(), tmp_path / "file", 100)


def test_a_moment_that_this_machine_cannot_place_is_shown_as_it_is_written() -> None:
    """Windows knows no local time before 1970; no machine one before the year 1."""
    west = timezone(timedelta(hours=-5))
    first = datetime(1, 1, 1, tzinfo=UTC)
    assert local_time(first, west) == first
    assert local_time(datetime(2026, 11, 14, 19, 30, tzinfo=UTC), west).hour == 14


@pytest.mark.parametrize("check", ["*.toml", "sub/*.toml", "**.toml", "sub/**toml"])
def test_check_looks_for_files_where_the_shell_does_not(companion: Any, check: str) -> None:
    """The command prompt of Windows leaves the star to the program."""
    Path("sub").mkdir()
    names = [check.replace("*", name) for name in ("a", "b")]
    for name in names:
        write((), name)
    done = companion("check", check)
    assert done.code == 0
    assert [line.split(":")[0] for line in done.out.splitlines()] == [str(Path(n)) for n in names]
