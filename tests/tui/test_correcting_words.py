"""What is said while the past is corrected is true at that moment: who is up, which keys there are, what is undone."""

import pytest

from tests.dampfross.moves import END_BUILDING, depart, train
from tests.stephensons_rocket.moves import skip, token
from tests.support import ANTON, BEATE, FILE
from tests.tui.acting import Start
from tests.tui.desk import AtDesk
from tests.tui.test_correcting import ROCKET, WHISTLE

RENAMED = {"do": "setup", "rename": {ANTON: "Toni"}}


def seen_at(start: Start, *parts: str) -> list[str]:
    """What stands on the screen after each part of the keys."""
    desk = AtDesk(start.disk())
    return [desk.press(keys).text for keys in parts]


def test_undo_and_redo_of_a_strike_name_the_entry_that_was_struck() -> None:
    """It was called entry 0, and what it said was not told."""
    undone, redone = seen_at(ROCKET, "strike:3 p enter u", "U")
    assert "taken back: struck: Claus: pass" in undone
    assert "taken back: entry 5 reads: Claus: pass then Dora: take-token" in undone
    assert "restored: struck: Claus: pass" in redone


def test_who_is_up_is_who_was_up_at_that_moment() -> None:
    """Once the pass is struck it is still the turn of Claus at Dora's entry; to choose Dora fills his pass in."""
    asked, chosen = seen_at(ROCKET, "strike:3 c ctrl+b", "d")
    assert "c Claus, who is up d Dora" in asked
    assert "= pass then take-token" in chosen


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
    asked, offered = seen_at(start, "strike:1", "x")
    assert 'no longer fits: nobody at this table is called "Toni"' in asked
    assert "struck: setup rename" in offered


def test_what_is_corrected_step_by_step_is_left_step_by_step() -> None:
    """From the second entry Esc leads to the choice, then to the first entry as it was answered, then out of it."""
    model = (desk := AtDesk(WHISTLE.disk()).press("insert:2 e c")).model
    assert model.aim is not None
    assert model.form.verb == "move"
    desk.press("escape")
    assert model.menu is not None
    desk.press("escape")
    assert model.menu is None
    assert (model.aim.is_insert, model.form.verb) == (True, "end-turn")
    desk.press("escape")
    assert (model.is_busy, model.aim) == (False, None)


def test_enter_on_an_entry_as_it_is_changes_nothing() -> None:
    desk = AtDesk(ROCKET.disk())
    content = desk.disk.files[FILE]
    assert "Nothing was changed." in desk.press("c enter").entry
    assert "no balance and no holding changes" in desk.press("change:1").entry
    desk.press("enter")
    assert not desk.model.is_busy
    assert desk.disk.files[FILE] == content


def test_a_town_thrown_away_in_a_correction_comes_back_as_a_correction() -> None:
    """Backspace after Esc opens the entry of the past again, not a new one."""
    last = AtDesk(ROCKET.disk()).press("c J o r k enter escape backspace enter").blocks[-1]
    assert (last["do"], last["action"]) == ("amend", token("Dora", "Jork"))
