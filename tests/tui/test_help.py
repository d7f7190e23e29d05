"""Help for the current screen as a small book, the palette with all that can be done, and the colours of themes."""

import asyncio
import re

import pytest
from textual.command import CommandPalette
from textual.widgets import OptionList

from companion.core.messages import say
from companion.draw.page import draw_blocks
from companion.games.common import COMMON_ACTIONS
from companion.pages.commands import APP, PAGE, TABLE, commands_of
from companion.pages.help import Rules, rules, table_help
from companion.report.spans import plain
from companion.report.words import Speaker, speaker_of
from companion.tui.screens.new_session import NewPage
from companion.tui.screens.page import TextScreen
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lines import Lines
from tests.dampfross.moves import depart, operating, train
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, RAILWAYS, library, session_of, shipped
from tests.tui.desk import AtDesk, collapsed, help_view, model_of, read
from tests.tui.driving import NARROW, Table, app_of, at_rest, disk_of, running

PASS = {"do": "pass", "by": ANTON}


# Help


async def help_text(table: Table, key: str = "?") -> str:
    """Open and close the help for the current screen; return its text without line breaks."""
    screen = table.app.screen
    assert isinstance(screen, TextScreen | TableScreen)
    own = {Speaker().say(command.help) for command in screen.own_commands}
    await table.press(key)
    opened = table.app.screen
    assert isinstance(opened, PageScreen)
    assert opened.link.page == "help", "no help was opened"
    lines = draw_blocks(opened.page.blocks, opened.view, 1000).lines
    said = "\n".join("".join(span.text for span in line) for line in lines)
    if isinstance(screen, TextScreen):
        assert [one for one in own if one not in said] == []
    if isinstance(screen, TextScreen) or screen.model.is_busy:
        assert all(Speaker().say(command.help) in said for command in APP)
    await table.press(key)
    assert table.app.screen is screen, "the same key closes it"
    return said


async def test_help_on_every_screen_tells_the_keys_of_that_screen() -> None:
    async with running(app_of(disk_of([PASS]), None)) as table:
        said = await help_text(table)
        assert "Opens the session with that number" in said
        assert "undo" not in said.lower()
        await table.press("1")
        said = await help_text(table)
        assert "Extend line: Move a locomotive" in said
        await table.press("h")
        said = await help_text(table)
        assert "Shows only entries with a certain player" in said
        assert "Removes the last entry" not in said
        await table.press("enter")
        said = await help_text(table)
        assert "Scrolls one page down" in said
        assert "Shows only entries with a certain player" not in said
        await table.press("escape", "escape", "+")
        assert "Chooses the item beside it" in await help_text(table)


def test_help_while_an_entry_waits_tells_of_that_entry_at_its_moment() -> None:
    said = table_told(AtDesk(disk_of()).press("e"))
    assert "the line Anton extends" in said
    assert "Take token" not in said
    assert "Always discards the entry" in said
    assert "16 shares in the pile" in said, "what is to be said of each choice"
    assert "Removes the last entry" not in said, "u is an answer now"
    lonely = disk_of([depart(train(ANTON))], game="dampfross", position=operating())
    said = table_told(AtDesk(lonely).press("c"))
    assert "goal of run 1" in said
    assert "run 2" not in said


def test_help_warns_of_a_reached_city_only_in_a_later_entry() -> None:
    """Spec of Dampfross: a city pays who reaches it first."""
    desk = AtDesk(disk_of(game="dampfross")).press("b m ü enter")
    assert "65 München" not in table_told(desk), "it is only in this entry, and once"
    assert "65 München is already connected" in table_told(desk.press("enter b"))


def table_told(desk: AtDesk) -> str:
    model = desk.model
    return read(draw_blocks(table_help(help_view(model), model, model.verb_keys), model, 1000).lines)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("C", "Companion's own figure is greyed out and stays."),
        ("T", "Tie calculator"),
        ("C end", "Companion's own figure is greyed out and stays."),
    ],
)
async def test_a_question_mark_helps_if_it_cannot_be_part_of_an_answer(keys: str, said: str) -> None:
    """A question mark was typed into the cells of a count and of the tie calculator."""
    async with running(app_of(disk_of([PASS]))) as table:
        await table.press(*keys.split())
        assert "? Help" in table.seen
        assert said in await help_text(table)


async def test_the_keys_that_save_a_count_are_in_its_last_row_and_cells_say_what_people_say() -> None:
    """New Whistle is a name; `new-whistle` is how the line and the file call it."""
    bought = {"do": "buy", "by": ANTON, "upgrade": "new-whistle", "worth": 5, "ruling": "as a present"}
    async with running(app_of(disk_of([bought], game="whistle-stop"))) as table:
        await table.press("C")
        assert "New Whistle" in next(line for line in table.lines() if line.startswith(" Upgrades"))
        assert table.lines()[-1].strip().startswith("Enter Next  End Finish ")
        await table.press("end")
        assert table.lines()[-1].strip().startswith("Enter Compare")


