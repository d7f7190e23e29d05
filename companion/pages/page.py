"""A page and its blocks as data, made for one reader: renderers know these blocks and no features."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from companion.core.messages import Message
from companion.core.receipts import Receipt
from companion.core.targets import Target
from companion.core.views import TableView
from companion.pages.effects import Effect, Link, PageCommand
from companion.report.columns import Strip
from companion.report.spans import Key, Line, Paragraph, Span

if TYPE_CHECKING:
    from companion.pages.session_view import SessionView
    from companion.report.chart_data import Curve
    from companion.report.entries import Sentence
    from companion.report.payments import Payment

Colours = tuple[Sequence[str], Mapping[str, str]]
CHOOSING = "123456789abcdefghijklmnopqrstuvwxyz"


class Row(NamedTuple):
    text: Line
    key: Key = ""
    """A row without a key can't be marked."""
    opens: Effect | None = None
    lead: Line = ()
    """Shown before the text in its own column."""
    trail: Line = ()
    more: Sequence[Paragraph] = ()
    heading: str = ""
    """Shown above the row, unless the row before has the same heading."""
    sides: tuple[Effect, Effect] | None = None
    lines: Callable[[int], list[Line]] | None = None
    """Draws the whole row for a width, instead of text, lead, trail and more."""


class RowList(NamedTuple):
    rows: Sequence[Row]
    is_cut: bool = False
    """Whether rows are cut to one line; else they take as many lines as needed."""


def drawn(lines: Callable[[int], list[Line]]) -> RowList:
    return RowList([Row((), lines=lines)])


class TableBlock(NamedTuple):
    view: TableView
    opens: Mapping[str, Effect] = {}
    """Effects by row key; with any effects, the rows can be marked."""


class Tables(NamedTuple):
    seen: "SessionView"


class Payments(NamedTuple):
    """Who gets what; no name is separated from its amount."""

    payments: "Sequence[Payment]"


class Log(NamedTuple):
    log: Sequence[Message | Receipt]
    remarks: Sequence[Message] = ()


class Bullets(NamedTuple):
    texts: Sequence[str]
    look: str = ""


class Chart(NamedTuple):
    curve: "Curve"
    title: str = ""
    """A terminal shows a chart with a title only if it fits below the other blocks."""


class CellTable(NamedTuple):
    columns: Sequence[Strip]
    """The first one has the labels of the rows."""
    mark: tuple[int, int] | None
    is_folded: bool = False
    """Whether columns that don't fit go below the others, group by group; else they are out of view."""
    caption: str = ""


class Stage(NamedTuple):
    """Who won, and the largest number of the program."""

    told: Sequence[str]
    number: str
    winners: Sequence[str]


class Bar(NamedTuple):
    lead: Line
    amount: int
    text: Span
    player: str
    """Whose colour it has."""
    trail: Line = ()


class Bars(NamedTuple):
    bars: Sequence[Bar]


class Picture(NamedTuple):
    """Rows of a picture, which is drawn whole or not at all."""

    rows: Sequence[str]
    instead: "Sequence[Block]"


class Sentences(NamedTuple):
    texts: "Sequence[Sentence]"


Block = (
    Paragraph | RowList | TableBlock | Tables | Payments | Log | Bullets | Chart | CellTable
    | Picture | Sentences | Stage | Bars
)  # fmt: skip


class SheetBlock(NamedTuple):
    whole: TableView
    opens: Callable[[str, str], Effect | None]
    """Returns the effect of a figure, by player (empty in other columns) and row key; None if it has none."""
    folded: TableView | None = None
    """The table with fewer rows, for a screen that is too short for all."""
    first: Sequence[str] = ()
    """The players in the lead, whose totals are emphasised."""
    foot: int = 0
    """How many of the last rows are always in view. Only the first of them can be marked."""


class Beside(NamedTuple):
    """Blocks about the marked row, for a wide screen."""

    title: str
    blocks: Sequence[Block]


class AsOf(NamedTuple):
    """The game after `steps` steps, the last of the entry with the visible number `place`."""

    steps: int
    place: int


@dataclass(frozen=True)
class Page:
    title: str
    blocks: Sequence[Block] = ()
    commands: Sequence[PageCommand] = ()
    head: Sequence[Block] = ()
    foot: Sequence[Block] = ()
    help: tuple[str, ...] = ()
    """Keys without a command that the help explains."""
    tabs: Sequence[tuple[str, Link]] = ()
    """Tabs as label and link, including this page."""
    finds: str | None = None
    """The words to find; None if nothing can be searched."""
    back: Link | None = None
    """The page that Escape leads to before it closes this page."""
    marked: Key | None = None
    """The key of the row to mark at first; None for the first row."""
    numbered: Mapping[int, Key] = field(default_factory=dict)
    """Row keys by the visible number that people type to mark the row."""
    beside: Callable[[Key], AsOf | Beside | None] | None = None
    """Returns what to show beside the marked row, such as an earlier game; None if nothing."""
    about: "Callable[[Key], Sequence[Block]] | None" = None
    """Returns blocks about the marked row, shown above the foot."""
    sheet: SheetBlock | None = None
    digits: int = 0
    """How many rows can be opened by a digit or letter; all tabs can."""
    keys: Mapping[str, Effect] = field(default_factory=dict)
    """Effects of keys without a command. A page with Escape among these keys can't be closed."""
    press: Callable[[Key, str], Effect | None] | None = None
    """Returns the effect of a key in the marked row, before any command; else None."""
    point: Callable[[Target], Effect | None] | None = None
    hints: Callable[[Key], Sequence[tuple[str, str]]] | None = None
    """Returns the keys of the marked row, each with what it does, to show instead of the commands."""
    colours: Colours | None = None
    """Players of other sessions, and their colours; None to keep the current ones."""
    picture: Sequence[str] = ()
    most: int | None = None
    """The greatest width of the blocks; None for the whole screen."""
    is_unfinished: bool = False
    """Whether sessions are still being read; the page is made again when some are."""
    more: tuple[int, Link] | None = None
    """How many rows are drawn, and the page with more, shown once the player comes near them."""

    @property
    def rows(self) -> list[Row]:
        return [row for block in self.blocks if isinstance(block, RowList) for row in block.rows]
