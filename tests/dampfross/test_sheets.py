"""The run sheet: one line a run, building apart, totals, and balances carried forward."""

from typing import Any

import pytest

from companion.core.views import TableView
from companion.report.spans import plain
from companion.session import Session
from tests.dampfross import moves
from tests.laws.test_laws import SEEDS
from tests.random_play import whole
from tests.support import ANTON, BEATE, CLAUS, session_of
from tests.tui.desk import model_of, page_lines

L, F, C, T, R = "L", "F", "C", "T", "R"
FIVE = (L, F, C, T, R)
OPENING = {L: 65, F: 34, C: 38, T: 56, R: 45}

SEVEN_RUNS = [
    moves.depart(moves.train(T), moves.train(R, pays={T: 4}), start=11, goal=12),
    moves.places([T], [R]),
    moves.depart(moves.train(F), moves.train(L, pays={F: 6}), start=13, goal=14),
    moves.places([F], [L]),
    moves.depart(moves.train(R, pays={C: 3}), start=15, goal=16),
    moves.depart(moves.train(R), moves.train(F, pays={R: 4}), start=21, goal=22),
    moves.places([R], [F]),
    moves.depart(
        moves.train(L, pays={F: 1, C: 5}), moves.train(C, pays={F: 1}), moves.train(F), start=23, goal=24
    ),
    moves.places([L], [C, F]),
    moves.depart(moves.train(C), start=25, goal=26),
    moves.depart(moves.train(T), start=31, goal=32),
]
"""Spec, worked examples: a published round of seven runs."""


def seven_runs() -> Session:
    return moves.played(*SEVEN_RUNS, players=FIVE, position=moves.operating(accounts=OPENING))


def sheet(session: Session, key: str) -> TableView:
    return next(
        table
        for table in session.record.game.views.sheets(session.record.opening, session.record.steps)
        if table.key == key
    )


def figures(session: Session, key: str) -> list[list[Any]]:
    return [[cell.value for cell in row.cells[1:]] for row in sheet(session, key).rows]


def account(session: Session, name: str) -> list[list[Any]]:
    return figures(session, f"account {name}")


def test_the_balances_of_the_published_runs_stand_line_by_line() -> None:
    """Spec, "Worked examples", to L 83, F 73, C 70, T 100, R 92, by hand; each run adds 20 or 30."""
    assert figures(seven_runs(), "balances") == [
        [65, 34, 38, 56, 45, 238],
        [65, 34, 38, 56, 45, 238],  # nothing was built
        [65, 34, 38, 80, 51, 268],  # T 20 + 4, R 10 - 4
        [69, 60, 38, 80, 51, 298],  # F 20 + 6, L 10 - 6
        [69, 60, 41, 80, 68, 318],  # R 20 - 3, C 3
        [69, 66, 41, 80, 92, 348],  # R 20 + 4, F 10 - 4
        [83, 73, 50, 80, 92, 378],  # L 20 - 6, F 5 + 2, C 5 + 5 - 1
        [83, 73, 70, 80, 92, 398],
        [83, 73, 70, 100, 92, 418],
    ]


@pytest.mark.parametrize(
    ("name", "totals"),
    [
        (L, [30, -12, 0, 0, 0, 83]),
        (F, [35, -4, 8, 0, 0, 73]),
        (C, [25, -1, 8, 0, 0, 70]),
        (T, [40, 0, 4, 0, 0, 100]),
        (R, [50, -7, 4, 0, 0, 92]),
    ],
)
def test_prizes_fares_paid_and_received_are_added_up_for_each_player(name: str, totals: list[int]) -> None:
    """Prizes by hand: L 10 + 20, F 20 + 10 + 5, C 5 + 20, T 20 + 20, R 10 + 20 + 20."""
    assert account(seven_runs(), name)[-1] == totals


def test_what_is_built_stands_apart_before_the_runs_and_in_the_line_of_the_run_it_follows() -> None:
    """A city 6, a join to Anton 1, a ferry 6; then Anton's 20, of which he builds 4 and pays Beate 2."""
    session = moves.played(
        moves.build(ANTON, 5, cities=[65]),
        moves.build(BEATE, 5, fees=[moves.fee(ANTON, joins=1)]),
        moves.ferry(CLAUS, "Gedser 1"),
        moves.END_BUILDING,
        moves.depart(moves.train(ANTON)),
        moves.expand(ANTON, track={"plain": 4}, fees=[moves.fee(BEATE, halves=1)]),
    )
    assert account(session, ANTON) == [
        [None, None, None, None, None, 20],
        [0, 0, 0, 6, 1, 27],
        [20, 0, 0, 0, -6, 41],
        [20, 0, 0, 6, -5, 41],
    ]
    assert account(session, BEATE)[1:3] == [[0, 0, 0, 0, -1, 19], [0, 0, 0, 0, 2, 21]]
    assert account(session, CLAUS)[1] == [0, 0, 0, 0, -6, 14]


def test_adjustments_and_recounts_have_a_column_of_their_own_where_there_are_any() -> None:
    adjusted = {"player": ANTON, "amount": -3, "reason": "slip", "do": "adjust"}
    session = moves.played(adjusted, moves.END_BUILDING)
    assert account(session, ANTON)[-1] == [0, 0, 0, 0, 0, -3, 17]
    assert account(session, BEATE)[-1] == [0, 0, 0, 0, 0, 20]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_line_carries_its_balance_on_from_the_line_before(seed: int) -> None:
    session, _ = whole("dampfross", seed)
    for name in session.record.table.players:
        (*_, opening), *lines, totals = account(session, name)
        for *parts, balance in lines:
            opening += sum(parts)
            assert balance == opening
        assert totals[-1] == opening == session.record.scores[name]
        assert totals[:-1] == [sum(column) for column in list(zip(*lines, strict=True))[:-1]]


@pytest.mark.parametrize(
    ("player", "line", "told"),
    [
        (L, "paid", ["L pays F 6 units.", "L pays F 1 unit. L pays C 5 units."]),
        (F, "received", ["L pays F 6 units.", "L pays F 1 unit. C pays F 1 unit."]),
        (F, "paid", ["F pays R 4 units."]),
    ],
)
def test_behind_a_fare_is_only_what_that_player_paid_or_received(
    player: str, line: str, told: list[str]
) -> None:
    """Rulebook: fares are set off between each two players, so nobody else's fare is part of the figure."""
    lines = map(plain, page_lines(model_of(seven_runs()), "breakdown", player=player, line=line))
    found = [one.partition("Fares: ")[2].split("  ")[0] for one in lines if "Fares: " in one]
    assert found == told


def test_its_columns_begin_with_the_start_player_as_everywhere() -> None:
    session = session_of([moves.END_BUILDING], game="dampfross", starts=BEATE)
    head = plain(page_lines(model_of(session), "scores", tab="runs")[0])
    assert sorted((ANTON, BEATE, CLAUS), key=head.index) == [BEATE, CLAUS, ANTON]
