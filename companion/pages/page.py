"""A page and its blocks as data, made for one reader: renderers know these blocks and no features."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from companion.core.messages import Message
from companion.core.receipts import Receipt
from companion.core.views import TableView
from companion.pages.effects import Effect, Link, PageCommand
from companion.report.columns import TextTable
from companion.report.spans import Key, Line, Paragraph, Span

if TYPE_CHECKING:
    from companion.core.score_sheet import ScoreSheet
    from companion.pages.view import SessionView
    from companion.report.curve import Curve
    from companion.report.words import Speaker

CHOOSING = "123456789abcdefghijklmnopqrstuvwxyz"


class Row(NamedTuple):
    text: Line
    key: Key = ""
    """A row without a key can't be marked."""
    opens: Effect | None = None
    lead: Line = ()
    """Before the text, in a column of its own; a narrow screen shows only the last part."""
    trail: Line = ()
    more: Sequence[Paragraph] = ()
    heading: str = ""
    sides: tuple[Effect, Effect] | None = None
    lines: Callable[[int], list[Line]] | None = None
    """Draws the whole row for a width, instead of text, lead, trail and more."""


class RowList(NamedTuple):
    rows: Sequence[Row]
    is_cut: bool = False


class TableBlock(NamedTuple):
    view: TableView
    opens: Mapping[str, Effect] = {}
    """Effects by the keys of rows, which then can be marked."""


class Tables(NamedTuple):
    seen: "SessionView"


class Keys(NamedTuple):
    """Keys in a column, with what they do beside them."""

    helped: Sequence[tuple[str, str]]


class Paid(NamedTuple):
    """Who gets what; no name is separated from its amount."""

    texts: Sequence[str]


class Log(NamedTuple):
    """Events and receipts in full, then remarks."""

    log: Sequence[Message | Receipt]
    remarks: Sequence[Message] = ()
    heading: str = ""
    place: int = 0

    def blocks(self, speaker: "Speaker") -> "Iterator[Block]":
        """Yield lists of events, and for each receipt sentence and rule, further steps, who gets what."""
        from companion.report.entries import other_steps, parts_of, receipt_table, receipts_message

        for _, run in groupby(parts_of([*self.log, *self.remarks]), key=type):
            parts = list(run)
            if done := [speaker.say(part) for part in parts if isinstance(part, Message)]:
                yield Bullets(done)
            for alike in (part for part in parts if isinstance(part, list)):
                receipt, said = alike[0], speaker.say(receipts_message(alike))
                rule = (Span(speaker.say(receipt.rule), "cited"),) if receipt.rule else ()
                yield Paragraph((Span(f"{said} " if rule else said), *rule))
                if steps := other_steps(alike):
                    yield Bullets([speaker.say(step) for step in steps], "quiet")
                if receipt.is_payout:
                    yield receipt_table(receipt, speaker)


class Bullets(NamedTuple):
    texts: Sequence[str]
    look: str = ""


class Chart(NamedTuple):
    curve: "Curve"


class Spare(NamedTuple):
    """A block shown only if all of it fits."""

    title: str
    blocks: "Sequence[Block]"


Block = Paragraph | RowList | TableBlock | Tables | Keys | Paid | Log | TextTable | Bullets | Chart | Spare


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
    foot: Sequence[Block] = ()
    help: tuple[str, ...] = ("page", "page-arrows")
    """Message keys of the help: the title, and keys without a command."""
    tabs: Sequence[tuple[str, Link]] = ()
    """Tabs with their labels, including this page."""
    finds: str | None = None
    """The words to find; None if nothing can be searched."""
    back: Link | None = None
    """The page that Escape leads to before it closes this one."""
    marked: Key | None = None
    numbered: Mapping[int, Key] = field(default_factory=dict)
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
    advice: Message | None = None
    """The advice shown unless there is another message."""
