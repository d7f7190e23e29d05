"""Several programs in one session: each follows the file, and appends only onto the list of its preview."""

import tomllib
from collections.abc import Mapping
from typing import Any

import pytest

from companion.report.preview_sentences import followed_messages
from companion.report.words import Speaker
from companion.session import Session
from companion.storage import claims
from companion.storage.disk import Disk
from companion.storage.errors import FileError, Overtaken
from companion.storage.saves import Save
from companion.storage.session_file import parse_document, read_document
from tests.faults.machine import Machine, plugged_in
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import skip, token
from tests.support import ANTON, FILE, SAVES, library, shipped, text_of

LATER = {"note": "later", "do": "remark"}


def disk_with(*entries: dict[str, Any]) -> MemoryDisk:
    return MemoryDisk({**shipped(), FILE: text_of(entries).encode()})


def opened(disk: MemoryDisk) -> Session:
    return library(disk=disk).open(FILE)


def begun(*entries: dict[str, Any]) -> tuple[MemoryDisk, Session]:
    disk = disk_with(*entries)
    return disk, opened(disk)


def two_programs(*entries: dict[str, Any]) -> tuple[MemoryDisk, Session, Session]:
    disk = disk_with(*entries)
    return disk, opened(disk), opened(disk)


def notes(session: Session) -> list[str]:
    return [block.get("note", block["do"]) for block in session.record.blocks]


def test_an_entry_goes_only_onto_the_list_of_its_preview() -> None:
    """reliability.md, "Promises": else nothing is written, and the preview is made again."""
    disk, here, there = two_programs()
    preview = here.preview(token(ANTON, "Leeds"))
    there.enter(LATER)
    before = disk.files[FILE]
    for _ in range(2):
        with pytest.raises(Overtaken):
            here.save_preview(preview)
    assert (disk.files[FILE], here.record.entry_count) == (before, 0)
    news = here.follow()
    assert news is not None
    (said,) = followed_messages(here, news)
    assert Speaker().say(said) == "Entered elsewhere: Note: later"
    with pytest.raises(Exception, match=r"save\.moved-on"):
        here.save_preview(preview)
    here.save_preview(here.preview(token(ANTON, "Leeds")))
    assert notes(library(disk=disk).read(FILE)) == ["later", "take-token"]


def test_an_entry_of_another_program_with_the_bytes_of_one_that_failed_here_is_followed() -> None:
    """reliability.md, "Promises": nothing is lost. Two tables may save the same words in the same second."""
    disk, here, there = two_programs()
    disk.fault, disk.bytes_kept = OSError(28, "No space left on device"), 20
    with pytest.raises(FileError, match=r"save\.unwritable"):
        here.enter(LATER)
    disk.fault = None
    there.enter(LATER)
    assert here.follow() == (1, False)
    here.enter(skip(ANTON))
    assert notes(opened(disk)) == ["later", "pass"]


