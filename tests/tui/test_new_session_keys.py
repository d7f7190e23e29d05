"""A new session's page without a screen: what keys and pointing do to players, options, maps and companies."""

from dataclasses import replace

import pytest

from companion.core.copybook import Book, Lesson
from companion.core.people import People, Person
from companion.forms.lexicon import lexicon_of
from companion.games.registry import engines
from companion.report.words import Speaker
from companion.storage.copybook import book_path
from companion.tui.draw.new_session import new_session_lines, start_lines
from companion.tui.models.new_session import FormRow, NewSessionModel
from companion.tui.screens.new_session import NewPage
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, DORA, SAVES, THREE, library, shipped
from tests.tui.driving import app_of, running


def seating(people: People = (), game: str = "stephensons-rocket") -> NewSessionModel:
    plan, _ = library().plan(people)
    model = NewSessionModel(plan.with_game(game), lambda count: count - 1)
    model.press("enter")
    return model


def corrected_table(*names: str, game: str = "stephensons-rocket", people: People = ()) -> NewSessionModel:
    model = seating(people, game)
    for name in names:
        press(model, *name, "enter")
    return model


def press(model: NewSessionModel, *keys: str) -> None:
    for key in keys:
        model.press(key)


def names(model: NewSessionModel) -> list[str]:
    return [seat.name for seat in model.plan.seats]


def said(model: NewSessionModel) -> list[str]:
    shown = (one for one in (model.problem, model.lack) if one is not None)
    return list(dict.fromkeys(Speaker(model.plan.ruleset).say(one) for one in shown))


def option(model: NewSessionModel, key: str) -> FormRow:
    """The row of an option, unfolded."""
    if not model.are_options_open:
        model.open_options(Book())
    place = next(at for at, one in enumerate(model.plan.options) if one.key == key)
    return FormRow("option", place)


def value(model: NewSessionModel, key: str) -> object:
    return next(one.value for one in model.plan.options if one.key == key)


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
        ("2 Emil down", (ANTON, "Emil"), "starts"),  # taken by whatever leaves the row
        (
            "Jo enter os enter ro enter",
            ("Jo", "os", "ro"),
            "add",
        ),  # where names are typed, no letter is a key
        ("up jo enter sa enter", ("jo", "sa"), "add"),  # nor on the game, from where one may begin
        ("2 4 backspace", (ANTON, BEATE), "seat"),
        ("2 4 1 up up delete Emil enter", (ANTON, CLAUS, "Emil"), "add"),  # no other name gets longer
        ("2 4 1 up delete Emil enter", (ANTON, BEATE, "Emil"), "add"),
        ("2 4 1 up up delete up delete", (ANTON,), "add"),
        ("2 delete up delete", (), "add"),
        ("2 4 enter r", (ANTON, BEATE), "add"),  # names on Start, but for the letters of its keys
    ],
)
def test_players_sit_down_by_digit_or_name(keys: str, players: tuple[str, ...], row: str) -> None:
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
    assert names(model) == [ANTON, BEATE, DORA], "nobody leaves without Delete"


def test_who_starts_is_chosen_or_drawn() -> None:
    model = corrected_table(*THREE)
    model.go(FormRow("starts"))
    press(model, "right")
    assert model.plan.start_place == 1
    press(model, "left", "left")
    assert model.plan.start_place == 2
    press(model, "1")
    assert model.plan.start_place == 0
    press(model, "r")
    assert model.plan.start_place == 2, "the last of three was drawn"
    assert model.plan.header()["starts"] == CLAUS


# What keeps a session from being made


def test_at_an_empty_table_players_are_asked_for_and_nobody_can_start() -> None:
    model = seating()
    assert FormRow("starts") not in model.rows
    press(model, "end", "enter")
    assert model.wish is None
    assert "Add the players in seating order." in said(model)


def test_a_game_with_fewer_seats_says_so_and_loses_nobody() -> None:
    """Spec of Dampfross: up to six players; of Stephenson's Rocket: up to four."""
    model = corrected_table(ANTON, BEATE, CLAUS, DORA, "Emil", game="dampfross")
    model.go(FormRow("game"))
    press(model, "2")
    assert model.plan.game == "stephensons-rocket"
    assert model.row == FormRow("play"), "there is nobody to be added"
    press(model, "enter")
    assert said(model) == ["Stephenson's Rocket is for 2 to 4 players, not 5."]
    model.go(FormRow("game"))
    press(model, "left", "enter", "enter", "enter")
    assert model.wish == "play"
    assert len(model.plan.seats) == 5


# Pointing


def test_the_seat_that_is_pointed_at_is_meant_while_another_one_is_renamed() -> None:
    model = corrected_table(*THREE)
    model.go(FormRow("seat", 0))
    press(model, *["backspace"] * 5, *DORA)
    model.point("out:1")
    assert names(model) == [DORA, CLAUS]


def test_a_remembered_name_that_is_pointed_at_takes_the_place_of_what_was_typed_of_it() -> None:
    model = seating((Person(DORA),))
    press(model, *DORA[:2])
    model.point("pick:0")
    assert names(model) == [DORA]


def test_a_switch_is_turned_by_space_and_arrows_and_backspace_takes_it_back() -> None:
    model = corrected_table(*THREE)
    model.go(option(model, "hidden_money"))
    press(model, " ")
    assert value(model, "hidden_money") is True
    press(model, "right")
    assert value(model, "hidden_money") is False
    press(model, *"yes", "down")
    assert value(model, "hidden_money") is True
    press(model, "up", "backspace")
    assert value(model, "hidden_money") is False


