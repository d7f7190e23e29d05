"""Views of a state as data: tables, clock, reminders. `report` and the screens decide on width, colour, language."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum, IntEnum
from typing import NamedTuple

from companion.core.messages import Message
from companion.core.receipts import Receipt


class Term(NamedTuple):
    """A word of the ruleset by its key, such as a line or a commodity; it may have a short form."""

    key: str


class Players(NamedTuple):
    """Players in a narrow cell, shown by their letters if known."""

    names: tuple[str, ...]


Text = Message | Term | str
"""Plain text is a name that the players gave and is never translated."""


class Mark(Enum):
    NONE = "none"
    MAJORITY = "majority"
    TIE = "tie"


class Cell(NamedTuple):
    value: Text | Players | int | None = None
    """None if nothing is counted here, unlike the number 0."""
    mark: Mark = Mark.NONE
    owner: str | None = None
    name: str = ""
    """The cell's subject, if only row and column together say it, as two dice do."""


EMPTY = Cell()


class Column(NamedTuple):
    label: Text | None
    """None if the owner's name is enough, or in the first column the table's title."""
    owner: str | None = None
    """Neighbouring columns of one player share a heading."""
    priority: int = 0
    """Columns with the highest priority are dropped first if the width is short; 0 always stays."""
    least: int = 1
    """Minimum width in which the column's texts can still be told apart. Numbers are never cut."""
    is_right: bool = True
    whole: Text | None = None
    is_main: bool = False
    """Whether the other columns only explain this column, which then comes first on a narrow screen."""


class TableRow(NamedTuple):
    key: str
    cells: tuple[Cell, ...]
    """A cell for each column. A text with only empty cells to its right may run over them."""


class TableView(NamedTuple):
    key: str
    title: Text
    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    legend: Message | None = None
    """Meaning of the marks if it isn't the usual one, or another remark."""
    is_restated: bool = False
    """Whether another table says the same."""
    is_growing: bool = False
    """Whether each new row comes last, such as a round; a phone then shows it first, below the scores."""


class Section(NamedTuple):
    title: Text
    lines: Sequence[Message]


class Source(NamedTuple):
    what: Text
    amounts: Mapping[str, int]


class SheetLine(NamedTuple):
    key: str
    """The kind of receipt, and after a space the subject if a kind has several lines."""
    label: Text
    group: Message | None = None
    """Label of the one line that replaces all lines of this kind if the page is too short."""


class Milestone(NamedTuple):
    """The end of a part of the game, such as a round; charts mark it."""

    what: Message
    """The label, in two words."""
    short: Text
    """The label in one word, for a milestone after another of its kind."""


class Gauge(NamedTuple):
    what: Text
    left: int
    of: int
    ends_at: int | None = None
    """The game ends when no more than this is left; None if the gauge doesn't end it."""
    is_near_end: bool = False
    said: Message | None = None
    """Text instead of `what` and the number, if these don't read well."""
    grows: bool = False
    """Whether `said` tells how far the game has come, not how much is left, so that the bar grows."""

    @property
    def bar(self) -> int:
        return max(0, self.of - self.left) if self.grows else self.left


class TurnLeft(NamedTuple):
    player: str
    what: Text
    """The parts of a turn, such as actions."""
    left: int
    of: int
    done: tuple[Text, ...] = ()
    """Things that can't be done again in this turn."""
    said: Message | None = None
    """Text used instead, if what is left isn't the player's own, such as turns of a round."""


class Clock(NamedTuple):
    gauges: tuple[Gauge, ...]
    turn: TurnLeft | None = None
    """None if it is nobody's turn."""
    next: Message | None = None


class Urgency(IntEnum):
    NOTE = 1
    SOON = 2
    """Within a round or two."""
    NOW = 3
    """Before the next entry."""


class Reminder(NamedTuple):
    text: Message
    urgency: Urgency


def row_of(key: str, label: Text | None, *cells: Cell, owner: str | None = None) -> TableRow:
    return TableRow(key, (Cell(label, owner=owner), *cells))


def table_of(
    key: str, title: Text, columns: Iterable[Column], rows: Iterable[TableRow], least: int = 1
) -> TableView:
    """Return a table whose first column names the rows; `least` is that column's minimum width."""
    return TableView(key, title, (Column(None, least=least, is_right=False), *columns), tuple(rows))


def texts_table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    left: Collection[int] = (0,),
    has_players: bool = False,
    main: int | None = None,
) -> TableView:
    """Return a table of finished texts, without empty columns; the first one may have players' names."""
    places = [at for at in range(len(heads)) if any(row[at] for row in rows)]
    columns = tuple(Column(heads[at], is_right=at not in left, is_main=at == main) for at in places)
    made = []
    for key, row in enumerate(rows):
        first, *others = [Cell(row[at] or None) for at in places]
        owned = first._replace(owner=row[0]) if has_players else first
        made.append(TableRow(str(key), (owned, *others)))
    return TableView("texts", "", columns, tuple(made))


def player_columns(players: Iterable[str], least: int) -> tuple[Column, ...]:
    return tuple(Column(None, owner=name, least=least) for name in players)


def ranked_cells(counts: Mapping[str, int], receipt: Receipt | None = None) -> tuple[Cell, ...]:
    """Return a cell for each count. Mark the majority or tie, by the places of the receipt if given."""
    most = max(counts.values(), default=0)
    leaders = [name for name, count in counts.items() if count == most > 0]
    if receipt is not None:
        leaders = [row.player for row in receipt.rows if row.place == 1]
    mark = Mark.MAJORITY if len(leaders) == 1 else Mark.TIE
    return tuple(Cell(n, mark if name in leaders else Mark.NONE, name) for name, n in counts.items())


def plain_cells(counts: Mapping[str, int]) -> tuple[Cell, ...]:
    return tuple(Cell(count, owner=name) for name, count in counts.items())
