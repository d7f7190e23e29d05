"""First and second money shared out: who gets what, and why. The arithmetic is in `core.payouts`."""

from collections.abc import Iterable, Mapping

from companion.core.messages import Message, say
from companion.core.payouts import Rounding, Split, split
from companion.core.receipts import PayoutRow
from companion.report.columns import TextTable
from companion.report.words import Speaker


def split_with_message(
    first: int, second: int, counts: Mapping[str, int], unit: int
) -> tuple[Split, Message]:
    result = split(first, second, counts, Rounding(unit))
    what = say("payout.split", first=first, second=second)
    return result, say("payout.text", what=what, how=result.steps)


def split_table(parts: Iterable[PayoutRow], speaker: Speaker) -> TextTable:
    head = [speaker.phrase(f"export.{key}") for key in ("player", "count", "place", "amount")]
    rows = [
        [part.player, str(part.count), str(part.place or "-"), speaker.money(part.amount)] for part in parts
    ]
    return TextTable(head, rows, (1, 2, 3), 0)
