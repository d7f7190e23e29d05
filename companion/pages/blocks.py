"""What a page shows, as data: renderers know these blocks and no features."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.core.messages import Message
from companion.core.receipts import Receipt
from companion.core.views import TableView
from companion.pages.effects import Effect
from companion.report.spans import Key, Line, Text

if TYPE_CHECKING:
    from companion.pages.view import SessionView
    from companion.report.curve import Curve


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


class Table(NamedTuple):
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


class Balances(NamedTuple):
    before: Mapping[str, int]
    after: Mapping[str, int]


class Chart(NamedTuple):
    curve: "Curve"


class Spare(NamedTuple):
    """Shown only where there is room for all of it."""

    title: str
    blocks: "Sequence[Block]"


Block = Text | Rows | Table | Tables | Keys | Paid | Log | Balances | Chart | Spare
