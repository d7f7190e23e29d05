"""The building phase: rounds, premiums, fees, joint lines, ferries. dampfross.md, "Building phase"."""

from typing import Any

import pytest

from companion.cli.show import set_up_text
from companion.core.board_notes import BoardNotes, Lesson, learn
from companion.report.words import Speaker
from companion.storage.board_notes import board_notes_path
from tests.dampfross.moves import (
    END_BUILDING,
    NUMBERS,
    Fields,
    build,
    depart,
    expand,
    fee,
    ferry,
    joint_build,
    played,
    refusal_of,
    train,
)
from tests.results import paid, receipts, row, scores, state_of
from tests.support import ANTON, BEATE, CLAUS, DORA, SAVES, book_text, refused
from tests.tui.acting import Start
from tests.tui.desk import AtDesk

FOUR = (ANTON, BEATE, CLAUS, DORA)


def test_the_right_to_go_first_moves_one_seat_clockwise_each_round() -> None:
    """Rulebook, "Aufbauphase"."""
    rounds = [[ANTON, BEATE, CLAUS], [BEATE, CLAUS, ANTON], [CLAUS, ANTON, BEATE], [ANTON, BEATE, CLAUS]]
    blocks: list[Fields] = []
    for number, order in enumerate(rounds, start=1):
        state = state_of(played(*blocks))
        assert (state["round"], state["turn"]) == (number, {"player": order[0], "order": order})
        blocks += [build(name) for name in order]


def test_a_turn_without_a_roll_leaves_the_common_roll_to_the_next() -> None:
    session = played({"by": ANTON, "do": "build"}, build(BEATE, 4), common_roll=True)
    assert refused(lambda: session.enter(build(CLAUS, 5)), session) == (
        "This round's roll for everyone is 4, not 5."
    )


def test_a_ruling_pays_a_second_number_of_a_city() -> None:
    """dampfross.md, "Income and expenses": a connected city's second number is refused; a ruling may pay it: 20 + 6."""
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
        "München is already connected as 65. A city pays only once: you can build there, but leave it out."
    )
    assert scores(played(munich, again, map="france"))[BEATE] == 26


def test_a_joint_line_uses_both_turns_and_shares_premiums() -> None:
    """dampfross.md, "Course of the lines": premiums 3 each, both players' turn of this round."""
    session = played(joint_build((ANTON, CLAUS), (4, 4), track={"plain": 6}, cities=[65]))
    state = state_of(session)
    assert state["accounts"] == {ANTON: 23, BEATE: 20, CLAUS: 23}
    assert state["cities"]["65"]["first"] == [ANTON, CLAUS]
    assert state["turn"] == {"player": BEATE, "order": [ANTON, BEATE, CLAUS]}
    after = state_of(
        played(joint_build((ANTON, CLAUS), (4, 4), track={"plain": 6}, cities=[65]), build(BEATE))
    )
    assert (after["round"], after["turn"]["player"]) == (2, BEATE)


def test_fees_of_a_joint_line_are_shared_like_the_costs_of_a_joint_train() -> None:
    """dampfross.md, "Course of the lines". Beate, the richer, pays 2 of 3 to Claus, 2 of 5 to Dora: 4 of 8."""
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
    """Rulebook, "Fährlinien"; dampfross.md, "Ferry lines"."""
    session = played(ferry(BEATE, "Gedser 1"))
    (receipt,) = receipts(session)
    assert (receipt["kind"], paid(receipt)) == ("ferry", {BEATE: -6})
    state = state_of(session)
    assert (state["ferries"], state["turn"]["player"]) == ({"Gedser 1": BEATE}, ANTON)
    assert state["accounts"] == {ANTON: 20, BEATE: 14, CLAUS: 20}


@pytest.mark.parametrize("of_map", ["usa-east", "usa-west"])
def test_a_ferry_that_a_ruling_booked_where_there_are_none_can_be_recounted(of_map: str) -> None:
    """dampfross.md, "Additional rules": the USA maps have none, a ruling may book one; what stands stays."""
    recount = {"position": {"accounts": {ANTON: 9}}, "reason": "counted", "do": "recount"}
    session = played(ferry(ANTON, "Erie", ruling="ours"), recount, map=of_map)
    assert (scores(session)[ANTON], state_of(session)["ferries"]) == (9, {"Erie": ANTON})
    assert state_of(played(position={"ferries": {"Erie": ANTON}}, map=of_map))["ferries"] == {"Erie": ANTON}


# Cities that own several numbers: numbers with the same name are one city.


NAMES = {"23": "Berlin", "24": " berlin "}
BERLIN = build(ANTON, cities=[23], names=NAMES)
NAMED = build(ANTON, cities=[23], names={"23": "Berlin"})


