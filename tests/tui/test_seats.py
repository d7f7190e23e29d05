"""The page of a new session without a screen: what each key and each pointing does to the plan."""

import pytest

from companion.core.people import People, Person
from companion.report.spans import plain
from companion.report.words import Speaker
from companion.tui.draw.new_session import new_session_lines, row_help
from companion.tui.models.new_session import FormRow, NewSessionModel
from tests.support import ANTON, BEATE, CLAUS, DORA, THREE
from tests.tui.seating import add, corrected_table, names, press, said, seating

PEOPLE: People = (
    Person(CLAUS, "green"),
    Person(ANTON, "red"),
    Person("Anna"),
    Person(BEATE, "blue"),
    Person(DORA),
)


def helped(model: NewSessionModel) -> str:
    """What stands above the rows."""
    lines = row_help(model, Speaker(model.plan.ruleset), 200)
    return " ".join("".join(span.text for span in line) for line in lines).strip()


# Players


def test_names_are_typed_one_after_the_other_and_enter_alone_goes_on_to_play() -> None:
    model = corrected_table(*THREE)
    assert names(model) == list(THREE)
    assert model.row == FormRow("add")
    press(model, "enter")
    assert model.row == FormRow("play")
    full = corrected_table(ANTON, BEATE, CLAUS, DORA)
    assert full.row == FormRow("play"), "spec, Components: 2 to 4 players"
    assert FormRow("add") not in full.rows


def test_a_remembered_player_keeps_the_digit_while_others_sit_down() -> None:
    model = seating(PEOPLE)
    assert [place + 1 for place, _ in model.offered] == [1, 2, 3, 4, 5]
    press(model, "2")
    assert [(place + 1, one.name) for place, one in model.offered] == [
        (1, CLAUS),
        (3, "Anna"),
        (4, BEATE),
        (5, DORA),
    ]
    press(model, "4", "1")
    assert [(seat.name, seat.colour) for seat in model.plan.seats] == [
        (ANTON, "red"),
        (BEATE, "blue"),
        (CLAUS, "green"),
    ]


def test_the_digit_of_somebody_who_sits_already_adds_nobody_and_begins_a_name() -> None:
    model = seating(PEOPLE)
    press(model, "2", "2")
    assert names(model) == [ANTON]
    assert model.typed == "2"


def test_a_name_may_begin_with_a_digit_that_nobody_has() -> None:
    model = seating(PEOPLE)
    add(model, "7of9", "0x", "7")
    assert names(model) == ["7of9", "0x", "7"]


def test_a_letter_on_play_begins_a_name() -> None:
    model = corrected_table(ANTON, BEATE)
    press(model, "enter", *CLAUS, "enter")
    assert names(model) == list(THREE)


def test_tab_completes_the_name_of_somebody_who_played_before_with_the_last_colour() -> None:
    model = seating(PEOPLE)
    press(model, *"be", "tab")
    assert model.typed == BEATE
    press(model, "enter", *"an", "tab")
    assert [(seat.name, seat.colour) for seat in model.plan.seats] == [(BEATE, "blue")]
    assert model.typed == ANTON, "the most recent of those that fit"
    assert [one.name for _, one in model.offered] == [ANTON]


def test_tab_without_anything_to_complete_goes_to_the_next_row() -> None:
    model = corrected_table(ANTON, BEATE)
    press(model, "tab")
    assert model.row == FormRow("starts")


def test_tab_goes_from_the_game_to_add_and_stays_there_until_there_are_players_enough() -> None:
    """So that names never land in an option."""
    model = seating()
    press(model, "up", "right", "tab", *ANTON, "enter")
    assert (model.row, names(model)) == (FormRow("add"), [ANTON])
    model = seating()
    press(model, "up", "2", "tab", *ANTON, "enter", "tab", *BEATE, "enter")
    assert (model.row, names(model)) == (FormRow("add"), [ANTON, BEATE])


def test_what_is_typed_is_taken_by_whatever_leaves_the_row() -> None:
    model = seating()
    press(model, *ANTON, "down")
    assert names(model) == [ANTON]


def test_players_are_moved_renamed_coloured_and_taken_away_by_keys() -> None:
    model = corrected_table(*THREE)
    press(model, "up")
    assert model.row == FormRow("seat", 2)
    press(model, "move-up")
    assert (names(model), model.row) == ([ANTON, CLAUS, BEATE], FormRow("seat", 1))
    press(model, "move-down", "move-down")
    assert (names(model), model.row) == ([ANTON, BEATE, CLAUS], FormRow("seat", 2))
    press(model, *["backspace"] * 5, *DORA, "right", "up", "right", "right", "left")
    assert [(seat.name, seat.colour) for seat in model.plan.seats] == [
        (ANTON, None),
        (BEATE, "blue"),
        (DORA, "red"),
    ]
    press(model, *["backspace"] * 5, "enter")
    assert names(model) == [ANTON, DORA]


@pytest.mark.parametrize("key", ["enter", "delete", "down"])
def test_whoever_is_taken_out_leaves_the_row_to_the_next_player(key: str) -> None:
    model = corrected_table(*THREE)
    model.go(FormRow("seat", 1))
    press(model, "delete")
    assert (names(model), model.is_leaving) == (list(THREE), True), "a name may still be typed"
    press(model, key)
    assert (names(model), model.row, model.typed) == ([ANTON, CLAUS], FormRow("seat", 1), CLAUS)
    press(model, "delete", key)
    assert (names(model), model.row) == ([ANTON], FormRow("add"))


