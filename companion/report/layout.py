"""Columns of plain text that line up, wide characters too."""

import textwrap
import unicodedata
from collections.abc import Sequence


def width(text: str) -> int:
    """Columns a text takes in a terminal."""
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if unicodedata.combining(character) or character in "\u200d\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def columns(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset(), gap: str = "  ") -> list[str]:
    """Rows as lines, each column as wide as its widest cell; columns in `right` end flush."""
    widths = [max(width(row[place]) for row in rows) for place in range(len(rows[0]))] if rows else []
    return [
        gap.join(
            " " * (widths[place] - width(cell)) + cell
            if place in right
            else cell + " " * (widths[place] - width(cell))
            for place, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]


def folded(line: str, most: int) -> str:
    """A line over as many lines as it needs, the further ones set in a little deeper."""
    if width(line) <= most:
        return line
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.fill(
        line.strip(), most, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False
    )
