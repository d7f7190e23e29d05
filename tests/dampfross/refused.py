"""Entries of Dampfross that the rules refuse: building and expanding."""

from typing import Any

from tests.dampfross.moves import (
    END_BUILDING,
    Fields,
    build,
    depart,
    expand,
    fee,
    ferry,
    joint_build,
    operating,
    train,
)
from tests.refusals import Case, case
from tests.support import ANTON, BEATE, CLAUS, DORA

FOUR = (ANTON, BEATE, CLAUS, DORA)


def running(*args: Any, position: Fields | None = None, **more: Any) -> Case:
    return case(*args, position=operating(**(position or {})), **more)


def nobody(name: str = "Zoe") -> str:
    return f'nobody at this table is called "{name}"; here sit Anton, Beate, Claus and Dora'


RUN = depart(train(ANTON), train(BEATE), train(CLAUS))
NO_NUMBER = "17 is no city number: both digits are from 1 to 6"
UNDER_WAY = "run 1 is under way; let it arrive first"
STILL_BUILDING = "the trains do not run yet: building goes on until the table ends it"
BUILT = "building is over, so this cannot be done any more"
SEGMENTS = 'there is no segment "tunnel"; there are plain, river, slope, ridge and hill_river'

BUILDING = [
    case(build(BEATE), "it is the turn of Anton, not of Beate", ruling=True),
    case(build("Zoe"), nobody()),
    case(build(ANTON, 7), "a roll of 7 is not between 1 and 6", ruling=True),
    case(build(ANTON, 1), "a roll of 1 is not between 2 and 12", ruling=True, build_dice=2),
    case({"by": ANTON, "track": {"plain": 1}, "do": "build"}, "roll is missing"),
    case({"players": [ANTON, BEATE], "track": {"plain": 1}, "do": "joint-build"}, "rolls is missing"),
    case(
        build(BEATE, 5),
        "in this round 4 was rolled for all, not 5",
        build(ANTON, 4),
        ruling=True,
        common_roll=True,
    ),
    case(
        build(ANTON, 4, track={"plain": 2, "slope": 1}),
        "the track needs 5 points, and there are 4; build less or check the roll",
        ruling=True,
    ),
    case(build(ANTON, track={"tunnel": 1}), SEGMENTS),
    case(build(ANTON, track={"plain": -1}), "track.plain must be at least 0"),
    case(build(ANTON, cities=[17]), NO_NUMBER),
    case(build(ANTON, names={"Köln": "Köln"}), "Köln is no city number: both digits are from 1 to 6"),
    case(
        build(BEATE, cities=[22], names={"22": "köln "}),
        "köln is already connected as 21 and earns no premium again",
        build(ANTON, cities=[21], names={"21": "Köln"}),
        ruling=True,
    ),
    case(
        build(ANTON, cities=[21, 22], names={"21": "Köln", "22": "Köln"}),
        "Köln is already connected as 21 and earns no premium again",
        ruling=True,
    ),
    case(
        build(BEATE, cities=[65]),
        "65 München is connected already and earns no premium again",
        build(ANTON, cities=[65], names={"65": "München"}),
        ruling=True,
    ),
    case(
        build(ANTON, cities=[31, 31]),
        "31 stands in this entry already and earns no premium again",
        ruling=True,
    ),
    case(
        build(ANTON, fees=[fee("anton", joins=1)]),
        "Anton builds this track, so no fee goes to Anton",
        ruling=True,
    ),
    case(build(ANTON, fees=[fee(BEATE, joins=-1)]), "fees[1].joins must be at least 0"),
    case(joint_build((BEATE, CLAUS), (1, 1)), "it is the turn of Anton, not of Beate", ruling=True),
    case(
        joint_build((BEATE, ANTON), (1, 1)),
        "Anton has had the turn of this round already",
        build(ANTON),
        ruling=True,
    ),
    case(joint_build((ANTON, "anton"), (1, 1)), "Anton is named twice; name two players"),
    case(joint_build(FOUR[:3], (1, 1)), "players takes at most 2"),
    case(joint_build((ANTON, BEATE), (6, 7)), "a roll of 7 is not between 1 and 6", ruling=True),
    case(
        joint_build((ANTON, BEATE), (4, 5)),
        "in this round 4 was rolled for all, not 5",
        ruling=True,
        common_roll=True,
    ),
    case(
        joint_build((ANTON, BEATE), (3, 3), fees=[fee(BEATE, joins=2)]),
        "Beate builds this track, so no fee goes to Beate",
        ruling=True,
    ),
    case(ferry(BEATE, "GEDSER 1 "), "the ferry Gedser 1 belongs to Anton already", ferry(ANTON, "Gedser 1")),
    case(
        ferry(ANTON, "Gedser 2"),
        "Anton has 1 ferry already, which is the most one player may own on this map",
        ferry(ANTON, "Gedser 1"),
        ruling=True,
    ),
    case(
        ferry(ANTON, "Calais"),
        "Anton has 2 ferries already, which is the most one player may own on this map",
        ferry(ANTON, "Cherbourg"),
        ferry(ANTON, "Le Havre"),
        ruling=True,
        map="france",
    ),
    case(
        ferry(CLAUS, "Gedser 3"),
        "this map has only 2 ferries",
        ferry(ANTON, "Gedser 1"),
        ferry(BEATE, "Gedser 2"),
    ),
    case(ferry(ANTON, "Erie"), "this map has no ferries", ruling=True, map="usa-east"),
    running(ferry(ANTON, "Gedser 1"), UNDER_WAY, RUN, ruling=True),
    running(build(ANTON), BUILT, ruling=True),
    running(joint_build((ANTON, BEATE), (1, 1)), BUILT, ruling=True),
    case(END_BUILDING, BUILT, END_BUILDING),
]

AFTERWARDS = [
    case(expand(ANTON), STILL_BUILDING, ruling=True),
    running(expand(ANTON), UNDER_WAY, RUN, ruling=True),
    running(
        expand(ANTON, track={"ridge": 4}, fees=[fee(BEATE, joins=1)]),
        "Anton would spend 21 and may spend 20 before the next run",
        depart(train(ANTON)),
        ruling=True,
    ),
    running(
        expand(ANTON, track={"plain": 1}),
        "nobody has anything to build with before the next run",
        ruling=True,
    ),
    running(expand(ANTON, track={"tunnel": 1}), SEGMENTS),
    running(
        expand(ANTON, fees=[fee(ANTON, joins=1)]),
        "Anton builds this track, so no fee goes to Anton",
        depart(train(ANTON)),
        ruling=True,
    ),
    running(expand(ANTON, cities=[65]), "unknown key cities; check its spelling or take it out"),
]
