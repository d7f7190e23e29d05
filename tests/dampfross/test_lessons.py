"""What entries of Dampfross teach: names of city numbers and ferries, map by map, and how they come back."""

from typing import Any

from companion.core.board_notes import Lesson, learn
from companion.core.messages import say
from companion.games.dampfross.building import Build
from companion.session import Session
from tests.dampfross.moves import END_BUILDING, build, depart, ferry, joint_build, operating, played, train
from tests.support import ANTON, BEATE, CLAUS, refused

BERLIN = {"22": "Berlin", "23": "Berlin"}


def taught(*blocks: dict[str, Any], **more: Any) -> tuple[Lesson, ...]:
    return played(*blocks, **more).board_notes.lessons()


def test_a_named_city_is_taught_under_its_number_and_one_without_a_name_is_not() -> None:
    assert taught(build(ANTON, 5, cities=[22, 31], names={"22": "Berlin"})) == (
        Lesson("city/germany", "22", {"name": "Berlin"}),
    )


def test_a_joint_line_teaches_too() -> None:
    entry = joint_build((ANTON, BEATE), (3, 3), cities=[22], names={"22": "Berlin"})
    assert taught(entry) == (Lesson("city/germany", "22", {"name": "Berlin"}),)


def test_each_map_has_pages_of_its_own() -> None:
    blocks = [build(ANTON, 5, cities=[11], names={"11": "Paris"}), ferry(BEATE, "Dover")]
    assert taught(*blocks, map="france") == (
        Lesson("city/france", "11", {"name": "Paris"}),
        Lesson("ferry/france", "Dover"),
    )


def test_a_position_teaches_its_ferries() -> None:
    position = operating(ferries={"Gedser 1": CLAUS})
    assert taught(position=position) == (Lesson("ferry/germany", "Gedser 1"),)


def named() -> Session:
    """Berlin owns 22 and 23; Ulm is 44."""
    names = {**BERLIN, "44": "Ulm"}
    return played(build(ANTON, 5, cities=[22], names=names), build(BEATE), END_BUILDING)


def test_a_city_is_understood_by_its_name() -> None:
    assert named().read("depart ulm 31 train a") == depart(train(ANTON), start=44)
    assert named().read("depart 31 ulm train a") == depart(train(ANTON), start=31, goal=44)


def test_a_city_with_two_numbers_is_asked_for_the_number() -> None:
    session = named()
    assert refused(lambda: session.read("depart berlin 31"), session) == (
        '"berlin" can mean Berlin 22 or Berlin 23. Type more of it.'
    )
    assert session.read('depart "Berlin 23" 31') == {"start": 23, "goal": 31, "do": "depart"}


def test_a_second_number_of_a_city_that_only_the_board_notes_name_is_refused_before_it_is_chosen() -> None:
    """Spec, build: a second number of a connected city is refused; the form says so of each choice."""
    session = played(build(ANTON, 5, cities=[22], names={"22": "Berlin"}))
    board_notes = learn(session.board_notes, [Lesson("city/germany", "23", {"name": "Berlin"})])
    questions = {
        one.field: one for one in Build.questions(session.record.game, session.record.state, {}, board_notes)
    }
    refusals = {one.answer: one.refusal for one in questions["cities"].choices}
    assert refusals[23] == say("dampfross.second-number", city="Berlin", other=22)


def test_the_city_of_the_ruleset_is_not_new() -> None:
    assert played().preview(build(ANTON, 5, cities=[65], names={"65": "München"})).news == ()
