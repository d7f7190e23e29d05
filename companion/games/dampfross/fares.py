"""What a departure costs whom: fares and ferries, halves of joint trains, and the net between each two players."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from companion.core.payouts import half


class Charge(NamedTuple):
    """What one player owes another for one use of his lines or his ferry."""

    kind: Literal["fare", "ferry"]
    payer: str
    owner: str
    amount: int


class Cost(NamedTuple):
    """What a train owes one owner, before its players share it."""

    kind: Literal["fare", "ferry"]
    owner: str
    amount: int


def shared_charges(
    partners: Sequence[str], costs: Iterable[Cost], accounts: Mapping[str, int]
) -> list[Charge]:
    """Costs shared by one or two players.

    Each is halved; odd units go in turn to the richer partner and the other, so that the richer pays at most one more.
    Where both are equally rich the first named counts as the richer.
    """
    if len(partners) == 1:
        return [Charge(cost.kind, partners[0], cost.owner, cost.amount) for cost in costs]
    first, second = partners
    richer, poorer = (second, first) if accounts[second] > accounts[first] else (first, second)
    found: list[Charge] = []
    odd = 0
    for cost in costs:
        each = half(cost.amount)
        extra = cost.amount - 2 * each
        bearer = poorer if odd % 2 else richer
        odd += extra
        for name in partners:
            amount = each + (extra if name == bearer else 0)
            if amount:
                found.append(Charge(cost.kind, name, cost.owner, amount))
    return found


class Pairing(NamedTuple):
    """What two players owe each other in fares; `first` owes the more."""

    first: str
    second: str
    owed: int
    """By the first to the second."""
    back: int

    @property
    def net(self) -> int:
        return self.owed - self.back


def pairings(charges: Iterable[Charge], players: Sequence[str]) -> list[Pairing]:
    """Every two players with fares between them, each pair once."""
    gross: dict[tuple[str, str], int] = {}
    for kind, payer, owner, amount in charges:
        if kind == "fare" and payer != owner:
            key = (payer, owner)
            gross[key] = gross.get(key, 0) + amount
    seat = players.index
    pairs = {(payer, owner) if seat(payer) < seat(owner) else (owner, payer) for payer, owner in gross}
    found = []
    for one, other in sorted(pairs, key=lambda pair: (seat(pair[0]), seat(pair[1]))):
        there, back = gross.get((one, other), 0), gross.get((other, one), 0)
        found.append(Pairing(one, other, there, back) if there >= back else Pairing(other, one, back, there))
    return found


class Charges(NamedTuple):
    charges: tuple[Charge, ...]
    pairings: tuple[Pairing, ...]


def received(charges: Charges, players: Sequence[str]) -> dict[str, int]:
    """What each gets from others: the net of fares where it is positive, and ferries."""
    found = dict.fromkeys(players, 0)
    for pairing in charges.pairings:
        found[pairing.second] += pairing.net
    for charge in charges.charges:
        if charge.kind == "ferry" and charge.payer != charge.owner:
            found[charge.owner] += charge.amount
    return found