def test_a_city_with_two_numbers_is_paid_once_and_connected_with_both() -> None:
    """20 + 6 for Berlin, 20 + 6 for 31, nothing for Claus; 36 numbers without 23, 24 and 31."""
    session = played(BERLIN, build(BEATE, cities=[31]), build(CLAUS))
    assert scores(session) == {ANTON: 26, BEATE: 26, CLAUS: 20}
    assert {number: one["first"] for number, one in state_of(session)["cities"].items()} == {
        "23": [ANTON],
        "24": [ANTON],
        "31": [BEATE],
    }
    assert len(session.record.state.numbers_left) == 33
    assert [cell.value for cell in row(session, "holdings", "cities").cells[1:]] == [1, 1, 0]
    assert row(session, "cities", "23").cells[0].value == "23, 24 Berlin"


def at_desk(*blocks: dict[str, Any], notes: dict[str, str] | None = None) -> AtDesk:
    disk = Start("dampfross", blocks=blocks).disk()
    lessons = [Lesson("city/germany", number, {"name": name}) for number, name in (notes or {}).items()]
    disk.files[board_notes_path(SAVES, "dampfross")] = book_text(learn(BoardNotes(), lessons)).encode()
    return AtDesk(disk)


KEYS = "b 2 4 b e r l i n enter"


def test_a_name_that_a_number_has_asks_for_the_same_city() -> None:
    """The same city, connected: its number is named and earns nothing. Not the same: it wants another name."""
    desk = at_desk(NAMED).press(KEYS)
    assert "Is it the same city as 23 Berlin? y yes n no" in desk.entry
    assert desk.press("enter").blocks == [NAMED], "Enter decides nothing"
    desk.press("y")
    assert (
        "Berlin is already connected as 23. A city pays only once: you can build there, but leave it out."
        in desk.entry
    )
    assert "23 and 24 are the same city, Berlin." in desk.entry
    assert desk.press("enter").blocks[-1] == {"by": BEATE, "names": {"24": "Berlin"}, "do": "build"}
    other = at_desk(NAMED).press(KEYS).press("n U l m enter enter")
    assert other.blocks[-1] == {"by": BEATE, "cities": [24], "names": {"24": "Ulm"}, "do": "build"}


def test_an_entry_carries_the_names_of_all_numbers_of_its_cities() -> None:
    """decisions.md, "Corrections": an entry carries the names it was decided with, by keys and as a line; no others."""
    notes = {"23": "Berlin", "24": "Berlin", "31": "Ulm"}
    wanted = {"by": ANTON, "cities": [24], "names": {"23": "Berlin", "24": "Berlin"}, "do": "build"}
    assert at_desk(notes=notes).press("b 2 4 enter").blocks == [wanted]
    for line in ("build city 24", 'build city "Berlin 24"'):
        assert at_desk(notes=notes).enter_line(line).blocks == [wanted]
    taken_back = at_desk(notes=notes).press("b 2 4 backspace backspace 0 enter")
    assert taken_back.blocks == [{"by": ANTON, "cities": [], "do": "build"}]


ONE_CITY = "23 and 24 are the same city, Berlin. Roll for the goal again."
IN_BERLIN = depart(train(ANTON), start=23, goal=24)


def test_start_and_goal_in_one_city_are_refused_unless_the_players_rule_so() -> None:
    """dampfross.md, "Start and goal": the goal is another city. By a ruling the lone train gets 20: 20 + 6 + 20."""
    assert refusal_of(BERLIN, END_BUILDING, IN_BERLIN) == ONE_CITY
    ruled = played(BERLIN, END_BUILDING, {**IN_BERLIN, "ruling": "it's a long way"})
    assert scores(ruled)[ANTON] == 46
    assert scores(played(BERLIN, END_BUILDING, depart(train(ANTON), start=23, goal=31)))[ANTON] == 46


# Field numbers, for the record alone. notation.md, "Dampfross": also on joint-build, expand and each train.


LAID = (
    build(ANTON, fields="12-13-27"),
    joint_build((BEATE, CLAUS), (3, 3), fields="40 - 41"),
    END_BUILDING,
    depart({**train(ANTON), "fields": "12-13"}),
    expand(ANTON, track={"plain": 2}, fields="27-28"),
)


def test_everybody_has_a_network_of_what_was_laid_in_order() -> None:
    """A train's route adds nothing to it. It is told where the table is set up again."""
    session = played(*LAID)
    laid = {name: [*one] for name, one in session.record.state.networks.items()}
    assert laid == {ANTON: ["12-13-27", "27-28"], BEATE: ["40 - 41"], CLAUS: ["40 - 41"]}
    again = set_up_text(session, Speaker(session.record.ruleset))
    assert "Network fields: 12-13-27 and 27-28." in again


@pytest.mark.parametrize("fields", ["12,13", "a-b", "-", "12–13", "12\t13"])
def test_only_numbers_dashes_and_blanks_are_fields(fields: str) -> None:
    assert refusal_of(build(ANTON, fields=fields)).startswith(
        ("Enter field numbers with dashes", "fields can't")
    )
