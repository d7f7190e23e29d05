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


def test_a_block_made_by_hand_may_have_do_anywhere() -> None:
    text = text_of() + '[[actions]]\ndo = "pass"\nby = "Anton"\n'
    session = library({FILE: text.encode()}).read(FILE)
    assert (session.torn, len(session.record.steps)) == (None, 1)


def test_a_block_without_do_that_is_not_the_last_is_an_error_of_that_action() -> None:
    text = text_of() + '[[actions]]\nby = "Anton"\n[[actions]]\ndo = "pass"\nby = "Anton"\n'
    session = library({FILE: text.encode()}).read(FILE)
    assert session.torn is None
    assert session.record.failure is not None
    assert session.record.failure.number == 1


def test_windows_line_ends_and_a_byte_order_mark_are_read() -> None:
    text = "\ufeff" + text_of([FIRST, extend(ANTON, "GWR")]).replace("\n", "\r\n")
    assert len(library({FILE: text.encode()}).read(FILE).record.steps) == 2
    cut = text[: text.rindex("do = ")]
    session = library({FILE: cut.encode()}).read(FILE)
    assert (session.torn is not None, len(session.record.steps)) == (True, 1)


BY_HAND = b'[[actions]]\ndo = "pass"\nby = "Anton"\n'
DAMAGED = {
    "behind a whole block, beginning like a key": (2, b"g=\x1a\xd4\x1c"),
    "a last line that looks whole, without its line break": (
        1,
        b'\n[[actions]]\nby = "Anton"\ndo = "dR\t"\xc7\xc9',
    ),
    "within the head of the first entry": (0, b"\n# a comment\n[[actionsd#\n\xe9 (\xb6\x01"),
    "a key behind `do`, made by hand": (1, b'[[actions]]\ndo = "pass"\nnote = "\x00\xd4\x1c'),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_at_the_end_takes_the_entry_with_it_that_was_being_written_and_no_other(name: str) -> None:
    """Found by the long run. An entry that is read without its damaged part would be another one."""
    whole, damage = DAMAGED[name]
    before = text_of().encode() + BY_HAND if "by hand" in name else text_of([FIRST] * whole).encode()
    session = library({FILE: before + damage}).read(FILE)
    assert (session.torn is not None, len(session.record.blocks)) == (True, whole)


def test_reading_never_writes() -> None:
    disk = MemoryDisk({**library().disk.files, FILE: text_of([FIRST]).encode() + b"\n[[actions]]\nby ="})  # type: ignore[attr-defined]
    session = library(disk=disk).read(FILE)
    shown(session)
    assert disk.calls == []
    assert read_document(disk, FILE).torn is not None


def test_a_block_without_do_is_not_cut_off_when_more_than_that_block_would_be_lost() -> None:
    """Made by hand: a head inside a text, or the players below the block. Better an error than a wrong cut."""
    hidden = text_of([FIRST]) + '[[actions]]\nnote = """a\n[[actions]]\nb"""\nby = "Anton"\n'
    above = text_of().replace("\n[[players]]", '\n[[actions]]\nby = "Anton"\n\n[[players]]', 1)
    for text, number in ((hidden, 2), (above, 1)):
        session = library({FILE: text.encode()}).read(FILE)
        assert session.torn is None
        assert session.record.failure is not None
        assert session.record.failure.number == number
