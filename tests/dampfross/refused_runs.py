"""Entries of Dampfross that the rules refuse: departures, races, arrivals."""

from tests.dampfross.moves import arrivals, depart, places, race_roll, special, train
from tests.dampfross.refused import FOUR, NO_NUMBER, RUN, STILL_BUILDING, UNDER_WAY, running
from tests.refusals import case
from tests.support import ANTON, BEATE, CLAUS, DORA

JOINT_RUN = depart(train(ANTON, BEATE), train(CLAUS))
RACE = depart({"players": [ANTON], "length": 4}, train(BEATE))

DEPARTING = [
    case(depart(train(ANTON)), STILL_BUILDING, ruling=True),
    running(depart(train(ANTON)), UNDER_WAY, RUN),
    running(
        depart(train(ANTON), start=65, goal=65),
        "65 München cannot be both start and goal; roll the goal again",
        ruling=True,
    ),
    running({"start": 65, "trains": [], "do": "depart"}, "a run has a goal or a special target, one of them"),
    running(depart(special="denmark"), "a run has a goal or a special target, one of them"),
    running(depart(start=17), NO_NUMBER),
    running(depart(goal=17), NO_NUMBER),
    running(
        depart(start=12, goal=13),
        "runs are chained, so this one starts where the last one ended: 31",
        depart(start=65, goal=31),
        ruling=True,
        chain_runs=True,
    ),
    running(
        depart(start=12, goal=65),
        "65 München was start or goal as often as it may be; roll again",
        ruling=True,
        position={"used": {"65": 2}},
        end="36-runs",
    ),
    running(
        depart(),
        "a special run is due; give its target in place of a goal",
        depart(),
        ruling=True,
        special_runs=True,
    ),
    running(special(), "no special run is due; give a goal", ruling=True, special_runs=True),
    running(special(), "this game is played without special runs; give a goal", ruling=True),
    running(
        special(to="denmark"),
        'there is no special target "denmark" on this map; there are England, Germany, Switzerland, Italy, '
        "Spain, overseas",
        special_runs=True,
        map="france",
    ),
    running(
        depart(train(ANTON), train(BEATE, "anton")), "Anton runs in two trains; a player runs in one at most"
    ),
    running(depart(train(*FOUR[:3])), "trains[1].players takes at most 2"),
    running(depart(train()), "trains[1].players needs at least 1"),
    running(depart(train(ANTON, pays={ANTON: 3})), "a train of Anton owes nothing to Anton", ruling=True),
    running(
        depart(train(ANTON, BEATE, pays={BEATE: 3})),
        "Beate runs in this train, so it owes Beate nothing",
        ruling=True,
    ),
    running(depart(train(ANTON, pays={BEATE: 0})), "trains[1].fares[1].fields must be at least 1"),
    running(
        depart(train(ANTON, ferries={ANTON: 1})),
        "a train of Anton owes nothing to Anton",
        ruling=True,
        position={"ferries": {"Gedser 1": ANTON}},
    ),
    running(
        depart(train(ANTON, ferries={BEATE: 1})),
        "Beate owns no ferry",
        ruling=True,
        position={"ferries": {"Gedser 1": CLAUS}},
    ),
    running(
        depart(train(ANTON, pays={BEATE: 15}), train(BEATE, pays={ANTON: 4})),
        "Anton would owe Beate 15 and get 4 back, 11 net; more than 10 is not allowed, "
        "so one of them must run otherwise or not at all",
        ruling=True,
    ),
    running(
        depart(train(ANTON, pays={CLAUS: 2}), train(CLAUS, pays={ANTON: 14})),
        "Claus would owe Anton 14 and get 2 back, 12 net; more than 10 is not allowed, "
        "so one of them must run otherwise or not at all",
        ruling=True,
    ),
]

RACING = [
    running(race_roll(ANTON, 4), "no run is under way"),
    running(race_roll(DORA, 4), "Dora does not run in this run", RUN),
    running(
        race_roll(ANTON, 4), "the train of Anton has arrived already", RACE, race_roll(ANTON, 5), ruling=True
    ),
    running(places([ANTON], [BEATE]), "no run is under way"),
    running(places([ANTON]), "no run is under way", depart(train(ANTON))),
    running({"do": "arrive"}, "an arrival is told by arrivals or by places, one of them", RUN),
    running(
        {**places([ANTON]), "arrivals": []}, "an arrival is told by arrivals or by places, one of them", RUN
    ),
    running(places([ANTON], [DORA]), "Dora does not run in this run", RUN),
    running(
        places([ANTON], [BEATE, BEATE]),
        "Beate is named twice in the same place; nobody ties with themselves",
        RUN,
    ),
    running(
        places([ANTON], [BEATE], [ANTON]), "the train of Anton is named twice with different results", RUN
    ),
    running(
        arrivals((ANTON, 2, 1), (BEATE, 2, 0), (CLAUS, 3, 0)),
        "the train of Beate is named twice with different results",
        JOINT_RUN,
    ),
    running(arrivals((ANTON, 2, 1)), "at least two trains must be named, not 1", RUN, ruling=True),
    running(places(), "at least two trains must be named, not 0", RUN, ruling=True),
    running(
        arrivals((ANTON, 2, 1), (BEATE, 2, 1)),
        "Anton and Beate are exactly equal; roll off and enter who was first",
        RUN,
        ruling=True,
        exact_tie="roll-off",
    ),
    running(
        places([CLAUS], [BEATE, ANTON]),
        "Beate and Anton are exactly equal; roll off and enter who was first",
        RUN,
        ruling=True,
        exact_tie="roll-off",
    ),
]
