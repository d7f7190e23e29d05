"""Split a line into words; quote names that would be misread."""

import re
from math import prod
from typing import NamedTuple

from companion.core.errors import refusal
from companion.core.names import fold

_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}
_ESCAPE = re.compile(r'\\(["nrt\\])')
_TOKEN = re.compile(r'"((?:\\["nrt\\]|[^"])*)("?)|\S+')
"""A quoted text, perhaps without its closing quote, or anything up to the next space."""
_ESCAPED = {plain: f"\\{letter}" for letter, plain in _ESCAPES.items()}


_WHOLE = r"(?:[0-9]{1,12}|[0-9]{1,3}(?:[.,][0-9]{3}){1,3})"
_SUM = re.compile(rf"[+-]?{_WHOLE}(?: *[+*-] *{_WHOLE})*")
_TERM = re.compile(r"[+-]?[^+-]+")
_MOST = 10**12


class Token(NamedTuple):
    text: str
    start: int
    is_quoted: bool = False
    is_closed: bool = True
    """False for a quoted token without its closing quote."""

    def is_word(self, word: str) -> bool:
        """Whether this is a word of the notation, which is never quoted."""
        return not self.is_quoted and fold(self.text) == word


MOST_WORDS = 600
"""No entry needs more. Reading a word takes longer with every word before it."""


def tokens_of(line: str) -> list[Token]:
    """Split a line into words and drop the commas after them. Raise Refusal if there are too many words."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(line):
        if len(tokens) > MOST_WORDS:
            raise refusal("entry.too-many-words", most=MOST_WORDS)
        inner, end = match.groups()
        if inner is not None:
            text = _ESCAPE.sub(lambda escape: _ESCAPES[escape[1]], inner)
            tokens.append(Token(text, match.start(), is_quoted=True, is_closed=bool(end)))
        elif text := match[0].rstrip(","):
            tokens.append(Token(text, match.start()))
    return tokens


def quote(text: str) -> str:
    return '"' + "".join(_ESCAPED.get(character, character) for character in text) + '"'


def is_bare(text: str) -> bool:
    """Whether a name needs no quotes."""
    return bool(text) and text[0] not in '"#' and text[-1] != "," and not any(map(str.isspace, text))


def is_number(text: str) -> bool:
    """Whether a text is a whole number, or a sum of some: 12+5*2."""
    return _SUM.fullmatch(text.strip()) is not None and abs(number(text)) < _MOST


def is_sum(text: str) -> bool:
    """Whether a text is a sum, and no single number."""
    return is_number(text) and any(sign in text.strip()[1:] for sign in "+-*")


def number(text: str) -> int:
    """Work out a number or a sum."""
    terms = _TERM.findall(re.sub("[ .,]", "", text))
    return sum(prod(map(int, term.split("*"))) for term in terms)
