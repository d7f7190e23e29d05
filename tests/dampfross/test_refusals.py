"""Each refusal: its own sentence with the entry's number, the state untouched, and what a ruling may do."""

from companion.session import Session
from tests.dampfross import moves
from tests.dampfross.moves import (
    END_BUILDING,
    RUNS,
    arrivals,
    build,
    depart,
    expand,
    fee,
    ferry,
    joint_build,
    places,
    played,
    race_roll,
    special,
    train,
)
from tests.refusals import Case, assert_refused, assert_ruled, case, every, rulable
from tests.results import scores, state_of
from tests.support import ANTON, BEATE, CLAUS, DORA

FOUR = (ANTON, BEATE, CLAUS, DORA)


def running(*cases: Case) -> list[Case]:
    """The same cases while the trains run."""
    positions = (moves.operating(**one.more.get("position", {})) for one in cases)
    return [one._replace(more={**one.more, "position": at}) for one, at in zip(cases, positions, strict=True)]


RUN = depart(train(ANTON), train(BEATE), train(CLAUS))
NO_NUMBER = "17 isn't a city number. Both digits go from 1 to 6."
UNDER_WAY = "Run 1 is under way. End it first."
STILL_BUILDING = "The trains aren't running yet. End the building phase first."
BUILT = "Building is over. Expand between runs instead."
SEGMENTS = 'There\'s no "tunnel". Choose one of these: plain, river, slope, hill to hill, river at a hill.'

BUILDING = [
    rulable(build(BEATE), "It's Anton's turn, not Beate's."),
    case(build("Zoe"), 'Nobody here is called "Zoe". The players are Anton, Beate, Claus and Dora.'),
    rulable(build(ANTON, 7), "A roll of 7 isn't possible. Enter a number from 1 to 6."),
    rulable(build(ANTON, 1), "A roll of 1 isn't possible. Enter a number from 2 to 12.", build_dice=2),
    case({"by": ANTON, "track": {"plain": 1}, "do": "build"}, "roll is missing."),
    case({"players": [ANTON, BEATE], "track": {"plain": 1}, "do": "joint-build"}, "rolls is missing."),
    rulable(
        build(BEATE, 5), "This round's roll for everyone is 4, not 5.", build(ANTON, 4), common_roll=True
    ),
    rulable(
        build(ANTON, 4, track={"plain": 2, "slope": 1}),
        "The track needs 5 points but you have 4. Build less or check the roll.",
    ),
    case(build(ANTON, track={"tunnel": 1}), SEGMENTS),
    case(build(ANTON, cities=[17]), NO_NUMBER),
    case(build(ANTON, names={"Köln": "Köln"}), "Köln isn't a city number. Both digits go from 1 to 6."),
    rulable(
        build(BEATE, cities=[22], names={"22": "köln "}),
        "köln is already connected as 21. A city pays only once: you can build there, but leave it out.",
        build(ANTON, cities=[21], names={"21": "Köln"}),
    ),
    rulable(
        build(ANTON, cities=[21, 22], names={"21": "Köln", "22": "Köln"}),
        "Köln is already connected as 21. A city pays only once: you can build there, but leave it out.",
    ),
    rulable(
        build(BEATE, cities=[65]),
        "65 München is already connected. A city pays only once: you can build there, but leave it out.",
        build(ANTON, cities=[65], names={"65": "München"}),
    ),
    rulable(build(ANTON, cities=[31, 31]), "31 is in this entry twice. It pays only once."),
    case(build(ANTON, fees=[fee("anton", joins=1)]), "Anton builds this track, so no fee goes to Anton."),
    rulable(joint_build((BEATE, ANTON), (1, 1)), "Anton has already built in this round.", build(ANTON)),
    case(joint_build((ANTON, "anton"), (1, 1)), "Anton is named twice. Name two players."),
    rulable(
        joint_build((ANTON, BEATE), (4, 5)), "This round's roll for everyone is 4, not 5.", common_roll=True
    ),
    case(
        joint_build((ANTON, BEATE), (3, 3), fees=[fee(BEATE, joins=2)]),
        "Beate builds this track, so no fee goes to Beate.",
    ),
    case(ferry(BEATE, "GEDSER 1 "), "The ferry Gedser 1 already belongs to Anton.", ferry(ANTON, "Gedser 1")),
    rulable(
        ferry(ANTON, "Gedser 2"),
        "Anton already has 1 ferry. Nobody can own more on this map.",
        ferry(ANTON, "Gedser 1"),
    ),
    rulable(
        ferry(ANTON, "Calais"),
        "Anton already has 2 ferries. Nobody can own more on this map.",
        ferry(ANTON, "Cherbourg"),
        ferry(ANTON, "Le Havre"),
        map="france",
    ),
    case(
        ferry(CLAUS, "Gedser 3"),
        "This map has only 2 ferries.",
        ferry(ANTON, "Gedser 1"),
        ferry(BEATE, "Gedser 2"),
    ),
    rulable(ferry(ANTON, "Erie"), "This map has no ferries.", map="usa-east"),
    case(END_BUILDING, BUILT, END_BUILDING),
    *running(
        rulable(ferry(ANTON, "Gedser 1"), UNDER_WAY, RUN),
        rulable(build(ANTON), BUILT),
    ),
]

