"""Bids: the four formulas, and bonus points."""

import pytest

from tests.results import receipt_lines, scores, state_of
from tests.score_pad.pads import ANNA, BEN, CLEO, bid, played, won

FORMULAS: dict[str, list[tuple[int, int, int]]] = {
    # bid, won and points in round 1
    'bid = "exact"': [(0, 0, 20), (3, 3, 50), (3, 1, -20), (1, 3, -20)],
    'bid = "exact"\nhit = 5\ntrick = 1\nmiss = 3': [(0, 0, 5), (3, 3, 8), (3, 1, -6)],
    'bid = "exact"\nmiss = 0': [(3, 1, 0)],
    'bid = "zero"': [(0, 0, 10), (0, 2, -10), (3, 3, 60), (3, 1, -20), (1, 3, -20)],
    'bid = "zero"\ntrick = 5\nmiss = 2\nzero = 7': [(0, 0, 7), (0, 1, -7), (2, 2, 10), (2, 5, -6)],
    'bid = "made"': [(0, 0, 0), (3, 3, 30), (3, 5, 32), (3, 2, -30), (0, 2, 2)],
    'bid = "made"\ntrick = 20\nover = -5': [(3, 3, 60), (3, 5, 50), (3, 2, -60)],
    'bid = "tricks"': [(0, 0, 10), (3, 3, 13), (3, 1, 1), (1, 3, 3)],
    'bid = "tricks"\ntrick = 2\nhit = 5': [(3, 3, 11), (3, 1, 2)],
}
CASES = [(rules, *one) for rules, rows in FORMULAS.items() for one in rows]


@pytest.mark.parametrize(("rules", "bids", "tricks", "points"), CASES)
def test_a_bid_pays_as_its_formula_says(rules: str, bids: int, tricks: int, points: int) -> None:
    session = played(bid(bids), won(tricks), pad=f"[rounds]\n{rules}", players=(ANNA,))
    assert scores(session) == {ANNA: points}


def test_a_bid_of_zero_counts_the_number_of_the_round() -> None:
    """10 + 20 - 30: right in rounds 1 and 2, wrong in round 3."""
    rounds = [one for tricks in (0, 0, 1) for one in (bid(0), won(tricks))]
    assert scores(played(*rounds, pad='[rounds]\nbid = "zero"', players=(ANNA,))) == {ANNA: 0}


BONUS = {
    # Anna bids 1 and wins 1, Ben bids 2 and wins 1, each with a bonus of 10
    "hit": "Round 1: Anna bid 1, won 1, bonus 10: 40. Ben bid 2, won 1, no bonus: −10.",
    "always": "Round 1: Anna bid 1, won 1, bonus 10: 40. Ben bid 2, won 1, bonus 10: 0.",
}


@pytest.mark.parametrize(("bonus", "text"), BONUS.items())
def test_a_bonus_counts_always_or_for_a_right_bid_and_the_receipt_says_so(bonus: str, text: str) -> None:
    """A bonus may be entered before the tricks it comes with."""
    pad = f'[rounds]\nbid = "exact"\nbonus = "{bonus}"'
    together = played(bid(1, 2), won(1, 1, bonus={ANNA: 10, BEN: 10}), pad=pad, players=(ANNA, BEN))
    total = 30 if bonus == "hit" else 40
    assert receipt_lines(together) == [f"2 round 1 = {total} | {text}"]
    apart = played(
        bid(1, 2), won(1, bonus={ANNA: 10, BEN: 10}), won(1, players=(BEN,)), pad=pad, players=(ANNA, BEN)
    )
    first, second = text.removesuffix(".").split(". ")
    assert [line.partition(" | ")[2] for line in receipt_lines(apart)] == [f"{first}.", f"Round 1: {second}."]
    assert scores(apart) == scores(together)


def test_a_floor_stops_a_wrong_bid() -> None:
    session = played(bid(2), won(0), pad='floor = -5\n[rounds]\nbid = "exact"', players=(ANNA,))
    assert receipt_lines(session) == ["2 round 1 = −5 | Round 1: Anna bid 2, won 0: −20 (stops at −5)."]


@pytest.mark.parametrize(("count", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_wizard_has_as_many_rounds_as_the_players_say(count: int, rounds: int) -> None:
    players = (ANNA, BEN, CLEO, "Dora", "Emil", "Fred")[:count]
    assert state_of(played(pad="wizard", players=players))["rounds"] == rounds
