"""First and second places, splitting and rounding, and why: the only module that divides."""

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
    """One for each name, in the order given."""
    steps: tuple[Message, ...]


WHOLE = Rounding()


def half(amount: int) -> int:
    return WHOLE.divide(amount, 2)


def split(first: int, second: int, counts: Mapping[str, int], rounding: Rounding = WHOLE) -> Split:
    """Share first and second money by count, with the steps that explain it."""
    parts = parts_of(first, second, counts, rounding)
    leaders = [part.player for part in parts if part.place == 1]
    if not leaders:
        return Split(parts, (say("payout.nobody"),))
    runners = [part.player for part in parts if part.place == 2]
    amounts = {part.player: part.amount for part in parts}
    ranking = sorted(((name, n) for name, n in counts.items() if n > 0), key=lambda pair: -pair[1])
    steps = shared_steps(first, second, leaders, runners, amounts, rounding)
    return Split(parts, (say("payout.ranking", ranking=tuple(ranking)), *steps))


def parts_of(first: int, second: int, counts: Mapping[str, int], rounding: Rounding) -> tuple[PayoutRow, ...]:
    """Share first and second money by count; a count of zero has no place."""
    levels = sorted({count for count in counts.values() if count > 0}, reverse=True)[:2]
    if not levels:
        return tuple([PayoutRow(name, count, None, 0) for name, count in counts.items()])
    leaders = [name for name, count in counts.items() if count == levels[0]]
    runners = [name for name, count in counts.items() if count == levels[-1] < levels[0]]
    amounts, places = shared(first, second, leaders, runners, rounding)
    return tuple([PayoutRow(name, n, places.get(name), amounts.get(name, 0)) for name, n in counts.items()])


def shared(
    first: int, second: int, leaders: Sequence[K], runners: Sequence[K], rounding: Rounding = WHOLE
) -> tuple[dict[K, int], dict[K, int]]:
    """Return amounts and places: tied firsts share both moneys, tied seconds share the second."""
    if len(leaders) > 1:
        each = rounding.divide(first + second, len(leaders))
        return dict.fromkeys(leaders, each), dict.fromkeys(leaders, 1)
    amounts, places = {leaders[0]: rounding.divide(first, 1)}, {leaders[0]: 1}
    if runners:
        amounts.update(dict.fromkeys(runners, rounding.divide(second, len(runners))))
        places.update(dict.fromkeys(runners, 2))
    return amounts, places


def shared_steps(
    first: int,
    second: int,
    leaders: list[str],
    runners: list[str],
    amounts: Mapping[str, int],
    rounding: Rounding = WHOLE,
) -> list[Message]:
    each = amounts[leaders[0]]
    if len(leaders) > 1:
        return [_shared("payout.shared-first", leaders, each, first=first, second=second)]
    steps = [_alone("payout.first", leaders[0], first, each)]
    if len(runners) > 1:
        steps.append(_shared("payout.shared-second", runners, amounts[runners[0]], second=second))
    elif runners:
        steps.append(_alone("payout.second", runners[0], second, amounts[runners[0]]))
    elif unpaid := rounding.divide(second, 1):
        key = "payout.no-second" if unpaid == second else "payout.no-second-rounded"
        steps.append(say(key, money=second, second=unpaid))
    return steps


def _alone(key: str, name: str, money: int, paid: int) -> Message:
    if money == paid:
        return say(key, name=name, amount=paid)
    return say(f"{key}-rounded", name=name, money=money, amount=paid)


def _shared(key: str, names: list[str], each: int, **money: int) -> Message:
    is_whole = sum(money.values()) == each * len(names)
    key = key if is_whole else f"{key}-rounded"
    return say(key, names=tuple(names), number=len(names), amount=each, **money)
