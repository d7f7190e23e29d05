"""The game's tables on one screen: as many as there is room for, side by side where they fit."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple, TypeVar

from companion.core.messages import say
from companion.core.views import TableView
from companion.report.drawing import Frame
from companion.report.spans import Line, filled, folded_spans, span_width
from companion.report.tables import (
    drawn_table,
    frame_needs,
    has_players,
    least_width,
    legend_lines,
    natural_width,
    table_spans,
)
from companion.tui.commands import shown as shown_key
from companion.tui.draw.scores import label_width, score_blocks
from companion.tui.models.table import TableModel

GAP = "   "
LEAST_NOTE = 14
"""Columns in which what is left out can be named."""
T = TypeVar("T")


class Known:
    """What was worked out of tables that are still the same: most entries change one or two of them."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], tuple[TableView, Any]] = {}

    def of(self, table: TableView, work: Callable[..., T], model: TableModel, *given: object) -> T:
        """What a function says of a table, with the words and letters of a session."""
        place = (table.key, work, *given)
        if place not in self._found or self._found[place][0] != table:
            self._found[place] = (table, work(table, model.speaker, model.letters, *given))
        found: T = self._found[place][1]
        return found


class Placed(NamedTuple):
    """A table drawn at some place among the others."""

    lines: list[Line]
    row: int
    column: int
    name: str

    @property
    def end(self) -> int:
        return self.row + len(self.lines)


class Arranged(NamedTuple):
    """The tables in two columns, the main one first; those that found no room are named."""

    placed: tuple[Placed, ...] = ()
    left_out: tuple[str, ...] = ()
    beside: int = 0
    """Where the second column begins."""

    @property
    def height(self) -> int:
        return max((one.end for one in self.placed), default=0)

    @property
    def main_height(self) -> int:
        return self.placed[0].end if self.placed else 0

    def within(self, room: int) -> "Arranged":
        """Without the tables of which only the beginning would be seen; the main one stays in any case."""
        kept = tuple(one for one in self.placed if one.row == one.column == 0 or one.end <= room)
        gone = tuple(one.name for one in self.placed if one not in kept)
        return self._replace(placed=kept, left_out=(*gone, *self.left_out))


def drawn(model: TableModel, arranged: Arranged, width: int, room: int) -> list[Line]:
    """As many of them as fit, none of them cut; the others are named, beside the tables or below them."""
    shown = arranged.within(room)
    left: list[Line] = []
    right: list[Line] = []
    for one in shown.placed:
        lines = right if one.column else left
        lines += [()] * (one.row - len(lines))
        lines += one.lines
    below: list[Line] = []
    if shown.left_out:
        side = width - shown.beside
        note = _note(model, shown.left_out, side) if side >= LEAST_NOTE else []
        if note and len(right) + bool(right) + len(note) <= max(room, len(left)):
            right += [*([()] if right else []), *note]
        else:
            below = _note(model, shown.left_out, width)[: max(0, room - shown.height)]
    lines = [
        (*filled(here, shown.beside), *there) if there else here
        for here, there in zip_longest(left, right, fillvalue=())
    ]
    return [*lines, *below]


def _note(model: TableModel, names: Sequence[str], width: int) -> list[Line]:
    key = shown_key(model.keys["table.tables"])
    text = model.speaker.say(say("screen.more-tables", key=key, what=names))
    return folded_spans(text, width, "muted", "command:tables")


def arranged(
    model: TableModel, width: int, height: int, is_roomy: bool, known: Known, frame: Frame | None
) -> Arranged:
    """The main table always; others as long as they fit as a whole, players' columns below those of the main one.

    A roomy screen shortens nothing to put two tables side by side.
    """
    tables = [table for table in model.session.game.tables(model.session.state) if table.rows]
    if not tables:
        return Arranged()
    placed: list[Placed] = []
    left_out: list[str] = []
    ends = [0, 0]
    split = 0
    for table in tables:
        name = model.speaker.text(table.title)
        top, low = (ends[0] + bool(placed), 0), (max(ends) + 1, 0)
        side = (ends[1] + bool(ends[1]), split)
        is_framed = frame is not None and has_players(table)
        places = [top] if not placed else [top, side, low] if is_framed else [side, top, low]
        for row, column in places:
            is_covered = bool(column) or (ends[1] >= row > 0)
            room = width - column if column or not is_covered else split - len(GAP)
            given = frame if is_framed and not column else None
            if placed and not _fits(model, table, room, is_roomy, known, given):
                continue
            lines, missing = known.of(table, drawn_table, model, room, given)
            if placed and row + len(lines) > height:
                continue
            placed.append(Placed(lines, row, column, name))
            left_out += [f"{name} ({', '.join(missing)})"] if missing else []
            ends[1 if column else 0] = row + len(lines)
            wide = max(map(span_width, lines))
            if not column and not ends[1]:
                split = max(split, wide + len(GAP))
            elif not column and wide + len(GAP) > split:
                ends[1] = ends[0]
            break
        else:
            left_out.append(name)
    return Arranged(tuple(placed), tuple(dict.fromkeys(left_out)), split)


def _fits(
    model: TableModel, table: TableView, room: int, is_roomy: bool, known: Known, frame: Frame | None
) -> bool:
    """Whether a table has room beside or below others."""
    if frame is not None:
        return frame.span(len(model.session.table.seats)) <= room
    if is_roomy:
        return known.of(table, natural_width, model) <= room
    return any(known.of(table, least_width, model, only_needed) <= room for only_needed in (False, True))


def frame_of(model: TableModel, width: int, is_roomy: bool, known: Known) -> Frame | None:
    """Where the columns of the players stand on this screen; None where there is no room for all of them.

    Words as long as they fit, and a small screen leaves room for the second table beside the first one if it can.
    """
    tables = [table for table in model.session.game.tables(model.session.state) if table.rows]
    held = [table for table in tables if has_players(table)]
    if not held:
        return None
    wanted = 0
    if not is_roomy and len(held) > 1:
        wanted = known.of(held[1], least_width, model, True) + len(GAP)
    frames = []
    for is_short, only_needed in ((False, False), (True, False), (True, True)):
        needs = [known.of(table, frame_needs, model, is_short, only_needed) for table in held]
        lead = max(label_width(model), *(lead for lead, _ in needs))
        block = max(block for _, block in needs)
        frames += [(Frame(lead, max(block, one), is_short), only_needed) for one in score_blocks(model)]
    spans = [(frame, frame.span(len(model.session.table.seats)), cuts) for frame, cuts in frames]
    for frame, span, cuts in spans:
        if not cuts and span + wanted <= width:
            return frame
    return next((frame for frame, span, _ in spans if span <= width), None)


def every_table(model: TableModel, width: int) -> list[Line]:
    """All of them, one below the other, with what the marks mean."""
    tables = [table for table in model.session.game.tables(model.session.state) if table.rows]
    lines: list[Line] = []
    for table in tables:
        lines += [*([()] if lines else []), *table_spans(table, model.speaker, model.letters, width)]
    legend = legend_lines(tables, model.speaker, width)
    return [*lines, (), *(line for text in legend for line in folded_spans(text, width, "muted"))]
