"""Entries of Dampfross by keys and as lines: few keys, dependent questions, shortest lines."""

from typing import Any

import pytest

from companion.core.forms import Choice, Question
from companion.forms.entry_form import EntryForm
from companion.report.words import Speaker
from companion.session import Session
from tests.dampfross.moves import (
    END_BUILDING,
    FINISH,
    arrivals,
    build,
    depart,
    expand,
    fee,
    ferry,
    joint_build,
    operating,
    places,
    played,
    race_roll,
    special,
    train,
)
from tests.support import ANTON, BEATE, CLAUS, refused

RUNNING = depart(
    {**train(ANTON), "length": 20}, {**train(BEATE, CLAUS), "length": 21}
)  # Anton against Beate and Claus


def pressed(session: Session, keys: str) -> EntryForm:
    form = EntryForm(session.context())
    for key in keys.split():
        form = form.press(key)
    return form


def building() -> Session:
    return played()


def between_runs() -> Session:
    """Anton has run alone and may build for 20; Claus owns a ferry."""
    return played(ferry(CLAUS, "Gedser 1"), END_BUILDING, depart(train(ANTON)))


def running() -> Session:
    return played(END_BUILDING, RUNNING)


@pytest.mark.parametrize(
    ("session", "keys", "fields"),
    [
        (building, "b 5 p 3 6 5 enter", build(ANTON, 5, track={"plain": 3}, cities=[65])),
        (between_runs, "d 6 5 3 2 a enter", depart(train(ANTON), goal=32)),
        (running, "r a 6 enter", race_roll(ANTON, 6)),
    ],
)
def test_the_commonest_entries_take_seven_keys_at_most(
    session: Any, keys: str, fields: dict[str, Any]
) -> None:
    """Three plain segments with a new city 7, a run alone 7 (the promise is 8), a roll of the race 4."""
    form = pressed(session(), keys)
    assert (form.status, form.fields) == ("booked", fields)
    assert len(keys.split()) <= 7


@pytest.mark.parametrize(
    ("session", "keys", "fields"),
    [
        (building, "b 5 enter", build(ANTON, 5)),
        (building, "b tab tab 6 5 enter", {"by": ANTON, "cities": [65], "do": "build"}),
        (building, "b 6 p 3 r 1 enter", build(ANTON, 6, track={"plain": 3, "river": 1})),
        (building, "b 5 p 3 6 5 1 2 enter", build(ANTON, 5, track={"plain": 3}, cities=[65, 12])),
        (
            building,
            "b 5 p 3 tab tab b 1 tab 3 enter",
            build(ANTON, 5, track={"plain": 3}, fees=[{"to": BEATE, "joins": 1, "halves": 3}]),
        ),
        (
            building,
            "b 5 p 3 6 5 tab tab 6 5 M i n g a enter enter",
            build(ANTON, 5, track={"plain": 3}, cities=[65], names={"65": "Minga"}),
        ),
        (building, "b 5 p 3 tab m ü n enter enter", build(ANTON, 5, track={"plain": 3}, cities=[65])),
        (
            building,
            "j a b 4 4 p 6 6 5 enter",
            joint_build((ANTON, BEATE), (4, 4), track={"plain": 6}, cities=[65]),
        ),
        (building, "y c G e d s e r enter enter", ferry(CLAUS, "Gedser")),
        (building, "o enter", END_BUILDING),
        (between_runs, "d 6 5 3 2 a b enter", depart(train(ANTON, BEATE), goal=32)),
        (between_runs, "d 6 5 3 2 a , b enter", depart(train(ANTON), train(BEATE), goal=32)),
        (between_runs, "d 6 5 3 2 enter", {"start": 65, "goal": 32, "do": "depart"}),
        (between_runs, "d m enter 3 2 a enter", depart(train(ANTON), goal=32)),
        (
            between_runs,
            "d 6 5 3 2 a tab b 5 , b tab a 7 enter c 2 enter enter",
            depart(train(ANTON, pays={BEATE: 5}), train(BEATE, pays={ANTON: 7, CLAUS: 2}), goal=32),
        ),
        (
            between_runs,
            "d 6 5 3 2 a tab tab c 1 enter",
            depart(train(ANTON, ferries={CLAUS: 1}), goal=32),
        ),
        (
            between_runs,
            "d 6 5 3 2 a tab tab tab 2 0 enter , b enter",
            depart({**train(ANTON), "length": 20}, train(BEATE), goal=32),
        ),
        (running, "r enter 6 enter", race_roll(ANTON, 6)),
        (running, "a a 3 enter 2 b 4 enter 0 enter", arrivals((ANTON, 3, 2), (BEATE, 4, 0))),
        (running, "a tab b , a enter", places([BEATE], [ANTON])),
        (running, "a tab b a enter", places([BEATE, ANTON])),
        (between_runs, "x a p 4 enter", expand(ANTON, track={"plain": 4})),
        (
            between_runs,
            "x a p 4 tab b 1 enter",
            expand(ANTON, track={"plain": 4}, fees=[{"to": BEATE, "joins": 1}]),
        ),
        (building, "f enter", FINISH),
    ],
)
def test_keys_book_every_action(session: Any, keys: str, fields: dict[str, Any]) -> None:
    form = pressed(session(), keys)
    assert (form.status, form.fields) == ("booked", fields)


