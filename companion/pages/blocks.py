"""The blocks of a page, as data: renderers know these blocks and no features."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from companion.core.messages import Message
from companion.core.receipts import Receipt
from companion.core.views import TableView
from companion.pages.effects import Effect
from companion.report.columns import TextTable
from companion.report.spans import Key, Line, Span, Text

if TYPE_CHECKING:
    from companion.pages.view import SessionView
    from companion.report.curve import Curve
    from companion.report.words import Speaker


class Row(NamedTuple):
    text: Line
    key: Key = ""
    """A row without a key can't be marked."""
    opens: Effect | None = None
    lead: Line = ()
    """Before the text, in a column of its own; a narrow screen shows only the last part."""
    trail: Line = ()
    more: Sequence[Text] = ()
    heading: str = ""
    sides: tuple[Effect, Effect] | None = None
    """The effects of the left and right arrow."""
    lines: Callable[[int], list[Line]] | None = None
    """Draws the whole row for a width, instead of text, lead, trail and more."""


class Rows(NamedTuple):
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
                yield Text((Span(f"{said} " if rule else said), *rule))
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


Block = Text | Rows | TableBlock | Tables | Keys | Paid | Log | TextTable | Bullets | Chart | Spare
