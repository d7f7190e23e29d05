"""Nothing typed is misread: what new users typed and what Companion took it for."""

from typing import Any

import pytest

from companion.desk.entry_view import entry_view
from companion.desk.states import Entering
from tests.dampfross.moves import END_BUILDING, depart, train
from tests.support import ANTON, BEATE, CLAUS
from tests.tui.acting import Start
from tests.tui.desk import AtDesk
from tests.tui.entries_of_rocket import TABLE as ROCKET
from tests.tui.entries_of_whistle_stop import TABLE as WHISTLE
from tests.tui.test_typed_names import at as at_desk

BUILDING = Start("dampfross")
RUNNING = Start("dampfross", blocks=[END_BUILDING])


def at(start: Start, keys: str, language: str = "en") -> AtDesk:
    return at_desk(start, keys, language)


def draft(start: Start, keys: str) -> dict[str, Any]:
    return at(start, keys).model.form.draft


# Lists as they are shown


@pytest.mark.parametrize("typed", ["Leeds, Manchester", "Leeds,Manchester", "leeds , manchester"])
def test_a_comma_ends_one_name_of_a_list(typed: str) -> None:
    """Towns are shown as Leeds, Manchester; typed so they were one new town, and the count of towns was wrong."""
    towns = draft(ROCKET, f"e 5 '{typed}' enter")
    assert towns == {"line": "GWR", "railway_towns": ["Leeds"], "metropolises": ["Manchester"]}


def test_new_names_of_a_list_are_asked_about_behind_the_last_one() -> None:
    """The s of Stoke answered that Bradford is a start town, and the rest of the list was lost."""
    desk = at(ROCKET, "e 5 'Bradford, Stoke, Leeds' enter")
    assert "Bradford is new." in desk.entry
    assert "Stoke is new." in desk.press("r").entry
    assert desk.press("r").model.form.draft == {
        "line": "GWR",
        "railway_towns": ["Bradford", "Stoke", "Leeds"],
    }


def test_a_slip_within_a_list_loses_nothing_behind_it() -> None:
    towns = draft(ROCKET, "e 5 'Manchestre, Leeds' enter 1")
    assert towns == {"line": "GWR", "metropolises": ["Manchester"], "railway_towns": ["Leeds"]}


@pytest.mark.parametrize(
    "keys", ["6 5 , 3 4 ,", "6 5 ' ' 3 4", "6 5 3 4", "1 2 , 1 3 ,", "'12 13'", "'12,13'"]
)
def test_a_comma_or_a_space_between_numbers_is_no_answer(keys: str) -> None:
    """12,13 was one city 12 called ",13"."""
    made = draft(BUILDING, f"b {keys}")
    assert (made["cities"], "names" in made) == ([65, 34] if "6" in keys else [12, 13], False)


def test_a_comma_ends_the_name_of_a_city() -> None:
    made = draft(BUILDING, "b 1 2 'Bremen,13'")
    assert (made["cities"], made["names"]) == ([12, 13], {"12": "Bremen"})


# Trains


@pytest.mark.parametrize(
    ("keys", "trains"),
    [
        ("a b", [[ANTON], [BEATE]]),
        ("a b c", [[ANTON], [BEATE], [CLAUS]]),
        ("a + b", [[ANTON, BEATE]]),
        ("a + b c", [[ANTON, BEATE], [CLAUS]]),
        ("'Anton' 'Beate'", [[ANTON], [BEATE]]),
        ("'Anton+Beate'", [[ANTON, BEATE]]),
        ("a a b", [[ANTON], [BEATE]]),
    ],
)
def test_two_letters_are_two_trains_and_a_plus_shares_one(keys: str, trains: list[list[str]]) -> None:
    """a b was one train that got 10 each, where two were meant."""
    assert [one["players"] for one in draft(RUNNING, f"d 6 5 3 1 {keys}")["trains"]] == trains


def test_fares_are_never_offered_to_those_who_ride() -> None:
    state = at(RUNNING, "d 6 5 3 1 a + b tab").model
    assert isinstance(state.state, Entering)
    assert [one.choice.value for one in entry_view(state, state.state).options] == [CLAUS]


