"""The words of the notation are in the catalogs, and no two in one line can be taken for each other."""

import pytest

from companion.forms.matching import skeleton
from companion.forms.tokens import is_bare
from companion.words import LANGUAGES
from tests.catalogs.files import texts
from tests.notation_words import ANYWHERE, all_words, words_by_place

PREFIX = "notation."


def words_of(language: str) -> dict[str, str]:
    """Return a language's words by the English word; the English one if there is no other."""
    found = {key: text for key, text in texts(language).items() if key.startswith(PREFIX)}
    return {word: found.get(f"{PREFIX}{word}") or word for word in all_words()}


def test_every_word_that_forms_and_lines_use_can_be_translated_and_no_other() -> None:
    english = {key.removeprefix(PREFIX): text for key, text in texts("en").items() if key.startswith(PREFIX)}
    assert sorted(english) == sorted(all_words())
    assert all(word == text for word, text in english.items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_one_small_word_each(language: str) -> None:
    wrong = [
        text
        for text in words_of(language).values()
        if not is_bare(text) or text != text.lower() or not text.replace("-", "").isalpha()
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_meet_in_one_line_differ_also_without_accents(language: str) -> None:
    """And none is the English word for something else there."""
    words = words_of(language)
    alike = set()
    for place, meeting in words_by_place().items():
        here = sorted(meeting | ANYWHERE) if place != ("", "") else []
        for one in here:
            others = [other for other in here if other != one]
            taken = {skeleton(name) for other in others for name in (other, words[other])}
            if skeleton(words[one]) in taken:
                alike.add((*place, one, words[one]))
    assert sorted(alike) == []
