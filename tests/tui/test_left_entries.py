"""An unfinished entry outlives the program. A saved or discarded entry doesn't come back."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest

from companion.desk.unfinished import keep_draft, reopen_draft, with_checksum
from companion.session.opening import opened_at_table
from companion.storage.draft_file import FOLDER
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.table_panels import TablePanels
from tests.faults.handlers import failing_once, until_broken
from tests.memory_disk import MemoryDisk
from tests.support import FILE, SAVES, THREE, library
from tests.tui.desk import AtDesk
from tests.tui.driving import MOMENT, app_of, disk_of, running

SLOTS = [SAVES / FOLDER / f"{FILE.stem}.{number}" for number in (1, 2, 3)]
SAID = "You left this entry unfinished"
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


async def test_after_a_crash_the_unfinished_entry_is_there_at_the_next_start() -> None:
    seen = await left_in_a_crash(disk_of(), TableScreen, "on_key", "k")
    assert SAID in seen
    assert "token from: Yor" in seen


async def test_a_letter_that_breaks_the_drawing_is_not_kept() -> None:
    """Else the session could not be opened any more."""
    seen = await left_in_a_crash(disk_of(), TablePanels, "draw", "k")
    assert SAID in seen
    assert "token from: Yor" in seen
    assert "token from: York" not in seen


def open_desk(disk: MemoryDisk) -> AtDesk:
    """The table with what was left unfinished there."""
    desk = AtDesk(disk, session=opened_at_table(library(disk=disk), FILE))
    reopen_draft(desk.model)
    return desk


def leave_with(disk: MemoryDisk, *keys: str) -> AtDesk:
    desk = open_desk(disk).press(*keys)
    keep_draft(desk.model)
    return desk


def test_what_was_saved_just_before_the_end_is_not_offered_again() -> None:
    """The program ends after the entry is in the file and before the draft is gone."""
    disk = disk_of()
    desk = leave_with(disk, "t", *"York", "enter", "m", "s")
    assert SAID in open_desk(MemoryDisk(disk.files)).entry
    desk.press("enter")
    assert SAID not in open_desk(MemoryDisk(disk.files)).entry


def test_a_new_name_whose_kind_is_asked_comes_back_with_the_question() -> None:
    """Its draft couldn't be read again, so the unfinished entry was set aside at the next start."""
    disk = disk_of()
    leave_with(disk, "e", "1", *"Newham", "enter")
    assert "Newham is new. Choose what it is" in open_desk(MemoryDisk(disk.files)).entry


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
TOKEN: list[Any] = [
    "take-token",
    {},
    [],
    ["city"],
    "Yor",
    None,
    0,
    None,
    None,
    [],
    [],
    [],
    [],
    False,
    [],
    False,
]


def draft(
    acting: str, game: str = ROCKET, players: Sequence[str] = THREE, form: Any = None, created: Any = None
) -> bytes:
    kept = [game, players, created, 0, None, "remark x", form, acting, None, False]
    return with_checksum(json.dumps(kept).encode())


UNFIT = [
    *(
        (ROCKET, one)
        for one in (b"\0\0\0", b"[1,2", b"{}", b'{"line":5}', b"[" * 5000, b"\xff\xfe", b'["a"]')
    ),
    *((ROCKET, draft("Anton", players=others)) for others in (THREE[:2], ("Anton", "Berta", "Claus"))),
    *((ROCKET, draft("Nobody", form=form)) for form in (TOKEN, None)),
    *((game, draft("Nobody", game)) for game in ("whistle-stop", "dampfross")),
    (ROCKET, draft("Anton").replace(b"remark x", b"remark y")),
]


@pytest.mark.parametrize(("game", "content"), UNFIT)
def test_a_draft_that_does_not_fit_is_set_aside_with_one_sentence(game: str, content: bytes) -> None:
    """Whatever is wrong with it; one that names nobody made Dampfross wait for a turn that never came."""
    disk = disk_of(game=game)
    disk.files[SLOTS[0]] = content + b"\n"
    desk = open_desk(disk)
    aside = SLOTS[0].with_name(f"{SLOTS[0].name}.aside")
    assert [one.text for one in desk.model.sayings.shown] == [
        f"Your unfinished entry doesn't fit this session. It's kept in {aside}."
    ]
    assert (desk.model.is_busy, desk.model.acting, desk.session.record.entry_count) == (False, None, 0)
    assert desk.entry
    assert {path: one for path, one in disk.files.items() if path.parent == aside.parent} == {
        aside: content + b"\n"
    }
    assert not open_desk(MemoryDisk(disk.files)).model.sayings.shown, "one notice is enough"


BEGUN = MOMENT.replace(hour=12), MOMENT
"""Two sessions of one day, with the same players: after the first was archived, the second has its file name."""
REMARK = {"do": "remark", "note": "x"}


@pytest.mark.parametrize(
    ("created", "entries", "is_back"),
    [(BEGUN[0], 2, True), (BEGUN[0], 3, True), (BEGUN[1], 2, False), (BEGUN[0], 1, False), (None, 2, False)],
    ids=["its session", "grown meanwhile", "another beginning", "fewer entries", "no beginning"],
)
def test_an_unfinished_entry_comes_back_in_its_own_session_only(
    created: datetime | None, entries: int, is_back: bool
) -> None:
    def session(began: datetime | None, count: int) -> MemoryDisk:
        begun: dict[str, Any] = {} if began is None else {"created": began}
        return disk_of([REMARK] * count, **begun)

    leave_with(left := session(BEGUN[0], 2), *HALF)
    disk = session(created, entries)
    disk.files[SLOTS[0]] = left.files[SLOTS[0]]
    assert (SAID in open_desk(disk).entry) is is_back
    assert (SLOTS[0] in disk.files) is is_back, "another session's entry is set aside"
