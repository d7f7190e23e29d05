"""Every message is one that a friend at the table would say."""

import pytest

from companion.words import FALLBACK, LANGUAGES
from tests.catalogs.files import texts
from tests.catalogs.voice import KEPT, voice_faults


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_that_nobody_would_say_at_the_table(language: str) -> None:
    assert list(voice_faults(language, texts(language))) == []


def test_what_is_kept_would_be_found() -> None:
    english = texts(FALLBACK)
    kept = {f"{key} kept": english[key] for key in KEPT}
    assert {one.split()[1] for one in voice_faults(FALLBACK, kept)} == {*KEPT}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "All before it stands."),
        ("en", "x is no key here"),
        ("en", "Nothing was booked."),
        ("en", "Put it away"),
        ("en", "New Session"),
        (
            "en",
            "It is one entry, and the next is another, and so on for as long as anybody here likes to read it.",
        ),
        ("de", "Der Eintrag ist gebucht."),
        ("hu", "Semmi sem lett könyvelve."),
        ("it", "2 carboni"),
    ],
)
def test_what_to_avoid_is_found(language: str, text: str) -> None:
    assert len(list(voice_faults(language, {"save.x": text}))) == 1


def test_a_label_begins_with_a_capital() -> None:
    assert len(list(voice_faults(FALLBACK, {"web.x": "save"}))) == 1


def test_what_people_say_is_not_found() -> None:
    said = ["There is no such file.", "Press Enter to save it.", "{count:book|books} left", "New session"]
    assert list(voice_faults(FALLBACK, {f"save.{at}": one for at, one in enumerate(said)})) == []
