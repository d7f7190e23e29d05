"""Cities that own several numbers: numbers with the same name are one city.

Spec, "Known, and not known" and "build". All figures are worked out by hand: everybody begins with 20, a city earns 6.
"""

from pathlib import Path
from typing import Any

import pytest

from companion.core.board_notes import BoardNotes, Lesson, learn
from companion.core.game import positions_of
from companion.storage.board_notes import board_notes_path
from tests.corrections import amend
from tests.dampfross.moves import END_BUILDING, NUMBERS, build, depart, played, refusal_of, train
from tests.results import reminded, row, scores, state_of
from tests.support import ANTON, BEATE, CLAUS, FILE, SAVES, book_text, library, refused, text_of
from tests.tui.acting import Start
from tests.tui.desk import AtDesk

OWN = Path("/own/own.toml")
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


def test_a_city_named_later_counts_with_all_its_numbers_from_then_on() -> None:
    """35 of 36 without a name of the last one; named like a connected city it is connected."""
    session = played(build(ANTON, cities=[one for one in NUMBERS if one != 24], names={"23": "Berlin"}))
    assert "35 of 36 numbers are connected. Missing: 24." in dict(reminded(session))
    session.enter(build(BEATE, names={"24": "Berlin"}))
    assert session.record.state.numbers_left == ()
    assert scores(session)[BEATE] == 20


def test_counting_the_numbers_of_a_connected_city_changes_nothing() -> None:
    session = played(BERLIN)
    counted = positions_of(session.record.game).now(session.record.state)["connected"]
    assert sorted(counted) == [23, 24]
    for connected in (counted, [23]):
        again = played(BERLIN, {"reason": "count", "position": {"connected": connected}, "do": "recount"})
        assert again.record.state.reached_numbers == session.record.state.reached_numbers


def test_a_correction_of_the_name_moves_the_premium_and_its_preview_says_so() -> None:
    """Anton's 24 turns out to be Berlin: Beate, who came there after him, loses her 6."""
    session = played(build(ANTON, cities=[24]), build(BEATE, cities=[23], names={"23": "Berlin"}))
    named = build(ANTON, cities=[24], names={"24": "Berlin"})
    assert "entry 2" in refused(lambda: session.enter(amend(1, named)), session)
    moved = amend(1, named, also=[amend(2, build(BEATE))])
    assert session.preview(moved).scores[1] == {ANTON: 26, BEATE: 20, CLAUS: 20}
    session.enter(moved)
    assert scores(session) == {ANTON: 26, BEATE: 20, CLAUS: 20}


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
        "Berlin is already connected as 23. A city pays only once: you can build there, but leave it out of this entry."
        in desk.entry
    )
    assert "23 and 24 are the same city, Berlin." in desk.entry
    assert desk.press("enter").blocks[-1] == {"by": BEATE, "names": {"24": "Berlin"}, "do": "build"}
    other = at_desk(NAMED).press(KEYS).press("n U l m enter enter")
    assert other.blocks[-1] == {"by": BEATE, "cities": [24], "names": {"24": "Ulm"}, "do": "build"}


@pytest.mark.parametrize("way", ["backspace", "delete", "shift+tab"])
def test_the_way_back_from_the_same_city_leads_to_the_name(way: str) -> None:
    assert "24, city name, if you like:" in at_desk(NAMED).press(KEYS).press(way).entry


def test_a_city_that_is_not_connected_yet_is_paid_by_its_second_number() -> None:
    desk = at_desk(notes={"23": "Berlin"}).press(KEYS).press("y enter")
    assert desk.blocks == [
        {"by": ANTON, "cities": [24], "names": {"24": "Berlin", "23": "Berlin"}, "do": "build"}
    ]


def test_an_entry_carries_the_names_of_all_numbers_of_its_cities() -> None:
    """Spec: an entry carries the names it was decided with, by keys, as a line and by name; others are not told."""
    notes = {"23": "Berlin", "24": "Berlin", "31": "Ulm"}
    wanted = {"by": ANTON, "cities": [24], "names": {"23": "Berlin", "24": "Berlin"}, "do": "build"}
    assert at_desk(notes=notes).press("b 2 4 enter").blocks == [wanted]
    for line in ("build city 24", 'build city "Berlin 24"'):
        assert at_desk(notes=notes).enter_line(line).blocks == [wanted]
    taken_back = at_desk(notes=notes).press("b 2 4 backspace backspace enter")
    assert taken_back.blocks == [{"by": ANTON, "do": "build"}]


def test_board_notes_never_change_what_is_recorded() -> None:
    """Two numbers without names are two cities: 20 + 6 each, whatever the notes call them later."""
    desk = at_desk(
        build(ANTON, cities=[23]), build(BEATE, cities=[24]), notes={"23": "Berlin", "24": "Berlin"}
    )
    assert scores(desk.session) == {ANTON: 26, BEATE: 26, CLAUS: 20}


ONE_CITY = "23 and 24 are the same city, Berlin. Roll for the goal again."
IN_BERLIN = depart(train(ANTON), start=23, goal=24)


def test_start_and_goal_in_one_city_are_refused_unless_the_players_rule_so() -> None:
    """Spec, depart: the goal is not a number of the same city. By a ruling the lone train gets 20: 20 + 6 + 20."""
    assert refusal_of(BERLIN, END_BUILDING, IN_BERLIN) == ONE_CITY
    ruled = played(BERLIN, END_BUILDING, {**IN_BERLIN, "ruling": "it's a long way"})
    assert scores(ruled)[ANTON] == 46
    assert scores(played(BERLIN, END_BUILDING, depart(train(ANTON), start=23, goal=31)))[ANTON] == 46


def test_a_ruleset_may_let_a_run_stay_in_one_city() -> None:
    """20, 6 for Berlin, 20 for the train that runs alone."""
    own = b'format = 1\nid = "own"\nextends = "dampfross"\nnumbers = { one_city = true }\n'
    blocks = [BERLIN, END_BUILDING, IN_BERLIN]
    session = library({OWN: own, FILE: text_of(blocks, game="own").encode()}).read(FILE)
    assert (session.record.failure, scores(session)[ANTON]) == (None, 46)


def test_keys_leave_out_a_goal_in_the_city_of_the_start() -> None:
    start = Start("dampfross", blocks=[BERLIN, END_BUILDING])
    desk = AtDesk(start.disk()).press("d 2 3")
    goal = desk.model.form.hand.question
    assert goal is not None
    offered = [one.value for one in goal.choices if one.refusal is None]
    assert offered == ["München"], "Berlin is the only other city with a name"
    assert desk.press("2 4 a enter").blocks == start.blocks
    assert ONE_CITY in desk.text
