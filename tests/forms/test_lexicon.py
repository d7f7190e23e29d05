"""The notation in another language beside English: which of both is meant, and what is printed."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.errors import Refusal
from companion.core.forms import Choice
from companion.forms.lexicon import Lexicon, lexicon_of
from companion.forms.matching import matches
from companion.report.words import Speaker, speaker_of
from companion.session import Session
from companion.session.notation import Notation
from tests.stephensons_rocket.moves import extend, place, token
from tests.support import ANTON, BEATE, sound_session


def german(now: Session) -> Lexicon:
    return speaker_of(now, "de").lexicon


def session(*more: dict[str, Any]) -> Session:
    """GWR has moved, Anton has a loose station."""
    return sound_session([extend(ANTON, "GWR", railway_towns=["Bath"]), place(ANTON), *more])


@pytest.mark.parametrize(
    ("typed", "english"),
    [
        ("ausbauen gwr bahnhof anton", "extend gwr station anton"),
        ("ausb gwr fus ner", "extend gwr into ner"),
        ("platt reading STAHL", "take-token reading steel"),
        ("extend gwr station anton", "extend gwr station anton"),
        ("e gwr metropole Oxford bahnhofsstadt York", "extend gwr metropolis Oxford railway York"),
        ("passen notiz bis gleich", "pass note bis gleich"),
        ("pass durch beate", "pass by beate"),
        ("ändern 1 passen auch löschen 2", "amend 1 pass also strike 2"),
        ("passen dann passen", "pass then pass"),
        ("startangaben option hidden_money wahr", "setup option hidden_money true"),
        ("setup option hidden_money falsch", "setup option hidden_money false"),
    ],
)
def test_what_is_typed_in_the_language_means_the_same_as_in_english(typed: str, english: str) -> None:
    now = session()
    assert now.read(typed, german(now)) == now.read(english)


def test_an_english_word_comes_before_one_of_the_language_and_a_whole_one_before_a_beginning() -> None:
    now = session()
    for typed, own, meant in (
        ("pass", {"extend": "pass"}, "pass"),
        ("mo", {"place-station": "mo"}, "place-station"),
        ("pas", {"place-station": "pasta"}, "pass"),
        ("past", {"place-station": "pasta"}, "place-station"),
    ):
        words = Lexicon(lambda word, own=own: own.get(word, word))  # type: ignore[misc]
        assert now.read(typed, words)["do"] == meant


def test_words_that_short_names_could_be_are_written_in_full() -> None:
    now = session()
    for line in ("pass dur beate", "passen not bis gleich", "passen dan passen"):
        with pytest.raises(Refusal):
            now.read(line, german(now))


def test_a_town_called_like_a_word_of_the_language_is_that_town_where_towns_are_asked_for() -> None:
    """So that an English line, which knows nothing of that word, means the same.

    The word is then printed in English, and other words in the language.
    """
    now = session(token(BEATE, "Bahnhof"))
    line = 'extend gwr bahnhof station anton note "by hand"'
    english = now.read(line)
    assert english["metropolises"] == ["Bahnhof"]
    assert now.read(line, german(now)) == english
    printed = Notation(now.record, german(now)).line(english)
    assert printed == 'ausbauen gwr "Bahnhof" station anton notiz "by hand"'
    assert now.read(printed, german(now)) == english


def test_lines_are_printed_in_the_language_and_those_of_the_file_in_english() -> None:
    now = session()
    block = token(BEATE, "Reading", note="von Hand")
    assert Notation(now.record, german(now)).line(block) == 'plättchen reading stahl notiz "von Hand"'
    assert now.notation.line(block) == 'take-token reading steel note "von Hand"'


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("nichts", "ausbauen"),
        ("ausbaun", 'Did you mean "ausbauen"?'),
        ("extend gwr Oxford", "bahnhofsstadt Oxford"),
        ("take-token reading", "Stahl, Textil, Brauer or Leder"),
    ],
)
def test_refusals_name_the_words_of_the_language(line: str, sentence: str) -> None:
    now = session()
    with pytest.raises(Refusal) as refused:
        now.read(line, german(now))
    assert sentence in Speaker(now.record.ruleset).say(refused.value.message)


@pytest.mark.parametrize(
    ("line", "candidates"),
    [
        ("plaet", ["plättchen"]),
        ("ext", ["extend"]),
        ("e gwr bahn", ["bahnhofsstadt", "bahnhof"]),
        ("t reading st", ["Stahl"]),
    ],
)
def test_what_could_come_next_is_offered_in_the_language(line: str, candidates: list[str]) -> None:
    now = session()
    found = [one.text for one in now.completions(line, german(now)).candidates]
    assert sorted(found) == sorted(candidates)


@pytest.mark.parametrize(
    ("engine", "word", "german"),
    [
        ("whistle-stop", "trade", "geschäft"),
        ("acquire", "trade", "trade"),
        ("acquire", "undo", "rückgängig"),
        (None, "undo", "rückgängig"),
    ],
)
def test_a_word_of_one_game_is_no_word_of_another_and_common_words_are_in_all(
    engine: str | None, word: str, german: str
) -> None:
    assert lexicon_of("de", engine=engine).word(word) == german


def test_a_line_begins_with_the_word_of_an_action_or_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file keeps the name; the word is printed, and its key is the action's."""
    now = session()
    rules = [
        replace(one, word="drop", key="d") if one.name == "pass" else one for one in now.record.game.actions
    ]
    monkeypatch.setattr(now.record.game, "actions", tuple(rules))
    block = {"do": "pass", "by": BEATE, "note": "x"}
    for line in ("drop note x", "dro note x", "pass note x", "pas note x", "d note x"):
        assert now.read(line) == block, line
    assert now.notation.line(block) == 'drop note "x"'
    assert [one.text for one in now.completions("d").candidates] == ["drop"]


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
    german = lexicon_of("de", engine="stephensons-rocket")
    assert german.beginning_with(("take-token", "pass"), typed) == ["take-token"]
    assert [one.choice.value for one in matches((Choice("Jörg"), Choice("Jan")), "joer")] == ["Jörg"]
