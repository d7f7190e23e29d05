"""The history: every entry in a line, and the table as it was after the one that is marked."""

from companion.core.messages import say
from companion.report.drawing import player_look
from companion.report.spans import Line, Span, cut, folded_spans, rule, span_width, stripped
from companion.tui.draw.heading import clock_spans
from companion.tui.draw.scores import score_lines
from companion.tui.draw.tables import Known, arranged, drawn, frame_of
from companion.tui.models.history import HistoryModel, Row
from companion.tui.models.table import TableModel

GAP = 2


def history_rows(history: HistoryModel, width: int) -> list[list[Line]]:
    """Each entry in one line: when, which, who, what, and what it moved; above it the part of the game it begins."""
    said = history.table.speaker.say
    found: list[list[Line]] = []
    chapter = None
    for row in history.rows:
        lines: list[Line] = []
        if row.chapter is not None and row.chapter != chapter:
            lines = [cut([Span(said(row.chapter), "heading")], width)]
        found.append([*lines, _row(history.table, row, width)])
        chapter = row.chapter
    return found


def _row(model: TableModel, row: Row, width: int) -> Line:
    left = [Span(f"{row.time:5} " if row.time and width >= 60 else "", "muted")]
    left += [Span(f"{row.place:3} " if row.place else "", "muted")]
    left += [Span(f"{row.by} ", player_look(row.by))] if row.by is not None else []
    left += [Span(row.text, "notation")]
    right = [Span(f" ({model.speaker.say(say('screen.ruled'))})", "warn")] if row.is_ruled else []
    for name, gain in row.gains.items():
        letter = model.letters.get(name, "?") if name in model.letters else name
        right += [Span(f" {letter} ", player_look(name)), Span(model.speaker.signed(gain))]
    room = width - span_width(right) - GAP
    if room < width // 3:  # what is entered comes before what it moved
        right, room = [], width
    text = stripped(cut(left, room))
    return (*text, Span(" " * (width - span_width(text) - span_width(right))), *right)


def beside_lines(model: TableModel, place: int, width: int, height: int, known: Known) -> list[Line]:
    """Scores and tables of a game as it was; nothing can be entered there."""
    title = model.speaker.say(say("screen.as-of", number=place))
    head = [rule(title, model.speaker.say(say("screen.look-only")) if width >= 50 else "", width)]
    head += clock_spans(model, width)
    frame = frame_of(model, width, False, known)
    lines = [*head, *score_lines(model, width, frame)]
    room = height - len(lines)
    tables = arranged(model, width, room, False, known, frame)
    return [*lines, *drawn(model, tables, width, room)] if room > 0 else lines


def nothing_found(history: HistoryModel, width: int) -> list[Line]:
    key = "screen.nothing-found" if history.words else "screen.no-abandoned"
    key = key if history.words or history.is_abandoned else "screen.no-history"
    return folded_spans(history.table.speaker.say(say(key, words=history.words)), width, "muted")
