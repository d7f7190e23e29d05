"""The game as it was after some entry, to look at."""

from companion.core.messages import say
from companion.draw.scores import score_lines
from companion.draw.tables import Known, arranged, drawn, frame_of
from companion.pages.page import Seen
from companion.report.spans import Line, rule
from companion.tui.draw.heading import clock_spans


def as_of_lines(model: Seen, place: int, width: int, height: int, known: Known) -> list[Line]:
    """Scores and tables of a game as it was; nothing can be entered there."""
    title = model.speaker.say(say("screen.as-of", number=place))
    head = [rule(title, model.speaker.say(say("screen.look-only")) if width >= 50 else "", width)]
    head += clock_spans(model, width)
    frame = frame_of(model, width, False, known)
    lines = [*head, *score_lines(model, width, frame)]
    room = height - len(lines)
    tables = arranged(model, width, room, False, known, frame)
    return [*lines, *drawn(model, tables, width, room)] if room > 0 else lines
