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
        amounts = dict.fromkeys((row.player for row in self.rows), 0)
        for row in self.rows:
            amounts[row.player] += row.amount
        return amounts


PARTNERS = " + "


def with_names(item: object, names: Mapping[str, str]) -> Any:
    """Return a message, a receipt or a part of one with other names of players."""
    if isinstance(item, str):  # one name, or those of partners
        return names.get(item) or PARTNERS.join(names.get(part, part) for part in item.split(PARTNERS))
    if isinstance(item, PayoutRow):
        return replace(item, player=with_names(item.player, names))
    if isinstance(item, Message):
        return say(item.key, **{key: with_names(value, names) for key, value in item.values.items()})
    if isinstance(item, Mapping):
        return {with_names(key, names): with_names(value, names) for key, value in item.items()}
    if isinstance(item, list | tuple):
        parts = [with_names(part, names) for part in item]
        return item._make(parts) if hasattr(item, "_make") else type(item)(parts)
    return item


def rows_of(parts: Iterable[PayoutRow]) -> tuple[PayoutRow, ...]:
    return tuple(part for part in parts if part.count or part.amount)


def pay(ledger: OpenLedger, unit: Unit, *receipts: Receipt) -> tuple[Receipt, ...]:
    """Pay the amounts of the receipts out of the bank; return the receipts."""
    for receipt in receipts:
        for row in () if receipt.is_restated else receipt.rows:
            ledger.move(unit, BANK, player(row.player), row.amount)
    return receipts


def differences(old: Iterable[Receipt], new: Iterable[Receipt], key: str) -> list[Receipt]:
    """Return receipts for what a second scoring changes; their text is the message `key`."""
    earlier = {(receipt.kind, receipt.subject): receipt for receipt in old if not receipt.is_restated}
    later = [receipt for receipt in new if not receipt.is_restated]
    pairs = [(earlier.pop((receipt.kind, receipt.subject), None), receipt) for receipt in later]
    pairs += [(receipt, receipt._replace(rows=())) for receipt in earlier.values()]
    receipts = []
    for before, after in pairs:
        paid = {} if before is None else {row.player: row.amount for row in before.rows}
        due = {row.player: row for row in after.rows}
        rows = [due.get(name, PayoutRow(name, 0, None, 0)) for name in {**paid, **due}]
        changed = [replace(row, amount=row.amount - paid.get(row.player, 0)) for row in rows]
        if any(row.amount for row in changed):
            text = say(key, what=after.text)
            receipts.append(after._replace(rows=tuple(row for row in changed if row.amount), text=text))
    return receipts
