"""What a screen draws of Dampfross: holdings, the grid of numbers, cities, the race, what is left, reminders."""

from typing import Any

import pytest

from companion.core.views import Gauge, TableView, Urgency
from companion.report.difference_table import difference_table
from companion.report.entries import entry_lines
from companion.report.words import Speaker, speaker_of
from companion.session import Session
from tests.corrections import recount
from tests.dampfross import moves
from tests.dampfross.moves import (
    END_BUILDING,
    NUMBERS,
    RUNS,
    Fields,
    build,
    depart,
    operating,
    places,
    played,
    race_roll,
    train,
)
from tests.laws.test_laws import SEEDS
from tests.random_play import whole
from tests.results import reminded, row
from tests.support import ANTON, BEATE, CLAUS

RACE = depart({**train(ANTON), "length": 11}, {**train(BEATE, CLAUS), "length": 8})


def values(session: Session, key: str, name: str) -> list[Any]:
    return [cell.value for cell in row(session, key, name).cells[1:]]


def gauge(session: Session) -> Gauge:
    (found,) = session.record.clock.gauges
    return found


def test_the_race_shows_routes_rolls_and_what_is_to_go() -> None:
    """Anton needs 11 and has 5; Beate and Claus need 8 and have 6 + 4, 2 too many."""
    rolls = [race_roll(ANTON, 5), race_roll(BEATE, 6), race_roll(CLAUS, 4)]
    session = played(END_BUILDING, RACE, *rolls)
    assert values(session, "race", ANTON) == [11, 5, None, 6, None]
    assert values(session, "race", "Beate + Claus") == [8, 6, 4, 0, 2]


def test_the_clock_counts_the_units_that_the_richest_misses_or_the_runs_that_are_left() -> None:
    """dampfross.md, "End of the game": 250 with three players, who start with 20."""
    found = gauge(played())
    assert (found.left, found.of, found.ends_at) == (230, 250, 0)
    found = gauge(played(END_BUILDING, depart(), end="18-runs"))
    assert (found.left, found.of, found.is_near_end) == (17, 18, False)


def numbers(left: int) -> list[int]:
    """All 36 numbers but the last ones."""
    return NUMBERS[: len(NUMBERS) - left]


ONE_LEFT = ("Since round 1, at most one city has had no line. Building can end after round 3.", Urgency.SOON)
OVER = (
    "Since round 1, at most one city has had no line, and 2 rounds have passed. Building can end.",
    Urgency.NOW,
)
ROUNDS = [build(name) for name in (ANTON, BEATE, CLAUS, BEATE, CLAUS, ANTON, CLAUS, ANTON, BEATE)]


MARKED = [*ROUNDS[:2], {**ROUNDS[2], "one_left": True}, *ROUNDS[3:]]
CONNECTING = [*ROUNDS[:2], {**ROUNDS[2], "cities": [65]}, *ROUNDS[3:]]
TWO_LEFT, ALL_BUT_ONE = {"connected": numbers(left=2)}, {"connected": numbers(left=1)}
MISSING_66 = ("35 of 36 numbers are connected. Missing: 66.", Urgency.NOTE)
MISSING_THREE = ("33 of 36 numbers are connected. Missing: 64, 65 München and 66.", Urgency.NOTE)
ALL = ("All 36 numbers are connected. End building.", Urgency.NOW)
SHORT = ("Anton can build for 20 units before the next run, but has only −1.", Urgency.NOTE)
NEAR_TARGET = ("Beate needs 30 more units to end the game.", Urgency.SOON)


@pytest.mark.parametrize(
    ("blocks", "position", "reminders"),
    [
        ([build(ANTON, 5, cities=[65])], {}, []),
        # dampfross.md, "End of the building phase": how many of the 36 numbers are connected and which are not.
        ([], {"connected": numbers(left=3)}, [MISSING_THREE]),
        ([], {"connected": numbers(left=7)}, []),
        ([build(ANTON, cities=[66])], {**ALL_BUT_ONE, "round": 4}, [ALL]),
        # Rulebook: one city without a connection and two more rounds played; here marked by the last of round 1.
        (MARKED[:2], {}, []),
        (MARKED[:3], {}, [ONE_LEFT]),
        (MARKED[:8], {}, [ONE_LEFT]),
        (MARKED, {}, [OVER]),
        # The same after the 35th number.
        (CONNECTING[:8], TWO_LEFT, [ONE_LEFT, MISSING_66]),
        (CONNECTING, TWO_LEFT, [OVER, MISSING_66]),
        ([], ALL_BUT_ONE, [ONE_LEFT, MISSING_66]),
        ([recount(connected=numbers(left=9))], ALL_BUT_ONE, []),
        # Rulebook: an expansion is paid from the account. Anton has -21 and wins 20 alone.
        ([depart(train(ANTON))], operating(accounts={ANTON: -21}), [SHORT]),
        # One run can bring 30 units.
        ([], operating(accounts={BEATE: 220}), [NEAR_TARGET]),
        ([], operating(accounts={BEATE: 219}), []),
        ([moves.FINISH], {}, []),
    ],
)
def test_what_players_are_reminded_of(
    blocks: list[Fields], position: Fields, reminders: list[tuple[str, Urgency]]
) -> None:
    assert reminded(played(*blocks, position=position)) == reminders