AFTERWARDS = [
    rulable(expand(ANTON), STILL_BUILDING),
    *running(
        rulable(expand(ANTON), UNDER_WAY, RUN),
        rulable(
            expand(ANTON, track={"ridge": 4}, fees=[fee(BEATE, joins=1)]),
            "Anton would spend 21 units but can spend only 20 before the next run.",
            depart(train(ANTON)),
        ),
        rulable(expand(ANTON, track={"plain": 1}), "Nobody has income to build with before the next run."),
        case(
            expand(ANTON, fees=[fee(ANTON, joins=1)]),
            "Anton builds this track, so no fee goes to Anton.",
            depart(train(ANTON)),
        ),
    ),
]


JOINT_RUN = depart(train(ANTON, BEATE), train(CLAUS))
RACE = depart({"players": [ANTON], "length": 4}, train(BEATE))

DEPARTING = [
    rulable(depart(train(ANTON)), STILL_BUILDING),
    *running(
        case(depart(train(ANTON)), UNDER_WAY, RUN),
        rulable(
            depart(train(ANTON), start=65, goal=65),
            "65 München can't be both start and goal. Roll for the goal again.",
        ),
        case({"start": 65, "trains": [], "do": "depart"}, "Enter a goal or a special target, not both."),
        case(depart(special="denmark"), "Enter a goal or a special target, not both."),
        case(depart(goal=17), NO_NUMBER),
        rulable(
            depart(start=12, goal=13),
            "This run must start where the last one ended: 31.",
            depart(start=65, goal=31),
            chain_runs=True,
        ),
        rulable(
            depart(start=12, goal=65),
            "65 München can't be a start or goal again. Roll again.",
            position={"used": {"65": 2}},
            end="36-runs",
        ),
        rulable(
            depart(),
            "This is a special run. Enter its target instead of a goal.",
            depart(),
            special_runs=True,
        ),
        rulable(special(), "This isn't a special run. Enter a goal.", special_runs=True),
        rulable(special(), "You're playing without special runs. Enter a goal."),
        case(
            special(to="denmark"),
            'There\'s no "denmark". Choose one of these: England, Germany, Switzerland, '
            "Italy, Spain, overseas.",
            special_runs=True,
            map="france",
        ),
        case(
            depart(train(ANTON), train(BEATE, "anton")),
            "Anton can't run in two trains.",
        ),
        case(depart(train(ANTON, pays={ANTON: 3})), "Anton can't pay themselves."),
        case(
            depart(train(ANTON, BEATE, pays={BEATE: 3})),
            "Beate shares this train, so it pays Beate nothing.",
        ),
        case(
            depart(train(ANTON, ferries={ANTON: 1})),
            "Anton can't pay themselves.",
            position={"ferries": {"Gedser 1": ANTON}},
        ),
        rulable(
            depart(train(ANTON, ferries={BEATE: 1})),
            "Beate doesn't own a ferry.",
            position={"ferries": {"Gedser 1": CLAUS}},
        ),
        rulable(
            depart(train(ANTON, pays={BEATE: 15}), train(BEATE, pays={ANTON: 4})),
            "Anton would owe Beate 11 units (15 minus 4). The limit is 10 units. "
            "One of them must change route or stay out.",
        ),
        rulable(
            depart(train(ANTON, pays={CLAUS: 2}), train(CLAUS, pays={ANTON: 14})),
            "Claus would owe Anton 12 units (14 minus 2). The limit is 10 units. "
            "One of them must change route or stay out.",
        ),
    ),
]

