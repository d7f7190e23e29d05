"""Numbers of the rules are only in the rulesets, not in sentences."""

import re
import string
from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.registry import engines
from tests.catalogs.files import texts
from tests.support import all_loaded

NUMBER = re.compile(
    r"\d|\b(three|four|five|six|seven|eight|nine|ten|eleven|twelve|thrice|quarters?|third|fourth|fifth)\b",
    re.IGNORECASE,
)

# What may be written out: where the rulebook says so, where counting begins, and what is written for nothing.
SAID = [
    r"such as 12-13-27|: 4 6 means 4",
    r"Rulebook, (final )?scoring \d",
    r"numbered 1 to",
    r"Use 1 to 24|(counts? as|be below) 0",
    r"0 where (the number of players|it is merged)|0 (wins or loses|says that)",
]
HELPED = [r"\b1 (gold token|good)"]


def read_aloud(pattern: str) -> str:
    """Return a sentence without its fields, but with the nouns in them; a field leaves its brace."""
    parts = string.Formatter().parse(pattern)
    return "".join(
        f"{text}{{{spec.rpartition(':')[2] if spec and '|' in spec else ''}" if field else text
        for text, field, spec, _ in parts
    )


def sentences() -> dict[str, str]:
    return {
        key: read_aloud(sentence)
        for key, sentence in texts("en").items()
        if key.partition(".")[0] in engines()
    }


def helps(language: str) -> dict[str, str]:
    def found(raw: Any, path: str) -> Iterator[tuple[str, str]]:
        for key, value in raw.items() if isinstance(raw, dict) else ():
            if key == "help":
                yield path, read_aloud(value[language])
            else:
                yield from found(value, f"{path}.{key}")

    return {path: text for one in all_loaded() for path, text in found(one.raw, one.ruleset.id)}


@pytest.mark.parametrize(("texts", "allowed"), [(sentences(), SAID), (helps("en"), HELPED)])
def test_no_sentence_has_a_number_of_the_rules_written_out(texts: dict[str, str], allowed: list[str]) -> None:
    unused = set(allowed)
    for key, text in texts.items():
        left = text
        for phrase in allowed:
            left, times = re.subn(phrase, "", left)
            if times:
                unused.discard(phrase)
        assert not NUMBER.search(left), f"{key}: {text}"
    assert not unused, "phrases that no sentence has any more"


@pytest.mark.parametrize("language", ["de", "hu", "it"])
def test_help_in_other_languages_has_no_digits_but_those_of_the_english_one(language: str) -> None:
    english = helps("en")
    for path, text in helps(language).items():
        assert re.findall(r"\d", text) == re.findall(r"\d", english[path]), f"{path}: {text}"
