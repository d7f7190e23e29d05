"""What is a torn end of a session and what is not; `tests/faults` cuts sessions off at every byte."""

import pytest

from companion.storage.documents import read_document
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import extend, skip
from tests.support import ANTON, FILE, library, shown, text_of

FIRST = skip(ANTON)


def test_the_line_of_a_torn_block_is_told() -> None:
    before = text_of([FIRST])
    session = library({FILE: (before + '\n# 2 extend\n[[actions]]\nby = "Anton"\n').encode()}).read(FILE)
    assert session.torn is not None
    assert session.torn.line == before.count("\n") + 2


def test_reading_never_writes() -> None:
    disk = MemoryDisk({**library().disk.files, FILE: text_of([FIRST]).encode() + b"\n[[actions]]\nby ="})  # type: ignore[attr-defined]
    session = library(disk=disk).read(FILE)
    shown(session)
    assert disk.calls == []
    assert read_document(disk, FILE).torn is not None


BY_HAND = text_of() + '[[actions]]\ndo = "pass"\nby = "Anton"\n'
WINDOWS = "\ufeff" + text_of([FIRST, extend(ANTON, "GWR")]).replace("\n", "\r\n")
LACKING = BY_HAND.replace("[[actions]]", '[[actions]]\nby = "Anton"\n[[actions]]')
HIDDEN_HEAD = text_of([FIRST]) + '[[actions]]\nnote = """a\n[[actions]]\nb"""\nby = "Anton"\n'
ABOVE_PLAYERS = text_of().replace("\n[[players]]", '\n[[actions]]\nby = "Anton"\n\n[[players]]', 1)
WHOLE: dict[str, tuple[str, int, int | None]] = {
    "`do` first, made by hand": (BY_HAND, 1, None),
    "with the line ends and the byte order mark of Windows": (WINDOWS, 2, None),
    "a block without `do` before another": (LACKING, 0, 1),
    "a block without `do`, with a head inside a text": (HIDDEN_HEAD, 1, 2),
    "a block without `do` above the players": (ABOVE_PLAYERS, 0, 1),
}
"""Files that are not torn, with the entries that count and the number of the one that has no `do`."""


@pytest.mark.parametrize("name", WHOLE)
def test_nothing_is_cut_off_but_a_last_block_without_do(name: str) -> None:
    """Better an error than a wrong cut, where more than that block would be lost."""
    text, steps, fails = WHOLE[name]
    session = library({FILE: text.encode()}).read(FILE)
    failure = session.record.failure
    assert (session.torn, len(session.record.steps)) == (None, steps)
    assert (failure and failure.number) == fails


DAMAGED = {
    "behind a whole block, beginning like a key": (text_of([FIRST] * 2), 2, b"g=\x1a\xd4\x1c"),
    "a last line that looks whole, without its line break": (
        text_of([FIRST]), 1, b'\n[[actions]]\nby = "Anton"\ndo = "dR\t"\xc7\xc9',
    ),
    "within the head of the first entry": (text_of(), 0, b"\n# a comment\n[[actionsd#\n\xe9 (\xb6\x01"),
    "a key behind `do`, made by hand": (BY_HAND, 1, b'[[actions]]\ndo = "pass"\nnote = "\x00\xd4\x1c'),
    "with the line ends of Windows": (WINDOWS[: WINDOWS.rindex("do = ")], 1, b""),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_at_the_end_takes_the_entry_with_it_that_was_being_written_and_no_other(name: str) -> None:
    """Found by the long run. An entry that is read without its damaged part would be another one."""
    before, whole, damage = DAMAGED[name]
    session = library({FILE: before.encode() + damage}).read(FILE)
    assert (session.torn is not None, len(session.record.blocks)) == (True, whole)
