"""The chart as an element of a page: lines and names in their players' colours, all else in that of the text."""

from functools import partial
from typing import NamedTuple

from companion.draw.markup import Html, tag
from companion.report.chart_data import Curve, labels_below, plot_of, spread_out
from companion.report.text_width import clip_text, fold_text, width
from companion.report.words import Speaker


class Size(NamedTuple):
    width: int
    height: int
    longest: int


WIDE, SMALL = Size(880, 440, 18), Size(420, 400, 9)
"""Sizes for paper and a phone, where characters take more of the picture."""
TOP, BOTTOM, GAP = 24, 36, 10
COLUMN, BOLD, CAPITAL, LINE = 8, 9, 10, 20
"""Widths of a character, a bold one and a capital, and the height of a line; enough for any font."""
MOST_HEIGHTS, MOST_LABEL_ROWS = 6, 4
DASHES = ("none", "8 3", "2 3", "12 3 2 3", "5 5", "1 4")
"""Line patterns by seat, for paper without colour."""
_path = partial(tag, "path", stroke="currentColor")


def chart_svg(curve: Curve, speaker: Speaker, size: Size) -> Html:
    plot = plot_of(curve, MOST_HEIGHTS)
    last = curve.scores[-1]
    names = {name: f"{clip_text(name, size.longest)} {speaker.money(last[name])}" for name in curve.players}
    left = GAP + COLUMN * max(width(speaker.money(score)) for _, score in plot.heights) + GAP
    right = size.width - 2 * GAP - BOLD * max(map(width, names.values()))
    note = speaker.phrase("chart.own-scale") if plot.has_own_scale else ""
    below = fold_text(note, (size.width - left) // COLUMN).splitlines()

    def x(place: float) -> int:
        return round(left + place * (right - left))

    ticks = [(x(place), mark) for place, mark in plot.marks]
    labels = labels_below(ticks, speaker, size.width - GAP, MOST_LABEL_ROWS, CAPITAL)
    bottom = size.height - BOTTOM - LINE * (len(below) + max(0, len(labels) - 1))

    def y(place: float) -> int:
        return round(bottom - place * (bottom - TOP))

    end = right if plot.end is None or not plot.has_own_scale else x(plot.end)
    parts = list[Html]()
    for height, score in plot.heights:
        parts.append(_path(d=f"M{left} {y(height)}H{end}", opacity="0.2"))
        parts.append(_text(left - GAP, y(height) + 5, speaker.money(score), "end"))
    parts += [_path(d=f"M{place} {TOP}V{bottom + 6}", opacity="0.2") for place, _ in ticks]
    if plot.end is not None:
        parts.append(_path(d=f"M{x(plot.end)} {TOP}V{bottom}", opacity="0.5", stroke_dasharray="2 4"))
    for down, row in enumerate(labels, 1):
        for start, text, _ in row:
            parts.append(_text(start + CAPITAL * width(text) // 2, bottom + LINE * down, text, "middle"))
    for seat, name in enumerate(curve.players):
        line = {"fill": "none", "stroke_width": "2.5", "stroke_dasharray": DASHES[seat % len(DASHES)]}
        for stroke in plot.lines[name]:
            points = " ".join(f"{x(across)},{y(up)}" for across, up in stroke)
            parts.append(tag("polyline", css=f"s{seat}", points=points, **line))
    ends = {name: y(strokes[-1][-1][1]) for name, strokes in plot.lines.items()}
    order = sorted(curve.ranked, key=lambda name: ends[name])
    gap = min(LINE, bottom // len(order))
    for name, place in zip(order, spread_out([ends[player] for player in order], gap, bottom), strict=True):
        seat = curve.players.index(name)
        parts.append(_text(right + GAP, place + 5, names[name], css=f"n{seat}", font_weight=600))
    for up, text in enumerate(reversed(below)):
        parts.append(_text(left, size.height - GAP - LINE * up, text.strip()))
    shown = f"0 0 {size.width} {size.height}"
    title = tag("title", speaker.phrase("screen.label.chart"))
    return tag("svg", title, *parts, viewBox=shown, role="img", fill="currentColor", font_size=14)


def _text(x: int, y: int, text: str, anchor: str = "start", css: str = "", **more: int) -> Html:
    return tag("text", text, css=css, x=x, y=y, text_anchor=anchor, **more)
