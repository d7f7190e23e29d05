"""The notation in another language beside English: which of both is meant, and what is printed."""

from typing import Any

import pytest

from companion.core.errors import Refusal
from companion.core.forms import Choice
from companion.forms.lexicon import Lexicon, lexicon_of
from companion.forms.matching import matches
from companion.report.words import Speaker
from companion.session import Session
from companion.session.notation import Notation
from tests.stephensons_rocket.moves import extend, place, token
from tests.support import ANTON, BEATE, sound_session

WORDS = {
    "extend": "verlängern",
    "take-token": "nehmen",
    "pass": "passen",
    "move-station": "umsetzen",
    "place-station": "setzen",
    "setup": "aufbau",
    "amend": "ändern",
    "strike": "löschen",
    "station": "bahnhof",
    "railway": "bahnstadt",
    "metropolis": "metropole",
    "into": "in",
    "by": "von",
    "note": "notiz",
    "then": "dann",
    "also": "auch",
    "option": "option",
    "true": "ja",
    "false": "nein",
}
NAMES = {"steel": "Stahl", "leather": "Leder", "textiles": "Textil"}


def lexicon(words: dict[str, str]) -> Lexicon:
    return Lexicon(lambda word: words.get(word, word), NAMES.get)


GERMAN = lexicon(WORDS)


def session(*more: dict[str, Any]) -> Session:
    """GWR has moved, Anton has a loose station."""
    return sound_session([extend(ANTON, "GWR", railway_towns=["Bath"]), place(ANTON), *more])


@pytest.mark.parametrize(
    ("typed", "english"),
    [
        ("verlängern gwr bahnhof anton", "extend gwr station anton"),
        ("verl gwr bahnh anton", "extend gwr station anton"),
        ("verlangern gwr BAHNHOF anton", "extend gwr station anton"),
        ("extend gwr station anton", "extend gwr station anton"),
        ("e gwr metropole Oxford bahnstadt York", "extend gwr metropolis Oxford railway York"),
        ("nehmen reading stahl", "take-token reading steel"),
        ("passen notiz bis gleich", "pass note bis gleich"),
        ("pass von beate", "pass by beate"),
        ("ändern 1 passen auch löschen 2", "amend 1 pass also strike 2"),
        ("passen dann passen", "pass then pass"),
        ("aufbau option hidden_money ja", "setup option hidden_money true"),
        ("setup option hidden_money nein", "setup option hidden_money false"),
    ],
)
def test_what_is_typed_in_the_language_means_the_same_as_in_english(typed: str, english: str) -> None:
    now = session()
    assert now.read(typed, GERMAN) == now.read(english)


def test_an_english_word_comes_before_one_of_the_language_and_a_whole_one_before_a_beginning() -> None:
    now = session()
    for typed, own, meant in (
        ("pass", {"extend": "pass"}, "pass"),
        ("mo", {"place-station": "mo"}, "place-station"),
        ("pas", {"place-station": "pasta"}, "pass"),
        ("past", {"place-station": "pasta"}, "place-station"),
    ):
        assert now.read(typed, lexicon(own))["do"] == meant


def test_words_that_short_names_could_be_are_written_in_full() -> None:
    for line in ("pass vo beate", "passen not bis gleich", "passen dan passen"):
        with pytest.raises(Refusal):
            session().read(line, GERMAN)


def test_a_town_called_like_a_word_of_the_language_is_that_town_where_towns_are_asked_for() -> None:
    """So that an English line, which knows nothing of that word, means the same.

    The word is then printed in English.
    """
    now = session(token(BEATE, "Bahnhof"))
    line = "extend gwr bahnhof station anton"
    english = now.read(line)
    assert english["metropolises"] == ["Bahnhof"]
    assert now.read(line, GERMAN) == english
    printed = Notation(now.record, GERMAN).line(english)
    assert printed == 'verlängern gwr "Bahnhof" station anton'
    assert now.read(printed, GERMAN) == english


def test_lines_are_printed_in_the_language_and_those_of_the_file_in_english() -> None:
    now = session()
    block = {"do": "take-token", "by": BEATE, "city": "Reading", "commodity": "steel", "note": "von Hand"}
    assert Notation(now.record, GERMAN).line(block) == 'nehmen reading stahl notiz "von Hand"'
    assert now.notation.line(block) == 'take-token reading steel note "von Hand"'


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("nichts", "verlängern"),
        ("verlangrn", 'Did you mean "verlängern"?'),
        ("extend gwr Oxford", "bahnstadt Oxford"),
        ("take-token reading", "Stahl, Textil, brewing or Leder"),
    ],
)
def test_refusals_name_the_words_of_the_language(line: str, sentence: str) -> None:
    now = session()
    with pytest.raises(Refusal) as refused:
        now.read(line, GERMAN)
    assert sentence in Speaker(now.ruleset).say(refused.value.message)


@pytest.mark.parametrize(
    ("line", "candidates"),
    [
        ("verlang", ["verlängern"]),
        ("ext", ["extend"]),
        ("e gwr bahn", ["bahnstadt", "bahnhof"]),
        ("t reading st", ["Stahl"]),
    ],
)
def test_what_could_come_next_is_offered_in_the_language(line: str, candidates: list[str]) -> None:
    found = [one.text for one in session().completions(line, GERMAN).candidates]
    assert sorted(found) == sorted(candidates)


@pytest.mark.parametrize(
    ("language", "yes"), [("en", "y"), ("de", "j"), ("hu", "i"), ("it", "s"), ("de", "y"), ("it", "Y")]
)
def test_yes_is_its_first_letter_in_the_language_or_in_english(language: str, yes: str) -> None:
    lexicon = lexicon_of(language)
    assert lexicon.yes_or_no(yes) is True
    assert lexicon.yes_or_no("n") is False
    assert lexicon.yes_or_no("x") is None


@pytest.mark.parametrize("typed", ["plättchen", "plattchen", "plaettchen", "plaett", "platt"])
def test_umlauts_may_be_left_out_or_written_as_people_do(typed: str) -> None:
    assert lexicon_of("de").beginning_with(("take-token", "pass"), typed) == ["take-token"]
    assert [one.choice.value for one in matches((Choice("Jörg"), Choice("Jan")), "joer")] == ["Jörg"]
