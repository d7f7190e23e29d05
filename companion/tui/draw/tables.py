"""The game's tables on one screen: as many as there is room for, side by side where they fit."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from companion.core.messages import say
from companion.core.views import TableView
from companion.report.spans import Line, Span, beside, folded_spans, span_width
from companion.report.tables import least_width, legend_lines, natural_width, table_spans
from companion.tui.commands import shown
from companion.tui.models.table import TableModel

GAP = "   "
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


def arranged(model: TableModel, width: int, height: int, is_roomy: bool, known: Known) -> list[Line]:
    """The main table always; others as long as they fit as a whole.

    A roomy screen shortens nothing to put two tables side by side, and tells of those it does not show.
    """
    rest = [table for table in model.session.game.tables(model.session.state) if table.rows]
    drawn: list[Line] = []
    left_out = 0
    while rest:
        table, *rest = rest
        room = height - len(drawn) - (1 if drawn else 0)
        shelf, later = _shelf(model, table, rest, width, room, is_roomy, known)
        if drawn and len(shelf) > room:
            left_out += 1
            continue
        rest = later
        drawn += [(), *shelf] if drawn else shelf
    if is_roomy and left_out and len(drawn) < height:
        text = model.speaker.say(
            say("screen.more-tables", key=shown(model.keys["table.tables"]), count=left_out)
        )
        drawn.append((Span(text, "muted", "command:tables"),))
    return drawn


def whole_shelves(drawn: list[Line], room: int) -> list[Line]:
    """As many of the lines as fit, without a table of which only the beginning would; the main one in any case."""
    if len(drawn) <= room:
        return drawn
    ends = [place for place, line in enumerate(drawn) if not line and place <= room]
    return drawn[: ends[-1]] if ends else drawn


def _wishes(table: TableView, model: TableModel, is_roomy: bool, known: Known) -> list[int]:
    """Widths in which a table may stand beside another, the best first."""
    if is_roomy:
        return [known.of(table, natural_width, model)]
    return [known.of(table, least_width, model, only_needed) for only_needed in (False, True)]


def main_height(drawn: Sequence[Line]) -> int:
    """How many of the lines are the main table and what stands beside it."""
    return next((place for place, line in enumerate(drawn) if not line), len(drawn))


def _shelf(
    model: TableModel,
    first: TableView,
    rest: Sequence[TableView],
    width: int,
    height: int,
    is_roomy: bool,
    known: Known,
) -> tuple[list[Line], list[TableView]]:
    """A table and what fits beside it; what is left for the shelves below."""
    chosen, later = [first], []
    needed = [_wishes(first, model, is_roomy, known)[0]]
    tallest = max(height, len(first.rows) + 2)
    for table in rest:
        room = width - sum(needed) - len(GAP) * len(needed)
        wishes = _wishes(table, model, is_roomy, known)
        wish = next((one for one in wishes if one <= room), None)
        if wish is not None and len(table.rows) + 2 <= tallest:
            chosen.append(table)
            needed.append(wish)
        else:
            later.append(table)
    spare = width - sum(needed) - len(GAP) * (len(needed) - 1)
    lines: list[Line] = []
    for table, least in zip(chosen, needed, strict=True):
        block = known.of(table, table_spans, model, least + spare if len(chosen) > 1 else width)
        used = max((span_width(line) for line in block), default=0)
        spare -= max(0, used - least)
        lines = beside(lines, block, GAP) if lines else block
    return lines, later


def every_table(model: TableModel, width: int) -> list[Line]:
    """All of them, one below the other, with what the marks mean."""
    tables = [table for table in model.session.game.tables(model.session.state) if table.rows]
    lines: list[Line] = []
    for table in tables:
        lines += [*([()] if lines else []), *table_spans(table, model.speaker, model.letters, width)]
    legend = legend_lines(tables, model.speaker, width)
    return [*lines, (), *(line for text in legend for line in folded_spans(text, width, "muted"))]
