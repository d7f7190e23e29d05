"""First and second money: ties, rounding, steps. Rulebook (de): "Gibt es bei einer Wertung mehrere Erste"."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.core.payouts import Rounding, Split, split
from companion.report.words import Speaker

THOUSANDS = Rounding(1000)


def amounts(result: Split) -> dict[str, int]:
    return {part.player: part.amount for part in result.parts}


def places(result: Split) -> dict[str, int | None]:
    return {part.player: part.place for part in result.parts}


def total(result: Split) -> int:
    return sum(part.amount for part in result.parts)


@pytest.mark.parametrize(
    ("counts", "placed"),
    [
        ((2, 2, 1), (1, 1, None)),
        ((1, 4, 1), (2, 1, 2)),
        ((3, 2, 1), (1, 2, None)),
        ((1, 0, 0), (1, None, None)),
        ((0, 0, 0), (None, None, None)),
    ],
    ids=["several firsts, nobody second", "several seconds", "no third", "nobody second", "nobody at all"],
)
def test_nobody_is_placed_for_nothing(counts: tuple[int, ...], placed: tuple[int | None, ...]) -> None:
    result = split(6000, 3000, dict(zip("ABC", counts, strict=True)), THOUSANDS)
    assert tuple(places(result).values()) == placed
    assert [amount > 0 for amount in amounts(result).values()] == [place is not None for place in placed]


def test_second_money_that_rounds_to_nothing_is_not_said_to_be_unpaid() -> None:
    """A line with one town: half of 1,000 in notes of 1,000."""
    steps = split(1000, 500, {"Anton": 2}, Rounding(1000)).steps
    assert "payout.no-second" not in [step.key for step in steps]


@pytest.mark.parametrize(
    ("unit", "pot", "parts", "each"),
    [(1000, 6500, 1, 6000), (1, 10, 3, 3), (1, 11, 4, 2), (500, 2250, 2, 1000)],
)
def test_parts_are_rounded_down_to_a_unit(unit: int, pot: int, parts: int, each: int) -> None:
    assert Rounding(unit).divide(pot, parts) == each


money = some.integers(min_value=0, max_value=10**7)
counts = some.dictionaries(
    some.text("abcd", min_size=1, max_size=6), some.integers(0, 6), min_size=1, max_size=6
)
roundings = some.builds(Rounding, some.integers(1, 5000))


@given(money, money, counts, some.integers(1, 5000))
def test_rounded_down_parts_fit_in_the_pot(first: int, second: int, held: dict[str, int], unit: int) -> None:
    assert 0 <= total(split(first, second, held, Rounding(unit))) <= first + second


@given(money, money, counts, roundings)
def test_names_have_no_order(first: int, second: int, held: dict[str, int], rounding: Rounding) -> None:
    forwards = split(first, second, held, rounding)
    backwards = split(first, second, dict(reversed(held.items())), rounding)
    assert amounts(forwards) == amounts(backwards)
    assert places(forwards) == places(backwards)


@given(money, money, counts, some.integers(1, 5000))
def test_rounding_down_is_below_a_unit(first: int, second: int, held: dict[str, int], unit: int) -> None:
    leaders = [name for name in held if held[name] == max(held.values()) > 0]
    exact = Fraction(first if len(leaders) == 1 else first + second, max(1, len(leaders)))
    for name in leaders:
        paid = amounts(split(first, second, held, Rounding(unit)))[name]
        assert paid <= exact < paid + unit
        assert paid % unit == 0


@given(some.integers(0, 60), counts)
def test_halving_before_or_after_the_split_gives_the_same(towns: int, held: dict[str, int]) -> None:
    """Spec, ties and rounding: half of an odd number of towns may be rounded before or after the split."""
    first = 1000 * towns
    exact = split(first, 500 * towns, held, THOUSANDS)
    rounded = split(first, 1000 * (towns // 2), held, THOUSANDS)
    assert amounts(exact) == amounts(rounded)


def test_the_explanation_names_ranking_division_and_rounding() -> None:
    result = split(13000, 6500, {"Anton": 2, "Beate": 2, "Claus": 3}, THOUSANDS)
    steps = [Speaker().say(step) for step in result.steps]
    assert steps == [
        "Claus 3, Anton 2, Beate 2",
        "Claus is first: 13,000",
        "Anton and Beate share second place: 6,500 ÷ 2, rounded down to 3,000 each",
    ]
