"""Several programs in one session, at the table: what another one enters is shown, and what is on its way here waits.

reliability.md, "Promises": an entry is appended only onto the list that its preview was made with; else nothing
is written, the new entries are shown, and the preview is made again for the player to accept.
"""

from itertools import count

import pytest

from companion.desk import saving
from companion.desk.following import follow as follow_desk
from companion.desk.states import Offering
from companion.pages.rename import rename_effect
from companion.session import Session
from companion.session.renaming import NotedName
from companion.tui.models.table import TableModel
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import skip, token
from tests.support import ANTON, BEATE, CLAUS, FILE, library, text_of
from tests.tui.acting import Start, booked
from tests.tui.desk import AtDesk
from tests.tui.driving import Table, app_of, at_rest, disk_of, running

REMARK = {"note": "pizza", "do": "remark"}
UNDO = {"do": "undo"}
WAITS = "Your own entry isn't saved yet. Check what it does now."
LOOK = (
    "Another entry came in just before you pressed that key. Nothing was saved. "
    "Look at it, then press the key again."
)
LEFT = "Somebody changed the session in the meantime. Your edit no longer fits, so it's gone."
OTHERS = "Somebody else made this entry. Press Enter to go ahead or Esc to leave it."


@pytest.fixture(autouse=True)
def _everybody_looks_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "monotonic", count().__next__)


def game_of(table: Table) -> TableScreen:
    return next(one for one in table.app.screen_stack if isinstance(one, TableScreen))


def model_of(table: Table) -> TableModel:
    return game_of(table).model


async def follow(table: Table) -> str:
    """Look at the file, as the app does twice a second; return the screen."""
    table.app.call_later(game_of(table).follow)
    await at_rest(table.app)
    return table.seen


def follow_at_desk(table: AtDesk) -> str:
    """Look at what other programs entered; return the table."""
    follow_desk(table.model)
    return table.text


def others(disk: MemoryDisk) -> Session:
    return library(disk=disk).open(FILE)


def done(disk: MemoryDisk) -> list[str]:
    return [one["do"] for one in booked(disk)]


# Two tables


def test_two_tables_play_one_game_and_see_the_same() -> None:
    disk = disk_of()
    a, b = AtDesk(disk), AtDesk(disk)
    a.press("t", *"York", "enter", "m", "s")
    b.press("p", "enter")
    shown = follow_at_desk(a)
    assert [one in shown for one in ("Entered elsewhere: Anton passes", WAITS)] == [True, True]
    assert "Metropolis York Commodity steel" in shown, "what was typed is still there"
    a.press("enter")
    assert done(disk) == ["pass", "take-token"]
    assert "Entered elsewhere: Anton takes a steel token from York" in follow_at_desk(b)
    assert a.session.record.state == b.session.record.state
    b.press("p")
    a.press("p", "enter")  # b does not know it when its Enter comes
    b.press("enter")
    assert WAITS in b.text
    assert done(disk) == ["pass", "take-token", "pass"], "nothing was written"
    b.press("enter")
    assert done(disk)[3:] == ["pass"]
    follow_at_desk(a)
    assert a.session.record.state == b.session.record.state


# An entry on its way


def test_an_entry_for_a_player_does_not_become_that_of_the_next_one() -> None:
    """Anton's turn ends elsewhere; what was being entered was his."""
    disk = disk_of([skip(ANTON)])
    table, other = AtDesk(disk), others(disk)
    table.press("t", *"York", "enter", "m", "s")
    other.enter(skip(ANTON))
    follow_at_desk(table)
    table.press("enter", "enter")
    assert done(disk) == ["pass", "pass"], "Beate takes no token"
    assert table.model.form.draft["by"] == ANTON
    other.enter(UNDO)
    follow_at_desk(table)
    table.press("enter")
    assert booked(disk)[-1]["by"] == ANTON


