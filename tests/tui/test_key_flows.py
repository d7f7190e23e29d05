"""Where a key goes: what is asked after dice were thrown, and what stays in a line that was begun for the player."""

import pytest

from tests.dampfross.moves import END_BUILDING
from tests.stephensons_rocket.moves import skip, token
from tests.support import ANTON, THREE
from tests.tui.driving import Table, app_of, disk_of, driven


def test_dice_for_a_run_leave_the_question_who_runs() -> None:
    async def doing(table: Table) -> None:
        await table.press("g", "r", "a", "enter")
        assert table.session.notation.entry_lines()[-1] == "depart 14 66 train anton"

    driven(app_of(disk_of([END_BUILDING], game="dampfross"), dice=(1, 4, 6, 6)), doing)


def test_typing_goes_on_behind_a_correction_begun_in_the_history() -> None:
    async def doing(table: Table) -> None:
        await table.press("h", "up", "c", "tab", "b", "enter")
        assert table.session.notation.entry_lines()[-1] == 'amend 1 take-token "York" brewing'

    driven(app_of(disk_of([token(ANTON, "York"), skip(ANTON)])), doing)


@pytest.mark.parametrize("key", ["escape", "z", "left", "f5"])
def test_a_key_that_means_nothing_covers_the_balance_that_was_looked_at(key: str) -> None:
    """Spec: option hidden_money masks screens until the end."""

    async def doing(table: Table) -> None:
        await table.press("k", "a")
        assert "2,000" in table.text()
        await table.press(key)
        assert "2,000" not in table.text()

    blocks = [{"do": "recount", "position": {"cash": {ANTON: 2000}}, "reason": "counted"}]
    driven(app_of(disk_of(blocks, options={"hidden_money": True})), doing)


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        ((":", *'take "York" s', "enter", "s", "enter"), ['take-token "York" steel', "place-station"]),
        ((":", *"past", "backspace", "s", "enter"), ["pass"]),
        (("+", "e", *"hello", "enter", "enter", "p", "enter"), ['remark "hello"', "pass"]),
        (("s", "enter", "u", "U", "p", "enter"), ["place-station", "undo", "redo", "pass"]),
    ],
)
def test_keys_that_come_all_at_once_go_where_they_are_meant(keys: tuple[str, ...], lines: list[str]) -> None:
    async def doing(table: Table) -> None:
        await table.rattle(*keys)
        assert table.session.notation.entry_lines() == lines

    driven(app_of(disk_of()), doing)


def test_a_key_shows_the_beginning_of_an_entry_that_was_scrolled() -> None:
    """What to lay out is longer than its place; an action begun from its end is seen from its first line."""

    async def doing(table: Table) -> None:
        first = [line for line in table.lines() if line.startswith("──")]
        await table.press("pagedown")
        assert [line for line in table.lines() if line.startswith("──")] != first
        await table.press("m")
        assert any(line.startswith("── move") for line in table.lines())

    driven(app_of(disk_of((), THREE, "whistle-stop")), doing, (80, 18))
