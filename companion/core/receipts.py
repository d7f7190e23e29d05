"""The record of one payout: counts, places, amounts, and why."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.core.ledger import BANK, OpenLedger, Unit, player
from companion.core.messages import Message, say


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
    steps: tuple[Message, ...] = ()
    rule: Message | None = None
    """Reference to the rulebook."""
    is_restated: bool = False
    """Whether it repeats an earlier payment and pays nothing."""

    @property
    def is_payout(self) -> bool:
        """Whether the receipt pays or ranks anybody, unlike an exchange of shares or an income of coal."""
        return any(row.amount or row.place for row in self.rows)

    @property
    def total(self) -> int:
        return sum(row.amount for row in self.rows)

    @property
    def amounts(self) -> dict[str, int]:
        found = dict.fromkeys((row.player for row in self.rows), 0)
        for row in self.rows:
            found[row.player] += row.amount
        return found


def with_names(told: Any, names: Mapping[str, str]) -> Any:
    """Return a message, a receipt or a part of one with other names of players."""
    if isinstance(told, str):
        return names.get(told, told)
    if isinstance(told, PayoutRow):
        return replace(told, player=with_names(told.player, names))
    if isinstance(told, Message):
        return say(told.key, **{key: with_names(value, names) for key, value in told.values.items()})
    if isinstance(told, Mapping):
        return {with_names(key, names): with_names(value, names) for key, value in told.items()}
    if isinstance(told, list | tuple):
        parts = [with_names(one, names) for one in told]
        return told._make(parts) if hasattr(told, "_make") else type(told)(parts)
    return told


def rows_of(parts: Iterable[PayoutRow]) -> tuple[PayoutRow, ...]:
    """Return the rows that have a count or an amount."""
    return tuple(part for part in parts if part.count or part.amount)


def pay(ledger: OpenLedger, unit: Unit, *receipts: Receipt) -> tuple[Receipt, ...]:
    """Pay the amounts of the receipts out of the bank; return the receipts."""
    for receipt in receipts:
        for row in () if receipt.is_restated else receipt.rows:
            ledger.move(unit, BANK, player(row.player), row.amount)
    return receipts


def differences(old: Iterable[Receipt], new: Iterable[Receipt], key: str) -> list[Receipt]:
    """Return receipts for what a second scoring changes; their text is the message `key`."""
    earlier = {(one.kind, one.subject): one for one in old if not one.is_restated}
    later = [one for one in new if not one.is_restated]
    pairs = [(earlier.pop((one.kind, one.subject), None), one) for one in later]
    pairs += [(one, one._replace(rows=())) for one in earlier.values()]
    found = []
    for before, after in pairs:
        paid = {} if before is None else {row.player: row.amount for row in before.rows}
        due = {row.player: row for row in after.rows}
        rows = [due.get(name, PayoutRow(name, 0, None, 0)) for name in {**paid, **due}]
        changed = [replace(row, amount=row.amount - paid.get(row.player, 0)) for row in rows]
        if any(row.amount for row in changed):
            text = say(key, what=after.text)
            found.append(after._replace(rows=tuple(row for row in changed if row.amount), text=text))
    return found
