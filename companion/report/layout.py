"""Columns of plain text that line up, wide characters too."""

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