RACING = running(
    case(race_roll(ANTON, 4), "No run is under way."),
    case(race_roll(DORA, 4), "Dora isn't in this run.", RUN),
    case(race_roll(DORA, 4), "Dora isn't in this run.", {"do": "leave", "player": DORA, "reason": "x"}, RUN),
    rulable(race_roll(ANTON, 4), "Anton's train has already arrived.", RACE, race_roll(ANTON, 5)),
    case(places([ANTON], [BEATE]), "No run is under way."),
    case({"do": "arrive"}, "Enter the arrivals or the places, not both.", RUN),
    case(
        places([ANTON], [BEATE, BEATE]),
        "Beate is named twice in the same place. Name each player once.",
        RUN,
    ),
    case(places([ANTON], [BEATE], [ANTON]), "Anton's train is named twice with different results.", RUN),
    case(
        arrivals((ANTON, 2, 1), (BEATE, 2, 0), (CLAUS, 3, 0)),
        "Beate's train is named twice with different results.",
        JOINT_RUN,
    ),
    rulable(places(), "Name at least one train.", RUN),
    rulable(
        arrivals((ANTON, 2, 1), (BEATE, 2, 1)),
        "Anton and Beate are still tied. They roll again. Enter the winner.",
        RUN,
        exact_tie="roll-off",
    ),
    rulable(
        places([CLAUS], [BEATE, ANTON]),
        "Beate and Anton are still tied. They roll again. Enter the winner.",
        RUN,
        exact_tie="roll-off",
    ),
)


CASES = [*BUILDING, *DEPARTING, *RACING, *AFTERWARDS]


def session_before(case: Case) -> Session:
    return played(*case.before, players=FOUR, **case.more)


@every(CASES)
def test_it_is_refused_with_its_own_sentence_and_booked_by_a_ruling_unless_it_cannot_be(case: Case) -> None:
    session = session_before(case)
    assert_refused(session, case)
    assert_ruled(session, case)


def test_a_ruling_by_a_player_who_is_not_up_leaves_the_turn_where_it_is() -> None:
    state = state_of(played(build(CLAUS, cities=[65], ruling="he was forgotten")))
    assert (state["accounts"][CLAUS], state["turn"]["player"]) == (26, ANTON)
    session = played(build(CLAUS, ruling="he was forgotten"), build(ANTON), build(BEATE))
    assert (state_of(session)["round"], state_of(session)["turn"]["player"]) == (1, CLAUS)


def test_a_ruling_on_more_than_ten_pays_the_whole_net() -> None:
    session = played(depart(train(ANTON, pays={BEATE: 15}), train(CLAUS), ruling="agreed"), position=RUNS)
    assert scores(session) == {ANTON: 5, BEATE: 35, CLAUS: 20}


def test_a_ruling_on_an_expansion_too_dear_leaves_nothing_to_build_with() -> None:
    session = played(depart(train(ANTON)), expand(ANTON, track={"plain": 25}, ruling="agreed"), position=RUNS)
    assert (scores(session)[ANTON], state_of(session)["may_build"][ANTON]) == (15, 0)


def test_every_problem_is_found_at_once() -> None:
    session = played()
    preview = session.preview(
        build(BEATE, 7, track={"plain": 8}, cities=[17, 31, 31], fees=[fee(BEATE, joins=1)])
    )
    assert [problem.field for problem in preview.violations] == [
        "by", "roll", "track", "cities[1]", "cities[3]", "fees[1].to",
    ]  # fmt: skip
