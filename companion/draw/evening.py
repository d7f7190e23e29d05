"""The scores from the first entry to the last, drawn: a block of the table, and the page with the story."""

from companion.core.messages import say
from companion.pages.page import Seen
from companion.report.chart import chart_lines
from companion.report.curve import Curve, curve_of, figures_of, plot_of
from companion.report.drawing import chip
from companion.report.layout import width as wide
from companion.report.spans import Line, Span, folded_spans, rule, wrapped
from companion.report.story import story_of
from companion.report.tables import stacked_table

MOST_POINTS = 1_000
"""Of the small chart beside the log, which is drawn with every entry."""


def evening_lines(model: Seen, width: int, height: int) -> list[Line]:
    """With the heading of the log below it; nothing at the beginning, and nothing while money is hidden."""
    curve = curve_of(model.session, MOST_POINTS)
    if curve is None or not curve.is_worth_drawing:
        return []
    chart = _chart(model, curve, width, height - 2)
    title = model.speaker.say(say("screen.evening"))
    return [rule(title, "", width), *chart, log_rule(model, width)] if chart else []


def _chart(model: Seen, curve: Curve, width: int, rows: int, with_scores: bool = False) -> list[Line]:
    """So many rows, with a sentence below where the end has a scale of its own."""
    note = folded_spans(model.speaker.say(say("evening.own-scale")), width, "muted")
    told = note if plot_of(curve, 2).has_own_scale else []
    chart = chart_lines(curve, model.speaker, model.letters, width, rows - len(told), with_scores)
    return [*chart, *told] if chart else []


def log_rule(model: Seen, width: int) -> Line:
    return rule(model.speaker.say(say("screen.log")), "", width)


def evening_below(model: Seen, width: int, rows: int) -> list[Line]:
    """Chart and story under a title where there is room for all of it, or the chart alone; before the end nothing."""
    curve = curve_of(model.session) if model.session.is_over else None
    room = rows - 2
    is_told = len(model.session.steps) >= LEAST_STEPS and room >= SMALL_CHART
    if curve is None or not curve.is_worth_drawing or not is_told:
        return []
    lines = evening_page(model, width, room, as_figures=False)
    if len(lines) > room:
        lines = _chart(model, curve, width, room, with_scores=True)
    title = model.speaker.say(say("evening.title"))
    return [(), rule(title, "", width), *lines] if lines else []


SMALL_CHART, LEAST_CHART, MOST_CHART = 7, 10, 30
"""Rows of the chart below a sheet, and on its page; what does not fit there is scrolled to."""
LEAST_STEPS = 3
"""Where only the end was scored there is no evening to see."""


def evening_page(model: Seen, width: int, height: int, as_figures: bool) -> list[Line]:
    """The chart as large as the story leaves it, or the same as figures; then the story."""
    curve, speaker, letters = curve_of(model.session), model.speaker, model.letters
    if curve is None:
        return folded_spans(speaker.say(say("evening.hidden")), width)
    story = [line for one in story_of(model.session) for line in folded_spans(speaker.say(one), width)]
    if as_figures:
        note = folded_spans(speaker.say(say("evening.figures-note")), width, "muted")
        return [*stacked_table(figures_of(curve), speaker, letters, width), *note, (), *story]
    chart: list[Line] = []
    if curve.is_worth_drawing:
        names = [[*chip(letters[name], name, wide(name) + 4), Span("  ")] for name in curve.players]
        legend = wrapped(names, width, indent=0)
        rows = max(LEAST_CHART, min(height - len(legend) - len(story) - 1, MOST_CHART))
        chart = _chart(model, curve, width, rows, with_scores=True)
        chart = [*legend, *chart] if chart else []
    return [*(chart or folded_spans(speaker.say(say("evening.too-early")), width, "muted")), (), *story]
