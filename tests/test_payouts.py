"""First and second money: ties, rounding, steps. Rulebook (de): "Gibt es bei einer Wertung mehrere Erste"."""

from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.core.payouts import WHOLE, Rounding, Split, Ties, award, award_step, ranks_by, split
from companion.report.words import Speaker

THOUSANDS = Rounding(1000)


def amounts(result: Split) -> dict[str, int]:
    return {part.player: part.amount for part in result.parts}


def places(result: Split) -> dict[str, int | None]:
    return {part.player: part.place for part in result.parts}


def total(result: Split) -> int:
    return sum(part.amount for part in result.parts)


def test_second_money_that_rounds_to_nothing_is_not_said_to_be_unpaid() -> None:
    """A line with one town: half of 1,000 in notes of 1,000."""
    steps = split(1000, 500, {"Anton": 2}, Rounding(1000)).steps
    assert "payout.no-second" not in [step.key for step in steps]


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
    """stephensons-rocket.md, "Scoring, last part": half of an odd number may be rounded before or after the split."""
    first = 1000 * towns
    exact = split(first, 500 * towns, held, THOUSANDS)
    rounded = split(first, 1000 * (towns // 2), held, THOUSANDS)
    assert amounts(exact) == amounts(rounded)


# Prizes for any number of places. The counts are those of Anna, Ben, Cleo and Dora.

UP, FIVES = Rounding(is_up=True), Rounding(5)
Placed = tuple[int | None, ...]
AWARDS: dict[str, tuple[tuple[int, ...], tuple[int, ...], Ties, Rounding, bool, tuple[int, ...], Placed]] = {
    "one place": ((5,), (3, 2, 1, 0), "share", WHOLE, True, (5, 0, 0, 0), (1, None, None, None)),
    "a place that costs": ((4, 0, -3), (3, 2, 1, 0), "full", WHOLE, True, (4, 0, -3, 0), (1, 2, 3, None)),
    # two firsts: (10 + 5) / 2 = 7, and the third place comes next
    "share": ((10, 5, 2), (3, 3, 2, 1), "share", WHOLE, True, (7, 7, 2, 0), (1, 1, 3, None)),
    "share the last place": ((10, 5), (3, 2, 2, 2), "share", WHOLE, True, (10, 1, 1, 1), (1, 2, 2, 2)),
    "share by fives": ((13, 5), (3, 3, 1, 0), "share", FIVES, True, (5, 5, 0, 0), (1, 1, None, None)),
    # two firsts: 10 / 2 = 5
    "split and skip": ((10, 5, 3), (3, 3, 2, 1), "split", WHOLE, True, (5, 5, 3, 0), (1, 1, 3, None)),
    "split and next": ((10, 5, 3), (3, 3, 2, 1), "split", WHOLE, False, (5, 5, 5, 3), (1, 1, 2, 3)),
    "full and next": ((10, 5, 3), (3, 3, 2, 1), "full", WHOLE, False, (10, 10, 5, 3), (1, 1, 2, 3)),
    "lower and next": ((10, 5, 3), (3, 3, 2, 2), "lower", WHOLE, False, (5, 5, 3, 3), (1, 1, 2, 2)),
    "lower than the last": ((10,), (3, 3, 0, 0), "lower", WHOLE, True, (0, 0, 0, 0), (1, 1, None, None)),
    "none and skip": ((10, 5, 3), (3, 3, 2, 1), "none", WHOLE, True, (0, 0, 3, 0), (1, 1, 3, None)),
    # -5 / 2: down is -3, up is -2
    "down below zero": ((-5,), (1, 1, 0, 0), "split", WHOLE, True, (-3, -3, 0, 0), (1, 1, None, None)),
    "up below zero": ((-5,), (1, 1, 0, 0), "split", UP, True, (-2, -2, 0, 0), (1, 1, None, None)),
    "a single place is never rounded": (
        (7,),
        (2, 1, 0, 0),
        "share",
        FIVES,
        True,
        (7, 0, 0, 0),
        (1, None, None, None),
    ),
}
FOUR = ("Anna", "Ben", "Cleo", "Dora")


@pytest.mark.parametrize(
    ("prizes", "held", "ties", "rounding", "skips", "each", "placed"), AWARDS.values(), ids=AWARDS
)
def test_places_pay_as_the_table_says(
    prizes: tuple[int, ...],
    held: tuple[int, ...],
    ties: Ties,
    rounding: Rounding,
    skips: bool,
    each: tuple[int, ...],
    placed: Placed,
) -> None:
    """any-other-game.md, "Majorities": a majority, its ties, `after`, `round` and `round_to`."""
    found = award(prizes, ranks_by(dict(zip(FOUR, held, strict=True))), ties, rounding, skips)
    by = {name: one for one in found for name in one.names}
    assert tuple(by[name].each if name in by else 0 for name in FOUR) == each
    assert tuple(by[name].place if name in by else None for name in FOUR) == placed


@pytest.mark.parametrize(
    ("least", "ranks"),
    [(1, [["A"], ["B"]]), (0, [["A"], ["B"], ["C"]]), (-5, [["A"], ["B"], ["C"], ["D"]]), (9, [])],
)
def test_a_count_below_the_least_takes_no_part(least: int, ranks: list[list[str]]) -> None:
    assert ranks_by({"D": -5, "C": 0, "B": 1, "A": 3}, least) == ranks


# How two tied firsts, Anna and Ben, are paid: ties, rounding, unit, prizes: what is said of them.
WAYS = """
share down 1 10 4: tie for first place: (10 + 4) ÷ 2 = 7 each
share down 1 10 5: tie for first place: (10 + 5) ÷ 2, rounded down, = 7 each
share down 5 13 5: tie for first place: (13 + 5) ÷ 2, rounded down, = 5 each
share up 1 10 5: tie for first place: (10 + 5) ÷ 2, rounded up, = 8 each
share up 5 13 5: tie for first place: (13 + 5) ÷ 2, rounded up, = 10 each
split down 1 10 4: tie for first place: 10 ÷ 2 = 5 each
split down 1 11 4: tie for first place: 11 ÷ 2, rounded down, = 5 each
split down 5 13 4: tie for first place: 13 ÷ 2, rounded down, = 5 each
split up 1 11 4: tie for first place: 11 ÷ 2, rounded up, = 6 each
split up 5 13 4: tie for first place: 13 ÷ 2, rounded up, = 10 each
full down 1 10 4: tie for first place: 10 each
full down 5 13 4: tie for first place: 13 each
lower down 1 10 4: tie for first place and get the next amount, 4 each
lower down 5 13 10: tie for first place and get the next amount, 10 each
none down 1 10 4: tie for first place and get nothing
none down 5 13 4: tie for first place and get nothing
"""


def rounded(way: str, unit: str) -> Rounding:
    return Rounding(int(unit), is_up=way == "up")


@pytest.mark.parametrize("row", WAYS.strip().splitlines())
def test_every_way_with_ties_is_explained_as_it_was_rounded(row: str) -> None:
    """any-other-game.md, "Majorities": each way with ties, in words."""
    case, text = row.split(": ", 1)
    ties, way, unit, *prizes = case.split()
    assert ties in get_args(Ties)
    awards = award([*map(int, prizes)], [["Anna", "Ben"]], ties, rounded(way, unit))  # type: ignore[arg-type]
    assert [Speaker().say(award_step(one, ties)) for one in awards] == [f"Anna and Ben {text}"]  # type: ignore[arg-type]


# First and second money: rounding, unit, both prizes, counts of Anna, Ben and Cleo: what is said.
MONEY = """
down 1 10 5, 3 2 0: Anna is first: 10. Ben is second: 5
down 1 10 4, 3 3 0: Anna and Ben share first and second place: (10 + 4) ÷ 2 = 7 each
down 1 10 5, 3 3 0: Anna and Ben share first and second place: (10 + 5) ÷ 2, rounded down to 7 each
down 1 10 4, 1 3 1: Ben is first: 10. Anna and Cleo share second place: 4 ÷ 2 = 2 each
down 1 10 5, 1 3 1: Ben is first: 10. Anna and Cleo share second place: 5 ÷ 2, rounded down to 2 each
down 1000 3500 1500, 3 2 0: Anna is first: 3,500, rounded down to 3,000. Ben is second: 1,500, rounded down to 1,000
down 1000 2000 1000, 3 3 0: Anna and Ben share first and second place: (2,000 + 1,000) ÷ 2, rounded down to 1,000 each
down 1000 6000 3000, 1 3 1: Ben is first: 6,000. Anna and Cleo share second place: 3,000 ÷ 2, rounded down to 1,000 each
up 1 10 5, 3 3 0: Anna and Ben share first and second place: (10 + 5) ÷ 2, rounded up to 8 each
up 1 10 5, 1 3 1: Ben is first: 10. Anna and Cleo share second place: 5 ÷ 2, rounded up to 3 each
up 1000 3500 1500, 3 2 0: Anna is first: 3,500, rounded up to 4,000. Ben is second: 1,500, rounded up to 2,000
up 1000 2000 1000, 3 3 0: Anna and Ben share first and second place: (2,000 + 1,000) ÷ 2, rounded up to 2,000 each
up 1000 6000 3000, 1 3 1: Ben is first: 6,000. Anna and Cleo share second place: 3,000 ÷ 2, rounded up to 2,000 each
"""


def explained(first: int, second: int, held: tuple[int, ...], rounding: Rounding, language: str) -> str:
    _, *steps = split(first, second, dict(zip(FOUR, held, strict=False)), rounding).steps
    return ". ".join(Speaker(None, language).say(step) for step in steps)


@pytest.mark.parametrize("row", MONEY.strip().splitlines())
def test_first_and_second_money_are_explained_as_they_were_rounded(row: str) -> None:
    case, text = row.split(": ", 1)
    paid, counts = case.split(", ")
    way, unit, first, second = paid.split()
    held = tuple(map(int, counts.split()))
    assert explained(int(first), int(second), held, rounded(way, unit), "en") == text


@pytest.mark.parametrize(
    ("language", "down", "up"),
    [
        ("de", "abgerundet", "aufgerundet"),
        ("hu", "lefelé kerekítve", "felfelé kerekítve"),
        ("it", "per difetto", "per eccesso"),
    ],
)
@pytest.mark.parametrize(
    ("first", "second", "held", "rounded_parts"),
    [(3500, 1500, (3, 2, 0), 2), (2000, 1000, (3, 3, 0), 1), (6000, 3000, (1, 3, 1), 1)],
    ids=["each alone", "tied firsts", "tied seconds"],
)
def test_every_language_tells_up_from_down(
    language: str, down: str, up: str, first: int, second: int, held: tuple[int, ...], rounded_parts: int
) -> None:
    for way, other, is_up in ((down, up, False), (up, down, True)):
        text = explained(first, second, held, Rounding(1000, is_up), language)
        assert (text.count(way), text.count(other)) == (rounded_parts, 0)
