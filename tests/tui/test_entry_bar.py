"""What the bar over a question and the row of keys say of Enter, Tab and Delete, and which choices are shown."""

from collections import Counter

import pytest

from companion.desk.entry_view import entry_view
from companion.desk.states import Entering
from companion.forms.keys import press
from companion.tui.widgets.lines import Lines
from tests.memory_disk import MemoryDisk
from tests.support import FILE, part_of, shipped
from tests.tui.acting import block_text
from tests.tui.desk import AtDesk
from tests.tui.driving import LARGE, SMALL, Size, app_of, running
from tests.tui.entries import ENTRIES, ROCKET
from tests.tui.test_cuts import EXAMPLES


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_no_choice_is_hidden_beside_an_empty_row(size: Size) -> None:
    disk = MemoryDisk({**shipped(), FILE: EXAMPLES["stephensons-rocket-running"]})
    async with running(app_of(disk), size) as table:
        await table.press("e", "5")
        block = table.app.screen.query_one("#entry", Lines)
        shown = table.lines()[block.region.y : block.region.bottom]
        is_full = shown[-1][block.region.x : block.region.right].strip()
        assert is_full or " more" not in block_text(table, "entry")


def test_towns_that_a_line_has_reached_are_offered_after_all_others() -> None:
    """GWR has its own start town, Reading and Bath."""
    desk = AtDesk(MemoryDisk({**shipped(), FILE: EXAMPLES["stephensons-rocket-running"]}), 200).press("e 5")
    assert isinstance(desk.model.state, Entering)
    towns = " ".join(one.label for one in entry_view(desk.model, desk.model.state).options)
    assert towns.endswith(" Reading Bath start GWR"), towns


def test_enter_tab_and_delete_do_what_the_screen_says_in_every_state_of_every_entry() -> None:
    """Every state on the way to every entry: the key is pressed, and the state put back."""
    checked, seen = Counter[str](), set[tuple[str, ...]]()
    for entry in part_of(ENTRIES, 4):
        *keys, _ = entry.keys.split()
        desk = AtDesk(entry.start.disk(), width=200)
        for count, key in enumerate(keys, 1):
            state, path = desk.press(key).model.state, (repr(entry.start), *keys[:count])
            if path in seen or not isinstance(state, Entering):
                continue
            seen.add(path)
            does, form = entry_view(desk.model, state).enter, state.form
            cleared = press(form, "delete")
            held = [(one.draft, one.typed, one.aside) for one in (form, cleared)]
            assert ("Delete" in desk.hints) == (held[0] != held[1]), path
            checked["delete"] += "Delete" in desk.hints
            is_tab_shown = "Tab " in desk.hints
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
    assert checked["delete"] > 50, checked


def test_tab_never_leads_away_from_a_question_that_must_be_answered() -> None:
    """A remark has a text: the file has no such entry without one."""
    remark = ROCKET.desk("N")
    for _ in range(2):
        assert "▸Note" in remark.rows[1]
        assert not remark.hints.startswith("Enter")
        remark.press("tab")
