"""What the bar over a question and the row of keys say of Enter, Tab and Delete, and which choices are shown."""

from collections import Counter

import pytest

from companion.desk.entry_view import entry_view
from companion.desk.states import Entering
from companion.tui.widgets.lines import Lines
from tests.memory_disk import MemoryDisk
from tests.support import FILE, part_of, shipped
from tests.tui.acting import block_text
from tests.tui.desk import AtDesk
from tests.tui.driving import LARGE, NARROW, SMALL, Size, app_of, running
from tests.tui.entries import BETWEEN, BUILDING, ENTRIES, ROCKET, TOLL
from tests.tui.test_cuts import EXAMPLES


@pytest.mark.parametrize("size", [SMALL, LARGE, NARROW])
@pytest.mark.parametrize(
    ("disk", "keys"),
    [
        (MemoryDisk({**shipped(), FILE: EXAMPLES["stephensons-rocket-running"]}), "e 5"),
        (BUILDING.disk(), ":"),
    ],
    ids=["towns", "words"],
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
    assert isinstance(desk.model.state, Entering)
    towns = " ".join(one.label for one in entry_view(desk.model, desk.model.state).options)
    assert towns.endswith(" Reading Bath start GWR"), towns


def test_the_bar_names_the_questions_behind_tab_also_those_inside_a_train() -> None:
    run = BETWEEN.desk("d 6 5 3 2 a", width=120)
    assert "Tab: Fares, Route length, Ferry, Fields, Trains, Note " in run.rows[0]
    build = BUILDING.desk("b", width=120)
    assert "Tab: Fees, Track, Roll, One city left, Fields, Note " in build.rows[0]


def test_on_a_narrow_screen_the_bar_is_one_line_of_whole_names_and_the_keys_say_the_rest() -> None:
    rows = BETWEEN.desk("d 6 5 3 2 a", width=40).rows
    assert rows[1] == "Tab: Fares, Route length, Ferry …"
    assert all("Tab:" not in row for row in rows[2:])
    toll = TOLL.desk("m c", width=40)
    assert toll.rows[0].endswith(" Enter: save ──")
    assert toll.hints == "Enter Save without Toll"


def test_enter_tab_and_delete_do_what_the_screen_says_in_every_state_of_every_entry() -> None:
    """Every state on the way to every entry: the key is pressed, and the state put back."""
    checked, seen = Counter[str](), set[tuple[str, ...]]()
    for entry in part_of(ENTRIES, 2):
        *keys, _ = entry.keys.split()
        desk = AtDesk(entry.start.disk(), width=200)
        for count, key in enumerate(keys, 1):
            state, path = desk.press(key).model.state, (repr(entry.start), *keys[:count])
            if path in seen or not isinstance(state, Entering):
                continue
            seen.add(path)
            does, form = entry_view(desk.model, state).enter, state.form
            cleared = form.press("delete")
            held = [(one.draft, one.typed, one.aside, one.stray) for one in (form, cleared)]
            assert ("Delete" in desk.hints) == (held[0] != held[1]), path
            checked["delete"] += "Delete" in desk.hints
            is_tab_shown = "Tab Next" in desk.hints
            tabbed = desk.press("tab").model.form
            is_led = tabbed.problem is None and tabbed.cursor != form.cursor
            assert is_tab_shown == (is_led or does == "answer"), path
            desk.model.open(state)
            if does in ("answer", "go-on", "type-on", "needed"):
                checked[does] += 1
                entered = desk.press("enter").model.form
                is_refused = entered.problem is not None and entered.cursor == form.cursor
                assert is_refused == (does in ("type-on", "needed")), path
                desk.model.open(state)
    assert all(checked[one] > 3 for one in ("answer", "go-on", "type-on", "needed")), checked
    assert checked["delete"] > 80, checked


def test_tab_never_leads_away_from_a_question_that_must_be_answered() -> None:
    """A reason is part of who leaves: the file has no such entry without one."""
    leaves = ROCKET.desk("+ 3 c")
    for _ in range(2):
        assert leaves.rows[0].endswith(" Needs an answer ──")
        assert leaves.rows[1].startswith(" Player Claus  ▸Reason")
        assert not leaves.hints.startswith("Enter")
        leaves.press("tab")


def test_while_a_line_is_typed_the_heading_shows_f1_for_help() -> None:
    line = ROCKET.desk()
    line.model.open_line("")
    assert " F1 Help " in line.heading