def test_the_row_of_a_player_says_its_keys() -> None:
    model = corrected_table(*THREE)
    model.go(FormRow("seat", 1))
    assert "Delete takes out" in helped(model)
    press(model, "delete")
    assert helped(model) == "Enter takes Beate out; or type another name"


def test_a_digit_on_play_seats_somebody_who_is_offered_above() -> None:
    model = seating(PEOPLE)
    press(model, "2", "4", "enter", "1")
    assert (names(model), model.row) == ([ANTON, BEATE, CLAUS], FormRow("add"))
    press(model, "enter", "9")
    assert (names(model), model.row) == ([ANTON, BEATE, CLAUS], FormRow("play"))
    assert said(model) == ["nobody has that digit; type a name, or go on with Enter"]


def test_a_game_chosen_by_its_digit_is_said_until_the_next_key() -> None:
    model = seating()
    press(model, "up", "3")
    assert helped(model) == "Whistle Stop is chosen; now the players"
    press(model, "A")
    assert helped(model) == ""


def test_backspace_under_add_goes_back_to_the_last_player() -> None:
    model = corrected_table(ANTON, BEATE)
    press(model, "backspace")
    assert (model.row, model.typed) == (FormRow("seat", 1), BEATE)


def test_who_starts_is_chosen_or_drawn() -> None:
    model = corrected_table(*THREE)
    model.go(FormRow("starts"))
    press(model, "right")
    assert model.plan.start_place == 1
    press(model, "left", "left")
    assert model.plan.start_place == 2
    press(model, "1")
    assert model.plan.start_place == 0
    press(model, "d")
    assert model.plan.start_place == 2, "the last of three was drawn"
    assert model.plan.header()["starts"] == CLAUS


# What keeps a session from being made


def test_at_an_empty_table_nobody_is_drawn_and_players_are_asked_for() -> None:
    model = seating()
    model.go(FormRow("starts"))
    press(model, "d", "right", "1")
    assert model.plan.seats == ()
    model.go(FormRow("play"))
    press(model, "enter")
    assert model.wish is None
    assert "add the players in the order of their seats" in said(model)


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ((ANTON,), "Stephenson's Rocket takes 2 to 4 players, not 1"),
        ((ANTON, "anton "), "two players would be called anton; give each a name of their own"),
        ((ANTON, "x" * 81), "players[2].name must not be longer than 80 characters"),
    ],
)
def test_what_is_wrong_is_one_sentence_and_play_waits(players: tuple[str, ...], sentence: str) -> None:
    model = corrected_table(*players)
    press(model, "enter", "enter")
    assert model.row == FormRow("play")
    assert model.wish is None
    assert said(model) == [sentence]


def test_a_game_with_fewer_seats_says_so_and_loses_nobody() -> None:
    """Spec of Dampfross: up to six players; of Stephenson's Rocket: up to four."""
    model = corrected_table(ANTON, BEATE, CLAUS, DORA, "Emil", game="dampfross")
    model.go(FormRow("game"))
    press(model, "2")
    assert model.plan.game == "stephensons-rocket"
    assert model.row == FormRow("play"), "there is nobody to be added"
    press(model, "enter")
    assert said(model) == ["Stephenson's Rocket takes 2 to 4 players, not 5"]
    model.go(FormRow("game"))
    press(model, "left", "enter", "enter", "enter")
    assert model.wish == "play"
    assert len(model.plan.seats) == 5


def test_two_of_one_colour_are_only_a_hint() -> None:
    model = seating((Person(ANTON, "red"), Person(BEATE, "red")))
    press(model, "1", "2", "enter")
    lines, _ = new_session_lines(model, Speaker(model.plan.ruleset), 80)
    assert "Anton and Beate have the same colour, red; that is allowed" in " ".join(map(plain, lines))
    press(model, "enter")
    assert model.wish == "play"


# Pointing


def test_seats_are_moved_coloured_and_emptied_by_pointing() -> None:
    model = corrected_table(*THREE)
    model.point("up:2")
    assert names(model) == [ANTON, CLAUS, BEATE]
    model.point("down:0")
    assert names(model) == [CLAUS, ANTON, BEATE]
    model.point("colour:1")
    assert model.plan.seats[1].colour == "red"
    model.point("out:1")
    assert names(model) == [CLAUS, BEATE]
    model.point("draw")
    assert model.plan.start_place == 1


def test_the_seat_that_is_pointed_at_is_meant_even_when_another_one_is_emptied_by_it() -> None:
    model = corrected_table(*THREE)
    model.go(FormRow("seat", 0))
    press(model, *["backspace"] * 5)
    model.point("out:1")
    assert names(model) == [CLAUS]


def test_a_game_is_chosen_by_pointing_and_what_was_typed_is_not_lost() -> None:
    model = seating(PEOPLE)
    press(model, *ANTON)
    model.point("game:whistle-stop")
    assert (model.plan.game, names(model)) == ("whistle-stop", [ANTON])
    model.go(FormRow("title"))
    model.point("pick:3")
    assert names(model) == [ANTON, BEATE]
    model.point("row:seat/9")
    assert FormRow("seat", 9) not in model.rows


def test_play_and_position_are_asked_for_by_pointing() -> None:
    model = corrected_table(*THREE)
    wishes = []
    for target in ("row:position/0", "row:play/0"):
        model.point(target)
        wishes.append(model.wish)
    assert wishes == ["position", "play"]


def test_a_key_that_means_nothing_in_a_row_is_left_to_others() -> None:
    model = corrected_table(*THREE)
    model.go(FormRow("game"))
    assert not model.press("?")
    assert not model.press("f1")
    assert not model.press("9"), "there is no ninth game"
