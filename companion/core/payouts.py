"""Prizes for places: ties, rounding and explaining steps. All payouts divide here."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Generic, Literal, NamedTuple, TypeVar

from companion.core.messages import Message, say
from companion.core.receipts import PayoutRow

K = TypeVar("K", bound=Hashable)


Ties = Literal["share", "split", "full", "lower", "none"]
"""Tied players share all places they take, or their own only; each gets it in full, the next prize, or nothing."""


class Rounding(NamedTuple):
    unit: int = 1
    is_up: bool = False

    def divide(self, pot: int, parts: int) -> int:
        """Return one of `parts` equal parts of the pot, rounded to a multiple of the unit."""
        whole = self.unit * parts
        return (-(-pot // whole) if self.is_up else pot // whole) * self.unit


class Award(NamedTuple, Generic[K]):
    place: int
    names: tuple[K, ...]
    prizes: tuple[int, ...]
    """Prizes that the names share, or the one that each of them gets."""
    each: int


class Split(NamedTuple):
    parts: tuple[PayoutRow, ...]
    """A row for each name, in the order given."""
    steps: tuple[Message, ...]


WHOLE = Rounding()


def half(amount: int) -> int:
    return WHOLE.divide(amount, 2)


def award(
    prizes: Sequence[int],
    ranks: Iterable[Sequence[K]],
    ties: Ties = "share",
    rounding: Rounding = WHOLE,
    skips_places: bool = True,
) -> list[Award[K]]:
    """Give prizes to the names of each rank, best rank first. With `skips_places`, two firsts leave no second."""
    found, at = list[Award[K]](), 0
    for names in ranks:
        if at >= len(prizes):
            break
        first, count = at + (ties == "lower" and len(names) > 1), len(names)
        taken = tuple(prizes[first : first + (count if ties == "share" else 1)])
        each = sum(taken)
        if count > 1 and ties in ("share", "split"):
            each = rounding.divide(each, count)
        elif count > 1 and ties == "none":
            each = 0
        found.append(Award(at + 1, tuple(names), taken, each))
        at += count if skips_places else 1
    return found


def ranks_by(counts: Mapping[str, int], least: int = 1) -> list[list[str]]:
    """Group the names by their count, highest first, without counts below `least`."""
    order = sorted((name for name in counts if counts[name] >= least), key=lambda name: -counts[name])
    return [list(names) for _, names in groupby(order, key=lambda name: counts[name])]


def split(first: int, second: int, counts: Mapping[str, int], rounding: Rounding = WHOLE) -> Split:
    """Share first and second money by count, and explain it in steps. A count of zero wins nothing."""
    ranks = ranks_by(counts)
    if not ranks:
        rows = tuple(PayoutRow(name, count, None, 0) for name, count in counts.items())
        return Split(rows, (say("payout.nobody"),))
    leaders, runners = ranks[0], next(iter(ranks[1:]), [])
    amounts, places = share_prizes(first, second, leaders, runners, rounding)
    rows = tuple(PayoutRow(name, n, places.get(name), amounts.get(name, 0)) for name, n in counts.items())
    steps = sharing_steps(first, second, leaders, runners, amounts, rounding)
    return Split(rows, (ranking_step(ranks, counts), *steps))


def ranking_step(ranks: Iterable[Sequence[str]], counts: Mapping[str, int]) -> Message:
    return say("payout.ranking", ranking=tuple((name, counts[name]) for names in ranks for name in names))


def share_prizes(
    first: int, second: int, leaders: Sequence[K], runners: Sequence[K], rounding: Rounding = WHOLE
) -> tuple[dict[K, int], dict[K, int]]:
    """Return the amount and place of each winner. Tied firsts share both prizes, tied seconds the second."""
    ranks = [names for names in (leaders, runners) if names]
    found = [(name, one) for one in award((first, second), ranks, rounding=rounding) for name in one.names]
    return {name: rounding.divide(one.each, 1) for name, one in found}, {
        name: one.place for name, one in found
    }


def award_steps(awards: Iterable[Award[str]], ties: Ties, rounding: Rounding) -> list[Message]:
    """Explain awards, one step for each place."""
    steps = []
    for place, names, prizes, each in awards:
        values = {"names": names, "place": place, "amount": each, "number": len(names), "prizes": prizes}
        way = "placed" if len(names) == 1 else f"tied-{ties}"
        if len(names) > 1 and ties in ("share", "split"):
            is_whole = each * len(names) == sum(prizes)
            way = "tied-divided" if is_whole else "tied-rounded-up" if rounding.is_up else "tied-rounded-down"
        steps.append(say(f"payout.{way}", **values))
    return steps


def sharing_steps(
    first: int,
    second: int,
    leaders: Sequence[str],
    runners: Sequence[str],
    amounts: Mapping[str, int],
    rounding: Rounding = WHOLE,
) -> list[Message]:
    each = amounts[leaders[0]]
    if len(leaders) > 1:
        return [_shared_step("payout.shared-first", leaders, each, first=first, second=second)]
    steps = [_single_step("payout.first", leaders[0], first, each)]
    if len(runners) > 1:
        steps.append(_shared_step("payout.shared-second", runners, amounts[runners[0]], second=second))
    elif runners:
        steps.append(_single_step("payout.second", runners[0], second, amounts[runners[0]]))
    elif unpaid := rounding.divide(second, 1):
        key = "payout.no-second" if unpaid == second else "payout.no-second-rounded"
        steps.append(say(key, money=second, second=unpaid))
    return steps


def _single_step(key: str, name: str, money: int, paid: int) -> Message:
    if money == paid:
        return say(key, name=name, amount=paid)
    return say(f"{key}-rounded", name=name, money=money, amount=paid)


def _shared_step(key: str, names: Sequence[str], each: int, **money: int) -> Message:
    is_whole = sum(money.values()) == each * len(names)
    key = key if is_whole else f"{key}-rounded"
    return say(key, names=tuple(names), number=len(names), amount=each, **money)
