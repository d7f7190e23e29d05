"""Help for the current screen as a small book, the palette with all that can be done, and the colours of themes."""

import asyncio
import re
from itertools import product
from typing import Any

import pytest
from textual.command import CommandPalette
from textual.widgets import OptionList

from companion.draw.terminal import draw_blocks
from companion.games.common_actions import COMMON_ACTIONS
from companion.pages.commands import APP, PAGE, TABLE, commands_of
from companion.pages.help import table_help
from companion.pages.rules import Rules, brief_of, rules_blocks
from companion.report.spans import plain
from companion.report.words import Speaker, speaker_of
from companion.storage.config import Config
from companion.tui.app import MOVES
from companion.tui.models.table import COMMANDS_TOO, PEOPLE
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lines import Lines
from companion.words import LANGUAGES
from tests.dampfross.moves import depart, operating, train
from tests.support import ANTON, BEATE, RAILWAYS, library, part_of, session_of
from tests.tui.desk import AtDesk, collapsed, help_view, model_of, read
from tests.tui.driving import Table, app_of, at_rest, disk_of, running

PASS = {"do": "pass", "by": ANTON}


# Help


async def help_text(table: Table, key: str = "?") -> str:
    """Open and close the help for the current screen; return its text without line breaks."""
    screen = table.app.screen
    assert isinstance(screen, PageScreen | TableScreen)
    own = {Speaker().say(command.label) for command in screen.own_commands}
    await table.press(key)
    opened = table.app.screen
    assert isinstance(opened, PageScreen)
    assert opened.link.page == "help", "no help was opened"
    lines = draw_blocks(opened.page.blocks, opened.view, 1000).lines
    said = read(lines).replace("\N{NO-BREAK SPACE}", " ")
    if isinstance(screen, PageScreen):
        assert [one for one in own if one not in said] == []
    if isinstance(screen, PageScreen) or screen.model.is_busy:
        assert all(Speaker().say(command.label) in said for command in APP)
    await table.press(key)
    assert table.app.screen is screen, "the same key closes it"
    return said


async def test_help_on_every_screen_tells_the_keys_of_that_screen() -> None:
    async with running(app_of(disk_of([PASS]), None)) as table:
        said = await help_text(table)
        assert "Rematch: The same players" in said
        assert "undo" not in said.lower()
        await table.press("1")
        said = await help_text(table)
        assert "Extend line" in said
        await table.press("h")
        said = await help_text(table)
        assert "Only entries with a certain player" in said
        assert "Undo" not in said
        await table.press("enter")
        said = await help_text(table)
        assert "Insert" in said
        assert "Only entries with a certain player" not in said
        await table.press("escape", "escape", "+")
        assert "Extend line" not in await help_text(table)


def test_help_while_an_entry_waits_tells_of_that_entry_at_its_moment() -> None:
    said = table_told(AtDesk(disk_of()).press("e"))
    assert "the line Anton extends" in said
    assert "Take token" not in said
    assert "Discards the entry" in said
    assert "16 shares in the pile" in said, "what is to be said of each choice"
    assert "Undo\n" not in said, "u is an answer now"
    lonely = disk_of([depart(train(ANTON))], game="dampfross", position=operating())
    said = table_told(AtDesk(lonely).press("c"))
    assert "goal of run 1" in said
    assert "run 2" not in said


def table_told(desk: AtDesk) -> str:
    model = desk.model
    return read(draw_blocks(table_help(help_view(model), model, model.verb_keys), model, 1000).lines)


async def test_what_pops_up_covers_no_key_and_does_not_follow_to_the_next_page() -> None:
    async with running(app_of(disk_of([PASS])), notifications=True) as table:
        await table.press("W")
        keys = table.lines()[-3:]
        await table.press("M")
        assert "Phones can only show" in table.text()
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
        of_start = [one for one in commands_of("start") if one.action not in ("archived", *MOVES)]
        own = [Speaker().say(one.label) for one in of_start]
        assert start == ["Open", *own, *everywhere[:-1]], "nothing is archived, and Quit has two keys"
        await table.press("1")
        found = palette_of(table)
        session = session_of()
        covered = (*COMMANDS_TOO, *PEOPLE)
        verbs = [verb.name for verb in session.context().verbs if verb.name not in covered]
        verbs = [*map(speaker_of(session, "en").label, verbs), "Settings", "Board notes"]
        useful = [Speaker().say(one.label) for one in TABLE if one.action not in MOVES]
        assert found == [*verbs, *useful, *everywhere]
        assert len(found) == len(set(found))
        by_label = {one.title: one.help for one in table.app.get_system_commands(table.app.screen)}
        keys = [by_label[label].split("  ")[0] for label in ("Extend line", "Undo", "Scores", "Settings")]
        assert keys == ["e", "u", "F", ""], "each shows its key; the settings have none at the table"
        await table.press("h")
        own, page = (
            [Speaker().say(one.label) for one in part] for part in (commands_of("entries"), PAGE[:1])
        )
        assert palette_of(table) == ["Open", *own, "Tables", "Next", *page, *everywhere]


