"""On the way through an entry, for oneself or another: back without loss, refusals and rulings, what Enter does now."""

from typing import Any

import pytest

from companion.core.messages import Message
from companion.core.targets import Target
from companion.desk.states import Offering
from companion.pages.commands import TABLE as TABLE_COMMANDS
from companion.tui.models.table import TableModel
from companion.words import LANGUAGES
from tests.dampfross.moves import END_BUILDING, depart, train
from tests.random_play import GAMES
from tests.stephensons_rocket.moves import FINISH, extend, skip, token
from tests.support import ANTON, BEATE, CLAUS, DORA, FILE, library, sound_session, text_of
from tests.tui.acting import Start, block_text
from tests.tui.desk import AtDesk, model_of
from tests.tui.driving import app_of, disk_of, running, screen_strips
from tests.tui.entries import ROCKET as TABLE

# One order of players

CLAUS_STARTS = Start(
    "dampfross",
    blocks=[
        END_BUILDING,
        depart(train(ANTON, pays={BEATE: 3, CLAUS: 1}), train(BEATE, pays={CLAUS: 2}), train(CLAUS)),
    ],
    more={"starts": CLAUS},
)


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ("", "A Anton B Beate Units"),
        ("", "Run sheet C Claus A Anton B Beate"),
        ("", "units C Claus +3 A Anton −4 B Beate +1"),
        ("a", "Who arrived first: c Claus a Anton b Beate"),
        ("tab", "c Claus a Anton b Beate"),
    ],
)
def test_players_are_named_by_their_seats_from_the_first_seat(keys: str, shown: str) -> None:
    assert shown in CLAUS_STARTS.desk(keys).text


@pytest.mark.parametrize("keys", ["b s w 'wh' up", "b s w - up", "f a 2 - up"])
def test_up_beside_text_that_fits_another_name_keeps_the_text(keys: str) -> None:
    """In a count, what was counted last may be none of the names that the text begins."""
    desk = Start("whistle-stop").desk(keys)
    assert desk.model.form.typed in ("wh", "-", "2-")


# Beginning

WAYS = {
    "key": lambda model: model.press("e"),
    "menu or mouse": lambda model: model.point(Target("verb", "extend")),
    "palette": lambda model: model.start("extend"),
    "with answers": lambda model: model.start("extend", {"line": "GWR"}),
}


def refusal_of(model: TableModel) -> Message:
    (violation,) = model.session.preview({"do": "pass", "by": ANTON}).violations
    return violation.message


@pytest.mark.parametrize("way", WAYS)
def test_no_action_is_begun_after_the_end_nor_in_a_session_that_is_only_read(way: str) -> None:
    model = model_of(sound_session([FINISH]))
    WAYS[way](model)
    assert not model.is_entering
    assert [said.text for said in model.sayings.shown] == [model.speaker.say(refusal_of(model))]
    model = model_of(library({FILE: text_of(()).encode()}).read(FILE))
    WAYS[way](model)
    assert (model.is_entering, len(model.sayings.shown)) == (False, 1)


def test_a_saved_correction_is_said_until_the_next_entry() -> None:
    blocks = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"]), token(BEATE, "Oxford")]
    desk = AtDesk(disk_of(blocks)).enter_line("amend 1 take-token oxford textiles")
    assert "Entry 1, edited: Anton takes a textiles token from Oxford" in desk.entry
    assert "Entry 2: Anton 2,000 → 0" in desk.entry
    assert "Deleted: Beate takes a steel token from Oxford" in desk.enter_line("strike 3").entry
    assert "Inserted before entry 3: Note: the dog" in desk.enter_line("insert 2 remark the dog").entry
    assert "Inserted" not in desk.press("s enter").entry


