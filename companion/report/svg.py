"""The chart as an SVG without scripts, fonts or links, in light and dark."""

from html import escape
from typing import NamedTuple

from companion.core.player_colours import COLOURS_BY_THEME, colour_of
from companion.report.curve import Curve, curve_of, labels_below, plot_of, spread_out
from companion.report.layout import clip_text, fold_text, width
from companion.report.story import story_of
from companion.report.words import Speaker, speaker_of
from companion.session import Session


class Size(NamedTuple):
    width: int
    height: int
    longest: int
    """Most columns of a player's name."""


WIDE, SMALL, FLAT = Size(880, 440, 18), Size(420, 400, 9), Size(480, 224, 9)
"""Sizes for paper, a phone, and a corner of a television, where characters take more of the picture."""
TOP, BOTTOM, GAP = 24, 36, 10
COLUMN, BOLD, CAPITAL, LINE = 8, 9, 10, 20
"""Widths of a character, a bold one and a capital, and the height of a line; enough for any font."""
MOST_HEIGHTS, MOST_LABEL_ROWS = 6, 4
DASHES = ("none", "8 3", "2 3", "12 3 2 3", "5 5", "1 4")
"""Line patterns by seat, for paper without colour."""
_STYLE = """
.ground{fill:#ffffff}.text{fill:#3a3f47;font:14px system-ui,sans-serif;font-variant-numeric:tabular-nums}
.rule{stroke:#d9dce1}.end{stroke:#8d949e;stroke-dasharray:2 4}.line{fill:none;stroke-width:2.5;stroke-linejoin:round}
.name{font-weight:600}"""
_DARK = ".ground{fill:#16181d}.text{fill:#c3c8d0}.rule{stroke:#33373f}"


def chart_svg(session: Session, language: str, size: Size = WIDE) -> str:
    """Draw everybody's line with the name at its end; a sentence if there is nothing to draw."""
    speaker, curve = speaker_of(session, language), curve_of(session)
    table, ways = session.record.table, list[str]()
    for theme in ("light", "dark"):  # same colours as on the exported page
        names = (colour_of(one, table.players, table.screen_colours) for one in table.seats)
        colours = [COLOURS_BY_THEME[theme, False][name] for name in names]
        ways.append("".join(f".s{at}{{stroke:{hue}}}.n{at}{{fill:{hue}}}" for at, hue in enumerate(colours)))
    told = " ".join(speaker.say(one) for one in story_of(session))
    if curve is not None and curve.is_worth_drawing:
        parts = _svg_parts(curve, speaker, size)
    else:
        is_at_end = curve is None and not session.record.hides_money
        key = "evening.hidden" if curve is None else "evening.too-early"
        told = speaker.phrase("evening.only-at-end" if is_at_end else key)
        parts = [_text(GAP, size.height // 2, told)]
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size.width} {size.height}" role="img">',
        f"<title>{escape(speaker.phrase('evening.title'))}</title>",
        f"<desc>{escape(told)}</desc>",
        f"<style>{_STYLE}{ways[0]}\n@media (prefers-color-scheme:dark){{{_DARK}{ways[1]}}}\n</style>",
        f'<rect class="ground" width="{size.width}" height="{size.height}"/>',
    ]
    return "\n".join([*head, *parts, "</svg>\n"])


def _svg_parts(curve: Curve, speaker: Speaker, size: Size) -> list[str]:
    plot = plot_of(curve, MOST_HEIGHTS)
    last = curve.scores[-1]
    names = {name: f"{clip_text(name, size.longest)} {speaker.money(last[name])}" for name in curve.players}
    left = GAP + COLUMN * max(width(speaker.money(score)) for _, score in plot.heights) + GAP
    right = size.width - 2 * GAP - BOLD * max(map(width, names.values()))
    told = speaker.phrase("evening.own-scale") if plot.has_own_scale else ""
    below = fold_text(told, (size.width - left) // COLUMN).splitlines()

    def x(place: float) -> int:
        return round(left + place * (right - left))

    ticks = [(x(place), mark) for place, mark in plot.marks]
    labels = labels_below(ticks, speaker, size.width - GAP, MOST_LABEL_ROWS, CAPITAL)
    bottom = size.height - BOTTOM - LINE * (len(below) + max(0, len(labels) - 1))

    def y(place: float) -> int:
        return round(bottom - place * (bottom - TOP))

    end = right if plot.end is None or not plot.has_own_scale else x(plot.end)
    parts = []
    for height, score in plot.heights:
        parts.append(f'<path class="rule" d="M{left} {y(height)}H{end}"/>')
        parts.append(_text(left - GAP, y(height) + 5, speaker.money(score), "end"))
    parts += [f'<path class="rule" d="M{place} {TOP}V{bottom + 6}"/>' for place, _ in ticks]
    if plot.end is not None:
        parts.append(f'<path class="end" d="M{x(plot.end)} {TOP}V{bottom}"/>')
    for down, row in enumerate(labels, 1):
        for start, text, _ in row:
            parts.append(_text(start + CAPITAL * width(text) // 2, bottom + LINE * down, text, "middle"))
    for seat, name in enumerate(curve.players):
        dash = DASHES[seat % len(DASHES)]
        for stroke in plot.lines[name]:
            points = " ".join(f"{x(across)},{y(up)}" for across, up in stroke)
            parts.append(f'<polyline class="line s{seat}" stroke-dasharray="{dash}" points="{points}"/>')
    ends = {name: y(strokes[-1][-1][1]) for name, strokes in plot.lines.items()}
    order = sorted(curve.ranked, key=lambda name: ends[name])
    gap = min(LINE, bottom // len(order))
    for name, place in zip(order, spread_out([ends[one] for one in order], gap, bottom), strict=True):
        seat = curve.players.index(name)
        parts.append(_text(right + GAP, place + 5, names[name], "start", f" name n{seat}"))
    for up, text in enumerate(reversed(below)):
        parts.append(_text(left, size.height - GAP - LINE * up, text.strip()))
    return parts


def _text(x: int, y: int, text: str, anchor: str = "start", more: str = "") -> str:
    return f'<text class="text{more}" x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'
