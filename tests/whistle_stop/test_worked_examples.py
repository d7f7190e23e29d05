"""The examples of whistle-stop.md, "Rounds", "Town", "Scoring", "Upgrades", figure by figure."""

from typing import Any

import pytest

from tests.results import paid, receipts, scores
from tests.support import ANTON, BEATE, CLAUS
from tests.whistle_stop.moves import final, held, played, use

# 47 on the track, two companies, 5 + 3, 4 + 3, four basic goods, two rare ones, five markers.
RICH: dict[str, Any] = {
    "points": 47,
    "coal": 3,
    "whistle": 2,
    "gold": [4, 3],
    "goods": {"wood": 3, "stone": 1, "steel": 1, "cattle": 1},
    "shares": {"A": [1, 2], "C": [3]},
    "trains_home": 1,
}


def scored(*upgrades: str) -> dict[str, Any]:
    five, three = upgrades
    return {"players": {ANTON: {**RICH, "upgrades": [five, three]}}, "worth": {five: 5, three: 3}}


def test_a_track_of_47_makes_94_with_a_black_tile() -> None:
    """47 + 30 + 8 + 7 + 4 + 6 + 2 - 10 = 94."""
    session = played(final(black_tiles={ANTON: 1}), position=scored("caboose", "safe"))
    assert scores(session)[ANTON] == 94
    assert [(one["kind"], one["subject"], paid(one).get(ANTON, 0)) for one in receipts(session)] == [
        ("final-track", None, 47),
        ("final-majority", "A", 15),
        ("final-majority", "B", 0),
        ("final-majority", "C", 15),
        ("final-majority", "D", 0),
        ("final-majority", "E", 0),
        ("final-upgrades", None, 8),
        ("final-gold", None, 7),
        ("final-goods", None, 10),
        ("final-markers", None, 2),
        ("final-black-tiles", None, -10),
    ]


@pytest.mark.parametrize(
    ("anton", "beate", "claus", "winner"),
    [([1, 5], [2, 3], [4], ANTON), ([4, 5], [2, 3], [1], BEATE), ([3, 4, 6], [1, 2], [], ANTON)],
    ids=["tie to the lowest number", "lower number of no tied player", "most before lowest"],
)
def test_a_company_goes_to_most_shares_and_a_tie_to_the_lowest_number(
    anton: list[int], beate: list[int], claus: list[int], winner: str
) -> None:
    """Rules, "Wertung": 15 for most shares; a tie goes to the lowest number among those tied."""
    parts = {name: {"shares": {"B": own}} for name, own in ((ANTON, anton), (BEATE, beate), (CLAUS, claus))}
    session = played(final(), position={"players": parts})
    (receipt,) = [one for one in receipts(session, "final-majority") if one["subject"] == "B"]
    assert {name: amount for name, amount in paid(receipt).items() if amount} == {winner: 15}
    assert receipt["total"] == 15


@pytest.mark.parametrize(("coal", "whistle", "expected"), [(3, 2, 2), (1, 1, 1), (1, 0, 0)])
def test_two_markers_make_one_point_coal_and_whistles_together(
    coal: int, whistle: int, expected: int
) -> None:
    session = played(final(), **held(Anton={"coal": coal, "whistle": whistle}))
    assert scores(session)[ANTON] == expected


@pytest.mark.parametrize(("owned", "expected"), [(0, 0), (2, 0), (3, 4), (5, 4), (6, 8), (9, 12)])
def test_the_first_class_cabin_brings_4_for_each_full_three_shares(owned: int, expected: int) -> None:
    """Shares of all companies count together: up to six of A, the rest of B."""
    shares = {"A": list(range(1, min(owned, 6) + 1)), "B": list(range(1, owned - 5))}
    anton = {"shares": shares, "upgrades": ["first-class-cabin"]}
    session = played(use("first-class-cabin"), **held(Anton=anton))
    assert scores(session)[ANTON] == expected
