"""Keys: every command and every action can be given another one, none has two meanings, and help tells them all."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.command import CommandPalette

from companion import words
from companion.core.forms import Verb
from companion.core.messages import Message
from companion.forms.lexicon import lexicon_of
from companion.games.registry import engines
from companion.pages.commands import APP, COMMANDS, COUNTING, NEW, PAGE, TABLE, Command
from companion.report.words import Speaker
from companion.storage.config import Config
from companion.tui.app import CompanionApp
from companion.tui.keymap import KEYBOARDS, is_key, key_label, keymap_of, keys_in, verb_commands
from companion.tui.screens.grid import GridPage
from companion.tui.screens.new_session import NewPage
from companion.tui.screens.page import TextScreen
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.table import TableScreen
from companion.words import LANGUAGES, find
from tests.catalogs.files import FOLDER, SHIPPED, fresh_catalogs, mo_bytes, read
from tests.random_play import GAMES
from tests.support import ANTON, BEATE, ROOT, session_of
from tests.tui.desk import AtDesk
from tests.tui.driving import app_of, disk_of, running

ROCKET = "stephensons-rocket"
every_game = pytest.mark.parametrize("game", GAMES)


def verbs_of(game: str) -> tuple[Verb, ...]:
    return session_of(game=game).context().verbs


def with_keys(keys: Mapping[str, str], blocks: tuple[object, ...] = ()) -> CompanionApp:
    return app_of(disk_of(blocks), config=Config(keys), config_path=Path("/settings.toml"))


def sentences(faults: tuple[Message, ...]) -> list[str]:
    return [Speaker().say(fault) for fault in faults]


PASS = {"do": "pass", "by": ANTON}


# Laws over all commands and all games


def test_every_command_has_an_id_of_its_own_keys_that_exist_words_and_a_line_in_the_documentation() -> None:
    text = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
    assert len({one.id for one in COMMANDS}) == len(COMMANDS)
    for command in COMMANDS:
        label, said = Speaker().say(command.label), Speaker().say(command.help)
        assert label
        assert len(said.split()) > 2
        assert not (label + said).startswith("screen.")
        assert all(is_key(key) for key in keys_in(command.keys)), command.id
        keys = ", ".join(f"`{Speaker().key(key)}`" for key in keys_in(command.keys))
        assert f"| `{command.id}` | {keys} | {said} |" in text


def test_no_two_commands_of_one_screen_share_a_key() -> None:
    for board in KEYBOARDS:
        keys = [key for command in board.commands for key in keys_in(command.keys)]
        assert len(keys) == len(set(keys)), board
        assert not set(keys) & board.fixed, board


@pytest.mark.parametrize(
    ("screen", "commands"),
    [
        (TableScreen, TABLE), (NewPage, NEW), (GridPage, COUNTING), (TextScreen, PAGE),
        (CompanionApp, APP),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)  # fmt: skip
def test_a_screen_has_the_keys_of_its_commands(
    screen: type[TextScreen], commands: tuple[Command, ...]
) -> None:
    assert all(hasattr(screen, f"action_{command.action}") for command in commands)
    ids = {binding.id for binding in screen.BINDINGS if isinstance(binding, Binding)}
    assert ids == {command.id for command in commands}


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_an_action_begins_with_one_letter(game: str, language: str) -> None:
    keys = lexicon_of(language, engine=game).verb_keys(verbs_of(game)).values()
    assert {*map(len, filter(None, keys))} == {1}


@every_game
def test_a_key_in_the_english_catalog_is_that_of_the_action(game: str) -> None:
    """A game without keys in the catalog uses its own."""
    verbs = [verb for verb in verbs_of(game) if find(f"{game}.key.{verb.words[0]}", "en")]
    assert [find(f"{game}.key.{verb.words[0]}", "en") for verb in verbs] == [verb.key for verb in verbs]
    assert game not in SHIPPED or verbs == [verb for verb in verbs_of(game) if verb.key]


@contextmanager
def german_keys(folder: Path, monkeypatch: pytest.MonkeyPatch, keys: Mapping[str, str]) -> Iterator[None]:
    """Change the keys of Rocket's actions in the German catalog."""
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
    german = read(FOLDER / "de.po")
    for verb, key in keys.items():
        german[f"{ROCKET}.key.{verb}"] = german[f"{ROCKET}.key.{verb}"]._replace(text=key)
    (folder / "de.mo").write_bytes(mo_bytes("de", german))
    monkeypatch.setattr(words, "__path__", [str(folder)])
    with fresh_catalogs():
        yield


