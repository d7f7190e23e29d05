"""Every number, option and stop of a shipped ruleset has code that reads it, or it would silently change nothing."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.core.board_notes import BoardNotes
from companion.games.models import Model
from companion.games.ruleset import Ruleset, Translated
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.stopping import Stop
from companion.games.whistle_stop.stops import stop_of
from companion.report.session_json import session_structure
from companion.session import Session
from companion.storage import loaded_ruleset
from companion.storage.loaded_ruleset import Loaded
from companion.storage.places import examples_folder
from tests import support
from tests.dampfross.moves import RUNS
from tests.support import ANTON, BEATE, FILE, ROOT, all_loaded, all_shipped, library, loaded, text_of
from tests.whistle_stop.moves import held, move, share, trade, use

UNREAD = {
    "format": "the check of the file: which tables it has",
    "SpecialTable.dice": "the check of the file: which rows the table must have",
    "Note.count": "known of the box; in the digest of every recorded session, so it can't go unnoticed",
    "LineRule.colour": "known of the box; in the digest of every recorded session, so it can't go unnoticed",
}
"""Keys that no code reads in a game, and why they stand in a file."""
PLAYED = [*(ROOT / "tests/golden").glob("*.toml"), *examples_folder().glob("*.toml")]
CABIN = {"upgrades": ["first-class-cabin"]}
SELDOM: dict[str, list[tuple[list[dict[str, Any]], dict[str, Any]]]] = {
    "dampfross": [
        ([], {"position": RUNS, "options": {"map": "france", "special_runs": True}}),
        ([{"by": ANTON, "do": "build", "roll": 4, "one_left": True}], {}),
        (
            [{"do": "depart", "start": 11, "goal": 66, "trains": [{"players": [ANTON]}]}],
            {"position": {**RUNS, "runs_done": 1}, "options": {"expansion": "ten-percent"}},
        ),
    ],
    "whistle-stop": [
        (
            [
                use("first-class-cabin"),
                move("trading-post", trades=[trade("cotton", "coal", "coal"), trade("steel", "whiskey")]),
                move("exchange", rate=3, share=share("A", 1)),
            ],
            held(Anton={**CABIN, "goods": {"cotton": 1, "steel": 1}, "shares": {"A": [1]}, "gold": [0]}),
        )
    ],
}
"""Entries that no golden session and no example has, each list with the rest of its header."""


def texts(game: str) -> Iterator[str]:
    for path in PLAYED:
        text = path.read_text(encoding="utf-8")
        if tomllib.loads(text).get("game") == game:
            yield text
    for blocks, more in SELDOM.get(game, ()):
        yield text_of(blocks, (ANTON, BEATE), game=game, **more)


def look_at(session: Session) -> None:
    """Ask for whatever the game shows and asks in the state of a session."""
    game, state, notes = session.record.game, session.record.state, BoardNotes()
    session_structure(session)
    game.names.colours(notes)
    game.views.reminders(state)
    for row in game.actions:
        row.model.questions(game, state, {}, notes)
    if game.set_up is not None:
        game.set_up.steps(session.record.roster)
    if game.description is not None:
        game.description.explanation()
    if game.final_sheet is not None:
        game.final_sheet.form(state, {}, notes)


class Asked(dict[str, Any]):
    """Options of a table, which note which of them are read."""

    def __init__(self, options: dict[str, Any], found: set[str], handed_on: Sequence[str]) -> None:
        super().__init__(options)
        self.found, self.handed_on = found, handed_on

    def __getitem__(self, name: str) -> Any:
        if name not in self.handed_on:
            self.found.add(f"options.{name}")
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self.keys() else default


def reads(patch: pytest.MonkeyPatch, game: type[Any]) -> set[str]:
    """Return a set that fills with the fields, by model, and the options that are read from now on."""
    found, loading, model = set[str](), list[Path](), game.ruleset_model
    look_up, complete = Model.__getattribute__, model.options_for

    def field(model: Model, name: str) -> Any:
        if not loading and not name.startswith("_") and name in type(model).model_fields:
            found.add(name if isinstance(model, Ruleset) else f"{type(model).__name__}.{name}")
        return look_up(model, name)

    def load(path: Path, files: list[dict[str, Any]]) -> Loaded:
        """Load without recording, and forget what the check worked out, so that it is read when it is used."""
        loading.append(path)
        one = support._load(path, files)
        fresh = type(one.ruleset).model_construct(**dict(one.ruleset))
        loading.pop()
        return replace(one, ruleset=fresh)

    def option(options: tuple[Any, ...], name: str, place: int) -> Any:
        found.add(f"options.{name}")
        return options[place]

    patch.setattr(Model, "__getattribute__", field, raising=False)
    patch.setattr(loaded_ruleset, "load", load)
    own = getattr(import_module(f"{game.__module__.removesuffix('.game')}.state"), "Options", None)
    kept = own._fields if own else ()
    for place, name in enumerate(kept):
        patch.setattr(own, name, property(partial(option, name=name, place=place)))
    patch.setattr(model, "options_for", lambda *given: Asked(complete(*given), found, kept))
    return found


def keys(value: Any) -> Iterator[str]:
    """Yield the keys that a ruleset's file gives, by model, without names and explanations."""
    if isinstance(value, Model) and not isinstance(value, Translated):
        for name in value.model_fields_set:
            part = vars(value)[name]
            if name == "options":
                yield from (f"options.{option}" for option in part)
            elif name not in ("names", "help", "words"):
                yield name if isinstance(value, Ruleset) else f"{type(value).__name__}.{name}"
                yield from keys(part)
    elif isinstance(value, dict | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from keys(part)


SHIPPED = [one for one in all_loaded() if (ROOT / "rulesets" / one.path.name).is_file()]


@pytest.mark.parametrize("one", SHIPPED, ids=lambda one: one.ruleset.id)
def test_every_key_of_a_ruleset_is_read_by_code(one: Loaded, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the check of its file counts as reading, nor what only hands an option on to the state."""
    wanted, game = {*keys(one.ruleset)}, one.ruleset.id
    assert len(wanted) >= 10
    found = reads(monkeypatch, type(one.game))
    for text in texts(game):
        look_at(library({**all_shipped(), FILE: text.encode()}).open(FILE))
    assert sorted(wanted - found) == sorted(wanted & {*UNREAD})


def test_every_stop_of_whistle_stop_does_something() -> None:
    """Stops and used upgrades; only at the start nothing happens, and the caboose does what a stop does."""
    rules = loaded("whistle-stop").ruleset
    assert isinstance(rules, WhistleStopRuleset)
    names = [*rules.stops, *rules.used_upgrades]
    assert len(names) >= 17
    assert [name for name in names if type(stop_of(name)) is Stop and not rules.gains.get(name)] == [
        "start",
        "caboose",
    ]
