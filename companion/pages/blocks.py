"""What a page shows, as data: renderers know these blocks and no features."""

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
    """Without one it can't be marked."""
    opens: Effect | None = None
    lead: Line = ()
    """Before the text, in a column of its own; a narrow screen shows only its last part."""
    trail: Line = ()
    """At the right."""
    more: Sequence[Text] = ()
    """Below."""
    heading: str = ""
    sides: tuple[Effect, Effect] | None = None
    """What the arrows to the left and to the right do."""
    lines: Callable[[int], list[Line]] | None = None
    """All of it for a width, in place of text, lead, trail and more."""


class Rows(NamedTuple):
    rows: Sequence[Row]
    is_cut: bool = False


class TableBlock(NamedTuple):
    view: TableView
    opens: Mapping[str, Effect] = {}
    """What rows open, by their keys; they can be marked then."""


class Tables(NamedTuple):
    """All tables of a game, and what their marks and short words mean."""

    seen: "SessionView"


class Keys(NamedTuple):
    """Keys in a column of their own, what they do beside it."""

    helped: Sequence[tuple[str, str]]


class Paid(NamedTuple):
    """Who gets what; no name is parted from its amount."""

    texts: Sequence[str]


class Log(NamedTuple):
    """What happened, step by step, with the receipts in full; then what the table said to it."""

    log: Sequence[Message | Receipt]
    remarks: Sequence[Message] = ()
    heading: str = ""
    """In a report, what the log is of."""
    place: int = 0
    """The visible number of its entry."""

    def blocks(self, speaker: "Speaker") -> "Iterator[Block]":
        """Lists of what was done, and in their places receipts: sentence and rule, further steps, who gets what."""
        from companion.report.entries import parts_of, receipt_table, receipts_message, untold_steps

        for _, run in groupby(parts_of([*self.log, *self.remarks]), key=type):
            parts = list(run)
            if done := [speaker.say(part) for part in parts if isinstance(part, Message)]:
                yield Bullets(done)
            for alike in (part for part in parts if isinstance(part, list)):
                receipt, said = alike[0], speaker.say(receipts_message(alike))
                rule = (Span(speaker.say(receipt.rule), "cited"),) if receipt.rule else ()
                yield Text((Span(f"{said} " if rule else said), *rule))
                if steps := untold_steps(alike):
                    yield Bullets([speaker.say(step) for step in steps], "quiet")
                if receipt.is_payout:
                    yield receipt_table(receipt, speaker)


class Bullets(NamedTuple):
    texts: Sequence[str]
    look: str = ""


class Chart(NamedTuple):
    curve: "Curve"


class Spare(NamedTuple):
    """Shown only where there is room for all of it."""

    title: str
    blocks: "Sequence[Block]"


Block = Text | Rows | TableBlock | Tables | Keys | Paid | Log | TextTable | Bullets | Chart | Spare
