"""Scores over the evening as a chart of braille dots: pure, one line a player."""

from collections.abc import Mapping, Sequence

from companion.report.drawing import Letters, player_look
from companion.report.layout import flush_right, width
from companion.report.spans import Line, Span, stripped
from companion.report.words import money

ACROSS, DOWN = 2, 4
"""Dots of one sign."""
_BLANK = 0x2800
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a sign, row by row."""
LEAST_ROOM = 8

Cell = tuple[int, int]
"""Row and column of a sign."""


def chart_lines(series: Mapping[str, Sequence[int]], letters: Letters, room: int, height: int) -> list[Line]:
    """Each player's sums from left to right, the letter where the line ends; highest and lowest sum at the side.

    Where lines cross, the sign has the colour of the player who was drawn last.
    """
    sums = [one for line in series.values() for one in line]
    if not sums or height < 2:
        return []
    low, high = min(0, *sums), max(1, *sums)
    labels = {0: money(high), height - 1: money(low)}
    side = max(map(width, labels.values()))
    across = room - side - len(series) - 3
    if across < LEAST_ROOM:
        return []
    dots: dict[Cell, int] = {}
    owners: dict[Cell, str] = {}
    ends: dict[int, list[str]] = {}
    for name, line in series.items():
        rows = [round((high - one) * (height * DOWN - 1) / (high - low)) for one in line]
        for x, y in _path(rows, across * ACROSS):
            cell = (y // DOWN, x // ACROSS)
            dots[cell] = dots.get(cell, 0) | _DOTS[y % DOWN][x % ACROSS]
            owners[cell] = name
        ends.setdefault(rows[-1] // DOWN, []).append(name)
    lines = []
    for row in range(height):
        spans = [
            Span(f"{flush_right(labels.get(row, ''), side)} │", "rule" if row not in labels else "muted")
        ]
        for column in range(across):
            cell = (row, column)
            spans.append(
                Span(chr(_BLANK + dots[cell]), player_look(owners[cell])) if cell in dots else Span(" ")
            )
        spans += [Span(" "), *(Span(letters[name], player_look(name)) for name in ends.get(row, ()))]
        lines.append(stripped(spans))
    return lines


def _path(rows: Sequence[int], across: int) -> set[Cell]:
    """The dots of a line through all rows, spread over some columns; steep parts without holes."""
    places = [round(at * (across - 1) / max(1, len(rows) - 1)) for at in range(len(rows))]
    found = set(zip(places, rows, strict=True))
    for (x, y), (right, below) in zip(
        zip(places, rows, strict=True), list(zip(places, rows, strict=True))[1:], strict=False
    ):
        steps = max(abs(right - x), abs(below - y), 1)
        found |= {
            (x + round((right - x) * step / steps), y + round((below - y) * step / steps))
            for step in range(steps + 1)
        }
    return found
