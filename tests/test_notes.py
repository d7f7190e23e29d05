"""Notes to hand out: the sum is right, and no other choice needs fewer."""

from itertools import combinations_with_replacement

from hypothesis import given
from hypothesis import strategies as st

from companion.core.notes import fewest_notes
from tests.support import library

ROCKET = (1000, 2000, 5000, 10000)


def test_an_amount_beyond_any_table_is_still_made_up_exactly() -> None:
    assert fewest_notes(1_000_000_000, (1, 3, 7, 5000)) == ((5000, 200_000),)
    assert fewest_notes(999_999_999_000, ROCKET) == ((10000, 99_999_999), (5000, 1), (2000, 2))


@given(st.sets(st.integers(1, 12), min_size=1, max_size=4), st.integers(1, 60))
def test_no_other_choice_of_notes_needs_fewer(values: set[int], amount: int) -> None:
    found = fewest_notes(amount, values)
    count = sum(number for _, number in found)
    assert sum(value * number for value, number in found) == (amount if found else 0)
    fewer = range(1, count if found else 6)
    assert all(sum(notes) != amount for size in fewer for notes in _some(values, size))


def _some(values: set[int], size: int) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement(sorted(values), size)) if size <= 5 else []


def test_every_game_says_in_which_notes_it_pays_and_those_without_money_in_notes_say_none() -> None:
    assert {game.ruleset.id: game.notes for game in library().games()} == {
        "stephensons-rocket": ROCKET,
        "dampfross": (),
        "whistle-stop": (),
    }