# Questions that depend on what was answered, and on the state


def asked(session: Session, verb: str, field: str, draft: dict[str, Any] | None = None) -> Question:
    return next(one for one in session.context().ask(verb)(draft or {}) if one.field == field)


def against(session: Session, choices: tuple[Choice, ...]) -> dict[object, str]:
    """What speaks against each choice that the rules will refuse."""
    return {
        one.value: Speaker(session.ruleset).say(one.refusal) for one in choices if one.refusal is not None
    }


def test_a_special_target_is_asked_in_the_place_of_the_goal_when_one_is_due() -> None:
    """Rulebook, Germany: every second run is a special one."""
    session = played(END_BUILDING, special_runs=True)
    assert asked(session, "depart", "goal").by_place
    assert asked(session, "depart", "special").is_rare
    session.enter(depart())
    assert asked(session, "depart", "special").by_place
    assert asked(session, "depart", "goal").is_rare
    assert session.read("d 31 denmark") == {"start": 31, "special": "denmark", "do": "depart"}


def test_the_targets_are_those_of_the_map() -> None:
    session = played(position=operating(runs_done=3), map="france", special_runs=True)
    targets = [choice.value for choice in asked(session, "depart", "special").choices]
    assert targets == ["england", "germany", "switzerland", "italy", "spain", "overseas"]


def test_a_chained_start_is_the_default() -> None:
    session = played(END_BUILDING, depart(goal=31), chain_runs=True)
    assert asked(session, "depart", "start").default == 31
    form = pressed(session, "d enter 1 2 a enter")
    assert form.fields == depart(train(ANTON), start=31, goal=12)


def test_the_roll_that_serves_all_is_the_default_for_the_next() -> None:
    session = played(build(ANTON, 4), common_roll=True)
    assert asked(session, "build", "roll").default == 4
    for keys in ("b tab p 3 enter", "b p 3 enter"):
        form = pressed(session, keys)
        assert (form.status, form.fields) == ("booked", build(BEATE, 4, track={"plain": 3}))


def count_of(track: Question) -> Question:
    return track.questions[1]


def test_segments_are_bounded_by_the_points_that_are_left() -> None:
    """5 points less a river of 3 are 2."""
    session = building()
    assert count_of(asked(session, "build", "track", {"roll": 5})).high == 5
    assert count_of(asked(session, "build", "track", {"roll": 5, "track": {"river": 1}})).high == 2


def test_a_joint_line_is_bounded_by_three_quarters_of_both_rolls() -> None:
    """Rulebook, joint lines: 3 + 3 gives 4."""
    assert count_of(asked(building(), "joint-build", "track", {"rolls": [3, 3]})).high == 4


def test_an_expansion_is_bounded_by_the_income_of_the_run() -> None:
    """The prize of a run alone is 20."""
    assert count_of(asked(between_runs(), "expand", "track", {"by": ANTON})).high == 20


