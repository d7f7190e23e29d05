"""A grid as people type it: sections of rows of cells, whatever they are about and wherever their texts go."""

from typing import NamedTuple

from companion.core.messages import Message
from companion.core.views import Text
from companion.forms.drafts import Path
from companion.forms.questions import Question


class GridCell(NamedTuple):
    path: Path
    """The path of its answer, which finds the cell again after another one was filled."""
    name: Message
    """Whose, what, of what, for sentences about it."""
    text: str
    question: Question
    known: str = ""
    """Shown as long as nothing is typed."""
    is_head: bool = False
    """Whether it says what its row is about, such as a commodity."""
    is_fixed: bool = False
    """Whether the name of its row says it already; no key leads there."""


class GridColumn(NamedTuple):
    word: str
    """The word of the notation that heads it, or its name in the ruleset; empty for a player's column."""
    of: Text | None = None
    """Whose, or of what: a plain text is a player."""


class GridRow(NamedTuple):
    labels: tuple[Text, ...]
    """None for rows that may be added."""
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
        """The players, if every column is a player's."""
        names = tuple(column.of for column in self.columns if isinstance(column.of, str))
        return names if len(set(names)) == len(self.columns) else ()


class Fault(NamedTuple):
    """A reason against what was typed, and the cell it concerns, if it concerns one; then the message names it."""

    message: Message
    path: Path | None = None
