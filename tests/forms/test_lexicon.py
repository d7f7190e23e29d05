"""Names and letters of choices in the language of the screen."""

import pytest

from companion.core.choices import YES_OR_NO, Choice
from companion.forms.lexicon import Lexicon
from companion.forms.matching import match
from companion.forms.tokens import Token


@pytest.mark.parametrize(
    ("language", "yes"), [("en", "y"), ("de", "j"), ("hu", "i"), ("it", "s"), ("de", "y"), ("it", "Y")]
)
def test_yes_is_its_first_letter_in_the_language_or_in_english(language: str, yes: str) -> None:
    lexicon = Lexicon(language)
    assert lexicon.yes_or_no(yes) is True
    assert lexicon.yes_or_no("n") is False
    assert lexicon.yes_or_no("x") is None


@pytest.mark.parametrize("typed", ["jörg", "jorg", "joerg", "joer", "jor"])
def test_umlauts_may_be_left_out_or_written_as_people_do(typed: str) -> None:
    found = match((Choice("Jörg"), Choice("Jan")), Token(typed, 0))
    assert found is not None
    assert found.value == "Jörg"


@pytest.mark.parametrize(("language", "typed"), [("de", "nein"), ("hu", "nem"), ("it", "no"), ("de", "no")])
def test_a_word_is_found_by_its_label_and_in_english(language: str, typed: str) -> None:
    lexicon = Lexicon(language)
    found = lexicon.starting_with(YES_OR_NO, typed)
    assert [one.answer for one in found] == [False]
