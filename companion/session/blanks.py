"""What the sheet of a final scoring says without being told: blank figures, and figures that cannot be meant."""

from collections.abc import Collection, Iterator
from typing import Any

from companion.core.messages import say
from companion.forms.drafts import RowOf, found_at
from companion.forms.grid import Fault, Grid, GridCell


def with_zeros(grid: Grid, fields: Collection[str]) -> dict[str, Any]:
    """What was counted in some fields, with 0 for whoever was told no money or score."""
    draft = dict(grid.draft)
    for cell in _sums(grid):
        if not cell.text and cell.path[0] in fields:
            draft = Grid(grid.ask, draft).put(cell, "0")
    return draft


def doubts(grid: Grid, notes: tuple[int, ...]) -> tuple[Fault, ...]:
    """Money that no notes make, and rows that are told without their beginning."""
    least = min(notes, default=1)
    values = ((cell, found_at(grid.draft, cell.path)) for cell in _sums(grid))
    odd = (
        Fault(say("plan.no-notes", cell=cell.name, amount=value, note=least), cell.path)
        for cell, value in values
        if value is not None and value % least
    )
    rows = (row.cells for section in grid.sections if not section.players for row in section.rows)
    bare = (
        Fault(say("plan.row-begun", cell=first.name), first.path)
        for first, *others in rows
        if _is_in_row(first) and not first.text
        if any(cell.text not in ("", "0") for cell in others)
    )
    return (*odd, *bare)


def _sums(grid: Grid) -> Iterator[GridCell]:
    """Money and scores of the players: numbers without a bound."""
    for section in grid.sections:
        for cell in section.cells if section.players else ():
            if cell.question.kind == "count" and cell.question.high is None:
                yield cell


def _is_in_row(cell: GridCell) -> bool:
    return any(isinstance(step, RowOf) for step in cell.path)
