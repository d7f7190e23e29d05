"""The evening as a small chart, at the right of a wide table."""

from companion.draw.page import chart_with_note
from companion.pages.view import Seen
from companion.report.curve import curve_of
from companion.report.spans import Line, rule

MOST_POINTS = 1_000
"""Of the small chart, which is drawn with every entry."""


def evening_lines(model: Seen, width: int, height: int) -> list[Line]:
    """Nothing at the beginning, and nothing while money is hidden."""
    curve = curve_of(model.session, MOST_POINTS)
    if curve is None or not curve.is_worth_drawing:
        return []
    chart = chart_with_note(curve, model, width, height - 1)
    title = model.speaker.phrase("screen.evening")
    return [rule(title, "", width), *chart] if chart else []
