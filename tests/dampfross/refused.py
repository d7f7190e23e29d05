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
NO_NUMBER = "17 isn't a city number. Both digits go from 1 to 6."
UNDER_WAY = "Run 1 is under way. End it first."
STILL_BUILDING = "The trains aren't running yet. End building first."
BUILT = "Building is over, so this isn't possible any more."
SEGMENTS = 'There\'s no track called "tunnel". Track: plain, river, slope, hill to hill, river at a hill.'

BUILDING = [
    rulable(build(BEATE), "It's Anton's turn, not Beate's."),
    case(build("Zoe"), 'Nobody here is called "Zoe". Players: Anton, Beate, Claus and Dora.'),
    rulable(build(ANTON, 7), "A roll of 7 isn't possible: enter 1 to 6."),
    rulable(build(ANTON, 1), "A roll of 1 isn't possible: enter 2 to 12.", build_dice=2),
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
    case(build(ANTON, track={"plain": -1}), "track.plain must be at least 0."),
    case(build(ANTON, cities=[17]), NO_NUMBER),
    case(build(ANTON, names={"Köln": "Köln"}), "Köln isn't a city number. Both digits go from 1 to 6."),
    rulable(
        build(BEATE, cities=[22], names={"22": "köln "}),
        "köln is already connected as 21. A city pays only once.",
        build(ANTON, cities=[21], names={"21": "Köln"}),
    ),
    rulable(
        build(ANTON, cities=[21, 22], names={"21": "Köln", "22": "Köln"}),
        "Köln is already connected as 21. A city pays only once.",
    ),
    rulable(
        build(BEATE, cities=[65]),
        "65 München is already connected. A city pays only once.",
        build(ANTON, cities=[65], names={"65": "München"}),
    ),
    rulable(build(ANTON, cities=[31, 31]), "31 is in this entry twice. It pays only once."),
    case(build(ANTON, fees=[fee("anton", joins=1)]), "Anton builds this track, so no fee goes to Anton."),
    case(build(ANTON, fees=[fee(BEATE, joins=-1)]), "fees[1].joins must be at least 0."),
    rulable(joint_build((BEATE, CLAUS), (1, 1)), "It's Anton's turn, not Beate's."),
    rulable(joint_build((BEATE, ANTON), (1, 1)), "Anton has already built in this round.", build(ANTON)),
    case(joint_build((ANTON, "anton"), (1, 1)), "Anton is named twice. Name two players."),
    case(joint_build(FOUR[:3], (1, 1)), "players takes at most 2."),
    rulable(joint_build((ANTON, BEATE), (6, 7)), "A roll of 7 isn't possible: enter 1 to 6."),
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
        rulable(joint_build((ANTON, BEATE), (1, 1)), BUILT),
    ),
]

AFTERWARDS = [
    rulable(expand(ANTON), STILL_BUILDING),
    *running(
        rulable(expand(ANTON), UNDER_WAY, RUN),
        rulable(
            expand(ANTON, track={"ridge": 4}, fees=[fee(BEATE, joins=1)]),
            "Anton would spend 21 but can spend only 20 before the next run.",
            depart(train(ANTON)),
        ),
        rulable(expand(ANTON, track={"plain": 1}), "Nobody has income to build with before the next run."),
        case(expand(ANTON, track={"tunnel": 1}), SEGMENTS),
        case(
            expand(ANTON, fees=[fee(ANTON, joins=1)]),
            "Anton builds this track, so no fee goes to Anton.",
            depart(train(ANTON)),
        ),
        case(expand(ANTON, cities=[65]), "cities isn't a known key. Check the spelling or remove it."),
    ),
]
