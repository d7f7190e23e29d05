"""Every message is one that a friend at the table would say."""

import pytest

from companion.words import FALLBACK, LANGUAGES
from tests.catalogs.files import texts
from tests.catalogs.voice import KEPT, ruleset_texts, voice_faults
from tests.support import library


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_that_nobody_would_say_at_the_table(language: str) -> None:
    assert list(voice_faults(language, texts(language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_and_explanations_of_rulesets_are_said_so_too(language: str) -> None:
    """Names of places and pieces have their own capitals."""
    said = dict(
        one for game in library().games() for one in ruleset_texts(game.ruleset, language, game.ruleset.id)
    )
    assert [one for one in voice_faults(language, said) if "sentence case" not in one] == []


def test_what_is_kept_would_be_found() -> None:
    english = texts(FALLBACK)
    kept = {f"{key} kept": english[key] for key in KEPT}
    assert {one.split()[1] for one in voice_faults(FALLBACK, kept)} == {*KEPT}
