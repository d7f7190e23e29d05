"""Where a key goes: what is asked after dice were thrown, and what stays in a line that was begun for the player."""

from tests.dampfross.moves import END_BUILDING
from tests.stephensons_rocket.moves import skip, token
from tests.support import ANTON
from tests.tui.driving import Table, app_of, disk_of, driven


def test_dice_for_a_run_leave_the_question_who_runs() -> None:
    async def doing(table: Table) -> None:
        await table.strike("g", "r", "a", "enter")
        assert table.session.entry_lines()[-1] == "depart 14 66 train anton"

    driven(app_of(disk_of([END_BUILDING], game="dampfross"), dice=(1, 4, 6, 6)), doing)


def test_typing_goes_on_behind_a_correction_begun_in_the_history() -> None:
    async def doing(table: Table) -> None:
        await table.strike("h", "up", "a", *("backspace",) * 5, *"brewing", "enter")
        assert table.session.entry_lines()[-1] == 'amend 1 take-token "York" brewing'

    driven(app_of(disk_of([token(ANTON, "York"), skip(ANTON)])), doing)