@pytest.mark.parametrize(("done", "reminders"), [(15, [("3 runs left.", Urgency.SOON)]), (14, [])])
def test_the_end_is_near_with_three_runs_left(done: int, reminders: list[tuple[str, Urgency]]) -> None:
    assert reminded(played(position=operating(runs_done=done), end="18-runs")) == reminders


def test_the_preview_of_the_end_of_building_shows_what_is_not_connected() -> None:
    """dampfross.md, "End of the building phase": it reminds and never refuses."""
    preview = played(position={"connected": numbers(left=2)}).preview(END_BUILDING)
    (grid,) = preview.workings
    assert preview.violations == ()
    assert Speaker(played().record.ruleset).say(grid.title) == "Not connected (34 of 36 done)"  # type: ignore[arg-type]
    assert [cell.value for row in grid.rows for cell in row.cells[1:] if cell.value] == [65, 66]
    assert played(position={"connected": numbers(left=0)}).preview(END_BUILDING).workings == ()


LEFT_34, LEFT_1 = "34 of 36 numbers have no line yet.", "1 of 36 numbers has no line yet."


@pytest.mark.parametrize(
    ("blocks", "connected", "warned"),
    [
        ([], [11, 12], [LEFT_34]),
        (ROUNDS[:8], numbers(left=1), [f"{LEFT_1} Building can end only after round 3."]),
        (ROUNDS, numbers(left=1), []),
        ([], numbers(left=0), []),
        ([build(ANTON, cities=[66], names={"65": "Bonn", "66": "bonn "})], numbers(left=2), []),
    ],
    ids=["round 1", "before two rounds passed", "two rounds passed", "all", "two numbers of one city"],
)
def test_an_early_end_of_building_warns_how_many_numbers_have_no_line(
    blocks: list[Fields], connected: list[int], warned: list[str]
) -> None:
    """dampfross.md, "End of the building phase": a number of a connected city counts as connected."""
    preview = played(*blocks, position={"connected": connected}).preview(END_BUILDING)
    assert preview.violations == ()
    assert [Speaker(played().record.ruleset).say(one) for one in preview.steps[0].outcome.warnings] == warned


@pytest.mark.parametrize(
    ("connected", "trains", "warned"),
    [
        ([65], [train(ANTON)], ["No entry has connected 31 yet."]),
        ([65, 31], [train(ANTON)], []),
        ([65], [], []),
        ([], [train(ANTON)], []),
    ],
    ids=["goal without a line", "both connected", "nobody runs", "connections never entered"],
)
def test_a_run_to_a_number_without_a_line_is_warned_about(
    connected: list[int], trains: list[Fields], warned: list[str]
) -> None:
    preview = played(position=operating(connected=connected)).preview(depart(*trains, start=65, goal=31))
    assert [Speaker(played().record.ruleset).say(one) for one in preview.steps[0].outcome.warnings] == warned


@pytest.mark.parametrize(
    ("lengths", "routes"),
    [((6, 7), None), ((5, 6), "Anton 5 points"), ((5, 1), "Anton 5 points and Beate 1 point")],
)
def test_a_length_that_no_route_has_is_warned_about(lengths: tuple[int, int], routes: str | None) -> None:
    """Rulebook, "Start und Ziel": the shortest route has at least six fields, each of one point or more."""
    trains = [{**train(name), "length": length} for name, length in zip((ANTON, BEATE), lengths, strict=True)]
    preview = played(position=RUNS).preview(depart(*trains))
    assert preview.violations == ()
    assert [Speaker(played().record.ruleset).say(one) for one in preview.steps[0].outcome.warnings] == (
        [f"No route is shorter than 6 fields, so check the length: {routes}."] if routes else []
    )


def changed(before: Session, after: Session) -> dict[str, list[object]]:
    table = difference_table(before.record, after.record, Speaker(before.record.ruleset))
    return {row.key: [cell.value for cell in row.cells[1:]] for row in table.rows}


