"""Entries printed as their shortest line (docs/notation.md, what is printed)."""

from typing import Any

import pytest

from companion.core.board_notes import Lesson
from companion.report.words import Speaker
from tests.corrections import amend, insert, strike
from tests.stephensons_rocket.moves import bid, extend, isolate, move, skip, token
from tests.support import ANTON, BEATE, CLAUS, sound_session

BEGUN = [token(ANTON, "Oxford"), extend(ANTON, "GWR", railway_towns=["Bath Spa"])]


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        (skip(BEATE), "pass"),
        (skip(CLAUS, ruling="ill"), 'pass by claus ruling "ill"'),
        (token(BEATE, "Oxford"), "take-token oxford steel"),
        (token(BEATE, "oxford"), "take-token oxford steel"),
        (token(BEATE, "York"), 'take-token "York" steel'),
        (token(BEATE, "Into"), 'take-token "Into" steel'),
        (isolate("L&Y"), "isolate l&y"),
        (isolate("L&Y", by=BEATE), "isolate l&y by beate"),
        (move(BEATE, **{"from": "GWR"}), "move-station gwr"),
        (extend(BEATE, "GWR", metropolises=["Oxford"], railway_towns=["Leeds"]), "extend gwr oxford leeds"),
        (extend(BEATE, "GWR", railway_towns=["Bath Spa"]), 'extend gwr "Bath Spa"'),
        (extend(BEATE, "GWR", metropolises=["York", "Oxford"]), 'extend gwr metropolis "York" oxford'),
        (
            extend(
                BEATE, "GWR", metropolises=["Oxford", "York"], railway_towns=["Leeds"], start_towns=["GWR"]
            ),
            'extend gwr oxford leeds metropolis "York" start gwr',
        ),
        (
            extend(BEATE, "GWR", metropolises=["Leeds"], ruling="so"),
            'extend gwr metropolis "Leeds" ruling "so"',
        ),
        (extend(BEATE, "GWR", veto=[]), "extend gwr veto"),
        (
            extend(BEATE, "GWR", station=CLAUS, veto=[bid(ANTON, 1), bid(BEATE, 1)], into="LSWR"),
            "extend gwr station claus veto anton 1 beate 1 into lswr",
        ),
        ({"do": "remark", "note": "one\ntwo"}, r'remark "one\ntwo"'),
        ({"do": "undo", "to": 1}, "undo to 1"),
        (amend(2, skip(ANTON)), "amend 2 pass"),
        ({**strike(2), "also": [insert(1, skip(ANTON))]}, "strike 2 also insert 1 pass"),
        (
            {"do": "adjust", "player": ANTON, "amount": 5, "reason": "slip", "at": None},
            'adjust anton 5 "slip"',
        ),
    ],
)
def test_an_entry_prints_as_its_shortest_line(fields: dict[str, Any], line: str) -> None:
    assert sound_session(BEGUN).notation.line(fields) == line


def test_a_line_does_not_depend_on_the_copy_book() -> None:
    """York is in the book only, so its kind is printed: the line must read the same elsewhere."""
    session = sound_session(BEGUN)
    session.session_notes.remember({0: [Lesson("metropolis", "York")]}, ())
    assert session.read("e gwr york")["metropolises"] == ["York"]
    assert (
        session.notation.line(extend(BEATE, "GWR", metropolises=["York"])) == 'extend gwr metropolis "York"'
    )


def test_a_headline_leaves_out_what_is_told_below_it() -> None:
    session = sound_session(
        [
            skip(BEATE, ruling="in a hurry", note="x"),
            {"do": "adjust", "player": ANTON, "amount": 500, "reason": "slip"},
            {"do": "recount", "reason": "x", "position": {"tracks_laid": 3, "cash": {ANTON: 7}}},
        ]
    )
    told = [Speaker(session.ruleset).say(one) for one in session.notation.headlines()]
    assert told == [
        "Beate passes",
        "Anton's score is adjusted",
        "Count (x): Track tiles left 57, Money Anton 7",
    ]
