"""A line cut into words, and names put into quotes where a word alone would be misread."""

from typing import NamedTuple

from companion.core.errors import refused

_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}
_ESCAPED = {plain: f"\\{letter}" for letter, plain in _ESCAPES.items()}


class Token(NamedTuple):
    text: str
    start: int
    is_quoted: bool = False
    is_closed: bool = True
    """Not so for a quoted one whose end is missing."""


MOST_WORDS = 600
"""No entry needs more; what is read word by word, each time with all before it, stays quick."""


def tokens_of(line: str) -> list[Token]:
    """The words of a line; a comma after a word is skipped. Refusal for far too many."""
    found: list[Token] = []
    place = 0
    while place < len(line):
        if len(found) > MOST_WORDS:
            raise refused("entry.too-many-words", most=MOST_WORDS)
        if line[place].isspace():
            place += 1
        elif line[place] == '"':
            token, place = _quoted_at(line, place)
            found.append(token)
        else:
            end = place
            while end < len(line) and not line[end].isspace():
                end += 1
            text = line[place:end].rstrip(",")
            if text:
                found.append(Token(text, place))
            place = end
    return found


def _quoted_at(line: str, start: int) -> tuple[Token, int]:
    text, place = "", start + 1
    while place < len(line):
        character = line[place]
        if character == '"':
            return Token(text, start, is_quoted=True), place + 1
        if character == "\\" and line[place + 1 : place + 2] in _ESCAPES:
            place += 1
            character = _ESCAPES[line[place]]
        text += character
        place += 1
    return Token(text, start, is_quoted=True, is_closed=False), place


def quoted(text: str) -> str:
    return '"' + "".join(_ESCAPED.get(character, character) for character in text) + '"'


def is_bare(text: str) -> bool:
    """Whether a name is one word without quotes."""
    if not text or text[0] in '"#' or text[-1] == ",":
        return False
    return not any(character.isspace() for character in text)