def test_the_menu_has_what_can_be_done_now_and_stays_open_after_another_key() -> None:
    """While building nobody departs."""
    desk = AtDesk(Start("dampfross").disk()).press("+")
    menu = desk.model.menu
    assert menu is not None
    assert not {"Build", "Start run", "Enter arrivals", "Enter roll", "Expand"} & {
        one.label for one in menu.items
    }
    assert "z isn't in the menu." in desk.press("z").entry
    assert desk.model.menu is not None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_row_of_keys_and_menu_have_each_possible_action_once_with_its_own_key(
    game: str, language: str
) -> None:
    """At most five actions of the game are in the row, and at most twelve items in the menu."""
    building = [END_BUILDING] if game == "dampfross" else []
    for blocks in ([], building):
        desk = AtDesk(Start(game, blocks=blocks).disk(), language=language)
        model, menu = desk.model, desk.press("+").model.menu
        assert menu is not None
        commands = {f"command:{one.action}": model.key(one.id) for one in TABLE_COMMANDS}
        own = {f"verb:{name}": key for name, key in model.verb_keys.items()} | commands
        assert all(one.key == (own[str(one.target)] or one.key) for one in menu.items)
        shown = model.shown_verbs()
        assert len(shown) <= 5
        assert len(menu.items) <= 12
        possible = {name for name, key in model.verb_keys.items() if key and model.beginning.can_begin(name)}
        listed = [*shown, *(one.target.value for one in menu.items if one.group == "play")]
        assert len(listed) == len({*listed})
        assert possible - {"join"} <= {*listed}


# In the app


@pytest.mark.parametrize("key", ["escape", "z", "left", "f5"])
async def test_any_key_covers_a_balance_that_was_looked_at_also_one_that_means_nothing(key: str) -> None:
    """stephensons-rocket.md, "Options": hidden money masks screens until the end."""
    counted = {"do": "recount", "position": {"cash": {BEATE: 4000}}, "reason": "notes counted"}
    async with running(app_of(disk_of([counted], options={"hidden_money": True}))) as table:
        assert "4,000" not in table.text()
        await table.press("k", "b")
        assert "4,000" in table.text()
        await table.press(key)
        assert "4,000" not in table.text()


async def test_a_key_that_fits_nothing_rings_and_no_other_key_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """entering.md, "What is asked decides what three kinds of keys do": also Tab at a question about an answer."""
    async with running(app_of(TABLE.disk())) as table:
        keys, rung = list[str](), list[str]()
        monkeypatch.setattr(table.app, "bell", lambda: rung.append(keys[-1]))
        for key in ("e", "5", "1", "enter", "tab", "x", "enter", "enter", "tab", "q", "y"):
            keys.append(key)
            await table.press(key)
        assert rung == ["1", "x", "tab", "q"]
        assert "Beate extends GWR" in table.text()


async def test_pointing_does_what_keys_do_at_hints_choices_and_parts_and_opens_a_line_of_the_log() -> None:
    disk = TABLE.disk()
    async with running(app_of(disk)) as table:
        await table.click("e Extend")
        await table.click("5 GWR")
        assert "Line GWR" in block_text(table, "entry")
        await table.click("Manchester", below="Extend line")
        assert "Line GWR ▸Towns Manchester" in block_text(table, "entry")
        await table.click("Station   Veto")
        assert "Whose station was on that space:" in block_text(table, "entry")
        await table.click("d Dora")
        await table.click("Enter Save")
        await table.click("Beate extends GWR to Manchester")
        assert table.lines()[0].strip() == "Entry 1"
        await table.press("escape")
        assert table.lines()[0].lstrip().startswith("Stephenson's Rocket")
    assert AtDesk(disk).blocks == [extend(BEATE, "GWR", metropolises=["Manchester"], station=DORA)]


async def test_text_drawn_over_with_the_mouse_is_copied_and_nothing_under_it_is_pressed() -> None:
    """From the middle of a line to the middle of the next. Ctrl+C copies; boxes for one line paste it as one."""
    async with running(app_of(TABLE.disk())) as table:
        await table.press("e")
        at = next(at for at, line in enumerate(table.lines()) if "Station   Veto" in line)
        above, chosen = table.lines()[at : at + 2]
        start, end = (above.index("Station"), at), (chosen.index("NER"), at + 1)
        await table.draw_over(start, end)
        await table.press("ctrl+c")
        assert table.app.clipboard == f"{above[start[0] :].rstrip()} {chosen[: end[0] + 1]}"
        assert "The line Beate extends:" in block_text(table, "entry"), "NER isn't taken"


