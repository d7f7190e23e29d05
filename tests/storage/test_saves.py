"""The save file: its form on the disk, who may write it, and what is said of files that are none."""

import os
import tomllib
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.core.messages import say
from companion.report.words import Speaker
from companion.session import Library
from companion.storage import saves, session_file
from companion.storage.disk import Disk
from companion.storage.errors import FileError
from companion.storage.saves import free_name
from companion.storage.session_file import read_document
from companion.storage.toml import block, inline
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import bid, extend, skip
from tests.support import ANTON, FILE, ROOT, SAVES, header, library, shipped, shown, text_of

REAL_RULESETS = (ROOT / "rulesets",)


def fault_of(content: bytes) -> str:
    with pytest.raises(FileError) as fault:
        library({FILE: content}).read(FILE)
    return Speaker().say(fault.value.message)


def test_a_block_has_a_comment_above_nested_values_inline_and_do_last() -> None:
    disk = MemoryDisk({**shipped(), FILE: text_of().encode()})
    session = library(disk=disk).open(FILE)
    moment = datetime(2026, 11, 14, 19, 41, 7, tzinfo=UTC)
    session.enter(
        {"do": "extend", "by": ANTON, "line": "GWR", "veto": [bid(ANTON, 1)], "note": 'a "quote"'}, moment
    )
    assert disk.files[FILE].decode().removeprefix(text_of()) == (
        '\n# extend gwr veto anton 1 note "a \\"quote\\""\n'
        "[[actions]]\n"
        'by = "Anton"\n'
        'line = "GWR"\n'
        'veto = [{ player = "Anton", shares = 1 }]\n'
        'note = "a \\"quote\\""\n'
        "at = 2026-11-14T19:41:07Z\n"
        'do = "extend"\n'
    )


@pytest.mark.parametrize(
    "value",
    [
        True, 7, -3, 5.0, date(2026, 11, 14), "plain", 'quo"te\\', "line\nbreak\ttab", "\x7f", "🚂", [], [1, "a"], {},
        {"a b": {"c": [True]}},
    ],
    ids=repr,
)  # fmt: skip
def test_every_value_written_is_read_back_the_same(value: object) -> None:
    assert tomllib.loads(f"x = {inline(value)}") == {"x": value}


def test_a_comment_cannot_break_out_of_its_line() -> None:
    text = block({"note": "x", "do": "remark"}, "1 remark a\nb = 1\x00\u2028c")
    assert tomllib.loads(text) == {"actions": [{"note": "x", "do": "remark"}]}


def test_the_file_is_named_by_date_game_and_players_and_never_taken_twice() -> None:
    disk, day = MemoryDisk(), date(2026, 11, 14)
    first = free_name(disk, Path("/s"), day, "stephensons-rocket", ["Ánton", "B. O'Neil", "🚂"])
    assert first == Path("/s/2026-11-14-stephensons-rocket-anton-b-o-neil-x.toml")
    disk.files[first] = b""
    second = free_name(disk, Path("/s"), day, "stephensons-rocket", ["Ánton", "B. O'Neil", "🚂"])
    assert second.name == "2026-11-14-stephensons-rocket-anton-b-o-neil-x-2.toml"


def test_a_file_that_may_not_be_written_is_said_to_be_that() -> None:
    class Guarded(MemoryDisk):
        def lock(self, path: Path, patience: float = 0, is_beside: bool = False) -> None:
            raise PermissionError(13, "Permission denied")

    session = library(disk=Guarded({**shipped(), FILE: text_of().encode()})).open(FILE)
    assert [notice.key for notice in session.notices] == ["save.not-writable"]
    assert session.is_read_only


def test_when_the_ruleset_cannot_be_kept_no_session_is_made() -> None:
    class Stubborn(MemoryDisk):
        def create(self, path: Path, content: bytes, like: Path | None = None) -> None:
            if "kept-rulesets" in str(path):
                raise OSError(28, "No space left on device")
            super().create(path, content, like)

    disk = Stubborn(shipped())
    with pytest.raises(FileError, match=r"save\.unwritable"):
        library(disk=disk).create(FILE, header())
    assert FILE not in disk.files


def test_a_new_session_gets_the_next_name_where_another_program_was_quicker() -> None:
    first = SAVES / "2026-11-14-stephensons-rocket-anton-beate-claus.toml"

    class Quicker(MemoryDisk):
        def create(self, path: Path, content: bytes, like: Path | None = None) -> None:
            if path == first:
                self.files[first] = b"theirs"
            super().create(path, content, like)

    made = library(disk=(disk := Quicker(shipped()))).make(SAVES, date(2026, 11, 14), header())
    assert (made.name, disk.files[first]) == (f"{first.stem}-2.toml", b"theirs")


NOT_SESSIONS = [
    (b"", "The file is empty."),
    (bytes(range(256)) * 40, "This isn't a UTF-8 text file."),
    (b"Dear diary, today we played.\n", "Companion can't read this file"),
    (b"a" * 10_000_000, "The file is over 8 MB, which is too large for Companion."),
    (b'game = "stephensons-rocket"\n', "The header has no format"),
    (b"format = 0x" + b"f" * 5000, "The file has a number that is too long."),
    (b"format = 2\ngame = 5\n", "game must be text in quotes."),
    (b'format = 2\ngame = "chess"\n', 'The pad or ruleset "chess" is missing'),
    (
        text_of().replace("game", "actions = 3\ngame", 1).encode(),
        "Each action must be a block that begins with [[actions]].",
    ),
]


