"""Units that change hands: between players, and between a player and the bank."""

from collections.abc import Iterable, Sequence

from companion.core.ledger import BANK, Books, player
from companion.core.receipts import PayoutRow
from companion.games.dampfross.fares import Charge
from companion.games.dampfross.state import UNITS


def pay_from_bank(books: Books, rows: Iterable[PayoutRow]) -> None:
    """Moves what the rows of a receipt say between each player and the bank."""
    for row in rows:
        books.move(UNITS, BANK, player(row.player), row.amount)


def pay(books: Books, payer: str, owner: str, amount: int) -> None:
    books.move(UNITS, player(payer), player(owner), amount)


def changes_of(charges: Iterable[Charge], players: Sequence[str]) -> dict[str, int]:
    """What charges do to each player's account."""
    found = dict.fromkeys(players, 0)
    for charge in charges:
        found[charge.payer] -= charge.amount
        found[charge.owner] += charge.amount
    return found


def rows_of_changes(changes: dict[str, int]) -> tuple[PayoutRow, ...]:
    return tuple(PayoutRow(name, None, None, change) for name, change in changes.items() if change)
