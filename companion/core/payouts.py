"""Splitting of first and second money, with rounding and explaining steps. All payouts divide here."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from companion.core.messages import Message, say
from companion.core.receipts import PayoutRow

K = TypeVar("K", bound=Hashable)


class Rounding(NamedTuple):
    unit: int = 1

    def divide(self, pot: int, parts: int) -> int:
        """Return one of `parts` equal parts of the pot, rounded down to a multiple of the unit."""
        return pot // (self.unit * parts) * self.unit


class Split(NamedTuple):
    parts: tuple[PayoutRow, ...]
    """A row for each name, in the order given."""
    steps: tuple[Message, ...]


WHOLE = Rounding()


def half(amount: int) -> int:
    return WHOLE.divide(amount, 2)


def split(first: int, second: int, counts: Mapping[str, int], rounding: Rounding = WHOLE) -> Split:
    """Share first and second money by count, and explain it in steps. A count of zero wins nothing."""
    ranking = sorted(((name, n) for name, n in counts.items() if n > 0), key=lambda pair: -pair[1])
    if not ranking:
        rows = tuple(PayoutRow(name, count, None, 0) for name, count in counts.items())
        return Split(rows, (say("payout.nobody"),))
    leaders = [name for name, count in ranking if count == ranking[0][1]]
    others = ranking[len(leaders) :]
    runners = [name for name, count in others if count == others[0][1]]
    amounts, places = share_prizes(first, second, leaders, runners, rounding)
    rows = tuple(PayoutRow(name, n, places.get(name), amounts.get(name, 0)) for name, n in counts.items())
    steps = sharing_steps(first, second, leaders, runners, amounts, rounding)
    return Split(rows, (say("payout.ranking", ranking=tuple(ranking)), *steps))


def share_prizes(
    first: int, second: int, leaders: Sequence[K], runners: Sequence[K], rounding: Rounding = WHOLE
) -> tuple[dict[K, int], dict[K, int]]:
    """Return the amount and place of each winner. Tied firsts share both prizes, tied seconds the second."""
    if len(leaders) > 1:
        each = rounding.divide(first + second, len(leaders))
        return dict.fromkeys(leaders, each), dict.fromkeys(leaders, 1)
    amounts, places = {leaders[0]: rounding.divide(first, 1)}, {leaders[0]: 1}
    if runners:
        amounts.update(dict.fromkeys(runners, rounding.divide(second, len(runners))))
        places.update(dict.fromkeys(runners, 2))
    return amounts, places


def sharing_steps(
    first: int,
    second: int,
    leaders: list[str],
    runners: list[str],
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


def _shared_step(key: str, names: list[str], each: int, **money: int) -> Message:
    is_whole = sum(money.values()) == each * len(names)
    key = key if is_whole else f"{key}-rounded"
    return say(key, names=tuple(names), number=len(names), amount=each, **money)
