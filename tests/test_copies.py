"""Copies of a session: known by what is in them, counted once, and settled so that no entry is lost."""

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.cli.serve import last_session
from companion.report.words import Speaker
from companion.session import Library, opened_at_table
from companion.session.archiving import settle_copies
from companion.session.listing import Listing
from companion.storage.disk import Disk
from companion.storage.errors import FileError, Overtaken
from companion.storage.session_file import Document, read_document
from tests.copies import (
    BEGUN,
    COPY,
    FRIDAY,
    HERE,
    KEPT,
    SHARED,
    THERE,
    THURSDAY,
    content,
    disk_with,
    entries,
    passed,
)
from tests.memory_disk import MemoryDisk, WindowsDisk
from tests.stephensons_rocket.moves import FINISH
from tests.support import ANTON, BEATE, CLAUS, ROOT, SAVES, kept_summaries, library, text_of


def listing_of(disk: MemoryDisk) -> Listing:
    listing = library(disk=disk).listing(SAVES)
    listing.list_files()
    for path in listing.waiting:
        listing.take(path)
    return listing


def copies_of(listing: Listing) -> dict[Path, Path]:
    return {session.path: session.original for session in listing.sessions() if session.original is not None}


def difference(disk: MemoryDisk) -> str:
    """What the row of the copy says."""
    (row,) = (one.difference for one in listing_of(disk).sessions() if one.difference is not None)
    return Speaker().say(row)


def compare(disk: Disk, session: Path = THURSDAY, copy: Path = COPY) -> tuple[Document, Document]:
    return read_document(disk, session), read_document(disk, copy)


RENAMED = {"do": "setup", "rename": {ANTON: "Toni"}}
SAME = {
    "with other entries": content(THERE),
    "with nothing of its own": content(SHARED),
    "byte for byte": content(HERE),
    "with a player renamed": content([*SHARED, RENAMED]),
    "with a title given later": content([*SHARED, {"do": "setup", "title": "Friday?"}]),
    "finished": content([*SHARED, FINISH]),
    "laid out differently": b"# mine\n" + content(THERE).replace(b" = ", b"  =  "),
}
OTHERS = {
    "another second": content(THERE, created=BEGUN + timedelta(seconds=1)),
    "another first entry": content([passed(11, ANTON)]),
    "another first player": content(THERE[:1], starts=BEATE),
    "no entry yet": content(()),
    "another title in its header": content(THERE, title="What if?"),
    "other players": text_of(THERE, (ANTON, BEATE), created=BEGUN).encode(),
    "another game": text_of((), (ANTON, BEATE, CLAUS), game="whistle-stop", created=BEGUN).encode(),
    "no beginning": text_of(THERE, (ANTON, BEATE, CLAUS)).encode(),
    "broken": b"format =",
}


@pytest.mark.parametrize("other", SAME.values(), ids=SAME)
def test_a_copy_has_the_same_header_and_the_same_first_entry(other: bytes) -> None:
    """Its name says nothing; of the two the shorter name is the session's."""
    disk = disk_with({COPY: other})
    assert copies_of(listing_of(disk)) == {COPY: THURSDAY}
    assert library(disk=disk).original_of(COPY) == THURSDAY


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_anything_else_is_a_session_of_its_own_whatever_its_name(other: bytes) -> None:
    """Such as a rematch that was begun in the same second."""
    disk = disk_with({COPY: other})
    assert copies_of(listing_of(disk)) == {}
    assert library(disk=disk).original_of(COPY) is None


def test_two_new_sessions_without_entries_are_two_sessions() -> None:
    disk = disk_with({THURSDAY: content(()), COPY: content(())})
    assert copies_of(listing_of(disk)) == {}


def test_all_copies_belong_to_the_file_with_the_shortest_name() -> None:
    dropbox = SAVES / "thursday (conflicted copy 2026-11-19).toml"
    disk = disk_with({dropbox: content(SHARED)})
    assert copies_of(listing_of(disk)) == {COPY: THURSDAY, dropbox: THURSDAY}


def test_a_session_and_its_archived_copy_are_two() -> None:
    disk = disk_with({SAVES / "archive" / COPY.name: content(THERE)})
    del disk.files[COPY]
    assert copies_of(listing_of(disk)) == {}


