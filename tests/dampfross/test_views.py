"""What a screen draws of Dampfross: holdings, the grid of numbers, cities, the race, what is left, reminders."""

from typing import Any

import pytest

from companion.core.views import Gauge, Urgency
from companion.pages.page import RowList
from companion.report.difference import difference
from companion.report.words import Speaker
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
    played,
    race_roll,
    train,
)
from tests.results import reminded, row
from tests.support import ANTON, BEATE, CLAUS
from tests.tui.desk import model_of, page_of

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


def test_a_run_without_lengths_and_rolls_has_no_race_table() -> None:
    session = played(END_BUILDING, depart(train(ANTON), train(BEATE)))
    assert "race" not in [table.key for table in session.record.game.views.tables(session.record.state)]


def test_the_clock_counts_the_units_that_the_richest_misses_or_the_runs_that_are_left() -> None:
    """Spec, end: 250 with three players, who start with 20."""
    found = gauge(played())
    assert (found.left, found.of, found.ends_at) == (230, 250, 0)
    found = gauge(played(END_BUILDING, depart(), end="18-runs"))
    assert (found.left, found.of, found.is_near_end) == (17, 18, False)


def test_the_turn_is_the_players_of_the_round_who_have_not_built_yet() -> None:
    turn = (one := played(build(ANTON))).record.game.views.clock(one.record.state).turn
    assert turn is not None
    assert (turn.player, turn.left, turn.of) == (BEATE, 2, 3)
    one = played(END_BUILDING)
    assert one.record.clock.turn is None


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
        # Spec, `end-building`: how many of the 36 numbers are connected and which are not.
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
    """Spec, `end-building`: it reminds and never refuses."""
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
    """Spec, `end-building`; "A number of a connected city counts as connected everywhere" (`build`)."""
    preview = played(*blocks, position={"connected": connected}).preview(END_BUILDING)
    assert preview.violations == ()
    assert [Speaker(played().record.ruleset).say(one) for one in preview.steps[0].outcome.warnings] == warned


@pytest.mark.parametrize(
    ("connected", "trains", "warned"),
    [
        ([65], [train(ANTON)], ["You haven't entered a line to 31."]),
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


def test_what_is_done_between_two_runs_belongs_to_the_first_of_them() -> None:
    """In the list an expansion stood under the run that was not yet rolled."""
    run = [depart(train(ANTON), train(BEATE)), moves.places([ANTON], [BEATE])]
    session = played(*run, moves.expand(ANTON), *run, position=RUNS)
    (listed,) = page_of(model_of(session), "entries").blocks
    assert isinstance(listed, RowList)
    assert [row.heading for row in listed.rows] == ["Run 1"] * 3 + ["Run 2"] * 2


def changed(before: Session, after: Session) -> dict[str, list[object]]:
    table = difference(before.record, after.record, Speaker(before.record.ruleset))
    return {row.key: [cell.value for cell in row.cells[1:]] for row in table.rows}


def test_a_difference_calls_numbers_what_the_dice_call_them_and_says_nothing_twice() -> None:
    """Row 3 of column 20 is the number 23; who was first in a city is told by the list of cities alone."""
    runs = [played(depart(train(ANTON), goal=goal), position=RUNS, end="36-runs") for goal in (31, 23)]
    assert changed(*runs)["Numbers left, 23"] == ["2", "1"]
    builds = [played(build(ANTON, cities=[number])) for number in (12, 23)]
    first = "first connected by"
    assert changed(*builds) == {f"cities, 23 {first}": ["-", ANTON], f"cities, 12 {first}": [ANTON, "-"]}
