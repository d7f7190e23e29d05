"""Scores over the game as a chart of braille dots: one line for each player, milestones below."""

from collections.abc import Sequence
from itertools import groupby, pairwise

from companion.report.chart_data import Curve, Plot, Stroke, labels_below, plot_of, spread_out
from companion.report.spans import Line, Span, cut, folded_spans, strip
from companion.report.table_text import Letters, player_look
from companion.report.text_width import flush_right, width
from companion.report.words import Speaker

ACROSS, DOWN = 2, 4
"""Columns and rows of dots in one character."""
_BLANK = 0x2800
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a character, row by row."""
LEAST_ROOM, LEAST_ROWS = 8, 2

CellPlace = tuple[int, int]


def chart_lines(
    curve: Curve, speaker: Speaker, letters: Letters, room: int, height: int, has_scores: bool, below: int = 1
) -> list[Line]:
    """Draw players' lines with letters on and after them, milestones and a note below; empty if it doesn't fit."""
    has_note = curve.final is not None and plot_of(curve, 2).has_own_scale
    note = folded_spans(speaker.phrase("chart.own-scale"), room, "muted") if has_note else []
    rows = height - len(note) - 1 - below
    plot = plot_of(curve, 1 + rows // 3)
    labels = {_row(place, rows): speaker.money(score) for place, score in plot.heights}
    side = max(map(width, labels.values()))
    last = curve.scores[-1]
    is_crowded = len(last) > rows  # then some rows have two letters and no scores
    has_scores = has_scores and not is_crowded
    called = {name: letters[name] + (f" {speaker.money(last[name])}" if has_scores else "") for name in last}
    # name everybody where their line ends, or next to it if another line ends there too
    heights = {name: strokes[-1][-1][1] for name, strokes in plot.lines.items()}
    order = sorted(curve.ranked, key=lambda name: -heights[name])
    wished = [_row(heights[name], rows) for name in order]
    written: dict[int, list[Span]] = {}
    for name, row in zip(order, spread_out(wished, 0 if is_crowded else 1, rows - 1), strict=True):
        written.setdefault(row, []).append(Span(called[name], player_look(name)))
    across = room - side - 3 - max(sum(width(span.text) for span in spans) for spans in written.values())
    if across < LEAST_ROOM or rows < LEAST_ROWS:
        return []
    axis = _axis(plot, speaker, side, across, room, max(1, (height - len(note)) // 4))
    if len(axis) - 1 > below:
        return chart_lines(curve, speaker, letters, room, height, has_scores, len(axis) - 1)
    axis += [()] * (below + 1 - len(axis))
    cells = _cells(plot, letters, across, rows)
    lines = []
    for row in range(rows):
        label = labels.get(row)
        spans = [Span(f"{flush_right(label or '', side)} {'│' if label is None else '┤'}", "muted")]
        runs = groupby((cells.get((row, at), Span(" ")) for at in range(across)), key=lambda span: span.look)
        spans += [Span("".join(span.text for span in run), look) for look, run in runs]
        lines.append(strip([*spans, Span(" "), *written.get(row, ())]))
    return [*lines, *axis, *note]


def _row(place: float, rows: int) -> int:
    return round((1 - place) * (rows * DOWN - 1)) // DOWN


def _cells(plot: Plot, letters: Letters, across: int, rows: int) -> dict[CellPlace, Span]:
    """The characters of all lines. Where some coincide they take turns, where all do none stands out; every line
    shows its letter once.
    """
    dots: dict[CellPlace, int] = {}
    owners: dict[CellPlace, list[str]] = {}
    for name, strokes in plot.lines.items():
        for x, y in _dots(strokes, across * ACROSS - 1, rows * DOWN - 1):
            cell = (y // DOWN, x // ACROSS)
            dots[cell] = dots.get(cell, 0) | _DOTS[y % DOWN][x % ACROSS]
            if name not in owners.setdefault(cell, []):
                owners[cell].append(name)
    characters = {
        cell: Span(chr(_BLANK + bits), _look(owners[cell], cell[1], len(plot.lines)))
        for cell, bits in dots.items()
    }
    end = across if plot.end is None else round(plot.end * (across * ACROSS - 1)) // ACROSS
    for seat, name in enumerate(plot.lines, 1):
        wished = end * seat // (len(plot.lines) + 1)
        alone = [cell for cell, names in owners.items() if names == [name] and cell[1] < end]
        if alone:
            place = min(alone, key=lambda cell: (abs(cell[1] - wished), cell))
            characters[place] = Span(letters[name], player_look(name))
    for row in range(rows if end < across else 0):
        if plot.has_own_scale or (row, end) not in characters:
            characters[row, end] = Span("┊", "rule")
    return characters


def _look(owners: Sequence[str], column: int, players: int) -> str:
    return "muted" if len(owners) == players > 1 else player_look(owners[column % len(owners)])


def _dots(strokes: Sequence[Stroke], right: int, bottom: int) -> set[CellPlace]:
    """The dots of a line as (column, row), without holes in steep parts."""
    dots: set[CellPlace] = set()
    for stroke in strokes:
        places = [(round(x * right), round((1 - y) * bottom)) for x, y in stroke]
        dots |= {*places}
        for (x, y), (to, below) in pairwise(place for place, _ in groupby(places)):
            steps = max(abs(to - x), abs(below - y), 1)
            dots |= {
                (x + round((to - x) * step / steps), y + round((below - y) * step / steps))
                for step in range(steps)
            }
    return dots


def _axis(plot: Plot, speaker: Speaker, side: int, across: int, room: int, most_rows: int) -> list[Line]:
    ticks = [(round(place * (across * ACROSS - 1)) // ACROSS, mark) for place, mark in plot.marks]
    columns = {column for column, _ in ticks}
    axis = "".join("┴" if column in columns else "─" for column in range(across))
    before = side + 2
    lines: list[Line] = [(Span(f"{' ' * (side + 1)}└{axis}", "muted"),)]
    for row in labels_below([(before + column, mark) for column, mark in ticks], speaker, room, most_rows):
        text = ""
        for start, label, _ in row:
            text += " " * (start - width(text)) + label
        lines.append(cut([Span(text, "muted")], room))
    return lines
