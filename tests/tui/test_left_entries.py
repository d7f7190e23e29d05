"""An unfinished entry outlives the program. A saved or discarded entry doesn't come back."""

import json
from collections.abc import Sequence
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest

from companion.desk.drafts import with_checksum
from companion.session.recovering import opened_at_table
from companion.storage.drafts import FOLDER
from tests.memory_disk import MemoryDisk
from tests.support import FILE, SAVES, THREE, library, text_of
from tests.tui.desk import AtDesk
from tests.tui.driving import app_of, disk_of, running
from tests.tui.terminal import Terminal

SLOTS = [SAVES / FOLDER / f"{FILE.stem}.{number}" for number in (1, 2, 3)]
SAID = "You left this entry unfinished"
HALF = ("t", "Y", "o", "r")
"""A token of Stephenson's Rocket, its town half typed."""


def test_a_killed_app_comes_back_with_the_letters_that_were_typed(tmp_path: Path) -> None:
    (tmp_path / "session.toml").write_text(text_of((), THREE), encoding="utf-8")
    with Terminal(tmp_path, "session.toml") as terminal:
        terminal.wait_for("Anton", "Help")
        terminal.press(*HALF)
        terminal.wait_for("Take token", "Yor")
        terminal.kill()
    with Terminal(tmp_path, "session.toml") as terminal:
        terminal.wait_for(SAID, "Take token", "Yor")
        terminal.press("k", "enter", "s", "enter")
        terminal.wait_for("Anton takes steel from York", "saved")
        terminal.press("q")
        assert terminal.ended() == 0
    assert 'city = "York"' in (tmp_path / "session.toml").read_text(encoding="utf-8")
    assert list((tmp_path / FOLDER).iterdir()) == [], "nothing is on its way, so nothing is kept"


def open_desk(disk: MemoryDisk) -> AtDesk:
    """The table with what was left unfinished there."""
    desk = AtDesk(disk, session=opened_at_table(library(disk=disk), UTC, FILE))
    desk.model.drafts.bring_back()
    return desk


def leave_with(disk: MemoryDisk, *keys: str) -> AtDesk:
    desk = open_desk(disk).press(*keys)
    desk.model.drafts.keep()
    return desk


async def test_a_line_of_the_notation_is_open_again_until_it_is_left() -> None:
    async with running(app_of(disk := disk_of())) as table:
        await table.type(":remark gruesome lu")
    for keys, said in (("c k enter", ['remark "gruesome luck"']), ("escape", [])):
        async with running(app_of(MemoryDisk(disk.files))) as table:
            assert SAID in table.seen
            await table.press(*keys.split())
            assert SAID not in table.seen
            assert table.session.notation.entry_lines(is_public=True) == said


def test_what_was_saved_just_before_the_end_is_not_offered_again() -> None:
    """The program ends after the entry is in the file and before the draft is gone."""
    disk = disk_of()
    desk = leave_with(disk, "t", *"York", "enter", "s")
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


def draft(acting: str, game: str = ROCKET, players: Sequence[str] = THREE, form: Any = None) -> bytes:
    kept = [game, players, 0, None, "remark x", form, acting, None, False]
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
    assert [one.text for one in desk.model.messages] == [
        f"Your unfinished entry doesn't fit this session. It's kept in {aside}."
    ]
    assert (desk.model.is_busy, desk.model.acting, desk.session.record.entry_count) == (False, None, 0)
    assert desk.entry
    assert {path: one for path, one in disk.files.items() if path.parent == aside.parent} == {
        aside: content + b"\n"
    }
    assert not open_desk(MemoryDisk(disk.files)).model.messages, "one notice is enough"


def test_if_no_draft_can_be_kept_the_entry_is_saved_all_the_same() -> None:
    disk = disk_of()

    def write_unsynced(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    disk.write_unsynced = write_unsynced  # type: ignore[method-assign]
    desk = leave_with(disk, "t", *"York", "enter", "s")
    assert desk.press("enter").session.record.entry_count == 1
