"""Sessions archived, restored and renamed: nothing is lost or overwritten."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.session import Library
from companion.session.archiving import ARCHIVE, archive_session, restore_session, retitle
from companion.session.planning import rematch
from companion.storage import saves
from companion.storage.disk import Disk
from companion.storage.errors import FileError
from companion.storage.rulesets import KEPT
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, FILE, SAVES, THREE, library, shipped, text_of

BEGUN = datetime(2026, 11, 1, 19, tzinfo=UTC)
SESSION = text_of([{"do": "pass", "by": ANTON, "at": BEGUN}], created=BEGUN, ruleset="of-then").encode()
RULES = Path(KEPT) / "stephensons-rocket-of-then.toml"
ARCHIVED = SAVES / ARCHIVE / FILE.name


def disk_with(**more: bytes) -> MemoryDisk:
    return MemoryDisk(
        {**shipped(), FILE: SESSION, SAVES / RULES: b"kept", **{Path(k): v for k, v in more.items()}}
    )


def test_an_archived_session_comes_back_as_it_was_with_its_ruleset() -> None:
    disk = disk_with()
    assert archive_session(library(disk=disk), FILE) == ARCHIVED
    assert FILE not in disk.files
    assert disk.files[ARCHIVED] == SESSION
    assert disk.files[SAVES / ARCHIVE / RULES] == b"kept"
    assert restore_session(library(disk=disk), ARCHIVED) == FILE
    assert disk.files[FILE] == SESSION
    assert ARCHIVED not in disk.files
    assert disk.locked == set()


def test_nothing_is_put_in_the_place_of_another_session() -> None:
    disk = disk_with(**{str(ARCHIVED): b"another one"})
    assert archive_session(library(disk=disk), FILE) == SAVES / ARCHIVE / "session-2.toml"
    assert disk.files[ARCHIVED] == b"another one"


def test_a_session_into_which_another_program_is_writing_stays_as_it_is() -> None:
    disk = disk_with()
    disk.locked.add(FILE)
    with pytest.raises(FileError, match=r"save\.busy"):
        archive_session(library(disk=disk), FILE)
    with pytest.raises(FileError, match=r"save\.busy"):
        retitle(library(disk=disk), FILE, "x")
    assert disk.files[FILE] == SESSION


class OthersEnter(MemoryDisk):
    """Another program saves an entry whenever somebody wants the lock, so many times."""

    left = 3

    def lock(self, path: Path, patience: float = 0, is_beside: bool = False) -> Callable[[], None] | None:
        if path == FILE and self.left:
            self.left -= 1
            self.files[FILE] += f'\n[[actions]]\nnote = "{self.left}"\ndo = "remark"\n'.encode()
        return super().lock(path, patience, is_beside)


def test_a_title_is_entered_again_as_long_as_others_are_quicker() -> None:
    disk = OthersEnter(disk_with().files)
    retitle(library(disk=disk), FILE, "Thursday")
    record = library(disk=disk).read(FILE).record
    assert [block["do"] for block in record.blocks] == ["pass", "remark", "remark", "remark", "setup"]
    assert record.roster.title == "Thursday"


def test_on_a_real_disk_a_move_never_takes_the_place_of_another_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("one")
    other.write_text("other")
    with pytest.raises(FileExistsError):
        Disk().move(one, other)
    assert (one.read_text(), other.read_text()) == ("one", "other")
    Disk().move(one, tmp_path / "free")
    assert (one.exists(), (tmp_path / "free").read_text()) == (False, "one")


@pytest.mark.skipif(os.name != "posix", reason="links need rights on Windows")
@pytest.mark.parametrize(
    "link", ["../shared/thursday.toml", "{}/shared/thursday.toml", "latest/../thursday.toml"]
)
@pytest.mark.parametrize("is_elsewhere", [False, True], ids=["archive beside it", "archive is a link"])
def test_a_session_that_is_a_link_is_archived_and_restored_as_a_link_to_the_same_file(
    link: str, is_elsewhere: bool, tmp_path: Path
) -> None:
    """A relative one said something else in the archive, and the reason given was another program.

    The third leads through a folder that is a link itself, so that only the system knows what is above it.
    """
    saves, file, link = tmp_path / "saves", tmp_path / "shared" / "thursday.toml", link.format(tmp_path)
    for folder in (saves, file.parent, file.parent / "new", tmp_path / "far" / "away"):
        folder.mkdir(parents=True)
    saves.joinpath("latest").symlink_to("../shared/new")
    if is_elsewhere:
        saves.joinpath(ARCHIVE).symlink_to("../far/away")
    file.write_bytes(SESSION)
    path = saves / "thursday.toml"
    path.symlink_to(link)
    archived = archive_session(Library(), path)
    assert (archived, path.is_symlink()) == (saves / ARCHIVE / path.name, False)
    assert (archived.resolve(), archived.read_bytes()) == (file, SESSION)
    restored = restore_session(Library(), archived)
    assert (restored, archived.is_symlink()) == (path, False)
    assert (restored.resolve(), restored.read_bytes()) == (file, SESSION)
    if not link.startswith("latest"):
        assert str(restored.readlink()) == link, "it says what it said before"


class MeanwhileDisk(Disk):
    """Something happens once while a file is moved, after its new name was made."""

    def __init__(self, happens: Callable[[], None]) -> None:
        self._happens: Callable[[], None] | None = happens

    def sync_folder(self, folder: Path) -> None:
        super().sync_folder(folder)
        if folder.name == ARCHIVE and self._happens is not None:
            happens, self._happens = self._happens, None
            happens()


def archived_while(path: Path, happens: Callable[[], None]) -> Path:
    path.parent.joinpath(ARCHIVE).mkdir()
    return archive_session(Library(MeanwhileDisk(happens)), path)


def test_an_entry_waits_while_its_file_is_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing last newline makes the next entry put a new file under the name."""
    monkeypatch.setattr(saves, "PATIENCE", 0)
    path = tmp_path / "session.toml"
    path.write_bytes(SESSION.rstrip())
    other = Library().open(path)

    def enters() -> None:
        with pytest.raises(FileError, match=r"save\.busy"):
            other.enter({"note": "mine", "do": "remark"})

    target = archived_while(path, enters)
    with pytest.raises(FileError, match=r"save\.gone"):
        other.enter({"note": "mine", "do": "remark"})
    assert (path.exists(), target.read_bytes()) == (False, SESSION.rstrip())


