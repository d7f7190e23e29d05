"""The page of a new session without a screen: what each key and each pointing does to the plan."""

import pytest

from companion.core.people import People, Person
from companion.tui.models.new_session import FormRow
from tests.support import ANTON, BEATE, CLAUS, DORA, THREE
from tests.tui.seating import corrected_table, names, press, said, seating

PEOPLE: People = (
    Person(CLAUS, "green"),
    Person(ANTON, "red"),
    Person("Anna"),
    Person(BEATE, "blue"),
    Person(DORA),
)


KEYS = ("enter", "tab", "up", "down", "right", "backspace", "delete")

# Players


THREE_SIT = "Anton enter Beate enter Claus enter"


@pytest.mark.parametrize(
    ("keys", "players", "row"),
    [
        (THREE_SIT, THREE, "add"),
        (f"{THREE_SIT} enter", THREE, "play"),
        (f"{THREE_SIT} Dora enter", (*THREE, DORA), "play"),  # spec, Components: 2 to 4 players
        ("2 2 x enter", (ANTON, "2x"), "add"),  # who sits already is not added again: a name begins
        ("7of9 enter 0x enter", ("7of9", "0x"), "add"),  # nobody has that digit
        ("2 4 enter Claus enter", THREE, "add"),  # a letter on Play begins a name
        ("2 4 enter 1", THREE, "add"),  # and a digit is still somebody who is offered
        ("2 4 enter 9", (ANTON, BEATE), "play"),
        ("be tab enter an tab enter", (BEATE, ANTON), "add"),  # the most recent of those that fit
        ("2 4 tab", (ANTON, BEATE), "starts"),
        ("up right tab Emil enter", ("Emil",), "add"),  # names never land in an option
        ("up 2 tab Emil enter tab Fritz enter", ("Emil", "Fritz"), "add"),
        ("Emil down", ("Emil",), "starts"),  # taken by whatever leaves the row
        ("2 4 backspace", (ANTON, BEATE), "seat"),
        ("2 4 1 up up delete enter", (ANTON, CLAUS), "seat"),
        ("2 4 1 up up delete down delete delete", (ANTON,), "add"),
    ],
)
def test_players_sit_down_by_digit_or_name_and_the_mark_goes_where_keys_go_on(
    keys: str, players: tuple[str, ...], row: str
) -> None:
    """Claus, Anton, Anna, Beate and Dora played before, in that order; the digits are theirs."""
    model = seating(PEOPLE)
    for key in keys.split():
        press(model, *([key] if key in KEYS else key))
    assert (tuple(names(model)), model.row.kind) == (players, row)


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


def test_what_is_wrong_is_one_sentence_and_play_waits() -> None:
    model = corrected_table(ANTON, "anton ")
    press(model, "enter", "enter")
    assert model.row == FormRow("play")
    assert model.wish is None
    assert said(model) == ["two players would be called anton; give each a name of their own"]


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
