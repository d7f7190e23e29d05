"""What a screen draws of a state, as data: tables, what is left of the game, what must not be forgotten.

No width, colour or language is settled here: room `report` and the screens decide on those.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, IntEnum
from typing import NamedTuple

from companion.core.messages import Message
from companion.core.receipts import Receipt


class Term(NamedTuple):
    """A word of the ruleset by its key, such as a line or a commodity; it may have a short form."""

    key: str


class Players(NamedTuple):
    """Some players in little room: by their letters where these are known."""

    names: tuple[str, ...]


Text = Message | Term | str
"""What is to be read; a plain text is a name that the players gave and is never translated."""


class Mark(Enum):
    NONE = "none"
    MAJORITY = "majority"
    """Alone with the most."""
    TIE = "tie"
    """One of several with the most."""


class Cell(NamedTuple):
    value: Text | Players | int | None = None
    """None is a place where nothing is counted, which is not the same as the number 0."""
    mark: Mark = Mark.NONE
    owner: str | None = None
    name: str = ""
    """What it is about, where row and column say that only together, as two dice do."""


EMPTY = Cell()


class Column(NamedTuple):
    label: Text | None
    """None where the owner's name says it all; in the first column, where the table's title does."""
    owner: str | None = None
    """The player it belongs to; neighbours of one owner go under his name together."""
    priority: int = 0
    """Where there is no room the highest goes first, all columns of that priority at once; 0 stays."""
    least: int = 1
    """The least width in which its texts can still be told apart; numbers are never cut."""
    is_right: bool = True
    """Whether its cells end flush, as numbers do."""
    whole: Text | None = None
    """The label without anything left out, where there is room for that."""
    is_main: bool = False
    """Whether the others only lead to it, so that whoever reads it in little room wants it first."""


class TableRow(NamedTuple):
    key: str
    """What the row is about, for finding it again."""
    cells: tuple[Cell, ...]
    """One for each column; a text that has only empty cells to its right may run over them."""


class TableView(NamedTuple):
    key: str
    title: Text
    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    legend: Message | None = None
    """What its marks mean in this game, where that is not what they always mean; or what else is to be known."""
    is_restated: bool = False
    """Whether another table says the same."""


class Section(NamedTuple):
    """Something to lay out, such as what a player has in hand."""

    title: Text
    lines: Sequence[Message]


class Source(NamedTuple):
    what: Text
    amounts: Mapping[str, int]
    """By player, with nobody left out."""


class SheetLine(NamedTuple):
    key: str
    """The kind of its receipts; behind a blank what it is about, where a kind has several lines."""
    label: Text
    group: Message | None = None
    """What lines of this kind are called together, where there is no room for each."""


class Milestone(NamedTuple):
    """Something that is over, such as a round; what a chart of the evening marks."""

    what: Message
    """In two words."""
    short: Text
    """In one, behind another of its kind."""


class Gauge(NamedTuple):
    what: Text
    left: int
    of: int
    ends_at: int | None = None
    """The game ends when no more than this is left; None where it does not."""
    is_near_end: bool = False
    said: Message | None = None
    """The same in a few words, where `what` and the number do not read well."""
    grows: bool = False
    """Whether those words tell how far it is, not how much is left: a line beside them grows."""


class TurnLeft(NamedTuple):
    player: str
    what: Text
    """What a turn consists of, such as actions."""
    left: int
    of: int
    done: tuple[Text, ...] = ()
    """What cannot be done again in this turn."""
    said: Message | None = None
    """The same in a few words, where what is left is not the player's."""
    then: str | None = None
    """Whose turn comes next, if the game goes on; None where another thing does."""


class Clock(NamedTuple):
    gauges: tuple[Gauge, ...]
    turn: TurnLeft | None = None
    """None when it is nobody's turn."""
    next: Message | None = None
    """What the table does next, where that is not a player's turn."""


class Urgency(IntEnum):
    NOTE = 1
    """Good to know."""
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
    """A table whose first column, with this least width, names the rows."""
    return TableView(key, title, (Column(None, least=least, is_right=False), *columns), tuple(rows))


def player_columns(players: Iterable[str], least: int) -> tuple[Column, ...]:
    return tuple(Column(None, owner=name, least=least) for name in players)


def ranked_cells(counts: Mapping[str, int], receipt: Receipt | None = None) -> tuple[Cell, ...]:
    """A cell for each player's count, majority or tie marked: as a receipt would pay them, or as they are."""
    most = max(counts.values(), default=0)
    leaders = [name for name, count in counts.items() if count == most > 0]
    if receipt is not None:
        leaders = [row.player for row in receipt.rows if row.place == 1]
    mark = Mark.MAJORITY if len(leaders) == 1 else Mark.TIE
    return tuple(Cell(n, mark if name in leaders else Mark.NONE, name) for name, n in counts.items())


def plain_cells(counts: Mapping[str, int]) -> tuple[Cell, ...]:
    """A cell for each player's count where having the most means nothing."""
    return tuple(Cell(count, owner=name) for name, count in counts.items())