def test_a_key_meant_for_what_stood_there_before_saves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also that of an entry which its letter alone would book."""
    seconds = 100.0
    monkeypatch.setattr(saving, "monotonic", lambda: seconds)
    disk = Start("whistle-stop").disk()
    table, other = AtDesk(disk), others(disk)
    table.press("m", "w")
    other.enter(REMARK)
    follow_at_desk(table)
    seconds += 0.2
    table.press("enter")
    assert LOOK in table.text
    assert done(disk) == ["remark"]
    seconds += 0.2
    table.press("enter")
    assert done(disk) == ["remark", "move"]
    other.follow()
    other.enter(REMARK)
    follow_at_desk(table)
    table.press("e")
    assert done(disk)[2:] == ["remark"]
    assert LOOK in table.text
    seconds += 1
    table.press("enter")
    assert done(disk)[3:] == ["end-turn"]


# What changes the past


def test_a_correction_goes_on_as_long_as_its_entry_is_as_it_was() -> None:
    disk = disk_of([token(ANTON, "York"), skip(ANTON)])
    table, other = AtDesk(disk), others(disk)
    table.press("change:1", "tab", "t")
    other.enter(REMARK)
    assert WAITS in follow_at_desk(table)
    table.press("enter")
    assert booked(disk)[-1]["action"]["commodity"] == "textiles"
    table.press("change:1", "tab", "b")
    other.follow()
    other.enter({"entry": 1, "do": "strike"})
    shown = follow_at_desk(table)
    assert LEFT in shown
    assert "Entered elsewhere: Deleted: Anton takes a textiles token from York" in shown
    assert not table.model.is_busy
    assert done(disk) == ["take-token", "pass", "remark", "amend", "strike"]


def test_what_is_offered_or_asked_is_worked_out_anew() -> None:
    """A strike that waits for Enter; one behind which an entry does not fit; one whose entry is gone."""
    disk = disk_of([skip(ANTON), skip(ANTON), skip(BEATE), REMARK])
    table, other = AtDesk(disk), others(disk)
    model = table.model
    table.press("strike:4")
    assert isinstance(model.state, Offering)
    other.enter(REMARK)
    shown = follow_at_desk(table)
    assert WAITS in shown
    assert "Deleted: Note: pizza" in shown
    table.press("enter")
    assert booked(disk)[-1]["do"] == "strike"
    table.press("strike:1")
    assert model.menu is not None
    other.follow()
    other.enter(REMARK)
    follow_at_desk(table)
    assert model.menu is not None, "what doesn't fit is asked about again"
    table.press("g")
    assert isinstance(model.state, Offering)
    assert model.state.preview.before is table.session.record
    table.press("escape", "escape", "strike:7")
    other.enter(UNDO)
    assert LEFT in follow_at_desk(table)
    assert not isinstance(model.state, Offering)
    assert done(disk)[4:] == ["remark", "strike", "remark", "undo"]


def test_nobody_takes_back_the_entry_of_another_program_without_a_look_at_it() -> None:
    disk = disk_of()
    table, other = AtDesk(disk), others(disk)
    table.press("p", "enter", "u", "U")
    assert done(disk) == ["pass", "undo", "redo"], "their own at once"
    other.follow()
    other.enter(REMARK)
    shown = table.press("u").text  # before it is known
    assert "Entered elsewhere: Note: pizza" in shown
    assert OTHERS in shown
    assert done(disk)[3:] == ["remark"]
    table.press("escape", "u")
    assert "Undone: Note: pizza (entry 2)" in table.text
    assert done(disk)[4:] == [], "it waits for Enter"
    table.press("enter")
    assert done(disk)[4:] == ["undo"]
    table.press("u")
    assert done(disk)[5:] == ["undo"], "the entry before it was made here"


async def test_a_count_stays_and_is_compared_with_what_another_program_entered() -> None:
    other = others(disk := disk_of())
    async with running(app_of(disk)) as table:
        await table.press("C", *"5000", "enter", "end")
        before = table.seen
        assert "Anton" in before
        assert "5,000" in before
        other.enter({"player": ANTON, "amount": 5000, "reason": "found", "do": "adjust"})
        shown = await follow(table)
        assert "matches" in shown, shown
        other.enter(UNDO)
        await follow(table)
        await table.press("end", "enter")
        assert booked(disk)[-1]["do"] == "recount"
        assert table.session.record.state.ledger is not None


# Pages over the table


PAGES = (
    *("h", "h enter", "h r", "F", "F enter", "F 2", "F 3", "T", "P", "C"),
    *("W", "+", "tab", "p"),
)


async def test_every_page_has_its_key_and_follows_entries_that_come_and_go() -> None:
    other = others(disk := disk_of([token(ANTON, "York"), skip(ANTON), skip(BEATE)]))
    async with running(app_of(disk)) as table:
        for keys in PAGES:
            await table.press(*keys.split())
            assert (table.app.screen is game_of(table)) == (keys in ("+", "tab", "p")), keys
            for block in ({"do": "undo", "to": 0}, {"do": "redo"}):
                other.enter(block)
                await follow(table)
                assert table.session.record.blocks == other.record.blocks
            await table.press("escape", "escape", "escape")
            assert table.app.screen is game_of(table), keys
            assert not model_of(table).is_busy, keys
            assert len(game_of(table).model.session.record.steps) == 3


# The file itself


def test_a_file_that_is_gone_spoilt_or_another_one_is_said_and_entering_goes_on_when_it_is_mended() -> None:
    disk = disk_of([skip(ANTON)])
    content, table = disk.files[FILE], AtDesk(disk)
    for spoilt, said in (
        (None, "This session's file is gone."),
        (b"format = ", "Companion can't use it: Companion can't read this file"),
        (text_of(game="dampfross").encode(), "The file now holds a different session."),
        (text_of((), (ANTON, BEATE)).encode(), "The file now holds a different session."),
    ):
        disk.files.pop(FILE)
        if spoilt is not None:
            disk.files[FILE] = spoilt
        assert said in follow_at_desk(table)
        table.press("p")
        assert not follow_desk(table.model), "nothing is new"
        assert said in table.text, "it is said as long as it lasts"
        assert "Enter Save" not in table.text
        assert said in table.press("enter").text, "and where somebody enters"
        assert disk.files.get(FILE) == spoilt
        disk.files[FILE] = content
        assert "This session's file is fine again. You can go on." in follow_at_desk(table)
        table.press("escape")
    table.press("p enter")
    assert done(disk) == ["pass", "pass"]


@pytest.mark.parametrize(("key", "saved"), [("enter", ["amend"]), ("escape", [])])
def test_an_entry_is_open_again_after_a_repair_that_was_offered_for_it(key: str, saved: list[str]) -> None:
    """Claus passed out of turn. Enter at the next entry offers how to repair that; then a remark comes in."""
    blocks = [skip(ANTON), skip(CLAUS)]
    table = AtDesk(disk := disk_of(blocks)).press("p", "enter", "m")
    disk.files[FILE] = text_of([*blocks, REMARK]).encode()
    assert WAITS in follow_at_desk(table)
    table.press(key)
    assert done(disk)[3:] == saved
    assert table.model.form.verb == "pass"
    assert ("Enter Save" in table.hints) is bool(saved)


def test_what_is_filled_in_before_an_entry_for_somebody_else_is_filled_in_anew() -> None:
    disk = disk_of()
    table, other = AtDesk(disk), others(disk)
    table.press("tab", "b", "p")
    assert len(table.model.form.first) == 2, "Anton would pass twice"
    other.enter(skip(ANTON))
    follow_at_desk(table)
    table.press("enter")
    assert [one["do"] for one in booked(disk)[1]["first"]] == ["pass"]
    assert booked(disk)[1]["by"] == BEATE


def test_a_rename_that_is_offered_takes_in_new_entries_and_then_the_board_notes() -> None:
    """A name is corrected in every entry that has it, as one step, and in the board notes."""
    disk = disk_of([token(ANTON, "Yrok"), skip(ANTON)])
    table, other = AtDesk(disk), others(disk)
    effect = rename_effect(table.session, NotedName("metropolis", "Yrok"), "York")
    assert effect is not None
    effect.do(table.model)
    other.enter(token(BEATE, "Yrok"))
    assert WAITS in follow_at_desk(table)
    table.press("enter")
    renamed = [block["action"]["city"] for block in (booked(disk)[-1], *booked(disk)[-1]["also"])]
    assert renamed == ["York", "York"]
    assert table.session.board_notes.names("metropolis") == ("York",)