def test_two_dice_allow_rolls_from_2_to_12() -> None:
    roll = asked(played(build_dice=2), "build", "roll")
    assert (roll.low, roll.high) == (2, 12)


def test_who_runs_already_is_offered_last_with_the_reason() -> None:
    session = between_runs()
    trains = asked(session, "depart", "trains", {"trains": [{"players": [ANTON]}, {}]})
    assert against(session, trains.questions[0].choices) == {
        ANTON: "Anton runs in two trains; a player runs in one at most"
    }


def test_nobody_pays_himself_or_his_partner_and_only_owners_of_ferries_are_paid_for_them() -> None:
    session = between_runs()
    _, fares, ferries, _ = asked(
        session, "depart", "trains", {"trains": [{"players": [ANTON, BEATE]}]}
    ).questions
    assert against(session, fares.questions[0].choices) == {
        ANTON: "Anton runs in this train, so it owes Anton nothing",
        BEATE: "Beate runs in this train, so it owes Beate nothing",
    }
    assert against(session, ferries.questions[0].choices) == {
        ANTON: "Anton runs in this train, so it owes Anton nothing",
        BEATE: "Beate runs in this train, so it owes Beate nothing",
    }
    *_, ferries, _ = asked(session, "depart", "trains", {"trains": [{"players": [CLAUS]}]}).questions
    assert against(session, ferries.questions[0].choices)[BEATE] == "Beate owns no ferry"


def test_only_those_who_run_can_arrive() -> None:
    session = played(END_BUILDING, depart(train(ANTON), train(BEATE)))
    who = asked(session, "arrive", "arrivals").questions[0]
    assert against(session, who.choices) == {CLAUS: "Claus does not run in this run"}


def test_a_number_that_is_used_up_is_offered_with_the_reason() -> None:
    session = played(END_BUILDING, depart(), end="18-runs")
    assert against(session, asked(session, "depart", "start").choices) == {
        "München": "65 München was start or goal as often as it may be; roll again"
    }


def test_the_next_to_roll_is_the_train_that_rolled_the_least_in_the_order_of_departure() -> None:
    def next_up(*rolls: dict[str, Any]) -> object:
        return asked(played(END_BUILDING, RUNNING, *rolls), "race-roll", "by").default

    assert next_up() == ANTON
    assert next_up(race_roll(ANTON, 6)) == BEATE
    assert next_up(race_roll(ANTON, 6), race_roll(CLAUS, 6)) == ANTON
    arrived = [race_roll(ANTON, 20), race_roll(BEATE, 1)]
    assert next_up(*arrived) == BEATE


# Lines

LINES = [
    (building, "build 5", build(ANTON, 5)),
    (building, "build 5 by claus", build(CLAUS, 5)),
    (building, "build", {"by": ANTON, "do": "build"}),
    (building, "build city 65 one-left", {"by": ANTON, "cities": [65], "one_left": True, "do": "build"}),
    (
        building,
        "joint-build anton beate city 65",
        {"players": [ANTON, BEATE], "cities": [65], "do": "joint-build"},
    ),
    (building, "build 6 plain 3 river 1", build(ANTON, 6, track={"plain": 3, "river": 1})),
    (building, "build 5 plain 3 city 65 12", build(ANTON, 5, track={"plain": 3}, cities=[65, 12])),
    (
        building,
        'build 5 city 12 name 12 "Bad Ems"',
        build(ANTON, 5, cities=[12], names={"12": "Bad Ems"}),
    ),
    (
        building,
        "build 5 fee beate joins 1 halves 3 fee claus crossings 2",
        build(ANTON, 5, fees=[{"to": BEATE, "joins": 1, "halves": 3}, {"to": CLAUS, "crossings": 2}]),
    ),
    (
        building,
        "joint-build anton beate 4 4 plain 6 city 65",
        joint_build((ANTON, BEATE), (4, 4), track={"plain": 6}, cities=[65]),
    ),
    (building, 'buy-ferry claus "Gedser 1"', ferry(CLAUS, "Gedser 1")),
    (building, "end-building", END_BUILDING),
    (between_runs, "depart 65 32", {"start": 65, "goal": 32, "do": "depart"}),
    (between_runs, "depart 65 32 train anton", depart(train(ANTON), goal=32)),
    (
        between_runs,
        "depart 65 32 train anton fare beate 5 ferry claus 1 train beate claus fare anton 7",
        depart(
            train(ANTON, pays={BEATE: 5}, ferries={CLAUS: 1}), train(BEATE, CLAUS, pays={ANTON: 7}), goal=32
        ),
    ),
    (between_runs, "depart 65 special denmark train anton", special(train(ANTON))),
    (
        between_runs,
        "depart 65 32 train anton length 20 train beate length 18",
        depart({**train(ANTON), "length": 20}, {**train(BEATE), "length": 18}, goal=32),
    ),
    (running, "race-roll anton 6", race_roll(ANTON, 6)),
    (running, "arrive anton 3 2 beate 4 0", arrivals((ANTON, 3, 2), (BEATE, 4, 0))),
    (running, "arrive place anton place beate", places([ANTON], [BEATE])),
    (running, "arrive place anton beate", places([ANTON, BEATE])),
    (between_runs, "expand anton plain 4", expand(ANTON, track={"plain": 4})),
    (between_runs, "finish", FINISH),
    (
        between_runs,
        'recount runs 3 accounts anton 30 beate -2 connected 65 12 used 65 1 turn anton because "x"',
        {
            "position": {
                "runs_done": 3,
                "accounts": {ANTON: 30, BEATE: -2},
                "connected": [65, 12],
                "used": {"65": 1},
                "turn": {"player": ANTON},
            },
            "reason": "x",
            "do": "recount",
        },
    ),
]