def test_a_difference_calls_numbers_what_the_dice_call_them_and_says_nothing_twice() -> None:
    """Row 3 of column 20 is the number 23; who was first in a city is told by the list of cities alone."""
    runs = [played(depart(train(ANTON), goal=goal), position=RUNS, end="36-runs") for goal in (31, 23)]
    assert changed(*runs)["Numbers left, 23"] == ["2", "1"]
    builds = [played(build(ANTON, cities=[number])) for number in (12, 23)]
    first = "first connected by"
    assert changed(*builds) == {f"cities 23 {first}": ["-", ANTON], f"cities 12 {first}": [ANTON, "-"]}


# The run sheet: one line a run, building apart, totals, and balances carried forward.


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
"""dampfross.md, "Prizes": a published round of seven runs."""


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


@pytest.mark.parametrize("seed", SEEDS)
def test_every_line_carries_its_balance_on_from_the_line_before(seed: int) -> None:
    session, _ = whole("dampfross", seed)
    for name in session.record.roster.players:
        (*_, opening), *lines, totals = account(session, name)
        for *parts, balance in lines:
            opening += sum(parts)
            assert balance == opening
        assert totals[-1] == opening == session.record.scores[name]
        assert totals[:-1] == [sum(column) for column in list(zip(*lines, strict=True))[:-1]]


# What each entry of Dampfross is in one sentence.


BUILDING = {
    "build 4 plain 1 slope 1": "Anton builds for 4 points (1 plain and 1 slope)",
    "build 6 river 1": "Anton rolls 6 and builds for 3 points (1 river)",
    "build 6 river 2 city 11": "Anton builds for 6 points (2 rivers) and reaches 11",
    "build fee beate joins 1": "Anton builds",
    'build city 65 12 name 12 "Bonn" 13 "bonn" 21 "Köln" one-left': "Anton builds, reaches 65 München and 12 Bonn, "
    "names 21 Köln and says only one city is left",
    "joint-build anton beate 4 4 plain 6 city 65": "Anton and Beate roll 4 and 4, "
    "build for 6 points (6 plain) and reach 65 München",
    'join "Dora" because "half the game"': "Dora joins the game",
}
TWO, THREE = "depart 65 31 train anton train beate claus", "depart 65 31 train anton train beate train claus"
RUNNING = {
    TWO: "Anton and Beate + Claus run from 65 München to 31",
    "depart 65 31 train": "Nobody runs from 65 München to 31",
    "depart 65 31 train; depart 65 denmark train anton": "Anton runs from 65 München to Denmark (special run)",
    "depart 65 31 train; depart 65 denmark train": "Nobody runs from 65 München to Denmark (special run)",
    f"{TWO}; arrive place beate place anton": "Beate and Claus arrive first together, then Anton",
    f"{TWO}; arrive place anton beate": "Anton and Beate + Claus arrive first, tied",
    f"{TWO}; arrive claus 4 1 anton 3 0": "Anton arrives first, then Beate and Claus together",
    f"{THREE}; arrive claus 4 1 anton 3 0 beate 4 1": "Anton arrives first, then Claus and Beate tied",
    "expand anton plain 2 river 1": "Anton expands by 2 plain and 1 river",
    "expand anton fee beate joins 1": "Anton pays fees for building",
}


@pytest.mark.parametrize(("lines", "headline"), [*BUILDING.items(), *RUNNING.items()])
def test_an_entry_is_told_in_one_sentence(lines: str, headline: str) -> None:
    position = None if lines in BUILDING else operating(may_build={ANTON: 9})
    session = played(position=position, special_runs="denmark" in lines)
    for line in lines.split("; "):
        session.enter(session.read(line))
    assert entry_lines(session, speaker_of(session))[-1] == headline


def test_partners_share_where_their_place_is_told() -> None:
    """20 and 10 each; a tied train of partners gets 15, of which 1 is left over."""
    run = depart(train(ANTON), train(BEATE, CLAUS))
    session = played(run, places([BEATE], [ANTON]), run, places([ANTON, BEATE]), position=RUNS)
    speaker = speaker_of(session)
    first, tied = (
        speaker.say(step.outcome.receipts[-1].text)
        for step in session.record.steps
        if step.action.do == "arrive"
    )
    assert (
        first
        == "Prizes for run 1 (65-31): Beate and Claus come first: 20 units, 10 each. Anton is second: 10."
    )
    assert (
        "Beate and Claus share 15 units, 7 each. 1 unit stays in the bank: the rulebook doesn't say" in tied
    )
