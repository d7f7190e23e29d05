"""The cells of a position: where keys lead, when a number ends, and what is said of a text that does not fit."""

import pytest

from companion.report.words import Speaker
from companion.session.planning import Plan
from companion.tui.models.position import Place, PositionModel
from tests.planned import plan
from tests.support import ANTON, THREE


def counting(game: str = "stephensons-rocket", players: tuple[str, ...] = THREE) -> PositionModel[Plan]:
    return PositionModel(plan(*players, game=game))


def press(model: PositionModel[Plan], *keys: str) -> None:
    for key in keys:
        model.press(key)


def test_a_text_that_does_not_fit_says_why_and_stays() -> None:
    model = counting()
    press(model, *"many", "down")
    assert model.problem is not None
    assert Speaker(model.plan.ruleset).say(model.problem) == 'Anton, cash is a whole number, not "many"'
    assert (model.place, model.typed) == (Place(), "many")
    assert not model.takes_typed()
    model.go(Place(1, 0, 0))
    assert model.place == Place()
    press(model, *["backspace"] * 4, *"41", "down")
    assert model.place == Place(0, 1)
    assert model.plan.position == {"cash": {ANTON: 41}}


def test_escape_takes_back_what_is_typed_and_then_is_left_to_the_page() -> None:
    model = counting()
    press(model, *"41", "enter", "up", *"9x", "tab", "escape")
    assert (model.typed, model.problem, model.cell.text) == (None, None, "41")
    assert not model.press("escape")


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ("right down down", (0, 2, 1)),
        ("right down down down", (1, 0, 1)),
        ("right down down down up", (0, 2, 1)),
        ("tab tab tab tab", (0, 1, 1)),
        ("tab tab tab tab back-tab left", (0, 0, 2)),
        ("back-tab", (0, 0, 0)),
        ("up", (0, 0, 0)),
        ("enter enter enter", (0, 0, 1)),
        ("enter " * 9, (1, 0, 0)),
        # Behind a number that ended by itself a key moves from its cell, as if it had ended it.
        ("down 3 enter", (0, 2, 0)),
        ("down 3 tab", (0, 1, 1)),
        ("down 3 up", (0, 0, 0)),
    ],
)
def test_keys_lead_over_the_ends_of_rows_columns_and_sections(keys: str, place: tuple[int, int, int]) -> None:
    """Sections of Stephenson's Rocket: three rows with the players across, tokens, lines, the rest."""
    model = counting()
    press(model, *keys.split())
    assert model.place == place


@pytest.mark.parametrize(
    ("keys", "cash"), [(("delete",), None), (("7",), 7), (("backspace",), 4), (("backspace",) * 9, None)]
)
def test_a_filled_cell_is_typed_anew_cut_or_emptied_and_no_other_with_it(
    keys: tuple[str, ...], cash: int | None
) -> None:
    model = counting()
    press(model, *"41", "enter", "2", "enter", "up", "up", *keys, "enter")
    left = {} if cash is None else {"cash": {ANTON: cash}}
    assert model.plan.position == {**left, "passengers": {ANTON: 2}}


def test_enter_passes_over_rows_that_were_not_begun() -> None:
    model = counting()
    model.go(Place(2, 0, 0))
    press(model, "enter", *"yes", *["enter"] * 6)
    assert model.place == (2, 1, 1), "L&Y alone was begun"
    press(model, "enter")
    assert model.place == (2, 1, 2)


def test_a_number_ends_by_itself_where_no_further_digit_fits() -> None:
    """Spec, "Components": 9 passengers, 7 stations; a line has 16 shares."""
    model = counting()
    model.go(Place(0, 1, 0))
    press(model, *"31")
    assert model.plan.position == {"passengers": {ANTON: 3}, "loose_stations": {ANTON: 1}}
    model.go(Place(2, 0, 9))
    press(model, "1")
    assert (model.place, model.typed) == (Place(2, 0, 9), "1")
    press(model, "2")
    assert model.typed is None


def test_a_number_that_is_edited_ends_with_enter() -> None:
    model = counting()
    model.go(Place(0, 1, 0))
    press(model, "3", "up", "down", "backspace", *"12")
    assert (model.place, model.typed) == (Place(0, 1, 0), "12")


def test_the_last_cell_is_the_end() -> None:
    model = counting("dampfross")
    press(model, *["tab"] * 200)
    last = model.place
    press(model, "tab", "down")
    assert (model.place, model.is_at_end) == (last, True)
    assert last.section == len(model.sections) - 1
    press(model, "up")
    assert (model.place, model.is_at_end) == (last, False)
    press(model, "end", "enter")
    assert model.is_done


def test_a_row_more_is_there_as_soon_as_the_last_one_is_begun() -> None:
    model = counting()
    model.go(Place(1, 0, 0))
    press(model, *"steel", "down")
    assert model.place == (1, 1, 0)
    press(model, *"leath", "tab")
    assert model.plan.position == {"tokens": [{"commodity": "steel"}, {"commodity": "leather"}]}
