"""The scores from the first entry to the last, as a block of the table."""

from companion.core.messages import say
from companion.draw.page import chart_with_note
from companion.pages.page import Seen
from companion.report.curve import curve_of
from companion.report.spans import Line, rule

MOST_POINTS = 1_000
"""Of the small chart beside the log, which is drawn with every entry."""


def evening_lines(model: Seen, width: int, height: int) -> list[Line]:
    """With the heading of the log below it; nothing at the beginning, and nothing while money is hidden."""
    curve = curve_of(model.session, MOST_POINTS)
    if curve is None or not curve.is_worth_drawing:
        return []
    chart = chart_with_note(curve, model, width, height - 2)
    title = model.speaker.say(say("screen.evening"))
    return [rule(title, "", width), *chart, log_rule(model, width)] if chart else []


def log_rule(model: Seen, width: int) -> Line:
    return rule(model.speaker.say(say("screen.log")), "", width)
