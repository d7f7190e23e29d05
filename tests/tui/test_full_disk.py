"""A full disk or a read-only folder is reported at once: nothing is shown as saved that isn't on the disk,
what was entered stays on the screen, and the same key saves it when the fault is gone."""

from itertools import cycle, repeat

import pytest

from companion.core.board_notes import BoardNotes, Remembered
from companion.storage.board_notes import board_notes_path
from tests.support import ANTON, FILE, SAVES, book_text
from tests.tui.acting import table_screen
from tests.tui.driving import LARGE, SMALL, Table, app_of, disk_of, running

FULL = OSError(28, "No space left on device")
READ_ONLY = OSError(30, "Read-only file system")
CLOSED = PermissionError(13, "Permission denied")
FAULTS = {
    "full": (FULL, "Not saved: the disk is full.", "free some space", SMALL),
    "read-only": (READ_ONLY, "Not saved: the disk is read-only.", "make the file and its folder", LARGE),
    "closed": (CLOSED, "Not saved: Permission denied.", "make the file and its folder wr", SMALL),
}
TOKENS = [
    {"do": "take-token", "by": ANTON, "city": "Reading", "commodity": "steel"},
    {"do": "take-token", "by": ANTON, "city": "York", "commodity": "steel"},
]
STAYS = "Your entry is still here"

BOOKINGS = {
    "by keys": ([], "t York enter m s", "enter"),
    "note": ([], "N x enter", "enter"),
    "correction": (TOKENS, "c Y o r enter m", "enter"),
    "undo": (TOKENS, "", "u"),
    "redo": ([*TOKENS, {"do": "undo"}], "", "U"),
}


def flat(table: Table) -> str:
    """Text of the left part of the screen, where the entry is."""
    return " ".join(" ".join(line.split("│ │")[0].strip("│") for line in table.lines()).split())


def keys_of(text: str) -> list[str]:
    return [key for word in text.split() for key in ([word] if word in NAMED else word)]


NAMED = ("enter", "space", "escape", "tab", "down", "home", "up", "end", "delete", "backspace")


def top(table: Table) -> list[str]:
    """Heading and scores: they show what is on the disk."""
    return table.lines()[:6]


@pytest.mark.parametrize(
    ("booking", "fault", "kept"),
    [*zip(BOOKINGS, cycle(FAULTS), repeat(0)), *zip(BOOKINGS, repeat("full"), repeat(7))],
)
async def test_an_entry_stays_until_the_disk_takes_it(booking: str, fault: str, kept: int) -> None:
    """Also where the disk takes the first bytes of it."""
    blocks, keys, last = BOOKINGS[booking]
    error, reason, cure, size = FAULTS[fault]
    disk = disk_of(blocks)
    disk.bytes_kept = kept
    content = disk.files[FILE]
    async with running(app_of(disk), size) as table:
        await table.press(*keys_of(keys))
        record, above = table.session.record, top(table)
        disk.fault = error
        for _ in range(2):
            await table.press(last)
            assert reason in flat(table)
            assert (STAYS if last == "enter" else "Nothing is lost") in flat(table)
            assert cure in flat(table)
            assert table_screen(table).model.is_busy == (last == "enter")
            assert table.session.record is record
            assert top(table) == above
            assert disk.files[FILE] == content
        disk.fault = None
        await table.press(last)
        assert "Not saved" not in flat(table)
        assert table.session.record.entry_count == len(blocks) + 1
    assert disk.files[FILE].count(b"[[actions]]") == len(blocks) + 1


BOOK = book_text(BoardNotes({"metropolis": {"reading": Remembered("Reading"), "york": Remembered("York")}}))


PAGES = {
    "count": (FILE, "C 5 end enter", "enter", "Not saved: the disk is full."),
    "rename everywhere": (FILE, "h r Y o r k s enter enter", "enter", "Not saved: the disk is full."),
    "players": (FILE, "P delete end enter", "enter", "the disk is full"),
    "board notes": (None, "g down enter 3 x x", "xx", "The file can't be written: the disk is full"),
    "title": (None, "t N e w enter", "enter", "the disk is full"),
    "archive": (None, "x", "x", "the disk is full"),
}


@pytest.mark.parametrize("page", PAGES)
async def test_a_page_says_it_too_and_leaves_all_as_it_was(page: str) -> None:
    path, keys, again, words = PAGES[page]
    disk = disk_of(TOKENS)
    disk.files[board_notes_path(SAVES, "stephensons-rocket")] = BOOK.encode()
    async with running(app_of(disk, path)) as table:
        *first, last = keys_of(keys)
        await table.press(*first)
        before = dict(disk.files)
        disk.fault = FULL
        await table.press(last)
        assert words in " ".join((flat(table), *table.notices()))
        assert {path: one for path, one in disk.files.items() if path.parent != SAVES / "drafts"} == before
        disk.fault = None
        await table.press(*keys_of(again))
        assert disk.files != before
