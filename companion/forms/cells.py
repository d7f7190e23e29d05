"""A grid as people type it: sections of rows of cells, whatever they are about and wherever their texts go."""

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.core.forms import Choice
from companion.core.messages import Message
from companion.core.views import Text
from companion.forms.drafts import Path


class CellInput(NamedTuple):
    """The texts that a cell accepts."""

    ask: Message
    read: Callable[[str, Message], Any]
    """Return the answer of a text; raise Refusal, with the name of the cell, if it doesn't fit."""
    low: int | None = None
    high: int | None = None
    left_of: int | None = None
    """Players count how many are left of so many; the answer is the rest."""
    choices: tuple[Choice, ...] = ()
    is_tally: bool = False
    """Whether a text is made of pairs of a name and a number."""
    is_number: bool = False
    is_list: bool = False
    is_open: bool = False
    """Whether other texts than the choices fit, so that any key may be part of one."""

    def is_complete(self, typed: str) -> bool:
        """Whether a number ends by itself: no further digit fits its range or its choices."""
        if self.is_list or not typed.isdecimal():
            return False
        if self.is_number:
            return self.high is not None and (typed == "0" or int(typed) * 10 > self.high)
        return [one.value for one in self.choices if str(one.value).startswith(typed)] == [int(typed)]


class GridCell(NamedTuple):
    path: Path
    """Where its answer goes, which finds the cell again after another one was filled."""
    name: Message
    """Whose, what, of what, for sentences about it."""
    text: str
    input: CellInput
    known: str = ""
    """Shown as long as nothing is typed."""
    is_head: bool = False
    """Whether it says what its row is about, such as a commodity."""
    is_fixed: bool = False
    """Whether the name of its row says it already; no key leads there."""

    def read(self, text: str) -> Any:
        return self.input.read(text, self.name)


class GridColumn(NamedTuple):
    word: str
    """Its word in the notation, for which the ruleset may have another one; none where a column is a player's alone."""
    of: Text | None = None
    """Whose, or of what: a plain text is a player."""


class GridRow(NamedTuple):
    labels: tuple[Text, ...]
    """None for rows that may be added."""
    cells: tuple[GridCell, ...]


class Section(NamedTuple):
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
