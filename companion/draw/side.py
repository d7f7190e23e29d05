"""What stands at the right of a wide table: the evening as a small chart, and the last receipt."""

from companion.draw.log import last_paid_lines
from companion.draw.page import block_lines, chart_with_note
from companion.pages.entry import blocks
from companion.pages.view import Seen
from companion.report.curve import curve_of
from companion.report.spans import Line, rule

MOST_POINTS = 1_000
"""Of the small chart, which is drawn with every entry."""


def evening_lines(model: Seen, width: int, height: int) -> list[Line]:
    """With the heading of the log below it; nothing at the beginning, and nothing while money is hidden."""
    curve = curve_of(model.session, MOST_POINTS)
    if curve is None or not curve.is_worth_drawing:
        return []
    chart = chart_with_note(curve, model, width, height - 2)
    title = model.speaker.phrase("screen.evening")
    return [rule(title, "", width), *chart, log_rule(model, width)] if chart else []


def log_rule(model: Seen, width: int) -> Line:
    return rule(model.speaker.phrase("screen.log"), "", width)


def last_receipt_lines(model: Seen, width: int) -> list[Line]:
    """What changes hands now, and the last entry that paid something, in full."""
    paid = last_paid_lines(model, width)
    for step in reversed(model.session.steps):
        if step.outcome.receipts:
            found = blocks(model, step.number)
            return [*paid, *(line for one in found for line in block_lines(one, model, width))]
    return paid
