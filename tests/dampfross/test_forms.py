"""Entries of Dampfross by keys and as lines: few keys, dependent questions, shortest lines."""

from typing import Any

import pytest

from companion.core.board_notes import Lesson
from companion.core.choices import Choice
from companion.forms.questions import Question
from companion.forms.questions.holders import parts_of
from companion.report.words import Speaker
from companion.session import Session
from tests.dampfross import moves
from tests.dampfross.moves import END_BUILDING, build, depart, ferry, operating, played, train
from tests.results import pressed
from tests.support import ANTON, BEATE, CLAUS, refused


def building() -> Session:
    return played()


def between_runs() -> Session:
    """Anton has run alone and may build for 20; Claus owns a ferry."""
    return played(moves.ferry(CLAUS, "Gedser 1"), END_BUILDING, depart(train(ANTON)))


# Others are in the table of entries by keys; that every entry prints as a line that reads back is a law.


@pytest.mark.parametrize(
    ("line", "word"),
    [("depart 65 31 train anton beate claus", "claus"), ("depart 65 31 train anton length 9 beate", "beate")],
)
def test_a_third_player_is_none_of_a_train_and_begins_no_other(line: str, word: str) -> None:
    """dampfross.md, "Route and fares": a train has one or two players, a third is refused."""
    session = between_runs()
    assert refused(lambda: session.read(line), session) == (
        f'"{word}" is one answer too many for a train in run 2. To start the next row, type "train".'
    )


@pytest.mark.parametrize("line", ["build city 12 fee beate", "build fee claus halves 1 fee beate"])
def test_a_fee_that_is_for_nothing_is_asked_what_it_is_for(line: str) -> None:
    """It is booked where a file holds it, or somebody says 0."""
    assert "that Anton joins, 1 unit each" in refused(lambda: building().read(line), building())
    assert building().read(f"{line} joins 0")["fees"][-1] == {"to": BEATE, "joins": 0}
    assert building().read(f"{line} crossings 2")["fees"][-1] == {"to": BEATE, "crossings": 2}
    played(build(ANTON, 5, fees=[{"to": BEATE}]))


# What entries of Dampfross ask, given what was answered and the state: bounds, reasons, dice as keys.


def asked(session: Session, verb: str, field: str, draft: dict[str, Any] | None = None) -> Question:
    return next(one for one in session.context().ask(verb)(draft or {}) if one.field == field)


def against(session: Session, choices: tuple[Choice, ...]) -> dict[object, str]:
    return {one.value: Speaker(session.record.ruleset).say(one.refusal) for one in choices if one.refusal}


def test_a_special_target_is_asked_in_the_place_of_the_goal_when_one_is_due() -> None:
    """Rulebook, Germany: every second run is a special one."""
    session = played(END_BUILDING, special_runs=True)
    assert asked(session, "depart", "goal").by_place
    assert asked(session, "depart", "special").is_rare
    session.enter(depart())
    assert asked(session, "depart", "special").by_place
    assert not asked(session, "depart", "goal").applies
    assert session.read("depart 31 denmark") == {"start": 31, "special": "denmark", "do": "depart"}


def test_a_chained_start_is_the_default() -> None:
    session = played(END_BUILDING, depart(goal=31), chain_runs=True)
    assert asked(session, "depart", "start").default == 31
    form = pressed(session, "d enter 1 2 a enter")
    assert form.fields == depart(train(ANTON), start=31, goal=12)


def test_the_roll_that_serves_all_is_the_default_for_the_next() -> None:
    session = played(build(ANTON, 4), common_roll=True)
    assert asked(session, "build", "roll").default == 4
    form = pressed(session, "b tab tab p 3 enter")
    assert (form.status, form.fields) == ("saving", build(BEATE, 4, track={"plain": 3}))


def most_of(track: Question) -> dict[object, int | None]:
    return {one.value: one.high for one in parts_of(track)[0].choices}


def test_segments_are_bounded_by_the_points_that_are_left_beside_the_others() -> None:
    """Of 5 points five level segments, one river (3), one ridge (5); a river leaves 2: no slope, and no ridge."""
    session = building()
    track = asked(session, "build", "track", {"roll": 5})
    assert most_of(track) == {"plain": 5, "river": 1, "slope": 1, "ridge": 1, "hill_river": 1}
    track = asked(session, "build", "track", {"roll": 5, "track": {"river": 1}})
    assert most_of(track) == {"plain": 2, "river": 1, "slope": 0, "ridge": 0, "hill_river": 0}
    assert against(session, parts_of(track)[0].choices) == {
        kind: f"The track needs {needed} points but you have 5. Build less or check the roll."
        for kind, needed in (("slope", 6), ("ridge", 8), ("hill_river", 8))
    }


def test_no_question_is_asked_that_has_nothing_to_do_with_the_game() -> None:
    """Ferries where somebody owns one; special runs where they were agreed on; the last city until it is marked."""
    ferries = [
        parts_of(asked(session, "depart", "trains"))[2].applies
        for session in (played(END_BUILDING), between_runs())
    ]
    assert ferries == [False, True]
    assert not asked(between_runs(), "depart", "special").applies
    assert asked(played(END_BUILDING, special_runs=True), "depart", "special").applies
    marked = played({**build(ANTON), "one_left": True})
    assert [asked(one, "build", "one_left").applies for one in (building(), marked)] == [True, False]


def offered(rows: Question) -> list[object]:
    return [one.value for one in parts_of(rows)[0].choices]


def test_no_builder_is_offered_a_fee() -> None:
    """dampfross.md, "Income and expenses": a fee to oneself is refused."""
    session, after = building(), between_runs()
    assert offered(asked(session, "build", "fees")) == [BEATE, CLAUS]
    assert offered(asked(session, "build", "fees", {"by": BEATE})) == [ANTON, CLAUS]
    assert offered(asked(session, "joint-build", "fees", {"players": [ANTON, BEATE]})) == [CLAUS]
    assert offered(asked(after, "expand", "fees", {"by": CLAUS})) == [ANTON, BEATE]


@pytest.mark.parametrize(
    ("to", "offered"), [("baltic-ports", ["Rostock", "Lübeck", "Kiel"]), ("denmark", None)]
)
def test_a_train_is_asked_where_it_goes_only_if_there_is_a_choice(to: str, offered: list[str] | None) -> None:
    session = played(position=operating(runs_done=1), special_runs=True)
    draft = {"start": 65, "special": to, "trains": [{"players": [ANTON]}]}
    place = next(one for one in parts_of(asked(session, "depart", "trains", draft)) if one.field == "place")
    assert place.applies == (offered is not None)
    assert [one.value for one in place.choices] == (offered or [])


# What entries of Dampfross teach: names of city numbers and ferries, map by map, and how they come back.


BERLIN = {"22": "Berlin", "23": "Berlin"}


def taught(*blocks: dict[str, Any], **more: Any) -> tuple[Lesson, ...]:
    return played(*blocks, **more).board_notes.lessons()


def test_a_named_city_is_taught_under_its_number_and_one_without_a_name_is_not() -> None:
    assert taught(build(ANTON, 5, cities=[22, 31], names={"22": "Berlin"})) == (
        Lesson("city/germany", "22", {"name": "Berlin"}),
    )


def test_each_map_has_pages_of_its_own() -> None:
    blocks = [build(ANTON, 5, cities=[11], names={"11": "Paris"}), ferry(BEATE, "Dover")]
    assert taught(*blocks, map="france") == (
        Lesson("city/france", "11", {"name": "Paris"}),
        Lesson("ferry/france", "Dover"),
    )


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
