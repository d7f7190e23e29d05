"""What stands in the entry's place while none is on its way: what was said, what is urgent, the last entry."""

from companion.core.messages import say
from companion.core.views import Urgency
from companion.report.spans import Line, folded_spans
from companion.report.tables import URGENCIES
from companion.tui.draw.log import last_entry, last_paid_lines
from companion.tui.draw.projection import projection_lines
from companion.tui.draw.tables import Known
from companion.tui.models.table import TableModel


def idle_lines(model: TableModel, width: int, with_log: bool, known: Known | None = None) -> list[Line]:
    lines = said_lines(model, width)
    proposal = model.proposal()
    if proposal is not None:
        visible = model.lines.public_line(proposal)
        offered = model.speaker.say(say("screen.proposed", line=visible))
        lines += folded_spans(offered, width, "good", "press:enter")
    urgent, others = _reminders(model, width)
    lines += urgent
    if with_log or not model.session.steps:
        return [*last_paid_lines(model, width), *lines, *last_entry(model, width), *others]
    lines += others
    projection = projection_lines(model, width, known)
    return [*lines, *([()] if lines and projection else []), *projection]


def _reminders(model: TableModel, width: int) -> tuple[list[Line], list[Line]]:
    """What is urgent, and what is only good to know."""
    found: tuple[list[Line], list[Line]] = ([], [])
    for reminder in model.session.game.reminders(model.session.state):
        is_urgent = reminder.urgency > Urgency.NOTE
        visible = f"{URGENCIES[reminder.urgency]} {model.speaker.say(reminder.text)}"
        lines = folded_spans(visible, width, "warn" if is_urgent else "muted")
        found[0 if is_urgent else 1].extend(lines)
    return found


def said_lines(model: TableModel, width: int) -> list[Line]:
    """What was last said; why nothing can be booked is said as long as it is so."""
    fault = "" if model.fault is None else model.speaker.say(model.fault)
    is_left_out = fault and all(said.text != fault for said in model.said)
    lines = folded_spans(fault, width, "bad") if is_left_out else []
    return lines + [part for said in model.said for part in folded_spans(said.text, width, said.look)]
