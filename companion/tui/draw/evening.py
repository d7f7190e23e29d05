"""The scores from the first entry to the last, drawn; of many entries, as many as there are dots."""

from companion.core.messages import say
from companion.report.chart import ACROSS, chart_lines
from companion.report.spans import Line, rule
from companion.tui.models.table import TableModel

LEAST_STEPS = 3
"""With fewer entries there is nothing to see."""


def evening_lines(model: TableModel, width: int, height: int) -> list[Line]:
    """With the heading of the log below it; nothing at the beginning, and nothing while money is hidden."""
    session = model.session
    if session.record.hides_money or len(session.steps) < LEAST_STEPS:
        return []
    last = len(session.steps)
    shown = sorted({round(at * last / (width * ACROSS)) for at in range(width * ACROSS + 1)})
    states = [session.steps[at - 1].outcome.state if at else session.opening.state for at in shown]
    scores = [session.game.scores(state) for state in states]
    if not any(any(one.values()) for one in scores):
        return []
    series = {name: [one.get(name, 0) for one in scores] for name in session.table.seats}
    chart = chart_lines(series, model.letters, width, height - 2)
    title = model.speaker.say(say("screen.evening"))
    return [rule(title, "", width), *chart, log_rule(model, width)] if chart else []


def log_rule(model: TableModel, width: int) -> Line:
    return rule(model.speaker.say(say("screen.log")), "", width)
