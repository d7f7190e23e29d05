"""What a page is, as data made for one reader."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from companion.core.messages import Message
from companion.pages.blocks import Block
from companion.pages.effects import Effect, Link, PageCommand
from companion.report.spans import Key

if TYPE_CHECKING:
    from companion.core.score_sheet import ScoreSheet

CHOOSING = "123456789abcdefghijklmnopqrstuvwxyz"
"""Keys that open rows in their order."""


class SheetBlock(NamedTuple):
    """A score sheet of which every figure can be marked and opened."""

    whole: "ScoreSheet"
    first: Sequence[str]
    """Who is ahead."""
    ranks: Mapping[str, str]
    """Everybody's place, as people say it."""
    opens: Callable[[str, str], Effect]
    """What a figure opens, by the player and the key of its line; without a key the total."""


class AsOf(NamedTuple):
    """The game after so many steps, which a screen counts as so many entries."""

    steps: int
    place: int


@dataclass(frozen=True)
class Page:
    title: str
    blocks: Sequence[Block] = ()
    commands: Sequence[PageCommand] = ()
    head: Sequence[Block] = ()
    """Stands above the blocks, whatever is scrolled."""
    foot: Sequence[Block] = ()
    help: tuple[str, ...] = ("page", "page-arrows")
    """What the help calls the page, and its keys that are no commands."""
    turns: Sequence[tuple[str, Link]] = ()
    """Pages at its side, each with a label; this one is among them."""
    finds: str | None = None
    """The words that are looked for; None where nothing can be."""
    back: Link | None = None
    """What Escape leads to before it leaves."""
    marked: Key | None = None
    """The row that is marked at first; else the first one."""
    numbered: Mapping[int, Key] = field(default_factory=dict)
    """The rows that typing a number marks."""
    beside: Callable[[Key], AsOf | None] | None = None
    """The game as it was at the row that is marked, to be shown beside the rows."""
    sheet: SheetBlock | None = None
    digits: int = 0
    """How many rows a digit, or a letter after them, opens; or pages at the side that it turns to."""
    keys: Mapping[str, Effect] = field(default_factory=dict)
    """Keys that are no commands. A page that has Escape among them is never closed."""
    colours: tuple[Sequence[str], Mapping[str, str]] | None = None
    """Players of other tables, and the colours they have here."""
    picture: Sequence[str] = ()
    """Shown beside the blocks or below them, where all of it has room."""
    most: int | None = None
    """Columns that its text takes at most."""
    is_unfinished: bool = False
    """Whether sessions that it is made of are still being read."""
    more: Link | None = None
    """The page with more of its rows, for which this one has room; shown as soon as this one is."""
    how: Message | None = None
    """What to do here, as long as nothing else is said."""
