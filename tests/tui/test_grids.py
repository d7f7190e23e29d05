"""All grids (setup in mid-game, score sheet, count, tie calculator) behave alike: what is marked is what the next key
changes, and keys move from there.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.forms.drafts import RowOf
from companion.report.words import Speaker
from companion.tui.models.grid_editor import AnyGridEditor, GridEditor, Place
from companion.tui.screens.count import CountModel
from companion.tui.screens.ties import TieModel
from tests.support import ANTON, BEATE, CLAUS, THREE
from tests.tui.counting import Counting
from tests.tui.test_counting import Counted

GAMES = ("dampfross", "stephensons-rocket", "whistle-stop")
every_game = pytest.mark.parametrize("game", GAMES)
NUMBERS = {f"{grid} of dampfross": 0 for grid in ("set-up", "score sheet", "count")}
"""Balances have no bound, so that no digit ends them."""
KEYS = {"ties": 240}
"""Keys pressed at random; 120 where there is more to draw."""
Make = Callable[[Any], AnyGridEditor]


def grids() -> dict[str, tuple[AnyGridEditor, Make]]:
    """An empty grid of every sort, and how another one is made of what was typed into it."""
    found: dict[str, tuple[AnyGridEditor, Make]] = {"ties": (TieModel(THREE), _ties)}
    for game in GAMES:
        found[f"set-up of {game}"] = Counting(game).model, GridEditor
        found[f"score sheet of {game}"] = Counting(game, is_final=True).model, GridEditor
        found[f"count of {game}"] = Counted(game, []).model, lambda plan: CountModel(plan, "counted")
    return found


def _ties(plan: Any) -> TieModel:
    model = TieModel(THREE)
    model.source = plan
    return model


def texts(model: AnyGridEditor) -> dict[Any, str]:
    return {cell.path: cell.text for section in model.sections for cell in section.cells}


@pytest.mark.parametrize("name", grids())
def test_no_key_changes_another_cell_than_the_marked_one_and_arrows_move_from_it(name: str) -> None:
    """Random keys, right after each other: figures, those that end by themselves too, moves and corrections."""
    (model, make), luck = grids()[name], random.Random(name)
    arrows, numbers = ("up", "down", "left", "right"), 0
    moved = 0
    for _ in range(KEYS.get(name, 120)):
        if model.typed is not None and (model.problem or len(model.typed) > 2):
            model.press("delete")
        key = luck.choice([*"1123567890", *arrows, "enter", "tab", "backspace", "delete"])
        before, marked, place = texts(model), model.cell.path, model.place
        if key in arrows and model.typed is None:
            twin = make(model.source)
            twin.go(place)
            twin.press(key)
            model.press(key)
            assert (model.place, model.is_at_end) == (twin.place, twin.is_at_end), (key, place)
            moved += 1
        else:
            model.press(key)
        after = texts(model)
        if after.keys() == before.keys():  # else a row came or went, and those below it moved
            changed = {path for path in after if after[path] != before[path]}
            assert changed <= {marked}, (key, place)
            numbers += bool(changed) and key.isdecimal()
        if model.is_at_end:
            model.press("home")
            model.is_done = False
    assert moved >= 5
    assert numbers >= NUMBERS.get(name, 1), "that ended by themselves"


@every_game
@pytest.mark.parametrize("is_final", [False, True], ids=["set-up", "score sheet"])
def test_players_are_in_the_order_of_the_table_in_a_new_session(game: str, is_final: bool) -> None:
    counting = Counting(game, is_final=is_final)
    model = GridEditor(counting.model.source.start_with(2))
    assert model.sections[0].players == (CLAUS, ANTON, BEATE)


@every_game
def test_players_are_in_the_order_of_the_table_in_a_count(game: str) -> None:
    """Claus starts; then Beate and Anton change seats."""
    moved = [{"do": "seats", "order": [CLAUS, BEATE, ANTON]}]
    for blocks, order in (([], (CLAUS, ANTON, BEATE)), (moved, (CLAUS, BEATE, ANTON))):
        count = Counted(game, blocks, starts=CLAUS)
        assert count.desk.session.record.table.seats == order
        assert count.model.sections[0].players == order


@pytest.mark.parametrize(
    ("language", "letter", "words"),
    [
        ("en", "y", "y yes, n no"),
        ("de", "j", "j ja, n nein"),
        ("hu", "i", "i igen, n nem"),
        ("it", "s", "s sì, n no"),
    ],
)
def test_a_cell_says_which_letter_is_yes_and_the_english_one_is_understood_too(
    language: str, letter: str, words: str
) -> None:
    counting = Counting()
    speaker = Speaker(counting.model.source.ruleset, language, counting.model.source.display_names)
    model = GridEditor(replace(counting.model.source, lexicon=speaker.lexicon))
    counting.model, counting.speaker = model, speaker
    heads = [column.word for column in model.sections[2].columns]
    for row, (key, is_moved) in enumerate(((letter, True), ("y", True), ("n", False))):
        model.go(Place(2, row, heads.index("moved")))
        assert words in counting.asked
        counting.press(key, "down")
        assert model.source.position["lines"][row]["moved"] is is_moved
    key = next(one.key for one in model.source.options if isinstance(one.default, bool))
    assert model.source.with_option_text(key, letter).given == model.source.with_option_text(key, "yes").given


@pytest.mark.parametrize("name", grids())
def test_a_row_that_is_named_does_not_ask_for_its_name(name: str) -> None:
    model, _ = grids()[name]
    named = [row for section in model.sections for row in section.rows if row.labels]
    for row in named:
        assert not [cell for cell in row.cells if isinstance(cell.path[-1], RowOf)], row.labels
    assert named or name == "ties"