@pytest.mark.parametrize(
    ("content", "sentence"), NOT_SESSIONS, ids=[sentence for _, sentence in NOT_SESSIONS]
)
def test_a_file_that_is_no_session_gets_a_sentence(content: bytes, sentence: str) -> None:
    assert fault_of(content).startswith(sentence)


def players(*names: str, **more: int) -> dict[str, Any]:
    return {"players": [{"name": name, **more} for name in names]}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"colour": "red"}, "colour isn't a known key"),
        (players("Anton", "anton "), "Two players would be called"),
        (players("Zoé", "Zoe\u0301"), "Two players would be called"),
        (players("Anton"), "Stephenson's Rocket is for 2 to 4 players, not 1."),
        ({"starts": "Zoe"}, 'Nobody here is called "Zoe". The players are Anton, Beate and Claus.'),
        ({"options": {"blind": True}}, "This game has no option blind. It has hidden_money."),
        ({"created": "yesterday"}, "created must be a date with a time"),
    ],
)
def test_a_header_that_cannot_be_gets_a_sentence(change: dict[str, Any], sentence: str) -> None:
    lines = [f"{key} = {inline(value)}\n" for key, value in {**header(), **change}.items()]
    assert fault_of("".join(lines).encode()).startswith(sentence)


def test_the_real_disk_says_that_there_is_no_file_or_folder(tmp_path: Path) -> None:
    disk = Disk()
    assert disk.stamp(tmp_path / "nothing") is None
    assert disk.names(tmp_path / "nowhere") == []
    with pytest.raises(FileError, match=r"save\.folder"):
        Library(folders=REAL_RULESETS).read(tmp_path)
    with pytest.raises(FileError, match=r"save\.missing"):
        Library(folders=REAL_RULESETS).read(tmp_path / "nothing.toml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names there")
@pytest.mark.parametrize("is_device", [False, True])
def test_a_pipe_or_a_device_is_never_opened_and_a_link_to_a_file_is(tmp_path: Path, is_device: bool) -> None:
    odd, link = tmp_path / "odd.toml", tmp_path / "link.toml"
    if is_device:
        odd.symlink_to("/dev/zero")
    else:
        os.mkfifo(odd)
    (tmp_path / "plain").write_text(text_of(), encoding="utf-8")
    link.symlink_to(tmp_path / "plain")
    faults = {one.path: one.fault for one in Library(folders=REAL_RULESETS).summaries(tmp_path)}
    assert faults == {link: None, odd: say("save.no-plain-file")}
    with pytest.raises(FileError, match=r"save\.no-plain-file"):
        Library(folders=REAL_RULESETS).open(odd)
    with pytest.raises(OSError, match="Invalid"):
        Disk().lock(odd)


def test_an_entry_fills_a_file_to_its_limit_and_not_a_byte_beyond(monkeypatch: pytest.MonkeyPatch) -> None:
    """A longer file would not be read any more. The limit is 8 MB; here it is right behind the second entry."""
    assert session_file.LARGEST == 8_000_000
    disk = MemoryDisk({**shipped(), FILE: text_of().encode()})
    session = library(disk=disk).open(FILE)
    session.enter({"note": "x", "do": "remark"})
    size = len(disk.files[FILE]) - len(text_of())
    monkeypatch.setattr(saves, "LARGEST", len(text_of()) + 2 * size)
    with pytest.raises(FileError, match=r"save\.full"):
        session.enter({"note": "xx", "do": "remark"})
    assert (len(disk.files[FILE]), session.record.entry_count) == (len(text_of()) + size, 1)
    session.enter({"note": "y", "do": "remark"})
    assert (len(disk.files[FILE]), session.record.entry_count) == (len(text_of()) + 2 * size, 2)


def test_an_entry_is_appended_only_where_it_is_read_as_one_more() -> None:
    """An inline list in a file that seems to have blocks: with an entry behind it, it would be no TOML any more."""
    actions = 'actions = [{ do = "remark", note = """\n[[actions]]\n""" }]\n'
    old = (actions + text_of()).encode()
    disk = MemoryDisk({**shipped(), FILE: old})
    session = library(disk=disk).open(FILE)
    with pytest.raises(FileError, match=r"save\.actions-form"):
        session.enter({"note": "later", "do": "remark"})
    assert disk.files[FILE] == old
    assert session.record.entry_count == 1


@pytest.mark.parametrize("found", [1, 3])
def test_a_file_of_another_format_is_refused_in_a_sentence_and_left_alone(found: int) -> None:
    """reliability.md, "Promises": `format` is 2; another is refused with a clear word, the file untouched."""
    disk = MemoryDisk({**shipped(), FILE: text_of([skip(ANTON)], format=found).encode()})
    for reading in (library(disk=disk).read, library(disk=disk).open):
        with pytest.raises(FileError) as refused:
            reading(FILE)
        assert Speaker().say(refused.value.message) == (
            f"Another version of Companion wrote this file: format {found} instead of 2."
        )
    assert disk.calls == []


# What is a torn end of a session and what is not; `tests/faults` cuts sessions off at every byte.


FIRST = skip(ANTON)


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