def test_a_link_to_a_session_is_no_copy_that_could_be_removed(tmp_path: Path) -> None:
    session, link = tmp_path / "a long name of thursday.toml", tmp_path / "thursday.toml"
    session.write_bytes(content(HERE))
    link.symlink_to(session)
    found = Library(folders=(ROOT / "rulesets",)).summaries(tmp_path)
    assert len(found) == 2
    assert len({one.summary.trail for one in found if one.summary}) == 1
    assert [one.original for one in found] == [None, None]


@pytest.mark.parametrize(
    ("blocks", "numbers"),
    [
        (THERE, (3, 2)),
        (SHARED, (0, 2)),
        (HERE, (0, 0)),
        ([*SHARED, RENAMED], (1, 2)),
        ([*HERE, FINISH], (1, 0)),
    ],
)
def test_the_row_counts_the_entries_after_the_common_beginning(
    blocks: list[Any], numbers: tuple[int, int]
) -> None:
    """Both files have two entries in common, the session two more. No undo or correction is left out."""
    own, other = numbers
    disk = disk_with({COPY: content(blocks)})
    entries = f"{own} entry" if own == 1 else f"{own} entries"
    assert difference(disk) == f"A copy of thursday.toml: {entries} only here, {other} only there."


def test_copies_are_known_from_summaries_and_no_session_is_read_for_that() -> None:
    """500 sessions, one of them with a copy."""
    files = {
        SAVES / f"{number:03}.toml": content(
            [passed(9, ANTON)], created=BEGUN + timedelta(hours=number, minutes=1)
        )
        for number in range(1, 499)
    }
    disk = disk_with(files)
    kept_summaries(library(disk=disk), SAVES)
    disk.reads.clear()
    listing = library(disk=disk).listing(SAVES)
    listing.list_files()
    assert len(listing.sessions()) == 501
    assert copies_of(listing) == {COPY: THURSDAY}
    assert [path.name for path in disk.reads] == ["summaries.json"]
    disk.files[COPY] = content(SHARED)
    assert difference(disk) == "A copy of thursday.toml: 0 entries only here, 2 only there.", "it has changed"


def test_a_copy_is_listed_right_behind_its_session_where_the_last_played_of_them_is() -> None:
    disk = disk_with({COPY: content([*THERE, passed(3000, BEATE)])})
    assert [one.path for one in listing_of(disk).sessions()] == [THURSDAY, COPY, FRIDAY]
    assert last_session(library(disk=disk), SAVES) == THURSDAY, "phones join that one"


# Counting


# One goes on


def both_lists(disk: MemoryDisk) -> list[list[Any]]:
    """The entries of every file that is or was one of the two."""
    return [
        entries(disk, path) for path in disk.files if path in (THURSDAY, COPY) or path.parent == KEPT.parent
    ]


@pytest.mark.parametrize("kind", [MemoryDisk, WindowsDisk], ids=["Linux", "Windows"])
@pytest.mark.parametrize("has_locks", [True, False], ids=["locks", "no locks"])
@pytest.mark.parametrize("chosen", [THURSDAY, COPY], ids=["the session", "the copy"])
def test_the_chosen_one_has_the_plain_name_and_the_other_is_a_backup(
    chosen: Path, has_locks: bool, kind: Callable[[Any], MemoryDisk]
) -> None:
    disk = kind(disk_with().files)
    disk.has_locks = has_locks
    goes_on, other = (HERE, THERE) if chosen == THURSDAY else (THERE, HERE)
    assert settle_copies(disk, *compare(disk), chosen) == KEPT
    assert (entries(disk, THURSDAY), entries(disk, KEPT)) == (goes_on, other)
    assert {path for path in disk.files if path.parent == SAVES} == {THURSDAY, FRIDAY}
    assert disk.locked == set()


@pytest.mark.parametrize("chosen", [THURSDAY, COPY], ids=["the session", "the copy"])
def test_after_the_choice_the_backup_is_not_offered_again(chosen: Path) -> None:
    """Whoever chose isn't asked at every opening whether the other entries should come back."""
    disk = disk_with()
    opened_at_table(library(disk=disk), THURSDAY).close()
    settle_copies(disk, *compare(disk), chosen)
    assert opened_at_table(library(disk=disk), THURSDAY).lost is None