async def test_an_action_whose_key_is_taken_has_none_and_is_behind_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first action keeps the key, the table keeps its own, and the settings can give another one."""
    with german_keys(tmp_path, monkeypatch, {"take-token": "e", "pass": "h"}):
        own = Config({f"{ROCKET}.pass": "z"}, language="de")
        async with running(app_of(disk_of(), config=own)) as table:
            (model,) = table.app.tables
            await table.press("e")
            assert model.form.verb == "extend"
            await table.press("escape", "plus")
            assert model.menu is not None
            (item,) = [one for one in model.menu.items if one.target == "verb:take-token"]
            assert item.key.isdecimal()
            await table.press(item.key)
            assert model.form.verb == "take-token"
            await table.press("escape", "z")
            assert model.form.verb == "pass"


def test_a_translator_gives_an_action_its_key_and_the_settings_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key counts in lines, help and table; the English key if the catalog has none."""
    with german_keys(tmp_path, monkeypatch, {"take-token": "ö", "extend": ""}):
        desk = AtDesk(disk_of(), language="de")
        take, extend = map(desk.model.speaker.short_label, ("take-token", "extend"))
        assert f"ö {take}" in desk.hints
        assert f"e {extend}" in desk.hints
        assert not desk.press("t").model.is_entering
        assert desk.press("ö").model.form.verb == "take-token"
        desk.press("escape").model.open_line('ö "York" stahl')
        assert desk.model.preview is not None
        assert desk.model.preview.block["do"] == "take-token"
        chosen = AtDesk(disk_of(), language="de", keys={f"{ROCKET}.take-token": "z"})
        assert f"z {take}" in chosen.hints
        assert not chosen.press("ö").model.is_entering


def test_a_key_is_shown_as_it_is_printed_on_a_keyboard() -> None:
    keys = (
        "question_mark,f1", "f1", "ctrl+t", "shift+up", "pagedown", "escape", "space", "U", "plus", "comma",
    )  # fmt: skip
    printed = ["?", "F1", "Ctrl+T", "Shift+Up", "PgDn", "Esc", "Space", "U", "+", ","]
    assert [key_label(one, Speaker()) for one in keys] == printed


# Which of the chosen keys hold


@every_game
def test_every_command_and_every_action_can_be_given_another_key(game: str) -> None:
    actions = verb_commands(game, verbs_of(game))
    for one in [command.id for command in (*COMMANDS, *actions)]:
        assert keymap_of({one: "f9"}, actions, engines()) == ({one: "f9"}, ())


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"table.undoo": "x"}, "keys.table.undoo isn't a key you can set."),
        ({"\x1b[2J": "x"}, "keys.'\\x1b[2J' isn't a key you can set."),
        ({f"{ROCKET}.fly": "x"}, f"keys.{ROCKET}.fly isn't a key you can set."),
        ({"table.undo": "h"}, "keys.table.undo: h is already used for table.history."),
        ({"table.undo": "x, F1"}, "keys.table.undo: F1 is already used for app.help."),
        ({"table.undo": "e"}, f"keys.table.undo: e is already used for {ROCKET}.extend."),
        ({f"{ROCKET}.extend": "u"}, f"keys.{ROCKET}.extend: u is already used for table.undo."),
        ({f"{ROCKET}.extend": "?"}, f"keys.{ROCKET}.extend: ? is already used for app.help."),
        ({f"{ROCKET}.adjust": "p"}, f"keys.{ROCKET}.adjust: p is already used for {ROCKET}.pass."),
        ({"app.theme": "w"}, "keys.app.theme: w is already used for table.tables."),
        ({"table.undo": "enter"}, "keys.table.undo: Enter can't be used there."),
        ({f"{ROCKET}.extend": "comma"}, f"keys.{ROCKET}.extend: , can't be used there."),
        ({"start.new": "1"}, "keys.start.new: 1 can't be used there."),
        ({"new.close": "x"}, "keys.new.close: x can't be used there."),
        ({"table.undo": "f99"}, "keys.table.undo: there's no key f99."),
        ({"table.undo": "strg+z"}, "keys.table.undo: there's no key strg+z."),
    ],
)
def test_a_key_that_cannot_be_is_said_and_the_usual_one_stays(chosen: dict[str, str], sentence: str) -> None:
    keymap = keymap_of(chosen, verb_commands(ROCKET, verbs_of(ROCKET)), engines())
    assert sentences(keymap.faults) == [sentence]
    assert keymap.chosen == {}