async def test_f1_helps_if_a_question_mark_is_text() -> None:
    async with running(app_of(disk_of())) as table:
        await table.press("e", "1")
        assert "the towns now next to the locomotive" in await help_text(table)
        await table.press("W", "?")
        assert isinstance(table.app.screen, TableScreen), "a town may be called Where?"
        assert "the towns now next to the locomotive" in await help_text(table, "f1")
        await table.press("escape", ":", "?")
        assert isinstance(table.app.screen, TableScreen)
        assert "Completes the word" in await help_text(table, "f1")
        assert table.app.screen.model.line == "?"


async def test_help_on_the_pages_of_a_new_session() -> None:
    async with running(app_of(MemoryDisk(shipped()), None)) as table:
        await table.press("n")
        assert "Picks the starting player" in await help_text(table)
        await table.press("down")
        assert "Picks the starting player" in await help_text(table), "no name begins with it"
        await table.press("W", "?")
        assert isinstance(table.app.screen, NewPage)
        assert "Picks the starting player" in await help_text(table, "f1")
        await table.press("backspace", "backspace")
        await table.fill(ANTON, BEATE, "")
        await table.press("j")
        assert "Move between cells" in await help_text(table, "f1")


async def test_what_pops_up_covers_no_key_and_does_not_follow_to_the_next_page() -> None:
    async with running(app_of(disk_of([PASS])), notifications=True) as table:
        keys = table.lines()[-3:]
        await table.press("Y")
        assert "Copied." in table.text()
        assert table.lines()[-3:] == keys
        await table.press("h")
        assert table.notices() == []


# The palette


def palette_of(table: Table) -> list[str]:
    return [one.title for one in table.app.get_system_commands(table.app.screen)]


async def test_the_palette_has_every_command_of_the_screen_and_every_action_once() -> None:
    async with running(app_of(disk_of([PASS]), None)) as table:
        everywhere = [Speaker().say(one.label) for one in APP if one.id != "app.palette"]
        start = palette_of(table)
        assert start == [*(Speaker().say(one.label) for one in commands_of("start")), *everywhere]
        await table.press("1")
        found = palette_of(table)
        session = session_of()
        verbs = [speaker_of(session, "en").label(verb.name) for verb in session.context().verbs]
        useful = [Speaker().say(one.label) for one in TABLE if one.action != "run_sheet"]
        assert found == [*verbs, *useful, *everywhere]
        assert len(found) == len(set(found))
        await table.press("h")
        listed, history = palette_of(table), commands_of("history")
        assert listed == [*(Speaker().say(one.label) for one in (*history, *PAGE)), *everywhere]


@pytest.mark.parametrize(
    ("game", "has_ties", "has_run_sheet"),
    [("stephensons-rocket", True, False), ("whistle-stop", False, False), ("dampfross", True, True)],
)
async def test_ties_and_run_sheet_are_offered_only_if_the_game_has_a_use_for_them(
    game: str, has_ties: bool, has_run_sheet: bool
) -> None:
    """Whistle Stop never splits a tie, and only Dampfross counts runs (spec): by palette, menu and key."""
    async with running(app_of(disk_of(game=game))) as table:
        wanted = [label for label, has in (("Ties", has_ties), ("Run sheet", has_run_sheet)) if has]
        assert [one for one in ("Ties", "Run sheet") if one in palette_of(table)] == wanted
        await table.press("+")
        assert ("T Ties" in table.seen) == has_ties
        for key, has in (("T", has_ties), ("R", has_run_sheet)):
            await table.press("escape", key)
            assert isinstance(table.app.screen, TableScreen) != has
            assert table.notices() == []


@pytest.mark.parametrize(
    ("typed", "expected"), [("take tok", "── Take token"), ("undo", "Before the first entry")]
)
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


@pytest.mark.parametrize("key", ["pageup", "pagedown"])
async def test_the_palette_ignores_a_key_that_comes_before_its_list_is_drawn(key: str) -> None:
    app = app_of(disk_of())
    async with running(app) as table:
        with app.batch_update():
            table.send("ctrl+p")
            while not any(one.option_count for one in app.screen.query(OptionList)):
                await asyncio.sleep(0)
            app.screen.query_one(OptionList).highlighted = 0
            table.send(key)
            await at_rest(app)
        assert app.recovery.fault is None
        await table.press("down")
        assert app.screen.query_one(OptionList).highlighted == 1, "now it is drawn"