async def test_a_line_is_painted_without_places_of_its_characters() -> None:
    """A style of its own for every span doubles the time of painting; only the mouse asks for them."""
    async with running(app_of(TABLE.disk())) as table:
        styles = [segment.style for strip in screen_strips(table.app) for segment in strip]
        assert not any(style.meta for style in styles if style)


ROCKET = "stephensons-rocket"


def after_keys(keys: str, *blocks: dict[str, Any], game: str = ROCKET) -> AtDesk:
    return AtDesk(Start(game, blocks=blocks).disk()).press(keys)


MOVES = [{"do": "move", "by": ANTON, "with": "coal", "stop": stop} for stop in ("wood", "stone")]
END = {"do": "end-turn", "by": ANTON}
BEATES = {**MOVES[0], "by": BEATE}
PUT_IN = {"do": "insert", "before": 2, "action": MOVES[1]}


@pytest.mark.parametrize(
    ("later", "keys", "block"),
    [
        ([], "tab a enter m n enter", PUT_IN),
        ([], "m n ctrl+b a enter enter", PUT_IN),
        ([BEATES], "tab a enter m n enter", PUT_IN),
        ([], "tab a n m n enter", {**MOVES[1], "first": [{**END, "by": BEATE}, {**END, "by": CLAUS}]}),
        ([BEATES], "tab c m n enter", {**MOVES[1], "by": CLAUS, "first": [{**END, "by": BEATE}]}),
    ],
)
def test_what_somebody_forgot_goes_into_the_turn_that_is_over(
    later: list[dict[str, Any]], keys: str, block: dict[str, Any]
) -> None:
    """Anton's turn is over, and the stone he also took belongs before its end; nothing is filled in behind it."""
    desk = after_keys("", MOVES[0], END, *later, game="whistle-stop")
    *before, last = keys.split()
    seen = "".join(desk.press(key).entry for key in before)
    assert ("Enter Into Anton's last turn, before entry 2" in seen) == ("c" not in before)
    assert ("Anton, Holdings coal 3 2" in seen) == ("insert" in block["do"])
    assert desk.press(last).blocks[-1] == block


def test_enter_at_a_new_entry_first_asks_how_to_repair_an_earlier_one_that_no_longer_plays() -> None:
    """A file can hold such an entry: after another Companion, or an edit by hand. The new entry stays open."""
    desk = AtDesk(disk_of([skip(ANTON), skip(CLAUS)])).press("p")
    assert "Entry 2 (Claus passes) isn't possible" in desk.entry
    assert "Enter Fix it" in desk.hints
    assert "Enter Fix it" not in desk.press("enter").hints
    assert "Edit entry 2" in desk.entry
    desk.press("m enter")  # Claus had one more action
    assert "isn't possible" not in desk.entry
    assert "Pass" in desk.entry
    assert "Enter Save" in desk.hints


@pytest.mark.parametrize(("mined", "told"), [(0, "Nothing is hidden"), (1, "Scores aren't hidden here.")])
def test_gold_is_hidden_also_where_scores_are_not(mined: int, told: str) -> None:
    gold = {"do": "move", "by": ANTON, "stop": "gold-mine", "with": "coal", "gold": [5]}
    assert told in AtDesk(disk_of([gold] * mined, game="whistle-stop")).press("k").entry


def test_a_forgotten_end_of_turn_is_offered_with_the_entries_that_were_the_next_players() -> None:
    """Three entries of Beate were saved as Anton's: one step puts the end of his turn before them."""
    moves = [{"do": "move", "by": ANTON, "with": "coal", "stop": one} for one in ("wood", "stone", "cotton")]
    desk = after_keys("tab", *moves, game="whistle-stop")
    assert "Move the last 2 entries to Beate" in desk.entry
    assert isinstance(desk.press("2").model.state, Offering)
    steps = [(step.action.do, step.action.by) for step in desk.press("enter").session.record.steps]
    assert steps == [("move", ANTON), ("end-turn", ANTON), ("move", BEATE), ("move", BEATE)]
    assert desk.session.record.up == BEATE
    assert len(desk.press("u").session.record.steps) == 3
