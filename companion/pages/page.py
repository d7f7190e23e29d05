"""A page as data, made for one reader."""

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
    """A score sheet whose figures can be marked and opened."""

    whole: "ScoreSheet"
    first: Sequence[str]
    ranks: Mapping[str, str]
    opens: Callable[[str, str], Effect]
    """The effect of a figure, by player and key of the line."""


class AsOf(NamedTuple):
    """The game after some steps, which people count as `place` entries."""

    steps: int
    place: int


@dataclass(frozen=True)
class Page:
    title: str
    blocks: Sequence[Block] = ()
    commands: Sequence[PageCommand] = ()
    head: Sequence[Block] = ()
    """Above the blocks, never scrolled."""
    foot: Sequence[Block] = ()
    help: tuple[str, ...] = ("page", "page-arrows")
    """Message keys of the help: the title, and keys without a command."""
    turns: Sequence[tuple[str, Link]] = ()
    """Tabs with their labels, including this page."""
    finds: str | None = None
    """The words to find; None if nothing can be searched."""
    back: Link | None = None
    """The page that Escape leads to before it closes this one."""
    marked: Key | None = None
    """The row marked at first; the first one if None."""
    numbered: Mapping[int, Key] = field(default_factory=dict)
    """Rows that typing a number marks."""
    beside: Callable[[Key], AsOf | None] | None = None
    """The earlier game to show for the marked row."""
    sheet: SheetBlock | None = None
    digits: int = 0
    """How many rows a digit or letter opens, or how many tabs it turns to."""
    keys: Mapping[str, Effect] = field(default_factory=dict)
    """Keys without a command. A page with Escape among them is never closed."""
    colours: tuple[Sequence[str], Mapping[str, str]] | None = None
    """Players of other tables, and their colours."""
    picture: Sequence[str] = ()
    """Shown beside or below the blocks if all of it fits."""
    most: int | None = None
    is_unfinished: bool = False
    more: Link | None = None
    """The page with more rows, shown right after this one."""
    how: Message | None = None
    """What to do here, unless there is another message."""
