"""Plain text as Markdown that shows just that text: nothing in it becomes markup, a link or a table cell."""

import re
from collections.abc import Iterable, Sequence

from companion.report.layout import flush_left, flush_right, width

_BLANKS = re.compile(r"[ \t\r\n]+")
_SPECIAL = re.compile(
    r"""
      [<|] | &(?=\#?\w+;)                   # HTML, table cells, entities
    | [\\`*_\[\]~$\#@]                      # emphasis, code, links, headings
    | (?<=[^\s\d])\.(?=\S) | (?<=\d)\.(?=[^\s\d]) | :(?=/) | (?<=/)/    # web addresses
    """,
    re.VERBOSE,
)
_LINE_START = re.compile(r"^(\d*)([>+=.)-])")
"""A quote, a list, the line under a heading."""

_ENTITIES = {"<": "&lt;", "|": "&#124;", "&": "&amp;"}
"""Understood by every dialect, also by those that do not take a backslash before these."""

_WIDEST = 60
"""Columns that a table is lined up to; a longer cell sticks out alone."""


def inline(text: str) -> str:
    """A text within a line: in a table, in a heading."""
    line = _BLANKS.sub(" ", text).strip(" ")
    return _SPECIAL.sub(lambda found: _ENTITIES.get(found[0], f"\\{found[0]}"), line)


def paragraph(text: str) -> str:
    """A text that begins a line."""
    return _LINE_START.sub(r"\1\\\2", inline(text))


def bullets(texts: Iterable[str]) -> str:
    """A list; a text of several lines keeps them."""
    return "\n".join(f"- {_lines(text)}" for text in texts)


def _lines(text: str) -> str:
    return "\\\n  ".join(line for part in text.splitlines() if (line := paragraph(part)))


def table(
    rows: Sequence[Sequence[str]],
    right: frozenset[int] = frozenset(),
    total: Sequence[str] | None = None,
) -> str:
    """A table whose first row is its head; columns in `right` end flush, the total stands out."""
    cells = [[inline(cell) for cell in row] for row in rows]
    if total is not None:
        cells.append([f"**{inline(cell)}**" if cell else "" for cell in total])
    places = range(len(rows[0]))
    widths = [min(_WIDEST, max(3, *(width(row[place]) for row in cells))) for place in places]
    rule = ["-" * (widths[place] - 1) + (":" if place in right else "-") for place in places]
    flush = [flush_right if place in right else flush_left for place in places]
    lines = [[flush[place](row[place], widths[place]) for place in places] for row in cells]
    return "\n".join(f"| {' | '.join(row)} |" for row in [lines[0], rule, *lines[1:]])
