"""Backups beside the sessions, and what becomes of a broken file: nothing is thrown away, and the table can go on."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.report.words import Speaker
from companion.session import Session
from companion.session.opening import opened_at_table
from companion.session.session import BETWEEN_BACKUPS
from companion.storage import session_file
from companion.storage.backups import MOST
from companion.storage.errors import FileError
from companion.storage.toml import block
from tests.memory_disk import MemoryDisk, PowerCut, WindowsDisk
from tests.support import FILE, SAVES, library, shipped, text_of
from tests.tui.desk import AtDesk

NIGHT = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)
FOLDER = SAVES / "backups"
ASIDE = FOLDER / "session.broken.toml"


def remark(number: int) -> dict[str, object]:
    return {"note": f"entry {number}", "at": NIGHT + timedelta(minutes=number), "do": "remark"}


def whole(count: int) -> bytes:
    text = text_of() + "".join(block(remark(number), f"remark {number}") for number in range(1, count + 1))
    return text.encode()


def disk_of(content: bytes, copies: dict[int, bytes] | None = None) -> MemoryDisk:
    kept = {FOLDER / f"session.{number}.toml": one for number, one in (copies or {}).items()}
    return MemoryDisk({**shipped(), FILE: content, **kept})


def at_table(disk: MemoryDisk) -> Session:
    return opened_at_table(library(disk=disk), FILE)


def said(session: Session) -> list[str]:
    return [Speaker(session.record.ruleset).say(one) for one in session.notices]


def copies(disk: MemoryDisk) -> list[str]:
    return sorted(path.name for path in disk.files if path.parent == FOLDER)


def test_a_session_is_copied_when_it_is_opened_and_closed_if_the_newest_copy_is_another() -> None:
    disk = disk_of(whole(2))
    for _ in range(2):
        at_table(disk).close()
    assert copies(disk) == ["session.1.toml"]
    session = at_table(disk)
    session.enter(remark(3))
    session.close()
    assert copies(disk) == ["session.1.toml", "session.2.toml"]
    assert disk.files[FOLDER / "session.1.toml"] == whole(2)
    assert disk.files[FOLDER / "session.2.toml"] == disk.files[FILE]


def test_a_long_evening_is_copied_between_and_only_the_newest_copies_stay() -> None:
    disk = disk_of(whole(1))
    session = at_table(disk)
    for number in range(2, BETWEEN_BACKUPS * 6 + 1):
        session.enter(remark(number))
    assert copies(disk) == [f"session.{number}.toml" for number in range(3, 8)]
    assert len(copies(disk)) == MOST
    newest = library(disk=disk).read_content(FILE, disk.files[FOLDER / "session.7.toml"])
    assert (newest.record.entry_count, newest.record.failure) == (BETWEEN_BACKUPS * 6, None)


def put_back(disk: MemoryDisk, count: int) -> None:
    """A session of 43 entries was played and closed; then a sync tool puts an older copy back."""
    session = at_table(disk)
    for number in range(session.record.entry_count + 1, 44):
        session.enter(remark(number))
    session.close()
    disk.files[FILE] = whole(count)


def test_no_backup_goes_that_holds_entries_which_nothing_else_has() -> None:
    put_back(disk := disk_of(whole(1)), 3)
    for number in range(4, 14):
        session = at_table(disk)
        session.enter(remark(100 + number))
        session.close()
    kept = [library(disk=disk).read_content(FILE, disk.files[FOLDER / name]) for name in copies(disk)]
    assert max(one.record.entry_count for one in kept) == 43
    assert len(kept) == MOST + 1, "and no more than that one beyond the usual number"


@pytest.mark.parametrize("way", ["r", "k", "escape"])
def test_entries_that_only_a_backup_has_are_offered_when_the_session_is_opened(way: str) -> None:
    put_back(disk := disk_of(whole(1)), 3)
    desk = AtDesk(disk, session=at_table(disk))
    desk.model.offer_lost()
    assert "A backup has entries that this session doesn't have. Do you want them back?" in desk.entry
    assert "r Get back the 43 entries from the backup" in desk.entry
    assert "k Keep this session with its 3 entries" in desk.entry
    desk.press("p", "enter", way)
    assert desk.session.record.entry_count == (43 if way == "r" else 3)
    assert (whole(3) in kept_for_good(disk)) == (way == "r")
    assert ("The backup is kept in" in desk.entry) == (way == "k")
    desk.session.enter(remark(44))
    desk.session.close()
    again = at_table(disk)
    assert (again.lost is not None) == (way == "escape"), "an answer is not asked for twice"
    assert (
        43 in {library(disk=disk).read_content(FILE, one).record.entry_count for one in kept_for_good(disk)}
        or way != "k"
    )


def other(count: int) -> bytes:
    """A list that goes on otherwise after its first entry."""
    entries = (block({**remark(number), "note": f"other {number}"}, "") for number in range(2, count + 1))
    return whole(1) + "".join(entries).encode()


@pytest.mark.parametrize("most_is_newest", [True, False])
def test_of_several_backups_that_with_the_most_lost_entries_is_offered(most_is_newest: bool) -> None:
    """The session has four entries. The longer backup has one more; the other has three that the session lacks."""
    longer, most = whole(5), other(4)
    copies = (longer, most) if most_is_newest else (most, longer)
    lost = at_table(disk_of(whole(4), dict(enumerate(copies, 1)))).lost
    assert lost is not None
    assert (lost.content, lost.entries) == (most, 4)


def kept_for_good(disk: MemoryDisk) -> list[bytes]:
    return [one for path, one in disk.files.items() if ".replaced" in path.name]


def test_a_backup_that_cannot_be_put_back_leaves_all_as_it_was() -> None:
    put_back(disk := disk_of(whole(1)), 3)
    desk = AtDesk(disk, session=at_table(disk))
    desk.model.offer_lost()
    before, disk.fault = dict(disk.files), OSError(28, "No space left on device")
    desk.press("r")
    assert "the disk is full" in desk.entry
    assert (desk.session.record.entry_count, disk.files) == (3, before)


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"# remark", b"# Remark"), (b'"entry 1"', b'"entry one"')],
    ids=["a comment", "an edit"],
)
def test_a_backup_is_asked_about_only_if_it_has_other_entries(old: bytes, new: bytes) -> None:
    disk = disk_of(whole(3), {4: whole(3).replace(old, new)})
    assert disk.files[FOLDER / "session.4.toml"] != whole(3)
    assert (at_table(disk).lost is not None) == (old == b'"entry 1"')


@pytest.mark.parametrize(
    ("other", "after"),
    [(whole(1), ["session.7.toml", "session.8.toml"]), (whole(3), ["session.7.toml"])],
    ids=["another list", "the same list"],
)
def test_two_programs_may_back_up_at_once(
    other: bytes, after: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other takes the number, and removes the oldest copy."""
    disk = disk_of(whole(3), {number: whole(2) for number in range(2, 7)})
    created = disk.create

    def create(path: Path, content: bytes, like: Path | None = None) -> None:
        if path.name == "session.7.toml":
            disk.files |= {path: other}
            disk.files.pop(FOLDER / "session.2.toml", None)
        created(path, content)

    monkeypatch.setattr(disk, "create", create)
    assert said(at_table(disk)) == []
    assert copies(disk)[-len(after) :] == after
    assert disk.files[FOLDER / after[-1]] == whole(3)


