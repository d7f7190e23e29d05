"""Entries of Dampfross that the rules refuse: building and expanding."""

from tests.dampfross import moves
from tests.dampfross.moves import END_BUILDING, build, depart, expand, fee, ferry, joint_build, train
from tests.refusals import Case, case, rulable
from tests.support import ANTON, BEATE, CLAUS, DORA

FOUR = (ANTON, BEATE, CLAUS, DORA)


def running(*cases: Case) -> list[Case]:
    """The same cases while the trains run."""
    positions = (moves.operating(**one.more.get("position", {})) for one in cases)
    return [one._replace(more={**one.more, "position": at}) for one, at in zip(cases, positions, strict=True)]


RUN = depart(train(ANTON), train(BEATE), train(CLAUS))
NO_NUMBER = "17 is no city number: both digits are from 1 to 6"
UNDER_WAY = "run 1 is under way; let it arrive first"
STILL_BUILDING = "the trains do not run yet: building goes on until the table ends it"
BUILT = "building is over, so this cannot be done any more"
SEGMENTS = 'there is no segment "tunnel"; there are plain, river, slope, ridge and hill_river'

BUILDING = [
    rulable(build(BEATE), "It's Anton's turn, not Beate's."),
    case(build("Zoe"), 'Nobody here is called "Zoe". Players: Anton, Beate, Claus and Dora.'),
    rulable(build(ANTON, 7), "a roll of 7 is not between 1 and 6"),
    rulable(build(ANTON, 1), "a roll of 1 is not between 2 and 12", build_dice=2),
    case({"by": ANTON, "track": {"plain": 1}, "do": "build"}, "roll is missing."),
    case({"players": [ANTON, BEATE], "track": {"plain": 1}, "do": "joint-build"}, "rolls is missing."),
    rulable(build(BEATE, 5), "in this round 4 was rolled for all, not 5", build(ANTON, 4), common_roll=True),
    rulable(
        build(ANTON, 4, track={"plain": 2, "slope": 1}),
        "the track needs 5 points, and there are 4; build less or check the roll",
    ),
    case(build(ANTON, track={"tunnel": 1}), SEGMENTS),
    case(build(ANTON, track={"plain": -1}), "track.plain must be at least 0."),
    case(build(ANTON, cities=[17]), NO_NUMBER),
    case(build(ANTON, names={"Köln": "Köln"}), "Köln is no city number: both digits are from 1 to 6"),
    rulable(
        build(BEATE, cities=[22], names={"22": "köln "}),
        "köln is already connected as 21 and earns no premium again",
        build(ANTON, cities=[21], names={"21": "Köln"}),
    ),
    rulable(
        build(ANTON, cities=[21, 22], names={"21": "Köln", "22": "Köln"}),
        "Köln is already connected as 21 and earns no premium again",
    ),
    rulable(
        build(BEATE, cities=[65]),
        "65 München is connected already and earns no premium again",
        build(ANTON, cities=[65], names={"65": "München"}),
    ),
    rulable(build(ANTON, cities=[31, 31]), "31 stands in this entry already and earns no premium again"),
    rulable(build(ANTON, fees=[fee("anton", joins=1)]), "Anton builds this track, so no fee goes to Anton"),
    case(build(ANTON, fees=[fee(BEATE, joins=-1)]), "fees[1].joins must be at least 0."),
    rulable(joint_build((BEATE, CLAUS), (1, 1)), "It's Anton's turn, not Beate's."),
    rulable(
        joint_build((BEATE, ANTON), (1, 1)), "Anton has had the turn of this round already", build(ANTON)
    ),
    case(joint_build((ANTON, "anton"), (1, 1)), "Anton is named twice; name two players"),
    case(joint_build(FOUR[:3], (1, 1)), "players takes at most 2."),
    rulable(joint_build((ANTON, BEATE), (6, 7)), "a roll of 7 is not between 1 and 6"),
    rulable(
        joint_build((ANTON, BEATE), (4, 5)), "in this round 4 was rolled for all, not 5", common_roll=True
    ),
    rulable(
        joint_build((ANTON, BEATE), (3, 3), fees=[fee(BEATE, joins=2)]),
        "Beate builds this track, so no fee goes to Beate",
    ),
    case(ferry(BEATE, "GEDSER 1 "), "the ferry Gedser 1 belongs to Anton already", ferry(ANTON, "Gedser 1")),
    rulable(
        ferry(ANTON, "Gedser 2"),
        "Anton has 1 ferry already, which is the most one player may own on this map",
        ferry(ANTON, "Gedser 1"),
    ),
    rulable(
        ferry(ANTON, "Calais"),
        "Anton has 2 ferries already, which is the most one player may own on this map",
        ferry(ANTON, "Cherbourg"),
        ferry(ANTON, "Le Havre"),
        map="france",
    ),
    case(
        ferry(CLAUS, "Gedser 3"),
        "this map has only 2 ferries",
        ferry(ANTON, "Gedser 1"),
        ferry(BEATE, "Gedser 2"),
    ),
    rulable(ferry(ANTON, "Erie"), "this map has no ferries", map="usa-east"),
    case(END_BUILDING, BUILT, END_BUILDING),
    *running(
        rulable(ferry(ANTON, "Gedser 1"), UNDER_WAY, RUN),
        rulable(build(ANTON), BUILT),
        rulable(joint_build((ANTON, BEATE), (1, 1)), BUILT),
    ),
]

AFTERWARDS = [
    rulable(expand(ANTON), STILL_BUILDING),
    *running(
        rulable(expand(ANTON), UNDER_WAY, RUN),
        rulable(
            expand(ANTON, track={"ridge": 4}, fees=[fee(BEATE, joins=1)]),
            "Anton would spend 21 and may spend 20 before the next run",
            depart(train(ANTON)),
        ),
        rulable(expand(ANTON, track={"plain": 1}), "nobody has anything to build with before the next run"),
        case(expand(ANTON, track={"tunnel": 1}), SEGMENTS),
        rulable(
            expand(ANTON, fees=[fee(ANTON, joins=1)]),
            "Anton builds this track, so no fee goes to Anton",
            depart(train(ANTON)),
        ),
        case(expand(ANTON, cities=[65]), "cities isn't a known key. Check the spelling or remove it."),
    ),
]
