"""Entries of Dampfross by keys and as lines: few keys, dependent questions, shortest lines."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.board_notes import Lesson, learn
from companion.core.choices import Choice
from companion.core.messages import say
from companion.forms.questions import Number, Question, Questions
from companion.games.dampfross.building import Build
from companion.report.words import Speaker
from companion.session import Session
from tests.dampfross import moves
from tests.dampfross.moves import (
    END_BUILDING,
    NUMBERS,
    arrivals,
    build,
    depart,
    ferry,
    joint_build,
    operating,
    played,
    train,
)
from tests.results import pressed
from tests.support import ANTON, BEATE, CLAUS, refused
from tests.tui.acting import Start
from tests.tui.desk import AtDesk

RUNNING = depart({**train(ANTON), "length": 20}, {**train(BEATE, CLAUS), "length": 21})


def building() -> Session:
    return played()


def between_runs() -> Session:
    """Anton has run alone and may build for 20; Claus owns a ferry."""
    return played(moves.ferry(CLAUS, "Gedser 1"), END_BUILDING, depart(train(ANTON)))


# Others are in the table of entries by keys; that every entry prints as a line that reads back is a law.


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("build 5 fee beate joins 0", build(ANTON, 5, fees=[{"to": BEATE, "joins": 0}])),
        ("build 5 track city fee", build(ANTON, 5, track={}, cities=[], fees=[])),
    ],
)
def test_what_is_nothing_and_said_prints_as_a_line_that_reads_back(line: str, fields: dict[str, Any]) -> None:
    assert building().notation.line(fields) == line
    assert building().read(line) == fields


@pytest.mark.parametrize("line", ["arrive a 3 2, b 4 0", "arrive arrivals a 3 2 b 4 0"])
def test_arrivals_are_read_with_and_without_their_word(line: str) -> None:
    session = played(END_BUILDING, RUNNING)
    assert session.read(line) == arrivals((ANTON, 3, 2), (BEATE, 4, 0))


@pytest.mark.parametrize("line", ["joint-build anton", "joint-build anton beate 4", "expand p 4 by a"])
def test_a_line_that_lacks_an_answer_or_has_it_in_another_place_is_refused(line: str) -> None:
    session = between_runs() if line.startswith("expand") else building()
    assert refused(lambda: session.read(line), session)


def test_parts_of_a_fee_that_are_nothing_are_not_printed() -> None:
    assert (
        building().notation.line(build(ANTON, 5, fees=[moves.fee(BEATE, joins=1)]))
        == "build 5 fee beate joins 1"
    )


@pytest.mark.parametrize(
    ("line", "word"),
    [("depart 65 31 train anton beate claus", "claus"), ("depart 65 31 train anton length 9 beate", "beate")],
)
def test_a_third_player_is_none_of_a_train_and_begins_no_other(line: str, word: str) -> None:
    """Spec, `depart`: a train has one or two players, a third is refused."""
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


def test_a_name_that_no_city_has_is_refused_in_one_sentence() -> None:
    session = between_runs()
    assert refused(lambda: session.read("depart Nowhere 31"), session) == (
        'Companion doesn\'t know the number of "Nowhere" yet. Type the number from the board.'
    )


def test_of_two_trains_the_other_is_offered_as_second() -> None:
    """Rulebook, "Prämien": the race ends when the second is there. Either partner may be named."""
    desk = AtDesk(Start("dampfross", blocks=(END_BUILDING, RUNNING)).disk()).press("a b")
    assert (
        "Who arrived after Beate + Claus: Beate + Claus (= for a tie, 0: nobody else, Enter: Anton)"
        in desk.entry
    )
    assert desk.press("enter enter").blocks[-1] == moves.places([BEATE], [ANTON])
    first = AtDesk(Start("dampfross", blocks=(END_BUILDING, RUNNING)).disk()).press("a a")
    assert first.press("enter enter").blocks[-1] == moves.places([ANTON], [BEATE])


def test_of_three_trains_none_is_offered_as_second() -> None:
    three = depart(*(train(name) for name in (ANTON, BEATE, CLAUS)))
    desk = AtDesk(Start("dampfross", blocks=(END_BUILDING, three)).disk()).press("a b")
    assert "(= for a tie, 0: nobody else)" in desk.entry
    assert desk.press("enter enter").blocks[-1] == three


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
    return {one.value: one.high for one in track.questions[0].choices}


def test_segments_are_bounded_by_the_points_that_are_left_beside_the_others() -> None:
    """Of 5 points five level segments, one river (3), one ridge (5); a river leaves 2: no slope, and no ridge."""
    session = building()
    track = asked(session, "build", "track", {"roll": 5})
    assert most_of(track) == {"plain": 5, "river": 1, "slope": 1, "ridge": 1, "hill_river": 1}
    track = asked(session, "build", "track", {"roll": 5, "track": {"river": 1}})
    assert most_of(track) == {"plain": 2, "river": 1, "slope": 0, "ridge": 0, "hill_river": 0}
    assert against(session, track.questions[0].choices) == {
        kind: f"The track needs {needed} points but you have 5. Build less or check the roll."
        for kind, needed in (("slope", 6), ("ridge", 8), ("hill_river", 8))
    }


def test_no_question_is_asked_that_has_nothing_to_do_with_the_game() -> None:
    """Ferries where somebody owns one; special runs where they were agreed on; the last city until it is marked."""
    ferries = [
        asked(session, "depart", "trains").questions[2].applies
        for session in (played(END_BUILDING), between_runs())
    ]
    assert ferries == [False, True]
    assert not asked(between_runs(), "depart", "special").applies
    assert asked(played(END_BUILDING, special_runs=True), "depart", "special").applies
    marked = played({**build(ANTON), "one_left": True})
    assert [asked(one, "build", "one_left").applies for one in (building(), marked)] == [True, False]


def offered(rows: Question) -> list[object]:
    return [one.value for one in rows.questions[0].choices]


def test_nobody_in_a_train_is_offered_its_fares_or_ferries() -> None:
    """Spec, `depart`: a fare or ferry to oneself or one's partner is refused. Letters stay with their players."""
    session = between_runs()
    for riders, others in (([ANTON], [BEATE, CLAUS]), ([ANTON, CLAUS], [BEATE])):
        trains = asked(session, "depart", "trains", {"trains": [{"players": riders}]})
        for rows in trains.questions[1:3]:
            assert offered(rows) == others
            assert [one.key for one in rows.questions[0].choices] == [name[0].lower() for name in others]