@pytest.mark.parametrize(
    ("kept", "is_whole"),
    [(1, False), (10, False), (25, False), (40, False), (57, False), (58, True), (59, True)],
)
def test_part_of_an_entry_is_cut_off(kept: int, is_whole: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where not even the cut right after it succeeds; a block with its whole `do` is an entry, whoever wrote it."""
    disk, session = begun()
    disk.fault, disk.bytes_kept = OSError(5, "Input/output error"), kept
    monkeypatch.setattr(disk, "truncate", disk.rename)  # which fails too
    with pytest.raises(FileError, match=r"save\.unwritable"):
        session.enter(LATER)
    disk.fault = None
    monkeypatch.undo()
    assert session.follow() == ((1, False) if is_whole else None)
    session.enter(skip(ANTON))
    assert notes(opened(disk)) == (["later", "pass"] if is_whole else ["pass"])


def test_a_comment_added_by_hand_is_no_other_list() -> None:
    disk, session = begun()
    session.enter(skip(ANTON))
    disk.files[FILE] += b"# a hand was here\n"
    assert session.follow() is None
    session.enter(skip(ANTON))
    assert b"# a hand was here" in disk.files[FILE]
    assert opened(disk).record.entry_count == 2


def adjust(amount: int) -> dict[str, Any]:
    return {"player": ANTON, "amount": amount, "reason": "x", "do": "adjust"}


@pytest.mark.parametrize(
    ("entry", "old", "new", "fails"),
    [
        ({"note": "one", "do": "remark"}, "one", "two", None),
        (skip(ANTON), "Anton", "Adele", None),
        (adjust(5), "amount = 5\n", "amount = 5.0\n", 1),
        (adjust(1), "amount = 1\n", "amount = true\n", 1),
    ],
    ids=["an entry", "a player", "5 and 5.0 are equal in Python", "1 and true are equal in Python"],
)
def test_a_file_edited_by_hand_is_taken_as_it_is_now(
    entry: dict[str, Any], old: str, new: str, fails: int | None
) -> None:
    """Of the same length too: no size and no clock is trusted when an entry is appended."""
    disk, session = begun(entry)
    assert old.encode() in disk.files[FILE]
    disk.files[FILE] = disk.files[FILE].replace(old.encode(), new.encode())
    with pytest.raises(Overtaken):
        session.enter(LATER)
    assert session.follow() == (0, True)
    again = library(disk=disk).read(FILE).record
    assert (session.record.blocks, session.record.roster) == (again.blocks, again.roster)
    assert (session.record.failure and session.record.failure.number) == fails
    if fails is None:
        session.enter(LATER)
        assert opened(disk).record.entry_count == 2


def test_entries_that_an_older_copy_of_the_file_has_not_are_kept_before_it_is_followed() -> None:
    """As a sync tool does that puts an older copy back; in a session that nobody else makes backups of."""
    disk = disk_with({"note": "one", "do": "remark"})
    older = disk.files[FILE]
    session = opened(disk)
    session.enter(LATER)
    longer, kept = disk.files[FILE], SAVES / "backups" / "session.replaced.toml"
    for _ in range(2):
        disk.files[FILE] = older
        assert session.follow() == (0, True)
        disk.files[FILE] = longer
        session.follow()
    assert (disk.files[kept], notes(session)) == (longer, ["one", "later"])
    assert [path for path in disk.files if "replaced" in path.name] == [kept], "kept once, and for good"
    assert [Speaker().say(one) for one in session.notices] == 2 * [
        f"The list shown until now (2 entries) is kept in {kept}. "
        "To go back to it, copy that file into the sessions folder."
    ]


def test_an_older_copy_is_not_followed_where_the_known_entries_cannot_be_kept() -> None:
    disk = disk_with()
    older = disk.files[FILE]
    session = opened(disk)
    session.enter(LATER)
    longer, disk.files[FILE] = disk.files[FILE], older
    disk.fault = OSError(28, "No space left on device")
    with pytest.raises(FileError, match=r"followed\.not-kept") as against:
        session.follow()
    assert Speaker().say(against.value.message).startswith("Somebody or another program changed this file.")
    assert (notes(session), disk.files[FILE]) == (["later"], older)
    disk.fault = None
    assert session.follow() == (0, True)
    assert disk.files[SAVES / "backups" / "session.replaced.toml"] == longer


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (None, r"save\.gone"),
        (b"", r"save\.empty"),
        (b"format = ", r"save\.not-toml"),
        (text_of(game="dampfross").encode(), r"save\.other-game"),
        (text_of().replace("Anton", "Beate").encode(), r"table\."),
    ],
    ids=["removed", "emptied", "no TOML", "another game", "a header that does not hold"],
)
def test_a_file_that_cannot_be_followed_leaves_the_session_as_it_was(content: bytes | None, key: str) -> None:
    disk, session = begun(skip(ANTON))
    record, before = session.record, disk.files.pop(FILE)
    if content is not None:
        disk.files[FILE] = content
    for _ in range(2):
        with pytest.raises(FileError, match=key):
            session.follow()
        with pytest.raises(FileError):
            session.enter(skip(ANTON))
    assert (session.record, disk.files.get(FILE)) == (record, content)
    disk.files[FILE] = before
    assert session.follow() is None
    session.enter(skip(ANTON))
    assert opened(disk).record.entry_count == 2


def test_a_block_that_is_just_being_written_is_neither_shown_nor_called_torn() -> None:
    disk, here, there = two_programs()
    there.enter(token(ANTON, "Leeds"))
    whole = disk.files[FILE]
    for cut in range(len(text_of().encode()) + 1, len(whole) - 1):
        disk.files[FILE] = whole[:cut]
        assert here.follow() is None
    disk.files[FILE] = whole
    assert here.follow() == (1, False)


class SlowDisk(Machine):
    """Another program holds the lock, writes on after two seconds and then lets go; its clock goes by sleeps only."""

    def __init__(self, image: Mapping[str, bytes | None], rest: bytes) -> None:
        super().__init__(image)
        self._rest, self._writer = rest, self.open(FILE, self.O_RDWR | self.O_APPEND)
        self.flock(self._writer, 0)

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        if self.monotonic() >= 2 and self._writer in self.handles:
            self.write(self._writer, self._rest)
            self.close(self._writer)


def test_a_slow_disk_on_which_an_entry_takes_two_seconds_is_waited_for() -> None:
    """By who reads what looks torn, and by who enters."""
    whole = text_of([skip(ANTON)]).encode()
    machine = SlowDisk({str(FILE): whole[:-10]}, whole[-10:])
    with plugged_in(machine):
        document = read_document(Disk(), FILE)
    assert (document.torn, len(document.blocks)) == (None, 1)
    machine = SlowDisk({str(FILE): whole}, b"")
    with plugged_in(machine):
        Save(Disk(), parse_document(FILE, whole)).append(LATER, "")
    assert tomllib.loads((machine.seen()[str(FILE)] or b"").decode())["actions"] == [skip(ANTON), LATER]


def without_locks(*entries: dict[str, Any]) -> MemoryDisk:
    disk = disk_with(*entries)
    disk.has_locks = False
    return disk


def claim_of(disk: MemoryDisk) -> bytes | None:
    return disk.files.get(FILE.with_name(f".{FILE.name}.writer"))


def test_where_there_are_no_locks_one_program_writes_and_the_others_read() -> None:
    disk = without_locks()
    here, there = opened(disk), opened(disk)
    assert (here.is_read_only, there.is_read_only) == (False, True)
    assert [notice.key for notice in there.notices] == ["save.read-only"]
    here.enter(skip(ANTON))
    with pytest.raises(FileError, match=r"save\.read-only"):
        there.enter(skip(ANTON))
    assert there.follow() == (1, False)
    assert there.is_read_only
    here.close()
    there.follow()
    assert not there.is_read_only
    there.enter(skip(ANTON))
    there.close()
    assert (claim_of(disk), opened(disk).record.entry_count) == (None, 2)


def test_the_claim_of_a_program_that_ended_here_counts_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    disk = without_locks()
    opened(disk)
    monkeypatch.setattr(claims, "has_ended", lambda pid: True)
    assert not opened(disk).is_read_only


def test_a_claim_that_does_not_change_for_a_minute_counts_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted by whoever waits: no date of any file and no clock on a wall is asked."""
    seconds = 1000.0
    monkeypatch.setattr(claims, "monotonic", lambda: seconds)
    monkeypatch.setattr("platform.node", lambda: "elsewhere")
    disk = without_locks()
    gone = opened(disk)
    monkeypatch.setattr("platform.node", lambda: "here")
    waiting = opened(disk)
    for passed in (11, 50):
        gone.follow()
        seconds += passed
        waiting.follow()
        assert waiting.is_read_only, "the other one showed that it is there"
    seconds += 61
    waiting.follow()
    assert not waiting.is_read_only
    waiting.enter(skip(ANTON))
    with pytest.raises(FileError, match=r"save\.read-only"):
        gone.enter(LATER)
    gone.close()
    assert claim_of(disk) is not None, "it is not the one of the program that was gone"
