"""A grid on a page: as many columns as fit around the marked one; a sheet has the others below."""

from collections.abc import Mapping
from itertools import groupby

from companion.core.forms import Choice
from companion.core.messages import say
from companion.forms.cells import GridCell, GridColumn, GridRow, Section
from companion.report.columns import Columns, shrink, window
from companion.report.drawing import capitalised, player_look
from companion.report.layout import clipped, ending, first_columns, flush_left, folded, width
from companion.report.spans import Line, Span, folded_spans
from companion.report.words import Speaker, without_paths
from companion.tui.models.grid_editor import AnyGridEditor, Place

LEAST = 4
GAP = "  "
LONGEST_LABEL = 20
EMPTY = "·"
CUT = "…"
MORE = f" {CUT}"
"""Beside the headings, where there are more columns than are in view."""
END = "end"


def counting_lines(model: AnyGridEditor, speaker: Speaker, room: int) -> tuple[list[Line], int]:
    lines, marked = section_lines(model, speaker, room)
    said = say("screen.score-it" if model.is_sheet else "screen.counted-it")
    return lines + end_lines(model, speaker.say(said), room), marked


def section_lines(model: AnyGridEditor, speaker: Speaker, room: int) -> tuple[list[Line], int]:
    lines: list[Line] = []
    marked = 0
    for place, section in enumerate(model.sections):
        drawn, at = _section(model, place, section, speaker, room)
        if at is not None:
            marked = len(lines) + at
        lines += [*drawn, ()]
    if model.is_at_end:
        marked = len(lines)
    return lines, marked


def end_lines(model: AnyGridEditor, said: str, room: int) -> list[Line]:
    lines = folded_spans(said, room, "chosen" if model.is_at_end else "muted")
    return [tuple(span._replace(target=END) for span in line) for line in lines]


def asked_lines(model: AnyGridEditor, speaker: Speaker, room: int, key: str = "") -> list[Line]:
    usual = "screen.final" if model.is_sheet else "screen.position"
    title = f"{speaker.phrase(key or usual)}  "
    first, *rest = folded_spans(_asked(model, speaker), max(LEAST, room - width(title)), "strong")
    lines = [(Span(title, "title"), *first), *((Span(" " * width(title)), *line) for line in rest)]
    if model.problem is not None:
        lines += folded_spans(speaker.say(without_paths(model.problem)), room, "bad")
    return lines


def _asked(model: AnyGridEditor, speaker: Speaker) -> str:
    if model.is_at_end:
        return speaker.phrase("screen.all-counted")
    cell, wanted = model.cell, model.cell.question
    name, asked = speaker.say(cell.name), speaker.say(wanted.ask)
    is_players = wanted.is_amount and "player" in cell.name.values
    text = name if is_players or name.endswith(asked) else f"{name}: {asked}"
    if wanted.low is not None and wanted.high is not None:
        text += f" ({speaker.phrase('screen.between', low=wanted.low, high=wanted.high)})"
    choices = [_choice(choice, speaker) for choice in wanted.choices]
    return text + (f": {', '.join(choices)}" if choices else "")


def _choice(choice: Choice, speaker: Speaker) -> str:
    """A word of the notation comes with its letter, which is enough."""
    key = speaker.lexicon.key(choice) if choice.is_word else ""
    return f"{key} {speaker.choice(choice)}".lstrip()


def _section(
    model: AnyGridEditor, place: int, section: Section, speaker: Speaker, room: int
) -> tuple[list[Line], int | None]:
    is_here = place == model.place.section and not model.is_at_end
    labels = [_label(row, speaker) for row in section.rows]
    label_room = min(LONGEST_LABEL, max(map(width, labels), default=0))
    marked_column = model.place.column if is_here else 0
    lines: list[Line] = []
    if section.caption is not None:
        lines += folded_spans(capitalised(speaker.say(section.caption)), room, "title")
    marked = None
    for columns in _blocks(model, place, section, speaker, room - label_room):
        widths = _widths(model, place, section, speaker, room - label_room, columns)
        middle = marked_column if marked_column in columns else columns[0]
        blocks, left = [widths[at] + len(GAP) for at in columns], room - label_room
        in_view = window(blocks, columns.index(middle), left if sum(blocks) <= left else left - len(MORE))
        shown = [columns[at] for at in in_view]
        right = [at for at, column in enumerate(shown, 1) if _has_numbers_only(section, column)]
        setting = Columns([label_room, *(widths[at] for at in shown)], right, GAP)
        lines += _headings(section, columns, shown, setting, speaker)
        for row, label in enumerate(labels):
            cells = [_cell(model, Place(place, row, at), section, speaker, widths[at]) for at in shown]
            named = (Span(clipped(label, label_room), "strong"),)
            lines.append(setting.line([named, *(cell[:1] for cell in cells)]))
            lines += [setting.line([(Span(""),), (one,)]) for one in cells[-1][1:]]
            if is_here and row == model.place.row and marked_column in columns:
                marked = len(lines) - 1
    return lines, marked


def _has_numbers_only(section: Section, column: int) -> bool:
    return len(section.columns) > 1 and all(row.cells[column].question.is_amount for row in section.rows)


