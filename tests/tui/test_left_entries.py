"""An unfinished entry outlives the program. A saved or discarded entry doesn't come back."""

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from companion.desk.unfinished import KeptEntry, keep_draft, reopen_draft, with_checksum
from companion.session.opening import opened_at_table
from companion.storage.draft_file import FOLDER
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.table_panels import TablePanels
from tests.faults.handlers import failing_once, until_broken
from tests.memory_disk import CaseBlindDisk, MemoryDisk
from tests.support import FILE, RAILWAYS, SAVES, THREE, library, shipped, text_of
from tests.tui.desk import AtDesk
from tests.tui.driving import MOMENT, app_of, disk_of, running

SLOTS = [SAVES / FOLDER / f"{FILE.stem}.{number}" for number in (1, 2, 3)]
SAID = "You left this unfinished"
HALF = ("t", "Y", "o", "r")
"""A token of Stephenson's Rocket, its town half typed."""


async def left_in_a_crash(disk: MemoryDisk, broken: type, name: str, key: str) -> str:
    """What the next start shows after a half typed entry and a key at which a method breaks."""
    async with until_broken(app_of(disk)) as table:
        await table.press(*HALF)
        with failing_once(broken, name):
            await table.press(key)
    async with running(app_of(MemoryDisk(disk.files))) as table:
        return table.seen


@pytest.mark.parametrize(("broken", "name"), [(TableScreen, "on_key"), (TablePanels, "draw")])
async def test_after_a_crash_the_unfinished_entry_is_there_without_the_letter_that_broke_it(
    broken: type, name: str
) -> None:
    """Else a letter that breaks the drawing would keep the session from being opened."""
    seen = await left_in_a_crash(disk_of(), broken, name, "k")
    assert SAID in seen
    assert "token from: Yor" in seen
    assert "token from: York" not in seen


REMARK = {"do": "remark", "note": "x"}
HOW_TO_QUIT = "Ctrl+Q: Quits Companion. An unfinished entry is kept for next time."


async def test_in_an_entry_every_way_out_is_told_and_the_entry_is_there_again() -> None:
    """q is a letter there; Ctrl+C was silent, and Ctrl+Q in no row."""
    async with running(app_of(disk := disk_of())) as table:
        await table.press(*HALF)
        assert table.lines()[0].endswith("F1 Help  Ctrl+Q Quit")
        await table.press("ctrl+c")
        assert table.notices() == [HOW_TO_QUIT]
        await table.press("f1")
        assert HOW_TO_QUIT.replace(":", "") in table.seen, "without scrolling"
        await table.press("escape", "ctrl+q")
        assert not table.app.is_running
    async with running(app_of(MemoryDisk(disk.files))) as table:
        assert SAID in table.seen


@pytest.mark.parametrize("keys", ["", "1", "1 h", "1 h / x", "1 C 5", "1 W t Y", "e 1 t", "n"])
async def test_ctrl_c_tells_how_to_quit_on_every_kind_of_screen(keys: str) -> None:
    """It promises nothing where nothing is kept: in a count, a what-if or an example."""
    async with running(app_of(disk_of([REMARK]), None)) as table:
        await table.press(*keys.split(), "ctrl+c")
        assert table.notices() == ["Press Ctrl+Q to quit Companion."]


def open_desk(disk: MemoryDisk, path: Path = FILE) -> AtDesk:
    """The table with what was left unfinished there."""
    desk = AtDesk(disk, session=opened_at_table(library(disk=disk), path))
    reopen_draft(desk.model)
    return desk


def leave_with(disk: MemoryDisk, *keys: str, path: Path = FILE) -> AtDesk:
    desk = open_desk(disk, path).press(*keys)
    keep_draft(desk.model)
    return desk


def test_what_was_saved_just_before_the_end_is_not_offered_again() -> None:
    """The program ends after the entry is in the file and before the draft is gone."""
    disk = disk_of()
    desk = leave_with(disk, "t", *"York", "enter", "m", "s")
    assert SAID in open_desk(MemoryDisk(disk.files)).entry
    desk.press("enter")
    assert SAID not in open_desk(MemoryDisk(disk.files)).entry


