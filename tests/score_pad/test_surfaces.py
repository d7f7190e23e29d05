"""State in JSON and lines of the notation, as on the spec's page."""

from typing import Any

import pytest

from tests.results import scores, state_of
from tests.score_pad.pads import (
    ALL,
    ANNA,
    BEN,
    BIDS,
    CLEO,
    PLAIN,
    PLAYERS,
    Fields,
    bid,
    counted,
    played,
    scored,
    won,
)

EMPTY: dict[str, Any] = {
    "turn": None,
    "round": None,
    "rounds": None,
    "target": None,
    "marker": None,
    "due": None,
    "bids": {},
    "open": {},
    "played": [],
    "running": {name: {} for name in PLAYERS},
    "counts": {name: {} for name in PLAYERS},
}
FIRST = {"round": 1, "scores": {ANNA: 30, BEN: 20, CLEO: -20}, "bonus": {}}
FIRST_BIDS = {"bids": {ANNA: 1, BEN: 0, CLEO: 2}, "won": {ANNA: 1, BEN: 0, CLEO: 0}}
PLAYED = {"round": 1, "scores": {ANNA: 8, BEN: 8, CLEO: 10}, "bids": {}, "won": {}, "bonus": {}}

STATES: dict[str, tuple[str, list[Fields], dict[str, Any]]] = {
    "categories": (
        "seven-wonders",
        [counted(ANNA, coins=7), counted(ANNA, coins=8, blue=3)],
        {"counts": {ANNA: {"coins": 8, "blue": 3}, BEN: {}, CLEO: {}}},
    ),
    "running": (
        "carcassonne",
        [
            {"scores": {ANNA: 9}, "kind": "city", "do": "add"},
            {"scores": {ANNA: 8}, "kind": "city", "do": "add"},
            {"scores": {ANNA: 1}, "do": "add"},
        ],
        {"running": {ANNA: {"city": 17, "other": 1}, BEN: {}, CLEO: {}}},
    ),
    "rounds without a marker": ("azul", [], {"round": 1}),
    "rounds to a target": (
        "hearts",
        [scored(8, 8, 10), scored(5)],
        {"round": 2, "target": 100, "marker": BEN, "open": {ANNA: 5}, "played": [PLAYED]},
    ),
    "bids": (
        "wizard",
        [bid(1, 0, 2), won(1, 0, 0), bid(1)],
        {"round": 2, "rounds": 20, "marker": BEN, "bids": {ANNA: 1}, "played": [{**FIRST, **FIRST_BIDS}]},
    ),
    "a bonus": (
        BIDS,
        [bid(1, 0), won(1, bonus={ANNA: 5})],
        {"round": 1, "rounds": 3, "marker": ANNA, "bids": {ANNA: 1, BEN: 0}, "open": {ANNA: 35}},
    ),
    "only the end is left": (
        ALL,
        [{"scores": {ANNA: 100}, "kind": "city", "do": "add"}],
        {
            "round": 1,
            "rounds": 3,
            "target": 100,
            "marker": ANNA,
            "due": "finish",
            "running": {**EMPTY["running"], ANNA: {"city": 100}},
        },
    ),
}


@pytest.mark.parametrize(("pad", "blocks", "state"), STATES.values(), ids=STATES)
def test_the_state_has_every_key_of_the_spec_and_no_other(
    pad: str, blocks: list[Fields], state: dict[str, Any]
) -> None:
    assert state_of(played(*blocks, pad=pad)) == {**EMPTY, **state}


def test_standings_are_booked_and_the_projection_adds_what_was_counted_so_far() -> None:
    """8 + 10 for the walls, 8 + 5 for the walls, 10 + 12 / 3."""
    counts = (counted(ANNA, walls=3), counted(BEN, walls=2), counted(CLEO, coins=12))
    session = played(scored(8, 8, 10), *counts, pad=ALL)
    assert scores(session) == {ANNA: 8, BEN: 8, CLEO: 10}
    assert scores(session, "projection") == {ANNA: 18, BEN: 13, CLEO: 14}


def test_the_unit_of_a_pad_changes_no_figure() -> None:
    assert scores(played(scored(1, 2, 3), pad=f"unit = 'eggs'\n{PLAIN}")) == {ANNA: 1, BEN: 2, CLEO: 3}