def test_of_two_that_want_one_key_the_first_has_it() -> None:
    keymap = keymap_of({"table.redo": "f2", "table.undo": "F2"})
    assert keymap.chosen == {"table.redo": "f2"}
    assert sentences(keymap.faults) == ["keys.table.undo: F2 is already used for table.redo."]


def test_the_actions_of_another_game_are_no_fault() -> None:
    chosen = {"dampfross.build": "e", "table.undo": "f2"}
    keymap = keymap_of(chosen, verb_commands(ROCKET, verbs_of(ROCKET)), engines())
    assert keymap == ({"table.undo": "f2"}, ())


# At the table


def test_chosen_keys_begin_actions_do_commands_and_are_the_ones_that_are_told() -> None:
    chosen = {"table.undo": "z", "table.redo": "f2,U", f"{ROCKET}.extend": "x,f3", f"{ROCKET}.remark": "%"}
    desk = AtDesk(disk_of((PASS,)), keys=chosen)
    assert "z Undo" in desk.hints
    assert "x Extend " in desk.hints
    assert not desk.press("e").model.is_entering
    for key in ("x", "f3"):
        assert "── Extend line" in desk.press(key).entry
        desk.press("escape")
    assert "── Add note" in desk.press("%").entry
    assert len(desk.press("escape u").session.record.steps) == 1
    assert len(desk.press("z").session.record.steps) == 0
    assert "Press F2 to redo it" in desk.entry, "of several keys the first is told"
    stuck = AtDesk(disk_of(({"do": "pass", "by": BEATE},)), keys={"table.change": "%"})
    assert "Everything before it still counts. Press % to edit it" in stuck.entry


# In the app


async def test_what_was_rebound_has_its_new_key_and_no_longer_the_old_one() -> None:
    """Keys that cannot be are told at the table."""
    keys = {"app.palette": "f6", "app.help": "f7", "table.history": "f8", "table.tables": "f9"}
    more = {"page.close": "f10", "page.down": "f11", f"{ROCKET}.extend": "f2", "nonsense": "x"}
    async with running(with_keys({**keys, **more}, (PASS,))) as table:
        assert "/settings.toml: keys.nonsense isn't a key you can set" in table.seen
        for usual, key, opened in (
            ("ctrl+p", "f6", CommandPalette),
            ("f1", "f7", PageScreen),
            ("h", "f8", PageScreen),
            ("w", "f9", PageScreen),
        ):
            await table.press(usual)
            assert isinstance(table.app.screen, TableScreen), usual
            await table.press(key)
            assert isinstance(table.app.screen, opened), key
            await table.press("escape" if opened is CommandPalette else "f10")
        await table.press("f9", "q", "escape", "backspace")
        assert type(table.app.screen) is PageScreen, "pages close by their new key only"
        assert "F10 Back" in table.text()
        await table.press("f10", "f7")
        assert "F2 Extend line:" in table.seen
        await table.press("tab")
        top = table.text()
        await table.press("pagedown", " ")
        assert table.text() == top
        await table.press("f11")
        assert table.text() != top, "and are turned by theirs"
        await table.press("f10")
        await table.click("F2 Extend")
        assert "── Extend line" in table.text(), "a hint presses the new key"