def test_a_session_that_does_not_play_is_not_copied_over_good_ones() -> None:
    disk = disk_of(whole(1) + b'\n[[actions]]\nby = "Nobody"\ndo = "pass"\n')
    session = at_table(disk)
    assert session.record.failure is not None
    session.close()
    assert copies(disk) == []


NOISE = whole(3) + b"\n[[actions]]\nnote = entry\n" + whole(5)[len(whole(3)) :]
BROKEN = {
    "no toml": (NOISE, "can't read this file. Line ", 3),
    "no text": (whole(3) + b"\n[[actions]]\nnote = \xff\n" + whole(5)[len(whole(3)) :], "text file", 3),
    "zeros inside": (
        whole(3) + b"\n[[actions]]\n" + b"\0" * 40 + b"\n" + whole(5)[len(whole(3)) :],
        "can't read this file. Line ",
        3,
    ),
    "empty": (b"", "it was empty", 0),
    "zeros": (b"\0" * 400, "it was empty", 0),
    "no list": (text_of().replace("[[players]]", "actions = 5\n\n[[players]]", 1).encode(), "actions", 0),
    "deep": (
        whole(2) + b"\n[[actions]]\nnote = " + b"[" * 3000 + b"\n[[actions]]\n",
        "inside one another",
        2,
    ),
    "long number": (
        whole(2) + b"\n[[actions]]\nnote = " + b"9" * 5000 + b'\ndo = "x"\n',
        "number that is too long",
        2,
    ),
}