def _blocks(
    model: AnyGridEditor, place: int, section: Section, speaker: Speaker, room: int
) -> list[list[int]]:
    """Columns that stand side by side: of a sheet those of one word together, and below what does not fit."""
    every = list(range(len(section.columns)))
    if not model.is_sheet or section.players:
        return [every]
    groups = [list(group) for _, group in groupby(every, key=lambda at: section.columns[at].word)]
    blocks: list[list[int]] = [[]]
    for group in groups:
        together = [*blocks[-1], *group]
        widths = _widths(model, place, section, speaker, room, together)
        if blocks[-1] and _room_of(widths, together) > room:
            blocks.append(group)
        else:
            blocks[-1] = together
    return blocks


def _label(row: GridRow, speaker: Speaker) -> str:
    text = " ".join(speaker.text(one) for one in row.labels)
    if width(text) > LONGEST_LABEL:
        text = " ".join(speaker.text(one, short=True) for one in row.labels)
    return capitalised(text)


def _headings(
    section: Section, block: list[int], shown: list[int], setting: Columns, speaker: Speaker
) -> list[Line]:
    """The names of the columns, above them the word that several share, and marks for columns out of view."""
    columns = section.columns
    if not any(column.word or column.of is not None for column in columns) or len(columns) == 1:
        return []
    more = Span(MORE if shown[-1] != block[-1] else "", "muted")
    above, heads = [Span(" " * setting.widths[0])], list[Line]()
    widths = dict(zip(shown, setting.widths[1:], strict=True))
    left = GAP.replace(" ", CUT, 1) if shown[0] != block[0] else GAP
    for at in shown:
        column, before = columns[at], columns[at - 1] if at and at != shown[0] else None
        if column.of is not None and (before is None or before.word != column.word):
            alike = [one for one in shown if one >= at and columns[one].word == column.word]
            room = _room_of(widths, alike) - len(GAP)
            word = clipped(capitalised(speaker.name(column.word)), room)
            above += [Span(GAP), Span(flush_left(word, room), "heading")]
        elif column.of is None:
            above.append(Span(" " * (widths[at] + len(GAP))))
        head, look = _heading(column, speaker)
        heads.append((Span(clipped(head, widths[at]), look),))
    label, _, *named = setting.line([(Span(""),), *heads])
    is_grouped = any(column.word and column.of is not None for column in columns)
    return [*([tuple(above)] if is_grouped else []), (label, Span(left, "muted"), *named, more)]


def _heading(column: GridColumn, speaker: Speaker) -> tuple[str, str]:
    if column.of is None:
        return capitalised(speaker.name(column.word)), "heading"
    look = player_look(column.of) if isinstance(column.of, str) else "heading"
    return speaker.text(column.of, short=True), look


def _cell(model: AnyGridEditor, here: Place, section: Section, speaker: Speaker, room: int) -> list[Span]:
    """What stands in a cell: where it is alone in its row on as many lines as it needs, else as much as fits."""
    cell = section.rows[here.row].cells[here.column]
    is_marked = here == model.place and not model.is_at_end
    typed = model.typed if is_marked else None
    look = "chosen" if is_marked else "" if cell.text else "muted"
    shown = (_told(cell, speaker) if typed is None else typed) or ("" if cell.is_fixed else EMPTY)
    lines = [shown]
    if len(section.columns) == 1:
        lines = folded(shown, room).split("\n")
    elif width(shown) > room:  # of what is typed the end is seen
        lines = [first_columns(shown, room - 1) + CUT if typed is None else CUT + ending(shown, room - 1)]
    target = f"cell:{here.section}/{here.row}/{here.column}"
    return [Span(line, look, target) for line in lines]


def _widths(
    model: AnyGridEditor, place: int, section: Section, speaker: Speaker, room: int, columns: list[int]
) -> dict[int, int]:
    """As wide as headings and texts; players' columns share what there is, where that is not enough."""
    texts, bounds = [], []
    for at in columns:
        told = [_told(row.cells[at], speaker) for row in section.rows]
        is_typed = (model.place.section, model.place.column) == (place, at) and model.typed
        texts.append(max(LEAST, *map(width, [*told, f"{model.typed} "] if is_typed else told)))
        least = max(LEAST, room // len(columns) - len(GAP)) if section.players else texts[-1]
        bounds.append(room if section.columns[at].of is None else least)
    heads = [width(_heading(section.columns[at], speaker)[0]) for at in columns]
    most = max(LEAST, room - len(GAP) - len(MORE))
    widths = [min(most, max(pair)) for pair in zip(texts, heads, strict=True)]
    shrink(widths, bounds, sum(widths) + len(GAP) * len(widths) - room)
    return dict(zip(columns, widths, strict=True))


def _told(cell: GridCell, speaker: Speaker) -> str:
    """A cell as people read it; what is typed there may be words of the notation and bare numbers."""
    text, words = cell.text or cell.known, (cell.text or cell.known).split()
    names = {str(one.value): speaker.choice(one) for one in cell.question.choices}
    if cell.question.has_pairs and not cell.question.takes_text and len(words) % 2 == 0:
        pairs = ((names.get(name, name), count) for name, count in zip(words[::2], words[1::2], strict=True))
        return ", ".join(name if count == "1" else f"{name} ×{count}" for name, count in pairs)
    return ", ".join(names[one] for one in words) if names and all(one in names for one in words) else text


def _room_of(widths: Mapping[int, int], columns: list[int]) -> int:
    return sum(widths[at] + len(GAP) for at in columns)
