"""The record of one payout: who counted what, which place, how much, and why."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.messages import Message


@dataclass(frozen=True, slots=True)
class PayoutRow:
    player: str
    count: int | None
    place: int | None
    amount: int


class Receipt(NamedTuple):
    kind: str
    subject: str | None
    rows: tuple[PayoutRow, ...]
    text: Message
    """One sentence."""
    steps: tuple[Message, ...] = ()
    """The calculation, step by step."""
    rule: Message | None = None
    """Where the rulebook says so."""
    is_restated: bool = False
    """Says what was booked before, and books nothing."""

    @property
    def total(self) -> int:
        return sum(row.amount for row in self.rows)

    @property
    def amounts(self) -> dict[str, int]:
        """What it pays to each player in it."""
        found = dict.fromkeys((row.player for row in self.rows), 0)
        for row in self.rows:
            found[row.player] += row.amount
        return found


def rows_of(parts: Iterable[PayoutRow]) -> tuple[PayoutRow, ...]:
    """Every part that counts or is paid; those with nothing are left out."""
    return tuple(part for part in parts if part.count or part.amount)