@pytest.mark.parametrize("copied", [0, 1, 4])
@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_set_aside_and_the_longer_good_state_opened(kind: str, copied: int) -> None:
    content, reason, sound = BROKEN[kind]
    disk = disk_of(content, {7: whole(copied)} if copied else {})
    best = max(sound, copied)
    if not best:
        with pytest.raises(FileError):
            at_table(disk)
        assert (disk.files[FILE], copies(disk)) == (content, [])
        return
    session = at_table(disk)
    assert disk.files[ASIDE] == content
    assert disk.files[FILE] == whole(best)
    assert (session.record.entry_count, session.record.failure) == (best, None)
    (sentence,) = said(session)
    assert reason in sentence
    assert "backups/session.broken.toml" in sentence
    entries = "1 entry" if best == 1 else f"{best} entries"
    assert f"{entries}. Compare it" in sentence
    session.enter(remark(best + 1))
    session.close()
    assert said(at_table(disk)) == []


HIDDEN_HEAD = b'\n[[actions]]\nnote = """\n[[actions]]\n"""\ndo = "remark"\n'
MIXED = {
    "a head inside a text": HIDDEN_HEAD,
    "a table called as a value is": block(remark(3), "").encode() + b"\n[format]\n",
    "two lists of entries": b"\n[[actions]]\n[actions]\n",
}


@pytest.mark.parametrize("kind", MIXED)
def test_a_broken_file_is_cut_at_the_last_entry_that_surely_ends_where_the_next_begins(kind: str) -> None:
    """Better lose an entry than read a different one."""
    content = whole(2) + MIXED[kind] + NOISE[len(whole(3)) :]
    assert session_file.sound_beginning(FILE, content) == whole(2)


def test_of_copies_the_newest_that_plays_is_taken() -> None:
    disk = disk_of(b"", {1: whole(5), 2: whole(2), 3: NOISE, 4: b""})
    assert at_table(disk).record.entry_count == 2


@pytest.mark.parametrize(
    "content",
    [
        whole(2).replace(b"format = 2", b"format = 99"),
        whole(2).replace(b'game = "', b'game = "no'),
        whole(2).replace(b"format = 2\n", b""),
    ],
)
def test_what_is_not_broken_is_never_replaced(content: bytes) -> None:
    """A newer companion's, an unknown game's, no session at all."""
    disk = disk_of(content, {1: whole(2)})
    with pytest.raises(FileError):
        at_table(disk)
    assert disk.files[FILE] == content
    assert copies(disk) == ["session.1.toml"]


def test_a_second_broken_file_is_kept_beside_the_first() -> None:
    disk = disk_of(NOISE)
    at_table(disk)
    disk.files[FILE] = b"\0"
    at_table(disk)
    assert disk.files[ASIDE] == NOISE
    assert disk.files[FOLDER / "session.broken-2.toml"] == b"\0"