@pytest.mark.parametrize("words", ["options", "change", "target", "rules"])
async def test_the_palette_finds_the_options_of_a_running_session(words: str) -> None:
    async with running(app_of(disk_of())) as table:
        await table.press("ctrl+p", *words)
        found = table.app.screen.query_one(OptionList)
        assert any("Players, options" in str(one.prompt) for one in found.options)


# The pages


RULES = {
    # By hand from the rulebooks
    "stephensons-rocket": (
        "e",
        "Extend line",
        "Most tokens from that metropolis: 2,000. Second most: 1,000.",
    ),
    "whistle-stop": (
        "b",
        "Buy upgrade",
        "a rare one 3. Coal and whistles together count 1 point for every 2",
    ),
    "dampfross": ("b", "Build", "plain 1, river 3, slope 3, hill to hill 5, river at a hill 5"),
}


@pytest.mark.parametrize("game", RULES)
def test_the_rules_in_brief_begin_with_the_action_that_is_being_entered(game: str) -> None:
    letter, title, told = RULES[game]
    model = model_of(session_of(game=game))
    assert model.press(letter)
    told_of = Rules(model.session.record.game, model.speaker, model.verb_keys, model.form.verb)
    lines = draw_blocks(rules_blocks(told_of), model, 77).lines
    assert max(len(plain(line)) for line in lines) <= 77
    text = collapsed(read(lines))
    assert text.startswith(f"This entry {letter} {title} ")
    assert told in text


def test_every_action_of_every_game_has_its_rule_in_brief_with_its_source() -> None:
    for game in library().games():
        speaker = Speaker(game.ruleset)
        assert {action.name for action in game.actions} <= {*game.briefs}, game.engine
        assert "end" in game.briefs, "and how it ends"
        briefs = {one: f"{game.engine}.brief.{one}" for one in game.briefs}
        for topic, key in {**briefs, **{one: f"help.brief.{one}" for one in COMMON_ACTIONS}}.items():
            title, text, *source = brief_of(game, speaker, topic, key)
            assert title
            assert text.endswith(".")
            named = [one for one in source if re.match(r"(Rulebook|Rules), |Not in the rulebook", one)]
            assert len(named) == len(source) == (topic in briefs), key
    assert {game.engine for game in library().games()} == {*RAILWAYS}


CARRIED = {"worth": {"coal-car": 3}, "players": {ANTON: {"coal": 2, "upgrades": ["coal-car"]}}}
GUIDED: dict[str, tuple[list[Any], dict[str, Any], str]] = {
    # What can be done then, by hand: an upgrade can be used; lines are built. No station can be moved yet, and in a
    # run none can begin: the row of keys has them all the same.
    "stephensons-rocket": ([], {}, "e t s m p"),
    "whistle-stop": ([], {"position": CARRIED}, "m v b r e"),
    "dampfross": ([], {}, "b j y o"),
    "dampfross, a run": ([depart(train(ANTON), train(BEATE))], {"position": operating()}, "d r a x"),
}


@pytest.mark.parametrize(("moment", "language"), part_of([*product(GUIDED, LANGUAGES)], 3))
async def test_the_first_page_at_the_table_guides_a_turn_and_fits_80x24(moment: str, language: str) -> None:
    entries, more, actions = GUIDED[moment]
    disk = disk_of(entries, game=moment.partition(",")[0], **more)
    async with running(app_of(disk, config=Config(language=language))) as table:
        await table.press("?")
        content = table.app.screen.query_one("#content", Lines)
        lines = [plain(line) for line in content.lines]
        assert len(lines) <= content.size.height
        keys = [found[1] for line in lines if (found := re.match(r" (\S+) {4,}\S", line))]
        assert keys == [*"uchCPFTWXM+"], "what the README names"
        assert re.findall(r" (\S+)\N{NO-BREAK SPACE}", "".join(lines)) == [*actions.split(), "Tab"]
        assert any("* " in line and "= " in line for line in lines)


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
        assert app.fault is None
        await table.press("down")
        assert app.screen.query_one(OptionList).highlighted == 1, "now it is drawn"


@pytest.mark.parametrize(
    ("typed", "expected"), [("take tok", "Take token"), ("undo", "Before the first entry")]
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
