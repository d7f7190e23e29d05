"""Markdown read back: tables split as GitHub's Markdown does it, and the whole by a parser that is not ours."""

import html
import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

_ESCAPES = re.compile(r"\\([!-/:-@\[-`{-~])|(&#?\w+;)")


def cells_of(line: str) -> list[str]:
    """The cells of a table's line: a pipe after a backslash divides nothing."""
    cells, position, is_escaped = [""], 0, False
    assert line.startswith("|")
    assert line.endswith("|")
    for position in range(1, len(line)):
        sign = line[position]
        if sign == "|" and not is_escaped:
            cells.append("")
        else:
            cells[-1] += sign
        is_escaped = sign == "\\" and not is_escaped
    return [cell.strip(" ") for cell in cells[:-1]]


def plain(text: str) -> str:
    """Return the text a reader sees, if there is no other markup than escapes and bold."""
    bare = text.removeprefix("**").removesuffix("**")
    return _ESCAPES.sub(lambda found: found[1] or html.unescape(found[2]), bare)


def tables_of(report: str) -> list[list[list[str]]]:
    found: list[list[list[str]]] = []
    is_inside = False
    for line in report.split("\n"):
        if line.startswith("|"):
            if not is_inside:
                found.append([])
            found[-1].append([plain(cell) for cell in cells_of(line)])
        is_inside = line.startswith("|")
    return [[table[0], *table[2:]] for table in found]


def tokens_of(report: str) -> list[Token]:
    """Return all tokens of GitHub's Markdown, with links found in bare text."""
    return list(_flat(MarkdownIt("gfm-like").parse(report)))


def _flat(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _flat(token.children or [])


def shown_text(token: Token) -> str:
    return "".join("\n" if child.type == "hardbreak" else child.content for child in token.children or [])