def test_each_program_has_a_draft_of_its_own() -> None:
    """One that runs keeps its own; what a program left that ended is taken up by one program alone."""
    disk = disk_of()
    disk.files[SLOTS[0]] = b""
    disk.locked.add(SLOTS[0])
    leave_with(disk, *HALF)
    assert disk.files[SLOTS[0]] == b""
    assert b"Yor" in disk.files[SLOTS[1]]
    held = MemoryDisk(disk.files)
    held.locked = {*SLOTS[:2]}
    assert SAID not in open_desk(held).entry
    leave_with(held, *HALF)
    assert b"Yor" in held.files[SLOTS[2]]


ROCKET = "stephensons-rocket"


def draft(verb: str = "take-token", **changed: Any) -> bytes:
    """A half typed entry of a session with nothing in it, with some parts changed."""
    leave_with(disk := disk_of(), *HALF)
    kept = dict(zip(KeptEntry._fields, json.loads(disk.files[SLOTS[0]].partition(b" ")[2]), strict=True))
    kept["form"][0] = verb
    return with_checksum(json.dumps([*(kept | changed).values()]).encode())


UNFIT = [
    *(
        (ROCKET, one)
        for one in (b"\0\0\0", b"[1,2", b"{}", b'{"line":5}', b"[" * 5000, b"\xff\xfe", b'["a"]')
    ),
    *((game, draft(game=game, acting="Nobody")) for game in RAILWAYS),
    (ROCKET, draft(verb="remember")),
    (ROCKET, draft().replace(b"Yor", b"Hul")),
]


def test_the_draft_that_the_others_differ_from_comes_back() -> None:
    disk = disk_of()
    disk.files[SLOTS[0]] = draft() + b"\n"
    assert SAID in open_desk(disk).entry


@pytest.mark.parametrize(("game", "content"), UNFIT)
def test_a_draft_that_does_not_fit_is_set_aside_with_one_sentence(game: str, content: bytes) -> None:
    """Whatever is wrong with it; one that names nobody made Dampfross wait for a turn that never came."""
    check_set_aside(game, content, "Your unfinished entry doesn't fit this session. It's kept in {aside}.")


@pytest.mark.parametrize("players", [THREE[:2], ("Anton", "Berta", "Claus")])
def test_a_draft_of_another_session_is_kept_with_one_sentence(players: Sequence[str]) -> None:
    said = "An unfinished entry of another session is kept in {aside}. You get it back when you open that session."
    check_set_aside(ROCKET, draft(players=players), said)


def check_set_aside(game: str, content: bytes, said: str) -> None:
    disk = disk_of(game=game)
    disk.files[SLOTS[0]] = content + b"\n"
    desk = open_desk(disk)
    aside = SLOTS[0].with_name(f"{SLOTS[0].name}.aside")
    assert [one.text for one in desk.model.sayings.shown] == [said.format(aside=aside)]
    assert (desk.model.is_busy, desk.model.acting, desk.session.record.entry_count) == (False, None, 0)
    assert desk.entry
    assert {path: one for path, one in disk.files.items() if path.parent == aside.parent} == {
        aside: content + b"\n"
    }
    assert not open_desk(MemoryDisk(disk.files)).model.sayings.shown, "one notice is enough"


BEGUN = MOMENT.replace(hour=12), MOMENT
"""Two sessions of one day, with the same players: after the first was archived, the second has its file name."""


FRIDAY = SAVES / "friday.toml"
STRAY = "An unfinished entry of another session is kept in "
OTHER = ("t", "H", "u", "l")


def session_with(*notes: str, created: datetime = MOMENT) -> bytes:
    return text_of([{**REMARK, "note": note} for note in notes], created=created).encode()


def left(content: bytes, *keys: str) -> dict[Path, bytes]:
    """A disk on which this session was left with an unfinished entry."""
    leave_with(disk := MemoryDisk({**shipped(), FILE: content}), *keys)
    return disk.files


