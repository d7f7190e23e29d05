"""A full disk or a folder that may not be written is said at once: nothing that is not on the disk is shown as booked,
what was entered stays on the screen, and the same key books it when the fault is gone."""

import pytest

from tests.support import ANTON, FILE
from tests.tui.driving import LARGE, PHONE, SMALL, Table, app_of, disk_of, driven

FULL = OSError(28, "No space left on device")
READ_ONLY = OSError(30, "Read-only file system")
CLOSED = PermissionError(13, "Permission denied")
FAULTS = {
    "full": (FULL, "Not saved: the disk is full.", "free some space"),
    "read-only": (READ_ONLY, "Not saved: the disk is read-only.", "see that the file and its folder"),
    "closed": (CLOSED, "Not saved: Permission denied.", "see that the file and its folder can be written"),
}
TOKENS = [
    {"do": "take-token", "by": ANTON, "city": "Reading", "commodity": "steel"},
    {"do": "take-token", "by": ANTON, "city": "York", "commodity": "steel"},
]
STAYS = "The entry is still here"

BOOKINGS = {
    "by keys": ([], "t York enter s", "enter"),
    "line": ([], ": r e m a r k space x", "enter"),
    "correction": (TOKENS, "c Y o r enter", "enter"),
    "undo": (TOKENS, "", "u"),
    "redo": ([*TOKENS, {"do": "undo"}], "", "U"),
    "set-up": (TOKENS, ": s e t u p space t i t l e space x", "enter"),
}


def flat(table: Table) -> str:
    """What stands on the left, where the entry is."""
    return " ".join(" ".join(line.split("│")[0] for line in table.lines()).split())


def keys_of(text: str) -> list[str]:
    return [key for word in text.split() for key in ([word] if word in NAMED else word)]


NAMED = ("enter", "space", "escape", "tab", "down", "up", "end", "delete", "backspace")


def top(table: Table) -> list[str]:
    """Heading and scores: what they say is on the disk."""
    return table.lines()[:6]


@pytest.mark.parametrize("size", [SMALL, LARGE, PHONE], ids=str)
@pytest.mark.parametrize("fault", FAULTS)
def test_an_entry_stays_until_the_disk_takes_it(fault: str, size: tuple[int, int]) -> None:
    disk = disk_of()
    error, reason, cure = FAULTS[fault]

    async def doing(table: Table) -> None:
        await table.press("t", *"York", "enter", "s")
        before, above = flat(table), top(table)
        disk.fault = error
        for _ in range(2):
            await table.press("enter")
            assert reason in flat(table)
            assert STAYS in flat(table)
            assert cure in flat(table)
            assert 'take-token "York" steel' in before
            assert 'take-token "York" steel' in flat(table)
            assert top(table) == above
            assert (table.session.entry_count, b"[[actions]]" in disk.files[FILE]) == (0, False)
        disk.fault = None
        await table.press("enter")
        assert "Not saved" not in flat(table)
        assert table.session.entry_count == 1

    driven(app_of(disk), doing, size)
    assert disk.files[FILE].count(b"[[actions]]") == 1


@pytest.mark.parametrize("kept", [0, 7])
@pytest.mark.parametrize("booking", BOOKINGS)
def test_whatever_books_an_entry_says_so_and_can_be_pressed_again(booking: str, kept: int) -> None:
    """Also where the disk takes the first bytes of it."""
    blocks, keys, last = BOOKINGS[booking]
    disk = disk_of(blocks)
    disk.bytes_kept = kept
    content = disk.files[FILE]

    async def doing(table: Table) -> None:
        await table.press(*keys_of(keys))
        record, above = table.session.record, top(table)
        disk.fault = FULL
        await table.press(last)
        assert "Not saved: the disk is full." in flat(table)
        assert (STAYS if last == "enter" else "Nothing is lost") in flat(table)
        assert table.session.record is record
        assert top(table) == above
        assert disk.files[FILE] == content
        disk.fault = None
        await table.press(last)
        assert table.session.entry_count == len(blocks) + 1
        assert "Not saved" not in flat(table)

    driven(app_of(disk), doing)
