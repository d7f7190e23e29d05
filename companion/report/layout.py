"""Columns of plain text that line up, wide characters too."""

import unicodedata
from collections.abc import Sequence


def width(text: str) -> int:
    """Columns a text takes in a terminal."""
    return len(text) if text.isascii() else sum(_width(character) for character in text)


def _width(character: str) -> int:
    if unicodedata.combining(character) or character in "\u200d\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def flush_left(text: str, room: int) -> str:
    """A text filled up to a width, beginning flush."""
    return text + " " * (room - width(text))


def flush_right(text: str, room: int) -> str:
    """A text filled up to a width, ending flush."""
    return " " * (room - width(text)) + text


def columns(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset(), gap: str = "  ") -> list[str]:
    """Rows as lines, each column as wide as its widest cell; columns in `right` end flush."""
    widths = [max(width(row[place]) for row in rows) for place in range(len(rows[0]))] if rows else []
    return [
        gap.join(
            (flush_right if place in right else flush_left)(cell, widths[place])
            for place, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]


def clipped(text: str, room: int) -> str:
    """A text cut to a width, with a full stop as in an abbreviation where something is missing."""
    if width(text) <= room:
        return text
    return _config(text, room - 1).rstrip(" ,") + "." if room > 0 else ""


def folded(line: str, most: int) -> str:
    """A line over as many lines as it needs, the further ones set in a little deeper."""
    if width(line) <= most:
        return line
    indent = " " * (len(line) - len(line.lstrip()))
    lines, deeper = [], f"{indent}  "
    current, is_empty = indent, True
    for word in line.strip().split(" "):
        rest = word
        if not is_empty and width(f"{current} {rest}") <= most:
            current = f"{current} {rest}"
            continue
        if not is_empty:
            lines.append(current.rstrip())
            current = deeper
        while rest and width(current + rest) > most:
            part = _config(rest, most - width(current)) or rest[:1]
            lines.append(current + part)
            current, rest = deeper, rest[len(part) :]
        current, is_empty = current + rest, False
    return "\n".join([*lines, current.rstrip()])


def _config(text: str, room: int) -> str:
    """As much of a text as fits, without half of a character that is made of several."""
    end, used = 0, 0
    for character in text:
        used += _width(character)
        if used > room:
            break
        end += 1
    return text[:end].rstrip("\u200d")
