"""Options, maps, companies and the title of a new session, by keys."""

import pytest

from companion.core.copybook import Book, Lesson
from companion.games.registry import engines
from companion.report.words import Speaker
from companion.storage.copybook import book_path
from companion.tui.draw.new_session import new_session_lines, row_help
from companion.tui.models.new_session import FormRow
from companion.tui.screens.new_session import NewPage
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import SAVES, THREE, library, shipped
from tests.tui.driving import app_of, running
from tests.tui.seating import corrected_table, names, option, press, said, value


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
    assert said(model) == ["rounds must be at most 30"]
    assert (model.row, model.typed) == (option(model, "rounds"), "31")
    press(model, "backspace", way)
    assert value(model, "rounds") == 3


def test_an_option_that_does_not_fit_is_said_when_something_else_is_pointed_at() -> None:
    for target in ("row:play/0", "game:dampfross", "out:0", "pick:0", "row:title/0", "draw"):
        model = corrected_table(*THREE, game="whistle-stop")
        model.go(option(model, "rounds"))
        press(model, *"31")
        model.point(target)
        assert (model.wish, model.plan.game, names(model)) == (None, "whistle-stop", list(THREE)), target
        assert target == "draw" or said(model) == ["rounds must be at most 30"], target


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
    model.open_pieces(Book())
    press(model, *"Our first", "right", "enter", "right", "enter", *"Third", "enter", "enter", "enter")
    assert model.row == FormRow("title")
    assert model.plan.lessons == (
        Lesson("company", "A", {"name": "Our first", "colour": "red"}),
        Lesson("company", "B", {"colour": "blue"}),
        Lesson("company", "C", {"name": "Third"}),
    )


async def test_companies_that_are_named_here_stand_in_the_copy_book_and_at_the_table() -> None:
    disk = MemoryDisk(shipped())
    async with running(app_of(disk, None)) as table:
        await table.press("n", "3")
        await table.fill(*THREE, "")
        assert isinstance(table.app.screen, NewPage)
        model = table.app.screen.model
        model.go(FormRow("pieces"))
        await table.press("enter")
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
    for row in model.rows:
        model.go(row)
        lines = [*new_session_lines(model, speaker, 80)[0], *row_help(model, speaker, 80)]
        text = " ".join("".join(span.text for span in line) for line in lines)
        assert not [key for key in keys if key in text], row