@pytest.mark.parametrize(("session", "line", "fields"), LINES)
def test_an_entry_prints_as_its_shortest_line_and_reads_back(
    session: Any, line: str, fields: dict[str, Any]
) -> None:
    assert session().notation.line(fields) == line
    assert session().read(line) == fields


@pytest.mark.parametrize(
    ("session", "line", "fields"),
    [
        (building, "b 5 p 3", build(ANTON, 5, track={"plain": 3})),
        (building, "b 5 ebene 3", build(ANTON, 5, track={"plain": 3})),
        (building, "b 5 city münchen", build(ANTON, 5, cities=[65])),
        (building, "b 5 city munchen", build(ANTON, 5, cities=[65])),
        (building, "j a b 4 4 p 6", joint_build((ANTON, BEATE), (4, 4), track={"plain": 6})),
        (between_runs, "d munch 32 train a", depart(train(ANTON), goal=32)),
        (between_runs, "d 65 32 train a f", None),
        (running, "a a 3 2, b 4 0", arrivals((ANTON, 3, 2), (BEATE, 4, 0))),
        (running, "arrive arrivals a 3 2 b 4 0", arrivals((ANTON, 3, 2), (BEATE, 4, 0))),
        (between_runs, "x a p 4", expand(ANTON, track={"plain": 4})),
        (between_runs, "x p 4 by a", None),
    ],
)
def test_shorter_words_are_understood_or_refused(
    session: Any, line: str, fields: dict[str, Any] | None
) -> None:
    if fields is None:
        assert refused(lambda: session().read(line), session())
    else:
        assert session().read(line) == fields


def test_parts_of_a_fee_that_are_nothing_are_not_printed() -> None:
    assert (
        building().notation.line(build(ANTON, 5, fees=[fee(BEATE, joins=1)])) == "build 5 fee beate joins 1"
    )


@pytest.mark.parametrize(
    ("line", "word"),
    [("depart 65 31 train anton beate claus", "claus"), ("depart 65 31 train anton length 9 beate", "beate")],
)
def test_a_third_player_is_none_of_a_train_and_begins_no_other(line: str, word: str) -> None:
    """Spec, `depart`: a train has one or two players, a third is refused."""
    session = between_runs()
    assert refused(lambda: session.read(line), session) == (
        f'"{word}" is one answer too many for a train; another one begins with the word train'
    )


def test_a_name_that_no_city_has_is_refused_in_one_sentence() -> None:
    session = between_runs()
    assert refused(lambda: session.read("d Nowhere 31"), session) == (
        'the number of the start is a whole number, not "Nowhere"'
    )
