"""The building phase: rounds, premiums, fees, joint lines, ferries. Spec, "Building phase"."""

import pytest

from companion.report.words import Speaker
from tests.dampfross.moves import NUMBERS, Fields, build, fee, ferry, joint_build, played
from tests.results import paid, receipts, scores, state_of, told
from tests.support import ANTON, BEATE, CLAUS, DORA, refused

FOUR = (ANTON, BEATE, CLAUS, DORA)


def warnings_of(*blocks: object, **more: object) -> list[str]:
    session = played(*blocks, **more)  # type: ignore[arg-type]
    return [
        Speaker(session.record.ruleset).say(message) for message in session.record.steps[-1].outcome.warnings
    ]


def test_the_right_to_go_first_moves_one_seat_clockwise_each_round() -> None:
    """Rulebook, "Aufbauphase"."""
    rounds = [[ANTON, BEATE, CLAUS], [BEATE, CLAUS, ANTON], [CLAUS, ANTON, BEATE], [ANTON, BEATE, CLAUS]]
    blocks: list[Fields] = []
    for number, order in enumerate(rounds, start=1):
        state = state_of(played(*blocks))
        assert (state["round"], state["turn"]) == (number, {"player": order[0], "order": order})
        blocks += [build(name) for name in order]


@pytest.mark.parametrize(
    ("entry", "sentences"),
    [
        ({"by": ANTON, "do": "build"}, []),
        (build(ANTON, 6), []),
        (build(ANTON, 6, track={}), []),
        (build(ANTON, 6, track={}, cities=[65]), ["Anton gets 6 units for reaching 65 München first."]),
        (
            {"players": [ANTON, BEATE], "cities": [65], "do": "joint-build"},
            ["Anton and Beate get 3 units each for reaching 65 München first."],
        ),
    ],
)
def test_without_track_nothing_is_said_of_points(entry: Fields, sentences: list[str]) -> None:
    """Spec, `build`: track may be left out, and with it the roll; then the table saw to the points."""
    assert told(played(entry)) == sentences
    assert state_of(played(entry))["turn"]["player"] in (BEATE, CLAUS)


def test_a_turn_without_a_roll_leaves_the_common_roll_to_the_next() -> None:
    session = played({"by": ANTON, "do": "build"}, build(BEATE, 4), common_roll=True)
    assert refused(lambda: session.enter(build(CLAUS, 5)), session) == (
        "This round's roll for everyone is 4, not 5."
    )


def test_a_ruling_pays_a_second_number_of_a_city() -> None:
    """Spec, `build`: a second number of a connected city is refused by name, and a ruling may pay it: 20 + 6."""
    first = build(ANTON, cities=[21], names={"21": "Köln"})
    again = build(BEATE, cities=[22], names={"22": "köln "}, ruling="two stations")
    session = played(first, again)
    assert scores(session)[BEATE] == 26
    assert (
        receipts(session)[-1]["text"] == "22 köln was already connected. By house ruling, Beate gets 6 units."
    )


def test_a_city_that_the_ruleset_knows_needs_no_name_to_be_known() -> None:
    """Rulebook, "Start und Ziel": 65 is Munich on the map of Germany."""
    munich = build(ANTON, cities=[65])
    again = build(BEATE, cities=[64], names={"64": "München"})
    session = played(munich)
    assert state_of(session)["cities"]["65"]["name"] == "München"
    assert refused(lambda: session.enter(again), session) == (
        "München is already connected as 65. A city pays only once: "
        "you can build there, but leave it out of this entry."
    )
    assert scores(played(munich, again, map="france"))[BEATE] == 26


def test_a_joint_line_uses_both_turns_and_shares_premiums() -> None:
    """Spec, `joint-build`: premiums 3 each, both players' turn of this round."""
    session = played(joint_build((ANTON, CLAUS), (4, 4), track={"plain": 6}, cities=[65]))
    state = state_of(session)
    assert state["accounts"] == {ANTON: 23, BEATE: 20, CLAUS: 23}
    assert state["cities"]["65"]["first"] == [ANTON, CLAUS]
    assert state["turn"] == {"player": BEATE, "order": [ANTON, BEATE, CLAUS]}
    after = state_of(
        played(joint_build((ANTON, CLAUS), (4, 4), track={"plain": 6}, cities=[65]), build(BEATE))
    )
    assert (after["round"], after["turn"]["player"]) == (2, BEATE)