def test_a_backup_that_is_copied_into_the_folder_is_a_copy_again() -> None:
    """So a choice can be taken back."""
    disk = disk_with()
    settle_copies(disk, *compare(disk), THURSDAY)
    back = SAVES / KEPT.name
    disk.files[back] = disk.files[KEPT]
    assert copies_of(listing_of(disk)) == {back: THURSDAY}
    settle_copies(disk, *compare(disk, THURSDAY, back), back)
    assert entries(disk, THURSDAY) == THERE
    assert HERE in both_lists(disk)


@pytest.mark.parametrize(
    ("chosen", "changed"),
    [(THURSDAY, COPY), (COPY, COPY), (COPY, THURSDAY)],
    ids=["the copy that would go", "the copy that would go on", "the session that would go"],
)
def test_a_file_that_has_changed_since_it_was_shown_is_not_settled(chosen: Path, changed: Path) -> None:
    disk = disk_with()
    shown = compare(disk)
    disk.files[changed] += b'\n[[actions]]\nnote = "one more"\ndo = "remark"\n'
    before = {path: disk.files[path] for path in (THURSDAY, COPY)}
    with pytest.raises(Overtaken):
        settle_copies(disk, *shown, chosen)
    assert {path: disk.files[path] for path in before} == before
    assert disk.locked == set()


@pytest.mark.parametrize("busy", [THURSDAY, COPY], ids=["the session", "the copy"])
def test_a_file_that_another_program_writes_stays(busy: Path) -> None:
    disk = disk_with()
    disk.locked.add(busy)
    with pytest.raises(FileError, match=r"save\.busy"):
        settle_copies(disk, *compare(disk), COPY)
    assert entries(disk, COPY) == THERE
    assert HERE in both_lists(disk)


def test_an_entry_that_was_being_written_is_kept_too() -> None:
    """The other copy may end within an entry: all its bytes are in the backup."""
    torn = b"\n# Beate +125\n[[actions]]\nplayer = "
    for chosen, other in ((THURSDAY, COPY), (COPY, THURSDAY)):
        disk = disk_with()
        disk.files[other] += torn
        before = disk.files[other]
        settle_copies(disk, *compare(disk), chosen)
        assert disk.files[KEPT] == before


def test_on_a_real_disk_with_a_link_the_session_stays_where_the_link_leads(tmp_path: Path) -> None:
    """A session may be kept in another folder, and its copy be a link too: what a link names is never removed."""
    cloud, saves = tmp_path / "cloud", tmp_path / "saves"
    for folder in (cloud, saves):
        folder.mkdir()
    (cloud / "one.toml").write_bytes(content(HERE))
    (cloud / "two.toml").write_bytes(content(THERE))
    session, copy = saves / "thursday.toml", saves / "thursday (2).toml"
    session.symlink_to(cloud / "one.toml")
    copy.symlink_to(cloud / "two.toml")
    settle_copies(Disk(), *compare(Disk(), session, copy), copy)
    assert session.is_symlink()
    assert not os.path.lexists(copy)
    assert (cloud / "one.toml").read_bytes() == (cloud / "two.toml").read_bytes() == content(THERE)
    assert (saves / "backups" / "thursday.replaced.toml").read_bytes() == content(HERE)


# From the command line


def test_the_session_of_a_copy_is_found_without_replaying_other_sessions() -> None:
    """Only files with the same time of creation are replayed."""
    disk = disk_with()
    found = library(disk=disk)
    with patch.object(found, "read", side_effect=found.read) as reading:
        assert found.original_of(COPY) == THURSDAY
        assert sorted(call.args[0] for call in reading.call_args_list) == sorted([THURSDAY, COPY])
        reading.reset_mock()
        assert [found.original_of(path) for path in (FRIDAY, SAVES / "missing.toml")] == [None, None]
        assert reading.call_count == 0
    assert found.original_of(THURSDAY) is None
    disk.files[THURSDAY] = b"format =\ncreated = 2026-11-12T19:00:00Z"
    assert found.original_of(COPY) is None, "it can't be read"


def test_stats_count_copies_once(railways: Any, tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    (saves / "thursday.toml").write_bytes(content([*HERE, FINISH]))
    (saves / "thursday (2).toml").write_bytes(content([*THERE, FINISH]))
    assert '"copies": 1' in railways("stats", "--json").out
    assert "1 finished session, 3 players" in railways("stats").out