def test_a_power_cut_at_any_call_leaves_the_broken_file_or_the_good_one_and_never_loses_the_broken() -> None:
    for stop in range(30):
        disk = disk_of(NOISE, {7: whole(1)})
        disk.stop_at = stop
        try:
            at_table(disk)
            break
        except PowerCut:
            pass
        assert disk.files[FILE] in (NOISE, whole(3))
        assert disk.files[FILE] == NOISE or disk.files[ASIDE] == NOISE
        disk.stop_at = None
        assert at_table(MemoryDisk(disk.files)).record.entry_count == 3
        assert "session.broken-2.toml" not in copies(disk)
    assert stop > 3


def test_where_the_good_state_cannot_be_put_there_the_file_stays_and_both_are_said() -> None:
    disk = disk_of(NOISE)
    disk.fault = OSError(28, "No space left on device")
    with pytest.raises(FileError) as caught:
        at_table(disk)
    sentence = Speaker().say(caught.value.message)
    assert sentence.endswith(". Companion couldn't restore the last good version: the disk is full.")
    assert disk.files[FILE] == NOISE


def test_what_another_program_put_in_order_meanwhile_is_not_put_back() -> None:
    class Quicker(MemoryDisk):
        def lock(self, path: Path, patience: float = 0, is_beside: bool = False) -> Any:
            self.files[FILE] = whole(4)
            return super().lock(path)

    disk = Quicker({**shipped(), FILE: NOISE})
    assert at_table(disk).record.entry_count == 4
    assert copies(disk) == ["session.1.toml"]


def test_where_an_open_file_cannot_be_replaced_another_program_may_be_quicker_after_the_lock() -> None:
    class Quicker(WindowsDisk):
        def _check_unlocked(self, *paths: Path) -> None:
            if FILE in self.locked:
                self.files[FILE] = whole(3)
            super()._check_unlocked(*paths)

    disk = Quicker(disk_of(b"", {1: whole(2)}).files)
    session = at_table(disk)
    assert (session.record.entry_count, disk.files[FILE]) == (3, whole(3))


@pytest.mark.parametrize("broken", [NOISE, NOISE.replace(b"[[players]]", b"[[play", 1)])
def test_a_copy_of_another_session_that_lay_under_the_name_is_not_opened(broken: bytes) -> None:
    """Its header tells, if it can be read in the broken file."""
    created = b"created = 2026-11-14T19:00:00Z\n\n[[play"
    other = whole(5).replace(b"[[play", created.replace(b"14T", b"01T"), 1)
    own, broken = whole(4).replace(b"[[play", created, 1), broken.replace(b"[[play", created, 1)
    disk = disk_of(broken, {1: own, 2: other})
    assert at_table(disk).record.entry_count == 4
    assert disk.files[FILE] == own


@pytest.mark.parametrize("is_own", [True, False])
def test_a_backup_of_another_session_that_had_the_name_is_not_offered(is_own: bool) -> None:
    begun = b"created = 2026-11-14T19:00:00Z\n\n[[play"
    here, there = (whole(count).replace(b"[[play", begun, 1) for count in (3, 5))
    disk = disk_of(here, {4: there if is_own else there.replace(b"14T19", b"01T19", 1)})
    assert (at_table(disk).lost is not None) is is_own


def test_two_programs_that_set_one_file_aside_at_once_keep_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    disk = disk_of(b"", {1: whole(2)})
    created = disk.create

    def create(path: Path, content: bytes, like: Path | None = None) -> None:
        disk.files |= {ASIDE: b""} if path == ASIDE else {}
        created(path, content)

    monkeypatch.setattr(disk, "create", create)
    assert at_table(disk).record.entry_count == 2
    assert copies(disk) == ["session.1.toml", "session.broken.toml"]


def test_what_was_edited_in_an_open_session_is_not_asked_about() -> None:
    """The old list was kept for good when the edit was noticed."""
    session = at_table(disk := disk_of(whole(3)))
    disk.files[FILE] = whole(2)
    session.follow()
    session.close()
    assert at_table(disk).lost is None