def test_a_switch_is_typed_in_the_language_and_in_english() -> None:
    model = corrected_table(*THREE)
    model.plan = replace(model.plan, lexicon=lexicon_of("de"))
    model.go(option(model, "hidden_money"))
    for typed, is_so in (("ja", True), ("nein", False), ("yes", True)):
        press(model, *typed, "down", "up")
        assert value(model, "hidden_money") is is_so


def test_a_choice_a_number_and_a_text_are_changed_by_keys() -> None:
    model = corrected_table(*THREE, game="dampfross")
    model.go(option(model, "end"))
    press(model, "right")
    assert value(model, "end") == "18-runs"
    model.go(option(model, "build_dice"))
    press(model, *"2", "down")
    assert value(model, "build_dice") == 2
    model.go(option(model, "map"))
    press(model, "left", *"Our garden", "down")
    assert value(model, "map") == "Our garden"
    assert model.plan.header()["options"] == {"end": "18-runs", "build_dice": 2, "map": "Our garden"}


def test_an_option_is_changed_by_pointing_twice() -> None:
    model = corrected_table(*THREE, game="whistle-stop")
    place = option(model, "rounds").place
    model.point(f"row:option/{place}")
    assert value(model, "rounds") == 11, "the first time it is only marked"
    model.point(f"row:option/{place}")
    assert value(model, "rounds") == 12


@pytest.mark.parametrize("way", ["down", "enter"])
def test_an_option_that_does_not_fit_is_said_and_stays(way: str) -> None:
    model = corrected_table(*THREE, game="whistle-stop")
    model.go(option(model, "rounds"))
    press(model, *"31", way)
    assert said(model) == ["rounds must be at most 30."]
    assert (model.row, model.typed) == (option(model, "rounds"), "31")
    press(model, "backspace", way)
    assert value(model, "rounds") == 3


def test_an_option_that_does_not_fit_is_said_when_something_else_is_pointed_at() -> None:
    for target in ("row:play/0", "game:dampfross", "out:0", "pick:0", "row:title/0", "start:r"):
        model = corrected_table(*THREE, game="whistle-stop", people=(Person(DORA),))
        model.go(option(model, "rounds"))
        press(model, *"31")
        model.point(target)
        assert (model.wish, model.plan.game, names(model)) == (None, "whistle-stop", list(THREE)), target
        assert said(model) == ["rounds must be at most 30."], target


def test_a_map_is_chosen_from_the_list_and_another_one_only_by_saying_so() -> None:
    """Rulebook, maps: Germany, France, USA East and West."""
    model = corrected_table(*THREE, game="dampfross")
    model.go(option(model, "map"))
    seen = []
    for _ in range(4):
        seen.append(value(model, "map"))
        press(model, "right")
    assert seen == ["germany", "france", "usa-east", "usa-west"]
    assert model.is_naming
    press(model, *"Our garden", "down", "up")
    assert value(model, "map") == "Our garden"
    press(model, "right")
    assert value(model, "map") == "germany"
    press(model, "left", "down")
    assert value(model, "map") == "germany", "no name, no other map"


# Names that are printed on the table's own copy


def test_companies_are_named_and_coloured_and_what_was_not_said_is_not_taught() -> None:
    model = corrected_table(*THREE, game="whistle-stop")
    model.open_options(Book())
    model.go(FormRow("piece"))
    press(model, *"Our first", "right", "enter", "right", "enter", *"Third", "enter", "enter", "enter")
    press(model, *"cow", "right", "enter", "right", "right", "enter", "enter")
    assert model.row == FormRow("title")
    assert model.plan.lessons == (
        Lesson("company", "A", {"name": "Our first", "colour": "red"}),
        Lesson("company", "B", {"colour": "blue"}),
        Lesson("company", "C", {"name": "Third"}),
        Lesson("good", "cattle", {"colour": "red"}),
        Lesson("good", "whiskey", {"colour": "green"}),
    ), "rare goods get a colour and no other name; a company may have the same colour, another good not"


async def test_companies_that_are_named_here_stand_in_the_copy_book_and_at_the_table() -> None:
    disk = MemoryDisk(shipped())
    async with running(app_of(disk, None)) as table:
        await table.press("n", "3")
        await table.fill(*THREE, "")
        assert isinstance(table.app.screen, NewPage)
        model = table.app.screen.model
        await table.press("o")
        model.go(FormRow("piece"))
        await table.fill("Our first")
        model.go(FormRow("play"))
        await table.press("enter")
        assert isinstance(table.app.screen, TableScreen)
        assert table.session.book.facts("company", "A") == {"name": "Our first"}
    assert b'A = { name = "Our first" }' in disk.files[book_path(SAVES, "whistle-stop")]


# In plain words


@pytest.mark.parametrize("game", engines())
def test_every_choice_of_an_option_has_a_name_of_its_own(game: str) -> None:
    """In all four languages, which the model of a ruleset asks for; the keys of files are nobody's words."""
    ruleset = library().shelf.load(game).ruleset
    for key in ruleset.options:
        for choice in ruleset.offered(key):
            words = ruleset.value_words(key, choice)
            assert isinstance(choice, int) or words is not None, (key, choice)


@pytest.mark.parametrize("language", ["en", "de", "hu", "it"])
@pytest.mark.parametrize("game", engines())
def test_no_key_of_the_ruleset_stands_on_the_page(game: str, language: str) -> None:
    model = corrected_table(*THREE, game=game)
    ruleset = model.plan.ruleset
    speaker = Speaker(ruleset, language)
    keys = {key for key in ruleset.options if "_" in key} | {"ten-percent", "18-runs", "roll-off", "usa-east"}
    model.open_options(Book())
    for row in model.rows:
        model.go(row)
        lines = [*new_session_lines(model, speaker, 80)[0], *start_lines(model, speaker, 80, 24)]
        text = " ".join("".join(span.text for span in line) for line in lines)
        assert not [key for key in keys if key in text], row
