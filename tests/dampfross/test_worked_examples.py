"""The examples of the rulebook and of dampfross.md, "Building costs", "Income and expenses", figure by figure."""

import pytest

from tests.dampfross.moves import RUNS, build, depart, fee, joint_build, played, refusal_of, train
from tests.results import paid, receipts, scores, state_of
from tests.support import ANTON, BEATE, CLAUS

FIGURE_2 = {
    "A, six segments on level ground": ({"plain": 6}, 6),
    "B, up a hill and down": ({"slope": 2}, 6),
    "C, a bridge between two level segments": ({"plain": 2, "river": 1}, 5),
}


@pytest.mark.parametrize(("track", "points"), FIGURE_2.values(), ids=FIGURE_2)
def test_figure_2_a_roll_of_just_its_points_builds_the_line(track: dict[str, int], points: int) -> None:
    """Rulebook, "Baukosten", figure 2: line A 6 points, line B 6, line C 5."""
    assert state_of(played(build(ANTON, points, track=track)))["turn"]["player"] == BEATE
    assert refusal_of(build(ANTON, points - 1, track=track)).startswith(f"The track needs {points} points")


@pytest.mark.parametrize(("kind", "points"), [("ridge", 5), ("hill_river", 5)])
def test_figure_1_a_segment_between_hills_or_over_a_river_at_a_hill_costs_5(kind: str, points: int) -> None:
    """Rulebook, "Baukosten", figure 1."""
    played(build(ANTON, points, track={kind: 1}))
    assert refusal_of(build(ANTON, points - 1, track={kind: 1})).startswith("The track needs 5 points")


def test_figure_4_white_joins_black_in_a_town_goes_on_alongside_and_pays_7() -> None:
    """Rulebook, "Einnahmen und Ausgaben", figure 4: 1 for the join and 2 for each of three halves."""
    session = played(build(ANTON, fees=[fee(BEATE, joins=1, halves=3)]))
    (receipt,) = receipts(session)
    assert (receipt["kind"], receipt["total"]) == ("build-fees", 0)
    assert paid(receipt) == {ANTON: -7, BEATE: 7}
    assert scores(session) == {ANTON: 13, BEATE: 27, CLAUS: 20}


def test_a_crossing_costs_1_and_everybody_concerned_is_paid() -> None:
    """Rulebook, "Einnahmen und Ausgaben": who builds into a field of two rivals pays both."""
    session = played(build(ANTON, fees=[fee(BEATE, crossings=2), fee(CLAUS, halves=1, crossings=1)]))
    assert scores(session) == {ANTON: 20 - 2 - 3, BEATE: 22, CLAUS: 23}


L, F, C, T, R = "L", "F", "C", "T", "R"
FIVE = (L, F, C, T, R)


def test_the_published_building_round_ends_at_34_22_24_28_22() -> None:
    """dampfross.md, "Income and expenses": L 20 + 18 - 12 + 8, F 20 + 2, C 20 + 12 - 8, T 20 + 8, R 20 + 2."""
    session = played(
        build(L, cities=[11, 12, 13], fees=[fee(R, joins=2), fee(F, crossings=2), fee(T, halves=4)]),
        build(F),
        build(C, cities=[14, 15], fees=[fee(L, halves=4)]),
        build(T),
        build(R),
        players=FIVE,
    )
    assert scores(session) == {L: 34, F: 22, C: 24, T: 28, R: 22}
    assert [receipt["kind"] for receipt in receipts(session)] == [
        *["premium"] * 3,
        "build-fees",
        *["premium"] * 2,
        "build-fees",
    ]


def test_20_fields_of_one_owner_are_allowed_jointly_and_21_are_not() -> None:
    """dampfross.md, "Route and fares": halving comes first, then the ten is tested."""
    session = played(depart(train(ANTON, BEATE, pays={CLAUS: 20}), train(CLAUS)), position=RUNS)
    assert scores(session) == {ANTON: 10, BEATE: 10, CLAUS: 40}
    over = depart(train(ANTON, BEATE, pays={CLAUS: 21}), train(CLAUS))
    sentence = refusal_of(over, position=RUNS)
    assert sentence.startswith("Anton would owe Claus 11 units.")


@pytest.mark.parametrize(("rolls", "points"), [((4, 4), 6), ((3, 3), 4), ((6, 5), 8), ((1, 1), 1)])
def test_a_joint_line_has_three_quarters_of_both_rolls(rolls: tuple[int, int], points: int) -> None:
    """Rulebook, "Streckenverlauf": 4 + 4 gives 6, 3 + 3 gives 4; three quarters of 11 is 8, of 2 is 1."""
    played(joint_build((ANTON, BEATE), rolls, track={"plain": points}))
    sentence = refusal_of(joint_build((ANTON, BEATE), rolls, track={"plain": points + 1}))
    assert sentence.startswith(f"The track needs {points + 1} points but you have {points}.")