# Numbers


@pytest.mark.parametrize("half_fields", [1, 2, 10, 12])
def test_enter_behind_every_number_saves_what_is_complete(half_fields: int) -> None:
    """Of 0 to 12, 1 waited for Enter and 2 did not: the letters of the next entry went into this one."""
    digits = " ".join(str(half_fields))
    desk = at(BUILDING, f"b tab b tab tab {digits} enter")
    assert desk.blocks[-1]["fees"] == [{"to": BEATE, "halves": half_fields}]
    assert not desk.model.is_entering


@pytest.mark.parametrize("digit", [1, 2])
def test_a_letter_behind_a_number_answers_what_follows(digit: int) -> None:
    fees = draft(BUILDING, f"b tab b tab tab {digit} c 3")["fees"]
    assert fees == [{"to": BEATE, "halves": digit}, {"to": CLAUS, "joins": 3}]


def test_a_number_shows_what_it_does_before_enter() -> None:
    assert "Routes in points: Anton 8" in at(RUNNING, "d 6 5 3 1 a tab tab 8").entry


def test_nobody_pays_a_fee_to_themselves_with_a_ruling_either() -> None:
    desk = at(BUILDING, "b tab a")
    assert '"a" doesn\'t fit here' in desk.entry
    assert "fees" not in desk.model.form.draft


@pytest.mark.parametrize(("keys", "wrong"), [("d 9", "9"), ("d 1 7", "17"), ("b 7", "7")])
def test_digits_that_no_city_begins_with_are_refused_at_once(keys: str, wrong: str) -> None:
    """d 99 showed start 9 and goal 9, and waited for a train."""
    start = RUNNING if keys[0] == "d" else BUILDING
    desk = at(start, keys)
    assert desk.model.form.draft == {}
    assert desk.model.form.problem is not None
    assert wrong in desk.model.speaker.say(desk.model.form.problem)


def test_a_number_below_its_range_is_refused_by_enter() -> None:
    """d 2 Enter 3 Enter was start 2 and goal 3."""
    desk = at(RUNNING, "d 2 enter")
    assert "Enter 11 to 66, not 2." in desk.entry
    assert desk.model.form.draft == {}


def test_a_number_that_no_city_has_says_so_and_backspace_takes_back_nothing_else() -> None:
    """49 was "too much: enter 11 to 66", and Backspace removed the city before it."""
    desk = at(BUILDING, "b 'München' enter 4 9")
    assert "There's no 49 on the board." in desk.entry
    assert desk.press("backspace").model.form.draft == {"cities": [65]}


def test_a_tie_without_its_second_is_not_saved() -> None:
    """a b a = Enter saved an order of arrival, while the one who ties was about to be named."""
    start = Start("dampfross", blocks=[END_BUILDING, depart(train(ANTON), train(BEATE), train(CLAUS))])
    desk = at(start, "a a b =")
    assert "c Claus" in desk.entry, "the letters stay"
    assert len(desk.press("enter").blocks) == len(start.blocks)
    assert desk.press("c").model.form.draft["places"] == [[ANTON], [BEATE, CLAUS]]


# Tab and Delete


def test_tab_goes_one_question_on_behind_a_list_that_ended_by_itself() -> None:
    """j b Tab 1 made a city called 1, since Tab was swallowed."""
    before = at(BUILDING, "j b")
    after = at(BUILDING, "j b tab")
    assert before.model.form.cursor == ("cities",)
    assert after.model.form.cursor == ("fees",)


def test_a_row_that_exists_is_changed() -> None:
    """A second row for Beate was added to the fees, where the fares replaced the first."""
    assert draft(BUILDING, "b tab b 1 , c 2 , b 3")["fees"] == [
        {"to": BEATE, "joins": 3},
        {"to": CLAUS, "joins": 2},
    ]
    fares = draft(RUNNING, "d 6 5 3 1 a tab b 1 c 2 b 9")["trains"][0]["fares"]
    assert fares == [{"to": BEATE, "fields": 9}, {"to": CLAUS, "fields": 2}]


