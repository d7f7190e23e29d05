"""Summaries kept beside the sessions: only what does not fit is read, and nothing depends on their file."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.cli.serve import last_session
from companion.session import Library
from companion.session.listing import ListedSession
from companion.session.summary import summary_of
from companion.storage.disk import Disk
from companion.storage.places import examples_folder
from companion.storage.summaries import FOLDER, write_summaries
from tests.memory_disk import MemoryDisk
from tests.support import (
    ANTON,
    BEATE,
    ROOT,
    SAVES,
    THREE,
    kept_summaries,
    library,
    shipped,
    sound_session,
    text_of,
)

KEPT = SAVES / FOLDER / "summaries.json"


def path_of(number: int) -> Path:
    return SAVES / f"2026-01-01-{number:03}.toml"


def sessions(count: int) -> dict[Path, bytes]:
    """The higher its number, the later it was begun."""
    return {
        path_of(number): text_of(
            (), THREE, created=datetime(2026, 1, 1, 12, number % 60, tzinfo=UTC)
        ).encode()
        for number in range(count)
    }


def summed_up(count: int) -> MemoryDisk:
    disk = MemoryDisk({**shipped(), **sessions(count)})
    kept_summaries(library(disk=disk), SAVES)
    disk.reads.clear()
    disk.calls.clear()
    return disk


def in_saves(disk: MemoryDisk) -> dict[Path, int]:
    return {path: count for path, count in disk.reads.items() if SAVES in path.parents}


def test_only_sessions_that_changed_or_are_new_are_read_and_those_gone_are_forgotten() -> None:
    disk = summed_up(4)
    disk.files[path_of(1)] = text_of((), (ANTON, BEATE), title="edited by hand").encode()
    disk.files[path_of(9)] = text_of((), THREE).encode()
    del disk.files[path_of(2)]
    found = {one.path: one for one in kept_summaries(library(disk=disk), SAVES)}
    assert set(in_saves(disk)) == {KEPT, path_of(1), path_of(9)}
    assert set(found) == {path_of(number) for number in (0, 1, 3, 9)}
    summary = found[path_of(1)].summary
    assert summary is not None
    assert (summary.title, summary.players) == ("edited by hand", (ANTON, BEATE))
    assert b"002.toml" not in disk.files[KEPT]


def test_until_a_changed_session_is_read_again_its_row_shows_what_was_known() -> None:
    """In the program that kept the summary, and in the next one."""
    disk = summed_up(2)
    for title in ("first", "second"):
        known = library(disk=disk).listing(SAVES)
        known.list_files()
        before = {one.path: one.summary for one in known.sessions()}
        disk.files[path_of(1)] = text_of((), THREE, title=title).encode()
        for listing in (known, library(disk=disk).listing(SAVES)):
            listing.list_files()
            assert listing.waiting == [path_of(1)]
            assert {one.path: one.summary for one in listing.sessions()} == before
            assert before[path_of(1)] is not None
            listing.take(path_of(1))
            titles = {one.path: one.summary.title for one in listing.sessions() if one.summary}
            assert titles[path_of(1)] == title
        listing.keep()


@pytest.mark.parametrize(
    ("line", "is_first"),
    [
        ("at = 2026-01-02T12:00:00Z", True),
        ("at=2026-01-02T12:00:00Z # by hand", True),
        ("at = 2025-01-02T12:00:00Z", False),
        ("at = soon", False),
        ("note = 2026-01-02T12:00:00Z", False),
    ],
)
def test_a_session_has_its_place_by_the_last_time_in_its_file(line: str, is_first: bool) -> None:
    files = sessions(2)
    files[path_of(0)] += f'\n[[actions]]\n{line}\ndo = "remark"\n'.encode()
    listing = library(files).listing(SAVES)
    listing.list_files()
    assert (listing.waiting[0] == path_of(0)) == is_first


def test_listing_without_keeping_writes_nothing() -> None:
    disk = MemoryDisk({**shipped(), **sessions(3)})
    assert len(library(disk=disk).summaries(SAVES)) == 3
    assert disk.calls == []


FOREIGN = {
    "empty": b"",
    "broken": b'["0.1',
    "not text": b"\xff\xfe",
    "another shape": b'{"sessions": 7}',
    "deep": b"[" * 100_000,
}


@pytest.mark.parametrize("content", [*FOREIGN.values(), "naive", "newer"], ids=[*FOREIGN, "naive", "newer"])
def test_a_file_of_summaries_that_cannot_be_used_is_made_again(content: bytes | str) -> None:
    disk = summed_up(3)
    kept = disk.files[KEPT]
    changed = {"naive": kept.replace(b"00Z", b"00"), "newer": b"9" + kept}
    disk.files[KEPT] = content if isinstance(content, bytes) else changed[content]
    assert disk.files[KEPT] != kept
    found = kept_summaries(library(disk=disk), SAVES)
    assert [one.path for one in found] == [path_of(number) for number in (2, 1, 0)]
    assert disk.files[KEPT] == kept


def test_a_damaged_summary_is_made_again_and_the_others_stay() -> None:
    """One digit of a score, or one letter of a name: its checksum tells."""
    for old, new in ((b'"Beate":0', b'"Beate":9'), (b'"Anton"', b'"Antun"'), (b'"', b"")):
        disk = summed_up(3)
        before, kept = library(disk=MemoryDisk(disk.files)).summaries(SAVES), disk.files[KEPT]
        place = kept.index(b"001.toml")
        disk.files[KEPT] = kept[:place] + kept[place:].replace(old, new, 1)
        assert disk.files[KEPT] != kept
        assert kept_summaries(library(disk=disk), SAVES) == before
        assert set(in_saves(disk)) == {KEPT, path_of(1)}
        assert sorted(disk.files[KEPT].split(b"\n")) == sorted(kept.split(b"\n"))


def test_what_cannot_be_read_or_does_not_play_is_listed_with_its_sentence_and_looked_at_every_time() -> None:
    stuck, broken = SAVES / "stuck.toml", SAVES / "broken.toml"
    blocks = [{"do": "pass", "by": ANTON}, {"do": "pass", "by": BEATE}]
    disk = MemoryDisk({**shipped(), stuck: text_of(blocks, THREE).encode(), broken: b"format ="})
    for _ in range(2):
        found: dict[str, ListedSession] = {
            one.path.stem: one for one in kept_summaries(library(disk=disk), SAVES)
        }
        fault, summary = found["stuck"].fault, found["stuck"].summary
        assert fault is not None
        assert fault.values["number"] == 2
        assert summary is not None
        assert summary.players == THREE, "what stands is summed up"
        assert found["broken"].summary is None
        assert found["broken"].fault is not None
    assert disk.reads[broken] == disk.reads[stuck] == 4, "for its place and for its content, each time"


BEGUN = datetime(2026, 11, 14, 19, tzinfo=UTC)


def passed(by: str, minutes: int) -> dict[str, object]:
    return {"do": "pass", "by": by, "at": BEGUN + timedelta(minutes=minutes)}


def after(minutes: int, **block: object) -> dict[str, object]:
    return {**block, "at": BEGUN + timedelta(minutes=minutes)}


UNDO, REDO = {"do": "undo"}, {"do": "redo"}
PLAYED = [passed(ANTON, 10), passed(ANTON, 25)]
NEXT_DAY = 24 * 60
LATER = {
    "undo and redo": [after(30, **UNDO), after(31, **REDO)],
    "edited": [after(40, entry=2, action={"do": "pass", "by": ANTON, "note": "tea"}, do="amend")],
    "inserted": [after(40, before=1, action={"do": "remark", "note": "tea"}, do="insert")],
    "deleted and put back": [
        after(40, entry=2, do="strike"),
        after(41, **UNDO),
    ],
    "renamed": [after(60, rename={ANTON: "Toni"}, do="setup")],
    "counted again, by hand": [after(55, player=ANTON, amount=5, do="adjust")],
    "tried out and undone": [after(45, by=BEATE, do="pass"), after(46, **UNDO)],
}


@pytest.mark.parametrize("later", LATER.values(), ids=LATER)
def test_only_an_entry_of_the_game_lengthens_the_session(later: list[dict[str, object]]) -> None:
    """It lasts from its beginning to the last entry of the game that counts: here 25 minutes, at 19:25.

    Undo, redo, corrections, names and remarks come with times of their own, which count for nothing.
    """
    session = sound_session([*PLAYED, *later], created=BEGUN)
    assert len(session.record.blocks) == len(PLAYED) + len(later)
    summary = summary_of(session)
    assert (summary.seconds, summary.begun) == (25 * 60, BEGUN)
    assert summary.last == BEGUN + timedelta(minutes=25)


SHORTER: dict[str, tuple[list[dict[str, object]], int]] = {
    "undone": ([*PLAYED, after(30, **UNDO)], 10),
    "undone and all given back": ([*PLAYED, after(30, to=0, **UNDO), after(31, **REDO)], 25),
    "deleted": ([*PLAYED, after(30, entry=2, do="strike")], 10),
    "an entry put in the day after": (
        [
            *PLAYED,
            after(NEXT_DAY, before=2, action={"do": "adjust", "player": ANTON, "amount": 1}, do="insert"),
        ],
        25,
    ),
    "all undone": ([*PLAYED, after(30, to=0, **UNDO)], 0),
    "a pause of two hours": ([*PLAYED, passed(BEATE, 145)], 145),
    "a pause of over two hours": ([*PLAYED, passed(BEATE, 146), passed(BEATE, 150)], 29),
    "an hour played again": (
        [*PLAYED, after(100, to=0, **UNDO), passed(ANTON, 130), passed(ANTON, 131)],
        131,
    ),
}


@pytest.mark.parametrize(("blocks", "minutes"), SHORTER.values(), ids=SHORTER)
def test_the_time_of_an_entry_is_when_it_was_first_entered(
    blocks: list[dict[str, object]], minutes: int
) -> None:
    """Undo takes the time away, redo gives it back; what was undone was played if the game went on after it."""
    assert summary_of(sound_session(blocks, created=BEGUN)).seconds == minutes * 60


def test_the_session_to_be_served_is_found_without_replaying_any() -> None:
    found = library(sessions(3))
    with patch.object(found, "read", side_effect=AssertionError):
        assert last_session(found, SAVES) == path_of(2)


def test_the_examples_are_listed_with_the_summaries_that_come_with_them() -> None:
    """COMPANION_WRITE_SCREENS=1 writes them; a new version or another example needs that."""
    folder = examples_folder()
    rulesets = Library(folders=(ROOT / "rulesets",))
    made = {
        path.name: (path.stat().st_size, summary_of(rulesets.example(path)))
        for path in sorted(folder.glob("*.toml"))
    }
    if os.environ.get("COMPANION_WRITE_SCREENS"):
        write_summaries(Disk(), folder, {name: ((size,), summary) for name, (size, summary) in made.items()})
    listing = rulesets.listing(folder)
    listing.list_files()
    assert listing.waiting == []
    assert {one.path.name: one.summary for one in listing.sessions()} == {
        name: one for name, (_, one) in made.items()
    }
