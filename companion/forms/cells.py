"""A grid of cells to type into: sections of rows of cells."""

from typing import NamedTuple

from companion.core.messages import Message
from companion.core.views import Text
from companion.forms.drafts import Path
from companion.forms.questions import Question


class GridCell(NamedTuple):
    path: Path
    """The path of the answer, by which the cell is found again in another grid."""
    name: Message
    """The name of the cell in sentences: the player, the field, and the thing that the field is about."""
    text: str
    question: Question
    known: str = ""
    """The text shown while nothing is typed."""
    is_head: bool = False
    """Whether the cell identifies its row, such as a commodity."""
    is_fixed: bool = False
    """Whether the row's label gives the answer already; no key leads to the cell."""


class GridColumn(NamedTuple):
    word: str
    """The keyword, or a name of the ruleset; empty for a player's column."""
    of: Text | None = None
    """The player, as plain text, or the thing that the column is about."""


class GridRow(NamedTuple):
    labels: tuple[Text, ...]
    """Empty for rows that players add."""
    cells: tuple[GridCell, ...]


class GridSection(NamedTuple):
    caption: Message | None
    columns: tuple[GridColumn, ...]
    rows: tuple[GridRow, ...]

    @property
    def cells(self) -> tuple[GridCell, ...]:
        return tuple(cell for row in self.rows for cell in row.cells)

    @property
    def players(self) -> tuple[str, ...]:
        """The players if each column belongs to a different player; else empty."""
        names = tuple(column.of for column in self.columns if isinstance(column.of, str))
        return names if len(set(names)) == len(self.columns) else ()


class Fault(NamedTuple):
    """A fault in the typed texts. If it concerns a cell, `path` leads to it and the message names it."""

    message: Message
    path: Path | None = None