def seen(disk: MemoryDisk, path: Path = FILE) -> tuple[str, str]:
    """The text in an opened session, which is left again, and the messages about other drafts."""
    desk = open_desk(disk, path)
    typed = "" if not desk.model.is_entering else desk.model.form.typed
    said = [one.text for one in desk.model.sayings.shown if SAID not in one.text]
    keep_draft(desk.model)
    desk.session.close()
    disk.locked.clear()
    return typed, " ".join(said)


def test_a_session_that_was_renamed_has_its_unfinished_entry() -> None:
    """By hand, as in a file manager; it was nowhere, and nothing was said."""
    files = left(session_with("x"), *HALF)
    files[FRIDAY] = files.pop(FILE)
    disk = MemoryDisk(files)
    assert seen(disk, FRIDAY) == ("Yor", "")
    assert seen(disk, FRIDAY) == ("Yor", ""), "it was only looked at"
    desk = open_desk(disk, FRIDAY).press("escape")
    keep_draft(desk.model)
    assert not [path for path in disk.files if path.parent.name == FOLDER]


SAME_NAME = {
    "begun later": session_with("x", created=BEGUN[0]),
    "begun in the same second": session_with("y"),
    "with another entry before": session_with("y", "x", "z"),
}


@pytest.mark.parametrize("first", [FILE, FRIDAY], ids=["the newer first", "the older first"])
@pytest.mark.parametrize("other", SAME_NAME.values(), ids=SAME_NAME)
def test_two_sessions_of_one_name_keep_their_own_unfinished_entries(other: bytes, first: Path) -> None:
    """The older one has another name now, as if it had been archived and restored."""
    files = left(session_with("x"), *HALF)
    files |= {FRIDAY: files[FILE], FILE: other}
    disk, aside = MemoryDisk(files), f"{SLOTS[0]}.aside"
    notice = f"{STRAY}{aside}. You get it back when you open that session." if first == FILE else ""
    if first == FILE:
        assert seen(disk) == ("", notice)
    assert seen(disk, FRIDAY) == ("Yor", "")
    leave_with(disk, *OTHER)
    disk.locked.clear()
    assert [seen(disk, path)[0] for path in (FILE, FRIDAY, FILE)] == ["Hul", "Yor", "Hul"]


def test_a_copy_leaves_the_unfinished_entry_to_the_session_that_was_copied() -> None:
    """The list is the same, so the name decides; after another entry the list does."""
    files = left(session_with("x"), *HALF)
    disk = MemoryDisk({**files, FRIDAY: files[FILE]})
    assert [seen(disk, path) for path in (FRIDAY, FILE)] == [("", ""), ("Yor", "")]


def test_nobody_takes_an_unfinished_entry_while_its_session_cannot_be_read() -> None:
    files = left(content := session_with("x"), *HALF)
    disk = MemoryDisk({**files, FRIDAY: session_with("x", "y"), FILE: b"broken"})
    assert seen(disk, FRIDAY) == ("", "")
    disk.files[FILE] = content
    assert [seen(disk, path) for path in (FRIDAY, FILE)] == [("", ""), ("Yor", "")]


def test_a_session_with_another_capital_letter_has_its_unfinished_entry() -> None:
    """macOS and Windows take both names for one, so that the session seems to be there under the former name too."""
    files = left(session_with("x"), *HALF)
    files[capital := SAVES / FILE.name.capitalize()] = files.pop(FILE)
    assert seen(CaseBlindDisk(files), capital) == ("Yor", "")


def test_an_unfinished_entry_without_its_session_is_told_once_and_kept() -> None:
    """Whichever session is opened next; it is there again with its session."""
    files = left(content := session_with("x"), *HALF)
    del files[FILE]
    disk = MemoryDisk({**files, FRIDAY: session_with("y")})
    typed, said = seen(disk, FRIDAY)
    assert (typed, said.startswith(STRAY)) == ("", True)
    assert seen(disk, FRIDAY) == ("", "")
    disk.files[FILE] = content
    assert seen(disk) == ("Yor", "")
