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
    awards = share_prizes(first, second, ranks, rounding)
    won = {name: (one.place, one.each) for one in awards for name in one.names}
    rows = tuple(PayoutRow(name, count, *won.get(name, (None, 0))) for name, count in counts.items())
    steps = sharing_steps(first, second, awards, rounding)
    return Split(rows, (ranking_step(ranks, counts), *steps))


def ranking_step(ranks: Iterable[Sequence[str]], counts: Mapping[str, int]) -> Message:
    return say("payout.ranking", ranking=tuple((name, counts[name]) for names in ranks for name in names))


def share_prizes(
    first: int, second: int, ranks: Iterable[Sequence[K]], rounding: Rounding = WHOLE
) -> list[Award[K]]:
    """Tied firsts share both prizes, tied seconds the second. A prize for one name is rounded too."""
    awards = award((first, second), ranks, rounding=rounding)
    return [one._replace(each=rounding.divide(one.each, 1)) for one in awards]


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
    first: int, second: int, awards: Sequence[Award[str]], rounding: Rounding = WHOLE
) -> list[Message]:
    """Explain awards of first and second money, one step for each place, and a second place of nobody."""
    steps = []
    for place, names, prizes, each in awards:
        key = "first" if place == 1 else "second"
        values: dict[str, object] = {"name": names[0], "money": sum(prizes)}
        if len(names) > 1:
            key = f"shared-{key}"
            values = {"names": names, "number": len(names), "first": first, "second": second}
        key = key if each * len(names) == sum(prizes) else f"{key}-rounded"
        steps.append(say(f"payout.{key}", amount=each, **values))
    if rounding.divide(second, 1) and [len(one.names) for one in awards] == [1]:
        steps.append(say("payout.no-second"))
    return steps