# The pages


async def whole(table: Table) -> str:
    """All of the page that is open; its first and its last line can be brought into view, and none is cut."""
    content = table.app.screen.query_one("#content", Lines)
    lines = [plain(line) for line in content.lines]
    written = [line.strip() for line in lines if line.strip()]
    assert written[0] in table.text()
    content.scroll_end(animate=False, immediate=True)
    await table.rattle()
    assert written[-1] in table.text()
    assert max(map(len, lines)) <= table.app.size.width - 3
    return collapsed("\n".join(lines))


RULES = {
    # By hand from the rulebooks
    "stephensons-rocket": (
        "e",
        "Extend a line",
        "Most tokens from that metropolis: 2,000. Second most: 1,000.",
    ),
    "whistle-stop": (
        "b",
        "Buy an upgrade",
        "a rare one 3. Coal and whistles together count 1 point for every 2",
    ),
    "dampfross": ("b", "Build", "plain 1, river 3, slope 3, hill to hill 5, river at a hill 5"),
}


@pytest.mark.parametrize("width", [77, 37])
@pytest.mark.parametrize("game", RULES)
def test_the_rules_in_brief_begin_with_the_action_that_is_being_entered(game: str, width: int) -> None:
    letter, title, told = RULES[game]
    model = model_of(session_of(game=game))
    assert model.press(letter)
    told_of = Rules(model.session.record.game, model.speaker, model.verb_keys, model.form.verb)
    lines = draw_blocks(rules(help_view(model), told_of), model, width).lines
    assert max(len(plain(line)) for line in lines) <= width
    text = collapsed(read(lines))
    assert text.startswith(f"This entry {letter} {title} ")
    assert told in text


async def test_help_on_an_entry_has_its_rules_and_leads_back_to_it() -> None:
    async with running(app_of(disk_of())) as table:
        await table.press("e", "f1", "3")
        assert "1 This screen 2 Entries 3 Rules" in table.seen
        assert "This entry e Extend a line " in table.seen
        await table.press("escape")
        assert table.app.screen.model.is_entering  # type: ignore[attr-defined]


async def test_the_pages_are_leafed_through_and_the_start_page_has_the_rules_of_every_game() -> None:
    async with running(app_of(MemoryDisk(shipped()), None), NARROW) as table:
        await table.press("?")
        page = table.app.screen
        assert isinstance(page, PageScreen)
        assert [title for title, _ in page.page.tabs] == [
            *("This screen", "Entries", "Dampfross", "Rocket", "Whistle Stop")
        ]
        tabs = table.seen
        assert "1 This screen 2 Entries 3 Dampfross 4 Rocket 5 Whistle Stop" in tabs
        seen = []
        for key in ("tab", "right", "4", "shift+tab", "left", "left", "left", "9", "5"):
            await table.press(key)
            seen.append(int(dict(page.link.args).get("at", 0)) + 1)
        assert seen == [2, 3, 4, 3, 2, 1, 5, 5, 5], "round and round; no page has the 9"
        await table.press("2")
        entering = await whole(table)
        assert "Enter saves it" in entering, "at its top again"
        assert "u undoes the last entry, and U redoes it." in entering
        await table.click("Whistle Stop")
        assert "Whistle Stop: rules in brief" in table.text()
        await table.press("?")
        assert table.app.screen is not page


def test_every_action_of_every_game_has_its_rule_in_brief_with_its_source() -> None:
    for game in library().games():
        speaker = Speaker(game.ruleset)
        assert {action.name for action in game.actions} <= {*game.briefs}, game.engine
        assert "end" in game.briefs, "and how it ends"
        own = [f"{game.engine}.brief.{one}" for one in game.briefs]
        common = [f"help.brief.{one}" for one in COMMON_ACTIONS]
        for key in own + common:
            title, text, *source = speaker.say(say(key)).split("\n")
            assert title
            assert text.endswith(".")
            named = [one for one in source if re.match(r"(Rulebook|Rules), |Not in the rulebook", one)]
            assert len(named) == len(source) == (key in own), key
    assert {game.engine for game in library().games()} == {*RAILWAYS}


async def test_a_page_that_is_opened_again_begins_at_its_top() -> None:
    """Its screen stays when the page is left; where somebody had scrolled to does not."""
    async with running(app_of(disk_of([PASS])), size=NARROW) as table:
        for _ in range(2):
            await table.press("?")
            content = table.app.screen.query_one("#content", Lines)
            assert (content.scroll_offset.y, content.max_scroll_y > 0) == (0, True)
            await table.press("pagedown")
            assert content.scroll_offset.y > 0
            await table.press("escape")
