"""What is said while the past is corrected is true at that moment: who is up, which keys there are, what is undone."""

import pytest

from tests.dampfross.moves import END_BUILDING, depart, train
from tests.stephensons_rocket.moves import skip, token
from tests.support import ANTON, BEATE, FILE
from tests.tui.acting import Seen, Start, booked, collapsed, table_screen, whole_preview
from tests.tui.correcting import is_idle
from tests.tui.driving import Table, app_of, driven
from tests.tui.test_correcting import ROCKET, WHISTLE
from tests.whistle_stop.table import END_TURN, move

RENAMED = {"do": "setup", "rename": {ANTON: "Toni"}}


def seen_at(start: Start, *parts: str) -> list[str]:
    """What stands on the screen after each part of the keys."""
    seen: list[str] = []

    async def doing(table: Table) -> None:
        for keys in parts:
            await table.press(*keys.split())
            seen.append(collapsed(table.text()))

    driven(app_of(start.disk()), doing)
    return seen


def test_undo_and_redo_of_a_strike_name_the_entry_that_was_struck() -> None:
    """It was called entry 0, and what it said was not told."""
    undone, redone = seen_at(ROCKET, "h up up x p enter u", "U")
    assert "taken back: struck: Claus: pass" in undone
    assert "taken back: entry 5 reads: Claus: pass then Dora: take-token" in undone
    assert "restored: struck: Claus: pass" in redone


def test_who_is_up_is_who_was_up_at_that_moment() -> None:
    """Once the pass is struck it is still the turn of Claus at Dora's entry; to choose Dora fills his pass in."""
    asked, chosen = seen_at(ROCKET, "h up up x c ctrl+b", "d")
    assert "c Claus, who is up d Dora" in asked
    assert "= pass then take-token" in chosen


def test_before_an_entry_the_keys_are_those_of_that_moment() -> None:
    """Anton has no coal left now, but had some before his second stop; Tab means nothing there."""
    spent = Start("whistle-stop", blocks=[move(stop) for stop in ("wood", "stone", "cotton", "wood")])
    now, then = seen_at(spent, "", "h up up i")
    assert "m move" not in now
    assert "m move b buy" in then
    assert "Tab somebody else" in now
    assert "Tab somebody else" not in then


def test_before_an_entry_a_line_cannot_be_booked_as_the_newest_entry() -> None:
    """The line of the notation opens only where nothing is to be put in."""
    disk = WHISTLE._replace(blocks=[move("wood"), END_TURN]).disk()

    async def doing(table: Table) -> None:
        await table.press("h", "i", ":")
        assert table_screen(table).model.line is None

    driven(app_of(disk), doing)
    assert len(booked(disk)) == 2


@pytest.mark.parametrize(
    "start",
    [
        Start("stephensons-rocket", blocks=[RENAMED, skip("Toni")]),
        Start("dampfross", blocks=[RENAMED, END_BUILDING, depart(train("Toni"), train(BEATE))]),
    ],
    ids=lambda start: start.game,
)
def test_a_rename_that_is_struck_asks_what_becomes_of_the_new_name(start: Start) -> None:
    """A player named inside a train ended the app."""
    asked, offered = seen_at(start, "h home x", "x")
    assert 'no longer fits: nobody at this table is called "Toni"' in asked
    assert "struck: setup rename" in offered


def test_where_nothing_is_entered_no_key_is_told_that_changes_it() -> None:
    (empty,) = seen_at(Start("stephensons-rocket"), "")
    assert "c change" not in empty
    (entered,) = seen_at(ROCKET, "")
    assert "c change" in entered


def test_nothing_said_before_stands_in_an_undone_entry_that_is_opened_again() -> None:
    """Backspace opens it to be changed: not any more, for it is open."""
    (seen,) = seen_at(ROCKET, "u h a enter")
    assert "= take-token" in seen
    assert "Backspace opens it" not in seen


def test_what_is_corrected_step_by_step_is_left_step_by_step() -> None:
    """From the second entry Esc leads to the choice, then to the first entry as it was answered, then out of it."""

    async def doing(table: Table) -> None:
        model = table_screen(table).model
        await table.press("h", "up", "up", "i", "e", "c")
        assert model.aim is not None
        assert model.form.verb == "move"
        await table.press("escape")
        assert model.menu is not None
        await table.press("escape")
        assert model.menu is None
        assert (model.aim.is_insert, model.form.verb) == (True, "end-turn")
        await table.press("escape")
        assert is_idle(table)

    driven(app_of(WHISTLE.disk()), doing)


def test_enter_on_an_entry_as_it_is_changes_nothing() -> None:
    disk = ROCKET.disk()
    content = disk.files[FILE]

    async def doing(table: Table) -> None:
        await table.press("c", "enter")
        assert "Nothing was changed." in table.text()
        await table.press("h", "home", "c")
        assert "no balance and no holding changes" in await whole_preview(Seen(table))
        await table.press("enter")
        assert is_idle(table)

    driven(app_of(disk), doing)
    assert disk.files[FILE] == content


def test_a_town_thrown_away_in_a_correction_comes_back_as_a_correction() -> None:
    """Backspace after Esc opens the entry of the past again, not a new one."""
    disk = ROCKET.disk()

    async def doing(table: Table) -> None:
        await table.press("c", "J", "o", "r", "k", "enter", "escape", "backspace", "enter")

    driven(app_of(disk), doing)
    assert booked(disk)[-1]["do"] == "amend"
    assert booked(disk)[-1]["action"] == token("Dora", "Jork")
