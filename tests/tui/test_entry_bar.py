"""What the bar over a question and the row of keys say of Enter, Tab and help, and which choices are shown."""

from collections import Counter

import pytest

from companion.desk.entry_view import entry_view
from companion.desk.states import Entering
from companion.tui.widgets.lines import Lines
from tests.memory_disk import MemoryDisk
from tests.support import FILE, shipped
from tests.tui import entries_of_dampfross as dampfross
from tests.tui import entries_of_rocket as rocket
from tests.tui import entries_of_whistle_stop as whistle_stop
from tests.tui.acting import Start, block_text
from tests.tui.desk import AtDesk
from tests.tui.driving import LARGE, NARROW, SMALL, Size, app_of, running
from tests.tui.test_actions_are_complete import ENTRIES
from tests.tui.test_cuts import EXAMPLES


def at(start: Start, keys: str = "", width: int = 80) -> AtDesk:
    return AtDesk(start.disk(), width).press(keys)


# Choices


@pytest.mark.parametrize("size", [SMALL, LARGE, NARROW])
@pytest.mark.parametrize(
    ("disk", "keys"),
    [
        (MemoryDisk({**shipped(), FILE: EXAMPLES["stephensons-rocket-running"]}), "e 5"),
        (whistle_stop.TOLL.disk(), "m c"),
        (dampfross.BUILDING.disk(), ":"),
    ],
    ids=["towns", "goods", "words"],
)
async def test_no_choice_is_hidden_beside_an_empty_row(disk: MemoryDisk, keys: str, size: Size) -> None:
    async with running(app_of(disk), size) as table:
        await table.press(*keys.split())
        block = table.app.screen.query_one("#entry", Lines)
        if " more" in block_text(table, "entry"):
            shown = table.lines()[block.region.y : block.region.bottom]
            assert shown[-1][block.region.x : block.region.right].strip(), "a row is empty"


def test_towns_that_a_line_has_reached_are_offered_after_all_others() -> None:
    """GWR has its own start town, Reading and Bath."""
    desk = AtDesk(MemoryDisk({**shipped(), FILE: EXAMPLES["stephensons-rocket-running"]}), 200).press("e 5")
    assert "Towns next to the locomotive now:" in desk.entry
    assert isinstance(desk.model.state, Entering)
    towns = " ".join(one.label for one in entry_view(desk.model, desk.model.state).options)
    assert towns.endswith(" Reading Bath start GWR"), towns


def test_what_the_brackets_around_a_choice_mean_is_said_beside_them() -> None:
    desk = at(whistle_stop.TOLL, "m c")
    assert "c (cotton)" in desk.entry
    assert "(…) not allowed" in desk.entry
    assert "not allowed" not in at(rocket.TABLE, "e").entry, "no choice is in brackets"


def test_a_known_name_is_an_example_of_what_can_be_typed_and_no_usual_answer() -> None:
    assert "(11 to 66) e.g. München" in at(dampfross.BUILDING, "b").entry
    assert "e.g." not in at(dampfross.BUILDING, "b m").entry, "it is what Enter takes"


# Tab


def test_the_bar_names_the_questions_behind_tab() -> None:
    """Those inside a train are not among the answers above the question, nor are those that are seldom asked."""
    run = at(dampfross.BETWEEN, "d 6 5 3 2 a", width=120)
    assert "Tab: Fares, Route length, Ferry, Fields, Trains, Note " in run.rows[0]
    build = at(dampfross.BUILDING, "b", width=120)
    assert "Tab: Fees, Track, Roll, One city left, Fields, Note " in build.rows[0]
    assert "Tab: Pays with, Note " in at(whistle_stop.TOLL, "m c").rows[0]


def test_on_a_narrow_screen_what_is_behind_tab_is_one_line_of_whole_names() -> None:
    rows = at(dampfross.BETWEEN, "d 6 5 3 2 a", width=40).rows
    assert rows[1] == "Tab: Fares, Route length, Ferry …"
    assert all("Tab:" not in row for row in rows[2:])


