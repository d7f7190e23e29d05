"""Entries of Dampfross that the rules refuse: departures, races, arrivals."""

from tests.dampfross.moves import arrivals, depart, places, race_roll, special, train
from tests.dampfross.refused import FOUR, NO_NUMBER, RUN, STILL_BUILDING, UNDER_WAY, running
from tests.refusals import case, rulable
from tests.support import ANTON, BEATE, CLAUS, DORA

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
        case({"start": 65, "trains": [], "do": "depart"}, "Give a run a goal or a special target, not both."),
        case(depart(special="denmark"), "Give a run a goal or a special target, not both."),
        case(depart(start=17), NO_NUMBER),
        case(depart(goal=17), NO_NUMBER),
        rulable(
            depart(start=12, goal=13),
            "This run must start where the last one ended: 31.",
            depart(start=65, goal=31),
            chain_runs=True,
        ),
        rulable(
            depart(start=12, goal=65),
            "65 München can't be start or goal again. Roll again.",
            position={"used": {"65": 2}},
            end="36-runs",
        ),
        rulable(
            depart(),
            "This run is a special run. Give its target instead of a goal.",
            depart(),
            special_runs=True,
        ),
        rulable(special(), "This run isn't a special run. Give a goal.", special_runs=True),
        rulable(special(), "You play without special runs. Give a goal."),
        case(
            special(to="denmark"),
            'This map has no special target "denmark". Choose one of these: England, Germany, Switzerland, '
            "Italy, Spain, overseas.",
            special_runs=True,
            map="france",
        ),
        case(
            depart(train(ANTON), train(BEATE, "anton")),
            "Anton can't run in two trains.",
        ),
        case(depart(train(*FOUR[:3])), "trains[1].players takes at most 2."),
        case(depart(train()), "trains[1].players needs at least 1."),
        case(depart(train(ANTON, pays={ANTON: 3})), "Anton can't pay themselves."),
        case(
            depart(train(ANTON, BEATE, pays={BEATE: 3})),
            "Beate shares this train, so it pays Beate nothing.",
        ),
        case(depart(train(ANTON, pays={BEATE: 0})), "trains[1].fares[1].fields must be at least 1."),
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
            "Anton would owe Beate 11 (15 minus 4). More than 10 isn't allowed: "
            "one of them must change route or stay out.",
        ),
        rulable(
            depart(train(ANTON, pays={CLAUS: 2}), train(CLAUS, pays={ANTON: 14})),
            "Claus would owe Anton 12 (14 minus 2). More than 10 isn't allowed: "
            "one of them must change route or stay out.",
        ),
    ),
]

RACING = running(
    case(race_roll(ANTON, 4), "No run is under way."),
    case(race_roll(DORA, 4), "Dora isn't in this run.", RUN),
    rulable(race_roll(ANTON, 4), "Anton's train has already arrived.", RACE, race_roll(ANTON, 5)),
    case(places([ANTON], [BEATE]), "No run is under way."),
    case(places([ANTON]), "No run is under way.", depart(train(ANTON))),
    case({"do": "arrive"}, "Give the arrivals or the places, not both.", RUN),
    case({**places([ANTON]), "arrivals": []}, "Give the arrivals or the places, not both.", RUN),
    case(places([ANTON], [DORA]), "Dora isn't in this run.", RUN),
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
    rulable(arrivals((ANTON, 2, 1)), "Name at least two trains, not 1.", RUN),
    rulable(places(), "Name at least two trains, not 0.", RUN),
    rulable(
        arrivals((ANTON, 2, 1), (BEATE, 2, 1)),
        "Anton and Beate tie exactly. Roll again between them and enter who is first.",
        RUN,
        exact_tie="roll-off",
    ),
    rulable(
        places([CLAUS], [BEATE, ANTON]),
        "Beate and Anton tie exactly. Roll again between them and enter who is first.",
        RUN,
        exact_tie="roll-off",
    ),
)
