"""Markdown read back by a parser that is not ours."""

from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token


def tables_of(report: str) -> list[list[list[str]]]:
    """Return the text of every cell, by table and row."""
    found: list[list[list[str]]] = []
    is_cell = False
    for token in tokens_of(report):
        if token.type == "table_open":
            found.append([])
        elif token.type == "tr_open":
            found[-1].append([])
        elif token.type == "inline" and is_cell:
            found[-1][-1].append(shown_text(token))
        is_cell = token.type in ("th_open", "td_open")
    return found


def tokens_of(report: str) -> list[Token]:
    """Return all tokens of GitHub's Markdown, with links found in bare text."""
    return list(_flat(MarkdownIt("gfm-like").parse(report)))


def _flat(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _flat(token.children or [])


def shown_text(token: Token) -> str:
    return "".join("\n" if child.type == "hardbreak" else child.content for child in token.children or [])