def test_a_file_put_in_the_place_of_a_session_while_it_is_archived_stays(tmp_path: Path) -> None:
    path, newer = tmp_path / "session.toml", SESSION + b'\n[[actions]]\nnote = "mine"\ndo = "remark"\n'
    path.write_bytes(SESSION)

    def replaces() -> None:
        tmp_path.joinpath("synced").write_bytes(newer)
        tmp_path.joinpath("synced").rename(path)

    with pytest.raises(FileError, match=r"save\.busy"):
        archived_while(path, replaces)
    assert path.read_bytes() == newer
    assert tmp_path.joinpath(ARCHIVE, "session.toml").read_bytes() == SESSION, "there is no other copy of it"


def test_a_rematch_has_the_same_table_and_the_next_one_clockwise_starts() -> None:
    """Claus starts, who sits last, so Anton is next; Beate was renamed meanwhile, and the title stays behind."""
    file = text_of(
        [{"do": "setup", "rename": {BEATE: "Bea"}, "colours": {ANTON: "red"}}],
        THREE,
        starts=CLAUS,
        title="Thursday",
        options={"hidden_money": True},
    )
    found = library({FILE: file.encode()})
    plan = rematch(found.plan()[0], found.read(FILE))
    assert [(seat.name, seat.colour) for seat in plan.seats] == [(ANTON, "red"), ("Bea", None), (CLAUS, None)]
    assert plan.header() == {
        "format": 2,
        "game": "stephensons-rocket",
        "options": {"hidden_money": True},
        "players": [{"name": ANTON, "colour": "red"}, {"name": "Bea"}, {"name": CLAUS}],
    }


def test_a_rematch_of_a_session_that_was_only_a_sheet_counts_the_whole_game() -> None:
    """Whistle Stop: the sheet alone is scored with `track = "score"`, which nobody chose."""
    blocks = [{"do": "final"}]
    options = {"track": "score", "rounds": 8}
    file = text_of(blocks, THREE, game="whistle-stop", options=options)
    found = library({FILE: file.encode()})
    assert rematch(found.plan()[0], found.read(FILE)).header()["options"] == {"rounds": 8}
