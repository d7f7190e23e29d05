"""Double-entry postings: everything counted moves through here, so that nothing is created or lost."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

Unit = tuple[str, ...]
"""A kind of piece: ("money",), ("shares", "GWR"); the first word is the family."""

Holder = tuple[str, ...]
"""The place or owner of pieces: ("player", "Anton"), ("pile",); the first word is the kind."""

BOX: Holder = ("box",)
"""Source of every piece when the game is set up. Its balance is minus the number of pieces taken out."""

BANK: Holder = ("bank",)

GONE: Unit = ("gone",)
"""A mark that a player who leaves gets out of the box."""


@lru_cache(maxsize=4096)
def player(name: str, *where: str) -> Holder:
    return ("player", name, *where)


class Posting(NamedTuple):
    unit: Unit
    source: Holder
    target: Holder
    amount: int


class Overdrawn(Exception):  # noqa: N818 - says what happened
    """Raised if a posting would leave its source below zero."""

    def __init__(self, unit: Unit, holder: Holder, held: int, wanted: int) -> None:
        super().__init__(unit, holder, held, wanted)
        self.unit, self.holder, self.held, self.wanted = unit, holder, held, wanted


class Unbalanced(Exception):  # noqa: N818 - says what happened
    """Raised if pieces were created or lost: a fault of the program, never of an entry."""


Accounts = Mapping[Unit, Mapping[Holder, int]]
_NOBODY: Mapping[Holder, int] = {}


class Ledger(NamedTuple):
    """All balances at one moment. A ledger never changes; each entry makes a new one."""

    accounts: Accounts
    overdraft: frozenset[tuple[str, str]] = frozenset()
    """Pairs of a unit's family and a holder's kind that may fall below zero. The box always may."""

    def of(self, unit: Unit, holder: Holder) -> int:
        return self.accounts.get(unit, _NOBODY).get(holder, 0)

    def holders(self, unit: Unit) -> Mapping[Holder, int]:
        return self.accounts.get(unit, _NOBODY)


def former_players(ledger: Ledger) -> tuple[str, ...]:
    """Players who left: their turns are skipped, their pieces stay."""
    return tuple(holder[1] for holder in ledger.holders(GONE) if holder != BOX)


class OpenLedger:
    """A ledger that collects the postings of one entry; `close` returns the next ledger."""

    __slots__ = ("_accounts", "_before", "_written", "postings")

    def __init__(self, before: Ledger) -> None:
        self._before = before
        self._accounts = before.accounts
        self._written: dict[Unit, dict[Holder, int]] = {}
        self.postings: list[Posting] = []

    def of(self, unit: Unit, holder: Holder) -> int:
        return self.holders(unit).get(holder, 0)

    def holders(self, unit: Unit) -> Mapping[Holder, int]:
        written = self._written.get(unit)
        return self._accounts.get(unit, _NOBODY) if written is None else written

    def move(self, unit: Unit, source: Holder, target: Holder, amount: int) -> None:
        """Post an amount; a negative one moves back. Raise Overdrawn if the giver has too little."""
        if not amount or source == target:
            return
        if amount < 0:
            source, target, amount = target, source, -amount
        held = self._written.get(unit)
        if held is None:
            held = self._written[unit] = dict(self._accounts.get(unit, _NOBODY))
        left = held.get(source, 0) - amount
        if left < 0 and source != BOX and (unit[0], source[0]) not in self._before.overdraft:
            raise Overdrawn(unit, source, left + amount, amount)
        reached = held.get(target, 0) + amount
        if left:
            held[source] = left
        else:  # holders with nothing aren't listed, so that equal balances compare equal
            held.pop(source, None)
        if reached:
            held[target] = reached
        else:
            held.pop(target, None)
        self.postings.append(Posting(unit, source, target, amount))

    def settle(self, unit: Unit, stock: Holder, wanted: Iterable[tuple[Holder, int]]) -> None:
        """Give each holder the wanted amount, out of and into the stock. Take back before giving."""
        changes = [(holder, amount - self.of(unit, holder)) for holder, amount in wanted]
        for holder, change in sorted(changes, key=lambda pair: pair[1]):
            self.move(unit, stock, holder, change)

    def close(self) -> Ledger:
        """Return the next ledger. Raise Unbalanced if a unit's balances don't add up to zero."""
        for unit, held in self._written.items():
            if sum(held.values()):
                raise Unbalanced(unit, held)
        if not self._written:
            return self._before
        return Ledger({**self._accounts, **self._written}, self._before.overdraft)
