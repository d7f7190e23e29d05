"""The help as a small book: the screen at hand, the grammar of entering, the rules in brief, all keys."""

import re
from pathlib import Path

import pytest

from companion.core.messages import say
from companion.draw.page import drawn
from companion.games.common import COMMON_ACTIONS
from companion.games.registry import engines
from companion.pages.commands import COMMANDS
from companion.pages.help import Rules, rules
from companion.report.spans import plain
from companion.report.words import Speaker
from companion.tui.screens.page_screen import PageScreen
from companion.tui.widgets.lines import Lines
from tests.memory_disk import MemoryDisk
from tests.support import library, session_of, shipped
from tests.tui.desk import collapsed, help_view, model_of, read
from tests.tui.driving import Table, app_of, disk_of, running

NARROW = (40, 30)


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
        "2,000 go to whoever has most tokens of that metropolis, 1,000 to the second.",
    ),
    "whistle-stop": ("b", "Buy an upgrade", "1 for a basic good, 3 for a rare one, 1 for every 2 markers"),
    "dampfross": ("b", "Build", "level ground 1, river 3, slope 3, hill to hill 5, river at a hill 5"),
}


@pytest.mark.parametrize("width", [77, 37])
@pytest.mark.parametrize("game", RULES)
def test_the_rules_in_brief_begin_with_the_action_that_is_being_entered(game: str, width: int) -> None:
    letter, title, told = RULES[game]
    model = model_of(session_of(game=game))
    assert model.press(letter)
    told_of = Rules(model.session.game, model.speaker, model.verb_keys, model.form.verb)
    lines = drawn(rules(help_view(model), told_of), model, width).lines
    assert max(len(plain(line)) for line in lines) <= width
    text = collapsed(read(lines))
    assert text.startswith(f"What you are entering {letter} {title} ")
    assert told in text


async def test_help_on_an_entry_has_its_rules_and_leads_back_to_it() -> None:
    async with running(app_of(disk_of())) as table:
        await table.press("e", "f1", "3")
        assert "1 This screen 2 Entering 3 Rules 4 All keys" in collapsed(table.text())
        assert "What you are entering e Extend a line " in collapsed(table.text())
        await table.press("escape")
        assert table.app.screen.model.is_entering  # type: ignore[attr-defined]


async def test_the_pages_are_leafed_through_and_the_start_page_has_the_rules_of_every_game() -> None:
    async with running(app_of(MemoryDisk(shipped()), None), NARROW) as table:
        await table.press("?")
        page = table.app.screen
        assert isinstance(page, PageScreen)
        assert [title for title, _ in page.page.turns] == [
            *("This screen", "Entering", "Dampfross", "Rocket", "Whistle Stop", "All keys")
        ]
        tabs = collapsed(table.text())
        assert "1 This screen 2 Entering 3 Dampfross 4 Rocket 5 Whistle Stop 6 All keys" in tabs
        seen = []
        for key in ("tab", "right", "4", "shift+tab", "left", "left", "left", "9", "6"):
            await table.press(key)
            seen.append(int(dict(page.link.args).get("at", 0)) + 1)
        assert seen == [2, 3, 4, 3, 2, 1, 6, 6, 6], "round and round; no page has the 9"
        keys = await whole(table)
        speaker = Speaker()
        assert [one.id for one in COMMANDS if speaker.say(one.help) not in keys] == []
        await table.press("2")
        entering = await whole(table)
        assert "Nothing is booked before Enter" in entering, "at its top again"
        assert "u takes the last entry back, U brings it back again." in entering
        await table.click("Whistle Stop")
        assert "The rules of Whistle Stop in brief" in table.text()
        await table.press("?")
        assert table.app.screen is not page


def test_every_action_of_every_game_has_its_rule_in_brief_with_its_source() -> None:
    for game in library().games():
        speaker = Speaker(game.ruleset)
        assert {action.name for action in game.actions} <= {*game.briefs}, game.engine
        assert "end" in game.briefs, "and how it ends"
        own = [f"{game.engine}.brief.{one}" for one in game.briefs]
        texts = own + [f"help.brief.{one}" for one in COMMON_ACTIONS]
        for key in texts:
            title, text, source = speaker.say(say(key)).split("\n")
            assert title
            assert text.endswith(".")
            assert re.match(r"(Rulebook|Rules), |Not in the rulebook|Of this companion", source), key
    assert {game.engine for game in library().games()} == set(engines())


def test_the_numbers_are_those_of_an_own_ruleset() -> None:
    own = (
        'extends = "dampfross"\nid = "ours"\n[premium]\ncity = 77\n[targets]\n4 = 999\n'
        "[segments.river]\npoints = 66\n"
    )
    games = {game.ruleset.id: game for game in library({Path("/own/ours.toml"): own.encode()}).games()}
    speaker = Speaker(games["ours"].ruleset)
    assert "river 66" in speaker.say(say("dampfross.brief.build"))
    assert "gets 77 units" in speaker.say(say("dampfross.brief.build"))
    assert "999 units with 4 players" in speaker.say(say("dampfross.brief.end"))
