"""A position's grid on a page: as many columns as fit around the marked one."""

from companion.core.messages import say
from companion.forms.grid import GridColumn, Section
from companion.report.layout import clipped, ending, flush_left, width
from companion.report.spans import Line, Span, folded_spans
from companion.report.words import Speaker
from companion.tui.models.position import Place, PositionModel

LEAST = 4
GAP = "  "
LONGEST_LABEL = 18
EMPTY = "·"
MORE = " ..."
"""Behind the headings, where there are more columns than are in view."""


def counting_lines(model: PositionModel, speaker: Speaker, room: int) -> tuple[list[Line], int]:
    """All sections, and the line of the marked cell."""
    lines: list[Line] = []
    marked = 0
    for place, section in enumerate(model.sections):
        drawn, at = _section(model, place, section, speaker, room)
        if at is not None:
            marked = len(lines) + at
        lines += [*drawn, ()]
    return lines, marked


def asked_lines(model: PositionModel, speaker: Speaker, room: int) -> list[Line]:
    """What belongs into the marked cell, and what is wrong with what was typed."""
    section = model.sections[model.place.section]
    column = section.columns[model.place.column]
    asked = speaker.say(column.ask)
    of = f" ({speaker.text(column.of)})" if column.of is not None else ""
    choices = [str(choice.value) for choice in model.cell.question.choices]
    text = f"{asked}{of}" + (f": {', '.join(choices)}" if choices else "")
    title = f"{speaker.say(say('screen.position'))}  "
    first, *rest = folded_spans(text, max(LEAST, room - width(title)), "strong")
    lines = [(Span(title, "title"), *first), *((Span(" " * width(title)), *line) for line in rest)]
    if model.problem is not None:
        lines += folded_spans(speaker.say(model.problem), room, "bad")
    return lines


def _section(
    model: PositionModel, place: int, section: Section, speaker: Speaker, room: int
) -> tuple[list[Line], int | None]:
    is_here = place == model.place.section
    labels = [speaker.text(row.label) if row.label is not None else "" for row in section.rows]
    label_room = min(LONGEST_LABEL, max(map(width, labels), default=0))
    most = max(LEAST, room - label_room - len(GAP) - len(MORE))
    widths = [min(most, _width(model, place, section, at, speaker)) for at in range(len(section.columns))]
    marked_column = model.place.column if is_here else 0
    shown = _window(widths, marked_column, room - label_room)
    if len(shown) < len(widths):
        shown = _window(widths, marked_column, room - label_room - len(MORE))
    caption = speaker.say(section.caption)
    lines: list[Line] = [(Span(caption, "title"),)]
    if len(section.columns) > 1:
        head = [Span(flush_left("", label_room))]
        for at in shown:
            heading = flush_left(_heading(section.columns[at], speaker)[: widths[at]], widths[at])
            head += [Span(GAP), Span(heading, "heading")]
        more = "" if len(shown) == len(section.columns) else MORE
        lines.append((*head, Span(more, "muted")))
    marked = None
    for row, label in zip(range(len(section.rows)), labels, strict=True):
        spans = [Span(flush_left(clipped(label, label_room), label_room), "strong")]
        for at in shown:
            here = Place(place, row, at)
            spans += [Span(GAP), *_cell(model, here, section, widths[at])]
        if is_here and row == model.place.row:
            marked = len(lines)
        lines.append(tuple(spans))
    return lines, marked


def _cell(model: PositionModel, here: Place, section: Section, room: int) -> list[Span]:
    cell = section.rows[here.row].cells[here.column]
    is_marked = here == model.place
    text = cell.text
    if is_marked and model.typed is not None:
        text = model.typed
    shown = flush_left(ending(text or EMPTY, room), room)
    look = "chosen" if is_marked else "" if text else "muted"
    return [Span(shown, look, f"cell:{here.section}/{here.row}/{here.column}")]


def _width(model: PositionModel, place: int, section: Section, at: int, speaker: Speaker) -> int:
    texts = [row.cells[at].text for row in section.rows]
    if model.place.section == place and model.place.column == at and model.typed:
        texts.append(f"{model.typed} ")
    return max(LEAST, width(_heading(section.columns[at], speaker)), *map(width, texts))


def _heading(column: GridColumn, speaker: Speaker) -> str:
    return column.word if column.of is None else f"{column.word} {speaker.text(column.of, short=True)}"


def _window(widths: list[int], marked: int, room: int) -> list[int]:
    """Columns side by side that fit, the marked one among them."""
    first = 0
    while first < marked and sum(widths[first : marked + 1]) + len(GAP) * (marked + 1 - first) > room:
        first += 1
    shown: list[int] = []
    used = 0
    for at in range(first, len(widths)):
        used += widths[at] + len(GAP)
        if used > room and shown:
            break
        shown.append(at)
    return shown
