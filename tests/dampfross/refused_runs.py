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
            "65 München cannot be both start and goal; roll the goal again",
        ),
        case(
            {"start": 65, "trains": [], "do": "depart"}, "a run has a goal or a special target, one of them"
        ),
        case(depart(special="denmark"), "a run has a goal or a special target, one of them"),
        case(depart(start=17), NO_NUMBER),
        case(depart(goal=17), NO_NUMBER),
        rulable(
            depart(start=12, goal=13),
            "runs are chained, so this one starts where the last one ended: 31",
            depart(start=65, goal=31),
            chain_runs=True,
        ),
        rulable(
            depart(start=12, goal=65),
            "65 München was start or goal as often as it may be; roll again",
            position={"used": {"65": 2}},
            end="36-runs",
        ),
        rulable(
            depart(), "a special run is due; give its target in place of a goal", depart(), special_runs=True
        ),
        rulable(special(), "no special run is due; give a goal", special_runs=True),
        rulable(special(), "this game is played without special runs; give a goal"),
        case(
            special(to="denmark"),
            'there is no special target "denmark" on this map; there are England, Germany, Switzerland, Italy, '
            "Spain, overseas",
            special_runs=True,
            map="france",
        ),
        case(
            depart(train(ANTON), train(BEATE, "anton")),
            "Anton runs in two trains; a player runs in one at most",
        ),
        case(depart(train(*FOUR[:3])), "trains[1].players takes at most 2."),
        case(depart(train()), "trains[1].players needs at least 1."),
        rulable(depart(train(ANTON, pays={ANTON: 3})), "a train of Anton owes nothing to Anton"),
        rulable(
            depart(train(ANTON, BEATE, pays={BEATE: 3})), "Beate runs in this train, so it owes Beate nothing"
        ),
        case(depart(train(ANTON, pays={BEATE: 0})), "trains[1].fares[1].fields must be at least 1."),
        rulable(
            depart(train(ANTON, ferries={ANTON: 1})),
            "a train of Anton owes nothing to Anton",
            position={"ferries": {"Gedser 1": ANTON}},
        ),
        rulable(
            depart(train(ANTON, ferries={BEATE: 1})),
            "Beate owns no ferry",
            position={"ferries": {"Gedser 1": CLAUS}},
        ),
        rulable(
            depart(train(ANTON, pays={BEATE: 15}), train(BEATE, pays={ANTON: 4})),
            "Anton would owe Beate 15 and get 4 back, 11 net; more than 10 is not allowed, "
            "so one of them must run otherwise or not at all",
        ),
        rulable(
            depart(train(ANTON, pays={CLAUS: 2}), train(CLAUS, pays={ANTON: 14})),
            "Claus would owe Anton 14 and get 2 back, 12 net; more than 10 is not allowed, "
            "so one of them must run otherwise or not at all",
        ),
    ),
]

RACING = running(
    case(race_roll(ANTON, 4), "no run is under way"),
    case(race_roll(DORA, 4), "Dora does not run in this run", RUN),
    rulable(race_roll(ANTON, 4), "the train of Anton has arrived already", RACE, race_roll(ANTON, 5)),
    case(places([ANTON], [BEATE]), "no run is under way"),
    case(places([ANTON]), "no run is under way", depart(train(ANTON))),
    case({"do": "arrive"}, "an arrival is told by arrivals or by places, one of them", RUN),
    case(
        {**places([ANTON]), "arrivals": []}, "an arrival is told by arrivals or by places, one of them", RUN
    ),
    case(places([ANTON], [DORA]), "Dora does not run in this run", RUN),
    case(
        places([ANTON], [BEATE, BEATE]),
        "Beate is named twice in the same place; nobody ties with themselves",
        RUN,
    ),
    case(places([ANTON], [BEATE], [ANTON]), "the train of Anton is named twice with different results", RUN),
    case(
        arrivals((ANTON, 2, 1), (BEATE, 2, 0), (CLAUS, 3, 0)),
        "the train of Beate is named twice with different results",
        JOINT_RUN,
    ),
    rulable(arrivals((ANTON, 2, 1)), "at least two trains must be named, not 1", RUN),
    rulable(places(), "at least two trains must be named, not 0", RUN),
    rulable(
        arrivals((ANTON, 2, 1), (BEATE, 2, 1)),
        "Anton and Beate are exactly equal; roll off and enter who was first",
        RUN,
        exact_tie="roll-off",
    ),
    rulable(
        places([CLAUS], [BEATE, ANTON]),
        "Beate and Anton are exactly equal; roll off and enter who was first",
        RUN,
        exact_tie="roll-off",
    ),
)
