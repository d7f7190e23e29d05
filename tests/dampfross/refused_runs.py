"""Entries of Dampfross that the rules refuse: departures, races, arrivals."""

from tests.dampfross.moves import (
    arrivals,
    depart,
    places,
    race_roll,
    special,
    train,
)
from tests.dampfross.refused import FOUR, NO_NUMBER, RUN, STILL_BUILDING, UNDER_WAY, running
from tests.refusals import case
from tests.support import ANTON, BEATE, CLAUS, DORA

JOINT_RUN = depart(train(ANTON, BEATE), train(CLAUS))
RACE = depart({"players": [ANTON], "length": 4}, train(BEATE))

DEPARTING = [
    case("departing too early", depart(train(ANTON)), STILL_BUILDING, ruling=True),
    running("departing during a run", depart(train(ANTON)), UNDER_WAY, RUN),
    running(
        "start and goal alike",
        depart(train(ANTON), start=65, goal=65),
        "65 München cannot be both start and goal; roll the goal again",
        ruling=True,
    ),
    running(
        "neither goal nor special target",
        {"start": 65, "trains": [], "do": "depart"},
        "a run has a goal or a special target, one of them",
    ),
    running("both of them", depart(special="denmark"), "a run has a goal or a special target, one of them"),
    running("a start that no city has", depart(start=17), NO_NUMBER),
    running("a goal that no city has", depart(goal=17), NO_NUMBER),
    running(
        "a start outside of the chain",
        depart(start=12, goal=13),
        "runs are chained, so this one starts where the last one ended: 31",
        depart(start=65, goal=31),
        ruling=True,
        chain_runs=True,
    ),
    running(
        "a goal that is used up",
        depart(start=12, goal=65),
        "65 München was start or goal as often as it may be; roll again",
        ruling=True,
        position={"used": {"65": 2}},
        end="36-runs",
    ),
    running(
        "an ordinary run when a special one is due",
        depart(),
        "a special run is due; give its target in place of a goal",
        depart(),
        ruling=True,
        special_runs=True,
    ),
    running(
        "a special run when none is due",
        special(),
        "no special run is due; give a goal",
        ruling=True,
        special_runs=True,
    ),
    running(
        "a special run in a game without them",
        special(),
        "this game is played without special runs; give a goal",
        ruling=True,
    ),
    running(
        "a target of another map",
        special(to="denmark"),
        'there is no special target "denmark" on this map; there are England, Germany, Switzerland, Italy, '
        "Spain, overseas",
        special_runs=True,
        map="france",
    ),
    running(
        "somebody in two trains",
        depart(train(ANTON), train(BEATE, "anton")),
        "Anton runs in two trains; a player runs in one at most",
    ),
    running("three in a train", depart(train(*FOUR[:3])), "trains[1].players takes at most 2"),
    running("nobody in a train", depart(train()), "trains[1].players needs at least 1"),
    running(
        "a fare to oneself",
        depart(train(ANTON, pays={ANTON: 3})),
        "a train of Anton owes nothing to Anton",
        ruling=True,
    ),
    running(
        "a fare to one's partner",
        depart(train(ANTON, BEATE, pays={BEATE: 3})),
        "Beate runs in this train, so it owes Beate nothing",
        ruling=True,
    ),
    running(
        "a fare of no field",
        depart(train(ANTON, pays={BEATE: 0})),
        "trains[1].fares[1].fields must be at least 1",
    ),
    running(
        "a ferry to oneself",
        depart(train(ANTON, ferries={ANTON: 1})),
        "a train of Anton owes nothing to Anton",
        ruling=True,
        position={"ferries": {"Gedser 1": ANTON}},
    ),
    running(
        "a ferry to somebody who owns none",
        depart(train(ANTON, ferries={BEATE: 1})),
        "Beate owns no ferry",
        ruling=True,
        position={"ferries": {"Gedser 1": CLAUS}},
    ),
    running(
        "more than ten net",
        depart(train(ANTON, pays={BEATE: 15}), train(BEATE, pays={ANTON: 4})),
        "Anton would owe Beate 15 and get 4 back, 11 net; more than 10 is not allowed, "
        "so one of them must run otherwise or not at all",
        ruling=True,
    ),
    running(
        "more than ten net for the later seat",
        depart(train(ANTON, pays={CLAUS: 2}), train(CLAUS, pays={ANTON: 14})),
        "Claus would owe Anton 14 and get 2 back, 12 net; more than 10 is not allowed, "
        "so one of them must run otherwise or not at all",
        ruling=True,
    ),
]

RACING = [
    running("a race roll without a run", race_roll(ANTON, 4), "no run is under way"),
    running("a race roll of a bystander", race_roll(DORA, 4), "Dora does not run in this run", RUN),
    running(
        "a race roll after the arrival",
        race_roll(ANTON, 4),
        "the train of Anton has arrived already",
        RACE,
        race_roll(ANTON, 5),
        ruling=True,
    ),
    running("arriving without a run", places([ANTON], [BEATE]), "no run is under way"),
    running("arriving after the only train", places([ANTON]), "no run is under way", depart(train(ANTON))),
    running(
        "neither arrivals nor places",
        {"do": "arrive"},
        "an arrival is told by arrivals or by places, one of them",
        RUN,
    ),
    running(
        "both of them",
        {**places([ANTON]), "arrivals": []},
        "an arrival is told by arrivals or by places, one of them",
        RUN,
    ),
    running("a bystander arrives", places([ANTON], [DORA]), "Dora does not run in this run", RUN),
    running(
        "a tie with oneself",
        places([ANTON], [BEATE, BEATE]),
        "Beate is named twice in the same place; nobody ties with themselves",
        RUN,
    ),
    running(
        "a train in two places",
        places([ANTON], [BEATE], [ANTON]),
        "the train of Anton is named twice with different results",
        RUN,
    ),
    running(
        "partners with different results",
        arrivals((ANTON, 2, 1), (BEATE, 2, 0), (CLAUS, 3, 0)),
        "the train of Beate is named twice with different results",
        JOINT_RUN,
    ),
    running(
        "only one arrives",
        arrivals((ANTON, 2, 1)),
        "at least two trains must be named, not 1",
        RUN,
        ruling=True,
    ),
    running("nobody arrives", places(), "at least two trains must be named, not 0", RUN, ruling=True),
    running(
        "tied firsts where they roll off",
        arrivals((ANTON, 2, 1), (BEATE, 2, 1)),
        "Anton and Beate are exactly equal; roll off and enter who was first",
        RUN,
        ruling=True,
        exact_tie="roll-off",
    ),
    running(
        "tied seconds where they roll off",
        places([CLAUS], [BEATE, ANTON]),
        "Beate and Anton are exactly equal; roll off and enter who was first",
        RUN,
        ruling=True,
        exact_tie="roll-off",
    ),
]
