"""What a list says of a session: who, how far, how long, who leads or won."""

from datetime import UTC, datetime, timedelta

from companion.session.summary import summary_of
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, FILE, THREE, library, shipped, text_of

BEGUN = datetime(2026, 11, 14, 19, tzinfo=UTC)


def passed(by: str, minutes: int) -> dict[str, object]:
    return {"do": "pass", "by": by, "at": BEGUN + timedelta(minutes=minutes)}


def test_pauses_of_more_than_two_hours_are_not_play() -> None:
    """Ten minutes, a week, then five minutes more: a quarter of an hour at the table."""
    blocks = [passed(ANTON, 10), passed(ANTON, 10 + 7 * 24 * 60), passed(BEATE, 15 + 7 * 24 * 60)]
    disk = MemoryDisk({**shipped(), FILE: text_of(blocks, THREE, created=BEGUN).encode()})
    summary = summary_of(library(disk=disk).read(FILE))
    assert (summary.seconds, summary.entries, summary.is_over) == (15 * 60, 3, False)
    assert summary.last == BEGUN + timedelta(days=7, minutes=15)


def test_an_entry_that_was_taken_back_does_not_count_but_its_time_does() -> None:
    blocks = [passed(ANTON, 10), {"do": "undo", "at": BEGUN + timedelta(minutes=12)}]
    disk = MemoryDisk({**shipped(), FILE: text_of(blocks, THREE, created=BEGUN).encode()})
    summary = summary_of(library(disk=disk).read(FILE))
    assert (summary.entries, summary.seconds) == (0, 12 * 60)
