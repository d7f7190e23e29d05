"""Debts between players: fares, ferries and fees, shared by partners, set off and paid."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Annotated, Literal

from pydantic import Field

from companion.core.ledger import OpenLedger, player
from companion.core.messages import Message, say
from companion.core.payouts import half
from companion.core.receipts import PayoutRow
from companion.games.dampfross.actions import FieldNumbers
from companion.games.dampfross.state import UNITS, Charge, Pairing, State
from companion.games.models import Listed, Model, Name, Number, PlayerName

Cost = tuple[Literal["fare", "ferry"], str, int]
"""A debt of a train before its players share it: for what, to whom, how much."""


class Fare(Model):
    to: PlayerName
    fields: Number


class FerryUse(Model):
    to: PlayerName
    times: Number


class DepartingTrain(Model):
    players: Annotated[tuple[PlayerName, ...], Field(strict=False, min_length=1, max_length=2)]
    """One player, or two who run jointly."""
    fares: Listed[Fare] = ()
    ferries: Listed[FerryUse] = ()
    length: Number | None = None
    """The points of the train's route."""
    place: Name | None = None
    """The place that the train chooses among those of a special target; recorded, never counted."""
    fields: FieldNumbers | None = None


def shared_charges(partners: Sequence[str], costs: Iterable[Cost], held: Mapping[str, int]) -> list[Charge]:
    """Charge costs to one or two players. Two halve each cost, and pay odd units in turn, richer first."""
    if len(partners) == 1:
        return [Charge(kind, partners[0], owner, amount) for kind, owner, amount in costs]
    richer, poorer = _richer_first(partners, held)
    charges: list[Charge] = []
    odd = 0
    for kind, owner, amount in costs:
        each = half(amount)
        extra = amount - 2 * each
        bearer = poorer if odd % 2 else richer
        odd += extra
        shares = ((name, each + (extra if name == bearer else 0)) for name in partners)
        charges += [Charge(kind, name, owner, share) for name, share in shares if share]
    return charges


def _richer_first(partners: Sequence[str], held: Mapping[str, int]) -> tuple[str, str]:
    """Return two partners, the richer first; as named if both have the same."""
    first, second = partners
    return (second, first) if held[second] > held[first] else (first, second)


def odd_units(
    partners: Sequence[str], costs: Sequence[Cost], held: Mapping[str, int], kind: str = "fare"
) -> list[Message]:
    """Tell which partner pays odd units, and why; empty if no cost of this kind is odd."""
    odd = [cost for cost in costs if cost[2] % 2]
    if len(partners) == 1 or not any(cost[0] == kind for cost in odd):
        return []
    payer, other = _richer_first(partners, held)
    why = "richer" if held[payer] > held[other] else "first"
    key = f"dampfross.odd-unit-{why}" if len(odd) == 1 else f"dampfross.odd-units-{why}"
    return [say(key, player=payer, other=other)]


def pairings(charges: Iterable[Charge], players: Sequence[str]) -> list[Pairing]:
    """Return each pair of players with fares between them, in the order of the players."""
    owed = Counter[tuple[str, str]]()
    for kind, payer, owner, amount in charges:
        if kind == "fare":
            owed[payer, owner] += amount
    pairs = []
    for name, other in combinations(players, 2):
        there, back = owed[name, other], owed[other, name]
        if there or back:
            pairing = Pairing(name, other, there, back)
            pairs.append(pairing if there >= back else Pairing(other, name, back, there))
    return pairs


def payments(charges: Iterable[Charge], players: Sequence[str]) -> list[Charge]:
    """Return the payments: net fares between each two players, and each use of another player's ferry."""
    charges = tuple(charges)
    nets = [Charge("fare", pair.first, pair.second, pair.net) for pair in pairings(charges, players)]
    return nets + [charge for charge in charges if charge.kind == "ferry" and charge.payer != charge.owner]


def charges_of(state: State, trains: Sequence[DepartingTrain]) -> tuple[Charge, ...]:
    """All debts, train by train: fares, then ferries. Partners in a joint train halve them."""
    is_shared = any(len(train.players) > 1 for train in trains)
    held = state.accounts if is_shared else {}
    charges: list[Charge] = []
    for train in trains:
        charges += shared_charges(train.players, costs_of(state, train), held)
    return tuple(charges)


def costs_of(state: State, train: DepartingTrain) -> list[Cost]:
    a_field, a_use = state.ruleset.fares.field, state.ruleset.ferries.use
    costs: list[Cost] = [("fare", fare.to, fare.fields * a_field) for fare in train.fares]
    return costs + [("ferry", use.to, use.times * a_use) for use in train.ferries]


def pay_charges(ledger: OpenLedger, charges: Iterable[Charge]) -> None:
    for charge in charges:
        ledger.move(UNITS, player(charge.payer), player(charge.owner), charge.amount)


def changes_of(charges: Iterable[Charge], players: Sequence[str]) -> dict[str, int]:
    changes = dict.fromkeys(players, 0)
    for charge in charges:
        changes[charge.payer] -= charge.amount
        changes[charge.owner] += charge.amount
    return changes


def rows_of_charges(charges: Iterable[Charge], players: Sequence[str]) -> tuple[PayoutRow, ...]:
    changes = changes_of(charges, players).items()
    return tuple(PayoutRow(name, None, None, change) for name, change in changes if change)


def share_steps(charges: Sequence[Charge]) -> tuple[Message, ...]:
    return tuple(say("dampfross.pays", payer=who, owner=to, amount=amount) for _, who, to, amount in charges)


def field_messages(players: Sequence[str], fields: str | None) -> list[Message]:
    """Tell the fields of new track or of a train's route; empty if none are given."""
    return [] if fields is None else [say("dampfross.fields", players=tuple(players), fields=fields)]
