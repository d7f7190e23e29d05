"""Every language has every sentence with the fields of the English one; the program reads what translators wrote."""

import re
from pathlib import Path

import pytest

from companion import words
from companion.core.messages import say
from companion.games.registry import engines
from companion.report.hungarian import ENDINGS
from companion.report.words import FORMATS, Speaker
from companion.words import FALLBACK, LANGUAGES
from tests.catalogs.clashes import game_faults
from tests.catalogs.files import (
    FOLDER,
    SHIPPED,
    TRANSLATIONS,
    Sentence,
    fields,
    fresh_catalogs,
    mo_bytes,
    read,
    texts,
)
from tests.support import all_loaded


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_program_reads_is_what_was_written(language: str) -> None:
    english = texts(FALLBACK)
    written = read(FOLDER / f"{language}.po")
    known = {key: words.sentence(key, language) for key in written}
    shown = {key: one.text if one.is_ready else english[key] for key, one in written.items()}
    assert known == shown, "run: python -m tests.catalogs"
    assert len(known) > 0


def test_a_checkout_whose_catalogs_were_never_built_says_what_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "__path__", [str(tmp_path)])
    with fresh_catalogs(), pytest.raises(SystemExit, match=r"pip install -e"):
        words.sentence("label.yes", "en")


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_sentence_is_missing_or_unused_or_of_another_english_one(language: str) -> None:
    """A game that isn't shipped may be in English; `python -m tests.catalogs` lists its gaps."""
    english, own = texts(FALLBACK), read(FOLDER / f"{language}.po")
    assert list(own) == list(english), "run: python -m tests.catalogs"
    assert {key: one.source for key, one in own.items()} == english, "the English sentence was changed since"
    missing = [key for key, one in own.items() if not one.is_ready]
    assert [key for key in missing if key.partition(".")[0] not in {*engines()} - {*SHIPPED}] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_ruleset_lacks_a_name_and_no_two_actions_share_a_key(language: str) -> None:
    assert [*game_faults(language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_of_a_sentence_is_in_the_english_one_and_well_formed(language: str) -> None:
    english = texts(FALLBACK)
    for key, sentence in texts(language).items():
        own = fields(sentence or english[key])
        assert {name for name, _ in own} == {name for name, _ in fields(english[key])}, f"{key}: {sentence}"
        for _, spec in own:
            kind, _, forms = spec.rpartition(":")
            way, dash, ending = spec.rpartition("-")
            is_ended = bool(dash) and way in ("", *FORMATS) and ending in ENDINGS and language == "hu"
            is_counted = forms.count("|") == 1 and kind in ("", "a", "verb", "word")
            is_known = is_counted or is_ended or spec in ("", *FORMATS) or spec.startswith("name.")
            assert is_known, f"{key}: {sentence}"
        assert not sentence or sentence.count("\n") == english[key].count("\n"), f"{key}: lines of its own"


def test_untranslated_sentences_are_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "__path__", [str(tmp_path)])
    said = {"a": "one", "b": "two", "label.take": "Take one", "words.thousands": ",", "words.decimal": "."}
    english = {key: Sentence(text, text, False) for key, text in said.items()}
    german = {"a": Sentence("eins", "one", False), "b": Sentence("zwei", "2", True)}
    (tmp_path / "en.mo").write_bytes(mo_bytes("en", english))
    (tmp_path / "de.mo").write_bytes(mo_bytes("de", german))
    with fresh_catalogs():
        assert (words.sentence("a", "de"), words.sentence("b", "de")) == ("eins", "two")
        assert Speaker(None, "de").label("take") == "Take one"
        with pytest.raises(KeyError):
            words.sentence("c", "de")


KINDS = {
    "number": "money amount signed word az Az points |",
    "place": "ordinal az Az",
    "numbers": "plus",
    "name": "name az Az a e key colour kind text label option value path",
    "names": "list or names az Az a A |",
    "pieces": "counts amounts",
    "ranking": "ranking",
    "bids": "bids",
    "messages": "join sentences commas",
    "refusal": "reason",
    "position": "counted",
}
"""What a value is, by the ways in which it may be written; as it is, it can be any of the simple ones."""
VALUES = {
    "number": (0, 1, 2, 12_000),
    "place": (1, 2, 9),
    "numbers": ((5,), (5, -2)),
    "name": ("steel", "Oxford"),
    "names": ((), ("Anton",), ("Anton", "Beate", "Claus")),
    "pieces": ((), (("coal", 1), ("steel", 2)), {"coal": 1}),
    "ranking": ((("Anton", 2), ("Beate", 1)), {"Anton": 2}),
    "bids": ((("Anton", 2),), {"Anton": 2}),
    "messages": ((say("words.nothing"), say("label.yes")),),
    "refusal": (say("journal.nothing-to-redo"),),
    "position": ({"cash": {"Anton": 2000}, "lines": [{"line": "NER", "moved": True}]},),
}


def kinds_of(spec: str) -> set[str]:
    """Return the kinds of value that a format may write."""
    way = "|" if "|" in spec else re.split(r"\.|-", spec)[0]
    if not way:
        return {"number", "place", "name", "names"}
    return {kind for kind, ways in KINDS.items() if way in ways.split()}


def test_every_number_of_the_rules_in_a_sentence_is_in_every_ruleset_of_its_game() -> None:
    rulesets = [one.ruleset for one in all_loaded()]
    named = {
        (key.partition(".")[0], name)
        for language in LANGUAGES
        for key, sentence in texts(language).items()
        for name, _ in fields(sentence)
        if name.startswith("rules.")
    }
    assert len(named) > 50
    assert not [
        (ruleset.id, name)
        for engine, name in named
        for ruleset in rulesets
        if ruleset.engine == engine and ruleset.value(name) is None
    ]
    assert {engine for engine, _ in named} <= {ruleset.engine for ruleset in rulesets}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said_with_whatever_it_is_given(language: str) -> None:
    """Numbers are none, one, several and thousands."""
    english = texts(FALLBACK)
    speakers = {one.ruleset.engine: Speaker(one.ruleset, language) for one in all_loaded()}
    for key, sentence in texts(language).items():
        kinds: dict[str, set[str]] = {}
        for name, spec in (*fields(english[key]), *fields(sentence)):
            kinds[name] = kinds.get(name, {*KINDS}) & kinds_of(spec)
        assert all(kinds.values()), f"{key}: a value is written in two ways: {kinds}"
        given = {name: [one for kind in found for one in VALUES[kind]] for name, found in kinds.items()}
        speaker = speakers.get(key.partition(".")[0], Speaker(None, language))
        for turn in range(max(map(len, given.values()), default=1)):
            values = {name: of[turn % len(of)] for name, of in given.items() if not name.startswith("rules.")}
            said = speaker.say(say(key, **values))
            assert "{" not in said.replace("{0} {x}", ""), f"{key}: {said}"