def test_enter_tab_and_delete_do_what_the_screen_says_in_every_state_of_every_entry() -> None:
    """Of all entries that are made by keys, each state in between: the key is pressed, and the state put back."""
    checked = Counter[str]()
    for entry in ENTRIES:
        desk = AtDesk(entry.start.disk(), width=200)
        for key in entry.keys.split()[:-1]:
            state = desk.press(key).model.state
            if not isinstance(state, Entering):
                continue
            does, form = entry_view(desk.model, state).enter, state.form
            cleared = form.press("delete")
            held = [(one.draft, one.typed, one.aside, one.stray) for one in (form, cleared)]
            assert ("Delete" in desk.hints) == (held[0] != held[1]), (entry.keys, key)
            checked["delete"] += "Delete" in desk.hints
            is_tab_shown = "Tab Next" in desk.hints
            tabbed = desk.press("tab").model.form
            is_led = tabbed.problem is None and tabbed.cursor != form.cursor
            assert is_tab_shown == (is_led or does == "answer"), (entry.keys, key)
            desk.model.open(state)
            if does in ("answer", "go-on", "type-on", "needed"):
                checked[does] += 1
                entered = desk.press("enter").model.form
                is_refused = entered.problem is not None and entered.cursor == form.cursor
                assert is_refused == (does in ("type-on", "needed")), (entry.keys, key)
                desk.model.open(state)
    assert all(checked[one] > 3 for one in ("answer", "go-on", "type-on", "needed")), checked
    assert checked["delete"] > 200, checked


def test_an_unfinished_name_or_number_says_to_type_more() -> None:
    towns = at(rocket.TABLE, "e 5 l")
    assert " Type more ──" in towns.rows[0], "Leeds, LSWR and Liverpool begin so"
    assert "Tab" not in towns.hints
    assert " Enter: accept ──" in towns.press("e").rows[0]
    assert " Type more ──" in at(rocket.TABLE, "+ 1 c -").rows[0]
    assert "Tab" not in at(rocket.TABLE, "e 5 Y o r k enter").hints, "what is it? comes first"


# Enter


def test_enter_says_which_question_it_leaves_out() -> None:
    toll = at(whistle_stop.TOLL, "m c")
    assert " Enter: save without Toll ──" in toll.rows[0]
    assert " Enter: save ──" in toll.press("w").rows[0]
    assert " Enter: save without Towns ──" in at(rocket.TABLE, "e 5").rows[0]
    assert " Enter: save without Veto ──" in at(rocket.TABLE, "e 5 tab tab").rows[0]
    assert " Enter: save ──" in at(rocket.TABLE, "e 5 tab tab 0").rows[0], "nobody bid is an answer"
    narrow = at(whistle_stop.TOLL, "m c", width=40)
    assert narrow.rows[0].endswith(" Enter: save ──")
    assert narrow.hints == "Enter Save without Toll"


def test_a_question_that_must_be_answered_says_so_and_tab_never_leads_nowhere() -> None:
    """A reason is part of who leaves: the file has no such entry without one."""
    leaves = at(rocket.TABLE, "+ 3 c")
    for _ in range(2):
        assert leaves.rows[0].endswith(" Needs an answer ──")
        assert leaves.rows[1].startswith(" Player Claus  ▸Reason")
        assert not leaves.hints.startswith("Enter")
        leaves.press("tab")
    assert "▸Player" in at(rocket.TABLE, "+ 3 tab x enter").rows[1], "what is missing is asked"


def test_whether_two_numbers_are_one_city_is_a_question() -> None:
    asked = at(dampfross.BUILDING, "b 4 4 U l m enter 4 5 U l m enter").entry
    assert "Is it the same city as 44 Ulm? y yes n no" in asked


# Help


def test_where_a_question_mark_is_text_the_heading_shows_f1() -> None:
    """In a reason, in a name that is begun, and in a line."""
    for keys in ("+ 3 c", "e 5 l", "e 5 Y"):
        desk = at(rocket.TABLE, keys)
        assert " F1 Help " in desk.heading, keys
        assert "?" not in desk.heading
    assert " ? Help " in at(rocket.TABLE, "e 5").heading, "no name begins so"
    line = at(rocket.TABLE)
    line.model.open_line("")
    assert " F1 Help " in line.heading