def test_a_joint_line_is_entered_when_the_first_of_the_two_is_up_in_either_order() -> None:
    assert state_of(played(joint_build((BEATE, ANTON), (1, 1))))["turn"]["player"] == CLAUS


def test_fees_of_a_joint_line_are_shared_like_the_costs_of_a_joint_train() -> None:
    """Spec, `joint-build`. Beate is the richer: of 3 to Claus she pays 2, of 5 to Dora 2, in all 4 of 8."""
    session = played(
        joint_build((ANTON, BEATE), (2, 2), fees=[fee(CLAUS, joins=3), fee(DORA, joins=1, halves=2)]),
        players=FOUR,
        position={"accounts": {ANTON: 20, BEATE: 30}},
    )
    assert scores(session) == {ANTON: 20 - 1 - 3, BEATE: 30 - 2 - 2, CLAUS: 23, DORA: 25}


ALL_REACHED = "Every number has a line, so building is over. End building, or allow this as a house ruling."


@pytest.mark.parametrize(
    "entry", [build(BEATE), joint_build((BEATE, CLAUS), (4, 4))], ids=["alone", "jointly"]
)
@pytest.mark.parametrize(
    "city", [{"cities": [66]}, {"names": {"11": "Essen", "66": "Essen"}}], ids=["36", "35 and 1"]
)
def test_nobody_builds_after_the_last_number_is_connected(city: Fields, entry: Fields) -> None:
    """Rulebook, "Ende der Aufbauphase": it ends as soon as every city is connected to at least one line."""
    last, position = build(ANTON, **city), {"connected": NUMBERS[:-1]}
    session = played(last, position=position)
    assert refused(lambda: session.enter(entry), session) == ALL_REACHED
    assert [one.message.key for one in session.preview({"do": "end-building"}).violations] == []
    session.enter({**entry, "cities": [], "ruling": "one more round"})


def test_a_ferry_costs_6_and_neither_a_turn_nor_points_in_the_building_phase() -> None:
    """Rulebook, "Fährlinien"; spec, `buy-ferry`."""
    session = played(ferry(BEATE, "Gedser 1"))
    (receipt,) = receipts(session)
    assert (receipt["kind"], paid(receipt)) == ("ferry", {BEATE: -6})
    state = state_of(session)
    assert (state["ferries"], state["turn"]["player"]) == ({"Gedser 1": BEATE}, ANTON)
    assert state["accounts"] == {ANTON: 20, BEATE: 14, CLAUS: 20}


def test_a_map_of_the_players_own_has_as_many_ferries_as_they_like() -> None:
    """Spec, `buy-ferry`."""
    names = ["North", "South", "East"]
    session = played(*(ferry(ANTON, name) for name in names), map="Moonland")
    assert list(state_of(session)["ferries"]) == names


@pytest.mark.parametrize("of_map", ["usa-east", "usa-west"])
def test_a_ferry_that_a_ruling_booked_where_there_are_none_can_be_recounted(of_map: str) -> None:
    """Spec, `buy-ferry`: the USA maps have none, a ruling may book one; what stands is no reason to refuse."""
    recount = {"position": {"accounts": {ANTON: 9}}, "reason": "counted", "do": "recount"}
    session = played(ferry(ANTON, "Erie", ruling="ours"), recount, map=of_map)
    assert (scores(session)[ANTON], state_of(session)["ferries"]) == (9, {"Erie": ANTON})
    assert state_of(played(position={"ferries": {"Erie": ANTON}}, map=of_map))["ferries"] == {"Erie": ANTON}


def test_an_account_below_zero_is_booked_with_a_warning() -> None:
    """Spec, "End": balances may fall below zero."""
    blocks = [build(ANTON, fees=[fee(BEATE, halves=11)])]
    assert warnings_of(*blocks) == ["Anton's balance is −2 units."]
    assert scores(played(*blocks)) == {ANTON: -2, BEATE: 42, CLAUS: 20}
