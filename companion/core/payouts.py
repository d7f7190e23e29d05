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
        whole = self.unit * parts
        return (-(-pot // whole) if self.is_up else pot // whole) * self.unit


class Award(NamedTuple, Generic[K]):
    place: int
    names: tuple[K, ...]
    prizes: tuple[int, ...]
    """Prizes that the names share, or the one that each of them gets; empty if they get none."""
    each: int
    is_divided: bool = False

    @property
    def rounded(self) -> Literal["", "-rounded-down", "-rounded-up"]:
        """How the prizes differ from what was paid, as the ending of a sentence's key."""
        paid, due = self.each * (len(self.names) if self.is_divided else 1), sum(self.prizes)
        return "" if paid == due else "-rounded-up" if paid > due else "-rounded-down"


class Split(NamedTuple):
    parts: tuple[PayoutRow, ...]
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
    awards, at = list[Award[K]](), 0
    for names in ranks:
        if at >= len(prizes):
            break
        count = len(names)
        first, is_divided = at + (ties == "lower" and count > 1), ties in ("share", "split") and count > 1
        taken = tuple(prizes[first : first + (count if ties == "share" else 1)])
        if ties == "none" and count > 1:
            taken = ()
        each = rounding.divide(sum(taken), count) if is_divided else sum(taken)
        awards.append(Award(at + 1, tuple(names), taken, each, is_divided))
        at += count if skips_places else 1
    return awards


def award_step(award: Award[str], ties: Ties) -> Message:
    tied = "divided" if award.is_divided else ties
    return _step("placed" if len(award.names) == 1 else f"tied-{tied}", award)


def prize_step(award: Award[str]) -> Message:
    place = "first" if award.place == 1 else "second"
    return _step(place if len(award.names) == 1 else f"shared-{place}", award)


def _step(way: str, award: Award[str]) -> Message:
    key, names = way + award.rounded, award.names
    values = {"names": names, "number": len(names), "place": award.place, "prizes": award.prizes}
    return say(f"payout.{key}", amount=award.each, **values)


def ranks_by(counts: Mapping[str, int], least: int = 1) -> list[list[str]]:
    order = sorted((name for name in counts if counts[name] >= least), key=lambda name: -counts[name])
    return [list(names) for _, names in groupby(order, key=lambda name: counts[name])]


def split(first: int, second: int, counts: Mapping[str, int], rounding: Rounding = WHOLE) -> Split:
    """Share first and second money by count, and explain it in steps. A count of zero wins nothing."""
    ranks = ranks_by(counts)
    if not ranks:
        rows = tuple(PayoutRow(name, count, None, 0) for name, count in counts.items())
        return Split(rows, (say("payout.nobody"),))
    awards = share_prizes(first, second, ranks, rounding)
    won = {name: (award.place, award.each) for award in awards for name in award.names}
    rows = tuple(PayoutRow(name, count, *won.get(name, (None, 0))) for name, count in counts.items())
    steps = [ranking_step(ranks, counts), *map(prize_step, awards)]
    return Split(rows, (*steps, *unpaid_steps(awards, second, rounding)))


def ranking_step(ranks: Iterable[Sequence[str]], counts: Mapping[str, int]) -> Message:
    return say("payout.ranking", ranking=tuple((name, counts[name]) for names in ranks for name in names))


def share_prizes(
    first: int, second: int, ranks: Iterable[Sequence[K]], rounding: Rounding = WHOLE
) -> list[Award[K]]:
    """Tied firsts share both prizes, tied seconds the second. A prize for one name is rounded too."""
    awards = award((first, second), ranks, rounding=rounding)
    return [prize._replace(each=rounding.divide(prize.each, 1)) for prize in awards]


def unpaid_steps(awards: Sequence[Award[K]], second: int, rounding: Rounding = WHOLE) -> tuple[Message, ...]:
    """Say that nobody is second, if the second would have been paid."""
    is_unpaid = [len(award.names) for award in awards] == [1] and rounding.divide(second, 1)
    return (say("payout.no-second"),) if is_unpaid else ()