def test_no_builder_is_offered_a_fee() -> None:
    """Spec, `build`: a fee to oneself is refused."""
    session, after = building(), between_runs()
    assert offered(asked(session, "build", "fees")) == [BEATE, CLAUS]
    assert offered(asked(session, "build", "fees", {"by": BEATE})) == [ANTON, CLAUS]
    assert offered(asked(session, "joint-build", "fees", {"players": [ANTON, BEATE]})) == [CLAUS]
    assert offered(asked(after, "expand", "fees", {"by": CLAUS})) == [ANTON, BEATE]


def test_two_who_share_everything_are_asked_for_no_fee_and_no_fare() -> None:
    pair = [ANTON, BEATE]
    assert not asked(played(players=(ANTON, BEATE)), "joint-build", "fees", {"players": pair}).applies
    running = played(END_BUILDING, players=(ANTON, BEATE))
    _, fares, ferries, *_ = asked(running, "depart", "trains", {"trains": [{"players": pair}]}).questions
    assert (fares.applies, ferries.applies) == (False, False)


def numbers_in(questions: Questions, path: str = "") -> Iterator[tuple[str, Question]]:
    for one in questions:
        if isinstance(one, Number):
            yield f"{path}{one.field}", one
        yield from numbers_in(one.questions, f"{path}{one.field}.")


def test_every_question_for_a_city_says_which_numbers_there_are() -> None:
    """Spec: city numbers are 11 to 66, both digits 1 to 6. Whoever asks can refuse 9 and 17 as they are typed."""
    asked_for = [
        (verb, path, [square.number for square in one.squares])
        for verb in ("build", "joint-build", "depart", "recount")
        for path, one in numbers_in(between_runs().context().ask(verb)({}))
        if one.low == 11
    ]
    assert [(verb, path) for verb, path, squares in asked_for if squares == NUMBERS] == [
        ("build", "cities"), ("build", "names.number"), ("joint-build", "cities"), ("joint-build", "names.number"),
        ("depart", "start"), ("depart", "goal"),
        ("recount", "position.connected"), ("recount", "position.used.number"), ("recount", "position.last_goal"),
    ]  # fmt: skip


def test_only_what_can_fall_below_zero_is_asked_without_a_bound() -> None:
    """Spec: balances may fall below zero; what is entered of anything else is counted from 0 or 1."""
    session, verbs = between_runs(), [*between_runs().record.game.rows, "recount"]
    found = [(path, one.low) for verb in verbs for path, one in numbers_in(session.context().ask(verb)({}))]
    assert found
    assert [path for path, low in found if low is None] == ["amount", "position.accounts.count"]


def special_due(of_map: str) -> Session:
    runs = {"germany": 1}.get(of_map, 3)
    return played(position=operating(runs_done=runs), map=of_map, special_runs=True)


@pytest.mark.parametrize(
    ("of_map", "dice", "target"),
    [
        ("germany", "1 2", "denmark"),
        ("germany", "3 4", "switzerland"),
        ("germany", "3 5", "france"),
        ("germany", "4 e", "belgium-or-luxembourg"),
        ("germany", "6 o", "any-port"),
        ("france", "6", "overseas"),
        ("usa-west", "5", "east-link"),
    ],
)
def test_the_dice_of_a_special_run_are_its_keys(of_map: str, dice: str, target: str) -> None:
    """Rulebook: on the map of Germany the red die and whether the white one is even; elsewhere a single die."""
    form = pressed(special_due(of_map), f"d 6 5 {dice} a enter")
    expected = {"start": 65, "special": target, "trains": [{"players": [ANTON]}], "do": "depart"}
    assert (form.status, form.fields) == ("saving", expected)


@pytest.mark.parametrize(
    ("to", "offered"), [("baltic-ports", ["Rostock", "Lübeck", "Kiel"]), ("denmark", None)]
)
def test_a_train_is_asked_where_it_goes_only_if_there_is_a_choice(to: str, offered: list[str] | None) -> None:
    session = played(position=operating(runs_done=1), special_runs=True)
    draft = {"start": 65, "special": to, "trains": [{"players": [ANTON]}]}
    place = next(one for one in asked(session, "depart", "trains", draft).questions if one.field == "place")
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