# Did you mean


def test_a_misspelt_town_is_not_saved_while_another_one_is_suggested() -> None:
    desk = at(ROCKET, "t 'Guilford' enter")
    assert "Did you mean Guildford? 1 Guildford 2 Guilford" in desk.entry
    assert desk.press("enter enter").model.form.draft == {}
    assert desk.press("1").model.form.draft["city"] == "Guildford"
    assert draft(ROCKET, "t 'Guilford' enter 2")["city"] == "Guilford"


def test_a_misspelt_town_of_an_extension_is_suggested_by_its_key() -> None:
    desk = at(ROCKET, "e 5 'Manchestre' enter")
    assert "Or did you mean Manchester?" in desk.entry
    assert desk.press("1").model.form.draft["metropolises"] == ["Manchester"]


def test_a_misspelt_city_is_suggested() -> None:
    desk = at(BUILDING, "b 'Mnchen' enter")
    assert "Did you mean München? 1 München" in desk.entry
    assert desk.press("enter").model.form.draft == {"cities": [65]}, (
        "there is nothing else that Enter could take"
    )


@pytest.mark.parametrize("typed", ["Warehuose", "Cabooes", "Comapss"])
def test_the_letters_of_a_misspelt_card_pay_nothing(typed: str) -> None:
    """w was the Warehouse, and the other letters were goods that it cost."""
    desk = at(WHISTLE, f"b '{typed}'")
    assert desk.model.form.draft == {}
    assert "Did you mean" in desk.entry
    assert desk.press("enter").model.form.draft["upgrade"] in ("warehouse", "caboose", "compass")


def test_a_misspelt_player_is_suggested_and_enter_takes_it() -> None:
    desk = at(BUILDING, "b tab 'Cluas'")
    assert "Did you mean Claus? Enter takes it." in desk.entry
    assert desk.press("enter").model.form.draft["fees"] == [{"to": CLAUS}]


def test_several_names_that_fit_are_told() -> None:
    assert "Which one do you mean: Leeds" in at(ROCKET, "e 5 l enter").entry


# Names that begin with a digit


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "1st Class Cabin"),
        ("de", "Abteil erster Klasse"),
        ("hu", "első osztályú fülke"),
        ("it", "cabina di prima classe"),
    ],
)
def test_a_digit_that_is_no_key_begins_a_name_and_the_rest_of_it_pays_nothing(
    language: str, name: str
) -> None:
    """In German 1 was the cabin, and the s and t of 1st were stone and steel that it cost."""
    for keys in ("1", "1s", "1st"):
        desk = at(WHISTLE, f"b '{keys}'", language)
        assert desk.model.form.draft == {}, keys
        assert f"{keys} ▸{name}" in desk.entry
    assert desk.press("enter").model.form.draft == {"upgrade": "first-class-cabin"}


@pytest.mark.parametrize("keys", ["wag", "wagen"])
def test_what_does_not_fit_marks_no_choice(keys: str) -> None:
    """Lagerhaus was marked, by its English name warehouse, beside the sentence that says that nothing fits."""
    desk = at(WHISTLE, f"b '{keys}'", "de")
    assert desk.model.form.draft == {}
    assert f"„{keys}“ passt hier nicht." in desk.entry
    assert "▸Lagerhaus" not in desk.entry


@pytest.mark.parametrize("letter", ["f", "m"])
def test_a_letter_of_an_english_name_is_no_key_on_another_screen(letter: str) -> None:
    """On a German screen m, which nothing shows, was the Mine Cart, and f the cabin."""
    desk = at(WHISTLE, f"v {letter}" if letter == "m" else f"b {letter}", "de")
    assert desk.model.form.draft == {}


def test_a_run_of_two_trains_is_saved_as_two() -> None:
    assert at(RUNNING, "d 6 5 3 1 a b enter").blocks[-1] == depart(train(ANTON), train(BEATE))
