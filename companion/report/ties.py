"""First and second money shared out: who gets what, and why. The arithmetic is in `core.payouts`."""

from collections.abc import Mapping

from companion.core.messages import Message, say
from companion.core.payouts import Rounding, Split, split


def split_with_message(
    first: int, second: int, counts: Mapping[str, int], unit: int
) -> tuple[Split, Message]:
    result = split(first, second, counts, Rounding(unit))
    what = say("payout.split", first=first, second=second)
    return result, say("payout.text", what=what, how=result.steps)
