"""Whatever keys, clicks, pastes and sizes come, nothing fails inside the app and the screen says what the file says."""

from companion.tui.screens.table import TableScreen
from companion.tui.widgets.text_box import TextBox
from tests.faults.events import ORDINARY, drive
from tests.faults.handlers import BLOCKS
from tests.support import FILE
from tests.tui.driving import app_of, at_rest, disk_of, running


def test_nothing_that_is_done_at_random_breaks_the_app_or_loses_an_entry() -> None:
    """One game here; `python -m tests.faults --long events` does 20,000 things in all of them."""
    assert drive("stephensons-rocket", seed=1, count=ORDINARY).events >= ORDINARY


async def test_a_command_typed_for_the_page_before_does_nothing_on_one_that_is_not_there_yet() -> None:
    app = app_of(disk_of(BLOCKS), path=None)
    async with running(app):
        app.open_table(FILE)
        assert isinstance(app.screen, TableScreen)
        await app.run_action("screen.more")
        await at_rest(app)
        assert app.screen.model.menu is None


async def test_what_is_pasted_carries_no_codes_of_the_terminal_onto_the_screen() -> None:
    app = app_of(disk_of(BLOCKS), path=None)
    async with running(app) as table:
        await table.press("/")
        await table.paste("pa\x1b[31mss\x07\nsecond")
        box = app.screen.query_one(TextBox)
        assert box.value == "pa[31mss"
        app.copy_to_clipboard("one\ntwo\x1b[0m")
        await table.press("ctrl+v")
        assert box.value == "pa[31mssone two [0m"


async def test_the_palette_does_nothing_on_a_table_that_was_left() -> None:
    app = app_of(disk_of(BLOCKS), path=None)
    async with running(app) as table:
        await table.press("enter")
        begin = next(one for one in app.get_system_commands(app.screen) if one.title == "Pass")
        await table.press("q")
        begin.callback()
