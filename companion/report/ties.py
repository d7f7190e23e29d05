"""First and second money shared out: who gets what, and why. The arithmetic is in `core.payouts`."""

from collections.abc import Iterable, Mapping

from companion.core.messages import Message, say
from companion.core.payouts import Rounding, Split, split
from companion.core.receipts import PayoutRow
from companion.report.columns import TextTable
from companion.report.spans import Line
from companion.report.tables import player_lines
from companion.report.words import Speaker


def split_with_message(
    first: int, second: int, counts: Mapping[str, int], unit: int
) -> tuple[Split, Message]:
    result = split(first, second, counts, Rounding(unit))
    what = say("payout.split", first=first, second=second)
    return result, say("payout.text", what=what, how=result.steps)


def split_lines(parts: Iterable[PayoutRow], speaker: Speaker) -> list[Line]:
    head = [speaker.phrase(f"export.{key}") for key in ("player", "count", "place", "amount")]
    rows = [[one.player, str(one.count), str(one.place or "-"), speaker.money(one.amount)] for one in parts]
    return player_lines(TextTable(head, rows, (1, 2, 3), 0))
