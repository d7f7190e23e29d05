"""Numbers in sentences: nouns and verbs agree with 0, 1 and 2."""

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter

import pytest

from companion.report.words import Speaker
from tests.catalogs.files import fields, texts
from tests.catalogs.voice import ruleset_texts
from tests.support import library

COUNTS = re.compile(
    "actions|all|allowed|bid|coal|columns|companies|connected|cost|count|counted|dice|each|extra|gained|gold|half|hand|"
    "held|home|hours|in_play|left|limit|lines|longest|loose|minutes|missing|most|needed|of|over|pile|places|plays|points|"
    "rate|rest|rounds|rows|runs|score|seats|seconds|shares|shortest|shown|target|tiles|tokens|total|towns|trains|uses|"
    r"wanted|whistles|wins|worth|written|rules\..*"
)
"""Fields that hold a count. Entries, rounds and places have numbers instead, which stand alone."""
NO_NOUNS = {"en": r".*[^s]|others", "de": r"[^A-ZÄÖÜ].*", "it": r"\w|.*no|loro|merito|pari|posto"}
"""Words in two forms that aren't nouns: verbs, pronouns and adjectives."""
PLURAL_VERBS = {
    "en": "are|were",
    "de": "sind|waren|bleiben|fehlen",
    "it": "sono|restano|servono|mancano|rimangono",
}
TOTALS = {
    "en": "all|of|the|your|last|s",
    "de": "alle|von|der|die|den|deiner|letzten",
    "it": "su|delle|dei|degli|i|le|tue|ultime",
}
"""Words before the number of all there are, which is never 0 or 1."""
OTHERWISE = r"action spaces|times the round|trades for|Spieler|Durchgang"
"""Words after a number that aren't what is counted, or are the same for one and many."""


@cache
def every_text(language: str) -> dict[str, str]:
    """Messages, and the names and explanations of all rulesets."""
    rulesets = [one.ruleset for one in library().games()]
    told = (pair for one in rulesets for pair in ruleset_texts(one, language, one.id))
    return {**texts(language), **dict(told)}


@cache
def nouns(language: str) -> dict[str, str]:
    """Plural nouns with their singulars, as written in the messages."""
    found = {}
    for _, spec in (field for text in every_text(language).values() for field in fields(text)):
        kind, _, forms = spec.rpartition(":")
        one, many = (form.split()[::-1] for form in forms.partition("|")[::2])
        for singular, plural in zip(one, many, strict=False) if kind != "verb" else ():
            if singular != plural and not re.fullmatch(NO_NOUNS[language], plural):
                found[plural] = singular
    return found


def filled(speaker: Speaker, text: str, number: int) -> str:
    """Write a text with this number for every count, and X for everything else."""
    said = ""
    for before, name, spec, _ in Formatter().parse(text):
        is_plain = not spec and COUNTS.fullmatch(name or "")
        is_count = is_plain or "|" in (spec or "") or spec in ("word", "money", "points", "amount")
        said += before + (speaker.format_field(number, spec or "") if is_count else "X" if name else "")
    return said


def faults(language: str) -> Iterator[str]:
    """Yield a line for each count that doesn't agree with what follows or comes before it."""
    speaker, many = Speaker(None, language), nouns(language)
    numerals = speaker.sentence("words.numbers").split()
    for key, text in every_text(language).items():
        for number in (0, 1, 2):
            said = f". {filled(speaker, text, number)}"
            wrong = many if number == 1 else {*many.values()} - {*many}
            pattern = rf"(\w*)\W+(?:{number}|{numerals[number]}) (?:X )?(?!{OTHERWISE})([^\W\d]+)"
            for before, noun in re.findall(pattern, said):
                if noun in wrong and not re.fullmatch(TOTALS[language], before, re.I):
                    yield f"{language} {key}: {said}"
            verb = rf"\b(?i:{PLURAL_VERBS[language]}) (?:(?:only|noch|nur|ancora|solo|già) )?1\b"
            if number == 1 and re.search(verb, said):
                yield f"{language} {key}: {said}"


@pytest.mark.parametrize("language", PLURAL_VERBS)
def test_nouns_and_verbs_agree_with_0_1_and_2(language: str) -> None:
    """Hungarian keeps the singular after a number."""
    assert every_text(language)
    assert nouns(language)
    assert [*faults(language)] == []
