"""Words and keys of a game: all in the catalogs, and no two in one line or at one table can be taken for each other."""

from copy import copy
from typing import Any

import pytest

from companion.core.forms import Verb
from companion.forms.tokens import is_bare
from companion.words import LANGUAGES
from tests.catalogs.clashes import key_clashes, word_clashes
from tests.catalogs.files import SHIPPED, texts
from tests.notation_words import words_of
from tests.random_play import GAMES
from tests.support import library

every_language = pytest.mark.parametrize("language", LANGUAGES)


def with_actions(game: Any, *verbs: Verb) -> Any:
    found = copy(game)
    found.actions = (*game.actions, *verbs)
    return found


@every_language
def test_no_action_begins_with_a_key_of_another_or_of_the_table(language: str) -> None:
    assert [one for game in library().games() for one in key_clashes(game, language)] == []


@every_language
def test_words_that_meet_in_one_line_differ_also_without_accents(language: str) -> None:
    """And none is the English word for something else there."""
    assert [one for game in library().games() for one in word_clashes(game, language)] == []


def test_a_clash_is_told_with_game_language_both_actions_and_the_key() -> None:
    rocket = next(one for one in library().games() if one.engine == "stephensons-rocket")
    taken = with_actions(rocket, Verb(name="trade", key="e"), Verb(name="look", key="h"))
    assert [*key_clashes(taken, "de")] == [
        "stephensons-rocket in de: the key e of trade already belongs to extend.",
        "stephensons-rocket in de: the key h of look already belongs to table.history.",
    ]


def test_every_word_that_forms_and_lines_use_can_be_translated_and_no_other() -> None:
    english = {key: text for key, text in texts("en").items() if "notation." in key}
    assert all(key.endswith(f"notation.{text}") for key, text in english.items())
    used = {game: words_of(game) for game in GAMES}
    common = {text for key, text in english.items() if key == f"notation.{text}"}
    assert common <= set().union(*used.values())
    for game in {*SHIPPED} & {*used}:
        own = {text for key, text in english.items() if key == f"{game}.notation.{text}"}
        assert own <= used[game] <= own | common, game


@every_language
def test_words_are_one_small_word_each(language: str) -> None:
    words = [text for key, text in texts(language).items() if "notation." in key and text]
    assert [one for one in words if not is_bare(one) or one != one.lower()] == []
    assert [one for one in words if not one.replace("-", "").isalpha()] == []
