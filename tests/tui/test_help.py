"""Help for the screen at hand, the palette with all that can be done, and the colours of themes."""

import pytest
from textual.command import CommandPalette

from companion.draw.page import drawn
from companion.pages.commands import APP, HISTORY, PAGE, START, TABLE
from companion.pages.help import table_help
from companion.report.words import Speaker
from companion.tui.screens.new_session import NewPage
from companion.tui.screens.page import Page
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.start import StartPage
from companion.tui.screens.table import TableScreen
from tests.dampfross.moves import depart, operating, train
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, session_of, shipped
from tests.tui.desk import AtDesk, help_view, read
from tests.tui.driving import LARGE, Table, app_of, disk_of, running, screen_strips

PASS = {"do": "pass", "by": ANTON}


# Help


def named(page: Page | TableScreen) -> set[str]:
    return {Speaker().say(command.help) for command in page.OWN_COMMANDS}


async def helped(table: Table, key: str = "?") -> str:
    """What the help for the screen at hand says, as one text without line breaks."""
    screen = table.app.screen
    assert isinstance(screen, Page | TableScreen)
    own = named(screen)
    await table.press(key)
    opened = table.app.screen
    assert isinstance(opened, PageScreen)
    assert opened.link.page == "help", "no help was opened"
    lines = drawn(opened.page.blocks, opened.view, 1000).lines
    said = "\n".join("".join(span.text for span in line) for line in lines)
    if not (isinstance(screen, TableScreen) and screen.model.is_busy):
        assert [one for one in own if one not in said] == []
    assert all(Speaker().say(command.help) in said for command in APP)
    await table.press(key)
    assert table.app.screen is screen, "the same key closes it"
    return said


async def test_help_on_every_screen_tells_the_keys_of_that_screen() -> None:
    async with running(app_of(disk_of([PASS]), None)) as table:
        said = await helped(table)
        assert "opens the session with that number" in said
        assert "undo" not in said
        await table.press("1")
        said = await helped(table)
        assert "extend: the line" in said
        await table.press("h")
        said = await helped(table)
        assert "lists only entries with a player" in said
        assert "takes the last entry back" not in said
        await table.press("enter")
        said = await helped(table)
        assert "a page down" in said
        assert "lists only entries with a player" not in said
        await table.press("escape", "escape", "+")
        assert "takes what stands beside it" in await helped(table)


def test_help_while_an_entry_waits_tells_of_that_entry_at_its_moment() -> None:
    said = table_told(AtDesk(disk_of()).press("e"))
    assert "extend: the line" in said
    assert "take-token" not in said
    assert "throws the entry away" in said
    assert "16 in the pile" in said, "what is to be said of each choice"
    assert "takes the last entry back" not in said, "u is an answer now"
    lonely = disk_of([depart(train(ANTON))], game="dampfross", position=operating())
    said = table_told(AtDesk(lonely).press("c"))
    assert "where run 1 goes" in said
    assert "run 2" not in said


def table_told(desk: AtDesk) -> str:
    model = desk.model
    return read(drawn(table_help(help_view(model), model, model, model.verb_keys), model, 1000).lines)


async def test_where_a_question_mark_is_text_f1_helps() -> None:
    async with running(app_of(disk_of())) as table:
        await table.press("e", "1")
        assert "extend: the line" in await helped(table)
        await table.press("W", "?")
        assert isinstance(table.app.screen, TableScreen), "a town may be called Where?"
        assert "extend: the line" in await helped(table, "f1")
        await table.press("escape", ":", "?")
        assert isinstance(table.app.screen, TableScreen)
        assert "completes the word" in await helped(table, "f1")
        assert table.app.screen.model.line == "?"


async def test_help_on_the_pages_of_a_new_session() -> None:
    async with running(app_of(MemoryDisk(shipped()), None)) as table:
        await table.press("n")
        assert "draws the start player" in await helped(table)
        await table.press("down", "?")
        assert isinstance(table.app.screen, NewPage)
        assert "draws the start player" in await helped(table, "f1")
        await table.press("backspace")
        await table.fill(ANTON, BEATE, "")
        await table.press("up", "enter")
        assert "go from cell to cell" in await helped(table, "f1")


# The palette


def palette_of(table: Table) -> list[str]:
    return [one.title for one in table.app.get_system_commands(table.app.screen)]


async def test_the_palette_has_every_command_of_the_screen_and_every_action_once() -> None:
    async with running(app_of(disk_of([PASS]), None)) as table:
        everywhere = [Speaker().say(one.label) for one in APP if one.id != "app.palette"]
        start = palette_of(table)
        assert start == [*(Speaker().say(one.label) for one in START), *everywhere]
        await table.press("1")
        found = palette_of(table)
        verbs = [verb.name for verb in session_of().context().verbs]
        assert found == [*verbs, *(Speaker().say(one.label) for one in TABLE), *everywhere]
        assert len(found) == len(set(found))
        await table.press("h")
        listed = palette_of(table)
        assert listed == [*(Speaker().say(one.label) for one in (*HISTORY, *PAGE)), *everywhere]


@pytest.mark.parametrize(("typed", "expected"), [("take-tok", "── take-token"), ("undo", "#0")])
async def test_the_palette_runs_what_is_chosen(typed: str, expected: str) -> None:
    async with running(app_of(disk_of([PASS]))) as table:
        await table.press("ctrl+p")
        assert isinstance(table.app.screen, CommandPalette)
        await table.type(typed)
        for _ in range(50):
            await table.pilot.pause()
            if table.app.screen.query("CommandList").first().option_count:  # type: ignore[attr-defined]
                break
        await table.press("down", "enter", "enter")
        await table.pilot.pause()
        assert expected in table.text()


# Colours


def colours(table: Table) -> set[str]:
    strips = screen_strips(table.app)
    styles = [segment.style for strip in strips for segment in strip if segment.text.strip()]
    return {str(one.color.triplet.hex) for one in styles if one and one.color and one.color.triplet}


INKS = {"#000000", "#ffffff"}
"""Of letters on the colours of players, which are the same in every theme."""


async def test_light_and_dark_change_places_and_everything_is_drawn_again() -> None:
    async with running(app_of(disk_of([PASS]), None), LARGE) as table:
        for screen in (StartPage, TableScreen, PageScreen):
            assert isinstance(table.app.screen, screen)
            dark = colours(table)
            await table.press("ctrl+t")
            assert table.app.theme == "companion-light"
            light = colours(table)
            assert not (dark & light) - INKS, "a colour of the other theme is left"
            await table.press("ctrl+t")
            assert colours(table) == dark
            await table.press("1" if screen is StartPage else "h")
        await table.press("enter", "ctrl+t", "escape")
        assert not dark & colours(table) - INKS, "nor on a page below another one"
