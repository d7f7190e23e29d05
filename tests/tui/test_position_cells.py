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


def test_what_cannot_be_is_said_with_the_name_of_its_cell_as_soon_as_it_is_left() -> None:
    """Spec, "Components": 16 shares a line."""
    model = counting()
    model.go(Place(2, 0, 12))
    press(model, *"17", "tab")
    assert model.problem is not None
    sentence = "pile of NER: NER has 16 shares, so its pile cannot be larger"
    assert Speaker(model.plan.ruleset).say(model.problem) == sentence


def test_escape_takes_back_what_is_typed_and_then_is_left_to_the_page() -> None:
    model = counting()
    press(model, *"41", "enter", "up", *"9x", "tab", "escape")
    assert (model.typed, model.problem, model.cell.text) == (None, None, "41")
    assert not model.press("escape")


def test_backspace_takes_letters_of_the_cell_alone_and_never_empties_the_grid() -> None:
    model = counting()
    press(model, *"41", "enter", *"2", "enter", "up", "up", "backspace", "enter")
    assert model.plan.position == {"cash": {ANTON: 4}, "passengers": {ANTON: 2}}
    press(model, "up", *["backspace"] * 9, "enter")
    assert model.plan.position == {"passengers": {ANTON: 2}}


def test_delete_empties_the_cell() -> None:
    model = counting()
    press(model, *"41", "enter", "up", "delete", "enter")
    assert model.plan.position == {}


def test_typing_into_a_filled_cell_begins_anew() -> None:
    model = counting()
    press(model, *"41", "enter", "up", *"7", "enter")
    assert model.plan.position == {"cash": {ANTON: 7}}


def test_up_and_down_go_through_rows_and_over_sections() -> None:
    """Sections of Stephenson's Rocket: three rows with the players across, tokens, lines, the rest."""
    model = counting()
    places = []
    for key in ("right", "right", "down", "down", "down", "down", "up", "up", "up"):
        press(model, key)
        places.append(model.place)
    assert places == [
        (0, 0, 1),
        (0, 0, 2),
        (0, 1, 2),
        (0, 2, 2),
        (1, 0, 2),
        (2, 0, 2),
        (1, 0, 2),
        (0, 2, 2),
        (0, 1, 2),
    ]


def test_tab_goes_on_over_the_ends_of_rows_and_sections_and_back() -> None:
    model = counting()
    press(model, "tab", "tab", "tab", "tab")
    assert model.place == (0, 1, 1)
    press(model, "back-tab", "left")
    assert model.place == (0, 0, 2)
    press(model, *["back-tab"] * 9)
    assert model.place == (0, 0, 0)


def test_enter_goes_down_and_from_the_foot_of_a_column_to_the_next_one_and_the_next_section() -> None:
    model = counting()
    press(model, "enter", "enter", "enter")
    assert model.place == (0, 0, 1)
    press(model, *["enter"] * 6)
    assert model.place == (1, 0, 0)


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


@pytest.mark.parametrize(
    ("key", "place"), [("enter", (0, 2, 0)), ("down", (0, 2, 0)), ("tab", (0, 1, 1)), ("up", (0, 0, 0))]
)
def test_a_key_that_moves_behind_a_number_that_ended_moves_from_its_cell(
    key: str, place: tuple[int, int, int]
) -> None:
    """Who presses Enter or Tab behind every number types the same as who does not."""
    model = counting()
    model.go(Place(0, 1, 0))
    press(model, "3", key)
    assert model.place == place


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
