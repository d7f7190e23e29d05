"""Numbers of the rules stand in the rulesets alone: not in sentences, and not in the code of the games."""

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.registry import engines
from tests.catalogs.files import texts
from tests.support import ROOT

NUMBER = re.compile(
    r"\d|\b(three|four|five|six|seven|eight|nine|ten|eleven|twelve|thrice|quarters?|third|fourth|fifth)\b",
    re.IGNORECASE,
)

# What may be written out: where the rulebook says so, where counting begins, and what is written for nothing.
SAID = [
    r"Rulebook, (final )?scoring \d",
    r"numbered 1 to",
    r"0 where (the number of players|it is merged)|0(:| says that)",
]
HELPED = [r"\b1 (gold token|good)"]


def read_aloud(pattern: str) -> str:
    """A sentence without its places, but with the nouns that stand in them; a place leaves its brace."""
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

    rulesets = {engine: (ROOT / "rulesets" / f"{engine}.toml").read_text("utf-8") for engine in engines()}
    return {
        path: text for engine, raw in rulesets.items() for path, text in found(tomllib.loads(raw), engine)
    }


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


# Numbers in the code of a game that are no numbers of its rules, as the code writes them.
WRITTEN = {
    "dampfross": {
        "10 * tens": "the tens of a city number",
        "divmod(number, 10)": "the tens of a city number",
        "WHOLE.divide(held * rule.percent, 100)": "percent",
        "Field(ge=1, le=100)": "percent",
        "Field(ge=1, le=6)": "a die",
        "range(1, 7)": "a die",
    },
    "stephensons-rocket": {},
}
PAIR = 2
"""So small a number is mostly no number of the rules: halves, pairs, the second of two."""


def parents(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.AST, ast.AST]]:
    """Every node below its parent and its parent's parent."""
    for grandparent in ast.walk(tree):
        for parent in ast.iter_child_nodes(grandparent):
            for node in ast.iter_child_nodes(parent):
                yield node, parent, grandparent


def is_place(parent: ast.AST, grandparent: ast.AST) -> bool:
    """An index, the length of a key, or the width of a column."""
    if isinstance(parent, ast.Subscript | ast.Slice):
        return True
    if isinstance(parent, ast.Compare):
        return isinstance(parent.left, ast.Call) and ast.unparse(parent.left.func) == "len"
    return (
        isinstance(parent, ast.keyword)
        and parent.arg in ("least", "priority")
        and isinstance(grandparent, ast.Call)
        and ast.unparse(grandparent.func) in ("Column", "_table")
    )


@pytest.mark.parametrize("engine", engines())
def test_no_number_of_the_rules_is_written_in_the_code_of_a_game(engine: str) -> None:
    """What is no number of the rules has a name, or is listed."""
    unused = set(WRITTEN.get(engine, {}))
    for path in (ROOT / "companion" / "games" / engine.replace("-", "_")).rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = {id(node.value) for node in tree.body if isinstance(node, ast.Assign)}
        for node, parent, grandparent in parents(tree):
            if not isinstance(node, ast.Constant) or type(node.value) is not int or node.value <= PAIR:
                continue
            if id(node) in named or is_place(parent, grandparent):
                continue
            texts = {ast.unparse(parent), ast.unparse(grandparent)} & set(WRITTEN.get(engine, {}))
            unused -= texts
            assert texts, f"{path.name}:{node.lineno}: {ast.unparse(parent)}"
    assert not unused, "numbers that are not written any more"
